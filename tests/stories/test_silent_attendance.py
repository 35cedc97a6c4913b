"""The hybrid game and Mike's: their rules say nothing about staying away, so it is noted without consequences."""

import pytest

from hostdesk.invitations.nights.commands import open_night
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.strikes.rules import StrikeLevel
from tests.reservations.friday import START, cast, one, preset, strikes
from tests.stories.fridays import Week, stands

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["hybrid", "mike"])
def house(request):
    cast()
    return preset(request.param)


@pytest.fixture
def weeks(house):
    """Return four Fridays of two seats: Bo and Cy sit, Di waits."""
    return [Week(house, number).full("Bo", "Cy", "Di") for number in range(4)]


def test_a_seat_given_up_in_the_last_second_is_given_up(weeks):
    weeks[0].takes_back("Bo", "18:59:59")

    weeks[0].clock_comes_to("19:00")

    assert strikes("Bo") == []


def test_marks_are_kept_and_nothing_follows(house, weeks):
    for week in weeks[:3]:
        week.stays_away("Bo")

    assert strikes("Bo") == [("no-show", "counts")] * 3
    assert stands("Bo", house) == StrikeLevel(strikes=3)
    assert [weeks[0].rsvp_state.of(one("Bo").number).mark, weeks[3].seated] == [Mark.NO_SHOW, ["Bo", "Cy"]]
    assert weeks[3].yes("Bo").remark == "You have a seat."


def test_what_was_marked_counts_for_as_long_as_the_host_likes(house, weeks):
    weeks[0].stays_away("Bo")
    for week in weeks[1:]:
        day = week.start.date()
        open_night(stamp=Stamp(f"open-{day}", START), house=house.key, date=day, banker=one("Ann"), float_cents=0)

    assert strikes("Bo") == [("no-show", "counts")]
