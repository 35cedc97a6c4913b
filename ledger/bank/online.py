"""The order of play on nights of online tables, whose acts stand in the ledger with all purchases first. Pure.

The keys of the acts of one sitting differ only behind the last point.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from ledger.bank.history import RecordedAct

PREFIX = "pokernow."
"""The start of the key of every act that came in from an online table."""
TIMELESS = "of"
"""The text behind the player's id in the keys of a sitting without start and end in the file."""


def as_played(acts: Sequence[RecordedAct]) -> Sequence[RecordedAct]:
    """Return the acts of a night in effect: those of an online table by their times, others unchanged.

    A cash-out says ``plays_on`` while the player has chips of another sitting. A sitting without times takes no time.
    """
    if not acts or not acts[0].key.startswith(PREFIX):
        return acts
    ends = {_sitting(act): act.at for act in acts if act.kind == "cash_out" and f".{TIMELESS}." in act.key}
    timed = [replace(act, at=ends.get(_sitting(act), act.at)) for act in acts]
    played, seated = list[RecordedAct](), dict[int, set[str]]()
    for act in sorted(timed, key=attrgetter("at")):
        if act.buyer is not None:
            seated.setdefault(act.buyer, set()).add(_sitting(act))
        if act.leaver is not None:
            seated.setdefault(act.leaver, set()).discard(_sitting(act))
        plays_on = act.leaver is not None and bool(seated[act.leaver])
        played.append(replace(act, content={**act.content, "plays_on": True}) if plays_on else act)
    return played


def _sitting(act: RecordedAct) -> str:
    """Return the common part of the keys of a sitting; for another act a value that no sitting has."""
    return act.key.rpartition(".")[0] if act.kind in ("buy_in", "cash_out") else ""
