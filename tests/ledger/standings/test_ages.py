"""The parts of a standing that are left, the oldest first, and the overdue ones."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.standings.ages import AgedPart, aged, is_overdue, overdue_of


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
