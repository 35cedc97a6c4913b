"""THE BOOK as PDF, out of plain values: the standings, how old they are, and each person's lines."""

from collections.abc import Iterator
from datetime import date

from reportlab.platypus import Flowable, Spacer

from ledger.book_report import BookReport, BookRow, InBook
from ledger.money import show_cents
from ledger.paper import FELT, NUMBER, QUIET, SOFT, Foot, Hand, Words, framed, printed, section
from ledger.paper_tables import Column, Row, table

_QUIET_NUMBER = Hand(colour=SOFT, align="right")


def book_pdf(report: BookReport) -> bytes:
    """The paper of THE BOOK. The same report gives the same bytes."""
    parts: list[Flowable] = [*_title(report), *_standings(report), *_ages(report), *_histories(report), *_end(report)]
    name = f"THE BOOK · {_day(report.day)}"
    note = "A night is still open" if report.open_nights else ""
    return printed(parts, title=name, foot=Foot(name, report.number, report.head, note=note))


def _title(report: BookReport) -> Iterator[Flowable]:
    yield Words("STANDINGS AND HISTORY", Hand(7.5, FELT, strong=True))
    yield Spacer(0, 2)
    yield Words("THE BOOK", Hand(20))
    yield Words(f"{'On' if report.on else 'As of'} {report.day:%A} {_day(report.day)}", Hand(11, SOFT))
    yield Spacer(0, 10)
    if report.open_nights:
        nights = "; ".join(f"{each.house}, {_day(each.day)}" for each in report.open_nights)
        told = f"In these standings are debts of a night that is still open, so they do not sum to zero yet: {nights}."
        yield framed([Words("A night is still open", Hand(13, strong=True)), Words(told)])
        yield Spacer(0, 10)


def _standings(report: BookReport) -> list[Flowable]:
    if not report.standing:
        return [*section("Standings"), Words("Nobody owes anything.")]
    columns = [Column("Player", share=1), Column(), Column("Standing", NUMBER), Column("Since", QUIET)]
    rows = [_standing(each) for each in report.standing]
    total: tuple[str, ...] = ("In all", "", _signed(report.total_cents), "")
    overdue = [_overdue(each) for each in report.standing]
    if any(overdue):
        columns.append(Column("Overdue", NUMBER))
        rows = [Row((*row.cells, late)) for row, late in zip(rows, overdue, strict=True)]
        total = (*total, show_cents(report.overdue_cents))
    return [*section("Standings"), *table(columns, [*rows, Row(total, total=True)]), *_sentences(report)]


def _standing(person: InBook) -> Row:
    guest = f" (guest of {person.guest_of})" if person.guest_of else "" if person.regular else " (guest)"
    since = _day(person.since) if person.since else ""
    return Row((f"{person.name}{guest}", person.word, _signed(person.cents), since))


def _overdue(person: InBook) -> str:
    return show_cents(person.overdue_cents) if person.overdue_cents else ""


def _sentences(report: BookReport) -> Iterator[Flowable]:
    owing, owed = show_cents(report.owing_cents), show_cents(report.owed_cents)
    yield Spacer(0, 8)
    yield Words(f"Players owe {owing}, and {owed} is owed to players: {_comes_to(report)}", QUIET)
    if report.term_days is not None:
        yield Words(f"Overdue is what has been owed for more than {report.term_days} days.", QUIET)


def _comes_to(report: BookReport) -> str:
    if report.total_cents == 0:
        return "the standings sum to zero."
    return f"the standings sum to {show_cents(report.total_cents)} until the open night is closed."


def _ages(report: BookReport) -> list[Flowable]:
    """What is still owed, by how old it is: payments and winnings wipe out the oldest first."""
    debtors = [each for each in report.standing if each.owes]
    if not debtors:
        return []
    columns = [
        Column("Player", share=1),
        Column("Since"),
        Column("Days", NUMBER),
        Column("Act", _QUIET_NUMBER),
        Column("Open", NUMBER),
        Column(),
    ]
    rows = [row for person in debtors for row in _left(person, report.day)]
    return [*section("How old the debts are"), *table(columns, rows)]


def _left(person: InBook, day: date) -> Iterator[Row]:
    for place, each in enumerate(person.left):
        name, late = "" if place else person.name, "overdue" if each.overdue else ""
        days, joined = str((day - each.day).days), place + 1 < len(person.left)
        yield Row((name, _day(each.day), days, str(each.act), show_cents(-each.cents), late), joined=joined)


def _histories(report: BookReport) -> Iterator[Flowable]:
    for person in report.people:
        if person.rows:
            yield from section(person.name, room=110)
            yield Words(_summary(person), QUIET)
            yield Spacer(0, 3)
            yield from table(_COLUMNS, [_line(row) for row in person.rows], largest=8)


_COLUMNS = (
    Column("Date"),
    Column("Act", _QUIET_NUMBER),
    Column("Note", _QUIET_NUMBER),
    Column("What happened", share=1),
    Column("Amount", NUMBER),
    Column("Standing", NUMBER),
)


def _summary(person: InBook) -> str:
    if not person.cents:
        return "Even: owes nothing, and is owed nothing."
    return f"{person.word.capitalize()} {show_cents(person.size_cents)}."


def _line(row: BookRow) -> Row:
    note = "" if row.note is None else str(row.note)
    cells = (f"{row.day.day} {row.day:%b %Y}", str(row.act), note, row.text, _signed(row.cents))
    return Row((*cells, _signed(row.running_cents)), struck=(3, 4) if row.undone else ())


def _signed(cents: int) -> str:
    return f"+{show_cents(cents)}" if cents > 0 else show_cents(cents)


def _end(report: BookReport) -> Iterator[Flowable]:
    yield Spacer(0, 16)
    yield Words("With + THE BOOK owes the player, with − the player owes it.", QUIET)
    yield Words(f"This paper shows THE BOOK as of act {report.number}. Head of the chain there:", QUIET)
    yield Words(report.head, Hand(9, digits=True))


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
