"""The rulings of a night in their order: disputes that were decided, and terms of the house that were set aside."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Bank
from ledger.night.queries import last_act
from ledger.night.text import decision
from ledger.reports.night_queries import night_report
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import Conduct
from reservations.models import Act, Fact, Night, Player
from reservations.players.queries import persons_names_as_of


@dataclass(frozen=True)
class NightRuling:
    """A ruling: what it was about, what the house had refused (() in a dispute), what was decided, and by whom.

    ``by`` wrote it down; ``act`` is the number of the act that was allowed, ``fact`` the id of a dispute.
    """

    at: datetime
    what: str
    decided: str
    decided_by: str
    by: str
    refused: tuple[str, ...] = ()
    act: int | None = None
    fact: int | None = None


@dataclass(frozen=True)
class NightRulings:
    """All rulings of a night, the first one first, with how people behaved and what they are called."""

    rulings: tuple[NightRuling, ...]
    conduct: Conduct
    names: Mapping[int, str]


def rulings_of(night: Night) -> NightRulings:
    """Read the rulings of a night whose bank was opened, as its report names the players; undone ones are left out."""
    # The names as of the close of the night, or of the last act. A player with a duplicate that was merged since
    # may have come later: they go by the name they have now.
    closed, newest = Bank.objects.filter(pk=night.pk).values_list("closed_id", flat=True).first(), last_act()
    names = dict(Player.objects.values_list("number", "name"))
    names |= persons_names_as_of(closed or (newest.number if newest else 0))
    conduct = conduct_of(night)
    found = disputes(conduct)
    noted_by = dict(Act.objects.filter(night=night).exclude(overruled="[]").values_list("number", "by"))
    for line in night_report(night).rulings:
        who = noted_by[line.number]
        found.append(NightRuling(line.at, line.what, line.reason, line.decided_by, who, line.refused, act=line.number))
    # What was allowed at the tables, or who was allowed to come, though a term of the house refused it.
    kinds = {*AT_THE_TABLE, FactKind.ANSWER}
    for fact in Fact.objects.filter(night=night, kind__in=kinds, outcome__contains='"ruling":').order_by("id"):
        outcome = json.loads(fact.outcome)
        decided_by, why = decision(outcome["ruling"])
        what = f"{names[fact.player_id or 0]} may come" if fact.kind == FactKind.ANSWER else outcome["remark"]
        found.append(NightRuling(fact.at, what, why, decided_by, fact.by, tuple(outcome.get("overruled", ()))))
    return NightRulings(tuple(sorted(found, key=lambda each: each.at)), conduct, names)


def disputes(conduct: Conduct) -> list[NightRuling]:
    """Return the disputes that were decided, in the order in which they were noted."""
    return [
        NightRuling(each.at, each.dispute, each.decision, each.decider.value, each.by, fact=each.fact)
        for each in conduct.rulings
    ]
