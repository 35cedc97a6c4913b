"""The calendar file, read back with `icalendar`, and its time zones with `dateutil` as well."""

import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import icalendar
import pytest
from dateutil.tz import tzical

from reservations.nights.ical import Calendar, Event, as_file, night_in, reader_uid
from tests.browser.scenes import HOSTILE

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"
DAY = date(2026, 11, 20)
NIGHT = Event(
    uid="9f3c",
    sequence=4,
    is_on=True,
    day=DAY,
    starts=datetime(2026, 11, 21, 0, tzinfo=UTC),
    ends=datetime(2026, 11, 21, 5, 30, tzinfo=UTC),
    zone=NEW_YORK,
    title="Poker: Mike's game",
    place="12 Elm Street",
    note="Bring chairs.\nRing twice.",
    changed_at=datetime(2026, 11, 14, 9, 30, 15, tzinfo=UTC),
)


def calendar(*events, name="Poker nights", zone=NEW_YORK):
    return Calendar(name, zone, DAY, events)


def read(*events, **said):
    return icalendar.Calendar.from_ical(as_file(calendar(*events, **said)))


def event(night):
    return read(night).events[0]


def clocks(zone, *events):
    """Return the time zone of a file as another reader understands it."""
    return tzical(io.StringIO(as_file(calendar(*events)).decode())).get(zone)


def test_every_field_of_a_night_is_read_back():
    found = event(NIGHT)

    assert (found["UID"], found["SEQUENCE"], found["STATUS"]) == ("9f3c", 4, "CONFIRMED")
    assert (found["SUMMARY"], found["LOCATION"]) == ("Poker: Mike's game", "12 Elm Street")
    assert found["DESCRIPTION"] == "Bring chairs.\nRing twice."
    assert (found.start, found.end) == (NIGHT.starts, NIGHT.ends)
    assert {found["DTSTAMP"].dt, found["LAST-MODIFIED"].dt} == {NIGHT.changed_at}


def test_a_night_is_told_by_the_clocks_of_its_own_zone():
    found = event(NIGHT)

    assert (found["DTSTART"].params["TZID"], found["DTEND"].params["TZID"]) == (NEW_YORK, NEW_YORK)
    assert (f"{found.start:%a %H:%M}", f"{found.end:%a %H:%M}") == ("Fri 19:00", "Sat 00:30")


def test_what_the_calendar_says_of_itself():
    file = read(NIGHT, name="Poker nights of Bo")

    said = {name: file[name].to_ical().decode() for name in file}

    assert said == {
        "PRODID": "-//Hostdesk//Nights//EN",
        "VERSION": "2.0",
        "CALSCALE": "GREGORIAN",
        "METHOD": "PUBLISH",
        "NAME": "Poker nights of Bo",
        "X-WR-CALNAME": "Poker nights of Bo",
        "REFRESH-INTERVAL": "PT1H",
        "X-PUBLISHED-TTL": "PT1H",
    }
    assert file["REFRESH-INTERVAL"].params == {"VALUE": "DURATION"}


def test_a_cancelled_night_says_so():
    found = event(replace(NIGHT, is_on=False, place="", note=""))

    assert (found["STATUS"], found.get("LOCATION"), found.get("DESCRIPTION")) == ("CANCELLED", None, None)


def test_a_night_without_an_end_lasts_five_hours():
    assert event(replace(NIGHT, ends=None)).duration == timedelta(hours=5)


def test_a_night_without_a_time_takes_the_day():
    found = event(replace(NIGHT, starts=None, ends=None))

    assert (found["DTSTART"].params, found.start, found.end) == ({"VALUE": "DATE"}, DAY, date(2026, 11, 21))


def test_the_same_nights_are_the_same_bytes():
    assert as_file(calendar(NIGHT)) == as_file(calendar(replace(NIGHT)))


def test_lines_are_folded_and_ended_as_asked():
    lines = as_file(calendar(replace(NIGHT, note="🂡 ł " * 80))).split(b"\r\n")

    assert max(len(line) for line in lines) <= 75
    assert [line for line in lines if b"\n" in line or b"\r" in line] == []
    assert lines[-1] == b""


@pytest.mark.parametrize("text", [*HOSTILE, "a;b,c\\n:d", "END:VEVENT", 'x"^n\\', "a" * 500])
def test_hostile_texts_are_only_texts(text):
    file = read(replace(NIGHT, title=text, place=text, note=text), name=text)

    found = file.events[0]
    assert [found["SUMMARY"], found["LOCATION"], found["DESCRIPTION"]] == [text] * 3
    assert [str(file[name]) for name in ("NAME", "X-WR-CALNAME")] == [icalendar.vText(text).to_ical().decode()] * 2


@pytest.mark.parametrize(
    "text", ["a\rEND:VEVENT", "a\r\nEND:VEVENT", "a\nEND:VEVENT", "a\x85END:VEVENT", "a\u2028b", "a\x00b", "a\ud800b"]
)
def test_no_text_ends_its_line(text):
    lines = as_file(calendar(replace(NIGHT, note=text))).decode().splitlines()

    assert lines == as_file(calendar(replace(NIGHT, note=text))).decode().split("\r\n")[:-1]
    assert lines.count("END:VEVENT") == 1


