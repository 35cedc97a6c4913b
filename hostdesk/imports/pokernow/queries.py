"""The ledger's knowledge of online tables: sittings by the keys of its acts, and the remembered nicknames."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from hostdesk.imports.pokernow.casting import KnownPeople
from hostdesk.models import OnlineNickname
from ledger.bank.online import PREFIX
from reservations.acts.kinds import Kind
from reservations.models import Act, Night
from reservations.players.people import People
from reservations.players.queries import Roster, people_at

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

    ``players`` has, by PokerNow's id, the number of the player it was last recorded for, ``nicknames`` the numbers of
    those who had each nickname, by its key; ``people`` and the ``roster`` are the present persons, ``days`` the dates
    of nights. ``taken`` are keys that no further act can have: of nights that were taken back, whose sittings come in
    again, and of players.
    """

    sittings: Mapping[str, KnownSitting]
    acts: Mapping[str, int]
    players: Mapping[str, int]
    nicknames: Mapping[str, frozenset[int]]
    people: People
    roster: Roster
    taken: frozenset[str]

    @cached_property
    def days(self) -> Mapping[int, date]:
        """The dates of nights by their ids."""
        return dict(Night.objects.values_list("pk", "date"))

    @cached_property
    def known(self) -> KnownPeople:
        """The ids, nicknames and names of the present persons."""
        return KnownPeople(
            names={person.number: person.name for person in self.roster.people},
            numbers=self.roster.numbers,
            ids={player: self.people[number] for player, number in self.players.items()},
            nicknames={
                key: frozenset(self.people[number] for number in numbers) for key, numbers in self.nicknames.items()
            },
        )


def remembered() -> Memory:
    """Read every act that was imported from an online table, and the nicknames of nights in effect.

    An id is remembered from a night that was taken back, too: most of them were right.
    """
    sittings: dict[str, KnownSitting] = {}
    acts: Counter[str] = Counter()
    players: dict[str, int] = {}
    taken = set[str]()
    taken_back = "night__bank__closed__reversed_by"
    columns = ("number", "key", "kind", "night_id", "content", "reversed_by", taken_back)
    for act in Act.objects.filter(key__startswith=PREFIX).order_by("number").values_list(*columns, named=True):
        if not act.key.startswith(PREFIX):  # SQLite ignores case here
            continue
        content = json.loads(act.content)
        figure, name = _FIGURES.get(act.kind, ("", ""))
        if figure:
            players[act.key.split(".")[1]] = content["player"]
        if act.kind == Kind.PLAYER or getattr(act, taken_back) is not None:
            taken.add(act.key)
        if act.reversed_by is not None:
            continue
        sitting = act.key.rpartition(".")[0]
        acts[sitting] += 1
        if figure:
            known = sittings.get(sitting) or KnownSitting(act.number, act.night_id, content["player"])
            sittings[sitting] = replace(known, **{figure: content[name]})
    nicknames: dict[str, frozenset[int]] = {}
    had = OnlineNickname.objects.filter(night__bank__closed__reversed_by=None).values_list("key", "player")
    for key, number in had.distinct() if players else ():
        nicknames[key] = nicknames.get(key, frozenset()) | {number}
    return Memory(sittings, acts, players, nicknames, people_at(), Roster(), frozenset(taken))
