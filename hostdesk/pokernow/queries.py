"""What the ledger knows of online tables, by the keys of its acts: nothing else is stored."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hostdesk.pokernow.reading import PREFIX
from reservations.acts.kinds import Kind
from reservations.models import Act

_FIGURES = {Kind.BUY_IN: ("bought_cents", "amount"), Kind.CASH_OUT: ("back_cents", "banker_count")}


@dataclass(frozen=True)
class KnownSitting:
    """A recorded sitting: its first act, its night, the player's number, and the cents in and out."""

    act: int
    night: int
    player: int
    bought_cents: int = 0
    back_cents: int = 0


@dataclass(frozen=True)
class Memory:
    """The recorded sittings, and the number of acts of each, by the sitting's key.

    ``players`` has, by PokerNow's id, the number of the player it was last recorded for.
    """

    sittings: Mapping[str, KnownSitting]
    acts: Mapping[str, int]
    players: Mapping[str, int]


def remembered() -> Memory:
    """Read every act that was imported from an online table."""
    sittings: dict[str, KnownSitting] = {}
    acts: Counter[str] = Counter()
    players: dict[str, int] = {}
    columns = ("number", "key", "kind", "night_id", "content")
    for act in Act.objects.filter(key__startswith=PREFIX).order_by("number").values_list(*columns, named=True):
        if not act.key.startswith(PREFIX):  # SQLite ignores case here
            continue
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
