"""The report of a night as PDF, out of plain values: it knows neither the database nor the web."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from ledger.money import show_cents
from ledger.night_report import CorrectionLine, DrawerLine, NightReport, NoteLine, PlayerLine, RulingLine
from ledger.paper import (
    FELT,
    HALF,
    NUMBER,
    QUIET,
    SOFT,
    Foot,
    Hand,
    SignatureLine,
    Words,
    beside,
    framed,
    heading,
    printed,
    section,
)
from ledger.paper_tables import Column, Row, table

_MOST_BESIDE = 25  # Lines of a reckoning that are sure to fit on a page.
_QUIET_NUMBER = Hand(colour=SOFT, align="right")


def night_report_pdf(report: NightReport) -> bytes:
    """The paper of a night. The same report gives the same bytes."""
    parts: list[Flowable] = [
        *_title(report),
        *_outset(report),
        *_players(report),
        *_reckonings(report),
        *_final_pot(report),
        *_notes(report),
        *_book(report),
        *_corrections(report),
        *_rulings(report),
        *_timeline(report),
        *_end(report),
    ]
    name = f"{report.house} · {_day(report.date)}"
    foot = Foot(name, report.number, report.head, note="" if report.closed else "Not closed yet")
    return printed(parts, title=f"{name} · night report", foot=foot)


def over_short_sentence(report: NightReport) -> str:
    """Over or short in words, drawer, declared chips and lapsed notes taken together, and who bears it."""
    cents = report.over_short_cents
    if cents == 0:
        return f"{report.over_short_of} are neither over nor short."
    what = f"{report.over_short_of} are {'short' if cents > 0 else 'over'} by {show_cents(abs(cents))}"
    if not report.closed:
        return f"{what} so far."
    return f"{what}. The banker, {report.banker}, {'bears' if cents > 0 else 'keeps'} it."


def _title(report: NightReport) -> Iterator[Flowable]:
    yield Words("NIGHT REPORT", Hand(7.5, FELT, strong=True))
    yield Spacer(0, 2)
    yield Words(report.house, Hand(20))
    yield Words(f"{report.date:%A} {_day(report.date)}", Hand(11, SOFT))
    yield Spacer(0, 10)
    if not report.closed:
        standing = f"This is how the night stands after act {report.number}; it may still change."
        yield framed([Words("Not closed yet", Hand(13, strong=True)), Words(standing)])
        yield Spacer(0, 10)


def _outset(report: NightReport) -> list[Table]:
    facts = [("Banker", report.banker)]
    if report.earlier_bankers:
        facts.append(("Bankers before", ", ".join(report.earlier_bankers)))
    facts += [("Stakes", report.stakes), ("House rules", f"version {report.rules_version}")]
    facts += [("" if place else "Limits", limit) for place, limit in enumerate(report.limits)]
    return table([Column(hand=QUIET), Column(share=1)], [Row(fact) for fact in facts if fact[1]], ruled=False)


@dataclass(frozen=True)
class _Figure:
    """A column of the players' table. It is printed only where someone needs it."""

    heading: str
    text: Callable[[PlayerLine], str]
    needed: Callable[[PlayerLine], bool] = lambda _line: True


def _some(cents: int) -> str:
    return show_cents(cents) if cents else "–"


_FIGURES = (
    _Figure("Buy-ins", lambda line: str(line.buy_in_count), lambda line: line.buy_in_count > 1),
    _Figure("Buy-in", lambda line: show_cents(line.buy_in_cents)),
    _Figure("Rebuys", lambda line: str(line.rebuy_count or "–"), lambda line: line.rebuy_count > 0),
    _Figure("Rebuys, amount", lambda line: _some(line.rebuy_cents), lambda line: line.rebuy_count > 0),
    _Figure(
        "From players",
        lambda line: _some(line.bought_from_players_cents),
        lambda line: line.bought_from_players_cents > 0,
    ),
    _Figure("Sold to players", lambda line: _some(line.sold_cents), lambda line: line.sold_cents > 0),
    _Figure("Cash-out", lambda line: show_cents(line.cash_out_cents)),
    _Figure("Final pot", lambda line: _some(line.final_pot_cents), lambda line: line.final_pot_cents > 0),
    _Figure(
        "Bought in all",
        lambda line: show_cents(line.bought_cents),
        lambda line: line.bought_cents != line.buy_in_cents + line.rebuy_cents,
    ),
    _Figure(
        "Received in all",
        lambda line: show_cents(line.received_cents),
        lambda line: line.received_cents != line.cash_out_cents,
    ),
    _Figure("Result", lambda line: show_cents(line.result_cents)),
)


