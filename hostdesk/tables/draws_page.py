"""A draw as a panel shows it: who drew which card, round by round, and what came of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from hostdesk.tables.page import Destination, NightTables
from reservations.acts.facts import FactKind
from reservations.models import Fact
from reservations.tables.draws import Card, CardDraw
from reservations.tables.reducers import read_moves
from reservations.tables.seats import MoveReason

_HEADINGS = {MoveReason.SPLIT: "Two tables", MoveReason.MERGE: "One table", MoveReason.DRAWN: "Seats"}
_SUITS = "Equal ranks go by suit: clubs lowest, then diamonds, hearts, spades."
_AGAIN = "Players with equal ranks draw again."


@dataclass(frozen=True)
class DrawnCard:
    """The card that a player drew; ``wins`` if it was the one that decided for them."""

    name: str
    card: Card
    wins: bool


@dataclass(frozen=True)
class DrawnRound:
    """The cards of one round, in the order in which they were drawn, and who drew them again in it."""

    cards: tuple[DrawnCard, ...]
    why: str = ""


@dataclass(frozen=True)
class Drawn:
    """A draw, or moves without one. ``winner`` has the button that was drawn for, at ``table`` and ``seat``."""

    fact: int
    heading: str
    rule: str
    rounds: tuple[DrawnRound, ...]
    goes: tuple[Destination, ...] = ()
    winner: str = ""
    table: int = 0
    seat: int = 0
    merged: bool = False
    needs_button: tuple[int, ...] = ()
    is_taken_back: bool = False
    can_undo: bool = False


def drawn_of(fact: Fact, tables: NightTables) -> Drawn:
    """Return what the fact of a move or a draw shows."""
    content, outcome = json.loads(fact.content), json.loads(fact.outcome)
    is_back = Fact.objects.filter(about=fact, kind=FactKind.TAKE_BACK).exists()
    if fact.kind == FactKind.DRAW:
        drawing = CardDraw.of(outcome["cards"])
        return Drawn(
            fact=fact.pk,
            heading=f"The button at table {content['table']}",
            rule=f"The highest card has the button. {ties(tables)}",
            rounds=_rounds(drawing, {drawing.winner}, tables.names),
            winner=tables.names[drawing.winner],
            table=content["table"],
            seat=outcome["seat"],
            is_taken_back=is_back,
            can_undo=not is_back,
        )
    moves, why, cards = read_moves(outcome["moves"]), MoveReason(content["why"]), outcome.get("cards")
    drawn_away = {number for number, spot in moves if why is MoveReason.SPLIT and spot and spot.table > 1}
    what = "The highest cards move." if why is MoveReason.SPLIT else "The highest card sits first."
    unknown = (table for table in tables.seating.numbers() if table not in tables.seating.buttons)
    return Drawn(
        fact=fact.pk,
        heading=_HEADINGS.get(why, "Moved"),
        rule=f"{what} {ties(tables)}",
        rounds=_rounds(CardDraw.of(cards), drawn_away, tables.names) if cards else (),
        goes=tuple(tables.goes(moves)),
        merged=why is MoveReason.MERGE,
        needs_button=() if is_back or why not in _HEADINGS else tuple(unknown),
        is_taken_back=is_back,
        can_undo=tables.seating.last_move == fact.pk,
    )


def ties(tables: NightTables) -> str:
    """Say what becomes of cards of one rank in this house."""
    return _SUITS if tables.terms.suits_rank else _AGAIN


def _rounds(drawing: CardDraw, winners: set[int], names: Mapping[int, str]) -> tuple[DrawnRound, ...]:
    last = {number: place for place, each in enumerate(drawing.rounds) for number, _ in each}
    found = []
    for place, each in enumerate(drawing.rounds):
        cards = [DrawnCard(names[number], card, number in winners and last[number] == place) for number, card in each]
        found.append(DrawnRound(tuple(cards), " and ".join(one.name for one in cards) if place else ""))
    return tuple(found)
