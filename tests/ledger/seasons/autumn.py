"""A short autumn of the fixed cast at Dave's: Fridays on 20 and 27 November and 4 December 2026, and 8 January 2027."""

from datetime import date

from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span, calendar_span
from reservations.models import House
from tests.played_once import played_once
from tests.stories.evening import Evening

FRIDAYS = (date(2026, 11, 20), date(2026, 11, 27), date(2026, 12, 4), date(2027, 1, 8))
ALL, YEAR, NEXT_YEAR = (calendar_span(key) or Span("", "") for key in ("all", "2026", "2027"))


def plays(evening: Evening, drawer: str = "200.00", **nights: tuple[str, str]) -> None:
    """Let players buy in at 20:00 and cash out at 23:00, and close the night."""
    evening.it_is("20:00")
    for name, (bought, _) in nights.items():
        evening.buy_in(name, bought)
    evening.it_is("23:00")
    evening.last_hand()
    for name, (_, count) in nights.items():
        evening.cash_out(name, count)
    evening.ends(drawer)


@played_once
def an_autumn() -> Evening:
    """Ann: +10, -5, +20; Bo: -10, +5 and away; Gil, a guest: -20 once. In January Bo wins 5 from Cy.

    On the first Friday Ann keeps the bank; Bo comes before her, buys twice, and cashes out an hour before her.
    """
    evening = Evening("dave-2018")
    evening.arrives("Bo")
    evening.buy_in("Ann", "20.00")
    evening.buy_in("Bo", "10.00")
    evening.it_is("21:00")
    evening.buy_in("Bo", "10.00", stack="0.00")
    evening.it_is("23:00")
    evening.last_hand()
    evening.cash_out("Bo", "10.00")
    evening.it_is("23:59")
    evening.cash_out("Ann", "30.00")
    evening.ends("200.00")
    evening.opens("dave-2018", day=FRIDAYS[1])
    plays(evening, Ann=("20.00", "15.00"), Bo=("20.00", "25.00"))
    evening.opens("dave-2018", day=FRIDAYS[2])
    plays(evening, Ann=("20.00", "40.00"), Gil=("20.00", "0.00"))
    evening.opens("dave-2018", day=FRIDAYS[3])
    plays(evening, Bo=("20.00", "25.00"), Cy=("20.00", "15.00"))
    return evening


def figures(span: Span = YEAR, *names: str) -> dict[str, tuple[object, ...]]:
    """Return the named figures of a season's lines, by player; nights and net if none is named."""
    asked = names or ("nights", "net_cents")
    return {line.name: tuple(getattr(line, name) for name in asked) for line in season_report(span).lines}


def dave() -> int:
    """Return the id of the house."""
    return House.objects.get(key="dave-2018").pk
