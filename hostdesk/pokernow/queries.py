"""What the ledger remembers of online tables, out of the keys of its acts: nothing is stored beside them."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hostdesk.pokernow.reading import PREFIX
from reservations.acts.kinds import Kind
from reservations.models import Act

_FIGURES = {Kind.BUY_IN: ("bought_cents", "amount"), Kind.CASH_OUT: ("back_cents", "banker_count")}


@dataclass(frozen=True)
class KnownSitting:
    """A sitting that is recorded: in which act of which night, for which player (by number), with which cents."""

    act: int
    night: int
    player: int
    bought_cents: int = 0
    back_cents: int = 0


@dataclass(frozen=True)
class Memory:
    """The sittings that are recorded and the number of acts that came with each, by the sitting's key.

    ``players`` has the number of the player whom an id was last recorded for.
    """

    sittings: Mapping[str, KnownSitting]
    acts: Mapping[str, int]
    players: Mapping[str, int]


def remembered() -> Memory:
    """Read every act that came out of the ledger of an online table."""
    sittings: dict[str, KnownSitting] = {}
    acts: Counter[str] = Counter()
    players: dict[str, int] = {}
    for act in _acts():
        sitting = act.key.rpartition(".")[0]
        acts[sitting] += 1
        if act.kind not in _FIGURES:
            continue
        content = json.loads(act.content)
        figure, name = _FIGURES[act.kind]
        known = sittings.get(sitting) or KnownSitting(act.number, act.night_id, content["player"])
        sittings[sitting] = replace(known, **{figure: content[name]})
        players[act.key.split(".")[1]] = content["player"]
    return Memory(sittings, acts, players)


def _acts() -> list[Any]:
    columns = ("number", "key", "kind", "night_id", "content")
    acts = Act.objects.filter(key__startswith=PREFIX).order_by("number").values_list(*columns, named=True)
    # SQLite compares without case here; a key is something else with another case.
    return [act for act in acts if act.key.startswith(PREFIX)]
