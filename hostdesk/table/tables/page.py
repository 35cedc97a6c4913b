"""The panels of tables: seats, possible moves, calls for action, and a draw.

A draw: the players' cards, round by round, and the result.
"""

import json
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tables import text
from hostdesk.table.tables.queries import present_tonight
from ledger.bank.text import decided
from ledger.clock.queries import CalledPlayer
from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Fact
from reservations.parsing.names import first_names
from reservations.tables.balancing import has_unknown_button, imbalance, volunteer, wishes_of
from reservations.tables.draws import Card, CardDraw
from reservations.tables.positions import blinds_without_small
from reservations.tables.queries import seating_terms_of, usual_seats
from reservations.tables.reducers import fold_tables, read_moves
from reservations.tables.rules import merged, must_merge, must_split, split_sizes
from reservations.tables.seats import MoveReason, Moves, Present, Seating, Spot

_FEWEST_FOR_TWO = 4
_NOWHERE = Spot(1_000, 0)


@dataclass(frozen=True)
class PlayerAtTables:
    """A player at the tables, and their seat, None if they have none."""

    number: int
    name: str
    spot: Spot | None = None
    is_banker: bool = False


@dataclass(frozen=True)
class ButtonSeat:
    """A seat, and its player, "" if it is free; ``at``: the last note of the button there."""

    seat: int
    name: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class ButtonQuestion:
    """A table whose button must be noted: its seats, and the last place of the button.

    ``dead`` are the seats at which it can be with a dead small blind after it: a player has left that seat.
    """

    table: int
    seats: tuple[ButtonSeat, ...]
    was: ButtonSeat | None = None
    dead: tuple[ButtonSeat, ...] = ()


@dataclass(frozen=True)
class NightTables:
    """The tables of a night with the present players, and the names of everybody.

    ``asks_button``: two tables became one, and its button was neither drawn nor placed.
    """

    seating: Seating
    present: Present
    terms: SeatingTerms
    names: Mapping[int, str]
    asks_button: bool = False

    def player(self, number: int) -> PlayerAtTables:
        """Return a player with their seat."""
        return PlayerAtTables(number, self.names[number], self.seating.spots.get(number), number == self.present.banker)

    def goes(self, moves: Moves) -> list[PlayerAtTables]:
        """Return the moving players, by their new seats; players without one come at the end."""
        found = [PlayerAtTables(number, self.names[number], spot) for number, spot in moves]
        return sorted(found, key=lambda seat: seat.spot or _NOWHERE)

    def ask_for_button(self, table: int) -> ButtonQuestion:
        """Return the question for the button of a table."""
        names = {seat: self.names[number] for seat, number in self.seating.sitting(table).items()}
        seats = [ButtonSeat(seat, names.get(seat, "")) for seat in range(1, self.seating.seats(table) + 1)]
        button, was = self.seating.buttons.get(table), None
        if button is not None and button.seat > 0:  # A button drawn before there were seats has no place yet.
            was = ButtonSeat(button.seat, names.get(button.seat, ""), button.at)
        away_too = self.terms.away_dealt_in
        dealt_in, left = self.seating.dealt_in(table, away_too=away_too), self.seating.left(table, away_too=away_too)
        played = [seat for seat in seats if seat.seat in {*dealt_in, *left}]
        dead = [seat for seat in played if blinds_without_small(seat.seat, dealt_in, left, len(seats))]
        return ButtonQuestion(table, tuple(seats), was, tuple(dead))

    def unknown_button(self, now: datetime) -> ButtonQuestion | None:
        """Return the first of the tables with an unknown button; None if all are known."""
        tables = self.seating.numbers()
        unknown = (table for table in tables if has_unknown_button(self.seating, table, self.terms, now))
        return next((self.ask_for_button(table) for table in unknown), None)


def tables_of(tonight: Tonight) -> NightTables:
    """Read the tables of a night that is on."""
    present, terms = present_tonight(tonight), seating_terms_of(tonight.night)
    facts = tonight.facts.of()
    seating = fold_tables(facts, usual=usual_seats(tonight.night, terms)).only(present)
    asks_button = False
    if seating.spots and not seating.buttons and seating.tables == 1:
        taken_back = {fact.about for fact in facts if fact.kind == FactKind.TAKE_BACK}
        merges = (fact for fact in facts if fact.kind == FactKind.MOVE and fact.content["why"] == MoveReason.MERGE)
        asks_button = any(merge.id not in taken_back for merge in merges)
    return NightTables(seating, present, terms, tonight.now.names, asks_button)