def _players(report: NightReport) -> list[Flowable]:
    if not report.players:
        return [*section("Players"), Words("Nobody has bought in.")]
    figures = [figure for figure in _FIGURES if any(map(figure.needed, report.players))]
    columns = [Column("Player", share=1), *(Column(figure.heading, NUMBER) for figure in figures)]
    rows = [_player(line, figures) for line in report.players]
    return [*section("Players"), *table(columns, [*rows, _player(report.totals, figures, total=True)])]


def _player(line: PlayerLine, figures: Sequence[_Figure], *, total: bool = False) -> Row:
    return Row((line.name, *(figure.text(line) for figure in figures)), total=total)


def _reckonings(report: NightReport) -> Iterator[Flowable]:
    """The drawer and the chips beside each other, or below each other where they are too long to stay on one page."""
    both = [(title, lines) for title, lines in (("Drawer", report.drawer), ("Chips", report.chips)) if lines]
    if any(len(lines) > _MOST_BESIDE for _, lines in both):
        for title, lines in both:
            yield from (*section(title), *_reckoning(lines))
    elif both:
        yield Spacer(0, 16)
        yield beside(*([heading(title), Spacer(0, 3), *_reckoning(lines)] for title, lines in both))
    if report.drawer or report.over_short_cents:
        yield Spacer(0, 8)
        yield Words(over_short_sentence(report))
    yield from (Words(sentence) for sentence in (*report.lapsed, report.banks_rest) if sentence)


def _reckoning(lines: Sequence[DrawerLine]) -> list[Table]:
    rows = [Row((line.label, show_cents(line.cents)), total=line.total) for line in lines]
    return table([Column(share=1), Column(hand=NUMBER)], rows, width=HALF)


def _final_pot(report: NightReport) -> Iterator[Flowable]:
    if not report.final_pot_cents:
        return
    amount = show_cents(report.final_pot_cents)
    yield from section("Final pot")
    yield Words(f"{report.final_pot_winner} won {amount}." if report.final_pot_winner else f"{amount}, not won yet.")


def _notes(report: NightReport) -> list[Flowable]:
    if not report.notes:
        return []
    columns = [
        Column("No.", _QUIET_NUMBER),
        Column("Note"),
        Column("Owed by", share=4),
        Column("Held by", share=3),
        Column("Face", NUMBER),
        Column("What became of it", share=4),
    ]
    return [*section("Notes"), *table(columns, [_note(line) for line in report.notes])]


def _note(line: NoteLine) -> Row:
    debtor = f"{line.debtor} ({line.mark})" if line.mark else line.debtor
    return Row((str(line.number), line.name, debtor, line.holder, show_cents(line.cents), line.ended))


def _book(report: NightReport) -> list[Flowable]:
    """What the night changed in THE BOOK, in columns that stand only where someone needs them."""
    if not report.book:
        return []
    columns_of = {
        "Chips": [line.chips_cents for line in report.book],
        "Notes": [line.notes_cents for line in report.book],
        "The bank": [line.bank_cents for line in report.book],
    }
    parts = [(title, cents) for title, cents in columns_of.items() if any(cents)]
    parts = [*(parts if len(parts) > 1 else ()), ("In THE BOOK", [line.cents for line in report.book])]
    columns = [Column("Player", share=1), *(Column(title, NUMBER) for title, _ in parts)]
    rows = [Row((line.name, *(_signed(cents[at]) for _, cents in parts))) for at, line in enumerate(report.book)]
    return [*section("Into THE BOOK"), *table(columns, rows), Spacer(0, 4), Words(BOOK_SIGNS, QUIET)]


