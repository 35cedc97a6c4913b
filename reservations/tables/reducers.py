"""What each fact does to the tables of a night, and the tables after all of them. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reservations.acts.facts import FactKind, Facts, Said
from reservations.tables.seats import Button, Entered, HandEntryKind, Missed, Moves, Seating, Spot, Wish

_Rows = Mapping[int, tuple[int, Spot]]
"""Who sits where, by the number under which it was said: somebody who was written down twice has two of them, and is
where they sat down last."""


@dataclass(frozen=True)
class _Before:
    """What an undo of a move restores: the tables before it, and the wishes that it met or made meaningless."""

    seating: Seating
    rows: _Rows
    dropped: tuple[Wish, ...]


@dataclass(frozen=True)
class _Told:
    """The tables so far, and the moves that can be taken back, by the id of the fact, the last one last."""

    seating: Seating
    rows: _Rows = field(default_factory=dict)
    moves: Mapping[int, _Before] = field(default_factory=dict)
    back: frozenset[int] = frozenset()


def fold_tables(facts: Facts, *, usual: int) -> Seating:
    """Return the tables after these facts of a night, in the order in which they were recorded.

    ``usual`` is how many seats a table has that nobody counted. Whoever cashed out still has a seat here unless
    somebody else took it: ``Seating.only`` leaves them out.
    """
    told = _Told(Seating(usual), back=frozenset(fact.about for fact in facts if fact.about and _is_undo(fact)))
    for fact in facts:
        if step := _STEPS.get(fact.kind):
            told = step(told, fact)
    return replace(told.seating, last_move=max(told.moves, default=None))


def read_moves(kept: list[list[int]]) -> Moves:
    """Return moves as they are kept in a fact: number, table, seat; table 0 for nowhere."""
    return [(number, Spot(table, seat) if table else None) for number, table, seat in kept]


def kept_moves(moves: Moves) -> list[list[int]]:
    """Return moves as they are kept in a fact."""
    return [[number, spot.table if spot else 0, spot.seat if spot else 0] for number, spot in moves]


def _is_undo(fact: Said) -> bool:
    return fact.kind == FactKind.TAKE_BACK


def _move(told: _Told, fact: Said) -> _Told:
    before, tables = told.seating, fact.outcome["tables"][1]
    rows = {row: at for row, at in _rows_after(told.rows, fact.outcome).items() if at[1].table <= tables}
    after = _with_tables(_arrived(before, replace(before, spots=dict(rows.values()))), tables)
    after = replace(
        after, used=frozenset(spot for spot in {*after.used, *after.spots.values()} if spot.table <= tables)
    )
    wishes = tuple(wish for wish in after.wishes if not _changes_table(before, after, wish.player))
    dropped = tuple(wish for wish in before.wishes if wish not in wishes)
    moves = {**told.moves, fact.id: _Before(before, told.rows, dropped)}
    return replace(told, seating=replace(after, wishes=wishes), rows=rows, moves=moves)


def _rows_after(rows: _Rows, outcome: Mapping[str, Any]) -> _Rows:
    """Return who sits where after a move, by the numbers under which it was said.

    A seat that somebody left who was moved is free, also where it was given to them under another number.
    """
    said = read_moves(outcome.get("rows", outcome["moves"]))
    people = [person for person, _ in read_moves(outcome["moves"])]
    moved = {row for row, _ in said}
    freed = {spot for _, spot in (*said, *read_moves(outcome.get("was", [])))}
    kept = {row: at for row, at in rows.items() if row not in moved and at[1] not in freed}
    there = zip(said, people, strict=True)
    return {**kept, **{row: (person, spot) for (row, spot), person in there if spot is not None}}


def _arrived(before: Seating, after: Seating) -> Seating:
    """Let nobody who sits down be away, or bring along how they came in before."""
    new = set(after.spots) - set(before.spots)
    away = {number: since for number, since in after.away.items() if number not in new}
    return replace(after, away=away, entries={each: how for each, how in after.entries.items() if each not in new})


def _changes_table(before: Seating, after: Seating, player: int) -> bool:
    was, is_now = before.spots.get(player), after.spots.get(player)
    return was is not None and is_now is not None and was.table != is_now.table


def _with_tables(seating: Seating, tables: int) -> Seating:
    """Return so many tables; where one was added or went, nobody knows where the buttons are, or wants elsewhere."""
    if tables == seating.tables:
        return seating
    sizes = {table: seats for table, seats in seating.sizes.items() if table <= tables}
    return replace(seating, tables=tables, sizes=sizes, buttons={}, wishes=())


def _take_back(told: _Told, fact: Said) -> _Told:
    """Let everybody sit as before a move; what was said since of other things stands."""
    undone = told.moves.get(fact.about or 0)
    if undone is None:
        return told
    was, now = undone.seating, told.seating
    asked_since = {wish.player for wish in now.wishes}
    wishes = [*now.wishes, *(wish for wish in undone.dropped if wish.player not in asked_since)]
    back = replace(
        now,
        tables=was.tables,
        spots=was.spots,
        used=was.used,
        sizes={**was.sizes, **now.sizes},
        buttons={**was.buttons, **now.buttons},
        wishes=tuple(sorted(wishes, key=lambda wish: wish.at)),
    )
    moves = {each: kept for each, kept in told.moves.items() if each != fact.about}
    return replace(told, seating=back, rows=undone.rows, moves=moves)


def _wish(told: _Told, fact: Said) -> _Told:
    if fact.id in told.back:
        return told
    player, table = fact.player or 0, fact.content["table"]
    others = tuple(wish for wish in told.seating.wishes if wish.player != player)
    wishes = (*others, Wish(player, table, fact.at)) if table else others
    return _seated(told, wishes=wishes)


def _size(told: _Told, fact: Said) -> _Told:
    table, seats = fact.content["table"], fact.content["seats"]
    # A button that stood where no chair is any more is asked for again.
    gone = {each for each, button in told.seating.buttons.items() if each == table and button.seat > seats}
    buttons = {each: button for each, button in told.seating.buttons.items() if each not in gone}
    return _seated(told, sizes={**told.seating.sizes, table: seats}, buttons=buttons)


def _button(told: _Told, fact: Said) -> _Told:
    return _with_button(told, fact, fact.content["seat"])


def _draw(told: _Told, fact: Said) -> _Told:
    return _with_button(told, fact, fact.outcome["seat"]) if fact.outcome["seat"] else told


def _with_button(told: _Told, fact: Said, seat: int) -> _Told:
    if fact.id in told.back:
        return told
    button = Button(seat, fact.at, fact.outcome.get("big"), fact.outcome.get("small"))
    return _seated(told, buttons={**told.seating.buttons, fact.content["table"]: button})


def _away(told: _Told, fact: Said) -> _Told:
    others = {number: since for number, since in told.seating.away.items() if number != fact.player}
    return _seated(told, away={**others, fact.player: fact.at} if fact.content["away"] else others)


def _missed(told: _Told, fact: Said) -> _Told:
    missed = Missed(fact.content["small"], fact.content["big"])
    others = {number: blinds for number, blinds in told.seating.missed.items() if number != fact.player}
    return _seated(told, missed={**others, fact.player: missed} if missed else others)


def _enter(told: _Told, fact: Said) -> _Told:
    return _seated(
        told, entries={**told.seating.entries, fact.player: Entered(HandEntryKind(fact.content["how"]), fact.at)}
    )


def _seated(told: _Told, **changes: Any) -> _Told:
    return replace(told, seating=replace(told.seating, **changes))


_STEPS: Mapping[FactKind, Callable[[_Told, Said], _Told]] = {
    FactKind.MOVE: _move,
    FactKind.TAKE_BACK: _take_back,
    FactKind.WISH: _wish,
    FactKind.SIZE: _size,
    FactKind.BUTTON: _button,
    FactKind.DRAW: _draw,
    FactKind.AWAY: _away,
    FactKind.MISSED: _missed,
    FactKind.ENTER: _enter,
}
