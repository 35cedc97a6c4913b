"""The messages of a fact and their receivers, and the relevance of a message for its player. Pure.

Facts change before a message goes out: a seat is given up, a night is cancelled, a strike is pardoned. Outdated news
must not reach anybody, above all not the place of the game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import Cause, FactKind, FactValue, Place, ReminderKind, Reply
from reservations.houses.attendance_terms import Then
from reservations.messages import text
from reservations.messages.text import Occasion
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

OF_THE_TIME = ("date", "starts_at", "ends_at", "time_zone")
"""The fields of a changed night that say when it is."""

NEWS_FOR_ALL = (*OF_THE_TIME, "stakes")
"""The fields whose changes go to everybody who has a seat, waits, may come or has not answered."""

PLACE = "place"
OFFER_TAKEN = "offer taken"
NEWS_FOR = timedelta(days=14)
"""After that a message without a night is no news any more."""


class MessageKind(StrEnum):
    """The kinds of messages, by their names on the pages."""

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
    REMINDER_TO_ANSWER = "reminder to answer"
    STRIKE = "strike"
    REINSTATED = "welcome back"
    POLL = "poll"
    DATE_SET = "date"
    DATE_SET_FOR_OTHERS = "date for others"
    RULES = "rules"
    GIVEN_UP = "seat given up"
    OWED = "asked to pay"
    PAID = "asked if paid"


@dataclass(frozen=True)
class MessageDraft:
    """A message to one player about one fact; both by number."""

    kind: MessageKind
    player: int
    fact: int
    subject: str
    text: str


@dataclass(frozen=True)
class MessageContext:
    """The sources of a message besides its fact: the night, the RSVP state before the fact, the names by number.

    ``by_mail``: the fact came from a mail, and no page showed its result.
    """

    occasion: Occasion
    rsvp_state: RsvpState
    names: Mapping[int, str]
    by_mail: bool = False


@dataclass(frozen=True)
class Recipient:
    """The state of a message's player, by ``number``, at the aware moment ``at``.

    ``begun`` and ``over``: the state of the night. ``out``: they are removed, from the group or by the strikes of the
    house. ``strike_counts``: the strike of the message counts. ``changed_since``: they know of a later change.
    ``is_silent``: they have not answered the poll of the message, and still can. ``is_open``: the payment is still
    open.
    """

    at: datetime
    number: int
    rsvp_state: RsvpState
    begun: bool = False
    over: bool = False
    out: bool = False
    strike_counts: bool = False
    changed_since: bool = False
    is_silent: bool = False
    is_open: bool = False


def messages_for(fact: FactValue, context: MessageContext) -> tuple[MessageDraft, ...]:
    """Return the messages of a fact, in the order of people's answers; most facts have no message."""
    was = fact.content.get("date") if fact.kind == FactKind.CHANGE else None
    words = {"reason": fact.reason, "until": fact.outcome.get("until", ""), "was": was[0] if was and was[0] else ""}
    words |= {"other": context.names.get(fact.content.get("other", 0), ""), "amount": fact.outcome.get("amount", "")}
    occasion = context.occasion
    if occasion.maybe_until is not None and occasion.maybe_until < fact.at:
        occasion = replace(occasion, maybe_until=None)
    kinds, drafts = _MESSAGES[fact.kind] if makes_messages(fact) or context.by_mail else (), []
    if fact.kind == FactKind.INVITE and fact.about is not None:
        kinds = (MessageKind.DATE_SET, MessageKind.DATE_SET_FOR_OTHERS)
    for kind in kinds:
        if kind == MessageKind.STRIKE:
            then = fact.outcome.get("then")
            template = text.strike(Cause(fact.content["cause"]), Then(then) if then else None)
        else:
            template = text.TEXTS[_OTHER_WORDS.get((fact.kind, kind), kind)]
        for player in _recipients(kind, fact, context.rsvp_state):
            if kind == MessageKind.POLL:
                message = poll_text(fact, occasion)
            else:
                stands = text.stands(context.rsvp_state.of(player))
                changed = fact.outcome.get("changes", ())
                message = text.message_text(template, occasion, stands=stands, changes=changed, **words)
            body = text.to(context.names[player], message.body)
            drafts.append(MessageDraft(kind, player, fact.id, message.subject, body))
    return tuple(drafts)


def poll_text(poll: FactValue, occasion: Occasion) -> text.MessageText:
    """Write the question of a poll, given by its fact, without a receiver."""
    dates = text.dates_of(poll.content["dates"], poll.content["zone"])
    last_day = poll.content["last_day"] or ""
    return text.message_text(text.TEXTS[MessageKind.POLL], occasion, dates=dates, last_day=last_day)


def makes_messages(fact: FactValue) -> bool:
    """Tell whether a fact can make messages, without looking at the night."""
    if fact.kind == FactKind.SEAT:
        return fact.outcome.get("how") != OFFER_TAKEN
    if fact.kind == FactKind.CHANGE:
        return bool({*NEWS_FOR_ALL, PLACE} & set(fact.content))
    return fact.kind in MAKES_MESSAGES


