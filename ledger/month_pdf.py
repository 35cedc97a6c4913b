"""The sheet of a consolidation as PDF, out of plain values: it knows neither the database nor the web."""

from collections.abc import Iterator
from datetime import date

from reportlab.platypus import Flowable, KeepTogether, Spacer

from ledger.money import show_cents
from ledger.month_report import Added, MonthReport, PersonMonth, counted
from ledger.paper import FELT, NUMBER, QUIET, SOFT, Foot, Hand, SignatureLine, Words, beside, framed, printed, section
from ledger.paper_tables import Column, Row, table
from reservations.days import day_of

_QUIET_NUMBER = Hand(colour=SOFT, align="right")
_LINE = "_" * 14


def month_pdf(report: MonthReport) -> bytes:
    """The sheet of a consolidation. The same report gives the same bytes."""
    parts: list[Flowable] = [
        *_title(report),
        *_payments(report),
        *_everybody(report),
        *_sources(report),
        *_rolled(report),
        *_end(report),
    ]
    return printed(parts, title=f"THE BOOK · {report.title} · consolidation", foot=foot_of(report))


def foot_of(report: MonthReport) -> Foot:
    """What stands on every page of the papers of a consolidation."""
    return Foot(
        f"THE BOOK · {report.title}", report.number, report.head, note="Not recorded" if report.is_preview else ""
    )


def long_day(day: date) -> str:
    """A day as paper writes it: 31 October 2026."""
    return f"{day.day} {day:%B %Y}"


def signed(cents: int) -> str:
    """Cents with their sign; 0.00 has none."""
    return f"+{show_cents(cents)}" if cents > 0 else show_cents(cents)


def _title(report: MonthReport) -> Iterator[Flowable]:
    yield Words("CONSOLIDATION OF THE BOOK", Hand(7.5, FELT, strong=True))
    yield Spacer(0, 2)
    yield Words(f"{report.title[0].upper()}{report.title[1:]}", Hand(20))
    before = f", after {report.previous}" if report.previous else ", the first one"
    yield Words(f"The standings at the end of {report.until:%A} {long_day(report.until)}{before}", Hand(11, SOFT))
    yield Spacer(0, 10)
    through = f"Everything goes through {report.hub}. " if report.hub else ""
    yield framed([Words(f"{through}{report.sentence}", Hand(11, strong=True)), Words(report.compared)])


def _payments(report: MonthReport) -> list[Flowable]:
    columns = [
        Column("", _QUIET_NUMBER),
        Column("Pays", share=1),
        Column("Gets", share=1),
        Column("Amount", NUMBER),
        Column("Paid on", QUIET),
    ]
    rows = [Row((str(each.place), each.payer, each.payee, show_cents(each.cents), _LINE)) for each in report.payments]
    total = Row(("", "In all", "", show_cents(report.cents), ""), total=True)
    return [*section("Who pays whom"), *table(columns, [*rows, total], largest=10.5)]


def _everybody(report: MonthReport) -> list[Flowable]:
    headings = ("Carried over", "Added", "Before", "Pays", "Gets", "After")
    columns = [Column("Player", share=1), *(Column(heading, NUMBER) for heading in headings)]
    rows = [_proof(person) for person in report.people]
    total = Row(("In all", *(signed(sum(figures)) for figures in zip(*map(_figures, report.people), strict=True))))
    explained = "Carried over and added make the standing before; with what they pay, less what they get, it is 0.00."
    more = [] if report.adds_up else [framed([Words("These figures do not add up.", Hand(11, strong=True))])]
    return [
        *section("Everybody, before and after"),
        *table(columns, [*rows, Row(total.cells, total=True)]),
        Spacer(0, 4),
        Words(explained, QUIET),
        *more,
    ]


def _figures(person: PersonMonth) -> tuple[int, ...]:
    made = (person.carried_cents, person.added_cents, person.before_cents)
    return (*made, person.pays_cents, -person.gets_cents, person.after_cents)


def _proof(person: PersonMonth) -> Row:
    carried, added, before, pays, gets, after = _figures(person)
    paid = (signed(cents) if cents else "–" for cents in (pays, gets))
    return Row((person.name, signed(carried), signed(added), signed(before), *paid, signed(after)))


def _sources(report: MonthReport) -> list[Flowable]:
    columns = [
        Column("Day"),
        Column("What", share=1),
        Column("Result of the night", NUMBER),
        Column("THE BOOK", NUMBER),
    ]
    rows = [row for person in report.people for row in _of_person(person, report)]
    return [*section("What made it up"), *table(columns, rows, largest=8.5)]


def _of_person(person: PersonMonth, report: MonthReport) -> Iterator[Row]:
    since = f"owing since {long_day(person.owing_since)}" if person.owing_since else ""
    yield Row(("", f"{person.name}{f', {since}' if since else ''}", "", ""), total=True, joined=True)
    if report.previous:
        yield Row(("", f"Carried over from {report.previous}", "", signed(person.carried_cents)))
    for line in person.changed:
        yield Row((day_of(line.day), told(line), result_of(line), signed(line.cents)))
    yield from settled(person)
    yield Row(("", "Before any payment", "", signed(person.before_cents)), quiet=True)


def settled(person: PersonMonth) -> Iterator[Row]:
    """The nights that left nothing in THE BOOK, in one line."""
    if person.settled_count:
        yield Row(("", person.settled, signed(person.settled_result_cents), signed(0)))


def told(line: Added) -> str:
    """What a line is of, and that it came late."""
    return f"{line.text} (recorded late)" if line.late else line.text


def result_of(line: Added) -> str:
    """What the player won or lost that night; nothing for an act."""
    return "" if line.result_cents is None else signed(line.result_cents)


def _rolled(report: MonthReport) -> list[Flowable]:
    lines = [
        f"{each.payer} to {each.payee}: {show_cents(each.left_cents)} left of {report.previous}, "
        f"{counted(each.days, 'day')} old; it is in the figures above."
        for each in report.rolled
    ]
    lines += [f"Still open then, and not in it: {night}." for night in report.open_nights]
    return [*section("Rolled over"), *(Words(line) for line in lines)] if lines else []


def _end(report: MonthReport) -> Iterator[Flowable]:
    signatures = beside([SignatureLine(), Words("Host", QUIET)], [SignatureLine(), Words("Banker", QUIET)])
    if report.is_preview:
        chain = f"Nothing of this is recorded. The last act it sees is act {report.seen}. Head of the chain there:"
    else:
        chain = f"Act {report.number}, which saw everything up to act {report.seen}. Head of the chain at this act:"
    yield KeepTogether(
        [Spacer(0, 36), signatures, Spacer(0, 14), Words(chain, QUIET), Words(report.head, Hand(9, digits=True))]
    )
