"""The pictures of a season, of whom and of what whoever asks may see: what a table would not show, no picture does."""

from collections.abc import Iterator
from datetime import tzinfo
from functools import lru_cache

from hostdesk.seasons.page import lines_shown
from ledger.pictures.attendance import attendance
from ledger.pictures.company import companies, with_and_without
from ledger.pictures.hours import bought_by_hour, hours_bought
from ledger.pictures.season import net_over_season, nights_won
from ledger.pictures.shapes import Pair
from ledger.seasons.commands import Shared
from ledger.seasons.report import SeasonReport


@lru_cache(maxsize=24)
def season_pictures(
    report: SeasonReport, shared: Shared, player: int | None, picked: int, zone: tzinfo
) -> tuple[Pair, ...]:
    """Return the pictures of a season as the player of that number sees it, None: the host; hours are of the zone.

    Who is ``picked`` is shown over the others, 0 for nobody. All of it is kept for a report, which is another one after
    every act.
    """
    return tuple(_drawn(report, shared, player, picked, zone)) if report.nights else ()


def _drawn(report: SeasonReport, shared: Shared, player: int | None, picked: int, zone: tzinfo) -> Iterator[Pair]:
    """Yield the pictures; where nothing but ranks is shared, those of a player's own results."""
    shown = lines_shown(report.lines, shared, player)
    nights, names = report.nights, {line.player: line.name for line in shown}
    is_whole = shared in (Shared.WHOLE, Shared.FIRST_NAMES)
    results = [line for line in shown if is_whole or line.player == player]
    if not results:
        return
    yield net_over_season(nights, results, picked)
    yield nights_won(results, picked)
    yield attendance(nights, names, picked)
    # Of everybody together there is none: it is of whoever played most.
    whose = picked or max(results, key=lambda line: line.nights).player
    if found := companies(nights, whose, names):
        yield with_and_without(found, names, whose)
    bought = hours_bought(nights, zone, picked)
    if any(bought):
        yield bought_by_hour(bought, names.get(picked, ""))
