"""What each fact does to the tables of a night, and the tables after all of them. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reservations.facts import FactKind, Facts, Said
from reservations.seats import Button, How, Missed, Moves, Seating, Spot, Wish


@dataclass(frozen=True)
class _Told:
    """The tables so far, and what an undo needs: the moves it may take back, and the wishes that each of them met."""

    seating: Seating
    moves: tuple[int, ...] = ()
    met: Mapping[int, tuple[Wish, ...]] = field(default_factory=dict)
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
    return replace(told.seating, last_move=told.moves[-1] if told.moves else None)


def read_moves(kept: list[list[int]]) -> Moves:
    """Return moves as they are kept in a fact: number, table, seat; table 0 for nowhere."""
    return [(number, Spot(table, seat) if table else None) for number, table, seat in kept]


def kept_moves(moves: Moves) -> list[list[int]]:
    """Return moves as they are kept in a fact."""
    return [[number, spot.table if spot else 0, spot.seat if spot else 0] for number, spot in moves]


def _is_undo(fact: Said) -> bool:
    return fact.kind == FactKind.TAKE_BACK


def _move(told: _Told, fact: Said) -> _Told:
    moves = read_moves(fact.outcome["moves"])
    before, after = told.seating, told.seating.after(moves)
    after = _with_tables(after, fact.outcome["tables"][1])
    met = tuple(wish for wish in before.wishes if _changes_table(before, after, wish.player))
    after = replace(after, wishes=tuple(wish for wish in after.wishes if wish not in met))
    return _Told(after, (*told.moves, fact.id), {**told.met, fact.id: met}, told.back)


def _changes_table(before: Seating, after: Seating, player: int) -> bool:
    was, is_now = before.spots.get(player), after.spots.get(player)
    return was is not None and is_now is not None and was.table != is_now.table


def _with_tables(seating: Seating, tables: int) -> Seating:
    """Return so many tables; where one was added or went, nobody knows where the buttons are, or wants elsewhere."""
    if tables == seating.tables:
        return seating
    spots = {number: spot for number, spot in seating.spots.items() if spot.table <= tables}
    return replace(seating, tables=tables, spots=spots, buttons={}, wishes=())


def _take_back(told: _Told, fact: Said) -> _Told:
    if "moves" not in fact.outcome:
        return told
    about = fact.about or 0
    seating = _with_tables(told.seating, fact.outcome["tables"])
    seating = seating.after(read_moves(fact.outcome["moves"]))
    asked_since = {wish.player for wish in seating.wishes}
    again = [wish for wish in told.met.get(about, ()) if wish.player not in asked_since]
    wishes = tuple(sorted([*seating.wishes, *again], key=lambda wish: wish.at))
    moves = tuple(each for each in told.moves if each != about)
    return replace(told, seating=replace(seating, wishes=wishes), moves=moves)


def _wish(told: _Told, fact: Said) -> _Told:
    if fact.id in told.back:
        return told
    player, table = fact.player or 0, fact.content["table"]
    others = tuple(wish for wish in told.seating.wishes if wish.player != player)
    wishes = (*others, Wish(player, table, fact.at)) if table else others
    return _seated(told, wishes=wishes)


def _size(told: _Told, fact: Said) -> _Told:
    sizes = {**told.seating.sizes, fact.content["table"]: fact.content["seats"]}
    return _seated(told, sizes=sizes)


def _button(told: _Told, fact: Said) -> _Told:
    return _with_button(told, fact, fact.content["seat"])


def _draw(told: _Told, fact: Said) -> _Told:
    return _with_button(told, fact, fact.outcome["seat"]) if fact.outcome["seat"] else told


def _with_button(told: _Told, fact: Said, seat: int) -> _Told:
    if fact.id in told.back:
        return told
    return _seated(told, buttons={**told.seating.buttons, fact.content["table"]: Button(seat, fact.at)})


def _away(told: _Told, fact: Said) -> _Told:
    others = {number: since for number, since in told.seating.away.items() if number != fact.player}
    return _seated(told, away={**others, fact.player: fact.at} if fact.content["away"] else others)


def _missed(told: _Told, fact: Said) -> _Told:
    missed = Missed(fact.content["small"], fact.content["big"])
    others = {number: blinds for number, blinds in told.seating.missed.items() if number != fact.player}
    return _seated(told, missed={**others, fact.player: missed} if missed else others)


def _enter(told: _Told, fact: Said) -> _Told:
    return _seated(told, entries={**told.seating.entries, fact.player: How(fact.content["how"])})


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
