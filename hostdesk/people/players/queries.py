"""One player's credit, the names of a list, and the players of one night."""

import json
from dataclasses import dataclass

from hostdesk.models import OnlineNickname
from ledger.credit.exposure_queries import credit_acts, credit_of, sets_limit
from ledger.credit.rules import CreditTerms
from ledger.night.act_queries import ActLine, act_lines
from ledger.results.closed_queries import closed_nights, open_nights
from reservations.acts.kinds import Kind
from reservations.models import Act, Player
from reservations.parsing.names import name_key
from reservations.players.queries import carried_names, people_at, player_names

LEFT = "-left"
"""How the key ends of the act by which players left the group themselves."""


@dataclass(frozen=True)
class CreditHistory:
    """A player's own ``terms``, the acts about limits (newest first), and the one that wants no credit at all."""

    terms: CreditTerms
    limits: list[ActLine]
    refusal: ActLine | None


def credit_history(player: Player) -> CreditHistory:
    """Return a player's credit, and its acts."""
    acts, terms = list(credit_acts(player)), credit_of(player)
    contents = [json.loads(act.content) for act in acts]
    lines = act_lines(acts, player_names(content["player"] for content in contents))
    refusals = (line for line, content in zip(lines, contents, strict=True) if "refuses" in content)
    return CreditHistory(
        terms=terms,
        limits=[line for line, act in zip(lines, acts, strict=True) if sets_limit(act)],
        refusal=next(refusals, None) if terms.refuses else None,
    )


def who_left() -> list[tuple[Player, Act]]:
    """Return the players who left the group themselves and of whom no host has decided since, with the act."""
    carried, people, last = carried_names(), people_at(), dict[int, Act]()
    for act in Act.objects.filter(kind=Kind.PLAYER, content__contains='"removed"').order_by("number"):
        fields = json.loads(act.content)
        if "removed" in fields:
            last[people[carried[name_key(fields["name"])]]] = act
    players = Player.objects.filter(pk__in=last, removed=True, forgotten=False)
    return [(each, last[each.number]) for each in players if last[each.number].key.endswith(LEFT)]


def sat_together() -> list[frozenset[int]]:
    """Return the persons of each night, closed or open, by number."""
    closed, people = closed_nights(), people_at()
    nights = [*closed.nights.values(), *open_nights(closed).values()]
    return [frozenset(people[number] for number in sums.results) for sums in nights]


def online_nicknames() -> dict[int, set[str]]:
    """Return the nicknames of people at online tables, by number."""
    people, found = people_at(), dict[int, set[str]]()
    for number, nickname in OnlineNickname.objects.values_list("player", "nickname"):
        found.setdefault(people[number], set()).add(nickname)
    return found
