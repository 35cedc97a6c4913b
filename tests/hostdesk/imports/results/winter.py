"""Results of a winter without a desk: Ann, Bo and Cy at Mike's in January 2026, recorded in March."""

from datetime import UTC, date, datetime

from hostdesk.imports.results.commands import record_results
from ledger.results.rules import NetResult
from reservations.acts.kinds import Stamp
from reservations.acts.queries import Answer
from reservations.players.commands import record_player
from reservations.players.queries import player_named

MARCH = datetime(2026, 3, 1, 12, tzinfo=UTC)
NINTH, SIXTEENTH = date(2026, 1, 9), date(2026, 1, 16)


def stamp(key: str) -> Stamp:
    return Stamp(f"{key:_<8}", MARCH, by="Ann")


def knows(*names: str) -> None:
    for name in names:
        record_player(stamp=stamp(name), name=name, regular=True)


def brings(day: date = NINTH, key: str = "", *, reason: str = "", starting: bool = False, **nets: int) -> Answer:
    """Record the players' wins and losses of a day, in cents by name."""
    results = [NetResult(player_named(name).number, cents) for name, cents in nets.items()]
    own = stamp(key or f"on.{day}")
    return record_results(stamp=own, house="mike", date=day, results=results, reason=reason, starting=starting)
