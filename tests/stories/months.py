"""Months of a group that plays on credit: nights by date, each given by its effect on THE BOOK."""

from datetime import date, datetime, time

from ledger.money.cents import format_cents, parse_cents
from ledger.months.queries import Consolidation, latest
from ledger.months.report import MonthReport
from ledger.months.report_queries import month_report
from tests.played_once import played_once
from tests.stories.evening import NEW_YORK, Evening

SEPTEMBER, OCTOBER, NOVEMBER = date(2024, 9, 30), date(2024, 10, 31), date(2024, 11, 30)


class Months(Evening):
    """Nights of the regulars Ann, Bo, Cy and Dee and Ann's guest Gil, who met on 1 September 2024."""

    def __init__(self) -> None:
        self._keys = 0
        self.is_on(date(2024, 9, 1))
        for name in ("Ann", "Bo", "Cy", "Dee"):
            self.knows(name)
        self.knows("Gil", invited_by="Ann")

    def is_on(self, day: date, clock: str = "20:00") -> None:
        """Set the day and the time of the next acts."""
        self.now = datetime.combine(day, time.fromisoformat(clock), NEW_YORK)

    def plays(self, day: date, **won: str) -> None:
        """Play a night in THE BOOK: ``won`` is each player's win or, with a minus, loss. Gil pays 5.00 in cash."""
        self.begins(day, **won)
        self.closes()

    def begins(self, day: date, **won: str) -> None:
        """Play a night like :meth:`plays`, and leave it open."""
        self.is_on(day)
        self.opens("mike", day=day)
        for name, text in won.items():
            bought = text.removeprefix("-") if text.startswith("-") else "5.00"
            self.buy_in(name, bought, pay="cash" if name == "Gil" else "book")
        self.last_hand()
        for name, text in won.items():
            stack = "0.00" if text.startswith("-") else format_cents(parse_cents(text) + 500)
            self.cash_out(name, stack, payout=None if stack == "0.00" else {"book": stack})
        self.counts_drawer("205.00" if "Gil" in won else "200.00")


@played_once
def an_october() -> Months:
    """Return an October of two nights, on 1 November: Ann +30.00, Bo −10.00, Cy −25.00, Dee +5.00."""
    months = Months()
    months.plays(date(2024, 10, 4), Ann="40.00", Bo="-25.00", Cy="-15.00")
    months.plays(date(2024, 10, 18), Ann="-10.00", Bo="15.00", Cy="-10.00", Dee="5.00")
    months.is_on(date(2024, 11, 1))
    return months


@played_once
def a_plan() -> Months:
    """Return that October consolidated by act 28: Bo pays Ann 5.00 and Dee 5.00, Cy pays Ann 25.00."""
    months = an_october()
    months.consolidates(OCTOBER)
    return months


def the_month() -> Consolidation:
    """Return the latest consolidation."""
    found = latest()
    assert found is not None
    return found


def the_report() -> MonthReport:
    """Return the report of the latest consolidation."""
    return month_report(the_month())


def made_of(report: MonthReport) -> dict[str, list[str]]:
    """Return by name the amount carried over, the amount of each night and act, and the balance before."""
    return {
        person.name: [
            format_cents(cents)
            for cents in (person.carried_cents, *(each.cents for each in person.added), person.before_cents)
        ]
        for person in report.people
    }


def plan_of(report: MonthReport) -> list[str]:
    """Return the payments of a plan: payer, payee and amount."""
    return [f"{each.payer} {each.payee} {format_cents(each.cents)}" for each in report.payments]
