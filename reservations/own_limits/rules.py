"""When a limit of a player's own holds, and what it leaves them to buy. Pure.

A limit that is tightened holds at once; one that is loosened or lifted holds a day later, unless they say something
else meanwhile. Nobody overrules it: that is what it is for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

LOOSENED_AFTER = timedelta(days=1)


class Limited(StrEnum):
    """What a player may limit for themselves, and the figure that each has."""

    NIGHT = "night"
    """Cents that they may be down on a night, with what they still have in front counted as lost."""
    MONTH = "month"
    """Cents that they may be down over the nights of a calendar month, counted in the same way."""
    REBUYS = "rebuys"
    """How often they buy again on a night."""
    PAUSE = "pause"
    """The ordinal of the day before which they are not to be invited."""


@dataclass(frozen=True)
class Said:
    """What a player said of one limit at an aware time; ``figure`` None: no limit."""

    figure: int | None
    at: datetime


@dataclass(frozen=True)
class OwnLimit:
    """A limit as it holds; where ``changes_at`` is not None, ``next_figure`` holds from then on."""

    figure: int | None = None
    next_figure: int | None = None
    changes_at: datetime | None = None

    def at(self, moment: datetime) -> "OwnLimit":
        """Return it as it holds at that moment, if nothing is said until then."""
        return self if self.changes_at is None or moment < self.changes_at else OwnLimit(self.next_figure)

    def after(self, said: Said, what: Limited) -> "OwnLimit":
        """Return it once the player has said that."""
        now = self.at(said.at)
        return (
            OwnLimit(now.figure, said.figure, said.at + LOOSENED_AFTER)
            if now.is_loosened(said.figure, what)
            else (OwnLimit(said.figure))
        )

    def is_loosened(self, figure: int | None, what: Limited) -> bool:
        """Whether that figure would allow more than the one that holds."""
        if self.figure is None or figure is None:
            return self.figure is not None
        return figure < self.figure if what is Limited.PAUSE else figure > self.figure


def limit_at(moment: datetime, said: Iterable[Said], what: Limited) -> OwnLimit:
    """Return what holds at that moment of all that a player said, in its order; what they say later does not count."""
    found = OwnLimit()
    for each in said:
        if each.at <= moment:
            found = found.after(each, what)
    return found.at(moment)


def paused_until(limit: OwnLimit, today: date) -> date | None:
    """Return the day before which somebody is not to be invited; None if they may be today."""
    if limit.figure is None or limit.figure <= today.toordinal():
        return None
    return date.fromordinal(limit.figure)


@dataclass(frozen=True)
class Down:
    """How a player stands before they buy, in cents, + for what they put in beyond what came back.

    ``month_cents`` is what other nights of this month came to. ``buys_again``: they have bought from the bank tonight,
    ``rebuys`` times again.
    """

    night_cents: int
    month_cents: int
    buys_again: bool
    rebuys: int


def room_cents(figures: dict[Limited, int], down: Down) -> int | None:
    """Return the most cents of chips that a player's own limits leave them to buy now; None: no limit, 0: none."""
    if down.buys_again and down.rebuys >= figures.get(Limited.REBUYS, down.rebuys + 1):
        return 0
    rooms = []
    if Limited.NIGHT in figures:
        rooms.append(figures[Limited.NIGHT] - down.night_cents)
    if Limited.MONTH in figures:
        rooms.append(figures[Limited.MONTH] - down.night_cents - down.month_cents)
    return max(0, min(rooms)) if rooms else None
