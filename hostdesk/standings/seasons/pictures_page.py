"""The pictures of a season within the viewer's rights: a picture shows no more than a table would."""

from dataclasses import dataclass, field
from datetime import tzinfo
from functools import lru_cache

from hostdesk.standings.seasons.page import lines_shown
from ledger.money.cents import NumberStyle, style_now
from ledger.pictures.shapes import Pair
from ledger.seasons.attendance_picture import attendance
from ledger.seasons.commands import Shared
from ledger.seasons.company_picture import companies, with_and_without
from ledger.seasons.hours_picture import bought_by_hour, hours_bought
from ledger.seasons.report import SeasonLine, SeasonNight, SeasonReport
from ledger.seasons.season_picture import net_over_season, nights_won


@dataclass(frozen=True)
class _Seen:
    """The sources of pictures; looked up by the few parts that usually differ, and then compared as a whole."""

    shared: Shared
    player: int | None
    picked: int
    zone: tzinfo
    style: NumberStyle
    nights: tuple[SeasonNight, ...] = field(hash=False)
    lines: tuple[SeasonLine, ...] = field(hash=False)


def season_pictures(
    report: SeasonReport, shared: Shared, player: int | None, picked: int, zone: tzinfo
) -> tuple[Pair, ...]:
    """Return the pictures of a season for the player of that number, None: the host; hours are of the zone.

    The ``picked`` player is shown over the others, 0 for nobody. Pictures are kept until an act changes a closed night
    or a merge: an act on an open night draws nothing again.
    """
    if not report.nights:
        return ()
    return _kept(_Seen(shared, player, picked, zone, style_now(), report.nights, report.lines))


@lru_cache(maxsize=24)
def _kept(seen: _Seen) -> tuple[Pair, ...]:
    """Draw the pictures; if only ranks are shared, those of a player's own results."""
    shown = lines_shown(seen.lines, seen.shared, seen.player)
    nights, names, picked = seen.nights, {line.player: line.name for line in shown}, seen.picked
    is_whole = seen.shared in (Shared.WHOLE, Shared.FIRST_NAMES)
    lines = [line for line in shown if is_whole or line.player == seen.player]
    results = [line for line in lines if line.nights or line.starting_cents]
    if not results or not nights:
        return ()
    pairs = [net_over_season(nights, results, picked), nights_won(results, picked), attendance(nights, names, picked)]
    # Of everybody together there is none: it is that of the player with the most nights.
    whose = picked or max(results, key=lambda line: line.nights).player
    if found := companies(nights, whose, names):
        pairs.append(with_and_without(found, names, whose))
    bought = hours_bought(nights, seen.zone, picked)
    if any(bought):
        pairs.append(bought_by_hour(bought, names.get(picked, "")))
    return tuple(pairs)
