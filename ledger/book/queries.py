"""THE BOOK line by line: what each act did to the standing of each person, and where it came from."""

import json
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import accumulate
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.book.ages import Aged, aged
from ledger.book.standing_queries import moved_until
from ledger.models import AccountKind, Note, Transfer
from ledger.night.text import said, with_its_act
from reservations.acts.kinds import Kind
from reservations.acts.queries import act_numbers, in_effect
from reservations.models import Act, Night, Player
from reservations.players.queries import people_at, persons_names_as_of, same_person


@dataclass(frozen=True)
class Entry:
    """What one act did to the standing of one person, by number: + cents are to their good.

    ``day`` is the date of its night (``night``: its id), else the local date of the act. ``note``: the register's
    number of the note it came of.
    """

    player: int
    act: int
    kind: str
    at: datetime
    day: date
    night: int | None
    note: int | None
    cents: int


@dataclass(frozen=True)
class BookLine:
    """An entry for people: ``text`` says what happened, ``running_cents`` is the standing after it.

    ``undone``: a later act has undone it, or it is such an undoing.
    """

    entry: Entry
    text: str
    running_cents: int
    undone: bool

    @property
    def mark(self) -> str:
        """The word that marks a struck line, or one that strikes another; "" for all others."""
        return "undone" if self.undone else ""


def entries(moved: QuerySet[Transfer], *, seen: int | None = None) -> list[Entry]:
    """Return what those transfers did to standings, act by act; players as merged after the act of number ``seen``.

    What an act moves between two entries of one person is left out.
    """
    people, sums = people_at(seen), defaultdict[tuple[int, int, int | None], int](int)
    acts: dict[int, tuple[str, datetime, int | None, date | None]] = {}
    for side, sign in (("debit", -1), ("credit", 1)):
        booked = moved.filter(**{f"{side}__kind": AccountKind.BOOK})
        columns = ("act", "act__kind", "act__at", "act__night", "act__night__date", f"{side}__player", "note", "cents")
        for act, kind, at, night, night_date, player, note, cents in booked.values_list(*columns):
            acts[act] = (kind, at, night, night_date)
            sums[act, people[player], note] += sign * cents
    return [
        _entry(act, player, note, cents, acts[act])
        for (act, player, note), cents in sorted(sums.items(), key=_order)
        if cents
    ]


def _order(item: tuple[tuple[int, int, int | None], int]) -> tuple[int, int, int]:
    (act, player, note), _ = item
    return act, player, note or 0


def _entry(
    act: int, player: int, note: int | None, cents: int, of: tuple[str, datetime, int | None, date | None]
) -> Entry:
    kind, at, night, night_date = of
    return Entry(player, act, kind, at, night_date or timezone.localdate(at), night, note, cents)


def history(player: int, on: date | None = None) -> list[BookLine]:
    """Return what made up the standing of a person on that day, else now, in the order of the acts.

    Lines of a night that is still open are among them where no day is given.
    """
    return told(each for each in entries(moved_until(on).filter(_of(player))) if each.player == player).get(player, [])


def _of(player: int) -> Q:
    """Return the condition of the transfers that go through THE BOOK for that person, by number."""
    numbers = same_person(Player.objects.get(pk=player))
    debited = Q(debit__kind=AccountKind.BOOK, debit__player__in=numbers)
    return debited | Q(credit__kind=AccountKind.BOOK, credit__player__in=numbers)


def told(found: Iterable[Entry]) -> dict[int, list[BookLine]]:
    """Return entries for people, by the number of whose they are, with three queries at most however many they are.

    An act that was undone later than the last of the entries is not undone yet.
    """
    by_player: dict[int, list[Entry]] = defaultdict(list)
    for each in found:
        by_player[each.player].append(each)
    numbers = {each.act for theirs in by_player.values() for each in theirs}
    acts = Act.objects.select_related("reversed_by").in_bulk(numbers)
    texts, undone = _texts(acts.values()), {number for number, act in acts.items() if _undone_by(act, numbers)}
    names = _note_names(each.note for theirs in by_player.values() for each in theirs)
    return {player: list(_lines(theirs, texts, names, undone)) for player, theirs in by_player.items()}


