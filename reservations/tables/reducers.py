"""The effect of every fact on the tables of a night, and the tables after all of them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reservations.acts.facts import FactKind, Facts, FactValue
from reservations.tables.seats import Button, Entered, HandEntryKind, Missed, Moves, Seating, Spot, Wish

_Rows = Mapping[int, tuple[int, Spot]]
"""The seats by the player number of the fact: a player with a merged duplicate has two, and sits at the last one."""


@dataclass(frozen=True)
class _MoveUndo:
    """The state that the undo of a move restores: the tables before it, and the wishes that it met or ended."""

    seating: Seating
    rows: _Rows
    dropped: tuple[Wish, ...]


@dataclass(frozen=True)
class _FoldedTables:
    """The tables so far, and the moves that can be undone, by the id of the fact, the last one last."""

    seating: Seating
    rows: _Rows = field(default_factory=dict)
    moves: Mapping[int, _MoveUndo] = field(default_factory=dict)


def fold_tables(facts: Facts, *, usual: int) -> Seating:
    """Return the tables after these facts of a night, in the order of their record.

    ``usual`` is the number of seats of an uncounted table. A player who cashed out still has a seat here unless another
    player took it: ``Seating.only`` leaves them out.
    """
    undone = {fact.about for fact in facts if fact.kind == FactKind.TAKE_BACK}
    folded = _FoldedTables(Seating(usual))
    for fact in facts:
        if fact.kind == FactKind.MOVE:
            folded = _moved(folded, fact)
        elif fact.kind == FactKind.TAKE_BACK:
            folded = _undone(folded, fact)
        elif fact.id not in undone:
            folded = replace(folded, seating=replace(folded.seating, **_changes(folded.seating, fact)))
    return replace(folded.seating, last_move=max(folded.moves, default=None))


def read_moves(kept: list[list[int]]) -> Moves:
    """Return moves as a fact keeps them: number, table, seat; table 0 for no seat."""
    return [(number, Spot(table, seat) if table else None) for number, table, seat in kept]


def kept_moves(moves: Moves) -> list[list[int]]:
    return [[number, spot.table if spot else 0, spot.seat if spot else 0] for number, spot in moves]


def _moved(folded: _FoldedTables, fact: FactValue) -> _FoldedTables:
    before, tables = folded.seating, fact.outcome["tables"][1]
    rows = {row: at for row, at in _rows_after(folded.rows, fact.outcome).items() if at[1].table <= tables}
    spots = dict(rows.values())
    # A player who sits down is not away, and has no earlier way in.
    new = set(spots) - set(before.spots)
    after = replace(
        before,
        spots=spots,
        used=frozenset(spot for spot in {*before.used, *spots.values()} if spot.table <= tables),
        away={number: since for number, since in before.away.items() if number not in new},
        entries={number: how for number, how in before.entries.items() if number not in new},
    )
    if tables != before.tables:
        # If a table was added or removed, the buttons are unknown, and wishes make no sense.
        sizes = {table: seats for table, seats in before.sizes.items() if table <= tables}
        after = replace(after, tables=tables, sizes=sizes, buttons={}, wishes=())
    stayed = ((number, spot) for number, spot in spots.items() if number in before.spots)
    changed = {number for number, spot in stayed if before.spots[number].table != spot.table}
    wishes = tuple(wish for wish in after.wishes if wish.player not in changed)
    dropped = tuple(wish for wish in before.wishes if wish not in wishes)
    moves = {**folded.moves, fact.id: _MoveUndo(before, folded.rows, dropped)}
    return _FoldedTables(replace(after, wishes=wishes), rows, moves)


def _rows_after(rows: _Rows, outcome: Mapping[str, Any]) -> _Rows:
    """Return the seats after a move, by the numbers in its fact.

    The old seat of a moved player is free, even if they got it under another number.
    """
    moves = read_moves(outcome.get("rows", outcome["moves"]))
    people = [person for person, _ in read_moves(outcome["moves"])]
    moved = {row for row, _ in moves}
    freed = {spot for _, spot in (*moves, *read_moves(outcome.get("was", [])))}
    kept = {row: at for row, at in rows.items() if row not in moved and at[1] not in freed}
    there = zip(moves, people, strict=True)
    return {**kept, **{row: (person, spot) for (row, spot), person in there if spot is not None}}


def _undone(folded: _FoldedTables, fact: FactValue) -> _FoldedTables:
    """Restore the seats before a move; later facts of other kinds still stand."""
    undo = folded.moves.get(fact.about or 0)
    if undo is None:
        return folded
    was, now = undo.seating, folded.seating
    wished_since = {wish.player for wish in now.wishes}
    wishes = [*now.wishes, *(wish for wish in undo.dropped if wish.player not in wished_since)]
    back = replace(
        now,
        tables=was.tables,
        spots=was.spots,
        used=was.used,
        sizes={**was.sizes, **now.sizes},
        buttons={**was.buttons, **now.buttons},
        wishes=tuple(sorted(wishes, key=lambda wish: wish.at)),
    )
    moves = {move: kept for move, kept in folded.moves.items() if move != fact.about}
    return _FoldedTables(back, undo.rows, moves)


def _changes(seating: Seating, fact: FactValue) -> dict[str, Any]:
    """Return the changes of a fact without a move, by the names of the fields of a ``Seating``."""
    content, player = fact.content, fact.player or 0
    match fact.kind:
        case FactKind.WISH:
            others = tuple(wish for wish in seating.wishes if wish.player != player)
            return {"wishes": (*others, Wish(player, content["table"], fact.at)) if content["table"] else others}
        case FactKind.SIZE:
            table, seats = content["table"], content["seats"]
            # The button of a seat that is gone is unknown.
            kept = {at: button for at, button in seating.buttons.items() if at != table or button.seat <= seats}
            return {"sizes": {**seating.sizes, table: seats}, "buttons": kept}
        case FactKind.BUTTON | FactKind.DRAW:
            seat = content["seat"] if fact.kind == FactKind.BUTTON else fact.outcome["seat"]
            button = Button(seat, fact.at, fact.outcome.get("big"), fact.outcome.get("small"))
            # A button that was drawn before there were seats has no place yet.
            return {"buttons": {**seating.buttons, content["table"]: button}} if seat else {}
        case FactKind.AWAY:
            away = {number: since for number, since in seating.away.items() if number != player}
            return {"away": {**away, player: fact.at} if content["away"] else away}
        case FactKind.MISSED | FactKind.ENTER:
            missed = {number: blinds for number, blinds in seating.missed.items() if number != player}
            entries = {number: entered for number, entered in seating.entries.items() if number != player}
            if fact.kind == FactKind.MISSED:  # Earlier facts of entering are over.
                blinds = Missed(content["small"], content["big"])
                return {"missed": {**missed, player: blinds} if blinds else missed, "entries": entries}
            how = HandEntryKind(content["how"])
            # A player who comes in has paid the owed blinds; a player who waits still owes them.
            owes = seating.missed if how is HandEntryKind.WAITS else missed
            return {"entries": {**entries, player: Entered(how, fact.at)}, "missed": owes}
    return {}
