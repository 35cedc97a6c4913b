"""A consolidation as PDF, out of plain values: its sheet, and a slip for everybody to be cut apart and handed out."""

from collections.abc import Iterator

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Spacer

from ledger.money.cents import show_cents, show_signed
from ledger.months.report import MonthLine, MonthReport, PlayerMonth, counted
from ledger.paper.grids import Column, Row, table, titled
from ledger.paper.layout import (
    EYEBROW,
    HALF,
    HEIGHT,
    NUMBER,
    QUIET,
    QUIET_NUMBER,
    SOFT,
    WIDTH,
    Drawing,
    Foot,
    TextStyle,
    Words,
    beside,
    framed,
    height_of,
    opening,
    pen,
    printed,
    section,
    signatures,
    signed_end,
)
from reservations.parsing.days import day_of, long_day

_MOST_BESIDE = 16  # Lines of a half that are sure to leave room for another slip on the page.
_LABEL = TextStyle(8, SOFT)
_THIRD = HEIGHT / 3 - 0.5


def month_pdf(report: MonthReport) -> bytes:
    """The sheet of a consolidation. The same report gives the same bytes."""
    before = f", after {report.previous}" if report.previous else ", the first one"
    stood = f"The standings at the end of {report.until:%A} {long_day(report.until)}{before}"
    through = f"Everything goes through {report.hub}. " if report.hub else ""
    left = [
        f"{each.payer} to {each.payee}: {show_cents(each.left_cents)} left of {report.previous}, "
        f"{counted(each.days, 'day')} old; it is in the figures above."
        for each in report.rolled
    ]
    left += [f"Still open then, and not in it: {night}." for night in report.open_nights]
    if report.is_preview:
        chain = f"Nothing of this is recorded. The last act it sees is act {report.seen}. Head of the chain there:"
    else:
        chain = f"Act {report.number}, which saw everything up to act {report.seen}. Head of the chain at this act:"
    parts: list[Flowable] = [
        *opening("CONSOLIDATION OF THE BOOK", f"{report.title[0].upper()}{report.title[1:]}", stood),
        framed(Words(f"{through}{report.sentence}", TextStyle(11, strong=True)), Words(report.compared)),
        *_payments(report),
        *_everybody(report),
        *_sources(report),
        *([*section("Rolled over"), *map(Words, left)] if left else []),
        signed_end(chain, report.head, "Host", "Banker"),
    ]
    return printed(parts, _foot(report), title=f"THE BOOK · {report.title} · consolidation")


def month_slips_pdf(report: MonthReport) -> bytes:
    """The slips of a consolidation, by name. The same report gives the same bytes."""
    slips = [part for person in report.people for part in _slip(person, report)]
    return printed(slips, _foot(report), title=f"THE BOOK · {report.title} · slips")


def _foot(report: MonthReport) -> Foot:
    note = "Not recorded" if report.is_preview else ""
    return Foot(f"THE BOOK · {report.title}", report.number, report.head, note=note)


def _payments(report: MonthReport) -> list[Flowable]:
    columns = [
        Column("", QUIET_NUMBER),
        Column("Pays", share=1),
        Column("Gets", share=1),
        Column("Amount", NUMBER),
        Column("Paid on", QUIET),
    ]
    line = "_" * 14
    rows = [Row((str(each.place), each.payer, each.payee, show_cents(each.cents), line)) for each in report.payments]
    total = Row(("", "In all", "", show_cents(report.cents), ""), total=True)
    return titled("Who pays whom", columns, [*rows, total], largest=10.5)


def _everybody(report: MonthReport) -> Iterator[Flowable]:
    headings = ("Carried over", "Added", "Before", "Pays", "Gets", "After")
    columns = [Column("Player", share=1), *(Column(heading, NUMBER) for heading in headings)]
    figures = [
        (each.carried_cents, each.added_cents, each.before_cents, each.pays_cents, -each.gets_cents, each.after_cents)
        for each in report.people
    ]
    rows = []
    for person, cents in zip(report.people, figures, strict=True):
        carried, added, before, pays, gets, after = map(show_signed, cents)
        paid = (pays if person.pays_cents else "–", gets if person.gets_cents else "–")
        rows.append(Row((person.name, carried, added, before, *paid, after)))
    total = ("In all", *(show_signed(sum(each)) for each in zip(*figures, strict=True)))
    yield from titled("Everybody, before and after", columns, [*rows, Row(total, total=True)])
    yield Spacer(0, 4)
    explained = "Carried over and added make the standing before; with what they pay, less what they get, it is 0.00."
    yield Words(explained, QUIET)
    if not report.adds_up:
        yield framed(Words("These figures do not add up.", TextStyle(11, strong=True)))


