"""A fixed October for the paper of a month: Bo and Cy pay Ann, Gil is even, a payment rolled over from September."""

from datetime import date

from ledger.months.report import MonthLine, MonthReport, PlanShare, PlayerMonth, RolledPayment
from ledger.settle.fewest_payments import Payment
from tests.ledger.evenings import HEAD

FIRST, SECOND = date(2026, 10, 2), date(2026, 10, 16)


def night(day: date, cents: int, *, result_cents: int | None = None, late: bool = False) -> MonthLine:
    """Return the line of a night, with its whole result in THE BOOK unless ``result_cents`` is given."""
    won = cents if result_cents is None else result_cents
    return MonthLine(day, "Mike's game", cents, act=20, night=7, result_cents=won, late=late)


ANN = PlayerMonth(
    number=1,
    name="Ann",
    carried_cents=1000,
    added=(night(FIRST, 4000), MonthLine(date(2026, 10, 9), "Bo pays Ann", -500, 31), night(SECOND, -1500)),
    frozen_cents=3000,
    gets=(PlanShare("Bo", 500), PlanShare("Cy", 2500)),
)
BO = PlayerMonth(
    number=2,
    name="Bo",
    carried_cents=-1000,
    added=(night(FIRST, -2500), MonthLine(date(2026, 10, 9), "Bo pays Ann", 500, 31), night(SECOND, 2500)),
    frozen_cents=-500,
    pays=(PlanShare("Ann", 500),),
    owing_since=FIRST,
)
CY = PlayerMonth(
    number=3,
    name="Cy",
    carried_cents=0,
    added=(night(FIRST, -1500, late=True), night(SECOND, -1000, result_cents=-3000)),
    frozen_cents=-2500,
    pays=(PlanShare("Ann", 2500),),
    owing_since=FIRST,
)
GIL = PlayerMonth(number=4, name="Gil", carried_cents=0, added=(night(SECOND, 0, result_cents=300),), frozen_cents=0)
OCTOBER = MonthReport(
    title="October 2026",
    until=date(2026, 10, 31),
    number=57,
    seen=56,
    head=HEAD,
    by="Ann",
    previous="September 2026",
    people=(ANN, BO, CY, GIL),
    payments=(Payment("Bo", "Ann", 500), Payment("Cy", "Ann", 2500)),
    sentence="Fewest possible: proven.",
    hub="",
    nights_count=2,
    alone_count=4,
    open_nights=("Fri 30 Oct 2026, Mike's game",),
    rolled=(RolledPayment("Bo", "Ann", 500, 500, 31),),
)
