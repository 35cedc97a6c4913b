"""The text of the messages: plain, friendly and short, with times in the night's own zone. Pure.

The texts are in ``texts.toml``, by kind; the consequence of a strike is written here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from reservations.acts.facts import Cause, Place, Reply
from reservations.houses.attendance_terms import Then
from reservations.parsing.days import day_of
from reservations.parsing.documents import beside
from reservations.rsvps.rsvp_state import Rsvp
from reservations.strikes.text import NEWS


@dataclass(frozen=True)
class Occasion:
    """A night as messages describe it; times are aware, ``zone`` is the IANA name of the zone they are written in.

    ``says`` is the house's text for all its invitations, by sentence, ``stakes`` the night's stakes if they differ
    from the house's. ``confirm_by`` is the time until which an unconfirmed seat is kept.
    """

    house: str
    date: date
    zone: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    seats: int | None = None
    place: str = ""
    note: str = ""
    says: tuple[str, ...] = ()
    maybe_until: datetime | None = None
    confirm_by: datetime | None = None
    stakes: str = ""

    @property
    def day(self) -> str:
        """Its day, with the month in letters: Fri 20 Nov 2026."""
        return day_of(self.date)

    @property
    def when(self) -> str:
        """Its day and time: Fri 20 Nov 2026, 19:00 to 23:30."""
        if self.starts_at is None:
            return self.day
        ends = f" to {self._clock(self.ends_at)}" if self.ends_at else ""
        return f"{self.moment(self.starts_at)}{ends}"

    @property
    def when_and_where(self) -> str:
        """The lines for players who may know the place."""
        return f"When: {self.when}\nWhere: {self.place}" if self.place else f"When: {self.when}"

    @property
    def when_and_seats(self) -> str:
        """The lines for everybody else: the number of seats."""
        return f"When: {self.when}" if self.seats is None else f"When: {self.when}\nSeats: {self.seats}"

    def moment(self, at: datetime) -> str:
        """Write a time by the night's own clock: Fri 20 Nov 2026, 19:00."""
        return f"{day_of(at.astimezone(ZoneInfo(self.zone)))}, {self._clock(at)}"

    def near(self, at: datetime) -> str:
        """Write a time on the day of the night without its day: 18:20; other times with their day."""
        there = at.astimezone(ZoneInfo(self.zone))
        return self._clock(at) if there.date() == self.date else self.moment(at)

    def deadline(self, at: datetime | None, now: datetime | None = None) -> str:
        """Write the minute of a deadline: 18:20; with its day, unless it is the night's or that of ``now``."""
        if at is None:
            return ""
        there, today = at.astimezone(ZoneInfo(self.zone)), now and now.astimezone(ZoneInfo(self.zone)).date()
        return self._clock(at) if there.date() in (self.date, today) else self.moment(at)

    def _clock(self, at: datetime) -> str:
        return f"{at.astimezone(ZoneInfo(self.zone)):%H:%M}"


@dataclass(frozen=True)
class MessageText:
    """The text of a message without a receiver."""

    subject: str
    body: str


Template = tuple[str, ...]
"""The subject of a message and its paragraphs, with the words of `message_text` in braces."""

TEXTS: Mapping[str, Template] = {
    name: tuple(text.strip().split("\n\n")) for name, text in beside(__file__, "texts.toml").items()
}
"""The text of every kind of message."""

_HAPPENED = {
    Cause.NO_SHOW: "A seat was kept for you at {house} on {day}, and you were not there.",
    Cause.LATE_CANCEL: "You gave up your seat at {house} on {day} shortly before it began.",
}
_WHY = (
    "It happens, and we are not angry. But we need to know who is coming: a seat you give up early makes someone "
    "else's evening, and an empty seat helps no one. Please tell us as soon as you know that you cannot come."
)
_CONTEST = "If we have this wrong, say so beside the strike on your page, or tell the host: it will be looked at again."


def strike(cause: Cause, then: Then | None) -> Template:
    """Write a strike and its consequence to its player; the first time as a gentle reminder, without blame."""
    if then == Then.REMINDER:
        return ("About {house}, {day}", _HAPPENED[cause], _WHY, _CONTEST)
    subject = "You can reserve no more seats" if then == Then.REMOVED else "A strike"
    return (f"{subject}: {{house}}, {{day}}", _HAPPENED[cause], "{because}", NEWS[then], _CONTEST)


