"""The night that a command is given: by its date, or by its id."""

from datetime import date

import pytest

from ledger.management.locale_command import night_called
from reservations.acts.problems import Unknown
from reservations.houses.commands import make_house
from reservations.models import Night

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return make_house(document={"key": "friday", "name": "Friday game"}).house


@pytest.fixture
def rules(house):
    return house.newest()


def opened(rules, day=20):
    return Night.objects.create(date=date(2026, 11, day), house=rules.house, rules=rules)


def refusal_of(text):
    with pytest.raises(Unknown) as refusal:
        night_called(text)
    return str(refusal.value)


def test_a_night_is_found_by_its_date_and_by_its_id(rules):
    night = opened(rules)

    assert night_called("2026-11-20") == night_called(str(night.pk)) == night


def test_a_night_that_is_only_planned_is_not_found(house):
    Night.objects.create(date=date(2026, 11, 20), house=house)

    assert refusal_of("2026-11-20") == "No night goes by 2026-11-20: give its date, as in 2026-11-20, or its id."


def test_nights_that_share_a_date_are_told_apart_by_their_ids(rules):
    first, second, other = opened(rules), opened(rules), opened(rules, day=21)

    assert refusal_of("2026-11-20") == f"2 nights share the date 2026-11-20: give an id, {first.pk} or {second.pk}."
    assert night_called("2026-11-21") == other


@pytest.mark.parametrize("text", ["", "tonight", "2026-13-01", "-1", "1.0", "9223372036854775808", "\u0663", "\x00"])
def test_what_is_neither_a_date_nor_an_id(text):
    assert refusal_of(text) == f"{text!r} is neither a date, as in 2026-11-20, nor the id of a night."
