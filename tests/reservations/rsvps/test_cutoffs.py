"""Too late, kept until, not there, and what has become of a strike: to the second, also across a change of clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.facts import FactKind, Mark, Place, Reply, Said
from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.nights.recurring import instant
from reservations.rsvps.cutoffs import (
    AfterStrike,
    StrikeState,
    after_strike,
    ends_reservations,
    has_begun,
    is_late_change,
    keeps_until,
    late_from,
    not_come,
    what_follows,
)
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

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
        # The clocks go forward at 02:00 and at 02:00: from 01:30 to 03:30 it is one hour.
        ("America/New_York", "2026-03-08", "03:30", "00:30:00", "00:30:01"),
        ("Europe/Berlin", "2026-03-29", "03:30", "00:30:00", "00:30:01"),
        # They go back: from the first 01:30 to 02:30 it is two hours.
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


def test_after_the_start_the_page_asks_about_those_who_are_not_here():
    rsvps = [sits(BO), sits(CY, came_at=START), sits(DI), sits(EVE, mark=Mark.EXCUSED)]
    rsvp_state = RsvpState(9, START, {each.player: each for each in rsvps})

    assert [each.player for each in not_come(rsvp_state, {DI}, START)] == [BO]
    assert not_come(rsvp_state, {DI}, START - timedelta(seconds=1)) == []
    assert not_come(RsvpState(9, START, rsvp_state.rsvps, cancelled=True), (), START) == []
    assert len(not_come(RsvpState(9, None, rsvp_state.rsvps), (), START)) == 2


def fact(kind, number, **said):
    return Said(number, kind, START, player=BO, **said)


def after(*later, cancelled=False, moved=False, held=0, expires=None):
    terms = AttendanceTerms(expires_after_nights=expires)
    return after_strike(7, later, night_cancelled=cancelled, night_moved=moved, held_since=held, terms=terms)


def test_a_strike_counts_until_something_is_said_of_it():
    assert after() == AfterStrike(StrikeState.COUNTS)
    assert after(fact(FactKind.PARDON, 9, about=8)) == AfterStrike(StrikeState.COUNTS)
    assert after(fact(FactKind.REINSTATE, 6)) == AfterStrike(StrikeState.COUNTS)
    assert after(held=3, expires=4) == AfterStrike(StrikeState.COUNTS)


@pytest.mark.parametrize(
    ("found", "state", "why"),
    [
        (after(fact(FactKind.PARDON, 9, about=7, reason="ill")), StrikeState.PARDONED, "ill"),
        (after(fact(FactKind.UNMARK, 9, about=7, reason="was here")), StrikeState.NOT_A_STRIKE, "was here"),
        (after(cancelled=True), StrikeState.NIGHT_CANCELLED, "The night was cancelled."),
        (after(moved=True), StrikeState.NIGHT_MOVED, "The night was given another time after it."),
        (after(fact(FactKind.REINSTATE, 9, reason="talked")), StrikeState.SPENT, "talked"),
        (after(held=4, expires=4), StrikeState.EXPIRED, "4 nights were held since."),
    ],
)
def test_what_has_become_of_a_strike(found, state, why):
    assert found == AfterStrike(state, why)


def test_the_last_words_against_a_strike_stay_with_it():
    first = fact(FactKind.CONTEST, 8, about=7, reason="no")
    last = fact(FactKind.CONTEST, 9, about=7, reason="I was here")

    assert after(first, last).contested == "I was here"
    assert after(first, last, fact(FactKind.PARDON, 10, about=7)).contested == "I was here"


def test_the_highest_step_that_is_reached_follows():
    terms = AttendanceTerms(steps=(Step(1, Then.REMINDER), Step(3, Then.REMOVED)))

    assert [what_follows(strikes, terms) for strikes in range(5)] == [
        None,
        Then.REMINDER,
        Then.REMINDER,
        Then.REMOVED,
        Then.REMOVED,
    ]


def test_seats_go_with_being_removed_and_with_deleted_reservations():
    assert [then for then in (None, *Then) if ends_reservations(then)] == [Then.DELETED, Then.REMOVED]
