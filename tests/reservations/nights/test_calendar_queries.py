"""The nights in players' calendars: their events, the sequence numbers, and the number of queries."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import icalendar
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.undoing.commands import reverse
from reservations.acts.facts import Mark
from reservations.models import Night, Rules
from reservations.nights.calendar_queries import calendar_of_host, calendar_of_player, event_for, uids_of
from reservations.nights.commands import cancel_night, restore_night
from reservations.nights.ical import as_file, night_in
from reservations.players.commands import rename_player
from reservations.strikes.commands import mark
from reservations.waiting_list.commands import bump, invite, release, seat_player
from tests.reservations.coming_soon import FIRST, FRIDAY, NEW_YORK, PLAN, ComingSoon

pytestmark = [pytest.mark.further, pytest.mark.django_db]

TODAY, HERE = date(2026, 11, 14), "Europe/Berlin"
YES, OFF = True, False


@pytest.fixture
def soon():
    return ComingSoon()


def cancels(soon):
    soon.does(cancel_night, reason="The heating.")


def restores(soon):
    soon.does(restore_night)


def no_stakes(_night):
    return ""


def events(soon, name, today=TODAY):
    return calendar_of_player(soon.player(name), today=today, zone=HERE, stakes=no_stakes).events


def told(soon, name):
    """Return the event of the one night in a player's calendar: whether it is on, and its sequence number."""
    return [(each.is_on, each.sequence) for each in events(soon, name)]


def uid_of(soon, name):
    """Return the UID of the one night in a player's calendars."""
    return uids_of(soon.player(name), [soon.night])[soon.night.pk]


def of_host(today=TODAY):
    return calendar_of_host(today=today, zone=HERE, stakes=no_stakes, houses=None).events


def test_a_seat_is_an_event_with_everything_of_the_night(soon):
    soon.says("Bo")

    (event,) = events(soon, "Bo")

    assert (event.uid, event.sequence, event.is_on) == (uid_of(soon, "Bo"), 1, YES)
    assert (event.day, event.starts) == (FRIDAY, datetime(2026, 11, 20, 19, tzinfo=NEW_YORK))
    assert (event.ends, event.zone) == (datetime(2026, 11, 21, 0, 30, tzinfo=NEW_YORK), str(NEW_YORK))
    assert (event.title, event.place, event.note) == ("Poker: Friday's game", "12 Elm Street", "Bring chairs.")
    assert event.changed_at == soon.night.facts.get().at


def test_a_calendar_has_the_name_of_its_player(soon):
    assert calendar_of_player(soon.player("Bo"), today=TODAY, zone=HERE, stakes=no_stakes).name == "Poker nights of Bo"
    assert calendar_of_host(today=TODAY, zone=HERE, stakes=no_stakes, houses=None).name == "Poker nights"


def test_nobody_on_the_waiting_list_has_an_event(soon):
    for name in ("Ann", "Bo", "Cy"):
        soon.says(name)

    assert [told(soon, name) for name in ("Bo", "Cy")] == [[(YES, 1)], []]


@pytest.mark.parametrize("reply", ["no", "maybe"])
def test_who_never_had_a_seat_has_no_event(soon, reply):
    soon.says("Bo", reply)
    soon.changes(place="3 Oak Street")

    assert [told(soon, name) for name in ("Bo", "Cy")] == [[], []]


def test_nobody_who_only_waited_hears_of_a_cancelled_night(soon):
    for name in ("Ann", "Bo", "Cy"):
        soon.says(name)

    cancels(soon)

    assert [told(soon, name) for name in ("Bo", "Cy")] == [[(OFF, 2)], []]


def test_who_moves_up_gets_an_event(soon):
    for name in ("Ann", "Bo", "Cy"):
        soon.says(name)

    soon.says("Ann", "no")

    assert [told(soon, name) for name in ("Ann", "Cy")] == [[(OFF, 2)], [(YES, 2)]]


def test_the_sequence_rises_with_a_change_and_with_being_called_off_and_on(soon):
    soon.says("Bo")
    steps = [told(soon, "Bo")]

    for step in (lambda soon: soon.changes(place="3 Oak Street"), cancels, restores):
        step(soon)
        steps.append(told(soon, "Bo"))

    assert steps == [[(YES, 1)], [(YES, 2)], [(OFF, 3)], [(YES, 4)]]


def test_the_sequence_rises_whenever_the_seat_comes_or_goes(soon):
    turns = [
        lambda: soon.says("Bo"),
        lambda: soon.does(bump, "Bo", reason="No room."),
        lambda: soon.does(seat_player, "Bo", reason="Drives the others."),
        lambda: soon.does(release, "Bo", reason="Asked to."),
        lambda: soon.says("Bo"),
        lambda: soon.says("Bo", "no"),
    ]
    found = []

    for turn in turns:
        turn()
        found += told(soon, "Bo")

    assert found == [(YES, 1), (OFF, 2), (YES, 3), (OFF, 4), (YES, 5), (OFF, 6)]


