"""Late changes, kept seats and absent players: to the second, also across clock changes."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.facts import Mark, Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.parsing.days import instant
from reservations.rsvps.rsvp_state import Rsvp, RsvpState, has_begun, is_late_change, keeps_until, late_from, not_come

TWO_HOURS = AttendanceTerms(late_change_minutes=120, grace_minutes=15)
START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
BO, CY, DI, EVE = range(1, 5)


@pytest.mark.parametrize(
    ("clock", "late"), [("16:59:59", False), ("17:00:00", False), ("17:00:01", True), ("19:00:01", True)]
)
@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin"])
def test_exactly_two_hours_before_seven_is_fine_and_a_second_later_is_late(zone, clock, late):
    here = ZoneInfo(zone)
    said = datetime.fromisoformat(f"2026-11-20T{clock}").replace(tzinfo=here)

    assert is_late_change(datetime(2026, 11, 20, 19, tzinfo=here), said, TWO_HOURS) is late


@pytest.mark.parametrize(
    ("zone", "day", "first", "fine", "late"),
    [
        # The clocks go forward at 02:00 in both places: 01:30 to 03:30 is one hour.
        ("America/New_York", "2026-03-08", "03:30", "00:30:00", "00:30:01"),
        ("Europe/Berlin", "2026-03-29", "03:30", "00:30:00", "00:30:01"),
        # The clocks go back: the first 01:30 to 02:30 is two hours.
        ("America/New_York", "2026-11-01", "02:30", "01:30:00", "01:30:01"),
        ("Europe/Berlin", "2026-10-25", "03:30", "02:30:00", "02:30:01"),
    ],
)
def test_two_hours_are_two_hours_when_the_clocks_change(zone, day, first, fine, late):
    here = ZoneInfo(zone)
    at = datetime.fromisoformat(f"{day}T{first}").time()
    starts_at = instant(datetime.fromisoformat(day).date(), at, zone)

    said = [datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=here) for clock in (fine, late)]

    assert [is_late_change(starts_at, each, TWO_HOURS) for each in said] == [False, True]


def test_nothing_is_late_without_a_time_or_a_rule():
    assert not is_late_change(None, START, TWO_HOURS)
    assert not is_late_change(START, START, AttendanceTerms())
    assert (late_from(None, TWO_HOURS), late_from(START, AttendanceTerms())) == (None, None)
    assert late_from(START, TWO_HOURS) == START - timedelta(hours=2)


def test_a_night_has_begun_from_its_start_on_and_without_a_time_never_by_the_clock():
    assert [has_begun(START, START + timedelta(seconds=late)) for late in (-1, 0)] == [False, True]
    assert not has_begun(None, START)


def sits(player, **said):
    return Rsvp(player, Reply.YES, place=Place.SEAT, **said)


def test_a_seat_is_kept_until_the_time_they_said_and_the_grace():
    late = sits(BO, expected_at=START + timedelta(minutes=90))

    assert keeps_until(late, START, TWO_HOURS) == START + timedelta(minutes=105)
    assert keeps_until(sits(BO), START, TWO_HOURS) == START + timedelta(minutes=15)
    assert keeps_until(sits(BO), None, TWO_HOURS) is None


def test_a_seat_that_comes_after_the_start_is_kept_from_then_on():
    freed = sits(BO, seat_since=START + timedelta(minutes=41))
    early = sits(BO, seat_since=START - timedelta(days=1))

    assert keeps_until(freed, START, TWO_HOURS) == START + timedelta(minutes=56)
    assert keeps_until(early, START, TWO_HOURS) == START + timedelta(minutes=15)


def test_after_the_start_the_page_asks_about_those_who_are_not_here():
    rsvps = [sits(BO), sits(CY, came_at=START), sits(DI), sits(EVE, mark=Mark.EXCUSED)]
    rsvp_state = RsvpState(9, START, {each.player: each for each in rsvps})

    assert [each.player for each in not_come(rsvp_state, {DI}, START)] == [BO]
    assert not_come(rsvp_state, {DI}, START - timedelta(seconds=1)) == []
    assert not_come(RsvpState(9, START, rsvp_state.rsvps, cancelled=True), (), START) == []
    assert len(not_come(RsvpState(9, None, rsvp_state.rsvps), (), START)) == 2
