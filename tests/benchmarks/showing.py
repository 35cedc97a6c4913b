"""Tonight after 1 and after 500 closed nights, and lists of 25 rows, against bare pages; and Tonight with seats."""

from collections.abc import Iterator
from functools import partial

from django.test import Client

from reservations.models import Night
from tests.benchmarks.desk import SEATS, full_night, seat_at_two_tables, signed_in
from tests.benchmarks.ledgers import A_NIGHT, start_anew, write_ledger
from tests.benchmarks.timing import Line, ratio_line, side_by_side

ROUNDS = 15
NIGHTS = 500
TWO_TABLES = 22


def measure() -> Iterator[Line]:
    """Yield Tonight with 24 players on a young and an old ledger, the lists of the old one, and Tonight with seats."""
    young, _ = _tonight(closed=1)
    old, client = _tonight(closed=NIGHTS)
    yield ratio_line(f"Tonight, {SEATS} players, after 1 closed night", "the frame of a page", young)
    yield ratio_line(f"Tonight, {SEATS} players, after {NIGHTS} closed nights", "the frame of a page", old)
    grown = (old[0] / old[1]) / (young[0] / young[1])
    yield {"benchmark": f"Tonight after {NIGHTS} closed nights", "against": "after 1", "ratio": round(grown, 2)}
    yield from _lists(client)
    yield _with_seats()


def _lists(client: Client) -> Iterator[Line]:
    """Yield the lists on the old ledger, each against a bare table with as many columns, and a closed night's page."""
    night = Night.objects.filter(bank__closed__isnull=False).latest("pk").pk
    # The menu, the filter and the inbox's number come on top of a bare table. THE BOOK reads open matters; the history
    # offers all nights to choose from.
    lists = {"nights": ("/nights/", 7, 2.5), "players": ("/players/", 5, 2), "THE BOOK": ("/book/", 5, 3)}
    for name, (url, columns, most) in {**lists, "acts": (f"/history/?night={night}", 7, 3)}.items():
        bare = f"/bare/listed/?columns={columns}"
        times = side_by_side(ROUNDS, partial(_get, client, url), partial(_get, client, bare))
        against = f"bare django-tables2 page of 25 rows, {columns} columns"
        yield ratio_line(f"list of {name}, 25 rows", against, times, most)
    times = side_by_side(ROUNDS, lambda: _get(client, f"/nights/{night}/"), lambda: _get(client, "/bare/page/"))
    # With pictures of the night for wide and narrow screens, and of who pays whom.
    yield ratio_line("page of a closed night, 40 players", "the frame of a page", times, 16)


def _with_seats() -> Line:
    start_anew()
    seated, standing = full_night("seated", TWO_TABLES), full_night("standing", TWO_TABLES)
    seat_at_two_tables(seated)
    client, urls = signed_in(), [f"/nights/{night.pk}/tonight/" for night in (seated, standing)]
    times = side_by_side(ROUNDS, lambda: _get(client, urls[0]), lambda: _get(client, urls[1]))
    return ratio_line(f"Tonight, {TWO_TABLES} seated at two tables", "the same people without seats", times)


def _tonight(*, closed: int) -> tuple[tuple[float, float], Client]:
    start_anew()
    write_ledger(closed * A_NIGHT)
    night, client = full_night(), signed_in()
    url = f"/nights/{night.pk}/tonight/"
    return side_by_side(ROUNDS, lambda: _get(client, url), lambda: _get(client, "/bare/page/")), client


def _get(client: Client, url: str) -> None:
    response = client.get(url)
    if response.status_code != 200:
        raise RuntimeError(f"{url} answered {response.status_code}")
