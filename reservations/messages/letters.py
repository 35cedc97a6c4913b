"""Which message a fact makes, and for whom: one letter a person, with its subject and its text. Pure.

``reservations.messages.text`` has the words. Whether a letter still concerns somebody when it is about to be sent is
for ``reservations.messages.relevance`` to say.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from reservations.acts.facts import Cause, FactKind, Place, Said
from reservations.houses.attendance_terms import Then
from reservations.messages import text as messages_text
from reservations.messages.text import Occasion, Words
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

OF_THE_TIME = ("date", "starts_at", "ends_at", "time_zone")
"""The fields of a changed night that everybody who has a seat or waits is told of."""

PLACE = "place"
OFFER_TAKEN = "offer taken"


class LetterKind(StrEnum):
    """What a letter is, in the words in which the pages name it."""

    INVITATION = "invitation"
    MOVED_UP = "seat"
    OFFER = "offer"
    BUMPED = "waiting list"
    RELEASED = "reservation deleted"
    CANCELLED = "cancelled"
    RESTORED = "on again"
    CHANGED = "change"
    CHANGED_FOR_OTHERS = "change of the time"
    CONFIRM = "confirmation"
    REMINDER = "reminder"
    STRIKE = "strike"
    REINSTATED = "welcome back"


@dataclass(frozen=True)
class Letter:
    """What one player is told because of one fact; both by number."""

    kind: LetterKind
    player: int
    fact: int
    subject: str
    text: str


@dataclass(frozen=True)
class Setting:
    """What a letter is made of besides its fact: the night, the roll before the fact, the names by number."""

    occasion: Occasion
    rsvp_state: RsvpState
    names: Mapping[int, str]


Made = Iterator[tuple[LetterKind, int, Words]]


def letters(fact: Said, setting: Setting) -> tuple[Letter, ...]:
    """Return the letters that a fact makes, in the order in which people answered; none for most facts."""
    made = _MAKERS[fact.kind](fact, setting) if speaks(fact) else ()
    return tuple(
        Letter(kind, player, fact.id, said.subject, messages_text.to(setting.names[player], said.body))
        for kind, player, said in made
    )


def speaks(fact: Said) -> bool:
    """Tell whether a fact can make letters, without looking at the night: what nobody is told of is passed over."""
    if fact.kind == FactKind.SEAT:
        return fact.outcome.get("how") != OFFER_TAKEN
    if fact.kind == FactKind.CHANGE:
        return bool({*OF_THE_TIME, PLACE} & set(fact.content))
    return fact.kind in _MAKERS


def told_of_change(fields: Collection[str], rsvp_state: RsvpState) -> list[int]:
    """Return to whom it is told that those fields of a night are others now: nobody where it is no news to anybody."""
    if {*OF_THE_TIME} & {*fields}:
        return _standing(rsvp_state)
    return _numbers(rsvp_state.seated) if PLACE in fields else []


def _numbers(rsvps: list[Rsvp]) -> list[int]:
    return [each.player for each in rsvps]


def _standing(rsvp_state: RsvpState) -> list[int]:
    """Return everybody who has a seat, is offered one, or waits; then those who may come."""
    places = {*_numbers(rsvp_state.seated), *_numbers(rsvp_state.offered), *_numbers(rsvp_state.waiting)}
    return [*(number for number in rsvp_state.rsvps if number in places), *_numbers(rsvp_state.maybes)]


def _invite(fact: Said, setting: Setting) -> Made:
    said = messages_text.invitation(setting.occasion)
    told = fact.outcome.get("told", fact.content["players"])
    return ((LetterKind.INVITATION, number, said) for number in told)


def _to_one(kind: LetterKind, fact: Said, said: Words) -> Made:
    if fact.player is not None:
        yield kind, fact.player, said


def _seat(fact: Said, setting: Setting) -> Made:
    return _to_one(LetterKind.MOVED_UP, fact, messages_text.seat(setting.occasion, fact.reason))


def _offer(fact: Said, setting: Setting) -> Made:
    until = datetime.fromisoformat(fact.outcome["until"])
    return _to_one(LetterKind.OFFER, fact, messages_text.offer(setting.occasion, until))


def _bump(fact: Said, setting: Setting) -> Made:
    return _to_one(LetterKind.BUMPED, fact, messages_text.bumped(setting.occasion, fact.reason))


def _release(fact: Said, setting: Setting) -> Made:
    return _to_one(LetterKind.RELEASED, fact, messages_text.released(setting.occasion, fact.reason))


def _back(fact: Said, setting: Setting) -> Made:
    if fact.outcome["place"] == Place.SEAT:
        return _to_one(LetterKind.MOVED_UP, fact, messages_text.seat(setting.occasion, fact.reason))
    return _to_one(LetterKind.BUMPED, fact, messages_text.waits_again(setting.occasion, fact.reason))


def _cancel(fact: Said, setting: Setting) -> Made:
    said = messages_text.cancelled(setting.occasion, fact.reason)
    return ((LetterKind.CANCELLED, number, said) for number in _standing(setting.rsvp_state))


def _restore(fact: Said, setting: Setting) -> Made:
    said = messages_text.restored(setting.occasion, fact.reason)
    return ((LetterKind.RESTORED, number, said) for number in _standing(setting.rsvp_state))


def _change(fact: Said, setting: Setting) -> Made:
    seated = _numbers(setting.rsvp_state.seated)
    was = str(fact.content.get("date", [""])[0] or "")
    said = messages_text.changed(setting.occasion, was, fact.reason)
    yield from ((LetterKind.CHANGED, number, said) for number in seated)
    said = messages_text.changed_for_others(setting.occasion, was, fact.reason)
    others = [number for number in told_of_change(fact.content, setting.rsvp_state) if number not in seated]
    yield from ((LetterKind.CHANGED_FOR_OTHERS, number, said) for number in others)


def _ask(fact: Said, setting: Setting) -> Made:
    said = messages_text.confirm(setting.occasion)
    unsure = [each.player for each in setting.rsvp_state.seated if not each.confirmed]
    return ((LetterKind.CONFIRM, number, said) for number in unsure)


def _remind(fact: Said, setting: Setting) -> Made:
    said = messages_text.reminder(setting.occasion)
    reminded = fact.outcome.get("players", _numbers(setting.rsvp_state.seated))
    return ((LetterKind.REMINDER, number, said) for number in reminded)


def _strike(fact: Said, setting: Setting) -> Made:
    then = fact.outcome.get("then")
    cause = Cause(fact.content["cause"])
    said = messages_text.strike(setting.occasion, cause, Then(then) if then else None, fact.reason)
    return _to_one(LetterKind.STRIKE, fact, said)


def _reinstate(fact: Said, setting: Setting) -> Made:
    return _to_one(LetterKind.REINSTATED, fact, messages_text.reinstated(setting.occasion))


_MAKERS: Mapping[FactKind, Callable[[Said, Setting], Made]] = {
    FactKind.INVITE: _invite,
    FactKind.SEAT: _seat,
    FactKind.OFFER: _offer,
    FactKind.BUMP: _bump,
    FactKind.RELEASE: _release,
    FactKind.BACK: _back,
    FactKind.CANCEL: _cancel,
    FactKind.RESTORE: _restore,
    FactKind.CHANGE: _change,
    FactKind.ASK: _ask,
    FactKind.REMIND: _remind,
    FactKind.STRIKE: _strike,
    FactKind.REINSTATE: _reinstate,
}
SPEAKING = tuple(_MAKERS)
"""The kinds of facts that can make letters."""
