"""The report of a night as PDF, also of one of results only, from plain values, without database and web."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import compress, groupby

from reportlab.platypus import BalancedColumns, Flowable, KeepTogether, Spacer, Table

from ledger.money.cents import show_cents, show_money, show_signed
from ledger.paper import layout
from ledger.paper.grids import Column, Row, table, titled
from ledger.pictures.paper import bare
from ledger.pictures.shapes import Picture
from ledger.reports.night_picture import results_picture, results_title, story_picture
from ledger.reports.night_report import DrawerLine, NightReport
from ledger.reports.night_story import NightStory
from ledger.results.rules import ResultsReport
from reservations.parsing.days import long_day
from reservations.parsing.names import joined_words

_UNITS, _MOST_ROWS = 960.0, 30  # The width of pictures in their own units; the players that surely fit in one.
_PICTURES = ("bars", "story")
_WAYS: list[tuple[Collection[str], float, float]] = [
    *((_PICTURES, 10, 7.5), (_PICTURES, 8.5, 7), (_PICTURES[:1], 9.5, 7.5), (_PICTURES[1:], 9, 7.5)),
    *(((), 9, 7.5), ((), 7.5, 6.5)),
]
"""The ways to draw a night, the best first: its pictures, and the largest letters of tables and of acts, in points."""
# Acts with more columns go side by side only if they are few; many never do: to find equal halves takes long.
_MOST_COLUMNS, _FEW_ACTS, _MANY_ACTS = 5, 60, 180
_MOST_BESIDE = 25  # The number of lines of a reckoning that surely fits on a page.


def night_report_pdf(report: NightReport) -> bytes:
    """Return the paper of a night, on one page if its acts are few. The same report gives the same bytes."""
    ways = _WAYS if len(report.timeline) <= _FEW_ACTS else _WAYS[:1]
    return layout.on_one_page(_printed(report, *way) for way in ways)


def _printed(report: NightReport, pictures: Collection[str], largest: float, largest_act: float) -> bytes:
    """Return the paper of a night, the result first, the rules last."""
    parts = layout.opening("NIGHT REPORT", report.house, f"{report.date:%A} {long_day(report.date)}")
    if not report.closed:
        parts += layout.warned("Not closed yet", f"The night after act {report.number}. It may still change.")
    before = report.earlier_bankers
    agreed = [
        f"Banker: {report.banker}{f', before {joined_words(before)}' if before else ''}.",
        f"Stakes: {report.stakes}." if report.stakes else "",
        f"House rules: version {report.rules_version}, since {long_day(report.rules_since)}.",
        *report.limits,
        f"Recorded by {report.timeline[0].by}." if len(_writers(report) - {""}) == len(_writers(report)) == 1 else "",
    ]
    shows = f"This paper shows the night up to act {report.number}. Head of the chain there:"
    results = [(line.name, line.result_cents) for line in report.players if report.closed]
    parts += [
        *(bars(results) if "bars" in pictures else ()),
        *_players(report, "Players" if "bars" in pictures or not results else results_title(results), largest),
        *_reckonings(report, largest),
        *_credit(report),
        *_rulings(report),
        *_acts(report, largest_act),
        *(_story(report.story) if "story" in pictures else ()),
        *layout.section("What was agreed"),
        layout.Words(" ".join(filter(None, agreed)), layout.TextStyle(largest)),
        layout.signed_end(shows, report.head, f"{report.banker}, banker", "Host"),
    ]
    name = f"{report.house} · {long_day(report.date)}"
    foot = layout.Foot(name, report.number, report.head, note="" if report.closed else "Not closed yet")
    return layout.printed(parts, foot, title=f"{name} · night report")


def _players(report: NightReport, title: str, largest: float) -> list[Flowable]:
    """Return the table of players' money, without empty columns."""
    if not report.players:
        return [*layout.section(title), layout.Words("Nobody has bought in.")]
    everybody = report.totals
    lines = [*(sorted(report.players, key=lambda line: -line.result_cents * report.closed)), everybody]
    columns = {
        "Buy-ins": [str(line.buy_in_count) for line in lines if any(line.buy_in_count > 1 for line in report.players)],
        "Buy-in": [show_cents(line.buy_in_cents) for line in lines],
        "Rebuys": [str(line.rebuy_count or "–") for line in lines if everybody.rebuy_count],
        "Rebuys, amount": _if_any([line.rebuy_cents for line in lines]),
        "From players": _if_any([line.bought_from_players_cents for line in lines]),
        "Sold to players": _if_any([line.sold_cents for line in lines]),
        "Cash-out": [show_cents(line.cash_out_cents) for line in lines],
        "Final pot": _if_any([line.final_pot_cents for line in lines]),
    }
    if everybody.bought_cents != everybody.buy_in_cents + everybody.rebuy_cents:
        columns["Bought in all"] = [show_cents(line.bought_cents) for line in lines]
    if everybody.received_cents != everybody.cash_out_cents:
        columns["Received in all"] = [show_cents(line.received_cents) for line in lines]
    columns["Result"] = [show_signed(line.result_cents) for line in lines if report.closed]
    needed = {title: texts for title, texts in columns.items() if texts}
    texts = zip(lines, *needed.values(), strict=True)
    rows = [Row((line.name, *cells), total=line is everybody) for line, *cells in texts]
    heads = [
        Column("Player", share=1),
        *(Column(title, replace(layout.NUMBER, strong=title == "Result")) for title in needed),
    ]
    return titled(title, heads, rows, largest=largest)