def dates_of(dates: Sequence[str], zone: str) -> str:
    """Write the dates of a poll, given in ISO format, in lines by the clocks of a zone: Fri 20 Nov 2026, 19:00."""
    moments = (datetime.fromisoformat(moment).astimezone(ZoneInfo(zone)) for moment in dates)
    return "\n".join(f"{day_of(moment)}, {moment:%H:%M}" for moment in moments)


def stands(rsvp: Rsvp) -> str:
    """Write the state and the options of a player without a seat."""
    if rsvp.place in (Place.WAITING, Place.OFFERED):
        return "You are on the waiting list: others said yes before you. If you can't come after all, please say so."
    if rsvp.reply == Reply.MAYBE:
        return "You can come if need be: you are noted as a maybe, which keeps no seat. Say yes as soon as you know."
    if rsvp.reply == Reply.NO:
        return "You said that this date does not suit you. If it does after all, say yes."
    return "Are you coming? Please say yes, no or maybe."


def message_text(
    template: Template,
    occasion: Occasion,
    *,
    reason: str = "",
    until: str = "",
    was: str = "",
    changes: Sequence[str] = (),
    last_day: str = "",
    **as_they_are: str,
) -> MessageText:
    """Write a message about an occasion, without empty paragraphs.

    ``until`` is the end of an offer, in ISO format, ``was`` the day of a night before a change, ``last_day`` the last
    day of a poll, both as in 2026-11-20; or "". ``dates``, ``stands``, the ``amount`` of a payment and the ``other``
    player's name are written as they are, ``changes`` are sentences.
    """
    maybe_until, confirm_by = occasion.maybe_until, occasion.confirm_by
    words = {
        "house": occasion.house,
        "day": occasion.day,
        "when": occasion.when,
        "when_and_where": occasion.when_and_where,
        "when_and_seats": occasion.when_and_seats,
        "note": occasion.note,
        "stakes": f"Stakes that night: {occasion.stakes}." if occasion.stakes else "",
        "says": " ".join(occasion.says),
        "because": f"The reason: {reason}" if reason else "",
        "maybe": f" A maybe is fine until {occasion.moment(maybe_until)}." if maybe_until else "",
        "by": f" by {occasion.deadline(confirm_by)}, or it goes to the next in line" if confirm_by else "",
        "until": occasion.deadline(datetime.fromisoformat(until)) if until else "",
        "before": day_of(date.fromisoformat(was)) if was else occasion.day,
        "changes": "\n".join(f"* {change}" for change in changes),
        "by_day": f" by {day_of(date.fromisoformat(last_day))}" if last_day else "",
        **dict.fromkeys(("dates", "stands", "amount", "other"), ""),
        **as_they_are,
    }
    subject, *paragraphs = (part.format_map(words) for part in template)
    return MessageText(subject, "\n\n".join(filter(None, paragraphs)))


def to(name: str, body: str) -> str:
    return f"Hello {name},\n\n{body}\n"


BY_MAIL = "You can also tap Yes, Maybe or No in your calendar, or simply reply yes or no to this e-mail."
NOT_BY_MAIL = "Your calendar can't answer for you: nobody reads what it sends back."
_NOT_FROM_ELSEWHERE = {
    "home network": "\nIt opens at our place only, on our Wi-Fi. From anywhere else, just write back.",
    "private network": "\nIt opens in our private network only. From anywhere else, just write back.",
    "": "",
}


def with_link(body: str, address: str, *, opens_in: str) -> str:
    """Add the reader's own address to a message; ``opens_in`` is one of `_NOT_FROM_ELSEWHERE`, "" for everywhere."""
    away = _NOT_FROM_ELSEWHERE[opens_in]
    return f"{body}\nAnswer here. The link is for you alone:\n{address}{away}\n"


def with_group_link(body: str, address: str, *, asks: str, opens_in: str) -> str:
    """Add the address of a group link to a text for a group; ``opens_in`` as above."""
    return f"{body}\n{asks}: open this and tap your name.\n{address}{_NOT_FROM_ELSEWHERE[opens_in]}\n"
