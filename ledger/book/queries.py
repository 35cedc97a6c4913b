"""THE BOOK line by line: the effect of every act on standings, and their ages."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.bank.queries import book_tonight, last_act, terms_of
from ledger.bank.text_queries import PlainAct, phrased
from ledger.book.report import BookPlayer, BookReport, HistoryLine, OpenNight
from ledger.models import Account, AccountKind, Bank, Note, Transfer
from ledger.results.closed_queries import beside_closed, closed_nights
from ledger.standings.ages import AgedPart, aged, in_order, is_overdue, newest, overdue_of
from ledger.standings.queries import booked, moved_until, on_the_day
from reservations.acts.chain import GENESIS
from reservations.acts.kinds import Kind
from reservations.acts.moments import read_once
from reservations.acts.queries import in_effect
from reservations.houses.queries import all_versions
from reservations.models import Act, Night, Player, Rules
from reservations.players.queries import people_at, persons_names_as_of, same_person


@dataclass(frozen=True)
class BookEntry:
    """The effect of one act on a person's standing (+ cents: owed more) on the ``day`` of its night, else its own.

    ``content`` is the act's, as recorded, and ``reverses`` the number of the act that it undoes.
    """

    player: int
    act: int
    kind: str
    content: str
    reverses: int | None
    at: datetime
    day: date
    night: int | None
    note: int | None
    cents: int


def entries(moved: QuerySet[Transfer], *, seen: int | None = None) -> list[BookEntry]:
    """Return the effects of those transfers on standings, act by act, with people as merged after the act ``seen``."""
    columns = ("act", "act__kind", "act__content", "act__reverses", "act__at", "act__night__date", "act__night", "note")
    found = []
    for (player, act, kind, content, reverses, at, night_date, night, note), cents in booked(
        moved, *columns, seen=seen
    ).items():
        if cents:
            day = night_date or timezone.localdate(at)
            found.append(BookEntry(player, act, kind, content, reverses, at, day, night, note, cents))
    return sorted(found, key=lambda entry: (entry.act, entry.player, entry.note or 0))


def history(player: int, on: date | None = None) -> list[HistoryLine]:
    """Return the lines of a person's standing on that day, else now with open nights, in the order of the acts."""
    return history_lines(entries_of(Player.objects.get(pk=player), on)).get(player, [])


def entries_of(player: Player, on: date | None = None) -> list[BookEntry]:
    """Return the entries of a person (not a duplicate) up to that day, else up to now with open nights."""
    numbers = same_person(player)
    debited = Q(debit__kind=AccountKind.BOOK, debit__player__in=numbers)
    theirs = debited | Q(credit__kind=AccountKind.BOOK, credit__player__in=numbers)
    return [entry for entry in entries(moved_until(on).filter(theirs)) if entry.player == player.number]


def history_lines(found: Sequence[BookEntry]) -> dict[int, list[HistoryLine]]:
    """Return entries for readers, by number, in a few queries; an undoing after the last of them does not count."""
    acts = {entry.act: PlainAct(entry.act, entry.kind, entry.content) for entry in found}
    texts = act_texts(acts.values(), seen=max(acts, default=0))
    undone = {number for entry in found if entry.reverses is not None for number in (entry.act, entry.reverses)}
    notes = Note.objects.filter(pk__in={entry.note for entry in found if entry.note is not None})
    names = dict(notes.values_list("number", "name"))
    running_cents: Counter[int] = Counter()
    lines: dict[int, list[HistoryLine]] = defaultdict(list)
    for entry in found:
        running_cents[entry.player] += entry.cents
        text = texts[entry.act]
        # The texts of these two acts are about the whole night.
        if entry.kind == Kind.CLOSE:
            text = "The bank's balance goes to its banker" if entry.cents > 0 else "The banker pays the bank's balance"
        elif entry.kind == Kind.COMMIT_NOTES and entry.note is not None:
            text = f"The note {names[entry.note]} goes into THE BOOK"
        facts = text, entry.cents, running_cents[entry.player], entry.act in undone
        lines[entry.player].append(HistoryLine(entry.day, entry.act, entry.note, *facts, entry.kind, entry.night))
    return lines


def act_texts(acts: Iterable[Act | PlainAct], *, seen: int) -> dict[int, str]:
    """Return the texts of acts, by number, with the names of players as of the act of number ``seen``."""
    return {number: line.text for number, line in phrased(acts, persons_names_as_of(seen)).items()}


def ages(on: date | None = None, *, seen: int | None = None, zone: tzinfo | None = None) -> dict[int, list[AgedPart]]:
    """Return the rests of every person's entries, the oldest first, by number: they sum to the standing."""
    if on is None and seen is None:
        return {player: [*parts.left] for player, parts in sorted(book_now().parts.items()) if parts.cents}
    return aged_by_person(entries(moved_until(on, seen, zone), seen=seen))


