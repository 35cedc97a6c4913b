"""A house with its own terms: weights, places behind the others, ended reservations, strikes that expire by nights."""

from datetime import date, timedelta

import pytest

from hostdesk.invitations.nights.commands import open_night
from reservations.acts.kinds import Stamp
from reservations.houses.attendance_terms import Then
from reservations.models import House
from reservations.nights import commands as nights_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes
from tests.stories.fridays import Week, reasons, stands

pytestmark = pytest.mark.django_db
TERMS = {
    "late_change_minutes": 240,
    "no_show_weight": 2,
    "steps": [[2, "behind"], [3, "reservations deleted"], [5, "removed"]],
    "expires_after_nights": 3,
}


@pytest.fixture
@played_once
def house():
    cast()
    return a_house(attendance=TERMS)


@pytest.fixture
def weeks(house):
    """Return four Fridays of two seats: Bo and Cy sit, Di waits."""
    return [Week(house, number).full("Bo", "Cy", "Di") for number in range(4)]


def test_a_late_no_weighs_one_and_a_no_show_two(house, weeks):
    weeks[0].do("release", "Di")
    weeks[0].takes_back("Bo", "15:00:01")
    weeks[0].clock_comes_to("19:00")
    assert (stands("Bo", house).strikes, stands("Bo", house).then) == (1, None)

    weeks[1].stays_away("Bo")

    assert (stands("Bo", house).strikes, stands("Bo", house).then) == (3, Then.DELETED)


def test_from_two_on_one_waits_behind_the_others(house, weeks):
    weeks[0].stays_away("Bo")
    late = Week(house, 5).full("Cy", "Di", "Bo", "Eve")

    assert (stands("Bo", house).behind, late.waiting) == (True, ["Eve", "Bo"])
    assert late.words["Bo"] == "2nd in line. One is before you because you missed a night."


def test_from_three_on_what_was_reserved_is_gone_and_can_be_asked_for_again(house, weeks):
    weeks[0].stays_away("Bo")
    weeks[1].do("release", "Di")
    weeks[1].takes_back("Bo", "15:00:01")
    weeks[1].clock_comes_to("19:00")
    assert [week.seated for week in weeks[2:]] == [["Cy", "Di"]] * 2

    remark = weeks[2].yes("Bo").remark

    assert (remark, stands("Bo", house).barred) == ("You are on the waiting list.", "")


def held(house: House, *days: date) -> None:
    """Open the bank on those days."""
    for day in days:
        open_night(stamp=Stamp(f"open-{day}", START), house=house.key, date=day, banker=one("Ann"), float_cents=0)


def test_a_pause_in_summer_forgives_nothing(house):
    """Strikes expire by nights held, not by months, and not by nights that were only planned or were cancelled."""
    june = Friday(house, starts_at=START + timedelta(weeks=28)).full("Bo")
    june.strike("Bo")
    Friday(house, starts_at=START + timedelta(weeks=30))
    off = Friday(house, starts_at=START + timedelta(weeks=31))
    nights_commands.cancel_night(stamp=off.at(60), night=off.night, reason="holidays")
    held(house, date(2027, 6, 11), date(2027, 9, 10))
    assert (strikes("Bo"), stands("Bo", house).behind) == ([("no-show", "counts")], True)

    held(house, date(2027, 9, 17))

    assert (reasons("Bo"), stands("Bo", house).strikes) == (["expired: 3 nights were held since."], 0)
