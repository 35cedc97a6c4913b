"""A consolidation as PDF, from plain values: its sheet, and a slip for every payer and payee, to cut apart."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from operator import itemgetter

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from ledger.money.cents import show_cents, show_money, show_signed, style_now
from ledger.months.report import MonthReport, PaidBy, PlanShare, PlayerMonth
from ledger.paper import layout
from ledger.paper.grids import Column, Row, table, titled
from reservations.parsing.days import day_of, long_day
from reservations.parsing.names import counted

_MOST_BESIDE = 16  # So many lines in a half leave room for another slip on the page.
_QUARTER = layout.HEIGHT / 4 - 0.5
_CUT, _QR = 5 * mm, 22 * mm
_SIZES = (8.0, 7.5, 7.0, 6.5, 6.0)
_LEFT, _RIGHT = 0.46 * layout.WIDTH, 0.51 * layout.WIDTH
"""The columns of a slip: the payments beside the lines of the standing."""
_CROSS = ((1, 0, 0, 7, 7), (0, 0.5, 0.5, 6, 6), (1, 2.9, 1.6, 1.2, 3.8), (1, 1.6, 2.9, 3.8, 1.2))
"""The cross in the middle of a Swiss QR-bill, 7 of 46 mm: gray, left, low, width and height of its parts."""


def month_pdf(report: MonthReport) -> bytes:
    """Return the sheet of a consolidation, on one page if it fits. The same report gives the same bytes."""
    return layout.on_one_page(_sheet(report, smaller) for smaller in (0, 0.5, 1, 1.5))


def _sheet(report: MonthReport, smaller: float) -> bytes:
    """Return the sheet with the letters of its tables smaller by those points."""
    before = f", after {report.previous}" if report.previous else ", the first one"
    stood = f"The standings at the end of {report.until:%A} {long_day(report.until)}{before}"
    through = f"All payments go through {report.hub}. " if report.hub else ""
    through += f"No payment under {show_money(report.least_cents)}. " if report.least_cents else ""
    columns = [Column("", layout.QUIET_NUMBER), Column("Pays", share=1), Column("To", share=1)]
    columns += [Column("Amount", layout.NUMBER), Column("Paid on", layout.QUIET)]
    line = "\u00a0" * 24  # the rule of the row is what is written on
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
    until = "Preview, not recorded. Up to act" if report.is_preview else f"Act {report.number}, includes acts up to"
    parts: list[Flowable] = [
        *layout.opening("CONSOLIDATION OF THE BOOK", f"{report.title[0].upper()}{report.title[1:]}", stood),
        *titled("Who pays whom", columns, [*rows, total], largest=10.5 - smaller),
        Spacer(0, 6),
        layout.Words(f"{through}{report.sentence} {report.compared}", layout.QUIET),
        *_before_and_after(report, 9 - smaller),
        *_line_by_line(report, 8.5 - smaller),
        *([*layout.section("Rolled over"), *map(layout.Words, left)] if left else []),
        layout.signed_end(f"{until} {report.seen}. Ledger hash:", report.head, "Host", "Banker"),
    ]
    return layout.printed(parts, _foot(report), title=f"THE BOOK · {report.title} · consolidation")


def month_slips_pdf(report: MonthReport) -> bytes:
    """Return the slips of payers and payees, by name. The same report gives the same bytes."""
    concerned = [person for person in report.people if person.pays or person.gets or person.stays_cents]
    size = min((_largest(person, report) for person in concerned), default=_SIZES[0])
    slips = [part for person in concerned for part in _slip(person, report, size)]
    slips = slips or [layout.Words("Nobody has anything to pay or to get.")]
    return layout.printed(slips, _foot(report), title=f"THE BOOK · {report.title} · slips")


def _foot(report: MonthReport) -> layout.Foot:
    note = "Not recorded" * report.is_preview
    return layout.Foot(f"THE BOOK · {report.title}", report.number, report.head, note=note)


def _before_and_after(report: MonthReport, largest: float) -> Iterator[Flowable]:
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
    yield from table(columns, [*rows, Row(total, total=True)], largest=largest)


def _line_by_line(report: MonthReport, largest: float) -> list[Flowable]:
    columns = [Column("Day"), Column("What", share=1), Column("Result of the night", layout.NUMBER)]
    rows = []
    for person in report.people:
        since = f", owing since {long_day(person.owing_since)}" if person.owing_since else ""
        rows.append(Row(("", f"{person.name}{since}", "", ""), total=True, joined=True))
        rows += _lines(person, report.previous)
        rows.append(Row(("", "Before any payment", "", show_signed(person.before_cents)), quiet=True))
    return titled("Standings, line by line", [*columns, Column("THE\u00a0BOOK", layout.NUMBER)], rows, largest=largest)


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


def _largest(person: PlayerMonth, report: MonthReport) -> float:
    """Return the largest letters in which the slip of a player is a quarter of a page; the usual ones if none are."""
    slips = ((size, _in_two_parts(*_parts(person, report, size, _LEFT, _RIGHT))) for size in _SIZES)
    return next((size for size, slip in slips if layout.height_of([slip]) + _CUT <= _QUARTER), _SIZES[0])


def _slip(person: PlayerMonth, report: MonthReport, size: float) -> list[Flowable]:
    """Return the slip of one player in letters of that size: a quarter of a page, or more room if needed."""
    cut = layout.Drawing(_CUT, _cut_line)
    if max(len(person.pays) + len(person.gets), len(person.changed)) > _MOST_BESIDE:
        plan, lines, signed = _parts(person, report, _SIZES[0], layout.WIDTH, layout.WIDTH)
        return [*plan, *lines, KeepTogether([*signed, cut])]
    part = _in_two_parts(*_parts(person, report, size, _LEFT, _RIGHT))
    return [KeepTogether([part, Spacer(0, -layout.height_of([part, cut]) % _QUARTER), cut])]


def _in_two_parts(plan: list[Flowable], lines: list[Flowable], signed: list[Flowable]) -> Table:
    """Return the plan beside the lines, with the signature below the shorter of the two."""
    both = [(sum(one.wrap(wide, 0)[1] for one in part), part) for part, wide in ((plan, _LEFT), (lines, _RIGHT))]
    min(both, key=itemgetter(0))[1].extend(signed)
    return Table([[plan, "", lines]], [_LEFT, layout.WIDTH - _LEFT - _RIGHT, _RIGHT], style=layout.UNPADDED)


def _parts(person: PlayerMonth, report: MonthReport, size: float, left: float, right: float) -> list[list[Flowable]]:
    """Return plan, lines and signature, in letters of that size and in columns of these widths."""
    label, currency = layout.TextStyle(size, layout.SOFT), style_now().currency.upper()
    of = f"THE BOOK · {report.title.upper()} · ACT {report.number} · AMOUNTS IN {currency}"
    sides = [(title, others) for title, others in (("You pay", person.pays), ("You get", person.gets)) if others]
    plan: list[Flowable] = [layout.fitted(of, left, 10, (7, 6.5, 6, 5.5), layout.EYEBROW)]
    name = layout.TextStyle(size * 1.9, face="Fraunces")
    for place, (title, others) in enumerate(sides or [("", ())]):
        plan.append(_in_line("" if place else person.name, name, title, replace(label, align="right"), left))
        plan += chain(*(_share(other, left, label) for other in others))
    if person.stays_cents:
        rolls = f"{show_signed(person.stays_cents)} stays in THE BOOK and rolls into the next month."
        small = f"No payment is under {show_money(report.least_cents)}."
        plan.append(layout.Words(f"{rolls} {small}", layout.TextStyle(size + 1.5)))
    columns = [Column("Day", layout.QUIET), Column("", share=1)]
    columns += [Column(heading, layout.NUMBER) for heading in ("Result", "THE\u00a0BOOK")]
    rows = [
        *_lines(person, report.previous if person.carried_cents else "", short=True),
        Row(("", "Before", "", show_signed(person.before_cents)), total=True),
        Row(("", "After these payments", "", show_signed(person.after_cents)), total=True),
    ]
    lines: list[Flowable] = [*table(columns, rows, width=right, largest=size)]
    if person.owing_since:
        lines += [Spacer(0, 3), layout.Words(f"Your oldest debt is of {long_day(person.owing_since)}.", label)]
    return [plan, lines, [Spacer(0, 15), *layout.signature("settled on, signature", label)]]


def _share(share: PlanShare, width: float, label: layout.TextStyle) -> Iterator[Flowable]:
    """Yield the other player with the amount, and below it the ways to pay and the payment's text beside a QR code.

    The code is the first with the amount; if no code has it, the first code, with a remark.
    """
    coded = min((way for way in share.ways if way.code), key=lambda way: not way.has_amount, default=None)
    what = "QR code" if coded and coded.has_amount else "QR code without the amount"
    lines = [f"{way.words} ({what})" if way is coded else way.words for way in share.ways]
    lines += [f"Text of the payment: {share.text}"] if share.text else []
    name, beside = layout.TextStyle(label.size + 3.5), width - _QR - 10 if coded else width
    row = _in_line(share.name, name, show_money(share.cents), replace(name, align="right", strong=True), beside)
    words = [row, *(layout.Words(line, label) for line in lines)]
    if coded is None:
        yield from words
    else:
        code = layout.Drawing(_QR, lambda canvas, _: _draw_code(canvas, coded))
        yield from (Spacer(0, 3), Table([[code, "", words]], [_QR, 10, beside], style=layout.UNPADDED), Spacer(0, 3))


def _in_line(text: str, text_style: layout.TextStyle, end: str, end_style: layout.TextStyle, width: float) -> Table:
    """Return a text with a second text at the end of its line, which is not broken."""
    wide = end_style.measure(layout.shown(end)) + 1
    cells = [[layout.Words(text, text_style), layout.Words(end, end_style)]]
    return Table(cells, [width - wide, wide], style=[*layout.UNPADDED, ("VALIGN", (0, 0), (-1, -1), "BOTTOM")])


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
    y = 2.5 * mm
    canvas.saveState()
    layout.pen(canvas, 0.6, layout.SOFT)
    canvas.setDash(3, 3)
    canvas.line(14, y, width, y)
    canvas.restoreState()
    layout.TextStyle(10, layout.SOFT).write(canvas, 0, y - 3.5, "✂")