def _sources(report: MonthReport) -> list[Flowable]:
    money = (Column("Result of the night", NUMBER), Column("THE BOOK", NUMBER))
    rows = []
    for person in report.people:
        since = f", owing since {long_day(person.owing_since)}" if person.owing_since else ""
        rows.append(Row(("", f"{person.name}{since}", "", ""), total=True, joined=True))
        if report.previous:
            rows.append(_carried(person, report))
        rows += [_added(each, day_of(each.day)) for each in person.changed]
        rows += _settled(person)
        rows.append(Row(("", "Before any payment", "", show_signed(person.before_cents)), quiet=True))
    return titled("What made it up", [Column("Day"), Column("What", share=1), *money], rows, largest=8.5)


def _carried(person: PlayerMonth, report: MonthReport) -> Row:
    return Row(("", f"Carried over from {report.previous}", "", show_signed(person.carried_cents)))


def _added(line: MonthLine, day: str) -> Row:
    """What a night or an act added: a night with the player's result, and marked where it was recorded late."""
    text = f"{line.text} (recorded late)" if line.late else line.text
    result = "" if line.result_cents is None else show_signed(line.result_cents)
    return Row((day, text, result, show_signed(line.cents)))


def _settled(person: PlayerMonth) -> list[Row]:
    """The nights that left nothing in THE BOOK, in one line."""
    line = Row(("", person.settled, show_signed(person.settled_result_cents), show_signed(0)))
    return [line] if person.settled_count else []


def _slip(person: PlayerMonth, report: MonthReport) -> list[Flowable]:
    """The slip of one person: a third of a page, or as much more as it takes."""
    name = f"THE BOOK · {report.title.upper()} · ACT {report.number}"
    head = [Words(name, EYEBROW), Words(person.name, TextStyle(16)), Spacer(0, 6)]
    end = [Spacer(0, 30), signatures("settled on, signature", text_style=_LABEL), Drawing(9 * mm, _cut_line)]
    if max(len(person.pays) + len(person.gets), len(person.changed)) > _MOST_BESIDE:
        return [*head, *_plan(person, WIDTH), *_made_of(person, report, WIDTH), KeepTogether(end)]
    parts = [*head, beside([*_plan(person, HALF)], [*_made_of(person, report, HALF)])]
    return [KeepTogether([*parts, Spacer(0, max(0, _THIRD - height_of([*parts, *end]))), *end])]


def _plan(person: PlayerMonth, width: float) -> Iterator[Flowable]:
    """What the player pays and gets, or that there is nothing to do."""
    columns = [Column(text_style=TextStyle(13), share=1), Column(text_style=TextStyle(13, align="right", strong=True))]
    for title, shares in (("You pay", person.pays), ("You get", person.gets)):
        if shares:
            rows = [Row((each.name, show_cents(each.cents))) for each in shares]
            yield Words(title, _LABEL)
            yield from table(columns, rows, width=width, largest=13)
            yield Spacer(0, 4)
    if not person.pays and not person.gets:
        yield Words("Nothing to pay and nothing to get.", TextStyle(11))
    yield Spacer(0, 6)


def _made_of(person: PlayerMonth, report: MonthReport, width: float) -> Iterator[Flowable]:
    """The player's nights with their results, whatever else came to the standing, and the standing before and after."""
    columns = [Column("Day", QUIET), Column("", share=1), Column("Result", NUMBER), Column("THE BOOK", NUMBER)]
    rows = [
        *([_carried(person, report)] if person.carried_cents else []),
        *(_added(each, f"{each.day:%a} {each.day.day} {each.day:%b}") for each in person.changed),
        *_settled(person),
        Row(("", "Before", "", show_signed(person.before_cents)), total=True),
        Row(("", "After these payments", "", show_signed(person.after_cents)), total=True),
    ]
    yield from table(columns, rows, width=width, largest=8.5)
    if person.owing_since:
        yield Words(f"Some of what you owe is owed since {long_day(person.owing_since)}.", _LABEL)


def _cut_line(canvas: Canvas, width: float) -> None:
    """Where the scissors go: dashes across, and the scissors."""
    y = 4.5 * mm
    canvas.saveState()
    pen(canvas, 0.6, SOFT)
    canvas.setDash(3, 3)
    canvas.line(14, y, width, y)
    canvas.restoreState()
    TextStyle(10, SOFT).write(canvas, 0, y - 3.5, "✂")
