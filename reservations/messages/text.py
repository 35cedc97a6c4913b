"""The text of the messages: plain, friendly and short, with times in the night's own zone. Pure.

Only players with a seat are told where the game is: in `SEAT`, `REMINDER`, `CONFIRM` and `CHANGED`.
"""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from reservations.acts.facts import Cause
from reservations.houses.attendance_terms import Then
from reservations.parsing.days import day_of
from reservations.strikes.text import NEWS


@dataclass(frozen=True)
class Occasion:
    """A night as messages tell of it; times are aware, ``zone`` is the IANA name of the zone they are told in.

    ``says`` is what the house tells everybody whom it invites, a sentence each. ``confirm_by`` is until when an
    unconfirmed seat is kept, ``desk_at`` the address of the desk where everybody can reach it, else "".
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
    desk_at: str = ""

    @property
    def day(self) -> str:
        """Its day, so that nobody takes the month for the day: Fri 20 Nov 2026."""
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
        """The lines for those who may know where it is."""
        return f"When: {self.when}\nWhere: {self.place}" if self.place else f"When: {self.when}"

    @property
    def when_and_seats(self) -> str:
        """The lines for everybody else: how many can play."""
        return f"When: {self.when}" if self.seats is None else f"When: {self.when}\nSeats: {self.seats}"

    def moment(self, at: datetime) -> str:
        """Write a moment by the night's own clock: Fri 20 Nov 2026, 19:00."""
        return f"{day_of(at.astimezone(ZoneInfo(self.zone)))}, {self._clock(at)}"

    def near(self, at: datetime) -> str:
        """Write a moment on the day of the night by its time alone: 18:20; another one with its day."""
        there = at.astimezone(ZoneInfo(self.zone))
        return self._clock(at) if there.date() == self.date else self.moment(at)

    def _clock(self, at: datetime) -> str:
        return f"{at.astimezone(ZoneInfo(self.zone)):%H:%M}"


@dataclass(frozen=True)
class MessageText:
    """What a message says, before somebody is addressed."""

    subject: str
    body: str


Template = tuple[str, ...]
"""The subject of a message and its paragraphs, with the words of `message_text` in braces."""

_LOST = ("{because}", "Ask the host if you don't know why.")
_CHANGE = ("{because}", "If you can't make it, please change your answer {on_your_page} or tell the host.")
INVITATION: Template = (
    "Invitation: {house}, {when}",
    "You are invited to a night of poker: {house}.",
    "{when_and_seats}",
    "{note}",
    "{says}",
    "Please say yes, no or maybe {on_your_page}, or tell the host.{maybe} Players with a seat are told where we play.",
)
SEAT: Template = (
    "You have a seat: {house}, {day}",
    "You have a seat at {house}.",
    "{when_and_where}",
    "{because}",
    "{note}",
    "If you can't come after all, please say so at once {on_your_page} or to the host: others are waiting.",
)
OFFER: Template = (
    "A seat is kept for you until {until}: {house}, {day}",
    "A seat is kept for you until {until}.",
    "{house}: {when}",
    "Take it, or let it go, {on_your_page}, or tell the host. After that it goes to the next in line.",
)
BUMPED: Template = (
    "You are on the waiting list: {house}, {day}",
    "Your seat at {house} on {day} had to go to somebody else. You are on the waiting list now.",
    *_LOST,
)
WAITS_AGAIN: Template = (
    "You are on the waiting list again: {house}, {day}",
    "You are on the waiting list of {house} on {day} again.",
    *_LOST,
)
RELEASED: Template = (
    "Your reservation was deleted: {house}, {day}",
    "Your reservation for {house} on {day} was deleted.",
    *_LOST,
)
CANCELLED: Template = (
    "Cancelled: {house}, {day}",
    "The night at {house} on {when} is cancelled.",
    "{because}",
    "You don't have to do anything.",
)
RESTORED: Template = (
    "On again: {house}, {day}",
    "The night at {house} on {when} takes place after all.",
    "{because}",
    "Your earlier answer counts again. If it has changed, please say so {on_your_page} or to the host.",
)
CHANGED: Template = (
    "Changed: {house}, {day}",
    "The night at {house} on {before} was changed. It is now:",
    "{when_and_where}",
    *_CHANGE,
)
CHANGED_FOR_OTHERS: Template = (*CHANGED[:2], "{when_and_seats}", *_CHANGE)
CONFIRM: Template = (
    "Please confirm your seat: {house}, {day}",
    "You have a seat at {house}. Are you coming?",
    "{when_and_where}",
    "Please confirm it {on_your_page} or to the host{by}.",
)
REMINDER: Template = (
    "Reminder: {house}, {when}",
    "You have a seat at {house}, and we look forward to seeing you.",
    "{when_and_where}",
    "{note}",
    "{says}",
    "If you will be late or can't come, please say so {on_your_page} or to the host as soon as you know.",
)
REINSTATED: Template = (
    "Welcome back: {house}",
    "You can reserve seats at {house} again. Earlier strikes no longer count. Welcome back!",
)
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
    """Tell somebody what was noted and what follows; the first time as a gentle reminder, without blame."""
    if then == Then.REMINDER:
        return ("About {house}, {day}", _HAPPENED[cause], _WHY, _CONTEST)
    subject = "You can reserve no more seats" if then == Then.REMOVED else "A strike"
    return (f"{subject}: {{house}}, {{day}}", _HAPPENED[cause], "{because}", NEWS[then], _CONTEST)


def message_text(
    template: Template, occasion: Occasion, *, reason: str = "", until: str = "", was: str = ""
) -> MessageText:
    """Write a message about an occasion; paragraphs that come out empty are left out.

    ``until`` is the moment up to which a seat is offered, in ISO format, ``was`` the day a night was on before it was
    changed, as in 2026-11-20; both else "".
    """
    maybe_until, confirm_by = occasion.maybe_until, occasion.confirm_by
    words = {
        "house": occasion.house,
        "day": occasion.day,
        "when": occasion.when,
        "when_and_where": occasion.when_and_where,
        "when_and_seats": occasion.when_and_seats,
        "note": occasion.note,
        "says": " ".join(occasion.says),
        "on_your_page": f"on your page ({occasion.desk_at})" if occasion.desk_at else "on your page of the desk",
        "because": f"The reason: {reason}" if reason else "",
        "maybe": f" A maybe is fine until {occasion.moment(maybe_until)}." if maybe_until else "",
        "by": f" by {occasion.near(confirm_by)}, or it goes to the next in line" if confirm_by else "",
        "until": occasion.near(datetime.fromisoformat(until)) if until else "",
        "before": day_of(date.fromisoformat(was)) if was else occasion.day,
    }
    subject, *paragraphs = (part.format_map(words) for part in template)
    return MessageText(subject, "\n\n".join(filter(None, paragraphs)))


def to(name: str, body: str) -> str:
    """Address a message to somebody."""
    return f"Hello {name},\n\n{body}\n"