def to_notify(fields: Collection[str], rsvp_state: RsvpState) -> list[int]:
    """Return the numbers of the players to tell of a change of those fields of a night.

    A change of the time or the stakes goes to everybody with a seat, an offer, a place in line, a maybe or no answer; a
    change of the place to players with a seat.
    """
    if {*NEWS_FOR_ALL} & {*fields}:
        places = {*_numbers(rsvp_state.seated), *_numbers(rsvp_state.offered), *_numbers(rsvp_state.waiting)}
        in_line = (number for number in rsvp_state.rsvps if number in places)
        return [*in_line, *_numbers(rsvp_state.maybes), *rsvp_state.unanswered]
    return _numbers(rsvp_state.seated) if PLACE in fields else []


def _numbers(rsvps: Iterable[Rsvp]) -> list[int]:
    return [rsvp.player for rsvp in rsvps]


_MESSAGES: Mapping[FactKind, tuple[MessageKind, ...]] = {
    FactKind.INVITE: (MessageKind.INVITATION,),
    # A player who answers on a page reads the result there.
    FactKind.ANSWER: (MessageKind.MOVED_UP, MessageKind.BUMPED, MessageKind.GIVEN_UP),
    FactKind.SEAT: (MessageKind.MOVED_UP,),
    FactKind.OFFER: (MessageKind.OFFER,),
    FactKind.BUMP: (MessageKind.BUMPED,),
    FactKind.RELEASE: (MessageKind.RELEASED,),
    FactKind.BACK: (MessageKind.MOVED_UP, MessageKind.BUMPED),
    FactKind.CANCEL: (MessageKind.CANCELLED,),
    FactKind.RESTORE: (MessageKind.RESTORED,),
    FactKind.CHANGE: (MessageKind.CHANGED, MessageKind.CHANGED_FOR_OTHERS, MessageKind.INVITATION),
    FactKind.ASK: (MessageKind.CONFIRM,),
    FactKind.REMIND: (MessageKind.REMINDER, MessageKind.REMINDER_TO_ANSWER),
    FactKind.STRIKE: (MessageKind.STRIKE,),
    FactKind.REINSTATE: (MessageKind.REINSTATED,),
    FactKind.POLL: (MessageKind.POLL,),
    FactKind.RULES: (MessageKind.RULES,),
    FactKind.OWED: (MessageKind.OWED,),
    FactKind.PAID: (MessageKind.PAID,),
}
"""The kinds of messages that a kind of fact makes."""

REMINDERS: Mapping[MessageKind, ReminderKind] = {
    MessageKind.REMINDER: ReminderKind.SEATED,
    MessageKind.REMINDER_TO_ANSWER: ReminderKind.UNANSWERED,
}
"""The messages that remind, and their receivers."""

WITH_LINK = frozenset(
    (
        *(MessageKind.INVITATION, MessageKind.MOVED_UP, MessageKind.OFFER, MessageKind.RESTORED, MessageKind.CHANGED),
        *(MessageKind.CHANGED_FOR_OTHERS, MessageKind.CONFIRM, *REMINDERS),
        *(MessageKind.POLL, MessageKind.DATE_SET, MessageKind.DATE_SET_FOR_OTHERS, MessageKind.GIVEN_UP),
    )
)
"""The messages that something can be answered to: they go with their reader's own link to the night or poll."""

OF_A_PAYMENT = (MessageKind.OWED, MessageKind.PAID)
"""The messages of facts of the same names, about a payment and no house: its reader's own page has it."""

NOT_TO_ONESELF = frozenset(
    (MessageKind.INVITATION, MessageKind.POLL, MessageKind.DATE_SET, MessageKind.DATE_SET_FOR_OTHERS)
)
"""The messages that a host who plays does not write to themselves."""


class Method(StrEnum):
    """The purpose of a mailed event: to ask or tell a player, or to remove the event from their calendar."""

    REQUEST = "REQUEST"
    CANCEL = "CANCEL"


_KEEPS = (
    *(MessageKind.INVITATION, MessageKind.MOVED_UP, MessageKind.OFFER, MessageKind.BUMPED, MessageKind.RESTORED),
    *(MessageKind.CHANGED, MessageKind.CHANGED_FOR_OTHERS, MessageKind.CONFIRM, *REMINDERS),
    *(MessageKind.DATE_SET, MessageKind.DATE_SET_FOR_OTHERS, MessageKind.GIVEN_UP),
)
IN_CALENDARS: Mapping[MessageKind, Method] = {
    **dict.fromkeys(_KEEPS, Method.REQUEST),
    **dict.fromkeys((MessageKind.RELEASED, MessageKind.CANCELLED), Method.CANCEL),
}
"""The messages that carry the night to their reader's calendar when they are mailed, or take it out of it."""

ASKS = frozenset((MessageKind.INVITATION, MessageKind.OFFER, MessageKind.CONFIRM, MessageKind.REMINDER_TO_ANSWER))
"""The messages that ask for an answer, whatever their reader answered before."""

