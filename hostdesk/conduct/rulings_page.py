"""The rulings of a night in their order: disputes that were decided, and terms of the house that were set aside."""

import json
from collections.abc import Iterator, Mapping
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
class RulingLine:
    """A ruling: what it was about, what the house had refused (nothing in a dispute), what was decided, and by whom.

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

    rulings: tuple[RulingLine, ...]
    conduct: Conduct
    names: Mapping[int, str]


def rulings_of(night: Night) -> NightRulings:
    """Read the rulings of a night whose bank was opened, as its report names the players; undone ones are left out."""
    conduct, names = conduct_of(night), _names(night)
    found = [*disputes(conduct), *_of_the_bank(night), *_of_the_tables(night, names)]
    return NightRulings(tuple(sorted(found, key=lambda each: each.at)), conduct, names)


def disputes(conduct: Conduct) -> list[RulingLine]:
    """Return the disputes that were decided, in the order in which they were noted."""
    return [
        RulingLine(each.at, each.dispute, each.decision, each.decider.value, each.by, fact=each.fact)
        for each in conduct.rulings
    ]


def _of_the_bank(night: Night) -> Iterator[RulingLine]:
    by = dict(Act.objects.filter(night=night).exclude(overruled="[]").values_list("number", "by"))
    for line in night_report(night).rulings:
        who, number = by[line.number], line.number
        yield RulingLine(line.at, line.what, line.reason, line.decided_by, who, line.refused, act=number)


def _of_the_tables(night: Night, names: Mapping[int, str]) -> Iterator[RulingLine]:
    """Yield what was let happen at the tables, or who was let come, though a term of the house refused it."""
    kinds = {*AT_THE_TABLE, FactKind.ANSWER}
    for fact in Fact.objects.filter(night=night, kind__in=kinds, outcome__contains='"ruling":').order_by("id"):
        said = json.loads(fact.outcome)
        decided_by, why = decision(said["ruling"])
        what = f"{names[fact.player_id or 0]} may come" if fact.kind == FactKind.ANSWER else said["remark"]
        yield RulingLine(fact.at, what, why, decided_by, fact.by, tuple(said.get("overruled", ())))


def _names(night: Night) -> Mapping[int, str]:
    """Return the names as of the close of the night, else of the last act: those that its report has.

    Whom somebody was merged into since may have come later: they go by the name they have now.
    """
    closed = Bank.objects.filter(pk=night.pk).values_list("closed_id", flat=True).first()
    newest = last_act()
    today = dict(Player.objects.values_list("number", "name"))
    return today | persons_names_as_of(closed or (newest.number if newest else 0))
