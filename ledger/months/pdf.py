"""A consolidation as PDF, from plain values: its sheet, and a slip for every payer and payee, to cut apart."""

from collections.abc import Iterator

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from ledger.money.cents import show_cents, show_money, show_signed, style_now
from ledger.months.report import MonthReport, PaidBy, PlanShare, PlayerMonth
from ledger.paper import layout
from ledger.paper.grids import Column, Row, table, titled
from reservations.parsing.days import day_of, long_day
from reservations.parsing.names import counted

_MOST_BESIDE = 16  # Lines of a half that are sure to leave room for another slip on the page.
_LABEL = layout.TextStyle(8, layout.SOFT)
_QUARTER = layout.HEIGHT / 4 - 0.5
_QR = 26 * mm
_CROSS = ((1, 0, 0, 7, 7), (0, 0.5, 0.5, 6, 6), (1, 2.9, 1.6, 1.2, 3.8), (1, 1.6, 2.9, 3.8, 1.2))
"""The cross in the middle of a Swiss QR-bill, 7 of 46 mm: gray, left, low, width and height of its parts."""


def month_pdf(report: MonthReport) -> bytes:
    """Return the sheet of a consolidation. The same report gives the same bytes."""
    before = f", after {report.previous}" if report.previous else ", the first one"
    stood = f"The standings at the end of {report.until:%A} {long_day(report.until)}{before}"
    through = f"All payments go through {report.hub}. " if report.hub else ""
    through += f"No payment under {show_money(report.least_cents)}. " if report.least_cents else ""
    columns = [Column("", layout.QUIET_NUMBER), Column("Pays", share=1), Column("To", share=1)]
    columns += [Column("Amount", layout.NUMBER), Column("Paid on", layout.QUIET)]
    line = "_" * 14
    rows = [
        Row((str(place), payment.payer, payment.payee, show_cents(payment.cents), line))
        for place, payment in enumerate(report.payments, start=1)
    ]
    total = Row(("", "In all", "", show_money(report.cents), ""), total=True)
    left = [
        f"{payment.payer} to {payment.payee}: {show_money(payment.left_cents)} left of {report.previous}, "
        f"{counted(payment.days, 'day')} old; included above."
        for payment in report.rolled
    ]
    left += [f"Still open then, not included: {night}." for night in report.open_nights]
    chain = f"Act {report.number}, includes acts up to {report.seen}. Ledger hash:"
    if report.is_preview:
        chain = f"Preview, not recorded. Up to act {report.seen}. Ledger hash:"
    parts: list[Flowable] = [
        *layout.opening("CONSOLIDATION OF THE BOOK", f"{report.title[0].upper()}{report.title[1:]}", stood),
        layout.framed(
            layout.Words(f"{through}{report.sentence}", layout.TextStyle(11, strong=True)),
            layout.Words(report.compared),
        ),
        *titled("Who pays whom", columns, [*rows, total], largest=10.5),
        *_before_and_after(report),
        *_line_by_line(report),
        *([*layout.section("Rolled over"), *map(layout.Words, left)] if left else []),
        layout.signed_end(chain, report.head, "Host", "Banker"),
    ]
    return layout.printed(parts, _foot(report), title=f"THE BOOK · {report.title} · consolidation")


def month_slips_pdf(report: MonthReport) -> bytes:
    """Return the slips of payers and payees, by name. The same report gives the same bytes."""
    concerned = [person for person in report.people if person.pays or person.gets or person.stays_cents]
    slips = [part for person in concerned for part in _slip(person, report)]
    slips = slips or [layout.Words("Nobody has anything to pay or to get.")]
    return layout.printed(slips, _foot(report), title=f"THE BOOK · {report.title} · slips")


def _foot(report: MonthReport) -> layout.Foot:
    note = "Not recorded" if report.is_preview else ""
    return layout.Foot(f"THE BOOK · {report.title}", report.number, report.head, note=note)


def _before_and_after(report: MonthReport) -> Iterator[Flowable]:
    headings = ("Carried over", "Added", "Before", "Pays", "Gets", "After")
    columns = [Column("Player", share=1), *(Column(heading, layout.NUMBER) for heading in headings)]
    figures = [
        (who.carried_cents, who.added_cents, who.before_cents, who.pays_cents, -who.gets_cents, who.after_cents)
        for who in report.people
    ]
    rows = []
    for person, cents in zip(report.people, figures, strict=True):
        carried, added, before, pays, gets, after = map(show_signed, cents)
        paid = (pays if person.pays_cents else "–", gets if person.gets_cents else "–")
        rows.append(Row((person.name, carried, added, before, *paid, after)))
    total = ("In all", *(show_signed(sum(column)) for column in zip(*figures, strict=True)))
    yield from layout.section("All players, before and after")
    after = "what rolls into the next month" if report.rolls else "0.00"
    yield layout.Words(f"Before = carried over + added. After = before + pays − gets = {after}.", layout.QUIET)
    if not report.adds_up:
        yield layout.framed(layout.Words("These figures do not add up.", layout.TextStyle(11, strong=True)))
    yield from table(columns, [*rows, Row(total, total=True)])


def _line_by_line(report: MonthReport) -> list[Flowable]:
    columns = [Column("Day"), Column("What", share=1), Column("Result of the night", layout.NUMBER)]
    rows = []
    for person in report.people:
        since = f", owing since {long_day(person.owing_since)}" if person.owing_since else ""
        rows.append(Row(("", f"{person.name}{since}", "", ""), total=True, joined=True))
        rows += _lines(person, report.previous)
        rows.append(Row(("", "Before any payment", "", show_signed(person.before_cents)), quiet=True))
    return titled("Standings, line by line", [*columns, Column("THE BOOK", layout.NUMBER)], rows, largest=8.5)


