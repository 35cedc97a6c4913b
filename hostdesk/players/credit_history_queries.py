"""One player's credit: the acts that set it, and what is in effect."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from hostdesk.tonight.act_queries import ActLine, act_lines
from ledger.credit.exposure_queries import own_credit
from ledger.credit.rules import CreditTerms
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Player
from reservations.players.queries import player_names, same_person

_LIMIT = ("limit", "hard")


@dataclass(frozen=True)
class CreditHistory:
    """The credit of a player: their own ``terms``, and the acts in effect, the newest first.

    ``limits`` set a limit or whether it is hard, ``refusal`` is the one that wants no credit at all.
    """

    terms: CreditTerms
    limits: list[ActLine]
    refusal: ActLine | None


def credit_history(player: Player) -> CreditHistory:
    """Return a player's credit, and the acts it comes from."""
    acts, terms = list(credit_acts(player)), own_credit(player)
    contents = [json.loads(act.content) for act in acts]
    lines = act_lines(acts, player_names(content["player"] for content in contents))
    refusals = (line for line, content in zip(lines, contents, strict=True) if "refuses" in content)
    return CreditHistory(
        terms=terms,
        limits=[line for line, act in zip(lines, acts, strict=True) if sets_limit(act)],
        refusal=next(refusals, None) if terms.refuses else None,
    )


def credit_acts(player: Player) -> Iterator[Act]:
    """Yield the acts in effect about a player's credit, or a duplicate's, the newest first."""
    numbers = same_person(player)
    for act in in_effect(Act.objects.filter(night=None, kind=Kind.CREDIT)).order_by("-number"):
        if json.loads(act.content)["player"] in numbers:
            yield act


def sets_limit(act: Act) -> bool:
    """Tell whether such an act sets or drops a limit."""
    return any(field in json.loads(act.content) for field in _LIMIT)
