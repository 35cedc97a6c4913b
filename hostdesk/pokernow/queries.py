"""What the ledger knows of online tables, by the keys of its acts: nothing else is stored.

And who the players of one are: by a given alias, by what the ledger knows, or new.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from hostdesk.pokernow.reading import PREFIX, Sitting
from reservations.acts.kinds import Kind
from reservations.acts.problems import Faulty, Malformed
from reservations.models import Act, Player
from reservations.parsing.names import NAME_CHARACTERS, name_key, parse_name
from reservations.players.queries import carried_names, people_at, player_called

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

    ``players`` has, by PokerNow's id, the number of the player it was last recorded for.
    """

    sittings: Mapping[str, KnownSitting]
    acts: Mapping[str, int]
    players: Mapping[str, int]


def remembered() -> Memory:
    """Read every act that was imported from an online table."""
    sittings: dict[str, KnownSitting] = {}
    acts: Counter[str] = Counter()
    players: dict[str, int] = {}
    columns = ("number", "key", "kind", "night_id", "content")
    for act in Act.objects.filter(key__startswith=PREFIX).order_by("number").values_list(*columns, named=True):
        if not act.key.startswith(PREFIX):  # SQLite ignores case here
            continue
        sitting = act.key.rpartition(".")[0]
        acts[sitting] += 1
        if act.kind not in _FIGURES:
            continue
        content = json.loads(act.content)
        figure, name = _FIGURES[act.kind]
        known = sittings.get(sitting) or KnownSitting(act.number, act.night_id, content["player"])
        sittings[sitting] = replace(known, **{figure: content[name]})
        players[act.key.split(".")[1]] = content["player"]
    return Memory(sittings, acts, players)


@dataclass(frozen=True)
class Newcomer:
    """A player who is new here: their first sitting, the name to add, and a remark for the host."""

    sitting: Sitting
    name: str
    remark: str


@dataclass(frozen=True)
class Cast:
    """The name of every player by PokerNow's id, and those to add first."""

    names: Mapping[str, str]
    newcomers: Sequence[Newcomer]


def given_names(sittings: Sequence[Sitting], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the names given for ids. Raises ``Faulty`` for a bad name, and for an id that no row has."""
    ids = {sitting.player for sitting in sittings}
    faults = [f"--alias {player}: no row has this id." for player in aliases if player not in ids]
    names = {}
    for player, name in aliases.items():
        try:
            names[player] = parse_name(name)
        except Malformed as wrong:
            faults.append(f"--alias {player}: {wrong}")
    if faults:
        raise Faulty([(1, fault) for fault in faults])
    return names


def who_plays(sittings: Sequence[Sitting], given: Mapping[str, str], memory: Memory) -> Cast:
    """Name the players of these sittings: the given name, else the known one, else their first nickname.

    A nickname that another player has gets a number: "Dave (2)". Raises ``Faulty`` for nicknames that are not names.
    """
    recorded, people = dict(Player.objects.values_list("number", "name")), people_at()
    names = {player: recorded[people[number]] for player, number in memory.players.items()} | dict(given)
    taken = set(carried_names())
    newcomers, faults = [], []
    first: dict[str, Sitting] = {}
    for sitting in sittings:
        first.setdefault(sitting.player, sitting)
    # Given names first: a nickname gives way to them.
    for sitting in sorted(first.values(), key=lambda sitting: sitting.player not in given):
        try:
            newcomer = _newcomer(sitting, names.get(sitting.player), taken)
        except Malformed as wrong:
            faults.append((sitting.line, f"player_nickname: {wrong} Use --alias {sitting.player}=NAME."))
            continue
        if newcomer:
            names[sitting.player] = newcomer.name
            taken.add(name_key(newcomer.name))
            newcomers.append(newcomer)
    if faults:
        raise Faulty(sorted(faults))
    return Cast(names, newcomers)


def reassigned(known: Sequence[Sitting], given: Mapping[str, str], memory: Memory) -> Iterator[tuple[int, str]]:
    """Yield a remark for each recorded sitting whose id an alias now gives to another player."""
    players = Player.objects.in_bulk([memory.sittings[sitting.key].player for sitting in known])
    named = {player: player_called(name) for player, name in given.items()}
    for sitting in known:
        recorded = players[memory.sittings[sitting.key].player]
        player = named.get(sitting.player, recorded)
        if player is None or player.survivor != recorded.survivor:
            yield sitting.line, f"this sitting is recorded for {recorded} and stays theirs, whatever --alias says."


def _newcomer(sitting: Sitting, name: str | None, taken: set[str]) -> Newcomer | None:
    """Return who has to be added for a player's first sitting; None if the name is known here."""
    if name is not None:
        remark = f"{name} is new here and is added as a regular."
        return None if name_key(name) in taken else Newcomer(sitting, name, remark)
    nickname = parse_name(sitting.nickname)
    numbered = (f"{nickname[: NAME_CHARACTERS - 5].rstrip()} ({number})" for number in count(2))
    free = next(each for each in chain([nickname], numbered) if name_key(each) not in taken)
    remark = f"{free} is new here and is added as a regular."
    if free != nickname:
        remark += f" There is another {nickname}; if they are the same, use --alias {sitting.player}={nickname}."
    return Newcomer(sitting, free, remark)