@dataclass
class StandingParts:
    """The parts of a person's standing, by sign, in order; running sums where they are kept."""

    credits: Sequence[AgedPart] = ()
    debts: Sequence[AgedPart] = ()
    cents: int = 0
    credit_sums: Sequence[int] | None = None
    debt_sums: Sequence[int] | None = None

    @property
    def left(self) -> Sequence[AgedPart]:
        """The rests, the oldest first."""
        if self.cents > 0:
            return newest(self.credits, self.cents, self.credit_sums)
        return newest(self.debts, self.cents, self.debt_sums)

    def add(self, more: Sequence[AgedPart]) -> None:
        """Add parts of any sign."""
        self.cents += sum(part.cents for part in more)
        if owed := [part for part in more if part.cents > 0]:
            self.credits, self.credit_sums = sorted([*self.credits, *owed], key=in_order), None
        if owing := [part for part in more if part.cents < 0]:
            self.debts, self.debt_sums = sorted([*self.debts, *owing], key=in_order), None


@dataclass(frozen=True)
class BookNow:
    """The parts of all persons' standings after the act ``last``, by number.

    ``opened`` has the cents of every open night.
    """

    last: Act | None
    parts: dict[int, StandingParts]
    opened: Mapping[int, int]


def book_now() -> BookNow:
    """Return the parts of all standings by now. Those of closed nights are kept, so that their past costs nothing.

    Acts between nights and on open ones are read anew, and, night by night, those about people with two entries: a
    person's buy-ins and winnings of one evening are never an old debt.
    """
    closed, last = closed_nights(), last_act()  # In this order: a night closed by then has happened by then.
    number = last.number if last else 0
    (opened, between), people = beside_closed(closed, number), people_at()
    twins = {*people, *people.values()}
    parts = {
        player: StandingParts(sums.credits, sums.debts, sums.book_cents, sums.credit_sums, sums.debt_sums)
        for player, sums in closed.players.items()
        if player not in twins and (sums.credits or sums.debts)
    }
    more: dict[int, list[AgedPart]] = defaultdict(list)
    for night, sums in [*opened.items(), *(closed.nights.items() if twins else ())]:
        came_to: dict[int, tuple[int, int]] = {}
        for player, (cents, act) in sums.booked.items():
            if night in opened or player in twins:
                before = came_to.get(people[player], (0, 0))
                came_to[people[player]] = (before[0] + cents, max(before[1], act))
        for person, (cents, act) in came_to.items():
            more[person].append(AgedPart(sums.day, act, cents))
    entered = Counter[tuple[int, int, datetime]]()
    for act, at, cents, *owners in between:
        for player, signed in zip(owners, (-cents, cents), strict=True):
            entered[people[player], act, at] += signed
    for (person, act, at), cents in entered.items():
        more[person].append(AgedPart(timezone.localdate(at), act, cents))
    for person, found in more.items():
        parts.setdefault(person, StandingParts()).add(found)
    added = {night: sum(cents for cents, _ in sums.booked.values()) for night, sums in opened.items() if sums.booked}
    return BookNow(last, parts, added)


def aged_by_person(found: Sequence[BookEntry]) -> dict[int, list[AgedPart]]:
    """Return the rests of every person's entries, by number, without even players.

    A night counts as one, under its last act: a player's buy-ins and winnings of one evening never were an old debt. An
    act and its undoing are both left out where both are there: a debt that only seemed paid is as old as it ever was.
    """
    return _aged(found, Act.objects.filter(kind=Kind.REVERSE).values_list("number", "reverses"))


def _aged(found: Sequence[BookEntry], undoings: Iterable[tuple[int, int | None]]) -> dict[int, list[AgedPart]]:
    numbers = {entry.act for entry in found}
    undone = {number for pair in undoings if numbers.issuperset(pair) for number in pair}
    nights: dict[tuple[int, int, int | None], list[BookEntry]] = defaultdict(list)
    for entry in found:
        if entry.act not in undone:
            nights[entry.player, 0 if entry.night else entry.act, entry.night].append(entry)
    by_player: dict[int, list[AgedPart]] = defaultdict(list)
    for (player, _, _), theirs in nights.items():
        last = theirs[-1]
        by_player[player].append(AgedPart(last.day, last.act, sum(part.cents for part in theirs)))
    left = {player: [*aged(theirs)] for player, theirs in sorted(by_player.items())}
    return {player: theirs for player, theirs in left.items() if theirs}


def overdue_cents(on: date) -> dict[int, int]:
    """Return the overdue cents on that day by number, by the shortest term of the houses."""
    days = term_days()
    left = {} if days is None else ages(on)
    cents = {player: -sum(part.cents for part in parts if is_overdue(part, on, days)) for player, parts in left.items()}
    return {player: owed for player, owed in cents.items() if owed}