def _lines(person: PlayerMonth, previous: str, *, short: bool = False) -> list[Row]:
    """Return the lines of a standing: carried over, nights and acts; nights without an effect share a line."""
    rows = [Row(("", f"Carried over from {previous}", "", show_signed(person.carried_cents)))] if previous else []
    for line in person.changed:
        day = f"{line.day:%a} {line.day.day} {line.day:%b}" if short else day_of(line.day)
        text = f"{line.text} (recorded late)" if line.late else line.text
        result = "" if line.result_cents is None else show_signed(line.result_cents)
        rows.append(Row((day, text, result, show_signed(line.cents))))
    if settled := person.settled:
        rows.append(Row(("", settled.text, show_signed(settled.result_cents or 0), show_signed(0))))
    return rows


def _slip(person: PlayerMonth, report: MonthReport) -> list[Flowable]:
    """Return the slip of one player: a quarter of a page, or as much more as it takes."""
    shares = [*person.pays, *person.gets, *(way for share in person.pays for way in share.ways)]
    is_long = max(len(shares), len(person.changed)) > _MOST_BESIDE
    width = layout.WIDTH if is_long else layout.HALF
    plan: list[Flowable] = []
    name, amount = layout.TextStyle(12), layout.TextStyle(12, align="right", strong=True)
    columns = [Column(text_style=name, share=1), Column(text_style=amount)]
    for title, others in (("You pay", person.pays), ("You get", person.gets)):
        if others:
            rows = [Row((other.name, show_money(other.cents))) for other in others]
            plan += [layout.Words(title, _LABEL), *table(columns, rows, width=width, largest=12), Spacer(0, 3)]
    plan += [part for share in person.pays if share.text for part in _how(share, width)]
    if person.stays_cents:
        rolls = f"{show_signed(person.stays_cents)} stays in THE BOOK and rolls into the next month."
        small = f"No payment is under {show_money(report.least_cents)}."
        plan += [layout.Words(f"{rolls} {small}", layout.TextStyle(9)), Spacer(0, 3)]
    bridge = ", ".join(f"{label} {show_signed(cents)}" for label, cents in person.bridge)
    plan.append(layout.Words(f"{bridge}: standing {show_signed(person.before_cents)}.", _LABEL))

    columns = [Column("Day", layout.QUIET), Column("", share=1)]
    columns += [Column(heading, layout.NUMBER) for heading in ("Result", "THE\u00a0BOOK")]
    rows = [
        *_lines(person, report.previous if person.carried_cents else "", short=True),
        Row(("", "Before", "", show_signed(person.before_cents)), total=True),
        Row(("", "After these payments", "", show_signed(person.after_cents)), total=True),
    ]
    lines: list[Flowable] = [*table(columns, rows, width=width, largest=7.5)]
    if person.owing_since:
        lines.append(layout.Words(f"Your oldest debt is of {long_day(person.owing_since)}.", _LABEL))

    currency = style_now().currency.upper()
    head = [
        layout.Words(
            f"THE BOOK · {report.title.upper()} · ACT {report.number} · ALL AMOUNTS IN {currency}", layout.EYEBROW
        ),
        layout.Words(person.name, layout.TextStyle(15, face="Fraunces")),
        Spacer(0, 3),
    ]
    signed = [Spacer(0, 18), *layout.signature("settled on, signature", _LABEL)]
    cut = layout.Drawing(7 * mm, _cut_line)
    if is_long:
        return [*head, *plan, *lines, KeepTogether([*signed, cut])]
    parts = [*head, layout.beside([*plan, *signed], lines)]
    return [KeepTogether([*parts, Spacer(0, max(0, _QUARTER - layout.height_of([*parts, cut]))), cut])]


def _how(share: PlanShare, width: float) -> Iterator[Flowable]:
    """Yield the ways to pay one other, with the text of the payment, beside a QR code.

    It is the first one with the amount; where none has it, the first, which says so.
    """
    coded = min((way for way in share.ways if way.code), key=lambda way: not way.has_amount, default=None)
    what = "QR code" if coded and coded.has_amount else "QR code without the amount"
    lines = [f"{share.name} is paid by"] if share.ways else []
    lines += [f"{way.words} ({what})" if way is coded else way.words for way in share.ways]
    words = [layout.Words(line, _LABEL) for line in (*lines, f"Text of the payment: {share.text}")]
    if coded is None:
        yield from words
    else:
        code = layout.Drawing(_QR, lambda canvas, _: _draw_code(canvas, coded))
        yield Spacer(0, 5)
        yield Table([[code, words]], [_QR + 12, width - _QR - 12], style=layout.UNPADDED)
        yield Spacer(0, 5)


def _draw_code(canvas: Canvas, way: PaidBy) -> None:
    layout.draw_qr(canvas, way.code or way.words, 0, _QR, _QR)
    if way.is_swiss:
        part = _QR / 46
        corner = _QR / 2 - 3.5 * part
        for gray, left, low, width, height in _CROSS:
            canvas.setFillGray(gray)
            canvas.rect(corner + left * part, corner + low * part, width * part, height * part, 0, 1)


def _cut_line(canvas: Canvas, width: float) -> None:
    """Draw the cut: dashes across, and the scissors."""
    y = 4 * mm
    canvas.saveState()
    layout.pen(canvas, 0.6, layout.SOFT)
    canvas.setDash(3, 3)
    canvas.line(14, y, width, y)
    canvas.restoreState()
    layout.TextStyle(10, layout.SOFT).write(canvas, 0, y - 3.5, "✂")
