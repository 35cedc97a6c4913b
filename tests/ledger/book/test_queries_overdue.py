"""Overdue debts as a plain fact: by the day, by the term of the houses, and in cents for a house that has a rule."""

from datetime import date

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.book.queries import ages, overdue_among, overdue_cents, term_days
from ledger.undoing.commands import reverse
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house, revise_house
from reservations.models import House
from tests.ledger.the_book import owe, regulars
from tests.reservations.regulars import NOON

pytestmark = pytest.mark.django_db

FIRST, TENTH = "2026-10-01T12:00:00-04:00", "2026-10-10T12:00:00-04:00"
ANN, BO = 1, 2


def overdue(day):
    """Return the overdue cents on that day, after a comparison with the query for single players."""
    cents, newest = overdue_cents(day), [house.newest() for house in House.objects.all()]
    assert overdue_among({number: number for number in (ANN, BO)}, newest, day) == set(cents)
    assert overdue_among({ANN: ANN}, newest, day) == set()
    return cents


@pytest.fixture
def owed():
    """Bo (2) owes Ann (1) 20.00 since 1 October and 5.00 since the 10th."""
    regulars("Ann", "Bo")
    return [owe("Bo", "Ann", 2000, at=FIRST), owe("Bo", "Ann", 500, at=TENTH)]


def mikes(days, key="mike", name="Mike's game"):
    document = {**load_preset("mike"), "key": key, "name": name}
    credit = {} if days is None else {"credit": {"overdue_days": days}}
    return {**{part: value for part, value in document.items() if part != "credit"}, **credit}


@pytest.fixture
def strict(owed):
    """A house where debts are overdue after 31 days."""
    make_house(document=mikes(31))


@pytest.mark.parametrize(
    ("day", "found"),
    [
        (date(2026, 9, 30), {}),
        (date(2026, 11, 1), {}),
        (date(2026, 11, 2), {BO: 2000}),
        (date(2026, 11, 10), {BO: 2000}),
        (date(2026, 11, 11), {BO: 2500}),
    ],
)
def test_a_debt_is_overdue_after_its_days(strict, day, found):
    assert overdue(day) == found


def test_what_comes_in_clears_the_oldest_first(strict):
    owe("Ann", "Bo", 1999, at=TENTH)

    assert overdue(date(2026, 11, 2)) == {BO: 1}


def test_a_payment_that_was_undone_leaves_the_debt_as_old_as_it_was(strict, owed):
    paid = owe("Ann", "Bo", 2000, at=TENTH)
    reverse(stamp=Stamp("undo-0001", NOON), of=paid.key, reason="it never came")

    assert overdue(date(2026, 11, 20)) == {BO: 2500}
    assert [each.cents for each in ages(date(2026, 11, 19))[BO]] == [-500]
    assert [each.cents for each in ages()[BO]] == [-2000, -500]


def test_without_a_house_nothing_is_overdue(owed):
    assert (term_days(), overdue(date(2030, 1, 1))) == (None, {})


def test_the_shortest_term_of_the_houses_counts(owed):
    make_house(document=mikes(None, "calm", "Calm game"))
    make_house(document=mikes(62))
    before = overdue(date(2026, 11, 11))
    make_house(document=mikes(31, "strict", "Strict game"))

    assert (before, term_days(), overdue(date(2026, 11, 11))) == ({}, 31, {BO: 2500})


def test_a_house_counts_as_its_rules_are_now(owed):
    make_house(document=mikes(31))

    revise_house(house=House.objects.get(), document=mikes(7))

    assert (term_days(), overdue(date(2026, 10, 9))) == (7, {BO: 2000})


def test_what_a_duplicate_owes_is_owed_by_the_person(strict):
    newest = [House.objects.get().newest()]

    assert overdue_among({BO: ANN, ANN: ANN}, newest, date(2026, 11, 20)) == set()
    assert overdue_among({BO: 7}, newest, date(2026, 11, 20)) == {7}
    assert overdue_among({}, newest, date(2026, 11, 20)) == set()
