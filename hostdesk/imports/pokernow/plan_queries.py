"""The plan of an import: its evenings with their players, the obstacles, and the sittings already in the ledger."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import chain

from django.utils import timezone

from hostdesk.imports.pokernow.casting import Cast, KnownPeople, cast
from hostdesk.imports.pokernow.reading import Evening, Game, Sitting, evenings_of, figures_of, games_of, joined
from hostdesk.imports.pokernow.rules import WHOLE_FILE, ImportWishes, odd_cents, pays_with
from hostdesk.imports.ways_in.files import FaultyFiles
from hostdesk.models import OnlineNickname
from hostdesk.rules.houses.queries import name_and_terms
from ledger.bank.history import ONLINE_PREFIX
from ledger.money.words import Means
from ledger.terms.bank_terms import BankTerms
from reservations.acts.kinds import Kind
from reservations.acts.problems import Unknown
from reservations.models import Act, Night
from reservations.parsing.days import day_of
from reservations.players.people import People
from reservations.players.queries import Roster, people_at


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
    """The recorded sittings, and the counts of their acts, by the sitting's key.

    ``players`` has, by PokerNow's id, the number of the player it was last recorded for, ``nicknames`` the numbers of
    the players with a nickname, by its key; ``people`` and the ``roster`` are the present persons, ``days`` the dates
    of nights. ``taken`` are the keys that no further act can have: those of players, and of nights that were taken
    back, whose sittings come in again.
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
        names = {person.number: person.name for person in self.roster.people}
        ids = {player: self.people[number] for player, number in self.players.items()}
        nicknames = {key: frozenset(self.people[number] for number in of) for key, of in self.nicknames.items()}
        return KnownPeople(names, self.roster.numbers, ids, nicknames)


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
    for act in Act.objects.filter(key__startswith=ONLINE_PREFIX).order_by("number").values_list(*columns, named=True):
        if not act.key.startswith(ONLINE_PREFIX):  # SQLite ignores case here
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


Faults = Sequence[tuple[str, int, str]]
"""Sentences by file and line."""
_A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class ImportPlan:
    """The plan of an import of those ``files``, in order, of those ``games``, in a house by its name.

    ``questions`` are the players without the host's answers, ``cast`` with them. Files with faults are set ``aside``.
    """

    files: Sequence[str]
    games: Sequence[Game]
    evenings: Sequence[Evening]
    questions: Cast
    cast: Cast
    memory: Memory
    house: str
    terms: BankTerms
    wishes: ImportWishes
    aside: Faults

    @property
    def known(self) -> list[Sitting]:
        """The sittings that are recorded already."""
        return [sitting for game in self.games for sitting in game.sittings if sitting.key in self.memory.sittings]

    @property
    def means(self) -> Means:
        """The means of all payments."""
        return pays_with(self.terms, self.wishes)

    @property
    def faults(self) -> Faults:
        """The faults that stop it, beside the questions."""
        odd = (odd_cents(evening.sittings, self.terms, house=self.house) for evening in self.evenings)
        return [*self.cast.faults, *chain.from_iterable(odd)]

    @property
    def remarks(self) -> Faults:
        """The remarks for the host."""
        earlier = [
            (file, WHOLE_FILE, f"an earlier export of the game in {game.files[-1]}: both are one evening.")
            for game in self.games
            for file in game.files[:-1]
        ]
        return [*_reassigned(self.known, self.wishes, self.memory), *self.cast.remarks, *earlier]

    def answered(self, names: Mapping[str, str]) -> "ImportPlan":
        """Return the plan with the host's names by id; nothing is read again."""
        wishes = replace(self.wishes, given=self.wishes.given.followed_by(names))
        return replace(self, wishes=wishes, cast=_cast(self.evenings, self.memory, wishes))


