"""The words in which the stories tell who comes on a Friday: times by the clock of the night, people by name."""

from datetime import datetime, time, timedelta

from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Mark
from reservations.models import House
from reservations.strikes.queries import strike_level_of, strikes_of
from reservations.strikes.rules import StrikeLevel
from tests.reservations.friday import START, Friday, one


class Week(Friday):
    """The Friday of so many weeks after 20 November 2026, at 19:00 in New York."""

    def __init__(self, house: House, weeks: int = 0, seats: int | None = 2) -> None:
        super().__init__(house, seats=seats, starts_at=START + timedelta(weeks=weeks))

    def till(self, clock: str) -> float:
        """Return how many minutes it is from a time of that day, as in 17:00:01, to the start."""
        return minutes(self.start, clock)

    def takes_back(self, name: str, clock: str) -> Noted:
        """Let somebody who said yes say no, at that time."""
        return self.no(name, before=self.till(clock))

    def stays_away(self, name: str) -> Noted:
        """Let the host mark a no-show at 19:30, without a word from them."""
        return self.mark(name, Mark.NO_SHOW, before=self.till("19:30"), reason="no word")

    def clock_comes_to(self, clock: str) -> None:
        """Let the desk's clock come to that time."""
        self.tick(self.till(clock))


def minutes(start: datetime, clock: str) -> float:
    """Return how many minutes pass from a time on the wall, on the day and in the zone of a start, to the start."""
    wall = datetime.combine(start.date(), time.fromisoformat(clock), start.tzinfo)
    return (start.timestamp() - wall.timestamp()) / 60


def stands(name: str, house: House) -> StrikeLevel:
    """Return where somebody stands at a house."""
    return strike_level_of(one(name), house)


def reasons(name: str) -> list[str]:
    """Return what became of each strike of somebody, the newest first, and why."""
    return [f"{each.state.value}: {each.why}" for each in strikes_of(one(name))]