_OTHER_WORDS: Mapping[tuple[FactKind, MessageKind], str] = {
    (FactKind.BACK, MessageKind.BUMPED): "waiting list again",
    (FactKind.CHANGE, MessageKind.INVITATION): "invitation again",
    (FactKind.ANSWER, MessageKind.BUMPED): "waiting list at first",
}
"""The messages with other words because of some facts."""

MAKES_MESSAGES = tuple(kind for kind in _MESSAGES if kind != FactKind.ANSWER)
"""The kinds of facts that can make messages, by any author."""


def _recipients(kind: MessageKind, fact: FactValue, state: RsvpState) -> Sequence[int]:
    seated = _numbers(state.seated)
    match kind:
        case MessageKind.INVITATION if fact.kind == FactKind.CHANGE:
            changed = to_notify(fact.content, state)
            who: Sequence[int] = [number for number in state.unanswered if number in changed]
        case MessageKind.INVITATION | MessageKind.POLL | MessageKind.RULES:
            who = fact.outcome["told"] if "told" in fact.outcome else fact.content["players"]
        case MessageKind.DATE_SET | MessageKind.DATE_SET_FOR_OTHERS:
            who = [number for number in fact.outcome["told"] if (number in seated) == (kind == MessageKind.DATE_SET)]
        case MessageKind.CANCELLED | MessageKind.RESTORED:
            who = to_notify(OF_THE_TIME, state)
        case MessageKind.CHANGED:
            who = seated
        case MessageKind.CHANGED_FOR_OTHERS:
            others = {*seated, *state.unanswered}
            who = [number for number in to_notify(fact.content, state) if number not in others]
        case MessageKind.CONFIRM:
            who = _numbers(rsvp for rsvp in state.seated if not rsvp.confirmed)
        case MessageKind.REMINDER | MessageKind.REMINDER_TO_ANSWER:
            # Before there were two kinds, reminders went to players with a seat.
            is_ours = REMINDERS[kind] == fact.content.get("who", ReminderKind.SEATED)
            who = fact.outcome.get("players", seated) if is_ours else ()
        case MessageKind.GIVEN_UP:
            who = [number for number in seated if number == fact.player and fact.content["answer"] != Reply.YES]
        case _:
            # A yes or a reservation given back brings a seat or a place in line, and both have a message.
            place = Place.SEAT if kind == MessageKind.MOVED_UP else Place.WAITING
            is_other = fact.kind in (FactKind.ANSWER, FactKind.BACK) and fact.outcome.get("place") != place
            who = [] if fact.player is None or is_other else [fact.player]
    return who


def concerns(kind: MessageKind, fact: FactValue, now: Recipient) -> bool:
    """Tell whether a message of that kind about that fact still holds for its player."""
    if now.out:
        return kind == MessageKind.STRIKE and fact.outcome.get("then") == Then.REMOVED and now.strike_counts
    state, rsvp = now.rsvp_state, now.rsvp_state.of(now.number)
    ahead = not state.cancelled and not now.begun
    # The host may seat and bump players while a night is played.
    goes_on = not state.cancelled and not now.over
    has_place = rsvp.place != Place.NONE or rsvp in state.maybes
    is_unanswered = now.number in state.unanswered
    answered_since = rsvp.answered_at is not None and rsvp.answered_at > fact.at
    offered_until = datetime.fromisoformat(fact.outcome["until"]) if kind == MessageKind.OFFER else now.at
    is_offered = rsvp.place == Place.OFFERED and rsvp.offered_until == offered_until and now.at < offered_until
    return {
        MessageKind.INVITATION: ahead and rsvp.reply is None and rsvp.answered_at is None and not now.changed_since,
        MessageKind.MOVED_UP: goes_on and rsvp.has_seat,
        MessageKind.OFFER: not state.cancelled and is_offered,
        MessageKind.BUMPED: goes_on and rsvp.place == Place.WAITING,
        MessageKind.RELEASED: goes_on and not has_place,
        MessageKind.GIVEN_UP: ahead and not rsvp.has_seat,
        MessageKind.CANCELLED: state.cancelled and not now.over,
        MessageKind.RESTORED: ahead and (has_place or is_unanswered),
        MessageKind.CHANGED: goes_on and rsvp.has_seat and not now.changed_since,
        MessageKind.CHANGED_FOR_OTHERS: goes_on and has_place and not rsvp.has_seat and not now.changed_since,
        MessageKind.CONFIRM: ahead and rsvp.has_seat and not rsvp.confirmed,
        MessageKind.REMINDER: ahead and rsvp.has_seat,
        MessageKind.REMINDER_TO_ANSWER: ahead and is_unanswered and not now.changed_since,
        MessageKind.STRIKE: now.strike_counts,
        MessageKind.RULES: now.at - fact.at < NEWS_FOR,
        MessageKind.REINSTATED: now.at - fact.at < NEWS_FOR,
        MessageKind.POLL: now.is_silent,
        MessageKind.OWED: now.is_open,
        MessageKind.PAID: now.is_open,
        MessageKind.DATE_SET: ahead and rsvp.has_seat and not now.changed_since,
        MessageKind.DATE_SET_FOR_OTHERS: ahead and not rsvp.has_seat and not answered_since and not now.changed_since,
    }[kind]
