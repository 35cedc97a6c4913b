"""Objections of players to lines about them: their words, and the answers."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from ledger.models import Transfer
from ledger.night.act_queries import ActLine, act_lines, named_in
from reservations.acts.facts import FactKind, Said
from reservations.acts.kinds import NEVER_UNDONE, Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Fact, Night, Player
from reservations.parsing.names import shown_name
from reservations.players.queries import people_at, player_names, said_by_people, same_person

OBJECTIONS = (FactKind.OBJECT, FactKind.REPLY)


@dataclass(frozen=True)
class Objection:
    """An objection to the line of an act, by the id of its fact; it is open until it is answered or the act undone.

    ``reply`` is the banker's word, or the host's; or "".
    """

    id: int
    player: int
    name: str
    words: str
    at: datetime
    night: int | None
    line: ActLine
    reply: str = ""
    reply_by: str = ""
    replied_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.replied_at is None and not self.line.undone


def objections(facts: Iterable[Said]) -> list[Objection]:
    """Return the objections in these facts with their answers, the newest first; in four queries at most."""
    relevant = [fact for fact in facts if fact.kind in OBJECTIONS]
    if not relevant:
        return []
    numbers = {fact.content["act"] for fact in relevant if fact.kind == FactKind.OBJECT}
    acts = list(Act.objects.filter(number__in=numbers).select_related("reversed_by"))
    names = player_names({*named_in(acts), *(fact.player for fact in relevant if fact.player)})
    lines, found = {line.number: line for line in act_lines(acts, names)}, dict[int, Objection]()
    for fact in relevant:
        if fact.kind == FactKind.OBJECT and fact.player:
            line = lines[fact.content["act"]]
            found[fact.id] = Objection(fact.id, fact.player, names[fact.player], fact.reason, fact.at, fact.night, line)
        elif objection := found.get(fact.about or 0):
            answered = replace(objection, reply=fact.reason, reply_by=shown_name(fact.by), replied_at=fact.at)
            found[objection.id] = answered
    return [*found.values()][::-1]


def all_objections(player: Player | None = None) -> list[Objection]:
    """Return the objections of a person, who is no duplicate, or of everybody, the newest first."""
    facts = Fact.objects.filter(kind__in=OBJECTIONS).order_by("id")
    return objections(said_by_people(facts.filter(player__in=same_person(player)) if player else facts))


def objections_in(houses: Collection[int] | None = None) -> list[Objection]:
    """Return everybody's objections, the newest first; on nights of these houses, by id, or on all."""
    found = all_objections()
    if houses is None:
        return found
    theirs = set(
        Night.objects.in_houses(houses).filter(pk__in={one.night for one in found}).values_list("pk", flat=True)
    )
    return [objection for objection in found if objection.night in theirs]


def open_objections(houses: Collection[int] | None = None) -> list[Objection]:
    """Return the objections of `objections_in` that wait for an answer."""
    return [objection for objection in objections_in(houses) if objection.is_open]


def objection_called(fact: int) -> Objection | None:
    """Return the objection of that fact, or None."""
    return next((objection for objection in all_objections() if objection.id == fact), None)


def is_about(act: Act, player: Player) -> bool:
    """Tell whether an act names a player, who is no duplicate, or moved their standing.

    A dispute is about the two of the claim that it denies.
    """
    people, fields = people_at(), json.loads(act.content)
    if act.kind == Kind.DISPUTE:
        return is_about(Act.objects.get(key=fields["of"]), player)
    if player.number in (people[number] for number in named_in([act])):
        return True
    mine = same_person(player)
    if any(standing["player"] in mine for standing in fields.get("standings", ())):
        return True
    return Transfer.objects.filter(Q(debit__player__in=mine) | Q(credit__player__in=mine), act=act).exists()


def lines_about(player: Player, night: Night) -> Sequence[ActLine]:
    """Return the acts of a night that name a player, who is no duplicate, the newest first; no undone one."""
    people = people_at()
    acts = in_effect(Act.objects.filter(night=night).exclude(kind__in=NEVER_UNDONE)).order_by("-number")
    mine = [act for act in acts if player.number in (people[number] for number in named_in([act]))]
    return act_lines(mine, player_names(named_in(mine)))
