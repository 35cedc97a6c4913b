"""Seating charts for the tests of what is printed of them."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from reservations.tables.seating_chart import ChartHeading, ChartSeat, ChartTable, SeatingChart
from tests.ledger.evenings import HEAD, HOSTILE

HEADING = ChartHeading(
    "Dave's cash game",
    date(2026, 11, 20),
    ZoneInfo("America/New_York"),
    fact=214,
    fact_at=datetime(2026, 11, 21, 2, 4, tzinfo=UTC),
    act=31,
    head=HEAD,
)
BLANK = ChartHeading("Dave's cash game", date(2026, 11, 20), ZoneInfo("America/New_York"))


def seated(number: int, *names: str, button: int = 0, away: str = "-") -> ChartTable:
    """Return a table with these people from seat 1 on; "" is a free seat."""
    return ChartTable(
        number, tuple(ChartSeat(seat, name, seat == button, name == away) for seat, name in enumerate(names, 1))
    )


TWO = SeatingChart(
    HEADING, (seated(1, "Cy", "", "Bo", button=3, away="Bo"), seated(2, "Di", "Ann")), unseated=("Eve", "Gil")
)
EMPTY = SeatingChart(BLANK, (seated(1, *[""] * 11),))
FULL = SeatingChart(
    ChartHeading("W" * 40, date(2026, 11, 20), ZoneInfo("America/New_York"), 10**9, HEADING.fact_at, 10**9, HEAD),
    (seated(1, *HOSTILE, button=1, away=HOSTILE[-1]), seated(2, *HOSTILE, *HOSTILE[::-1], button=4)),
    unseated=HOSTILE,
)