def split_plan(tables: NightTables) -> dict[str, Any]:
    """Return the plan of one table that becomes two, for its panel.

    It has the numbers of players here (``count``), staying and moving, and whether it ``can_be``. ``people`` are by
    their seats, those without one last. ``why_not`` is the house's reason against it, or ""; if it can be, the host may
    overrule that.
    """
    seating, count = tables.seating, len(tables.present.here)
    (stay, move), why_not = split_sizes(count), ""
    if seating.tables > 1:
        why_not = text.SPLIT_ALREADY.format(seating.tables)
    elif not must_split(seating, tables.present, tables.terms):
        why_not = text.too_few_to_split(count, tables.terms.split_at)
    order = [*sorted(seating.spots, key=lambda number: seating.spots[number]), *seating.unseated(tables.present.here)]
    plan = {"count": count, "stay": stay, "move": move, "people": [*map(tables.player, order)], "why_not": why_not}
    return plan | {"can_be": seating.tables == 1 and count >= _FEWEST_FOR_TWO}


def merge_plan(tables: NightTables) -> dict[str, Any]:
    """Return the plan of two tables that become one ``at`` so many players or fewer, for its panel.

    It says whether it ``can_be``, and where everybody ``goes``, first come, first served. ``why_not`` is the house's
    reason against it, or ""; if it can be, the host may overrule that.
    """
    count, at = len(tables.present.here), tables.terms.merge_at
    plan: dict[str, Any] = {"left": text.left(count), "at": at, "can_be": False}
    if tables.seating.tables == 1:
        return plan | {"why_not": text.ONE_TABLE}
    try:
        goes = tables.goes(merged(tables.seating, tables.present))
    except Impossible as problem:
        return plan | {"why_not": str(problem)}
    called_for = must_merge(tables.seating, tables.present, tables.terms)
    why_not = "" if called_for else text.too_many_to_merge(count, at)
    return plan | {"can_be": True, "goes": goes, "why_not": why_not}


@dataclass(frozen=True)
class TableCall:
    """A call for action: the words ``before`` the names, the names, and the words after; ``until`` is a countdown.

    ``page`` is the name of its page, and ``table`` its table, 0 for none.
    """

    page: str
    words: str = ""
    names: tuple[str, ...] = ()
    before: str = ""
    table: int = 0
    until: datetime | None = None


def calls_of(tables: NightTables, called: CalledPlayer | None = None) -> tuple[TableCall, ...]:
    """Return the calls for action, the most urgent first.

    ``called`` is the player with the clock.
    """
    calls: list[TableCall] = []
    if called:
        calls.append(TableCall("tonight_conduct", names=(called.name,), before="Clock called on", until=called.until))
    seating, count = tables.seating, len(tables.present.here)
    if must_split(seating, tables.present, tables.terms):
        stay, move = split_sizes(count)
        calls.append(TableCall("tonight_split", text.split_into(count, stay, move)))
    elif must_merge(seating, tables.present, tables.terms):
        calls.append(TableCall("tonight_merge", f"{text.left(count)}: one table"))
    elif uneven := imbalance(seating):
        more, fewer = seating.count(uneven.larger), seating.count(uneven.smaller)
        counts = f"Table {uneven.larger} has {more}, table {uneven.smaller} has {fewer}:"
        # A player with a wish for the smaller table is the first to move.
        asks = volunteer(seating, tables.present)
        if asks is None:
            calls.append(TableCall("tonight_balance", f"{counts} balance"))
        else:
            calls.append(TableCall("tonight_balance", "asks to change: balance", (tables.names[asks],), before=counts))
    elif tables.asks_button:
        calls.append(TableCall("tonight_button", "Draw the new button", table=1))
    return (*calls, *_wishes_to_meet(tables))


def _wishes_to_meet(tables: NightTables) -> list[TableCall]:
    """Return the possible table changes: a swap once for the two of them."""
    calls, swapped = list[TableCall](), set[int]()
    for state in wishes_of(tables.seating, tables.terms):
        name = tables.names[state.wish.player]
        if state.wish.player in swapped:
            continue
        if state.swaps_with is not None:
            swapped.add(state.swaps_with)
            calls.append(TableCall("tonight_wishes", "can swap", (name, tables.names[state.swaps_with])))
        elif state.can_be_granted:
            calls.append(TableCall("tonight_wishes", f"can change to table {state.wish.table}", (name,)))
    return calls