def bars(results: Sequence[tuple[str, int]]) -> Iterator[Flowable]:
    """Yield results by name, in cents, as bars, the most first; many players are split over pages."""
    results = sorted(results, key=lambda result: -result[1])
    longest = [cents for _, cents in results]
    parts = (results[at : at + _MOST_ROWS] for at in range(0, len(results), _MOST_ROWS))
    return _pictures([results_picture(part, _UNITS, longest=longest) for part in parts])


def _story(story: NightStory) -> Iterator[Flowable]:
    """Yield the story of a night; many players are split over pages."""
    parts = (slice(at, at + _MOST_ROWS) for at in range(0, len(story.lanes()), _MOST_ROWS))
    return _pictures([story_picture(story, _UNITS, len(story.steps), shown=part) for part in parts])


def _pictures(drawn: Sequence[Picture]) -> Iterator[Flowable]:
    """Yield pictures that go on from page to page, with the title of the first."""
    for place, picture in enumerate(drawn):
        title = [] if place else [layout.heading(picture.title), Spacer(0, 6)]
        yield KeepTogether([Spacer(0, 14), *title, bare(picture)])


def _if_any(cents: Sequence[int]) -> list[str]:
    """Write the amounts of a column, the last of which is their total; no amounts if that is 0."""
    return [show_cents(amount) if amount else "–" for amount in cents] if cents[-1] else []


def _reckonings(report: NightReport, largest: float) -> Iterator[Flowable]:
    """Yield the drawer and the chips side by side, or one below the other if they are too long for one page."""
    both = [(title, lines) for title, lines in (("Drawer", report.drawer), ("Chips", report.chips)) if lines]
    came_out = report.over_short_sentence if report.drawer or report.over_short_cents else ""
    sentences = [layout.Words(sentence) for sentence in (came_out, *report.lapsed, report.banks_rest) if sentence]
    if any(len(lines) > _MOST_BESIDE for _, lines in both):
        for title, lines in both:
            yield from (*layout.section(title), *_reckoning(lines, largest))
        yield from (Spacer(0, 8), *sentences)
    else:
        parts = ([layout.heading(title), Spacer(0, 3), *_reckoning(lines, largest)] for title, lines in both)
        beside = [Spacer(0, 16), layout.beside(*parts)] if both else []
        yield KeepTogether([*beside, Spacer(0, 8), *sentences])
    if report.final_pot_cents:
        amount, winner = show_money(report.final_pot_cents), report.final_pot_winner
        yield from layout.section("Final pot")
        yield layout.Words(f"{winner} won {amount}." if winner else f"{amount}, not won yet.")


