"""The report of a night as PDF, out of plain values: it knows neither the database nor the web."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from reportlab.platypus import Flowable, Spacer, Table

from ledger.money.cents import show_cents, show_signed
from ledger.paper.grids import Column, Row, table, titled
from ledger.paper.layout import (
    HALF,
    NUMBER,
    QUIET,
    QUIET_NUMBER,
    Foot,
    TextStyle,
    Words,
    beside,
    framed,
    heading,
    opening,
    printed,
    section,
    signed_end,
)
from ledger.reports.night_report import DrawerLine, NightReport, PlayerLine
from reservations.parsing.days import long_day

_MOST_BESIDE = 25  # Lines of a reckoning that are sure to fit on a page.


def night_report_pdf(report: NightReport) -> bytes:
    """The paper of a night. The same report gives the same bytes."""
    parts = opening("NIGHT REPORT", report.house, f"{report.date:%A} {long_day(report.date)}")
    if not report.closed:
        standing = f"This is how the night stands after act {report.number}; it may still change."
        parts += [framed(Words("Not closed yet", TextStyle(13, strong=True)), Words(standing)), Spacer(0, 10)]
    facts = [
        ("Banker", report.banker),
        ("Bankers before", ", ".join(report.earlier_bankers)),
        ("Stakes", report.stakes),
        ("House rules", f"version {report.rules_version}"),
        *(("" if place else "Limits", limit) for place, limit in enumerate(report.limits)),
    ]
    chain = f"This paper shows the night up to act {report.number}. Head of the chain there:"
    parts += [
        *table([Column(text_style=QUIET), Column(share=1)], [Row(fact) for fact in facts if fact[1]], ruled=False),
        *_players(report),
        *_reckonings(report),
        *_notes(report),
        *_book(report),
        *_corrections(report),
        *_rulings(report),
        *_timeline(report),
        signed_end(chain, report.head, f"{report.banker}, banker", "Host"),
    ]
    name = f"{report.house} · {long_day(report.date)}"
    foot = Foot(name, report.number, report.head, note="" if report.closed else "Not closed yet")
    return printed(parts, foot, title=f"{name} · night report")


def over_short_sentence(report: NightReport) -> str:
    """Over or short in words, drawer, declared chips and lapsed notes taken together, and who bears it."""
    cents = report.over_short_cents
    if cents == 0:
        return f"{report.over_short_of} are neither over nor short."
    what = f"{report.over_short_of} are {'short' if cents > 0 else 'over'} by {show_cents(abs(cents))}"
    if not report.closed:
        return f"{what} so far."
    return f"{what}. The banker, {report.banker}, {'bears' if cents > 0 else 'keeps'} it."


def _players(report: NightReport) -> list[Flowable]:
    """What each player gave and got, in columns that stand only where someone needs them."""
    if not report.players:
        return [*section("Players"), Words("Nobody has bought in.")]
    everybody = report.totals
    columns: list[tuple[str, Callable[[PlayerLine], str], bool]] = [
        ("Buy-ins", lambda line: str(line.buy_in_count), any(line.buy_in_count > 1 for line in report.players)),
        ("Buy-in", lambda line: show_cents(line.buy_in_cents), True),
        ("Rebuys", lambda line: str(line.rebuy_count or "–"), everybody.rebuy_count > 0),
        ("Rebuys, amount", lambda line: _some(line.rebuy_cents), everybody.rebuy_count > 0),
        ("From players", lambda line: _some(line.bought_from_players_cents), everybody.bought_from_players_cents > 0),
        ("Sold to players", lambda line: _some(line.sold_cents), everybody.sold_cents > 0),
        ("Cash-out", lambda line: show_cents(line.cash_out_cents), True),
        ("Final pot", lambda line: _some(line.final_pot_cents), everybody.final_pot_cents > 0),
        (
            "Bought in all",
            lambda line: show_cents(line.bought_cents),
            everybody.bought_cents != everybody.buy_in_cents + everybody.rebuy_cents,
        ),
        (
            "Received in all",
            lambda line: show_cents(line.received_cents),
            everybody.received_cents != everybody.cash_out_cents,
        ),
        ("Result", lambda line: show_cents(line.result_cents), True),
    ]
    needed = [(title, text) for title, text, is_needed in columns if is_needed]
    lines = [*report.players, everybody]
    rows = [Row((line.name, *(text(line) for _, text in needed)), total=line is everybody) for line in lines]
    return titled("Players", [Column("Player", share=1), *(Column(title, NUMBER) for title, _ in needed)], rows)


def _some(cents: int) -> str:
    return show_cents(cents) if cents else "–"


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
    if report.final_pot_cents:
        amount, winner = show_cents(report.final_pot_cents), report.final_pot_winner
        yield from section("Final pot")
        yield Words(f"{winner} won {amount}." if winner else f"{amount}, not won yet.")


def _reckoning(lines: Sequence[DrawerLine]) -> list[Table]:
    rows = [Row((line.label, show_cents(line.cents)), total=line.total) for line in lines]
    return table([Column(share=1), Column(text_style=NUMBER)], rows, width=HALF)


def _notes(report: NightReport) -> list[Flowable]:
    columns = [
        Column("No.", QUIET_NUMBER),
        Column("Note"),
        Column("Owed by", share=4),
        Column("Held by", share=3),
        Column("Face", NUMBER),
        Column("What became of it", share=4),
    ]
    rows = []
    for line in report.notes:
        debtor = f"{line.debtor} ({line.mark})" if line.mark else line.debtor
        rows.append(Row((str(line.number), line.name, debtor, line.holder, show_cents(line.cents), line.ended)))
    return titled("Notes", columns, rows)


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
    rows = [
        Row((line.name, *(show_signed(cents[at]) if cents[at] else "–" for _, cents in parts)))
        for at, line in enumerate(report.book)
    ]
    signs = "With + THE BOOK owes them more than before the night, with − they owe it more."
    return [*titled("Into THE BOOK", columns, rows), Spacer(0, 4), Words(signs, QUIET)]


def _corrections(report: NightReport) -> Iterator[Flowable]:
    """What was corrected in THE BOOK about the night, each with the place of its own act in the chain."""
    if not report.corrections:
        return
    columns = [Column("Act", QUIET_NUMBER), Column("Day"), Column("Correction", share=1), Column("Amount", NUMBER)]
    rows = []
    for line in report.corrections:
        by = f" (by {line.by})" if line.by else ""
        owes = f"{line.debtor} owes {line.creditor} more: {line.reason}{by}"
        rows.append(Row((str(line.number), long_day(line.at.date()), owes, show_cents(line.cents))))
    yield from section("Corrected later")
    yield Words("In THE BOOK alone: the results above stand as they were.", QUIET)
    yield from table(columns, rows)
    yield Spacer(0, 4)
    yield from (Words(f"Head at act {line.number}: {line.head}", QUIET) for line in report.corrections)


def _rulings(report: NightReport) -> list[Flowable]:
    """What was refused and allowed; a decision on acts that follow each other is told once, below them."""
    rows = []
    for (decided_by, reason), decided in groupby(report.rulings, lambda line: (line.decided_by, line.reason)):
        lines = list(decided)
        for line in lines:
            rows.append(Row((str(line.number), f"{line.at:%H:%M}", line.what), joined=True))
            rows += [Row(("", "", f"Refused: {each}"), quiet=True, joined=True) for each in line.refused]
        acts = "" if len(lines) == 1 else f", acts {lines[0].number} to {lines[-1].number}"
        rows.append(Row(("", "", f"Allowed by {decided_by}{acts}: {reason}")))
    return titled("Rulings", [Column("Act", QUIET_NUMBER), Column("Time"), Column("Ruling", share=1)], rows)


def _timeline(report: NightReport) -> list[Flowable]:
    """The acts, with a row for every new day; who did them only where that is known of any."""
    columns = [
        Column("Act", QUIET_NUMBER),
        Column("Time"),
        Column("What happened", share=5),
        Column(),
        Column("Amount", NUMBER),
        *([Column("By", QUIET, share=1)] if any(line.by for line in report.timeline) else []),
    ]
    rows, day = [], report.date
    for line in report.timeline:
        if line.at.date() != day:
            day = line.at.date()
            rows.append(Row(("", "", f"{day:%A} {long_day(day)}", "", "", "")[: len(columns)], quiet=True))
        amount = "" if line.cents is None else show_cents(line.cents)
        undone = "✗ undone" if line.undone else ""
        texts = (str(line.number), f"{line.at:%H:%M}", line.text, undone, amount, line.by)
        rows.append(Row(texts[: len(columns)], struck=(2, 4) if line.undone else ()))
    return titled("Timeline", columns, rows, largest=8)
