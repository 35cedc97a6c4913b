"""EricN's game: a seat given up less than two hours before the start is a no-show, and the second removes a player."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.problems import Refused
from reservations.houses.attendance_terms import Then
from reservations.nights import commands as nights_commands
from reservations.strikes import commands as strikes_commands
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, Friday, cast, one, preset, strikes
from tests.stories.fridays import Week, minutes, reasons, stands

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
A_SECOND = 1 / 60


@pytest.fixture
@played_once
def ericn():
    cast()
    return preset("ericn")


@pytest.fixture
def weeks(ericn):
    """Return four Fridays of two seats: Bo and Cy sit, Di waits."""
    return [Week(ericn, number).full("Bo", "Cy", "Di") for number in range(4)]


def test_the_first_is_a_reminder_and_the_second_the_end(ericn, weeks):
    weeks[0].takes_back("Bo", "17:00:00")
    assert (strikes("Bo"), stands("Bo", ericn).strikes) == ([], 0)

    weeks[1].takes_back("Bo", "17:00:01")
    assert strikes("Bo") == [("late cancellation", "counts")]
    assert (stands("Bo", ericn).then, stands("Bo", ericn).barred) == (Then.REMINDER, "")

    weeks[2].stays_away("Bo")
    assert strikes("Bo") == [("no-show", "counts"), ("late cancellation", "counts")]
    assert (stands("Bo", ericn).strikes, stands("Bo", ericn).then) == (2, Then.REMOVED)
    assert (weeks[3].seated, weeks[3].kinds[-2:]) == (["Cy", "Di"], ["release Bo", "seat Di"])


@pytest.fixture
def out(weeks):
    """Return Bo, removed from the group after two no-shows."""
    for week in weeks[:2]:
        week.stays_away("Bo")
    return one("Bo")


def test_who_is_out_has_no_seat_until_the_host_says_so(ericn, weeks, out):
    with pytest.raises(Refused) as refused:
        weeks[3].yes("Bo")
    assert "Removed from the group of EricN's game after missed nights" in str(refused.value)

    weeks[3].no("Cy")
    weeks[3].yes("Bo", ruling="he called, and it was the snow")

    assert weeks[3].seated == ["Bo", "Di"]


def test_who_is_taken_back_starts_anew(ericn, weeks, out):
    strikes_commands.reinstate(stamp=weeks[1].at(-120), player=out, house=ericn, reason="two years are enough")

    weeks[3].yes("Bo")
    weeks[2].stays_away("Cy")

    assert (weeks[3].waiting, reasons("Bo")) == (["Bo"], ["spent: two years are enough"] * 2)
    assert (stands("Bo", ericn).strikes, stands("Bo", ericn).barred) == (0, "")


def test_who_is_taken_back_and_stays_away_again_is_reminded_first(ericn, weeks, out):
    strikes_commands.reinstate(stamp=weeks[1].at(-120), player=out, house=ericn, reason="two years are enough")
    weeks[3].yes("Bo")
    weeks[3].do("seat_player", "Bo", makes_room=[one("Cy")])

    weeks[3].stays_away("Bo")

    assert (stands("Bo", ericn).strikes, stands("Bo", ericn).then) == (1, Then.REMINDER)


def test_it_is_a_no_show_also_when_somebody_takes_the_seat(weeks):
    weeks[0].takes_back("Bo", "18:00:00")
    weeks[0].do("take_offer", "Di", before=weeks[0].till("18:10"))

    weeks[0].clock_comes_to("19:00")

    assert (weeks[0].seated, strikes("Bo")) == (["Cy", "Di"], [("late cancellation", "counts")])


def test_it_is_a_no_show_also_when_the_yes_itself_came_late(ericn):
    week = Week(ericn)
    week.yes("Bo", before=week.till("17:30"))

    week.takes_back("Bo", "17:31")

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_a_player_who_only_waited_can_leave_at_any_time(weeks):
    weeks[0].takes_back("Di", "18:59:59")

    assert strikes("Di") == []


def test_a_night_that_is_called_off_holds_nothing_against_anybody(ericn, weeks):
    weeks[0].takes_back("Bo", "17:00:01")

    nights_commands.cancel_night(stamp=weeks[0].at(30), night=weeks[0].night, reason="snow")

    assert (strikes("Bo"), stands("Bo", ericn).strikes) == ([("late cancellation", "night cancelled")], 0)


def test_a_pardoned_no_show_is_not_the_first_of_two(ericn, weeks):
    weeks[0].stays_away("Bo")
    strike = weeks[0].night.facts.get(kind="strike").pk
    strikes_commands.contest(stamp=weeks[0].at(-60), strike=strike, words="The bridge was closed.")
    strikes_commands.pardon(stamp=weeks[0].at(-90), strike=strike, reason="It was on the news.")

    weeks[1].stays_away("Bo")

    assert reasons("Bo") == ["counts: ", "pardoned: It was on the news."]
    assert (stands("Bo", ericn).then, weeks[3].seated) == (Then.REMINDER, ["Bo", "Cy"])


@pytest.mark.parametrize(
    ("starts_at", "last"),
    [
        # The clocks skip an hour: 00:30 is two hours before 03:30.
        (datetime(2027, 3, 14, 3, 30, tzinfo=NEW_YORK), "00:30:00"),
        (datetime(2027, 3, 28, 3, 30, tzinfo=BERLIN), "00:30:00"),
        # An hour comes twice: the first 01:30 is two hours before 02:30.
        (datetime(2026, 11, 1, 2, 30, tzinfo=NEW_YORK), "01:30:00"),
        (datetime(2026, 10, 25, 3, 30, tzinfo=BERLIN), "02:30:00"),
    ],
)
def test_two_hours_are_two_hours_when_the_clocks_change(ericn, starts_at, last):
    left = minutes(starts_at, last)
    night = Friday(ericn, starts_at=starts_at.astimezone(UTC), time_zone=str(starts_at.tzinfo)).full("Bo", "Cy")

    night.no("Bo", before=left)
    night.no("Cy", before=left - A_SECOND)

    assert left == 120
    assert (strikes("Bo"), strikes("Cy")) == ([], [("late cancellation", "counts")])
