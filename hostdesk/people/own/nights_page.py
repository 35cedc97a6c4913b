"""A player's past nights: the season in one line, and all about it behind *My nights*."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.http import Http404
from django.utils.safestring import SafeString

from hostdesk.standings.seasons.filters import SeasonChoice, season_choice
from hostdesk.standings.seasons.page import SeasonPage, season_page
from hostdesk.standings.seasons.tables import drawn_hours, drawn_percent, drawn_streak, spark
from ledger.money.cents import show_signed
from ledger.pictures.shapes import Pair
from ledger.reports.night_queries import night_report
from ledger.reports.night_result import NightResult, Placing
from ledger.seasons.attendance_picture import attendance
from ledger.seasons.commands import Shared
from ledger.seasons.report import SeasonLine, ranked
from ledger.seasons.season_picture import companies, net_over_season
from ledger.undoing.queries import taken_back_by
from reservations.models import Desk, House, Night, Player
from reservations.parsing.names import first_names

_MOST_COMPANIONS, _LEAST_DRAWN = 3, 2


class OwnNight(NamedTuple):
    """A night that a player played: its day and house, its result in cents, and the minutes with chips.

    ``net_cents`` is the season's net after it. ``minutes`` and ``bought_cents`` are None if unknown. ``of_results``:
    only its results were brought along.
    """

    night: int
    day: date
    house: str
    result_cents: int
    net_cents: int
    bought_cents: int | None
    minutes: int | None
    of_results: bool

    @property
    def hours(self) -> str:
        """The time with chips: 4:05; "" if unknown."""
        return "" if self.minutes is None else drawn_hours(self.minutes)


@dataclass(frozen=True)
class OwnSeason:
    """A player's own view of a season; ``page`` is their view of all of it."""

    player: int
    page: SeasonPage

    @property
    def choice(self) -> SeasonChoice:
        return self.page.choice

    @property
    def line(self) -> SeasonLine | None:
        """Their line; None if they did not play."""
        return self.page.one.line if self.page.one else None

    @property
    def rank(self) -> int | None:
        """Their rank; None without one."""
        return self.page.one.rank if self.page.one else None

    @cached_property
    def ranked_count(self) -> int:
        """The number of ranked players."""
        order = ranked(self.page.report.lines, least_nights=self.choice.span.least_nights)
        return sum(place.rank is not None for place in order)

    @property
    def streak(self) -> str:
        """The present run of nights."""
        return drawn_streak(self.line.streak) if self.line else ""

    @property
    def returned(self) -> str:
        """The return on their purchases; "" if unknown."""
        percent = self.line.return_percent if self.line else None
        return "" if percent is None else drawn_percent(percent)

    @property
    def hours(self) -> str:
        """Their time with chips in all; "" if unknown."""
        minutes = self.line.minutes if self.line else None
        return "" if minutes is None else drawn_hours(minutes)

    @property
    def spark(self) -> SafeString:
        """Their net from night to night, as a small picture; "" if they did not play."""
        return spark(self.line.curve if self.line else ())

    @cached_property
    def nights(self) -> Sequence[OwnNight]:
        """Their nights, the newest first."""
        houses = dict(House.objects.values_list("pk", "name"))
        found, net_cents = list[OwnNight](), self.line.starting_cents if self.line else 0
        for night in self.page.report.nights:
            for result in night.played:
                if result.player == self.player:
                    net_cents += result.result_cents
                    facts = (night.night, night.day, houses[night.house], result.result_cents, net_cents)
                    found.append(OwnNight(*facts, result.bought_cents, result.minutes, night.of_results))
        return found[::-1]

    @cached_property
    def best_with(self) -> list[tuple[str, int, str, str]]:
        """The players of their best nights: first name, nights together, and the averages with and without them.

        Only those with a better average are listed; players with private results are left out.
        """
        others = {line.player: line.name for line in self.page.report.lines if not line.is_private}
        short = {} if self.page.shared == Shared.WHOLE else first_names(others.values())
        found = companies(self.page.report.nights, self.player, others)
        best = [company for company in found if company.difference > 0][:_MOST_COMPANIONS]
        return [(short.get(name := others[one.other], name), len(one.with_cents), *one.in_words) for one in best]

    @cached_property
    def came(self) -> Pair | None:
        """The nights to which they came; None if they played one night or none."""
        one = self.line
        if one is None or one.nights < _LEAST_DRAWN:
            return None
        return attendance(self.page.report.nights, {self.player: one.name}, self.player)

    @cached_property
    def picture(self) -> Pair | None:
        """Their net from night to night; None if one night or none is to be drawn."""
        nights = [night for night in self.page.report.nights if self.player in [one.player for one in night.played]]
        if self.line is None or len(nights) < _LEAST_DRAWN:
            return None
        return net_over_season(nights, [replace(self.line, name="You")], self.player)


def own_result(player: Player, night: Night) -> NightResult:
    """Return a night as one of its players shows it. Raises ``Http404`` if it is not closed, or not theirs."""
    report = night_report(night)
    line, minutes = next((line for line in report.players if line.name == player.name), None), report.story.minutes
    if line is None or not report.closed or taken_back_by(night):
        raise Http404
    return NightResult(
        house=str(night.house),
        day=report.date,
        figures=(
            ("Result", show_signed(line.result_cents)),
            ("Buy-ins", str(line.buy_in_count + line.rebuy_count)),
            ("Hours", drawn_hours(minutes)),
        ),
        places=(Placing(1, player.name),),
        ahead=1,
        turned=(line.bought_cents, line.received_cents),
        skyline=report.story.skyline,
        course=report.story.course_of(player.name),
    )


def own_season(player: Player, desk: Desk, today: date, query: Mapping[str, str]) -> OwnSeason:
    """Return the season in an address, else the current one, for a player (not a duplicate)."""
    choice = season_choice({**query, "player": ""}, desk, today)
    page = season_page(choice.with_player(player.number), desk, player.number)
    return OwnSeason(player.number, page)
