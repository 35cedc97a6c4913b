"""What a year came to for one player, as they may see it themselves: for one page of paper."""

from collections.abc import Sequence
from dataclasses import replace

from hostdesk.seasons.filters import SeasonChoice
from hostdesk.seasons.page import SeasonPage, season_page
from hostdesk.seasons.year_pdf import YearList, YearPaper
from ledger.money.cents import show_cents, show_signed
from ledger.pictures.attendance import attendance
from ledger.pictures.company import companies
from ledger.pictures.season import net_over_season
from ledger.pictures.shapes import Picture
from ledger.seasons.report import SeasonLine, SeasonNight
from reservations.models import Desk, House, Player
from reservations.parsing.names import counted
from reservations.waiting_list.text import ordinal

MOST_LINES = 3
"""So many lines each of the lists has at most."""

_YOU = "You"


def year_paper(player: Player, choice: SeasonChoice, desk: Desk) -> YearPaper:
    """Return the year that is chosen for a person, who is no duplicate: what they may see of it, whoever prints it."""
    page = season_page(choice.with_player(player.number), desk, player.number)
    report, one = page.report, page.one
    if one is None or not one.line.nights:
        return YearPaper(choice.span.name, player.name, (), (), (), report.number, report.head)
    nights = [night for night in report.nights if player.number in night.here]
    return YearPaper(
        year=choice.span.name,
        name=player.name,
        figures=_figures(one.line, one.rank),
        pictures=_pictures(report.nights, nights, one.line),
        lists=tuple(each for each in _lists(page, nights, one.line) if each.lines),
        number=report.number,
        head=report.head,
    )


def _figures(line: SeasonLine, rank: int | None) -> tuple[tuple[str, str], ...]:
    """Return what can be told, the first first."""
    hours = "" if line.minutes is None else f"{line.minutes // 60}:{line.minutes % 60:02}"
    told = (
        ("Net", show_signed(line.net_cents)),
        ("Nights", str(line.nights)),
        ("A night", show_signed(line.average_cents)),
        ("Rank", ordinal(rank) if rank else ""),
        ("Best night", show_signed(line.best_cents)),
        ("Nights ahead", f"{line.up} of {line.nights}"),
        ("Longest run ahead", counted(line.hot, "night") if line.hot else ""),
        ("Hours at the table", hours),
        ("An hour", "" if line.hourly_cents is None else show_signed(line.hourly_cents)),
        ("Rebuys a night", "" if line.rebuys is None else str(line.rebuys)),
        ("Bought", "" if line.bought_cents is None else show_cents(line.bought_cents)),
        ("Return", "" if line.return_percent is None else f"{line.return_percent} %".replace("-", "−")),
    )
    return tuple((label, figure) for label, figure in told if figure)


def _pictures(
    all_nights: Sequence[SeasonNight], nights: Sequence[SeasonNight], line: SeasonLine
) -> tuple[Picture, ...]:
    """Return their net from night to night, and when they came; both call them "You", whose paper it is."""
    net = net_over_season(nights, [replace(line, name=_YOU)], line.player).wide
    came = attendance(all_nights, {line.player: _YOU}, line.player).wide
    titles = "Your net, night after night", f"You came to {len(nights)} of {counted(len(all_nights), 'night')}"
    return replace(net, title=titles[0]), replace(came, title=titles[1])


def _lists(page: SeasonPage, nights: Sequence[SeasonNight], line: SeasonLine) -> Sequence[YearList]:
    """Return their best nights, their records, and whom they play best with, of those whom they may see."""
    houses = dict(House.objects.values_list("pk", "name"))
    won = [
        (each.result_cents, night)
        for night in nights
        for each in night.played
        if each.player == line.player and each.result_cents > 0
    ]
    won.sort(key=lambda each: -each[0])
    best = [f"{show_signed(cents)} on {night.day.day} {night.day:%b}, {houses[night.house]}" for cents, night in won]
    mine = [
        f"{each.title}: {each.figure}" if each.figure else each.title
        for each in page.records
        if line.player in [holder.player for _, holder in each.holders]
    ]
    names = {each.player: each.name for each in page.shown}
    company = []
    for each in companies(nights, line.player, names):
        with_them, without = each.averages
        if with_them > without:
            company.append(f"{names[each.other]}: {show_signed(with_them)} a night, {show_signed(without)} without")
    return (
        YearList("Your best nights", tuple(best[:MOST_LINES])),
        YearList("Your records", tuple(mine[:MOST_LINES])),
        YearList("Your best company", tuple(company[:MOST_LINES])),
    )
