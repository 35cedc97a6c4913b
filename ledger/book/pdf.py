"""THE BOOK as PDF, from plain values: the standings, their ages, everybody's lines; and statements."""

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from ledger.book.report import AFTER, BEFORE, BookReport, Statement
from ledger.money.cents import show_cents, show_money, show_signed
from ledger.paper import layout
from ledger.paper.grids import Column, Row, table, titled
from ledger.standings.ages import is_overdue
from reservations.parsing.days import long_day

_OF_LINES = (Column("Date"), Column("Act", layout.QUIET_NUMBER), Column("Note", layout.QUIET_NUMBER))
_SUMS = (Column("Amount", layout.NUMBER), Column("Standing", layout.NUMBER))
"""The first and the last columns of the lines of a standing."""


def book_pdf(report: BookReport) -> bytes:
    """Return the paper of THE BOOK, with the lines that the report has. The same report gives the same bytes.

    Standings are one page, in the letters that fit on it.
    """
    sizes = (9.0,) if any(person.rows for person in report.people) else (11, 10, 9, 8, 7, 6.5)
    return layout.on_one_page(_printed(report, size) for size in sizes)


def _printed(report: BookReport, largest: float) -> bytes:
    """Return the paper with letters of at most that size, in points, in the tables of its standings."""
    day = f"{'On' if report.on else 'As of'} {report.day:%A} {long_day(report.day)}"
    kind = "STANDINGS AND HISTORY" if any(person.rows for person in report.people) else "STANDINGS"
    parts = layout.opening(kind, "THE BOOK", day)
    if report.open_nights:
        nights = "; ".join(f"{night.house}, {long_day(night.day)}" for night in report.open_nights)
        sentence = f"These standings include debts of an open night, so they do not sum to zero yet: {nights}."
        parts += layout.warned("A night is still open", sentence)
    parts += [
        *_standings(report, largest),
        *_histories(report),
        Spacer(0, 16),
        layout.Words(f"THE BOOK as of act {report.number}. Ledger hash:", layout.TextStyle(7.5, layout.SOFT)),
        layout.Words(report.head, layout.CODE),
    ]
    note = "A night is still open" if report.open_nights else ""
    foot = layout.Foot(f"THE BOOK · {long_day(report.day)}", report.number, report.head, note=note)
    return layout.printed(parts, foot)


def _standings(report: BookReport, largest: float) -> Iterator[Flowable]:
    if not report.standing:
        yield from (*layout.section("Standings"), layout.Words("Nobody owes anything."))
        return
    columns = [Column("Player", share=1), Column(), Column("Standing", layout.NUMBER)]
    after = [Column("Since", layout.QUIET, share=1), Column("Overdue", layout.NUMBER)]
    columns += after if report.overdue_cents else after[:1]
    rows = []
    for person in report.standing:
        guest = f" (guest of {person.guest_of})" if person.guest_of else "" if person.regular else " (guest)"
        since = long_day(person.since) if person.since else ""
        overdue = show_cents(person.overdue_cents) if person.overdue_cents else ""
        cells = (f"{person.name}{guest}", person.word, show_signed(person.cents), since, overdue)
        rows.append(Row(cells[: len(columns)]))
    total = ("In all", "", show_signed(report.total_cents), "", show_cents(report.overdue_cents))
    yield from layout.section("Standings")
    owing, owed = show_money(report.owing_cents), show_money(report.owed_cents)
    sums = "the standings sum to zero."
    if report.total_cents:
        sums = f"the standings sum to {show_money(report.total_cents)} until the open night is closed."
    yield layout.Words(f"Players owe {owing} and are owed {owed}: {sums}", layout.QUIET)
    if report.term_days is not None:
        yield layout.Words(f"Debts are overdue after {report.term_days} days.", layout.QUIET)
    yield Spacer(0, 4)
    yield from table(columns, [*rows, Row(total[: len(columns)], total=True)], largest=largest)

    # The unpaid parts, by age.
    columns = [Column("Player", share=1), Column("Since", share=1), Column("Days", layout.NUMBER)]
    columns += [Column("Act", layout.QUIET_NUMBER), Column("Open", layout.NUMBER), Column()]
    rows = []
    for person in (person for person in report.standing if person.owes):
        for place, part in enumerate(person.left, start=1):
            name = person.name if place == 1 else ""
            late = "overdue" if is_overdue(part, report.day, report.term_days) else ""
            days = str((report.day - part.day).days)
            left = (name, long_day(part.day), days, str(part.act), show_cents(-part.cents), late)
            rows.append(Row(left, joined=place < len(person.left)))
    yield from titled("How old the debts are", columns, rows, largest=largest)


def _histories(report: BookReport) -> Iterator[Flowable]:
    """Yield the lines of every person with any, with their standing."""
    columns = (*_OF_LINES, Column("What happened", share=1), *_SUMS)
    for person in (person for person in report.people if person.rows):
        standing = f"{person.word.capitalize()} {show_money(person.size_cents)}."
        rows = []
        for row in person.rows:
            note, day = "" if row.note is None else str(row.note), f"{row.day.day} {row.day:%b %Y}"
            cells = (day, str(row.act), note, row.text, show_signed(row.cents), show_signed(row.running_cents))
            rows.append(Row(cells, struck=(3, 4) if row.undone else ()))
        yield from layout.section(person.name)
        yield layout.Words(standing if person.cents else "Even.", layout.QUIET)
        yield Spacer(0, 3)
        yield from table(columns, rows, largest=8)


def statement_pdf(statement: Statement) -> bytes:
    """Return the paper of a player's statement. The same statement gives the same bytes."""
    name = statement.player
    parts = layout.opening("STATEMENT", name, statement.period)
    if statement.open_nights:
        nights = "; ".join(f"{house}, {long_day(night)}" for house, night in statement.open_nights)
        sentence = f"Its lines count as they are so far, and can still change: {nights}."
        parts += layout.warned("A night is still open", sentence)
    columns = (*_OF_LINES, Column("Night", share=2), Column("What happened", share=5), *_SUMS)
    blank, after = [""] * 4, (show_signed(statement.sum_cents), show_signed(statement.closing_cents))
    rows = [Row((*blank, BEFORE, "", show_signed(statement.opening_cents)), quiet=True)]
    for line in statement.lines:
        day, note = f"{line.day.day} {line.day:%b %Y}", "" if line.note is None else str(line.note)
        sums = map(show_signed, (line.cents, line.running_cents))
        rows.append(Row((day, str(line.act), note, line.house or "–", line.in_full, *sums)))
    rows.append(Row((*blank, AFTER, *after), total=True))
    parts += [
        layout.Words(statement.in_words, layout.TextStyle(12.5, strong=True)),
        layout.Words(f"+ THE BOOK owes {name}, − {name} owes. A night counts by its date.", layout.QUIET),
        Spacer(0, 6),
        # At the top: at the end it might stand alone on a page.
        layout.Words(f"THE BOOK as of act {statement.number}. Ledger hash:", layout.TextStyle(7.5, layout.SOFT)),
        layout.Words(statement.head, layout.CODE),
        Spacer(0, 10),
        *table(columns, rows, largest=8.5),
    ]
    return layout.printed(parts, layout.Foot(f"Statement · {name}", statement.number, statement.head))
