"""The reminders of a night before they go out: time, receivers, text and way; and those already sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hostdesk.mail.messages.queries import addresses, is_set_up, reminders_to_pass_on
from ledger.night.stakes_queries import occasion_of
from reservations.acts.facts import FactKind, FactValue, ReminderKind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.messages.rules import MessageContext, messages_for
from reservations.models import Night
from reservations.parsing.names import shown_name
from reservations.players.queries import player_names
from reservations.rsvps.due import NOBODY, reminder
from reservations.rsvps.queries import facts_of, has_started, people_for, terms_of_night, zone_of
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState

_TITLES = {ReminderKind.UNANSWERED: "To those who have not answered", ReminderKind.SEATED: "To those with a seat"}


@dataclass(frozen=True)
class ListedReminder:
    """A reminder that is still to come; ``when`` is "" if it goes out no more, with the reason in ``why_none``.

    ``names`` are its receivers at present, ``by_mail`` and ``to_copy`` those by one way. ``subject`` and ``text`` are
    those of the first.
    """

    kind: ReminderKind
    on: bool
    when: str
    names: Sequence[str] = ()
    by_mail: Sequence[str] = ()
    to_copy: Sequence[str] = ()
    subject: str = ""
    text: str = ""
    why_none: str = ""

    @property
    def title(self) -> str:
        return _TITLES[self.kind]


@dataclass(frozen=True)
class SentReminder:
    """A reminder that went out, with its receivers; ``by`` is the host who sent it, "" if it went by itself."""

    title: str
    when: str
    names: Sequence[str]
    by: str


@dataclass(frozen=True)
class Reminders:
    """All reminders of a night; ``zone`` is that of the quiet hours, ``to_pass_on`` the number left to the host."""

    listed: Sequence[ListedReminder]
    sent: Sequence[SentReminder]
    zone: str
    to_pass_on: int


def reminders_of(night: Night, now: datetime) -> Reminders | None:
    """Return the reminders of a night; None once it has begun, and while it is cancelled."""
    if night.cancelled_at is not None or has_started(night, now):
        return None
    terms, zone, facts = terms_of_night(night), zone_of(night), facts_of(night)
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    people = people_for(night)
    sent = [fact for fact in facts if fact.kind == FactKind.REMIND]
    names = player_names({*people, *(number for fact in sent for number in fact.outcome.get("players", ()))})
    reached = addresses(wanted=True) if is_set_up() else {}
    occasion, listed = occasion_of(night, terms, place=night.place), []
    for kind in ReminderKind:
        found = reminder(kind, rsvp_state, people, terms, now, zone=zone)
        on = rsvp_state.switched.get(kind, False)
        if kind in rsvp_state.reminded:
            continue
        if found is None or not found.players:
            listed.append(ListedReminder(kind, on, "", why_none=_why_none(kind, rsvp_state, terms)))
            continue
        at, players = found.goes_at, found.players
        when = "" if at is None else "at once" if at <= now else occasion.moment(at)
        fact = FactValue(0, FactKind.REMIND, at or now, content={"who": kind}, outcome={"players": players})
        first = messages_for(fact, MessageContext(occasion, rsvp_state, names))[0]
        everybody, why_none = _named(players, names), "" if when else "It is too late for it: the night begins soon."
        by_mail = _named([player for player in players if player in reached], names)
        to_copy = _named([player for player in players if player not in reached], names)
        ways = (by_mail, to_copy)
        listed.append(ListedReminder(kind, on, when, everybody, *ways, first.subject, first.text, why_none))
    gone = []
    for fact in sent:
        title = _TITLES[ReminderKind(fact.content.get("who", ReminderKind.SEATED))]
        receivers = _named(fact.outcome.get("players", ()), names)
        gone.append(SentReminder(title, occasion.moment(fact.at), receivers, shown_name(fact.by)))
    return Reminders(listed, gone, zone.replace("_", " "), reminders_to_pass_on([night], now).get(night.pk, 0))


def _named(players: Sequence[int], names: Mapping[int, str]) -> list[str]:
    return [names[number] for number in players]


def _why_none(kind: ReminderKind, rsvp_state: RsvpState, terms: AttendanceTerms) -> str:
    """Return the reason why a reminder goes to nobody."""
    if rsvp_state.starts_at is None:
        return "Nobody knows when the night starts: say so first."
    if (terms.remind_minutes if kind is ReminderKind.SEATED else terms.unanswered_minutes) is None:
        return "The rules of this house have no such reminder."
    if kind is ReminderKind.UNANSWERED and not rsvp_state.invited_at:
        return "Nobody is invited yet."
    return NOBODY[kind]