BOOK_SIGNS = "With + THE BOOK owes them more than before the night, with − they owe it more."


def _signed(cents: int) -> str:
    return "–" if not cents else f"+{show_cents(cents)}" if cents > 0 else show_cents(cents)


def _corrections(report: NightReport) -> list[Flowable]:
    """What was corrected in THE BOOK about the night, each with the place of its own act in the chain."""
    if not report.corrections:
        return []
    columns = [Column("Act", _QUIET_NUMBER), Column("Day"), Column("Correction", share=1), Column("Amount", NUMBER)]
    heads = [Words(f"Head at act {line.number}: {line.head}", QUIET) for line in report.corrections]
    return [
        *section("Corrected later"),
        Words(CORRECTIONS_STAND_APART, QUIET),
        *table(columns, [_correction(line) for line in report.corrections]),
        Spacer(0, 4),
        *heads,
    ]


CORRECTIONS_STAND_APART = "In THE BOOK alone: the results above stand as they were."


def _correction(line: CorrectionLine) -> Row:
    by = f" (by {line.by})" if line.by else ""
    owes = f"{line.debtor} owes {line.creditor} more: {line.reason}{by}"
    return Row((str(line.number), _day(line.at.date()), owes, show_cents(line.cents)))


def _rulings(report: NightReport) -> list[Flowable]:
    if not report.rulings:
        return []
    columns = [Column("Act", _QUIET_NUMBER), Column("Time"), Column("Ruling", share=1)]
    decisions = groupby(report.rulings, lambda line: (line.decided_by, line.reason))
    rows = [row for _, lines in decisions for row in _decision(list(lines))]
    return [*section("Rulings"), *table(columns, rows)]


def _decision(lines: Sequence[RulingLine]) -> Iterator[Row]:
    """Rulings that follow each other with one and the same decision, which is told once below them."""
    for line in lines:
        yield Row((str(line.number), _time(line.at), line.what), joined=True)
        for sentence in line.refused:
            yield Row(("", "", f"Refused: {sentence}"), quiet=True, joined=True)
    last = lines[-1]
    acts = "" if len(lines) == 1 else f", acts {lines[0].number} to {last.number}"
    yield Row(("", "", f"Allowed by {last.decided_by}{acts}: {last.reason}"))


def _timeline(report: NightReport) -> list[Flowable]:
    if not report.timeline:
        return []
    columns = [
        Column("Act", _QUIET_NUMBER),
        Column("Time"),
        Column("What happened", share=5),
        Column(),
        Column("Amount", NUMBER),
    ]
    if any(line.by for line in report.timeline):
        columns.append(Column("By", QUIET, share=1))
    return [*section("Timeline"), *table(columns, list(_moments(report, len(columns))), largest=8)]


def _moments(report: NightReport, cells: int) -> Iterator[Row]:
    """The acts, each in so many cells, and a row for every new day."""
    day = report.date
    for line in report.timeline:
        if line.at.date() != day:
            day = line.at.date()
            yield Row(("", "", f"{day:%A} {_day(day)}", "", "", "")[:cells], quiet=True)
        amount = "" if line.cents is None else show_cents(line.cents)
        texts = (str(line.number), _time(line.at), line.text, "✗ undone" if line.undone else "", amount, line.by)
        yield Row(texts[:cells], struck=(2, 4) if line.undone else ())


def _end(report: NightReport) -> Iterator[Flowable]:
    signatures = beside(
        [SignatureLine(), Words(f"{report.banker}, banker", QUIET)], [SignatureLine(), Words("Host", QUIET)]
    )
    chain = f"This paper shows the night up to act {report.number}. Head of the chain there:"
    yield KeepTogether(
        [Spacer(0, 36), signatures, Spacer(0, 14), Words(chain, QUIET), Words(report.head, Hand(9, digits=True))]
    )


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _time(at: datetime) -> str:
    return f"{at:%H:%M}"
