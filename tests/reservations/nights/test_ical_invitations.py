"""A night mailed to one player's calendar, read back with `icalendar`."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest

from reservations.acts.facts import Reply
from reservations.messages.rules import Method
from reservations.nights.ical import Event, Invitation, Party, as_invitation
from tests.browser.scenes import HOSTILE

NOW = datetime(2026, 11, 14, 9, 30, 15, tzinfo=UTC)
NIGHT = Event(
    uid="9f3c",
    sequence=4,
    is_on=True,
    day=date(2026, 11, 20),
    starts=datetime(2026, 11, 21, 0, tzinfo=UTC),
    ends=datetime(2026, 11, 21, 5, 30, tzinfo=UTC),
    zone="America/New_York",
    title="Poker: Mike's game",
    place="12 Elm Street",
    note="Hello Bo,\n\nCome.",
    changed_at=NOW,
)
ASKED = Invitation(
    method=Method.REQUEST,
    event=NIGHT,
    organizer=Party("The desk", "desk@example.org"),
    attendee=Party("Bo", "bo@example.org"),
    answers=True,
    remind=timedelta(days=1),
)
OFF = replace(ASKED, method=Method.CANCEL, event=replace(NIGHT, place=""), remind=None)


def read(invitation):
    return icalendar.Calendar.from_ical(as_invitation(invitation))


def event(invitation):
    return read(invitation).events[0]


def attendee(invitation):
    return event(invitation)["ATTENDEE"]


def test_every_field_of_an_invitation_is_read_back():
    found = event(ASKED)
    (alarm,) = found.walk("VALARM")

    told = {name: found[name].to_ical().decode() for name in found if name != "ATTENDEE"}
    assert told == {
        "UID": "9f3c",
        "SEQUENCE": "4",
        "DTSTAMP": "20261114T093015Z",
        "LAST-MODIFIED": "20261114T093015Z",
        "DTSTART": "20261121T000000Z",
        "DTEND": "20261121T053000Z",
        "SUMMARY": "Poker: Mike's game",
        "LOCATION": "12 Elm Street",
        "DESCRIPTION": r"Hello Bo\,\n\nCome.",
        "ORGANIZER": "mailto:desk@example.org",
        "STATUS": "CONFIRMED",
        "TRANSP": "OPAQUE",
    }
    assert found["ORGANIZER"].params == {"CN": "The desk"}
    assert {name: str(alarm[name]) for name in ("ACTION", "DESCRIPTION")} == {
        "ACTION": "DISPLAY",
        "DESCRIPTION": "Poker: Mike's game",
    }
    assert alarm["TRIGGER"].dt == -timedelta(days=1)


def test_the_only_one_invited_is_whom_it_is_for():
    found = attendee(ASKED)

    assert str(found) == "mailto:bo@example.org"
    assert found.params == {
        "CN": "Bo",
        "CUTYPE": "INDIVIDUAL",
        "ROLE": "REQ-PARTICIPANT",
        "PARTSTAT": "NEEDS-ACTION",
        "RSVP": "TRUE",
    }


def test_it_says_what_it_is_and_needs_no_zone():
    file = read(ASKED)

    assert {name: str(file[name]) for name in file} == {
        "PRODID": "-//Hostdesk//Nights//EN",
        "VERSION": "2.0",
        "CALSCALE": "GREGORIAN",
        "METHOD": "REQUEST",
    }
    assert [each.name for each in file.subcomponents] == ["VEVENT"]


@pytest.mark.parametrize(
    ("reply", "partstat"),
    [(None, "NEEDS-ACTION"), (Reply.YES, "ACCEPTED"), (Reply.MAYBE, "TENTATIVE"), (Reply.NO, "DECLINED")],
)
def test_it_knows_what_was_answered(reply, partstat):
    assert attendee(replace(ASKED, reply=reply)).params["PARTSTAT"] == partstat


def test_no_answer_is_asked_for_where_nobody_would_read_it():
    assert attendee(replace(ASKED, answers=False)).params["RSVP"] == "FALSE"


def test_who_waits_keeps_the_evening_free():
    found = event(replace(ASKED, reply=Reply.YES, waits=True, remind=None))

    assert (found["STATUS"], found["TRANSP"], found.walk("VALARM")) == ("TENTATIVE", "TRANSPARENT", [])


def test_a_cancelled_night_says_so():
    found = event(replace(OFF, event=replace(OFF.event, is_on=False)))

    assert (read(OFF)["METHOD"], found["STATUS"]) == ("CANCEL", "CANCELLED")
    assert (found["UID"], found["SEQUENCE"], str(found["ATTENDEE"])) == ("9f3c", 4, "mailto:bo@example.org")


def test_a_night_that_takes_place_without_somebody_is_cancelled_for_nobody_else():
    found = event(OFF)

    assert [name for name in ("STATUS", "TRANSP", "LOCATION") if name in found] == []
    assert found["ATTENDEE"].params == {"CN": "Bo", "CUTYPE": "INDIVIDUAL", "ROLE": "REQ-PARTICIPANT"}


def test_a_night_without_a_time_takes_the_day_and_keeps_nobody_busy():
    found = event(replace(ASKED, event=replace(NIGHT, starts=None, ends=None), remind=timedelta(hours=15)))

    assert (found["DTSTART"].params, found.start, found.end) == (
        {"VALUE": "DATE"},
        date(2026, 11, 20),
        date(2026, 11, 21),
    )
    assert (found["STATUS"], found["TRANSP"]) == ("CONFIRMED", "TRANSPARENT")
    assert [alarm["TRIGGER"].to_ical() for alarm in found.walk("VALARM")] == [b"-PT15H"]


@pytest.mark.parametrize(
    "text", [*HOSTILE, "a;b,c:d\\n", "Bo\r\nATTENDEE:mailto:eve@example.org", "a\u2028b\x00c\ud800"]
)
def test_hostile_names_are_only_names(text):
    source = as_invitation(
        replace(
            ASKED, event=replace(NIGHT, title=text), organizer=Party(text, "d@x.org"), attendee=Party(text, "b@x.org")
        )
    )

    found = icalendar.Calendar.from_ical(source).events[0]
    lines = source.split("\r\n")
    assert lines == [*source.splitlines(), ""]
    assert max(len(line.encode()) for line in lines) <= 75
    assert [line[:8] for line in lines].count("ATTENDEE") == 1
    assert (str(found["ATTENDEE"]), str(found["ORGANIZER"])) == ("mailto:b@x.org", "mailto:d@x.org")
    assert found["ATTENDEE"].params["CN"] == found["ORGANIZER"].params["CN"] == name(text)


def name(text):
    """Return a text as a calendar shows a name: on one line, without double quotes or unprintable characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).replace('"', "'").split())


@pytest.mark.parametrize(
    ("address", "uri"),
    [
        ("bo+poker@example.org", "mailto:bo+poker@example.org"),
        ("b&o?%@example.org", "mailto:b%26o%3F%25@example.org"),
        ("bo@example.org\r\nX:", "mailto:bo@example.org%0D%0AX%3A"),
    ],
)
def test_an_address_is_one_whatever_is_in_it(address, uri):
    assert str(attendee(replace(ASKED, attendee=Party("Bo", address)))) == uri
