"""E-mails to the desk about a Friday, timed in minutes before its start, and their results."""

import json
from itertools import count
from pathlib import Path
from typing import Any

from hostdesk.mail.mailbox.commands import receive
from hostdesk.mail.mailbox.imap_server import Received
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.mail.mailbox.reading import read_mail
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.mail.messages.queries import message_id
from hostdesk.models import MailboxPlace
from reservations.models import Fact, Night
from reservations.nights.calendar_queries import uids_of
from reservations.waiting_list.commands import invite
from tests.hostdesk.post import before, friday, message, reach
from tests.reservations.friday import Friday, one

UIDS = count(1)
PASSED = "dmarc=pass"


def invited(*names: str, **columns: Any) -> Friday:
    """Return a Friday to which these people are invited by e-mail, 9,000 minutes before it."""
    night = friday(**columns)
    reach(*names)
    invite(stamp=night.at(9_000), night=night.night, players=[one(name) for name in names])
    draft_messages()
    return night


def uid_of(name: str, night: Night) -> str:
    """Return the UID of a night in one reader's calendars."""
    return uids_of(one(name), [night])[night.pk]


def id_to(name: str, kind: str = "invitation") -> str:
    """Return the Message-ID of the desk's message to a player."""
    return message_id(message(kind, name))


def plain(
    text: str = "yes", *, sender: str = "bo@example.org", to: str = "", minutes: float = 5_000, verdict: str = PASSED
) -> bytes:
    """Return an e-mail in words, in reply ``to`` the message with that id."""
    return _mail(sender, minutes, verdict, text, **({"In-Reply-To": to} if to else {}))


def tapped(
    night: Night,
    said: str = "ACCEPTED",
    *,
    sender: str = "bo@example.org",
    attendee: str = "",
    sequence: int = 0,
    minutes: float = 5_000,
    verdict: str = PASSED,
    more: str = "",
    uid: str = "",
    to: str = "",
) -> bytes:
    """Return a calendar's reply after a tap; by default it has the night's UID, which all readers know."""
    lines = ["BEGIN:VCALENDAR", "METHOD:REPLY", "BEGIN:VEVENT", f"UID:{uid or night.uid}", f"SEQUENCE:{sequence}"]
    lines += [f"ATTENDEE;PARTSTAT={said}:mailto:{attendee or sender}", *filter(None, [more])]
    text = "\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR"])
    headers = {"Content-Type": "text/calendar; charset=utf-8; method=REPLY"} | ({"In-Reply-To": to} if to else {})
    return _mail(sender, minutes, verdict, text, **headers)


def came_back(message_id: str) -> bytes:
    """Return a mail server's report that a mail did not arrive."""
    raw = (Path(__file__).resolve().parents[3] / "data" / "mail" / "bounce.eml").read_bytes()
    return raw.replace(b"<@@MESSAGE_ID@@>", message_id.encode())


def _mail(sender: str, minutes: float, verdict: str, text: str, **more: str) -> bytes:
    headers = {"From": sender, "To": "desk@example.org", "Subject": "Re: Invitation"}
    headers |= {"Date": f"{before(minutes):%a, %d %b %Y %H:%M:%S %z}", "Message-ID": f"<{next(UIDS)}@mail.test>"} | more
    headers |= {"Authentication-Results": f"mx.test; {verdict}"} if verdict else {}
    return "\r\n".join([*(f"{name}: {value}" for name, value in headers.items()), "", text, ""]).encode()


def arrives(raw: bytes, minutes: float = 5_000, uid: int = 0) -> int:
    """Receive an e-mail that many minutes before the start, read it, and return its number in the folder."""
    received = Received(uid or next(UIDS), before(minutes), read_mail(raw, vouches="mx.test"))
    receive(received, a_place(), received.arrived_at)
    return received.uid


def a_place() -> MailboxPlace:
    """Return the reading place in the mailbox; a new one is at the start."""
    new = {"uid_validity": 1, "last_uid": 0, "read_at": before(9_000)}
    return MailboxPlace.objects.get_or_create(digest="inbox", defaults=new)[0]


def for_the_host() -> list[str]:
    """Return the reasons why the host has to read e-mails, the newest first."""
    return [each.reason for each in unread_mails()]


def answers() -> list[str]:
    """Return the recorded answers, such as "yes Bo"."""
    found = Fact.objects.filter(kind="answer").select_related("player").order_by("pk")
    return [f"{json.loads(each.content)['answer']} {each.player}" for each in found]
