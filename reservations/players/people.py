"""Persons after merges: the persons by number, and facts read with them. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from reservations.acts.facts import FactKind, Facts, FactValue
from reservations.acts.kinds import PLAYER_FIELDS

Merges = Mapping[str, tuple[int, int]]
"""The merges in effect, by the key of their act: the number of the merged player, and of the survivor."""


class People(dict[int, int]):
    """The person's number for every player's number at one moment; items are merged players, others are themselves."""

    def __missing__(self, number: int) -> int:
        return number

    @classmethod
    def merged(cls, merges: Iterable[tuple[int, int]]) -> "People":
        """Return the persons after these merges, which are pairs of merged player and survivor."""
        into = dict(merges)
        people = cls(zip(into, into, strict=True))
        # Not "while": merges in a forged ledger may form a circle.
        for _ in into:
            people = cls({number: into.get(person, person) for number, person in people.items()})
        return people

    def entries(self, number: int) -> list[int]:
        """Return all numbers of the person of that number: the person's own first, then those merged into it."""
        return [self[number], *sorted(duplicate for duplicate, person in self.items() if person == self[number])]

    def sums(self, cents: Iterable[tuple[int, int]]) -> Counter[int]:
        """Return the sum of every person's cents, from cents by player."""
        sums: Counter[int] = Counter()
        for player, amount in cents:
            sums[self[player]] += amount
        return sums

    def in_fields(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an act's fields with persons for players."""
        return {**fields, **{name: self[fields[name]] for name in PLAYER_FIELDS if fields.get(name) in self}}

    def in_fact(self, fact: FactValue) -> FactValue:
        """Return a fact with persons for players; ``rows`` of a move keep the numbers of its own time."""
        outcome = fact.outcome
        if "moves" in outcome:
            moves = [[self[number], table, seat] for number, table, seat in outcome["moves"]]
            outcome = {**outcome, "moves": moves, "rows": outcome["moves"]}
        return replace(fact, player=None if fact.player is None else self[fact.player], outcome=outcome)


NOT_MERGED = People()


def as_merged(facts: Facts, merges: Merges) -> list[FactValue]:
    """Return the facts of a night, read with those merges.

    If a fact records that the two became one, both have their own facts before it. Otherwise the survivor has the
    merged player's facts and invitations. An undone merge does not count.
    """
    everybody = People.merged(merges.values())
    valid = [fact for fact in facts if fact.kind != FactKind.MERGED or fact.content["merge"] in merges]
    twins = {fact.content["twin"] for fact in valid if fact.kind == FactKind.MERGED}
    untold = People.merged((merged, survivor) for merged, survivor in merges.values() if merged not in twins)
    found = []
    for fact in valid:
        if fact.player is None and fact.kind in (FactKind.INVITE, FactKind.REMIND):
            of_people = [
                {**part, "players": [everybody[number] for number in part["players"]]} if "players" in part else part
                for part in (fact.content, fact.outcome)
            ]
            found.append(replace(fact, content=of_people[0], outcome=of_people[1]))
        else:
            found.append(fact if fact.player is None else untold.in_fact(fact))
    return found
