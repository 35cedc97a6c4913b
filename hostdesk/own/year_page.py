"""What a year came to for one player, as they may see it themselves: for one page of paper."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from hostdesk.own.nights_page import OwnSeason, own_season
from hostdesk.own.year_pdf import YearList, YearPaper
from ledger.money.cents import show_cents, show_signed
from ledger.pictures.attendance import attendance
from ledger.pictures.shapes import Picture
from ledger.seasons.report import SeasonLine
from reservations.models import Desk, Player
from reservations.parsing.names import counted
from reservations.waiting_list.text import ordinal

MOST_LINES = 3
"""So many lines each of the lists has at most."""


def year_paper(player: Player, desk: Desk, today: date, asked: Mapping[str, str]) -> YearPaper:
    """Return the year that an address asks for, of one who is no duplicate: what they may see, whoever prints it."""
    season = own_season(player, desk, today, asked)
    line, report, year = season.line, season.page.report, season.choice.span.name
    if line is None or not line.nights:
        return YearPaper(year, player.name, (), (), (), report.number, report.head)
    return YearPaper(
        year=year,
        name=player.name,
        figures=_figures(season, line),
        pictures=_pictures(season, line),
        lists=tuple(each for each in _lists(season) if each.lines),
        number=report.number,
        head=report.head,
    )


def _figures(season: OwnSeason, line: SeasonLine) -> tuple[tuple[str, str], ...]:
    """Return what can be told, the first first."""
    told = (
        ("Net", show_signed(line.net_cents)),
        ("Nights", str(line.nights)),
        ("A night (of few)" if line.is_few else "A night", show_signed(line.average_cents)),
        ("Rank", f"{ordinal(season.rank)} of {season.ranked_count}" if season.rank else ""),
        ("Best night", show_signed(line.best_cents)),
        ("Nights ahead", f"{line.up} of {line.nights}"),
        ("Longest run ahead", counted(line.hot, "night") if line.hot else ""),
        ("Hours at the table", season.hours),
        ("An hour", "" if line.hourly_cents is None else show_signed(line.hourly_cents)),
        ("Rebuys a night", "" if line.rebuys is None else str(line.rebuys)),
        ("Bought", "" if line.bought_cents is None else show_cents(line.bought_cents)),
        ("Return", "" if line.return_percent is None else f"{line.return_percent} %".replace("-", "−")),
    )
    return tuple((label, figure) for label, figure in told if figure)


def _pictures(season: OwnSeason, line: SeasonLine) -> tuple[Picture, ...]:
    """Return their net from night to night, if there are several, and when they came; both call them "You"."""
    nights = season.page.report.nights
    came = attendance(nights, {line.player: "You"}, line.player).wide
    came = replace(came, title=f"You came to {line.nights} of {counted(len(nights), 'night')}")
    net = season.picture
    return (came,) if net is None else (replace(net.wide, title="Your net, night after night"), came)


def _lists(season: OwnSeason) -> Sequence[YearList]:
    """Return their best nights, their records, and with whom they did better than without."""
    won = [night for night in season.nights[::-1] if night.result_cents > 0]
    best = sorted(won, key=lambda night: -night.result_cents)[:MOST_LINES]
    nights = [f"{show_signed(each.result_cents)} on {each.day.day} {each.day:%b}, {each.house}" for each in best]
    mine = [
        f"{each.title}: {each.figure}" if each.figure else each.title
        for each in season.page.records
        if each.title in season.page.badges
    ]
    company = [
        f"{name}: {with_them} a night, {without} without{' (* of few)' if '*' in with_them + without else ''}"
        for name, _, with_them, without in season.best_with
    ]
    return (
        YearList("Your best nights", tuple(nights)),
        YearList("Your records", tuple(mine[:MOST_LINES])),
        YearList("Your best company", tuple(company[:MOST_LINES])),
    )
