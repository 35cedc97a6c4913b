"""The report of a season as PDF, out of plain values: table, records, pictures and every night, as the host sees it."""

from collections.abc import Iterator, Mapping, Sequence

from reportlab.platypus import Flowable, Spacer

from ledger.money.cents import show_cents, show_money, show_signed
from ledger.paper.grids import Column, Row, table, titled
from ledger.paper.layout import NUMBER, QUIET, QUIET_NUMBER, Foot, TextStyle, Words, opening, printed, section
from ledger.pictures.paper import on_paper
from ledger.pictures.shapes import Picture
from ledger.seasons.records import Record
from ledger.seasons.report import OF_FEW, SeasonLine, SeasonNight, SeasonReport, ranked
from ledger.seasons.spans import Span
from reservations.parsing.days import long_day
from reservations.parsing.names import counted

_DASH = "–"
_LONG = 25
_MOST_HOLDERS = 3  # Of a record that many have reached, the first.


def season_report_pdf(
    report: SeasonReport,
    houses: Mapping[int, str],
    found: Sequence[Record],
    pictures: Sequence[Picture] = (),
    player: int = 0,
) -> bytes:
    """The paper of a season. The same season gives the same bytes.

    ``houses`` are the names of the houses, by id. ``found`` are the records, none where they are switched off.
    In the pictures the ``player`` of that number stands out, 0: nobody.
    """
    of = "All houses" if report.span.house is None else houses[report.span.house]
    parts = opening("SEASON REPORT", report.span.name, f"{_days(report.span)} · {of}")
    parts += [*_summary(report), *_known(report), *_tables(report), *_records(report, found)]
    for picture in pictures:
        parts += [Spacer(0, 18), on_paper(picture, player=player)]
    parts += _nights(report, houses)
    note = "Has private results" if report.private_count else ""
    foot = Foot(f"{report.span.name} · {of}", report.number, report.head, note=note)
    return printed(parts, foot, title=f"{report.span.name} · season report")


def _days(span: Span) -> str:
    if span.first and span.last:
        return f"{long_day(span.first)} to {long_day(span.last)}"
    return f"Since {long_day(span.first)}" if span.first else "From the first night on"


def _summary(report: SeasonReport) -> Iterator[Flowable]:
    """Say what the season came to in all, who is ranked, and whose results are private."""
    if not report.nights:
        yield Words("No night of this season is closed.")
    told = [counted(len(report.nights), "night"), counted(len(report.lines), "player")]
    if report.bought_cents:
        told.append(f"{show_money(report.bought_cents)} bought")
    if report.minutes:
        told.append(f"{counted(round(report.minutes / 60), 'hour')} at the table")
    least = report.span.least_nights
    who = f"Ranked by net from {least} nights on" if least > 1 else "Ranked by net"
    if report.lines:
        yield Words(f"{', '.join(told)}. {who}; guests are not ranked.")
    if any(line.starting_cents for line in report.lines):
        yield Words("With a starting result somebody came along: it is in the net, and counts as no night.")
    if any(line.is_few for line in report.lines):
        yield Words(OF_FEW)
    if report.private_count:
        keep = "player keeps their" if report.private_count == 1 else "players keep their"
        yield Spacer(0, 4)
        yield Words(
            f"{report.private_count} {keep} results private, and this paper names them: it is for the host.",
            TextStyle(strong=True),
        )


def _known(report: SeasonReport) -> list[Flowable]:
    """Say up to where the paper knows things; at the top, for at the end it might stand on a page alone."""
    known = f"The season as of act {report.number}. Head of the chain there:"
    return [Spacer(0, 6), Words(known, QUIET), Words(report.head, TextStyle(9, digits=True))]


