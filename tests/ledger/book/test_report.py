"""THE BOOK as plain values: who owes, since when, and that it adds up."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.report import AgedPart, OpenNight, aged, is_overdue, overdue_of, standing_in_words
from tests.ledger.book.books import ANN, BO, BOOK, CY, GIL, NOVEMBER, OCTOBER, SEPTEMBER, book


@pytest.mark.parametrize(
    ("person", "word", "size", "since"),
    [(ANN, "is owed", 2500, OCTOBER), (BO, "owes", 1500, SEPTEMBER), (CY, "even", 0, None)],
)
def test_a_standing_in_words(person, word, size, since):
    assert (person.word, person.size_cents, person.since) == (word, size, since)


def test_what_is_overdue_is_told_of_each_and_of_all():
    assert [each.overdue_cents for each in BOOK.people] == [0, 1000, 0, 0]
    assert BOOK.overdue_cents == 1000


def test_a_player_who_owes_most_comes_first_and_who_is_even_not_at_all():
    assert BOOK.standing == (BO, GIL, ANN)
    assert book(people=(replace(GIL, name="Zed"), replace(GIL, name="Abe"))).standing[0].name == "Abe"


def test_the_sums():
    assert (BOOK.owed_cents, BOOK.owing_cents, BOOK.total_cents, BOOK.adds_up) == (2500, 2500, 0, True)


def test_an_open_night_is_what_it_does_not_add_up_by():
    still_open = (OpenNight(5, NOVEMBER, "Mike's game", -2500),)

    report = book(people=(BO, GIL), open_nights=still_open)

    assert (report.total_cents, report.adds_up) == (-2500, True)
    assert not replace(report, open_nights=()).adds_up


def test_a_line_that_is_undone_or_undoes_another_is_marked():
    assert [line.mark for line in BO.rows] == ["", "undone", "undone", ""]


def test_players_are_sorted_and_searched_by_a_plain_name():
    assert replace(GIL, name="GIL").name_key == "gil"


def on(day, cents, act=None):
    return AgedPart(date(2026, 10, day), day if act is None else act, cents)


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        ([], []),
        ([on(1, -500)], [on(1, -500)]),
        ([on(1, -500), on(2, -300)], [on(1, -500), on(2, -300)]),
        ([on(1, -500), on(2, -300), on(3, 200)], [on(1, -300), on(2, -300)]),
        ([on(1, -500), on(2, -300), on(3, 500)], [on(2, -300)]),
        ([on(1, -500), on(2, -300), on(3, 600)], [on(2, -200)]),
        ([on(1, -500), on(2, 800)], [on(2, 300)]),
        ([on(1, 500), on(2, -800), on(3, 100)], [on(2, -200)]),
        ([on(1, -500), on(2, 500)], []),
        ([on(3, 500), on(1, -300)], [on(3, 200)]),
        ([on(1, -5, act=2), on(1, -7, act=1), on(2, 6)], [on(1, -1, act=1), on(1, -5, act=2)]),
    ],
)
def test_the_oldest_are_cleared_first(entries, left):
    assert aged(entries) == left


ENTRIES = st.lists(st.tuples(st.integers(1, 28), st.integers(-9, 9).filter(bool)), max_size=12)


@given(ENTRIES)
def test_what_is_left_has_one_sign_and_the_same_sum(entries):
    told = [on(day, cents, act) for act, (day, cents) in enumerate(entries)]

    left = aged(told)

    assert sum(each.cents for each in left) == sum(each.cents for each in told)
    assert len({each.cents > 0 for each in left}) <= 1
    assert left == sorted(left, key=lambda each: (each.day, each.act))


@pytest.mark.parametrize(("cents", "words"), [(0, "even"), (-2700, "owes $27.00"), (2700, "is owed $27.00")])
def test_a_standing_is_said_without_a_sign(cents, words):
    assert standing_in_words(cents) == words


@pytest.mark.parametrize(
    ("cents", "days", "overdue"), [(-500, 13, True), (-500, 14, False), (500, 13, False), (-500, None, False)]
)
def test_a_debt_is_overdue_once_it_is_older_than_the_term(cents, days, overdue):
    assert is_overdue(on(1, cents), date(2026, 10, 15), days) == overdue


@pytest.mark.parametrize(
    ("days", "cents", "overdue_cents"),
    [(12, (-500, -200, -100), 700), (13, (-500, -200, -100), 500), (14, (-500, -200, -100), 0), (None, (-500,), 0)],
)
def test_of_a_debt_only_the_older_parts_are_overdue(days, cents, overdue_cents):
    left = [on(day, part) for day, part in enumerate(cents, start=1)]

    assert overdue_of(left, date(2026, 10, 15), days) == overdue_cents
    assert overdue_of([on(1, 500)], date(2026, 10, 15), days) == 0
    assert overdue_of([], date(2026, 10, 15), days) == 0
