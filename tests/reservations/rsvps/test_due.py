"""The acts due on a night by the clock, one at a time."""

from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import FactKind, Place, ReminderKind, Reply
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.rsvps.due import Due, in_line_before, next_due, next_moment
from reservations.rsvps.rsvp_state import LateChange, Rsvp, RsvpState
from reservations.waiting_list.rules import Person

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
BO, CY, DI = 1, 2, 3
PEOPLE = {number: Person(number, name, regular=True) for number, name in ((BO, "Bo"), (CY, "Cy"), (DI, "Di"))}
QUIET = AttendanceTerms(remind_minutes=None)
CONFIRMING = AttendanceTerms(remind_minutes=None, confirm_minutes=1440, release_minutes=360)


def rsvp(player, place, **said):
    return Rsvp(player, Reply.YES, place=place, entry=player, **said)


def rsvp_state(*rsvps, seats=1, **said):
    return RsvpState(seats, START, {each.player: each for each in rsvps}, **said)


def due(found, terms=QUIET, before=10_000.0):
    return next_due(found, PEOPLE, terms, START - timedelta(minutes=before), begun=before <= 0, zone="America/New_York")


def test_a_cancelled_night_asks_for_nothing():
    assert due(rsvp_state(rsvp(BO, Place.WAITING), cancelled=True)) is None


def test_the_offer_that_ended_first_lapses_first():
    ends = [START - timedelta(minutes=minutes) for minutes in (40, 50)]
    both = rsvp_state(rsvp(BO, Place.OFFERED, offered_until=ends[0]), rsvp(CY, Place.OFFERED, offered_until=ends[1]))

    assert due(both, before=39) == Due(FactKind.LAPSE, CY, "The seat was not taken in time, so it went on.")
    assert due(both, before=51) is None


def test_the_free_seat_goes_up_with_the_reason_why_others_were_passed():
    found = due(rsvp_state(rsvp(BO, Place.WAITING, guests=("Hal",)), rsvp(CY, Place.WAITING)))

    assert found == Due(
        FactKind.SEAT,
        CY,
        outcome={"how": "moved up", "because": "A seat became free.", "passed": [[BO, "needs two seats at once"]]},
    )


def test_an_unconfirmed_seat_is_not_taken_where_only_the_host_gives_seats():
    asked = rsvp_state(rsvp(BO, Place.SEAT), rsvp(CY, Place.WAITING), request_at=START - timedelta(days=1))

    assert due(asked, CONFIRMING, before=360) == Due(
        FactKind.RELEASE, BO, "The seat was not confirmed in time, and others wait for one."
    )
    by_the_host = AttendanceTerms(remind_minutes=None, confirm_minutes=1440, release_minutes=360, moves_up=MovesUp.HOST)
    assert due(asked, by_the_host, before=360) is None


def test_the_last_who_got_a_seat_gives_it_up_first():
    asked = rsvp_state(
        rsvp(BO, Place.SEAT),
        rsvp(CY, Place.SEAT),
        rsvp(DI, Place.WAITING),
        seats=2,
        request_at=START - timedelta(days=1),
    )

    found = due(asked, CONFIRMING, before=360)

    assert (found.kind, found.player) == (FactKind.RELEASE, CY)


REMINDING = AttendanceTerms(remind_minutes=1440)
DAY, QUARTER = timedelta(days=1), timedelta(hours=6)


def reminded(*players, who=ReminderKind.SEATED, once="seated-0"):
    """Return a due reminder to these players."""
    return Due(FactKind.REMIND, content={"who": who}, outcome={"players": [*players]}, once=once)


def sat(player, since, **more):
    """Return a player who has had a seat since that long before the start."""
    return rsvp(player, Place.SEAT, answered_at=START - since, **more)


def test_a_day_before_those_are_reminded_who_have_had_a_seat_for_a_while():
    everybody = rsvp_state(
        sat(BO, 9 * DAY), sat(CY, 25 * DAY / 24), sat(DI, DAY + QUARTER), rsvp(4, Place.WAITING), seats=9
    )

    found = due(rsvp_state(*everybody.seated, seats=9), REMINDING, before=1440)

    assert found == reminded(BO, DI)
    assert due(rsvp_state(*everybody.seated, seats=9), REMINDING, before=1441) is None


