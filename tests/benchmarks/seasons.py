"""The table and the pictures of a season: against the list of nights, also after an act, and among other years."""

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

from django.test import Client

from ledger.models import Bank
from ledger.seasons.commands import make_season
from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player
from tests.benchmarks.desk import signed_in
from tests.benchmarks.ledgers import a_night, start_anew, write_ledger
from tests.benchmarks.timing import Line, ratio_line, side_by_side, spent

ROUNDS = 15
SEASON_NIGHTS, LATER_NIGHTS, A_YEAR, PLAYERS_OF_A_GROUP = 163, 1630, 54, 26
_numbers = itertools.count()


def measure() -> Iterator[Line]:
    """Yield the pages of all nights against the list of nights, and the table of a year among ten times the nights."""
    client, _ = _desk(SEASON_NIGHTS)
    listed = _asking(client, "/nights/")
    # The records on the page of the pictures are sought in every night.
    for what, url, most in (("table", "/seasons/", 1.5), ("pictures", "/seasons/pictures/", 2)):
        every = _asking(client, f"{url}?season=all")
        name = f"{what} of a season, {SEASON_NIGHTS} nights of {PLAYERS_OF_A_GROUP}"
        yield ratio_line(name, "the list of nights", side_by_side(ROUNDS, every, listed), most)
        times = [(_after_an_act(every), _after_an_act(listed)) for _ in range(ROUNDS)]
        first, second = (sorted(each)[ROUNDS // 2] for each in zip(*times, strict=True))
        yield ratio_line(f"{name}, after an act", "the list of nights after an act", (first, second), most)
    grown = []
    for nights in (LATER_NIGHTS, SEASON_NIGHTS):
        client, season = _desk(nights)
        asking = _asking(client, f"/seasons/?season={season}")
        asking()
        grown.append(sorted(_after_an_act(asking) for _ in range(ROUNDS))[ROUNDS // 2])
    name = f"table of {A_YEAR} nights among {LATER_NIGHTS}, after an act"
    yield ratio_line(name, f"among {SEASON_NIGHTS}", grown, 3)


def _desk(nights: int) -> tuple[Client, str]:
    """Return a host's client at a desk with that many closed nights, and the season of its last year."""
    start_anew()
    write_ledger(nights * a_night(PLAYERS_OF_A_GROUP), PLAYERS_OF_A_GROUP)
    last: date = Bank.objects.latest("night__date").night.date
    season = make_season(key=f"season-{nights}", name="The year", first=last - timedelta(days=A_YEAR - 1), last=last)
    return signed_in(), f"s{season.pk}"


def _asking(client: Client, url: str) -> Callable[[], None]:
    """Return a function that requests a page. It raises ``RuntimeError`` for any answer but 200."""

    def ask() -> None:
        if client.get(url).status_code != 200:
            raise RuntimeError(f"{url} was not answered")

    return ask


def _after_an_act(ask: Callable[[], None]) -> float:
    """Record an act, and return the processor time of the page after it."""
    number = next(_numbers)
    stamp = Stamp(f"season-bench-{number}", datetime(2026, 1, 1, tzinfo=UTC))
    record_player(stamp=stamp, name=f"Newcomer {number}", regular=True)
    return spent(ask)