def _reckoning(lines: Sequence[DrawerLine], largest: float) -> list[Table]:
    rows = [Row((line.label, show_cents(line.cents)), total=line.total) for line in lines]
    return table([Column(share=1), Column(text_style=layout.NUMBER)], rows, width=layout.HALF, largest=largest)


def _credit(report: NightReport) -> Iterator[Flowable]:
    """Yield the notes of the night, its changes of THE BOOK, and later corrections there."""
    columns = [Column("No.", layout.QUIET_NUMBER), Column("Note"), Column("Owed by", share=4)]
    columns += [Column("Held by", share=3), Column("Face", layout.NUMBER), Column("What became of it", share=4)]
    rows = []
    for note in report.notes:
        debtor = f"{note.debtor} ({note.mark})" if note.mark else note.debtor
        rows.append(Row((str(note.number), note.name, debtor, note.holder, show_cents(note.cents), note.ended)))
    yield from titled("Notes", columns, rows)
    if report.book:
        # Without empty columns.
        columns_of = {
            "Chips": [line.chips_cents for line in report.book],
            "Notes": [line.notes_cents for line in report.book],
            "The bank": [line.bank_cents for line in report.book],
        }
        parts = [(title, cents) for title, cents in columns_of.items() if any(cents)]
        parts = [*(parts if len(parts) > 1 else ()), ("In THE BOOK", [line.cents for line in report.book])]
        columns = [Column("Player", share=1), *(Column(title, layout.NUMBER) for title, _ in parts)]
        rows = [
            Row((line.name, *(show_signed(cents[at]) if cents[at] else "–" for _, cents in parts)))
            for at, line in enumerate(report.book)
        ]
        yield from layout.section("Into THE BOOK")
        means = "With + THE BOOK owes them more than before the night, with − they owe it more."
        yield layout.Words(means, layout.QUIET)
        yield from table(columns, rows)
    if report.corrections:
        columns = [Column("Act", layout.QUIET_NUMBER), Column("Day")]
        columns += [Column("Correction", share=1), Column("Amount", layout.NUMBER)]
        rows = []
        for line in report.corrections:
            by = f" (by {line.by})" if line.by else ""
            owes = f"{line.debtor} owes {line.creditor} more: {line.reason}{by}"
            rows.append(Row((str(line.number), long_day(line.at.date()), owes, show_cents(line.cents))))
        yield from layout.section("Corrected later")
        yield layout.Words("In THE BOOK alone: the results above stand as they were.", layout.QUIET)
        heads = (f"Head at act {line.number}: {line.head}" for line in report.corrections)
        yield from (layout.Words(head, layout.QUIET) for head in heads)
        yield from table(columns, rows)


def _conduct(report: NightReport) -> Iterator[Flowable]:
    """Yield the warnings, and the cost of every player's jumped bets."""
    tally = report.tally
    heads = ("Warned", "Jumped", "Penalties") if tally.costs else ("Warned",)
    rows = [
        Row((row.name, str(row.warnings or "–"), str(row.penalties or "–"), show_cents(row.cents))[: len(heads) + 1])
        for row in tally.rows
    ]
    if tally.costs and len(rows) > 1:
        rows.append(Row(("In all", "", str(tally.penalties), show_cents(tally.cents)), total=True))
    yield from titled("Conduct", [Column("Player", share=1), *(Column(head, layout.NUMBER) for head in heads)], rows)


