"""The players of online tables: as given, by the ledger's knowledge of their ids and nicknames, or new. Pure.

The host has to decide about an id and a nickname of different people, and about a nickname of two: the desk does not
guess.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, product

from hostdesk.imports.pokernow.aliases import Given, nickname_key
from hostdesk.imports.pokernow.reading import EVER, NEVER, Sitting
from reservations.acts.problems import Malformed, quoted
from reservations.parsing.names import NAME_CHARACTERS, name_key, parse_name


@dataclass(frozen=True)
class KnownPeople:
    """The ledger's knowledge of people, by the number of the present person.

    ``names`` are theirs by number, ``numbers`` those of every name that was ever carried, by name key. ``ids`` and
    ``nicknames`` (by name key) are those of online tables.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    ids: Mapping[str, int] = field(default_factory=dict)
    nicknames: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def called(self, name: str) -> str:
        """Return the present name of the person with that name; an unknown name is returned unchanged."""
        number = self.numbers.get(name_key(name))
        return name if number is None else self.names[number]


@dataclass(frozen=True)
class Newcomer:
    """A player who is new here: their first sitting, the name to add, and a remark for the host."""

    sitting: Sitting
    name: str
    remark: str


@dataclass(frozen=True)
class Doubt:
    """A question to the host: an id, the nicknames it had on an evening, and its first sitting there.

    ``by_id`` is the player recorded for the id, "" for a new one; ``by_nickname`` the others by its nicknames. If these
    are several people, or somebody who sat there already, it ``must`` be answered.
    """

    id: str
    nicknames: tuple[str, ...]
    first: Sitting
    by_id: str
    by_nickname: tuple[str, ...]
    must: bool

    @property
    def name(self) -> str:
        """The assumed player; "" for a new one."""
        return self.by_id or (self.by_nickname[0] if len(self.by_nickname) == 1 else "")

    @property
    def question(self) -> tuple[str, int, str]:
        """The question for a file of aliases, with its file and line."""
        called = " and ".join(map(quoted, self.nicknames))
        people = " or ".join([*([self.by_id] if self.by_id else []), *self.by_nickname])
        who = f"{called} has an id of {self.by_id}" if self.by_id else f"{called} has a new id"
        sentence = f"{who} and may be {people}: say who it is with --alias {self.id}=NAME. Nothing is guessed."
        return self.first.file, self.first.line, sentence

    @property
    def remark(self) -> tuple[str, int, str]:
        """The remark for a player known by the nickname alone, with its file and line."""
        sentence = f"{quoted(self.nicknames[0])} has a new id and is taken for {self.name}, who had this nickname."
        return self.first.file, self.first.line, sentence


