"""Replies from calendars, and those that are not one person's answer about one night."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostdesk.mail.mailbox.calendar_replies import CalendarReply, read_reply
from reservations.acts.facts import Reply

UID = "0b9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10"
ATTENDEE = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.org"
SAID = CalendarReply(UID, 3, "bo@example.org", Reply.YES, datetime(2026, 11, 16, 18, 21, 5, tzinfo=UTC))
SEVERAL = CalendarReply(fault="Its calendar does not answer for one person and one night.")


def calendar(*lines, method="REPLY", events=1):
    """Return a calendar with that many events of these lines."""
    event = ["BEGIN:VEVENT", *lines, "END:VEVENT"]
    return "\r\n".join(["BEGIN:VCALENDAR", f"METHOD:{method}", *event * events, "END:VCALENDAR", ""])


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        ((ATTENDEE,), {}),
        (('ATTENDEE;CN="Barker, Bo: the man";PARTSTAT=accepted:MAILTO:Bo@Example.org',), {}),
        (("ATTENDEE;EMAIL=bo@example.org;PARTSTAT=ACCEPTED:urn:uuid:1-2-3",), {}),
        (("ATTENDEE;PARTSTAT=TENTATIVE:mailto:bo@example.org",), {"answer": Reply.MAYBE}),
        (("ATTENDEE;PARTSTAT=DECLINED:mail\r\n to:bo@example.org",), {"answer": Reply.NO}),
        ((ATTENDEE, "COMMENT:See you\\, all\\n"), {"comment": "See you, all"}),
        ((ATTENDEE, "RECURRENCE-ID:20261121T000000Z", "BEGIN:VALARM", "UID:other", "END:VALARM"), {}),
    ],
)
def test_an_answer(lines, changes):
    text = calendar(f"UID:{UID}", "SEQUENCE:3", "DTSTAMP:20261116T182105Z", *lines)

    assert read_reply(text) == replace(SAID, **changes)


def test_without_a_version_and_a_time_it_is_the_first_one_and_undated():
    text = calendar(f"UID:{UID}", "SEQUENCE:many", "DTSTAMP;TZID=Europe/Berlin:20261116T182105", ATTENDEE)

    assert read_reply(text) == CalendarReply(UID, 0, "bo@example.org", Reply.YES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (calendar(f"UID:{UID}", ATTENDEE, method="REQUEST"), None),
        ("Yes, I am coming.", None),
        ("", None),
        (calendar(f"UID:{UID}", ATTENDEE, method="COUNTER"), CalendarReply(fault="It proposes another time.")),
        (calendar(f"UID:{UID}", ATTENDEE, events=2), SEVERAL),
        (calendar(f"UID:{UID}", ATTENDEE, ATTENDEE), SEVERAL),
        (calendar(f"UID:{UID}", "UID:another", ATTENDEE), SEVERAL),
        (calendar(ATTENDEE), SEVERAL),
        (calendar(events=0), SEVERAL),
        (calendar("UID;X", ATTENDEE), CalendarReply(fault="Its calendar cannot be read.")),
        (
            calendar(f"UID:{UID}", "ATTENDEE;PARTSTAT=DELEGATED:mailto:bo@example.org"),
            CalendarReply(UID, 0, "bo@example.org", fault="Its calendar says neither yes, maybe nor no."),
        ),
    ],
)
def test_what_is_no_answer(text, found):
    assert read_reply(text) == found


LINES = st.sampled_from(
    [
        *("BEGIN:VCALENDAR", "END:VCALENDAR", "METHOD:REPLY", "BEGIN:VEVENT", "END:VEVENT", f"UID:{UID}", ATTENDEE),
        *("ATTENDEE;PARTSTAT=", "SEQUENCE:" + "9" * 5_000, "DTSTAMP:2026", "RRULE:FREQ=SECONDLY", ":", ";", " x"),
    ]
)


@given(st.one_of(st.text(), st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=15).map("\r\n".join)))
def test_whatever_is_in_it_it_is_read_or_not(text):
    said = read_reply(text)

    assert said is None or bool(said.answer) != bool(said.fault)