def overdue_among(people: Mapping[int, int], rules: Iterable[Rules], on: date) -> frozenset[int]:
    """Return those of these people with an overdue debt on that day, as :func:`overdue_cents`; in one query.

    ``people`` are by all their numbers, ``rules`` the newest of all houses.
    """
    days = min((days for days in (terms_of(rule).overdue_days for rule in rules) if days is not None), default=None)
    if days is None or not people:
        return frozenset()
    theirs = Account.objects.filter(kind=AccountKind.BOOK, player__in=list(people)).values("pk")
    moved = on_the_day(Transfer.objects.filter(Q(debit__in=theirs) | Q(credit__in=theirs)), on).order_by("act")
    found, undoings = list[BookEntry](), set[tuple[int, int | None]]()
    for row in moved.select_related("act__night", "act__reverses", "debit", "credit"):
        act = row.act
        if Kind.MERGE in (act.kind, act.reverses and act.reverses.kind):
            continue
        undoings.add((act.number, act.reverses_id))
        day = act.night.date if act.night else timezone.localdate(act.at)
        for account, cents in ((row.debit, -row.cents), (row.credit, row.cents)):
            person = people.get(account.player_id or 0) if account.kind == AccountKind.BOOK else None
            if person is not None:
                recorded = (act.number, act.kind, act.content, act.reverses_id, act.at)
                found.append(BookEntry(person, *recorded, day, act.night_id, None, cents))
    left = _aged(found, undoings)
    return frozenset(player for player, parts in left.items() if any(is_overdue(part, on, days) for part in parts))


@read_once
def term_days() -> int | None:
    """Return the days after which a debt is overdue: the shortest term of all houses; None if none has one."""
    newest = {rules.house_id: rules for rules in all_versions()}
    terms = [terms_of(rules).overdue_days for rules in newest.values()]
    return min((days for days in terms if days is not None), default=None)


def night_changes(night: Night) -> dict[int, int]:
    """Return the change of every person's standing by a night, in signed cents, without zeros."""
    return {player: -cents for player, cents in book_tonight(night).items()}


def later_corrections(night: Night) -> list[tuple[Act, Mapping[str, Any]]]:
    """Return the corrections about the date of a night, with their fields, in their order, without undone ones."""
    acts = in_effect(Act.objects.filter(night=None, kind=Kind.CORRECT)).order_by("number")
    found = [(act, json.loads(act.content)) for act in acts]
    return [(act, fields) for act, fields in found if fields.get("about") == night.date.isoformat()]


def standings_report(*, today: date, on: date | None = None) -> BookReport:
    """Return THE BOOK on that day, else now, without the lines; ages are counted to that day, else to ``today``."""
    if on is None:
        return _report(today, None, book_now())
    last = last_act()
    return _report(on, on, _book_of(last, _entries_by(last, on)))


def standings_on_paper(on: date | None = None) -> BookReport:
    """Return THE BOOK without the lines, for paper. Without a day, ages are counted to the day of the last act."""
    last = last_act()
    return standings_report(today=timezone.localdate(last.at if last else None), on=on)


def book_report(on: date | None = None) -> BookReport:
    """Return THE BOOK with every line, for paper. Without a day, ages are counted to the day of the last act."""
    last = last_act()
    found = _entries_by(last, on)
    report = _report(on or timezone.localdate(last.at if last else None), on, _book_of(last, found))
    lines = history_lines(found)
    return replace(report, people=tuple(replace(person, rows=tuple(lines[person.number])) for person in report.people))


def _entries_by(last: Act | None, on: date | None) -> list[BookEntry]:
    number = last.number if last else 0
    return entries(moved_until(on, number), seen=number)


def _book_of(last: Act | None, found: Sequence[BookEntry]) -> BookNow:
    """Return the result of :func:`book_now` from all entries."""
    left, opened = aged_by_person(found), Counter[int]()
    parts = {player: StandingParts() for player in {entry.player for entry in found}}
    for player, theirs in left.items():
        parts[player].add(theirs)
    still_open = set(Bank.objects.filter(closed=None).values_list("pk", flat=True))
    for entry in found:
        if entry.night in still_open:
            opened[entry.night] += entry.cents
    return BookNow(last, parts, opened)


def _report(day: date, on: date | None, book: BookNow) -> BookReport:
    people, days = [], term_days()
    for player in Player.objects.with_inviters().filter(pk__in=book.parts).order_by("name_key"):
        theirs = book.parts[player.number]
        left, facts = theirs.left, (player.number, player.name, player.regular, player.guest_of)
        people.append(BookPlayer(*facts, theirs.cents, left, overdue_of(left, day, days)))
    still_open = Night.objects.filter(pk__in=book.opened).select_related("house")
    nights = tuple(OpenNight(one.pk, one.date, one.house.name, book.opened[one.pk]) for one in still_open)
    number, head = (book.last.number, book.last.head) if book.last else (0, GENESIS)
    return BookReport(on, day, days, tuple(people), nights, number, head)


BOOK_KINDS = (Kind.PAYMENT, Kind.CORRECT, Kind.FORGIVE, Kind.BALANCES)
"""The kinds of act that change THE BOOK between nights; their page can undo them."""
