"""Nights in other people's calendars: as a file to subscribe to, and as an invitation by mail. Pure.

Both are iCalendar (RFC 5545). The same calendar gives the same bytes: it has no time of writing. An invitation has one,
since of two invitations with the same content the newer one counts (RFC 5546).
"""

import hashlib
import hmac
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from urllib.parse import quote
from uuid import UUID
from zoneinfo import ZoneInfo

import icalendar
from icalendar.prop import vCalAddress, vDuration, vText

from reservations.acts.facts import Reply
from reservations.messages.rules import Method

MADE_BY = "-//Hostdesk//Nights//EN"
READ_AGAIN_AFTER = timedelta(hours=1)
"""The interval at which a subscriber should read again."""

A_NIGHT = timedelta(hours=5)
"""The length of a night without a planned end."""

_PARTSTATS = {None: "NEEDS-ACTION", Reply.YES: "ACCEPTED", Reply.MAYBE: "TENTATIVE", Reply.NO: "DECLINED"}
_ZONE_MARGIN = timedelta(days=2)
_IN_ADDRESSES = "@!$'*+-._~/=|{}`"
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TAG = 32  # hex digits
_UID = re.compile(rf"([0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}})(?:-[0-9a-f]{{{_TAG}}})?", re.IGNORECASE)


@dataclass(frozen=True)
class Event:
    """A night in a calendar; ``starts`` and ``ends`` are aware, ``zone`` is an IANA name.

    Without a start it takes its whole ``day``, without an end it lasts `A_NIGHT`. ``sequence`` counts the changes of
    its content, ``changed_at`` is the time of the latest.
    """

    uid: str
    sequence: int
    is_on: bool
    day: date
    starts: datetime | None
    ends: datetime | None
    zone: str
    title: str
    place: str
    note: str
    changed_at: datetime


@dataclass(frozen=True)
class Calendar:
    """Events under a name; ``zone`` and ``day`` are the reader's own."""

    name: str
    zone: str
    day: date
    events: Sequence[Event] = ()


@dataclass(frozen=True)
class Party:
    """The sender or receiver of an invitation: a name of any text, and an e-mail address."""

    name: str
    address: str


@dataclass(frozen=True)
class Invitation:
    """An event as mailed to one person, without addresses of other people.

    ``reply`` is their answer, None without one. ``answers``: the desk reads their calendar's reply. ``waits``:
    they have no seat so far, and their evening stays free. ``remind`` is the reminder's time before the start or the
    day; None: no reminder.
    """

    method: Method
    event: Event
    organizer: Party
    attendee: Party
    reply: Reply | None = None
    answers: bool = False
    waits: bool = False
    remind: timedelta | None = None


def reader_uid(night: UUID, reader: int, key: str) -> str:
    """Return the UID of a night in the calendars of one reader, by number: no other reader can compute it."""
    tag = hmac.new(key.encode(), f"{night} {reader}".encode(), hashlib.sha256).hexdigest()[:_TAG]
    return f"{night}-{tag}"


def night_in(uid: str) -> UUID | None:
    """Return the night in the UID of any reader's event; None for another UID."""
    found = _UID.fullmatch(uid)
    return UUID(found[1]) if found else None