_HEADINGS = {MoveReason.SPLIT: "Two tables", MoveReason.MERGE: "One table", MoveReason.DRAWN: "Seats"}
_SUITS = "Equal ranks go by suit: clubs lowest, then diamonds, hearts, spades."
_DEALT = "Dealt at the table. "
_AGAIN = "Players with equal ranks draw again."


@dataclass(frozen=True)
class DrawnCard:
    """The card that a player drew; ``wins`` if it was the deciding one. ``number``: theirs if a seat follows, or 0."""

    name: str
    card: Card
    wins: bool
    number: int = 0


@dataclass(frozen=True)
class DrawnRound:
    """The cards of one round with first names, in the order of their drawing, and the reason for another draw."""

    cards: tuple[DrawnCard, ...]
    why: str = ""


@dataclass(frozen=True)
class Drawn:
    """A draw, or moves without one. ``winner`` has the drawn button, at ``table`` and ``seat``.

    ``overruled`` has the author and reason of a ruling for it.
    """

    fact: int
    heading: str
    rule: str
    rounds: tuple[DrawnRound, ...]
    goes: tuple[PlayerAtTables, ...] = ()
    winner: str = ""
    table: int = 0
    seat: int = 0
    merged: bool = False
    needs_button: tuple[int, ...] = ()
    is_taken_back: bool = False
    can_undo: bool = False
    overruled: tuple[str, ...] = ()


def drawn_of(fact: Fact, tables: NightTables) -> Drawn:
    """Return a move or a draw by its fact."""
    content, outcome = json.loads(fact.content), json.loads(fact.outcome)
    short = first_names(tables.names.values())
    names = {number: short[name] for number, name in tables.names.items()}
    is_back = Fact.objects.filter(about=fact, kind=FactKind.TAKE_BACK).exists()
    dealt = _DEALT if "dealt" in content else ""
    if fact.kind == FactKind.DRAW:
        drawing, table = CardDraw.of(outcome["cards"]), content["table"]
        heading, rule = f"The button at table {table}", f"{dealt}The highest card has the button. {ties(tables)}"
        rounds, name = _rounds(drawing, {drawing.winner}, names), tables.names[drawing.winner]
        button = {"winner": name, "table": table, "seat": outcome["seat"]}
        return Drawn(fact.pk, heading, rule, rounds, **button, is_taken_back=is_back, can_undo=not is_back)
    moves, why, cards = read_moves(outcome["moves"]), MoveReason(content["why"]), outcome.get("cards")
    drawn_away = {number for number, spot in moves if why is MoveReason.SPLIT and spot and spot.table > 1}
    what = "The highest cards move." if why is MoveReason.SPLIT else "The highest card sits first."
    unknown = (table for table in tables.seating.numbers() if table not in tables.seating.buttons)
    return Drawn(
        fact=fact.pk,
        heading=_HEADINGS.get(why, "Moved"),
        rule=f"{dealt}{what} {ties(tables)}",
        rounds=_rounds(CardDraw.of(cards), drawn_away, names, dict(moves)) if cards else (),
        goes=tuple(tables.goes(moves)),
        merged=why is MoveReason.MERGE,
        needs_button=() if is_back or why not in _HEADINGS else tuple(unknown),
        is_taken_back=is_back,
        can_undo=tables.seating.last_move == fact.pk,
        overruled=decided(outcome.get("ruling", "")),
    )


def ties(tables: NightTables) -> str:
    """State the house's way with cards of one rank."""
    return _SUITS if tables.terms.suits_rank else _AGAIN


def _rounds(
    drawing: CardDraw, winners: set[int], names: Mapping[int, str], goes: Container[int] = ()
) -> tuple[DrawnRound, ...]:
    last = {number: place for place, cards in enumerate(drawing.rounds) for number, _ in cards}
    found = []
    for place, drawn in enumerate(drawing.rounds):
        wins = {number for number, _ in drawn if number in winners and last[number] == place}
        cards = [DrawnCard(names[one], card, one in wins, one if one in goes else 0) for one, card in drawn]
        found.append(DrawnRound(tuple(cards), " and ".join(one.name for one in cards) if place else ""))
    return tuple(found)
