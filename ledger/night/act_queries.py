"""Acts as lines for readers: all of them for the host, without debts for the table."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ledger.bank.text import decided
from ledger.bank.text_queries import phrased
from reservations.acts.kinds import NEVER_UNDONE, PLAYER_FIELDS, Kind, form_key_of
from reservations.models import Act, Fact
from reservations.parsing.names import shown_name
from reservations.players.queries import player_names


@dataclass(frozen=True)
class ActLine:
    """One act of the night for readers; ``overruled`` is the author and reason of a ruling: "the host: a birthday"."""

    number: int
    at: datetime
    text: str
    cents: int | None
    by: str
    undone: bool
    can_undo: bool
    key: str
    kind: str
    overruled: str


_IN_PUBLIC = {
    Kind.BUY_IN: "{player} buys in",
    Kind.CHIP_SALE: "{seller} sells chips to {buyer}",
    Kind.CHANGE_PAY: "A buy-in was paid otherwise",
    Kind.REDEEM_NOTE: "A note is paid",
    Kind.NOTE_UNPAID: "A note goes into THE BOOK",
}
"""The public words for acts that would reveal debts."""
_AMOUNT_IS_PRIVATE = (Kind.CHANGE_PAY, Kind.REDEEM_NOTE, Kind.NOTE_UNPAID, Kind.COMMIT_NOTES, Kind.LAPSE_NOTES)


def act_line(act: Act, names: Mapping[int, str] | None = None) -> ActLine:
    """Return an act for readers; ``names`` are those of its players, looked up if they are not given."""
    return act_lines([act], player_names(named_in([act])) if names is None else names)[0]


def act_lines(acts: Sequence[Act], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts for readers, with at most three queries, whatever their number."""
    texts, lines = phrased(acts, names), []
    for act in acts:
        words, undone = texts[act.number], getattr(act, "reversed_by", None) is not None
        # Papers also print the 0.00 of a bust.
        cents = words.cents or None if act.kind == Kind.CASH_OUT else words.cents
        can_undo = not undone and act.kind not in NEVER_UNDONE
        overruled = "" if act.overruled == "[]" else "; ".join(decided(act.ruling, act.count_ruling))
        columns = (act.number, act.at, words.text, cents, shown_name(act.by))
        lines.append(ActLine(*columns, undone, can_undo, act.key, act.kind, overruled))
    return lines


def with_ruling(remark: str, fact: Fact) -> str:
    """Add to the remark on a fact the author and reason of its ruling."""
    ruled = decided(json.loads(fact.outcome).get("ruling", ""))
    return " ".join(filter(None, [remark, *(f"Overruled by {host}" for host in ruled)]))


def public_lines(acts: Sequence[Act], read: Sequence[ActLine], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts, ``read`` as lines, as the table may read them over the banker's shoulder: without debts.

    The payments in cash are left out as well: if only credit were left out, everybody could guess it.
    """
    lines = []
    for act, line in zip(acts, read, strict=True):
        content, kind = json.loads(act.content), Kind(act.kind)
        people = {role: names[content[role]] for role in ("player", "seller", "buyer") if role in content}
        text = _IN_PUBLIC[kind].format_map(people) if kind in _IN_PUBLIC else line.text
        lines.append(replace(line, text=text, cents=None if kind in _AMOUNT_IS_PRIVATE else line.cents))
    return lines


def named_in(acts: Sequence[Act]) -> Iterator[int]:
    """Yield the numbers of the players in acts."""
    for act in acts:
        content = json.loads(act.content)
        yield from (content[role] for role in PLAYER_FIELDS if role in content)


def recorded_with(act: Act) -> list[Act]:
    """Return the acts recorded by the same press, with this one, in order, and their undoings.

    Their keys are the form's with the number of the player. Acts of a log with similar ids have times of their own.
    """
    form_key = form_key_of(act.key)
    if form_key == act.key:
        return [act]
    alike = Act.objects.filter(night=act.night_id, kind=act.kind, at=act.at, key__startswith=f"{form_key}.")
    return list(alike.order_by("pk").select_related("reversed_by"))