def _tables(report: SeasonReport) -> Iterator[Flowable]:
    """The figures of everybody in the order of their ranks, in two tables that both fit across a page."""
    first, second = list[Row](), list[Row]()
    has_start = any(line.starting_cents for line in report.lines)
    for each in ranked(report.lines, least_nights=report.span.least_nights):
        line, quiet = each.line, each.rank is None
        streak = (
            f"{abs(line.streak)} {'up' if line.streak > 0 else 'down'}"
            if line.streak
            else "even"
            if line.nights
            else _DASH
        )
        start = [show_signed(line.starting_cents) if line.starting_cents else _DASH] * has_start
        figures = (line.average_cents, line.best_cents, line.worst_cents)
        of_nights = [*map(show_signed, figures)] if line.nights else [_DASH] * len(figures)
        of_nights[0] = line.averaged(of_nights[0])
        place, name = str(each.rank or ""), _marked(line)
        net = show_signed(line.net_cents)
        cells = (place, name, str(line.nights), *start, net, *of_nights, str(line.up), str(line.down), streak)
        first.append(Row(cells, quiet=quiet))
        again = _DASH if line.rebuys is None else f"{line.rebuys}"
        percent = _DASH if line.return_percent is None else f"{line.return_percent} %".replace("-", "−")
        hours = _DASH if line.minutes is None else f"{line.minutes // 60}:{line.minutes % 60:02}"
        hourly = _DASH if line.hourly_cents is None else line.averaged(show_signed(line.hourly_cents))
        more = (hours, hourly, _cents(line.bought_cents), percent, again, _cents(line.deviation_cents))
        second.append(Row((place, name, f"{line.hot}", f"{line.cold}", *more), quiet=quiet))
    heads = (
        "Nights",
        *["Start"] * has_start,
        "Net",
        "A night",
        "Best night",
        "Worst night",
        "Nights up",
        "Nights down",
        "Streak",
    )
    more_heads = ("Longest up", "Longest down", "Hours", "An hour", "Bought", "Return", "Rebuys a night", "Deviation")
    for title, names, rows in (("The table", heads, first), ("More of everybody", more_heads, second)):
        columns = [Column("#", QUIET_NUMBER), Column("Player", share=1), *(Column(name, NUMBER) for name in names)]
        yield from titled(title, columns, rows)


def _marked(line: SeasonLine) -> str:
    """Return the name, and whether they are a guest or keep their results private."""
    marks = [word for word, on in (("guest", not line.regular), ("private", line.is_private)) if on]
    return f"{line.name} ({', '.join(marks)})" if marks else line.name


def _cents(cents: int | None) -> str:
    return _DASH if cents is None else show_cents(cents)


def _records(report: SeasonReport, found: Sequence[Record]) -> Iterator[Flowable]:
    names = {line.player: line.name for line in report.lines}
    rows = []
    for each in found:
        held = [f"{names[holder.player]}, {long_day(holder.day)}" for holder in each.holders]
        more = [f"and {len(held) - _MOST_HOLDERS} more"] if len(held) > _MOST_HOLDERS else []
        rows.append(Row((each.rule.title, each.in_words, "; ".join([*held[:_MOST_HOLDERS], *more])), joined=True))
        rows.append(Row(("", "", each.rule.words), quiet=True))
    columns = [Column("Record", TextStyle(strong=True)), Column("", NUMBER), Column("Who, and on which night", share=1)]
    yield from titled("Records", columns, rows)


def _nights(report: SeasonReport, houses: Mapping[int, str]) -> Iterator[Flowable]:
    """Every night with its results, the best first; one of which only results are known says so."""
    names = {line.player: line.name for line in report.lines}
    several = len({night.house for night in report.nights}) > 1
    columns = [
        Column("Night"),
        *([Column("House", share=1)] if several else []),
        Column("Players", NUMBER),
        Column("Bought", NUMBER),
        Column("Results", share=5),
    ]
    rows = []
    for night in report.nights:
        results = sorted(night.played, key=lambda each: (-each.result_cents, names[each.player].casefold()))
        told = ", ".join(_told(names[each.player], each.result_cents) for each in results)
        house = [houses[night.house]] if several else []
        day = f"{night.day:%a} {night.day.day} {night.day:%b %Y}"
        rows.append(Row((day, *house, str(len(results)), _bought(night), told or "Nobody played.")))
    if rows:
        yield from section("All nights")
        yield Words("Of every night who won and who lost, the best first.", QUIET)
        yield from table(columns, rows, largest=8)


def _told(name: str, cents: int) -> str:
    """Return a name with what it won or lost on one line: only a long name may part from its amount."""
    space = "\N{NO-BREAK SPACE}" if len(name) < _LONG else " "
    return f"{name}{space}{show_signed(cents)}"


def _bought(night: SeasonNight) -> str:
    return "results only" if night.of_results else show_cents(sum(each.bought_cents or 0 for each in night.played))
