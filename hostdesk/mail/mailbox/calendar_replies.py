"""The answers of calendars: the REPLY of iTIP (RFC 5546) in a mail.

Pure, and never raises. icalendar splits the lines; its components are not built, since that would work out the rules of
a made-up time zone.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from icalendar.parser import Contentline, Contentlines

from reservations.acts.facts import Reply

MOST_SEQUENCE = 10**9
ANSWERS = {"ACCEPTED": Reply.YES, "TENTATIVE": Reply.MAYBE, "DECLINED": Reply.NO}
"""The answer of a PARTSTAT; others are left to the host."""

_MOST_LINES = 2_000
_MOST_COMMENT = 500
_READ = ("UID", "SEQUENCE", "ATTENDEE", "DTSTAMP", "COMMENT")


@dataclass(frozen=True)
class CalendarReply:
    """A calendar's answer to the event of that ``uid``: ``attendee`` is an address in lower case, ``at`` is aware.

    ``sequence`` is the version of the answered event. ``fault`` is why it cannot be read, in words.
    """

    uid: str = ""
    sequence: int = 0
    attendee: str = ""
    answer: Reply | None = None
    at: datetime | None = None
    comment: str = ""
    fault: str = ""


def read_reply(text: str) -> CalendarReply | None:
    """Read a calendar; None if it is no answer but an invitation, a cancellation, or no calendar at all."""
    try:
        lines: list[Contentline] = Contentlines.from_ical(text)  # type: ignore[no-untyped-call]
        return _read(lines[:_MOST_LINES])
    except Exception:  # noqa: BLE001 - the library reads text from anybody
        return CalendarReply(fault="Its calendar cannot be read.")


def _read(lines: list[Contentline]) -> CalendarReply | None:
    inside: list[str] = []
    events: list[dict[str, list[tuple[str, str]]]] = []
    method = ""
    for line in lines:
        name = line.partition(":")[0].partition(";")[0].strip().upper()
        value = line.partition(":")[2].strip()
        if name == "BEGIN":
            inside.append(value.upper())
            if inside == ["VCALENDAR", "VEVENT"]:
                events.append({})
        elif name == "END":
            inside = inside[:-1]
        elif name == "METHOD" and inside == ["VCALENDAR"]:
            method = value.upper()
        elif name in _READ and inside == ["VCALENDAR", "VEVENT"]:
            _, parameters, value = line.parts()
            address = value if value.lower().startswith("mailto:") else str(parameters.get("EMAIL", ""))
            status = str(parameters.get("PARTSTAT", "")).upper()
            text = address.lower().removeprefix("mailto:") if name == "ATTENDEE" else value
            events[-1].setdefault(name, []).append((text.strip(), status))
    if method == "COUNTER":
        return CalendarReply(fault="It proposes another time.")
    if method != "REPLY":
        return None
    if len(events) != 1 or any(len(events[0].get(name, ())) != 1 for name in ("UID", "ATTENDEE")):
        return CalendarReply(fault="Its calendar does not answer for one person and one night.")
    event = events[0]
    texts = {name: values[0][0] for name, values in event.items()}
    answer = ANSWERS.get(event["ATTENDEE"][0][1])
    number = texts.get("SEQUENCE", "0")
    return CalendarReply(
        uid=texts["UID"],
        sequence=min(int(number), MOST_SEQUENCE) if number.isascii() and number.isdigit() else 0,
        attendee=texts["ATTENDEE"],
        answer=answer,
        at=_moment(texts.get("DTSTAMP", "")),
        comment=" ".join(texts.get("COMMENT", "").split())[:_MOST_COMMENT],
        fault="" if answer else "Its calendar says neither yes, maybe nor no.",
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
