"""The forms about attendance: the filters of the list, and the required reason of every entry about a strike."""

from datetime import date

import pytest

from hostdesk.invitations.guests.forms import ReasonForm
from hostdesk.invitations.strikes.forms import AttendanceFilter, ReinstateForm, StrikeForm
from reservations.acts.facts import Cause
from reservations.models import House
from reservations.strikes.attendance_queries import Period
from tests.reservations.friday import Friday, a_house, cast

pytestmark = pytest.mark.django_db

KEY = "a-key-of-its-own"


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ({}, None, None),
        ({"from": "2026-11-20", "to": "2026-12-31"}, date(2026, 11, 20), date(2026, 12, 31)),
        ({"from": "20.11.2026", "to": "2026-12-31"}, None, date(2026, 12, 31)),
    ],
)
def test_a_period(said, since, until):
    assert AttendanceFilter(said, houses=[]).period == Period(since, until)


@pytest.mark.parametrize(("key", "found"), [("friday", True), ("other", False), ("", False)])
def test_a_house(key, found):
    house = a_house()

    chosen = AttendanceFilter({"house": key}, houses=House.objects.all())

    assert chosen.period.house == (house if found else None)


@pytest.mark.parametrize("form", [ReasonForm, ReinstateForm])
@pytest.mark.parametrize(("reason", "valid"), [("a flat tyre", True), ("", False), (" ", False), ("\u202e", False)])
def test_a_reason_is_needed(form, reason, valid):
    assert form({"key": KEY, "reason": reason, "house": "1"}).is_valid() == valid


@pytest.mark.parametrize(
    ("said", "valid"),
    [({}, True), ({"night": "0"}, False), ({"night": "x"}, False), ({"cause": "late"}, False), ({"reason": ""}, False)],
)
def test_a_strike_by_hand(said, valid):
    cast()
    night = Friday(a_house()).night
    posted = {"key": KEY, "night": str(night.pk), "cause": "no-show", "reason": "nobody saw him", **said}

    form = StrikeForm(posted, nights=[night])

    assert form.is_valid() == valid
    assert not valid or form.arguments() == {"night": night, "cause": Cause.NO_SHOW, "reason": "nobody saw him"}
