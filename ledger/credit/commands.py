"""How much a player may owe: the limit of their own, and their wish for no credit."""

from typing import Any

from ledger.credit.exposure_queries import credit_acts, credit_of, sets_limit
from ledger.entries.commands import record_between_nights
from ledger.money.cents import check_cents
from ledger.night.commands import reverse
from reservations.acts.commands import atomic_batch, command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer, Draft, act_once
from reservations.models import Act, Player


@command
def set_credit(
    *,
    stamp: Stamp,
    player: Player,
    limit_cents: int | None = None,
    hard: bool | None = None,
    refuses: bool | None = None,
) -> Answer:
    """Set how much a player may owe in all, whether the host may overrule that, and whether they want no credit.

    Only the fields given are set. Raises ``Malformed`` if there are none.
    """
    given: dict[str, Any] = {"limit": limit_cents, "hard": hard, "refuses": refuses}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        raise Malformed("Set a limit, whether it is hard, or whether they want no credit.")
    if limit_cents is not None:
        check_cents(limit_cents, zero=True)
    draft = act_once(Draft(Kind.CREDIT, stamp, {"player": player.number, **given}))
    return record_between_nights(draft)


def drop_credit_limit(*, stamp: Stamp, player: Player) -> Answer:
    """Undo the acts that set a player's own limit; a wish for no credit that one of them recorded is recorded again.

    Raises ``Impossible`` if they have no limit of their own.
    """
    with atomic_batch():
        if first := Act.objects.filter(key=stamp.part("-1").key).first():
            return Answer(first, known=True)
        refused, acts = credit_of(player).refuses, [act for act in credit_acts(player) if sets_limit(act)]
        if not acts:
            raise Impossible(f"{player} has no limit of their own: the house's limit applies.")
        answers = [
            reverse(stamp=stamp.part(f"-{place}"), of=act.key, reason="back to the limit of the house")
            for place, act in enumerate(acts, start=1)
        ]
        if credit_of(player).refuses != refused:
            set_credit(stamp=stamp.part("-0"), player=player, refuses=refused)
        return answers[0]
