"""The messages on pages: their receivers, their states in words, and the possible steps."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote

from django.http import HttpRequest
from django.utils.timezone import localtime

from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.mail.messages.commands import in_full
from hostdesk.mail.messages.queries import READ_FIRST, Concerned, addresses, is_set_up, messages_to, waits_for_morning
from hostdesk.models import Message
from reservations.messages.rules import WITH_LINK
from reservations.models import Fact, Night, Player
from reservations.parsing.documents import beside

_BEING_SENT = timedelta(minutes=1)
_TITLES: Mapping[str, str] = beside(__file__, "titles.toml")


@dataclass(frozen=True)
class MessageRow:
    """A message to one person; ``address`` is "" if they have none or want no e-mail.

    ``text`` has the reader's own link in it, if it can be answered. ``link`` is its secret: "" if it was used or has
    ended, None without one.
    """

    message: Message
    player: Player
    address: str
    concerns: bool
    state: str
    may_send: bool
    may_give: bool
    text: str
    link: str | None

    @property
    def mailto(self) -> str:
        """The address at which a mail program opens with the message, ready to be sent; "" without an address."""
        if not self.address or not self.concerns:
            return ""
        query = f"subject={quote(self.message.subject)}&body={quote(self.text)}"
        return f"mailto:{quote(self.address, safe='@')}?{query}"


@dataclass(frozen=True)
class MessageGroup:
    """The messages of one kind, the newest first."""

    kind: str
    title: str
    rows: tuple[MessageRow, ...]

    @property
    def failed(self) -> list[MessageRow]:
        """The messages that the mail server refused and that are still relevant."""
        return [row for row in self.rows if row.message.failed and row.may_send]

    @property
    def unsent(self) -> list[MessageRow]:
        """The messages that nobody has sent, passed on or seen, and that are still relevant."""
        return [row for row in self.rows if row.may_give]


def messages_of(subject: Night | Fact, now: datetime, request: HttpRequest) -> list[MessageGroup]:
    """Return all messages of a night, or of a poll by its fact, by kind, with their states; the newest first.

    They are in the order of their facts. Their links have the address of the request.
    """
    reached, known = addresses(wanted=True), addresses(wanted=False)
    found = Message.objects.filter(**{"fact__night" if isinstance(subject, Night) else "fact": subject})
    found = found.order_by("-fact", "pk")
    secrets, mails, concerned = answer_secrets(subject), is_set_up(), Concerned(found, now)
    by_kind: dict[str, list[MessageRow]] = defaultdict(list)
    for message in found:
        address = reached.get(message.player_id, "")
        still = message.withdrawn_at is None and concerned.about(message)
        may_send = still and mails and bool(address) and _waits(message)
        row = MessageRow(
            message=message,
            player=message.person,
            address=address,
            concerns=still,
            state=_state(message, address, known, now, still=still, mails=mails),
            may_send=may_send and (bool(message.failed) or message.kind in READ_FIRST),
            may_give=still and not (message.given_at or message.sent_at or message.seen_at),
            text=in_full(message, secrets, request),
            link=secrets.get(message.person.number, "") if message.kind in WITH_LINK else None,
        )
        by_kind[message.kind].append(row)
    return [MessageGroup(kind, _TITLES[kind], tuple(rows)) for kind, rows in by_kind.items()]


def _waits(message: Message) -> bool:
    """Tell whether a message is unsettled, is not being sent, and certainly was not sent."""
    settled = message.given_at or message.sent_at or message.seen_at
    return not settled and (message.claimed_at is None or bool(message.failed))


def _state(message: Message, address: str, known: Mapping[int, str], now: datetime, *, still: bool, mails: bool) -> str:
    """Return the state of a message, or why it has not been sent."""
    settled = {"sent": message.sent_at, "passed on": message.given_at, "seen": message.seen_at}
    if parts := [f"{word} {_at(at, now)}" for word, at in settled.items() if at is not None]:
        return ", ".join(parts)
    if message.withdrawn_at or (not still and _waits(message)):
        return "no longer needed"
    if message.failed:
        return f"not sent: {message.failed}"
    if message.claimed_at is not None:
        return "being sent" if now - message.claimed_at < _BEING_SENT else "not known whether it was sent"
    if not mails:
        return "not sent"
    if not address:
        return "not sent: wants no e-mail" if message.player_id in known else "not sent: no address"
    if waits_for_morning(message, now):
        return "waits for 9:00"
    return "not sent: read it first, then send it" if message.kind in READ_FIRST else "about to be sent"


def _at(at: datetime, now: datetime) -> str:
    """Write the time of an event: without a day if it was today."""
    there, today = localtime(at), localtime(now).date()
    return f"{there:%H:%M}" if there.date() == today else f"{there:%a} {there.day} {there:%b}, {there:%H:%M}"


def unseen_by(player: Player, now: datetime) -> list[Message]:
    """Return a person's unseen messages that are still relevant, the newest first."""
    found = messages_to(player).filter(seen_at=None, withdrawn_at=None).order_by("-pk")
    concerned = Concerned(found, now)
    return [message for message in found if concerned.about(message)]