@dataclass
class Cast:
    """The name of every player by PokerNow's id; by evening the players to add first; and the questions.

    ``faults`` are nicknames that are no names, by file and line.
    """

    names: dict[str, str] = field(default_factory=dict)
    newcomers: list[list[Newcomer]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    faults: list[tuple[str, int, str]] = field(default_factory=list)
    remarks: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def must(self) -> list[Doubt]:
        """The questions that must be answered before anything is posted."""
        return [question for question in self.doubts if question.must]

    @property
    def digest(self) -> str:
        """A digest of the questions, which changes with the people and the questions."""
        rows = [[question.id, question.by_id, question.by_nickname, question.must] for question in self.doubts]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def cast(evenings: Sequence[Sequence[Sitting]], known: KnownPeople, given: Given) -> Cast:
    """Name the players of these evenings, which are in order: one evening's players are known on the next.

    The name given for an id comes first, then the player recorded for it, then the nickname's, a given one before a
    remembered one; else they are new by their first nickname, with a number if another player has it: "Dave (2)".
    """
    found = Cast()
    here, called = {sitting.player for evening in evenings for sitting in evening}, known.called
    ids = {player: known.names[number] for player, number in known.ids.items()}
    by_id = {player: called(name) for player, name in given.ids.items() if player in here}
    by_nickname = {key: {called(name) for name in names} for key, names in given.nicknames.items()}
    remembered = {key: {known.names[number] for number in numbers} for key, numbers in known.nicknames.items()}
    there = {*known.numbers}
    for evening in evenings:
        mine: dict[str, list[Sitting]] = {}
        for sitting in evening:
            mine.setdefault(sitting.player, []).append(sitting)
        questions, newcomers = [], list[Newcomer]()
        # Given names first: a nickname gives way to them.
        for player, sittings in sorted(mine.items(), key=lambda choice: choice[0] not in by_id):
            question = _doubt(player, sittings, ids.get(player, ""), {**remembered, **by_nickname})
            name = by_id.get(player) or question.name
            if player not in by_id and (question.must or not question.by_id):
                questions.append(question)
            try:
                newcomer = _newcomer(sittings[0], name, there)
            except Malformed as wrong:
                sentence = f"player_nickname: {wrong} Use --alias {player}=NAME."
                found.faults.append((sittings[0].file, sittings[0].line, sentence))
                continue
            found.names[player] = ids[player] = newcomer.name if newcomer else name
            if newcomer:
                there.add(name_key(newcomer.name))
                newcomers.append(newcomer)
        questions = [replace(one, must=one.must or _sits_twice(one, mine, found.names)) for one in questions]
        # Nothing is learnt from an unanswered question.
        open_ = {question.id for question in questions if question.must}
        for sitting in evening:
            if sitting.player in found.names.keys() - open_:
                remembered.setdefault(nickname_key(sitting.nickname), set()).add(found.names[sitting.player])
        found.doubts += questions
        found.newcomers.append(newcomers)
    found.remarks += [
        question.remark
        for question in found.doubts
        if question.name and not question.must and nickname_key(question.nicknames[0]) not in by_nickname
    ]
    return found


def _doubt(player: str, sittings: Sequence[Sitting], by_id: str, people: Mapping[str, set[str]]) -> Doubt:
    """Return the players of an id and of the nicknames of its sittings, and whether the two differ."""
    nicknames = tuple(dict.fromkeys(sitting.nickname for sitting in sittings))
    says = [people.get(nickname_key(nickname), set[str]()) for nickname in nicknames]
    everybody = {name for names in says for name in names}
    must = any(names and by_id not in names for names in says) if by_id else len(everybody) > 1
    return Doubt(player, nicknames, sittings[0], by_id, tuple(sorted(everybody - {by_id})), must)


def _sits_twice(person: Doubt, evening: Mapping[str, Sequence[Sitting]], names: Mapping[str, str]) -> bool:
    """Tell whether the nickname's player sat there under another id at the same time."""
    others = (sittings for id_, sittings in evening.items() if id_ != person.id and names.get(id_) == person.name)
    return at_once(evening[person.id], [*chain.from_iterable(others)])


def at_once(some: Sequence[Sitting], others: Sequence[Sitting]) -> bool:
    """Tell whether one of some sittings was at the same time as one of the others."""
    spans = [[(one.started_at or EVER, one.left_at or NEVER) for one in sittings] for sittings in (some, others)]
    return any(start < other_end and other_start < end for (start, end), (other_start, other_end) in product(*spans))


def _newcomer(sitting: Sitting, name: str, there: Collection[str]) -> Newcomer | None:
    """Return the player to add for a first sitting; None if the name is ``there``, by its key."""
    if name:
        remark = f"{name} is new here and is added as a regular."
        return None if name_key(name) in there else Newcomer(sitting, name, remark)
    nickname = parse_name(sitting.nickname)
    numbered = (f"{nickname[: NAME_CHARACTERS - 5].rstrip()} ({number})" for number in count(2))
    free = next(free for free in chain([nickname], numbered) if name_key(free) not in there)
    remark = f"{free} is new here and is added as a regular."
    if free != nickname:
        remark += f" There is another {nickname}; if they are the same, use --alias {sitting.player}={nickname}."
    return Newcomer(sitting, free, remark)
