"""The verbs of the stories about attendance on Fridays, with times by the local clock and players by name."""

from datetime import datetime, time, timedelta

from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Mark
from reservations.models import House
from reservations.strikes.queries import strike_level_of, strikes_of
from reservations.strikes.rules import StrikeLevel
from tests.reservations.friday import START, Friday, one


class Week(Friday):
    """The Friday that many weeks after 20 November 2026, at 19:00 in New York."""

    def __init__(self, house: House, weeks: int = 0, seats: int | None = 2) -> None:
        super().__init__(house, seats=seats, starts_at=START + timedelta(weeks=weeks))

    def till(self, clock: str) -> float:
        """Return the minutes from a time of that day, such as 17:00:01, to the start."""
        return minutes(self.start, clock)

    def takes_back(self, name: str, clock: str) -> Noted:
        """Let a player who said yes say no at that time."""
        return self.no(name, before=self.till(clock))

    def stays_away(self, name: str) -> Noted:
        """Let the host mark a no-show at 19:30, because the player sent no word."""
        return self.mark(name, Mark.NO_SHOW, before=self.till("19:30"), reason="no word")

    def clock_comes_to(self, clock: str) -> None:
        """Let the desk's clock reach that time."""
        self.tick(self.till(clock))


def minutes(start: datetime, clock: str) -> float:
    """Return the minutes from a wall-clock time, on the day and in the zone of a start, to that start."""
    wall = datetime.combine(start.date(), time.fromisoformat(clock), start.tzinfo)
    return (start.timestamp() - wall.timestamp()) / 60


def stands(name: str, house: House) -> StrikeLevel:
    """Return a player's strike level at a house."""
    return strike_level_of(one(name), house)


def reasons(name: str) -> list[str]:
    """Return the state of each of a player's strikes, newest first, and its reason."""
    return [f"{each.state.value}: {each.why}" for each in strikes_of(one(name))]
