"""A season for its viewer: all of it for the host, the shared part for a player.

The pictures keep to the viewer's rights: a picture shows no more than a table would.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from functools import cached_property, lru_cache

from hostdesk.standings.seasons.filters import SeasonChoice
from ledger.money.cents import NumberStyle, style_now
from ledger.pictures.shapes import Pair
from ledger.seasons.attendance_picture import attendance
from ledger.seasons.commands import Shared
from ledger.seasons.hours_picture import bought_by_hour, hours_bought
from ledger.seasons.queries import season_report
from ledger.seasons.records import Holder, Record, Unit, records
from ledger.seasons.report import Ranked, SeasonLine, SeasonNight, SeasonReport, ranked
from ledger.seasons.season_picture import companies, net_over_season, nights_won, with_and_without
from reservations.models import Desk, House
from reservations.parsing.names import first_names

SOMEBODY = "Somebody"
"""Who holds a record and keeps their results to themselves."""


@dataclass(frozen=True)
class RecordShown:
    """A record for its viewer: its figure in words, "" for private amounts, and its holders with their nights."""

    title: str
    words: str
    figure: str
    holders: tuple[tuple[str, Holder], ...]


@dataclass(frozen=True)
class SeasonPage:
    """A season for its viewer, the ``player`` of that number, or None for the host.

    ``shown`` are the viewer's lines, with the names they may see. ``one`` is the line of the chosen player, with the
    rank, ``nights`` that one's nights (id, day, result in cents), the newest first.
    """

    choice: SeasonChoice
    report: SeasonReport
    shared: Shared
    player: int | None
    shown: tuple[SeasonLine, ...]
    one: Ranked | None
    nights: tuple[tuple[int, date, int, bool], ...]
    has_records: bool

    @property
    def names(self) -> Mapping[int, str]:
        """The names to choose from, in their order; none if a player sees only their own line."""
        if self.player is not None and self.shared in (Shared.OWN, Shared.RANKS):
            return {}
        return {line.player: line.name for line in sorted(self.shown, key=lambda line: line.name.casefold())}

    @cached_property
    def records(self) -> list[RecordShown]:
        """The records, with the names that the viewer may see."""
        named = {line.player: line.name for line in self.shown}
        return [*records_shown(records(self.report.nights), named, self.shared)] if self.has_records else []

    @property
    def has_few(self) -> bool:
        """Whether a visible average is over few nights."""
        return any(line.is_few for line in self.shown)

    @property
    def hours(self) -> int:
        """The hours of holding chips of all players together."""
        return round(self.report.minutes / 60)

    @property
    def every_night(self) -> list[tuple[date, str, int | None, list[tuple[str, int]]]]:
        """Its nights: the day, the house, cents bought (None: results only), names with results, the best first."""
        houses, named = dict(House.objects.values_list("pk", "name")), {line.player: line.name for line in self.shown}
        found = []
        for night in self.report.nights:
            results = [(named[player.player], player.result_cents) for player in night.played]
            bought_cents = None if night.of_results else sum(player.bought_cents or 0 for player in night.played)
            results.sort(key=lambda result: (-result[1], result[0].casefold()))
            found.append((night.day, houses[night.house], bought_cents, results))
        return found

    @property
    def badges(self) -> list[str]:
        """The titles of the chosen player's records."""
        mine = self.one.line.player if self.one else None
        return [record.title for record in self.records if mine in [holder.player for _, holder in record.holders]]


def season_page(choice: SeasonChoice, desk: Desk, player: int | None) -> SeasonPage:
    """Return a season for the player of that number, None: the host."""
    report = season_report(choice.span)
    shared = Shared.WHOLE if player is None else Shared(desk.season_shared)
    shown = lines_shown(report.lines, shared, player)
    looked_at = choice.player
    if player is not None and (shared in (Shared.OWN, Shared.RANKS) or looked_at is None):
        looked_at = player
    order = ranked(report.lines, least_nights=choice.span.least_nights)
    mine = {line.player: line for line in shown}.get(looked_at or 0)
    rank = next((place.rank for place in order if place.line.player == looked_at), None)
    every = ((night, result) for night in reversed(report.nights) for result in night.played)
    played = ((night, result) for night, result in every if mine is not None and result.player == mine.player)
    nights = tuple((night.night, night.day, result.result_cents, night.of_results) for night, result in played)
    one = Ranked(rank, mine) if mine else None
    return SeasonPage(choice, report, shared, player, shown, one, nights, has_records=desk.records_shown)


def lines_shown(lines: Iterable[SeasonLine], shared: Shared, player: int | None) -> tuple[SeasonLine, ...]:
    """Return the lines for the player of that number, None: the host, who sees all of them.

    Other players who keep their results private are left out.
    """
    if player is None:
        return tuple(lines)
    mine = [line for line in lines if line.player == player]
    if shared == Shared.OWN:
        return tuple(mine)
    found = tuple(line for line in lines if line.player == player or not line.is_private)
    if shared == Shared.FIRST_NAMES:
        short = first_names(line.name for line in found)
        return tuple(replace(line, name=short[line.name]) for line in found)
    return found


def records_shown(found: Iterable[Record], names: Mapping[int, str], shared: Shared) -> Iterable[RecordShown]:
    """Yield records with those names: without amounts if only ranks are shared, one's own if nothing else is."""
    for record in found:
        theirs = [(names.get(holder.player, SOMEBODY), holder) for holder in record.holders]
        if shared == Shared.OWN:
            theirs = [(name, holder) for name, holder in theirs if holder.player in names]
        if theirs:
            figure = "" if shared == Shared.RANKS and record.rule.unit == Unit.CENTS else record.in_words
            yield RecordShown(record.rule.title, record.rule.words, figure, tuple(theirs))


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
