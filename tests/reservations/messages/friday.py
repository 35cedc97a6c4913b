"""The Friday of the messages: Ann has a seat, Bo is offered one, Cy waits, Di says maybe and Eve says no."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from reservations.acts.facts import FactKind, FactValue, Place, Reply
from reservations.messages.rules import MessageContext, MessageDraft, MessageKind, messages_for
from reservations.messages.text import Occasion
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

ANN, BO, CY, DI, EVE = 1, 2, 3, 4, 5
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", DI: "Di", EVE: "Eve"}
START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)  # 19:00 in New York
UNTIL = START - timedelta(minutes=40)
NIGHT = Occasion(
    house="The Friday game",
    date=date(2026, 11, 20),
    zone="America/New_York",
    starts_at=START,
    seats=9,
    place="12 Elm Street",
)
STATE = RsvpState(
    9,
    START,
    {
        ANN: Rsvp(ANN, Reply.YES, place=Place.SEAT, answered_at=START),
        BO: Rsvp(BO, Reply.YES, place=Place.OFFERED, offered_until=UNTIL, answered_at=START),
        CY: Rsvp(CY, Reply.YES, place=Place.WAITING, answered_at=START),
        DI: Rsvp(DI, Reply.MAYBE, answered_at=START),
        EVE: Rsvp(EVE, Reply.NO, answered_at=START),
    },
)


def fact(kind: FactKind, player: int | None = None, **said: Any) -> FactValue:
    """Return a fact of the Friday, under number 7."""
    return FactValue(7, kind, START - timedelta(days=1), night=1, player=player, **said)


def posted(about: FactValue, rsvp_state: RsvpState = STATE, occasion: Occasion = NIGHT) -> tuple[MessageDraft, ...]:
    """Return the messages that a fact makes."""
    return messages_for(about, MessageContext(occasion, rsvp_state, NAMES))


def told(about: FactValue, rsvp_state: RsvpState = STATE) -> list[tuple[MessageKind, str]]:
    """Return the kinds of the messages that a fact makes, with their recipients."""
    return [(message.kind, NAMES[message.player]) for message in posted(about, rsvp_state)]
