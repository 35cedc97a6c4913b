"""THE BOOK as plain values: who owes, since when, and that it adds up."""

from dataclasses import replace

import pytest

from ledger.book.report import OpenNight, standing_in_words
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


def test_a_debt_of_one_cent_counts():
    report = book(people=(replace(ANN, cents=1), replace(BO, cents=-1)))

    assert (report.owed_cents, report.owing_cents) == (1, 1)


def test_an_open_night_is_what_it_does_not_add_up_by():
    still_open = (OpenNight(5, NOVEMBER, "Mike's game", -2500),)

    report = book(people=(BO, GIL), open_nights=still_open)

    assert (report.total_cents, report.adds_up) == (-2500, True)
    assert not replace(report, open_nights=()).adds_up


def test_a_line_that_is_undone_or_undoes_another_is_marked():
    assert [line.mark for line in BO.rows] == ["", "undone", "undone", ""]


def test_players_are_sorted_and_searched_by_a_plain_name():
    assert replace(GIL, name="GIL").name_key == "gil"


@pytest.mark.parametrize(("cents", "words"), [(0, "even"), (-2700, "owes $27.00"), (2700, "is owed $27.00")])
def test_a_standing_is_said_without_a_sign(cents, words):
    assert standing_in_words(cents) == words
