"""How a player's nights went: the season in one line, and all about it behind *My nights*."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.safestring import SafeString

from hostdesk.seasons.filters import SeasonChoice, season_choice
from hostdesk.seasons.page import SeasonPage, season_page
from hostdesk.seasons.tables import drawn_streak, spark
from ledger.seasons.commands import Shared
from ledger.seasons.companions import companions
from ledger.seasons.report import SeasonLine, first_names, ranked
from reservations.models import Desk, House, Player

_MOST_COMPANIONS = 3


@dataclass(frozen=True)
class OwnNight:
    """A night that a player played: its day and house, what it came to in cents, and how many minutes they had chips.

    ``net_cents`` is what the season came to after it. ``minutes`` and ``bought_cents`` are None where nothing tells.
    """

    night: int
    day: date
    house: str
    result_cents: int
    net_cents: int
    bought_cents: int | None
    minutes: int | None

    @property
    def hours(self) -> str:
        """How long they had chips: 4:05; "" where nothing tells."""
        return "" if self.minutes is None else f"{self.minutes // 60}:{self.minutes % 60:02}"


@dataclass(frozen=True)
class OwnSeason:
    """A season as one player sees their own of it; ``page`` is what they see of all of it."""

    player: int
    page: SeasonPage

    @property
    def choice(self) -> SeasonChoice:
        return self.page.choice

    @property
    def line(self) -> SeasonLine | None:
        """What it came to for them; None if they did not play."""
        return self.page.one.line if self.page.one else None

    @property
    def rank(self) -> int | None:
        """Their rank; None if they are not ranked."""
        return self.page.one.rank if self.page.one else None

    @cached_property
    def ranked_count(self) -> int:
        """How many are ranked."""
        order = ranked(self.page.report.lines, least_nights=self.choice.span.least_nights)
        return sum(each.rank is not None for each in order)

    @property
    def streak(self) -> str:
        """The run with which it ends so far."""
        return drawn_streak(self.line.streak) if self.line else ""

    @property
    def hours(self) -> str:
        """How long they had chips in all; "" where nothing tells."""
        minutes = self.line.minutes if self.line else None
        return "" if minutes is None else f"{minutes // 60}:{minutes % 60:02}"

    @property
    def spark(self) -> SafeString:
        """Their net from night to night, as a small picture; "" if they did not play."""
        return spark(self.line.curve) if self.line else SafeString()

    @cached_property
    def nights(self) -> Sequence[OwnNight]:
        """Their nights, the newest first."""
        houses = dict(House.objects.values_list("pk", "name"))
        found, net_cents = list[OwnNight](), 0
        for night in self.page.report.nights:
            for each in night.played:
                if each.player == self.player:
                    net_cents += each.result_cents
                    facts = (night.night, night.day, houses[night.house], each.result_cents, net_cents)
                    found.append(OwnNight(*facts, each.bought_cents, each.minutes))
        return found[::-1]

    @cached_property
    def best_with(self) -> list[tuple[str, int, int, int | None]]:
        """With whom they play best: first name, nights together, and what a night with and without them came to.

        Whoever keeps their results private is left out.
        """
        lines = {line.player: line for line in self.page.report.lines if not line.is_private}
        short: Mapping[str, str] = first_names(line.name for line in lines.values())
        if self.page.shared == Shared.WHOLE:
            short = {name: name for name in short}
        best = [each for each in companions(self.page.report.nights, self.player) if each.player in lines]
        return [
            (short[lines[each.player].name], each.nights, each.average_cents, each.average_without_cents)
            for each in best[:_MOST_COMPANIONS]
        ]


def own_season(player: Player, desk: Desk, today: date, asked: Mapping[str, str]) -> OwnSeason:
    """Return the season that an address asks for, else the current one, as a player, who is no duplicate, sees it."""
    choice = season_choice({**asked, "player": ""}, desk, today)
    page = season_page(choice.with_player(player.number), desk, player.number)
    return OwnSeason(player.number, page)