def plan_import(
    ledgers: Sequence[Sequence[Sitting]], wishes: ImportWishes, memory: Memory | None = None, aside: Faults = ()
) -> ImportPlan:
    """Read the ledger, if it is not in ``memory``, and return the plan of these ledgers.

    Raises ``FaultyFiles`` if there is none: for sittings with other figures than recorded ones, contradictory exports,
    games without a day, a day that contradicts a posted one, and a missing house.
    """
    memory, games = memory or remembered(), games_of(ledgers)
    if faults := [*_changed(games, memory)]:
        raise FaultyFiles(sorted(faults))
    try:
        house, terms = name_and_terms(wishes.house)
    except Unknown as missing:
        raise FaultyFiles([(games[0].files[0], WHOLE_FILE, f"--house: {missing}")]) from missing
    new = [evening for game in games if (evening := _new_of(game, wishes, memory))]
    firsts = [min(sitting.moments) for sitting in new if sitting.moments]
    if wishes.day and firsts and max(firsts) - min(firsts) >= _A_DAY:
        several = "these files are of several evenings, and --date is for one"
        sentence = f"{several}: leave it out, or bring them in one by one."
        raise FaultyFiles([(new[0].files[0], WHOLE_FILE, sentence)])
    evenings = [joined(new)] if wishes.day and new else evenings_of(new)
    questions, files = _cast(evenings, memory, wishes), list(dict.fromkeys(ledger[0].file for ledger in ledgers))
    return ImportPlan(files, games, evenings, questions, questions, memory, house, terms, wishes, aside)


def plan_good(ledgers: Sequence[Sequence[Sitting]], wishes: ImportWishes) -> ImportPlan:
    """Return the plan of the ledgers that can be posted; the faults of the others are set aside.

    The books are read once. Raises ``FaultyFiles`` if there is none, and if one day is given for all of them.
    """
    memory, aside = remembered(), list[tuple[str, int, str]]()
    while True:
        try:
            return plan_import(ledgers, wishes, memory, aside)
        except FaultyFiles as faulty:
            bad = {file for file, *_ in faulty.faults}
            left = [ledger for ledger in ledgers if ledger[0].file not in bad]
            if wishes.day or not left:
                raise
            ledgers, aside = left, [*aside, *faulty.faults]


def _cast(evenings: Sequence[Evening], memory: Memory, wishes: ImportWishes) -> Cast:
    return cast([evening.sittings for evening in evenings], memory.known, wishes.given)


def _changed(games: Sequence[Game], memory: Memory) -> Iterator[tuple[str, int, str]]:
    """Yield the faults of recorded sittings that have other figures here."""
    for sitting in (sitting for game in games for sitting in game.sittings if sitting.key in memory.sittings):
        before = memory.sittings[sitting.key]
        there = figures_of(before.bought_cents, before.back_cents)
        here = figures_of(sitting.bought_cents, sitting.back_cents)
        if there != here:
            night = f"{Night.objects.get(pk=before.night)} (act {before.act})"
            sentence = f"this sitting is known from the {night} with {there}; here it is {here}."
            yield sitting.file, sitting.line, f"{sentence} If the file is right, take that night back first."


def _new_of(game: Game, wishes: ImportWishes, memory: Memory) -> Evening | None:
    """Return the unposted part of a game, with its day; None if all is posted.

    Raises ``FaultyFiles`` without a day, and if the posted part of the same evening has another one.
    """
    new = tuple(sitting for sitting in game.sittings if sitting.key not in memory.sittings)
    starts = [sitting.started_at for sitting in new if sitting.started_at]
    if new and not (wishes.day or starts):
        raise FaultyFiles([(game.files[0], WHOLE_FILE, "no row says when it began: give the night's --date.")])
    begins = timezone.localdate(min(starts)) if starts else None
    day = wishes.day or begins
    for sitting in game.sittings:
        recorded = memory.sittings.get(sitting.key)
        posted = recorded and memory.days[recorded.night]
        same = not begins or not sitting.started_at or timezone.localdate(sitting.started_at) == begins
        if posted and day and same and posted != day:
            sentence = f"this evening is posted on {day_of(posted)}, not on {day_of(day)}: give --date {posted}."
            raise FaultyFiles([(sitting.file, sitting.line, sentence)])
    return Evening(day, new, game.files) if new and day else None


def _reassigned(known: Sequence[Sitting], wishes: ImportWishes, memory: Memory) -> Iterator[tuple[str, int, str]]:
    """Yield the remarks on recorded sittings whose id an alias now gives to another player."""
    there = memory.known
    for sitting in known:
        recorded = there.names[memory.people[memory.sittings[sitting.key].player]]
        given = wishes.given.ids.get(sitting.player, recorded)
        if there.called(given) != recorded:
            sentence = f"this sitting is recorded for {recorded} and stays theirs, whatever --alias says."
            yield sitting.file, sitting.line, sentence


_FIGURES = {Kind.BUY_IN: ("bought_cents", "amount"), Kind.CASH_OUT: ("back_cents", "banker_count")}
