"""Acts as lines that people read: on the page of the night, in receipts, and wherever one act is told."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ledger.night.queries import pots_won
from ledger.night.text import amount_of, said, with_its_act
from reservations.acts.kinds import NEVER_UNDONE, PLAYER_FIELDS, Kind
from reservations.acts.queries import act_numbers
from reservations.models import Act


@dataclass(frozen=True)
class ActLine:
    """One act of the night for people."""

    number: int
    at: datetime
    text: str
    cents: int | None
    by: str
    undone: bool
    can_undo: bool
    key: str
    kind: str


def act_line(act: Act, names: Mapping[int, str]) -> ActLine:
    """Return an act for people; ``names`` are those of the players in it."""
    return act_lines([act], names)[0]


def act_lines(acts: Sequence[Act], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts for people, with two queries at most however many they are."""
    contents = [json.loads(act.content) for act in acts]
    numbers = act_numbers(content["of"] for content in contents if "of" in content)
    pots = pots_won(act.number for act in acts if act.kind == Kind.FINAL_POT)
    return [
        _act_line(act, with_its_act(content, numbers), names, pots.get(act.number, amount_of(act.kind, content)))
        for act, content in zip(acts, contents, strict=True)
    ]


def public_lines(acts: Sequence[Act], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts as the table may read them over the banker's shoulder: not who owes, nor how much.

    Whether something was paid in cash is left out as well: where it is missing, everybody could tell.
    """
    return [_in_public(line, act, names) for line, act in zip(act_lines(acts, names), acts, strict=True)]


def _in_public(line: ActLine, act: Act, names: Mapping[int, str]) -> ActLine:
    content = json.loads(act.content)
    if act.kind == Kind.BUY_IN:
        return replace(line, text=f"{names[content['player']]} buys in")
    if act.kind == Kind.CHIP_SALE:
        return replace(line, text=f"{names[content['seller']]} sells chips to {names[content['buyer']]}")
    if act.kind in _PRIVATE:
        return replace(line, text=_PRIVATE[Kind(act.kind)], cents=None)
    return line


_PRIVATE = {
    Kind.CHANGE_PAY: "A buy-in was paid otherwise",
    Kind.REDEEM_NOTE: "A note is paid",
    Kind.NOTE_UNPAID: "A note goes into THE BOOK",
}
"""What is said in public of acts that are about what somebody owes."""


def _act_line(act: Act, content: Mapping[str, Any], names: Mapping[int, str], cents: int | None) -> ActLine:
    undone = getattr(act, "reversed_by", None) is not None
    return ActLine(
        number=act.number,
        at=act.at,
        text=said(act.kind, content, names),
        cents=cents,
        by=act.by,
        undone=undone,
        can_undo=not undone and act.kind not in NEVER_UNDONE,
        key=act.key,
        kind=act.kind,
    )


def named_in(acts: Sequence[Act]) -> Iterator[int]:
    """Yield the numbers of the players that acts are about."""
    for act in acts:
        content = json.loads(act.content)
        yield from (content[role] for role in PLAYER_FIELDS if role in content)
