"""The reminders of a night go out by day, in time, and only to players who need them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.facts import Place, ReminderKind, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.rsvps.due import Reminder, is_quiet, out_of_the_night, reminder, timing
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person

NEW_YORK = "America/New_York"
SEATED, UNANSWERED = ReminderKind.SEATED, ReminderKind.UNANSWERED
BO, CY, DI, EVE = 1, 2, 3, 4
PEOPLE = {number: Person(number, name, regular=True) for number, name in enumerate(("Bo", "Cy", "Di", "Eve"), 1)}
TERMS = AttendanceTerms()
START = "Fri 20 Nov 19:00"


def at(text, zone=NEW_YORK):
    """Return a moment of 2026 by local time: "Fri 20 Nov 19:00"; a "2" at the end means the later of two such times."""
    clock, again = text.removesuffix(" 2"), text.endswith(" 2")
    local = datetime.strptime(f"2026 {clock}", "%Y %a %d %b %H:%M").replace(tzinfo=ZoneInfo(zone), fold=again)
    return local.astimezone(UTC)


def told(moment, zone=NEW_YORK):
    """Return the local time of a moment, "" for None."""
    return "" if moment is None else f"{moment.astimezone(ZoneInfo(zone)):%a %-d %b %H:%M}"


def night(*rsvps, start=START, invited=None, **said):
    invited_at = {number: at(text) for number, text in (invited or {}).items()}
    starts_at = None if start is None else at(start)
    return RsvpState(9, starts_at, {each.player: each for each in rsvps}, invited_at=invited_at, **said)


def seated(player, since=None, **said):
    return Rsvp(player, Reply.YES, place=Place.SEAT, answered_at=since and at(since), **said)


def planned(kind, found, terms=TERMS):
    times = timing(kind, found, terms, NEW_YORK)
    return "" if times is None else told(times.at)


def still(kind, found, now="Mon 2 Nov 12:00", terms=TERMS, people=PEOPLE):
    return reminder(kind, found, people, terms, at(now), zone=NEW_YORK)


@pytest.mark.parametrize(
    ("clock", "quiet"),
    [("20:59", False), ("21:00", True), ("23:59", True), ("00:00", True), ("08:59", True), ("09:00", False)],
)
def test_it_is_night_from_nine_to_nine_by_the_clocks_of_the_game(clock, quiet):
    assert is_quiet(at(f"Fri 20 Nov {clock}"), NEW_YORK) is quiet


def test_the_clocks_are_those_of_the_zone():
    moment = at("Fri 20 Nov 19:00")

    assert [is_quiet(moment, zone) for zone in (NEW_YORK, "Europe/Berlin", "Asia/Tokyo", "Pacific/Honolulu")] == [
        *(False, True),  # 1:00 in Berlin
        *(False, False),  # 9:00 in Tokyo, 14:00 in Honolulu
    ]


@pytest.mark.parametrize(
    ("minutes", "start", "moment"),
    [
        (1440, "Fri 20 Nov 19:00", "Thu 19 Nov 19:00"),
        (1440, "Fri 20 Nov 20:59", "Thu 19 Nov 20:59"),
        # A time at night becomes the next morning if half of the time before the start is left then.
        (1440, "Fri 20 Nov 21:00", "Fri 20 Nov 9:00"),
        (1440, "Fri 20 Nov 23:30", "Fri 20 Nov 9:00"),
        (1440, "Sat 21 Nov 2:00", "Fri 20 Nov 9:00"),
        (720, "Fri 20 Nov 15:00", "Fri 20 Nov 9:00"),
        # Otherwise it becomes the evening before.
        (720, "Fri 20 Nov 14:59", "Thu 19 Nov 20:00"),
        (720, "Sat 21 Nov 9:30", "Fri 20 Nov 20:00"),
        (600, "Sat 21 Nov 10:00", "Fri 20 Nov 20:00"),
        (60, "Sat 21 Nov 9:00", "Fri 20 Nov 20:00"),
        (60, "Sat 21 Nov 10:00", "Sat 21 Nov 9:00"),
        (60, "Fri 20 Nov 22:30", "Fri 20 Nov 20:00"),
        # The clocks go back at 2:00 on 1 November and forward on 8 March: 24 hours stay 24 hours, and 9:00 stays 9:00.
        (1440, "Sun 1 Nov 19:00", "Sat 31 Oct 20:00"),
        (1440, "Sun 1 Nov 20:00", "Sat 31 Oct 20:00"),
        (1440, "Sun 1 Nov 21:00", "Sun 1 Nov 9:00"),
        (1440, "Mon 2 Nov 0:30", "Sun 1 Nov 9:00"),
        (720, "Sun 1 Nov 13:00", "Sat 31 Oct 20:00"),
        (1440, "Sun 8 Mar 19:00", "Sat 7 Mar 18:00"),
        (1440, "Sun 8 Mar 21:30", "Sat 7 Mar 20:30"),
        (1440, "Sun 8 Mar 22:00", "Sun 8 Mar 9:00"),
    ],
)
def test_it_goes_out_by_day(minutes, start, moment):
    found = planned(SEATED, night(start=start), AttendanceTerms(remind_minutes=minutes))

    assert found == told(at(moment))


def test_the_hour_that_comes_twice_is_night_both_times():
    late = at("Sun 1 Nov 13:00")

    moved = [out_of_the_night(at(text), latest=late, zone=NEW_YORK) for text in ("Sun 1 Nov 1:30", "Sun 1 Nov 1:30 2")]

    assert [told(each) for each in moved] == ["Sun 1 Nov 09:00", "Sun 1 Nov 09:00"]


@pytest.mark.parametrize(
    ("invited", "start", "moment"),
    [
        # Three days before, to players invited at least three days and a quarter of that time before the start.
        ("Fri 6 Nov 19:00", START, "Tue 17 Nov 19:00"),
        ("Mon 16 Nov 20:00", "Fri 20 Nov 20:00", "Tue 17 Nov 20:00"),
        # Halfway between a later invitation and the start.
        ("Tue 17 Nov 11:00", "Fri 20 Nov 19:00", "Thu 19 Nov 9:00"),
        ("Wed 18 Nov 19:00", START, "Thu 19 Nov 19:00"),
        ("Thu 19 Nov 20:00", START, "Fri 20 Nov 9:00"),
        ("Fri 20 Nov 10:00", START, "Fri 20 Nov 14:30"),
        ("Fri 20 Nov 13:00", START, "Fri 20 Nov 16:00"),
        ("Fri 20 Nov 13:01", START, ""),
    ],
)
def test_who_was_invited_is_asked_three_days_before_or_half_way(invited, start, moment):
    found = planned(UNANSWERED, night(start=start, invited={BO: invited, CY: "Fri 20 Nov 18:00"}))

    assert found == (moment and told(at(moment)))


def test_a_house_that_says_a_shorter_time_itself_reminds_that_shortly_before():
    hour = AttendanceTerms(unanswered_minutes=60)

    assert planned(UNANSWERED, night(invited={BO: "Fri 20 Nov 17:45"}), hour) == "Fri 20 Nov 18:00"


@pytest.mark.parametrize(
    ("kind", "found", "terms"),
    [
        (SEATED, night(start=None), TERMS),
        (SEATED, night(), AttendanceTerms(remind_minutes=None)),
        (UNANSWERED, night(), TERMS),
        (UNANSWERED, night(invited={BO: "Mon 2 Nov 12:00"}), AttendanceTerms(unanswered_minutes=None)),
    ],
    ids=["no start", "no such term", "nobody invited", "no term for them"],
)
def test_there_may_be_no_reminder(kind, found, terms):
    assert still(kind, found, terms=terms) is None


def test_what_has_gone_out_does_not_go_again():
    both = {BO: "Mon 2 Nov 12:00"}
    asked = night(seated(CY), invited=both, reminded={UNANSWERED: at("Tue 17 Nov 19:00")})

    assert (still(UNANSWERED, asked), still(SEATED, asked).players) == (None, (CY,))


def test_who_has_not_answered_is_listed_and_nobody_else():
    invited = dict.fromkeys((BO, CY, DI, EVE), "Mon 2 Nov 12:00")
    removed = PEOPLE | {EVE: Person(EVE, "Eve", regular=True, barred="Removed from the group.", removed=True)}
    said = (seated(BO, "Tue 3 Nov 12:00"), Rsvp(CY, Reply.MAYBE, answered_at=at("Tue 3 Nov 12:00")))

    found = still(UNANSWERED, night(*said, invited=invited, switched={UNANSWERED: True}), people=removed)

    assert found == Reminder(UNANSWERED, True, at("Tue 17 Nov 19:00"), (DI,))


@pytest.mark.parametrize(
    ("rsvp", "invited"),
    [
        (Rsvp(BO), "Tue 17 Nov 1:01"),
        (Rsvp(BO, answered_at=at("Tue 3 Nov 12:00")), "Mon 2 Nov 12:00"),
        (Rsvp(BO, turned_away="Too young."), "Mon 2 Nov 12:00"),
    ],
    ids=["invited within a quarter of the time", "reservation deleted", "turned away"],
)
def test_who_need_not_be_asked_is_not(rsvp, invited):
    assert still(UNANSWERED, night(rsvp, invited={BO: invited, CY: "Mon 2 Nov 12:00"})).players == (CY,)


def test_the_host_who_invited_is_not_asked_by_a_message():
    found = night(invited=dict.fromkeys((BO, CY), "Mon 2 Nov 12:00"), inviters=frozenset({"bo"}))

    assert still(UNANSWERED, found).players == (CY,)


def test_who_was_invited_by_a_quarter_of_the_time_before_is_asked():
    found = still(UNANSWERED, night(invited={BO: "Tue 17 Nov 1:00", CY: "Mon 2 Nov 12:00"}))

    assert found.players == (BO, CY)


@pytest.mark.parametrize(
    ("rsvp", "called", "listed"),
    [
        (seated(BO), None, True),
        (seated(BO, "Thu 19 Nov 13:00"), None, True),
        (seated(BO, "Thu 19 Nov 13:01"), None, False),
        (seated(BO, "Mon 2 Nov 12:00", moved_up_at=at("Thu 19 Nov 13:01")), None, False),
        (seated(BO, "Mon 2 Nov 12:00"), "Thu 19 Nov 13:01", False),
        (Rsvp(BO, Reply.YES, place=Place.WAITING), None, False),
    ],
    ids=["seated by the host", "long ago", "just now", "moved up", "night moved", "waits"],
)
def test_who_has_had_a_seat_for_some_time_is_listed(rsvp, called, listed):
    found = still(SEATED, night(rsvp, called_at=called and at(called)))

    assert found.players == ((BO,) if listed else ())


@pytest.mark.parametrize(
    ("now", "goes"),
    [
        ("Mon 2 Nov 12:00", "Thu 19 Nov 19:00"),
        ("Thu 19 Nov 19:00", "Thu 19 Nov 19:00"),
        # The computer was asleep.
        ("Thu 19 Nov 20:59", "Thu 19 Nov 20:59"),
        ("Thu 19 Nov 21:00", "Fri 20 Nov 09:00"),
        ("Fri 20 Nov 3:00", "Fri 20 Nov 09:00"),
        ("Fri 20 Nov 12:34", "Fri 20 Nov 12:34"),
        ("Fri 20 Nov 18:30", "Fri 20 Nov 18:30"),
        ("Fri 20 Nov 18:31", ""),
    ],
)
def test_a_late_reminder_goes_out_by_day_and_not_in_the_last_half_hour(now, goes):
    assert told(still(SEATED, night(seated(BO)), now).goes_at) == goes


def test_a_reminder_of_half_an_hour_goes_until_a_quarter_of_one():
    half, found = AttendanceTerms(remind_minutes=30), night(seated(BO))

    assert told(still(SEATED, found, "Fri 20 Nov 18:45", half).goes_at) == "Fri 20 Nov 18:45"
    assert still(SEATED, found, "Fri 20 Nov 18:46", half).goes_at is None


def test_the_next_morning_may_be_too_late():
    found = night(seated(BO), start="Sat 21 Nov 9:29")

    assert still(SEATED, found, "Sat 21 Nov 7:00").goes_at is None


def test_only_what_is_switched_on_goes_by_itself():
    found = night(seated(BO), invited={CY: "Mon 2 Nov 12:00"})

    assert (still(SEATED, found).on, still(UNANSWERED, found).on) == (True, False)


def test_each_hour_of_a_year_is_brought_to_the_day_in_a_zone_that_changes_its_clocks():
    hours = [at("Thu 1 Jan 0:30") + timedelta(hours=hour) for hour in range(365 * 24)]

    moved = [out_of_the_night(each, latest=each + timedelta(hours=6), zone=NEW_YORK) for each in hours]

    assert not any(is_quiet(each, NEW_YORK) for each in moved)
    assert all(
        timedelta(hours=-14) < each - hour <= timedelta(hours=6) for hour, each in zip(hours, moved, strict=True)
    )
