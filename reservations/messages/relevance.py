"""Whether a letter still concerns whom it was written to: asked right before it is sent or shown. Pure.

Things change between a letter and its way out: a seat is given up, a night is cancelled, a strike is pardoned. What is
no longer so must reach nobody, above all not where the game is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from reservations.acts.facts import Place, Said
from reservations.houses.attendance_terms import Then
from reservations.messages.letters import LetterKind
from reservations.rsvps.rsvp_state import RsvpState

OLD = timedelta(days=14)
"""After that a letter without a night is no news any more."""


@dataclass(frozen=True)
class Now:
    """How things stand for one person: the night's ``rsvp_state`` and whether it has ``begun`` or is ``over``.

    ``number`` is theirs on the roll. ``out`` is that they are removed, from the group or by the strikes of the house;
    ``strike_counts`` is of the strike that a letter is about. ``at`` is aware.
    """

    at: datetime
    number: int
    rsvp_state: RsvpState
    begun: bool = False
    over: bool = False
    out: bool = False
    strike_counts: bool = False


def concerns(kind: LetterKind, fact: Said, now: Now) -> bool:
    """Tell whether what a letter of that kind says, because of that fact, is still so for them."""
    if now.out:
        return kind == LetterKind.STRIKE and fact.outcome.get("then") == Then.REMOVED and now.strike_counts
    return _STILL[kind](fact, now)


def _is_on(now: Now) -> bool:
    return not now.rsvp_state.cancelled and not now.begun


def _has_seat(now: Now) -> bool:
    return now.rsvp_state.of(now.number).has_seat


def _place(now: Now) -> Place:
    return now.rsvp_state.of(now.number).place


def _invitation(fact: Said, now: Now) -> bool:
    rsvp = now.rsvp_state.of(now.number)
    return _is_on(now) and rsvp.reply is None and rsvp.answered_at is None


def _offer(fact: Said, now: Now) -> bool:
    until = datetime.fromisoformat(fact.outcome["until"])
    stands = _place(now) == Place.OFFERED and now.rsvp_state.of(now.number).offered_until == until
    return stands and not now.rsvp_state.cancelled and now.at < until


def _cancelled(fact: Said, now: Now) -> bool:
    return now.rsvp_state.cancelled and not now.over


def _stands(now: Now) -> bool:
    return _place(now) != Place.NONE or now.rsvp_state.of(now.number) in now.rsvp_state.maybes


def _confirm(fact: Said, now: Now) -> bool:
    return _is_on(now) and _has_seat(now) and not now.rsvp_state.of(now.number).confirmed


def _still_on(now: Now) -> bool:
    """Tell of a night that is not cancelled and not over: the host may seat and bump people while it is played."""
    return not now.rsvp_state.cancelled and not now.over


_STILL: Mapping[LetterKind, Callable[[Said, Now], bool]] = {
    LetterKind.INVITATION: _invitation,
    LetterKind.MOVED_UP: lambda fact, now: _still_on(now) and _has_seat(now),
    LetterKind.OFFER: _offer,
    LetterKind.BUMPED: lambda fact, now: _still_on(now) and _place(now) == Place.WAITING,
    LetterKind.RELEASED: lambda fact, now: _still_on(now) and not _stands(now),
    LetterKind.CANCELLED: _cancelled,
    LetterKind.RESTORED: lambda fact, now: _is_on(now) and _stands(now),
    LetterKind.CHANGED: lambda fact, now: _still_on(now) and _has_seat(now),
    LetterKind.CHANGED_FOR_OTHERS: lambda fact, now: _still_on(now) and _stands(now) and not _has_seat(now),
    LetterKind.CONFIRM: _confirm,
    LetterKind.REMINDER: lambda fact, now: _is_on(now) and _has_seat(now),
    LetterKind.STRIKE: lambda fact, now: now.strike_counts,
    LetterKind.REINSTATED: lambda fact, now: now.at - fact.at < OLD,
}
