"""What has been said of one player's credit, by whom, and what holds because of it."""

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
class CreditSaid:
    """The credit of a player: ``terms`` are their own alone. The acts are those that stand, the newest first.

    ``limits`` are those that set a limit or whether it is hard, ``refusal`` is the one that says no credit at all.
    """

    terms: CreditTerms
    limits: list[ActLine]
    refusal: ActLine | None


def credit_said(player: Player) -> CreditSaid:
    """Read what was said of a player's credit."""
    acts = list(credit_acts(player))
    names = player_names(json.loads(act.content)["player"] for act in acts)
    lines = act_lines(acts, names)
    terms = own_credit(player)
    found = list(zip(lines, acts, strict=True))
    refusal = next((line for line, act in found if "refuses" in json.loads(act.content)), None)
    return CreditSaid(
        terms=terms,
        limits=[line for line, act in found if sets_limit(act)],
        refusal=refusal if terms.refuses else None,
    )


def credit_acts(player: Player) -> Iterator[Act]:
    """Yield the acts that stand and say something of a player's credit, or of a duplicate's, the newest first."""
    numbers = same_person(player)
    for act in in_effect(Act.objects.filter(night=None, kind=Kind.CREDIT)).order_by("-number"):
        if json.loads(act.content)["player"] in numbers:
            yield act


def sets_limit(act: Act) -> bool:
    """Tell whether such an act says anything of a limit."""
    return any(field in json.loads(act.content) for field in _LIMIT)
