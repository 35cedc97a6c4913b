"""Read THE BOOK out of the ledger, as of one act."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from django.utils import timezone

from ledger.book.ages import Aged
from ledger.book.arrears_queries import is_overdue, term_days
from ledger.book.queries import BookLine, Entry, aged_by_person, entries, told
from ledger.book.report import BookReport, BookRow, InBook, Left, StillOpen
from ledger.book.standing_queries import moved_until
from ledger.night.queries import last_act
from reservations.acts.chain import GENESIS
from reservations.models import Night, Player


def standings_report(*, today: date, on: date | None = None) -> BookReport:
    """Return THE BOOK on that day, else now, without the lines; ages are counted to that day, else to ``today``."""
    return _read(on or today, on)[0]


def book_report(on: date | None = None) -> BookReport:
    """Return THE BOOK with every line, for paper. Without a day, ages are counted to the day of the last act.

    So the same ledger gives the same report, whenever it is asked for.
    """
    last = last_act()
    report, found = _read(on or (timezone.localdate(last.at) if last else timezone.localdate()), on)
    lines = told(found)
    people = [replace(each, rows=tuple(map(_row, lines[each.number]))) for each in report.people]
    return replace(report, people=tuple(people))


def _read(day: date, on: date | None) -> tuple[BookReport, list[Entry]]:
    last, days = last_act(), term_days()
    number = last.number if last else 0
    found = entries(moved_until(on, number), seen=number)
    report = BookReport(
        on=on,
        day=day,
        term_days=days,
        people=tuple(_people(found, day, days)),
        open_nights=tuple(_open_nights(found)),
        number=number,
        head=last.head if last else GENESIS,
    )
    return report, found


def _people(found: Sequence[Entry], day: date, days: int | None) -> Iterator[InBook]:
    aged, numbers = aged_by_person(found), {each.player for each in found}
    players = Player.objects.with_inviters().filter(pk__in=numbers).order_by("name_key")
    for player in players:
        left = aged.get(player.number, [])
        yield InBook(
            number=player.number,
            name=player.name,
            regular=player.regular,
            guest_of=player.guest_of,
            cents=sum(each.cents for each in left),
            left=tuple(left_of(left, day, days)),
        )


def left_of(left: Iterable[Aged], day: date, days: int | None) -> Iterator[Left]:
    """Yield what is left of a standing, the oldest first, and whether it is overdue on that day."""
    for each in left:
        yield Left(each.day, each.act, each.cents, overdue=days is not None and is_overdue(each, day, days))


def _open_nights(found: Iterable[Entry]) -> Iterator[StillOpen]:
    written: Counter[int] = Counter()
    for each in found:
        if each.night is not None:
            written[each.night] += each.cents
    for night in Night.objects.filter(bank__isnull=False, bank__closed=None).select_related("house"):
        if night.pk in written:
            yield StillOpen(night.pk, night.date, night.house.name, written[night.pk])


def _row(line: BookLine) -> BookRow:
    return BookRow(
        day=line.entry.day,
        act=line.entry.act,
        note=line.entry.note,
        text=line.text,
        cents=line.entry.cents,
        running_cents=line.running_cents,
        undone=line.undone,
    )