def _lines(
    theirs: Sequence[Entry], texts: Mapping[int, str], names: Mapping[int, str], undone: Container[int]
) -> Iterator[BookLine]:
    running = accumulate(each.cents for each in theirs)
    for each, after in zip(theirs, running, strict=True):
        yield BookLine(each, _told_of(each, names) or texts[each.act], after, each.act in undone)


def _told_of(entry: Entry, names: Mapping[int, str]) -> str:
    """Return what an act did to one standing, where its own phrase is about the whole night; else nothing."""
    if entry.kind == Kind.CLOSE:
        return "The bank's rest goes to its banker" if entry.cents > 0 else "The bank's rest is its banker's to pay"
    if entry.kind == Kind.COMMIT_NOTES and entry.note is not None:
        return f"The note {names[entry.note]} goes into THE BOOK"
    return ""


def _note_names(numbers: Iterable[int | None]) -> dict[int, str]:
    wanted = {number for number in numbers if number is not None}
    return dict(Note.objects.filter(pk__in=wanted).values_list("number", "name")) if wanted else {}


def _texts(acts: Iterable[Act]) -> dict[int, str]:
    contents = {act.number: json.loads(act.content) for act in acts}
    names = persons_names_as_of(max(contents, default=0))
    numbers = act_numbers(content["of"] for content in contents.values() if "of" in content)
    kinds = {act.number: act.kind for act in acts}
    return {number: said(kinds[number], with_its_act(content, numbers), names) for number, content in contents.items()}


def _undone_by(act: Act, numbers: Container[int]) -> bool:
    """Tell whether an act, or the one it undoes, stands beside its mirror image among those."""
    undoing = getattr(act, "reversed_by", None)
    return act.reverses_id is not None or (undoing is not None and undoing.number in numbers)


def ages(on: date | None = None, *, seen: int | None = None, zone: tzinfo | None = None) -> dict[int, list[Aged]]:
    """Return what is left of each person's entries, the oldest first, by number: it sums to their standing."""
    return aged_by_person(entries(moved_until(on, seen, zone), seen=seen))


def aged_by_person(found: Sequence[Entry]) -> dict[int, list[Aged]]:
    """Return what is left of each person's entries, by number; whoever has nothing left is left out.

    A night counts as one, under its last act: what somebody bought and won on one evening was never an old debt.
    """
    nights: dict[tuple[int, int, int | None], list[Entry]] = defaultdict(list)
    for each in _without_undone(found):
        nights[each.player, 0 if each.night else each.act, each.night].append(each)
    by_player: dict[int, list[Aged]] = defaultdict(list)
    for (player, _, _), theirs in nights.items():
        last = theirs[-1]
        by_player[player].append(Aged(last.day, last.act, sum(each.cents for each in theirs)))
    left = {player: aged(theirs) for player, theirs in sorted(by_player.items())}
    return {player: theirs for player, theirs in left.items() if theirs}


def _without_undone(found: Sequence[Entry]) -> list[Entry]:
    """Leave out what was undone together with its undoing, where both are there: a debt that was only thought to be
    paid is as old as it ever was."""
    numbers = {each.act for each in found}
    undoings = Act.objects.filter(kind=Kind.REVERSE).values_list("number", "reverses")
    undone = {number for pair in undoings if numbers.issuperset(pair) for number in pair}
    return [each for each in found if each.act not in undone]


def night_changes(night: Night) -> dict[int, int]:
    """Return by how much a night changed each person's standing, in signed cents; those at zero are left out."""
    changes: dict[int, int] = defaultdict(int)
    for each in entries(Transfer.objects.filter(act__night=night)):
        changes[each.player] += each.cents
    return {player: cents for player, cents in sorted(changes.items()) if cents}


def later_corrections(night: Night, *, until: int | None = None) -> list[tuple[Act, Mapping[str, Any]]]:
    """Return the corrections that stand and are about the date of a night, with their fields, in their order."""
    acts = in_effect(Act.objects.filter(night=None, kind=Kind.CORRECT), until=until).order_by("number")
    found = [(act, json.loads(act.content)) for act in acts]
    return [(act, fields) for act, fields in found if fields.get("about") == night.date.isoformat()]