def _rulings(report: NightReport) -> Iterator[Flowable]:
    """Yield conduct and rulings, one decision on successive acts once."""
    rows = []
    # A ruling without an act stays by itself.
    for _, decided in groupby(
        report.rulings, lambda line: (line.decided_by, line.reason, None if line.number else line)
    ):
        lines = list(decided)
        decided_by, reason = lines[0].decided_by, lines[0].reason
        for line in lines:
            rows.append(Row((str(line.number or ""), f"{line.at:%H:%M}", line.what), joined=True))
            rows += [Row(("", "", f"Refused: {rule}"), quiet=True, joined=True) for rule in line.refused]
        acts = "" if len(lines) == 1 else f", acts {lines[0].number} to {lines[-1].number}"
        rows.append(Row(("", "", f"{lines[-1].verb} by {decided_by}{acts}: {reason}")))
    yield from _conduct(report)
    yield from titled("Rulings", [Column("Act", layout.QUIET_NUMBER), Column("Time"), Column("Ruling", share=1)], rows)


def _acts(report: NightReport, largest: float) -> Iterator[Flowable]:
    """Yield all acts with a row for every new day, without empty columns."""
    columns = [Column("Act", layout.QUIET_NUMBER), Column("Time"), Column("What happened", share=5)]
    columns += [Column("Amount", layout.NUMBER), Column(), Column("By", layout.QUIET, share=1)]
    needed = (True, True, True, True, any(act.undone for act in report.timeline), len(_writers(report)) > 1)
    rows, day = [], report.date
    for act in report.timeline:
        if act.at.date() != day:
            day = act.at.date()
            rows.append(Row(tuple(compress(("", "", f"{day:%A} {long_day(day)}", "", "", ""), needed)), quiet=True))
        amount = "" if act.cents is None else show_cents(act.cents)
        texts = (str(act.number), f"{act.at:%H:%M}", act.text, amount, "✗ undone" if act.undone else "", act.by)
        rows.append(Row(tuple(compress(texts, needed)), struck=(2, 3) if act.undone else ()))
    columns = [*compress(columns, needed)]
    if len(rows) > (_FEW_ACTS if len(columns) > _MOST_COLUMNS else _MANY_ACTS):
        yield from titled("Timeline", columns, rows, largest=largest + 0.5)
    elif rows:
        yield from layout.section("Timeline")
        yield BalancedColumns(
            table(columns, rows, width=layout.HALF, largest=largest), innerPadding=layout.WIDTH - 2 * layout.HALF
        )


def _writers(report: NightReport) -> set[str]:
    return {act.by for act in report.timeline}


NO_BANK = "The results were brought along: no bank was kept here, and nothing of it is in THE BOOK."


def results_pdf(report: ResultsReport) -> bytes:
    """Return the paper of a night of results only. The same report gives the same bytes."""
    parts = layout.opening("NIGHT REPORT", report.house, f"{report.date:%A} {long_day(report.date)}")
    parts += layout.warned("Results only", NO_BANK)
    chain = f"Recorded by act {report.number}. Head of the chain there:"
    results = [(line.name, line.net_cents) for line in report.lines]
    parts += [*bars(results), *_result_lines(report), layout.signed_end(chain, report.head, "Host")]
    name = f"{report.house} · {long_day(report.date)}"
    foot = layout.Foot(name, report.number, report.head, note="Results only")
    return layout.printed(parts, foot, title=f"{name} · results")


def _result_lines(report: ResultsReport) -> Iterator[Flowable]:
    heads = ["Bought", "Received", "Result"] if report.has_bought else ["Result"]
    rows = []
    for line in report.lines:
        amounts = ["–" if cents is None else show_cents(cents) for cents in (line.bought_cents, line.received_cents)]
        rows.append(Row((line.name, *[*amounts, show_signed(line.net_cents)][-len(heads) :])))
    yield from titled("Players", [Column("Player", share=1), *(Column(head, layout.NUMBER) for head in heads)], rows)
    if report.difference:
        yield from (Spacer(0, 8), layout.Words(report.difference))