# Clocks go back at 2:00 on 1 November 2026 in New York and at 3:00 on 25 October 2026 in Berlin. They go forward at
# 2:00 on 14 March 2027 in New York and on 28 March 2027 in Berlin.
@pytest.mark.parametrize(
    ("zone", "starts", "shown", "hours"),
    [
        (NEW_YORK, datetime(2026, 11, 1, 0, tzinfo=UTC), "Sat 20:00 EDT", "Sun 01:30 EDT"),
        (NEW_YORK, datetime(2026, 11, 1, 1, 30, tzinfo=UTC), "Sat 21:30 EDT", "Sun 02:00 EST"),
        (NEW_YORK, datetime(2027, 3, 14, 2, 30, tzinfo=UTC), "Sat 21:30 EST", "Sun 04:00 EDT"),
        (BERLIN, datetime(2026, 10, 24, 19, tzinfo=UTC), "Sat 21:00 CEST", "Sun 02:30 CEST"),
        (BERLIN, datetime(2026, 10, 24, 20, 30, tzinfo=UTC), "Sat 22:30 CEST", "Sun 03:00 CET"),
        (BERLIN, datetime(2027, 3, 27, 20, tzinfo=UTC), "Sat 21:00 CET", "Sun 03:30 CEST"),
    ],
)
def test_a_night_on_which_the_clocks_change(zone, starts, shown, hours):
    found = event(replace(NIGHT, zone=zone, starts=starts, ends=starts + timedelta(hours=5, minutes=30)))

    assert (f"{found.start:%a %H:%M %Z}", f"{found.end:%a %H:%M %Z}") == (shown, hours)
    assert found.end.astimezone(UTC) - found.start.astimezone(UTC) == timedelta(hours=5, minutes=30)


@pytest.mark.parametrize(
    ("zone", "ends"),
    [(NEW_YORK, datetime(2026, 11, 1, 6, 30, tzinfo=UTC)), (BERLIN, datetime(2026, 10, 25, 1, 30, tzinfo=UTC))],
)
def test_an_hour_that_the_clocks_show_twice_is_told_in_utc(zone, ends):
    starts = ends - timedelta(hours=5)
    found = event(replace(NIGHT, zone=zone, starts=starts, ends=None))

    assert found["DTEND"].to_ical() == ends.strftime("%Y%m%dT%H%M%SZ").encode()
    assert (found.start, found.end) == (starts, ends)


@pytest.mark.sweep
@pytest.mark.parametrize("zone", [NEW_YORK, BERLIN, "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata", "UTC"])
def test_the_clocks_in_the_file_are_those_of_the_zone(zone):
    told, place = clocks(zone, replace(NIGHT, zone=zone)), ZoneInfo(zone)
    hours = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=30) * each for each in range(365 * 48)]
    locals_ = [hour.astimezone(place).replace(tzinfo=None) for hour in hours if not hour.astimezone(place).fold]

    wrong = [local for local in locals_ if told.utcoffset(local) != local.replace(tzinfo=place).utcoffset()]

    assert wrong == []


def test_the_clocks_are_told_for_all_years_of_the_nights():
    old = replace(NIGHT, day=date(2025, 12, 31), starts=datetime(2026, 1, 1, 2, tzinfo=UTC))
    new = replace(NIGHT, day=date(2027, 12, 31), starts=datetime(2028, 1, 1, 2, tzinfo=UTC))

    zone = read(old, new).walk("VTIMEZONE")[0]

    years = {part["DTSTART"].dt.year for part in zone.subcomponents}
    assert years == {2024, 2025, 2026, 2027}


def test_each_zone_is_told_once_in_their_order():
    zones = [zone["TZID"] for zone in read(NIGHT, replace(NIGHT, zone=BERLIN), NIGHT).walk("VTIMEZONE")]

    assert zones == [NEW_YORK, BERLIN]


def test_a_calendar_without_a_night_is_one_still():
    file = read(zone=BERLIN)

    assert [each.name for each in file.subcomponents] == ["VTIMEZONE"]
    assert file.subcomponents[0]["TZID"] == BERLIN


NIGHT_UID, KEY = UUID("0b9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10"), "f" * 64


def test_the_uid_of_a_reader_is_always_the_same_and_nobody_elses():
    uids = [reader_uid(NIGHT_UID, 2, KEY), reader_uid(NIGHT_UID, 3, KEY), reader_uid(NIGHT_UID, 2, "e" * 64)]

    assert uids[0] == "0b9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10-528076ea773c50f246b1b3b4ac168d88"
    assert len({*uids}) == 3


@pytest.mark.parametrize(
    ("uid", "night"),
    [
        (str(NIGHT_UID), NIGHT_UID),
        (str(NIGHT_UID).upper(), NIGHT_UID),
        (reader_uid(NIGHT_UID, 2, KEY), NIGHT_UID),
        (f"{NIGHT_UID}-host", None),
        (f"{NIGHT_UID}-{'g' * 32}", None),
        ("", None),
    ],
)
def test_a_uid_names_its_night_whoever_reads_it(uid, night):
    assert night_in(uid) == night