@pytest.mark.parametrize(
    ("heard", "night"),
    [
        ({"since": DAY / 2}, {}),
        ({"since": DAY}, {}),
        ({"since": DAY + QUARTER - timedelta(seconds=1)}, {}),
        ({"since": 9 * DAY, "moved_up_at": START - DAY / 2}, {}),
        ({"since": 9 * DAY}, {"called_at": START - DAY / 2}),
        ({"since": 9 * DAY}, {"reminded": {ReminderKind.SEATED: START - DAY}}),
        ({"since": 9 * DAY}, {"switched": {ReminderKind.SEATED: False}}),
    ],
    ids=["within the day", "just now", "a little before", "moved up", "night moved", "reminded", "switched off"],
)
def test_who_has_just_heard_of_their_seat_is_not_reminded(heard, night):
    assert due(rsvp_state(sat(BO, **heard), **night), REMINDING, before=700) is None


def test_somebody_given_a_seat_without_an_answer_of_their_own_is_reminded():
    assert due(rsvp_state(rsvp(BO, Place.SEAT)), REMINDING, before=60) == reminded(BO)


def test_a_late_change_is_a_strike_from_the_start_on_unless_others_took_it_up():
    gone = LateChange(fact=7, player=BO, at=START - timedelta(hours=1), open_seats=1, was_full=True)
    taken = LateChange(fact=8, player=CY, at=START - timedelta(hours=1), open_seats=0, was_full=True)

    assert due(rsvp_state(changes=(taken, gone)), before=0) == Due(FactKind.STRIKE, BO, about=7)
    assert due(rsvp_state(changes=(taken, gone)), before=0.01) is None
    assert due(rsvp_state(changes=(taken, gone), settled=frozenset({7})), before=0) is None


def test_somebody_else_is_before_those_who_could_have_the_seat():
    waiting = rsvp_state(rsvp(BO, Place.WAITING), seats=1)

    assert in_line_before(Rsvp(CY), waiting, PEOPLE, QUIET)
    assert not in_line_before(waiting.of(BO), waiting, PEOPLE, QUIET)


FULL = AttendanceTerms(confirm_minutes=1440, release_minutes=360, cutoff_minutes=120, offer_minutes=30)
BOTH = (rsvp(BO, Place.SEAT), rsvp(CY, Place.WAITING))


@pytest.mark.sweep
@pytest.mark.parametrize("terms", [QUIET, CONFIRMING, FULL, AttendanceTerms(moves_up=MovesUp.OFFERED)])
@pytest.mark.parametrize(
    "found",
    [
        rsvp_state(),
        rsvp_state(*BOTH),
        rsvp_state(*BOTH, request_at=START - timedelta(minutes=1400)),
        rsvp_state(*BOTH, request_at=START - timedelta(minutes=300), reminded={ReminderKind.SEATED: START - DAY}),
        rsvp_state(*BOTH, invited_at={DI: START - timedelta(minutes=2990)}, switched=dict.fromkeys(ReminderKind, True)),
        rsvp_state(rsvp(BO, Place.OFFERED, offered_until=START - timedelta(minutes=77)), rsvp(CY, Place.WAITING)),
        rsvp_state(*BOTH, changes=(LateChange(7, DI, START - timedelta(minutes=50), 1, was_full=False),)),
    ],
)
def test_nothing_becomes_due_between_the_moments_that_are_told(found, terms):
    minutes = next((each for each in range(3000, -10, -1) if due(found, terms, each)), None)

    moment = next_moment(found, terms, START - timedelta(minutes=3001), zone="America/New_York")
    while moment is not None and not due(found, terms, (START - moment) / timedelta(minutes=1)):
        moment = next_moment(found, terms, moment, zone="America/New_York")

    assert moment == (None if minutes is None else START - timedelta(minutes=minutes))