def test_what_was_lost_keeps_its_uid_and_tells_no_place(soon):
    soon.says("Bo")
    soon.does(bump, "Bo", reason="No room.")

    (event,) = events(soon, "Bo")

    assert (event.uid, event.is_on, event.place) == (uid_of(soon, "Bo"), OFF, "")
    assert event.note == "You have no seat any more."


def test_a_cancelled_night_tells_no_place(soon):
    soon.says("Bo")
    cancels(soon)

    (event,) = events(soon, "Bo")

    assert (event.place, event.note) == ("", "The night is cancelled.")


def test_a_night_that_is_moved_keeps_its_uid(soon):
    soon.says("Bo")

    soon.changes(day=date(2026, 11, 27), starts=time(20))

    (event,) = events(soon, "Bo")
    assert (event.uid, event.day, event.sequence) == (uid_of(soon, "Bo"), date(2026, 11, 27), 2)
    assert event.starts == datetime(2026, 11, 27, 20, tzinfo=NEW_YORK)


def test_a_night_has_another_uid_for_each_reader_and_the_same_in_feed_and_mail(soon):
    soon.says("Ann")
    soon.says("Bo")

    (fed,) = events(soon, "Bo")
    mailed = event_for(soon.player("Bo"), soon.night, place="", note="", now=FIRST)

    assert (fed.uid, night_in(fed.uid)) == (mailed.uid, soon.night.uid)
    assert len({str(soon.night.uid), *(uid_of(soon, name) for name in ("Ann", "Bo"))}) == 3


def test_a_night_that_went_out_under_one_uid_for_all_keeps_it(soon):
    soon.says("Bo")
    Night.objects.update(uid_is_shared=True)

    (event,) = events(soon, "Bo")

    assert event.uid == str(soon.night.uid)


def test_who_is_merged_after_the_invitation_keeps_the_uid(soon):
    soon.does(invite, players=[soon.player("Bo"), soon.player("Cy")])
    before = [uid_of(soon, name) for name in ("Bo", "Cy")]

    soon.merges("Cy", into="Di")

    assert [uid_of(soon, name) for name in ("Bo", "Di")] == before


def test_a_night_without_a_zone_of_its_own_has_the_desks(soon):
    Night.objects.update(time_zone="", starts_at=None, ends_at=None)
    soon.says("Bo")

    assert [(each.zone, each.starts) for each in (*events(soon, "Bo"), *of_host())] == [(HERE, None)] * 2


def test_others_answers_change_nothing_for_a_player(soon):
    soon.says("Bo")
    before = events(soon, "Bo")

    soon.says("Ann")
    soon.says("Di")

    assert events(soon, "Bo") == before


def test_a_duplicates_seat_is_the_persons(soon):
    soon.says("Bo")

    soon.merges("Bo", into="Cy")

    assert [told(soon, name) for name in ("Bo", "Cy")] == [[(YES, 2)], [(YES, 2)]]


def test_a_duplicate_who_was_none_takes_the_seat_along_and_the_sequence_still_rises(soon):
    soon.says("Bo")
    merged = soon.merges("Bo", into="Cy")
    soon.says("Cy", "no")
    before = told(soon, "Cy")

    reverse(stamp=soon.stamp(), of=merged.act.key, reason="They are two.")

    assert (before, told(soon, "Cy"), told(soon, "Bo")) == ([(OFF, 3)], [(OFF, 4)], [(YES, 4)])


def test_a_duplicates_own_calendar_never_counts_down_when_they_are_two_again(soon):
    """Bo's calendar showed Cy's event for a while; it takes this event back with a higher sequence number."""
    soon.says("Cy")
    soon.changes(note="Bring two chairs.")
    found = [told(soon, "Bo")]
    merged = soon.merges("Bo", into="Cy")
    found.append(told(soon, "Bo"))

    reverse(stamp=soon.stamp(), of=merged.act.key, reason="They are two.")

    assert [*found, told(soon, "Bo"), told(soon, "Cy")] == [[], [(YES, 3)], [(OFF, 4)], [(YES, 4)]]


def test_the_sequence_never_falls_also_along_a_line_of_duplicates(soon):
    for name in ("Bo", "Cy", "Di"):
        soon.says(name)
    found = [soon.merges("Bo", into="Cy"), told(soon, "Bo")]
    merged = soon.merges("Cy", into="Di")
    found.append(told(soon, "Bo"))

    for each in (merged, found.pop(0)):
        reverse(stamp=soon.stamp(), of=each.act.key, reason="They are two.")
        found.append(told(soon, "Bo"))

    assert [sequence for ((_, sequence),) in found] == [4, 7, 8, 9]


