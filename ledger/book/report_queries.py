"""Read THE BOOK out of the ledger, as of one act."""

from collections import Counter
from dataclasses import replace
from datetime import date

from django.utils import timezone

from ledger.book.ages import is_overdue
from ledger.book.queries import BookEntry, aged_by_person, entries, history_lines, term_days
from ledger.book.report import BookPlayer, BookReport, OpenNight
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
    lines = history_lines(found)
    return replace(report, people=tuple(replace(each, rows=tuple(lines[each.number])) for each in report.people))


def _read(day: date, on: date | None) -> tuple[BookReport, list[BookEntry]]:
    last, days = last_act(), term_days()
    number = last.number if last else 0
    found = entries(moved_until(on, number), seen=number)
    left = {
        player: tuple(replace(each, overdue=is_overdue(each, day, days)) for each in parts)
        for player, parts in aged_by_person(found).items()
    }
    players = Player.objects.with_inviters().filter(pk__in={each.player for each in found}).order_by("name_key")
    people = [
        BookPlayer(
            number=player.number,
            name=player.name,
            regular=player.regular,
            guest_of=player.guest_of,
            cents=sum(each.cents for each in left.get(player.number, ())),
            left=left.get(player.number, ()),
        )
        for player in players
    ]
    by_night: Counter[int] = Counter()
    for each in found:
        if each.night is not None:
            by_night[each.night] += each.cents
    still_open = Night.objects.filter(bank__isnull=False, bank__closed=None, pk__in=by_night).select_related("house")
    report = BookReport(
        on=on,
        day=day,
        term_days=days,
        people=tuple(people),
        open_nights=tuple(OpenNight(each.pk, each.date, each.house.name, by_night[each.pk]) for each in still_open),
        number=number,
        head=last.head if last else GENESIS,
    )
    return report, found