def as_file(calendar: Calendar) -> bytes:
    """Return the calendar as a file: UTF-8, lines folded and ended by RFC 5545."""
    file = _begun("PUBLISH")
    # A property outside of RFC 5545 is written unescaped, so its type escapes it.
    for name in ("name", "x-wr-calname"):
        file.add(name, vText(_cleaned(calendar.name)))
    file.add("refresh-interval", READ_AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", vDuration(READ_AGAIN_AFTER))
    # Readers need the clocks of whole years.
    days = [calendar.day, *(event.day for event in calendar.events)]
    first = datetime(min(days).year, 1, 1, tzinfo=UTC) - _ZONE_MARGIN
    last = datetime(max(days).year + 1, 1, 1, tzinfo=UTC) + _ZONE_MARGIN
    # A calendar needs a component: without events it has the reader's own zone.
    for zone in sorted({event.zone for event in calendar.events} or {calendar.zone}):
        file.add_component(_time_zone(zone, first, last))
    for event in calendar.events:
        file.add_component(_event(event))
    return bytes(file.to_ical())


def as_invitation(invitation: Invitation) -> str:
    """Return an invitation as the calendar part of a mail, by RFC 5546; its times are in UTC."""
    event = invitation.event
    file = _begun(invitation.method)
    # A single moment needs no zone, and some readers misread a zone that is spelt out.
    entry = _event(replace(event, zone="UTC"))
    attendee = _address(invitation.attendee)
    attendee.params.update({"CUTYPE": "INDIVIDUAL", "ROLE": "REQ-PARTICIPANT"})
    if invitation.method == Method.REQUEST:
        attendee.params["PARTSTAT"] = _PARTSTATS[invitation.reply]
        attendee.params["RSVP"] = "TRUE" if invitation.answers else "FALSE"
        # A night without a start does not make its whole day busy.
        entry.add("transp", "TRANSPARENT" if invitation.waits or event.starts is None else "OPAQUE")
    entry.add("organizer", _address(invitation.organizer))
    entry.add("attendee", attendee)
    if invitation.waits:
        entry["STATUS"] = vText("TENTATIVE")
    if invitation.method == Method.CANCEL and event.is_on:
        # The night takes place without them: a status would cancel it for everybody.
        del entry["STATUS"]
    if invitation.remind is not None:
        alarm = icalendar.Alarm()
        display = {"action": "DISPLAY", "trigger": -invitation.remind, "description": _cleaned(event.title)}
        for name, value in display.items():
            alarm.add(name, value)
        entry.add_component(alarm)
    file.add_component(entry)
    return bytes(file.to_ical()).decode()


def _begun(method: str) -> icalendar.Calendar:
    file = icalendar.Calendar()
    for name, value in (("prodid", MADE_BY), ("version", "2.0"), ("calscale", "GREGORIAN"), ("method", method)):
        file.add(name, value)
    return file


def _address(party: Party) -> vCalAddress:
    address = vCalAddress(f"mailto:{quote(party.address, safe=_IN_ADDRESSES)}")
    # Few readers know the escape of a quotation mark there.
    address.params["CN"] = " ".join(_cleaned(party.name).replace('"', "'").split())
    return address


def _event(event: Event) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", event.uid)
    entry.add("sequence", event.sequence)
    entry.add("status", "CONFIRMED" if event.is_on else "CANCELLED")
    entry.add("dtstamp", event.changed_at.astimezone(UTC))
    entry.add("last-modified", event.changed_at.astimezone(UTC))
    if event.starts is None:
        entry.add("dtstart", event.day)
        entry.add("dtend", event.day + timedelta(days=1))
    else:
        entry.add("dtstart", _on_clocks(event.starts, event.zone))
        entry.add("dtend", _on_clocks(event.ends or event.starts + A_NIGHT, event.zone))
    for name, text in (("summary", event.title), ("location", event.place), ("description", event.note)):
        if text:
            entry.add(name, _cleaned(text))
    return entry


def _on_clocks(moment: datetime, zone: str) -> datetime:
    """Return a time on the clocks of its zone; in UTC in the hour that they show for the second time."""
    local = moment.astimezone(ZoneInfo(zone))
    # A file cannot name one of the two hours, and readers take the first.
    return moment.astimezone(UTC) if local.fold else local


def _cleaned(text: str) -> str:
    """Return a text with its lines, and without characters that some readers take for line ends or that are invalid."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(" " if unicodedata.category(sign) in _UNFIT else sign for sign in line) for line in lines)


def _time_zone(name: str, first: datetime, last: datetime) -> icalendar.Timezone:
    """Return the offsets of a zone between two moments.

    icalendar's own time zone has the offset after a change of the clocks in place of the offset before it.
    """
    zone = ZoneInfo(name)
    component = icalendar.Timezone()
    component.add("tzid", name)
    before = first.astimezone(zone).utcoffset() or timedelta()
    for moment in (first, *_changes(zone, first, last)):
        local = moment.astimezone(zone)
        part = icalendar.TimezoneDaylight() if local.dst() else icalendar.TimezoneStandard()
        part.add("tzname", local.tzname())
        part.add("tzoffsetfrom", before)
        part.add("tzoffsetto", local.utcoffset())
        part.add("dtstart", (moment + before).replace(tzinfo=None))
        component.add_component(part)
        before = local.utcoffset() or timedelta()
    return component


def _changes(zone: ZoneInfo, first: datetime, last: datetime) -> Iterator[datetime]:
    """Yield the moments at which the clocks of a zone change, to the minute."""
    day = first
    while day < last:
        following, shown = day + timedelta(days=1), _shown(zone, day)
        if shown != _shown(zone, following):
            # The first whole minute with the new offset, by bisection.
            minutes = [day + timedelta(minutes=minute) for minute in range(24 * 60 + 1)]
            yield minutes[bisect_left(minutes, 1, key=lambda moment: _shown(zone, moment) != shown)]
        day = following


def _shown(zone: ZoneInfo, moment: datetime) -> tuple[timedelta | None, str | None]:
    local = moment.astimezone(zone)
    return local.utcoffset(), local.tzname()
