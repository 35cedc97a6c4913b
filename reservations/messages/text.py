"""The text of the messages: plain, friendly and short, with times in the night's own zone. Pure.

Only players with a seat are told where the game is: in `seat`, `reminder`, `confirm` and `changed`.
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

    @property
    def on_your_page(self) -> str:
        """Where a player answers."""
        return f"on your page ({self.desk_at})" if self.desk_at else "on your page of the desk"

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


def to(name: str, body: str) -> str:
    """Address a message to somebody."""
    return f"Hello {name},\n\n{body}\n"


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _because(reason: str) -> str:
    return f"The reason: {reason}" if reason else ""


def invitation(occasion: Occasion) -> MessageText:
    """Invite somebody; where it is they learn with their seat."""
    maybe = f" A maybe is fine until {occasion.moment(occasion.maybe_until)}." if occasion.maybe_until else ""
    body = _paragraphs(
        f"You are invited to a night of poker: {occasion.house}.",
        occasion.when_and_seats,
        occasion.note,
        " ".join(occasion.says),
        f"Please say yes, no or maybe {occasion.on_your_page}, or tell the host.{maybe} "
        "Players with a seat are told where we play.",
    )
    return MessageText(f"Invitation: {occasion.house}, {occasion.when}", body)


def to_all(occasion: Occasion) -> str:
    """Return the invitation as one text for a group."""
    return to("everybody", invitation(occasion).body)


def seat(occasion: Occasion, reason: str) -> MessageText:
    """Tell a player who waited, or whom the host seated, that a seat is theirs."""
    body = _paragraphs(
        f"You have a seat at {occasion.house}.",
        occasion.when_and_where,
        _because(reason),
        occasion.note,
        f"If you can't come after all, please say so at once {occasion.on_your_page} or to the host: "
        "others are waiting.",
    )
    return MessageText(f"You have a seat: {occasion.house}, {occasion.day}", body)


def offer(occasion: Occasion, until: datetime) -> MessageText:
    """Tell somebody that a seat is kept for them for a while."""
    body = _paragraphs(
        f"A seat is kept for you until {occasion.near(until)}.",
        f"{occasion.house}: {occasion.when}",
        f"Take it, or let it go, {occasion.on_your_page}, or tell the host. After that it goes to the next in line.",
    )
    return MessageText(f"A seat is kept for you until {occasion.near(until)}: {occasion.house}, {occasion.day}", body)


def bumped(occasion: Occasion, reason: str) -> MessageText:
    """Tell somebody that the host put them back on the waiting list."""
    gone = f"Your seat at {occasion.house} on {occasion.day} had to go to somebody else."
    subject = f"You are on the waiting list: {occasion.house}, {occasion.day}"
    return _lost(subject, f"{gone} You are on the waiting list now.", reason)


def waits_again(occasion: Occasion, reason: str) -> MessageText:
    """Tell a player whose reservation was deleted that they are on the waiting list again."""
    said = f"You are on the waiting list of {occasion.house} on {occasion.day} again."
    return _lost(f"You are on the waiting list again: {occasion.house}, {occasion.day}", said, reason)


def released(occasion: Occasion, reason: str) -> MessageText:
    """Tell somebody that their reservation is gone."""
    said = f"Your reservation for {occasion.house} on {occasion.day} was deleted."
    return _lost(f"Your reservation was deleted: {occasion.house}, {occasion.day}", said, reason)


def _lost(subject: str, said: str, reason: str) -> MessageText:
    return MessageText(subject, _paragraphs(said, _because(reason), "Ask the host if you don't know why."))


def cancelled(occasion: Occasion, reason: str) -> MessageText:
    """Tell somebody that the night is off."""
    body = _paragraphs(
        f"The night at {occasion.house} on {occasion.when} is cancelled.",
        _because(reason),
        "You don't have to do anything.",
    )
    return MessageText(f"Cancelled: {occasion.house}, {occasion.day}", body)


def restored(occasion: Occasion, reason: str) -> MessageText:
    """Tell somebody that the night is on again, and that they stand where they stood."""
    body = _paragraphs(
        f"The night at {occasion.house} on {occasion.when} takes place after all.",
        _because(reason),
        f"Your earlier answer counts again. If it has changed, please say so {occasion.on_your_page} or to the host.",
    )
    return MessageText(f"On again: {occasion.house}, {occasion.day}", body)


def changed(occasion: Occasion, was: str, reason: str, *, seated: bool) -> MessageText:
    """Tell somebody that the night was changed; where it is only if they are ``seated``.

    ``was`` is the day it was on before, as in 2026-11-20, else "".
    """
    before = day_of(date.fromisoformat(was)) if was else occasion.day
    body = _paragraphs(
        f"The night at {occasion.house} on {before} was changed. It is now:",
        occasion.when_and_where if seated else occasion.when_and_seats,
        _because(reason),
        f"If you can't make it, please change your answer {occasion.on_your_page} or tell the host.",
    )
    return MessageText(f"Changed: {occasion.house}, {occasion.day}", body)


def confirm(occasion: Occasion) -> MessageText:
    """Ask a player with a seat to confirm it."""
    by = f" by {occasion.near(occasion.confirm_by)}, or it goes to the next in line" if occasion.confirm_by else ""
    body = _paragraphs(
        f"You have a seat at {occasion.house}. Are you coming?",
        occasion.when_and_where,
        f"Please confirm it {occasion.on_your_page} or to the host{by}.",
    )
    return MessageText(f"Please confirm your seat: {occasion.house}, {occasion.day}", body)


def reminder(occasion: Occasion) -> MessageText:
    """Remind a player with a seat that the night is near."""
    body = _paragraphs(
        f"You have a seat at {occasion.house}, and we look forward to seeing you.",
        occasion.when_and_where,
        occasion.note,
        " ".join(occasion.says),
        f"If you will be late or can't come, please say so {occasion.on_your_page} or to the host as soon as you know.",
    )
    return MessageText(f"Reminder: {occasion.house}, {occasion.when}", body)


_HAPPENED = {
    Cause.NO_SHOW: "A seat was kept for you at {house} on {day}, and you were not there.",
    Cause.LATE_CANCEL: "You gave up your seat at {house} on {day} shortly before it began.",
}
_WHY = (
    "It happens, and we are not angry. But we need to know who is coming: a seat you give up early makes someone "
    "else's evening, and an empty seat helps no one. Please tell us as soon as you know that you cannot come."
)
_CONTEST = "If we have this wrong, say so beside the strike on your page, or tell the host: it will be looked at again."


def strike(occasion: Occasion, cause: Cause, then: Then | None, reason: str) -> MessageText:
    """Tell somebody what was noted and what follows; the first time as a gentle reminder, without blame."""
    happened = _HAPPENED[cause].format(house=occasion.house, day=occasion.day)
    if then == Then.REMINDER:
        return MessageText(f"About {occasion.house}, {occasion.day}", _paragraphs(happened, _WHY, _CONTEST))
    subject = "You can reserve no more seats" if then == Then.REMOVED else "A strike"
    body = _paragraphs(happened, _because(reason), NEWS[then], _CONTEST)
    return MessageText(f"{subject}: {occasion.house}, {occasion.day}", body)


def reinstated(occasion: Occasion) -> MessageText:
    """Tell somebody that they can reserve again."""
    body = f"You can reserve seats at {occasion.house} again. Earlier strikes no longer count. Welcome back!"
    return MessageText(f"Welcome back: {occasion.house}", body)
