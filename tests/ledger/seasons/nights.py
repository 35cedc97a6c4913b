"""Invented nights for pictures: a day, and each player's result in whole dollars, by name."""

from datetime import UTC, date, datetime, timedelta

from ledger.seasons.report import Entrant, Played, SeasonLine, SeasonNight, season_lines

ANN, BO, CY = 1, 2, 3
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy"}
FIRST = date(2026, 11, 6)
EVENING = datetime(2026, 11, 6, 20, tzinfo=UTC)


def night(week: int, **dollars: int) -> SeasonNight:
    """Return the night of a Friday, that many weeks after the first, with results by lower-case name."""
    numbers = {name.lower(): number for number, name in NAMES.items()}
    played = tuple(Played(numbers[name], amount * 100) for name, amount in dollars.items())
    return SeasonNight(week + 1, FIRST + timedelta(weeks=week), 1, week + 10, played)


AUTUMN = (night(0, ann=10, bo=-10), night(1, ann=-5, bo=5), night(2, ann=20, cy=-20), night(3, bo=0, cy=0))
"""Ann ends at +25, Bo at -5, Cy at -20."""


def lines(nights: tuple[SeasonNight, ...] = AUTUMN, names: dict[int, str] | None = None) -> tuple[SeasonLine, ...]:
    """Return the lines of the season's table for these nights."""
    return season_lines(nights, {number: Entrant(name) for number, name in (names or NAMES).items()})


def crowd(count: int, nights: int) -> tuple[tuple[SeasonNight, ...], dict[int, str]]:
    """Return weekly nights of ``count`` players with long names, who take turns to win the losses of all others."""
    names = {number: f"Maximilian the {number}th of his Name" for number in range(1, count + 1)}
    found = []
    for week in range(nights):
        winner = week % count + 1
        played = tuple(Played(each, 100 * (count - 1) if each == winner else -100) for each in names)
        found.append(SeasonNight(week + 1, FIRST + timedelta(weeks=week), 1, week + 10, played))
    return tuple(found), names