def test_two_seats_that_are_one_stay_an_event_and_who_makes_room_is_told(soon):
    for name in ("Bo", "Cy"):
        soon.says(name)
    merged = soon.merges("Bo", into="Cy")
    soon.says("Di")
    assert [told(soon, name) for name in ("Bo", "Cy", "Di")] == [[(YES, 4)], [(YES, 4)], [(YES, 1)]]

    reverse(stamp=soon.stamp(), of=merged.act.key, reason="They are two.")

    assert [told(soon, name) for name in ("Bo", "Cy", "Di")] == [[(YES, 6)], [(OFF, 6)], [(YES, 1)]]


def test_who_did_not_come_has_no_seat_any_more_until_the_mark_is_taken_back(soon):
    soon.says("Bo")
    soon.said = 10_000  # in minutes: the night has begun
    found = []

    for as_ in (Mark.EXCUSED, None):
        soon.does(mark, "Bo", mark=as_, reason="Ill.")
        found += told(soon, "Bo")

    assert found == [(OFF, 2), (YES, 3)]


@pytest.mark.parametrize(("days", "nights"), [(365, 1), (366, 0)])
def test_a_night_stays_for_a_year(soon, days, nights):
    soon.says("Bo")
    today = FRIDAY + timedelta(days=days)

    assert [len(events(soon, "Bo", today)), len(of_host(today))] == [nights] * 2


def test_a_host_sees_how_full_a_night_is(soon):
    for name in ("Ann", "Bo", "Cy"):
        soon.says(name)

    (event,) = of_host()

    assert (event.uid, event.sequence, event.is_on) == (f"{soon.night.uid}-host", 3, YES)
    assert (event.place, event.note) == ("12 Elm Street", "2 of 2 seats, 1 waiting\nBring chairs.")
    assert (event.title, event.starts) == ("Poker: Friday's game", datetime(2026, 11, 20, 19, tzinfo=NEW_YORK))


@pytest.mark.parametrize(("seats", "said"), [(9, "1 of 9 seats"), (None, "1 coming")])
def test_a_host_sees_as_much_as_there_is_to_say(soon, seats, said):
    soon.changes(seats=seats, note="")
    soon.says("Bo")

    assert [each.note for each in of_host()] == [said]


def test_a_hosts_sequence_rises_with_everything_that_is_said(soon):
    found = []

    for step in (lambda soon: soon.says("Bo"), lambda soon: soon.changes(seats=5), cancels, restores):
        step(soon)
        found += [(each.is_on, each.sequence) for each in of_host()]

    assert found == [(YES, 1), (YES, 2), (OFF, 3), (YES, 4)]


def test_of_a_night_that_nobody_spoke_of_the_host_sees_when_its_house_came_about(soon):
    (event,) = of_host()

    assert (event.sequence, event.changed_at) == (0, Rules.objects.get().since)


def test_a_host_sees_a_night_that_is_open(soon):
    Night.objects.update(rules=Rules.objects.get())

    assert [(each.is_on, each.day) for each in of_host()] == [(YES, FRIDAY)]


def test_nights_come_in_the_order_of_their_days(soon):
    sooner = soon.plans(replace(PLAN, day=date(2026, 11, 15)))

    assert [each.uid for each in of_host()] == [f"{sooner.uid}-host", f"{soon.night.uid}-host"]


def test_the_same_facts_are_the_same_bytes(soon):
    soon.says("Bo")

    files = [as_file(calendar_of_player(soon.player("Bo"), today=TODAY, zone=HERE, stakes=no_stakes)) for _ in range(2)]

    assert files[0] == files[1]


@pytest.mark.parametrize("name", ["<b>", "'; DROP TABLE x; --", "a;b,c\\n", "🂡🔥🎲", "יעקב הגדול"])
def test_hostile_names_are_only_names(soon, name):
    rename_player(stamp=soon.stamp(), player=soon.player("Bo"), name=name)
    soon.says(name)

    file = icalendar.Calendar.from_ical(
        as_file(calendar_of_player(soon.player(name), today=TODAY, zone=HERE, stakes=no_stakes))
    )

    assert str(file["X-WR-CALNAME"]) == icalendar.vText(f"Poker nights of {name}").to_ical().decode()
    assert [event["SUMMARY"] for event in file.events] == ["Poker: Friday's game"]


def queries(calendar):
    with CaptureQueriesContext(connection) as asked:
        calendar()
    return len(asked)


@pytest.mark.parametrize(
    "calendar",
    [
        lambda soon: calendar_of_player(soon.player("Bo"), today=TODAY, zone=HERE, stakes=no_stakes),
        lambda soon: calendar_of_host(today=TODAY, zone=HERE, stakes=no_stakes, houses=None),
    ],
    ids=["player", "host"],
)
def test_more_nights_ask_the_database_no_more(soon, calendar):
    soon.says("Bo")
    one = queries(lambda: calendar(soon))
    for days in (7, 14, 21):
        soon.number = soon.plans(replace(PLAN, day=FRIDAY + timedelta(days=days))).pk
        soon.says("Bo")

    assert (queries(lambda: calendar(soon)), len(calendar(soon).events)) == (one, 4)
