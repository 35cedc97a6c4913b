"""The time at which a player's own limit takes force, and the chips it allows. Pure.

A tighter limit holds at once; a looser or lifted one a day later, unless the player changes it meanwhile. Nobody can
overrule it: that is its purpose.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

LOOSENED_AFTER = timedelta(days=1)


class Limited(StrEnum):
    """The limits that a player may set, and their figures."""

    NIGHT = "night"
    """The most cents lost on a night, with chips on the table counted as lost."""
    MONTH = "month"
    """The most cents lost over the nights of a calendar month, counted in the same way."""
    REBUYS = "rebuys"
    """The most rebuys on a night."""
    PAUSE = "pause"
    """The ordinal of the first day on which the player may be invited again."""


@dataclass(frozen=True)
class LimitSet:
    """A player's setting of one limit at an aware time; ``figure`` None: no limit."""

    figure: int | None
    at: datetime


@dataclass(frozen=True)
class OwnLimit:
    """A limit in force; if ``changes_at`` is not None, ``next_figure`` holds from then on."""

    figure: int | None = None
    next_figure: int | None = None
    changes_at: datetime | None = None

    def at(self, moment: datetime) -> "OwnLimit":
        """Return the limit in force at that moment without further changes."""
        return self if self.changes_at is None or moment < self.changes_at else OwnLimit(self.next_figure)

    def after(self, setting: LimitSet, what: Limited) -> "OwnLimit":
        """Return the limit after the player's new setting."""
        now = self.at(setting.at)
        if now.is_loosened(setting.figure, what):
            return OwnLimit(now.figure, setting.figure, setting.at + LOOSENED_AFTER)
        return OwnLimit(setting.figure)

    def is_loosened(self, figure: int | None, what: Limited) -> bool:
        """Whether that figure allows more than the present one."""
        if self.figure is None or figure is None:
            return self.figure is not None
        return figure < self.figure if what is Limited.PAUSE else figure > self.figure


def limit_at(moment: datetime, settings: Iterable[LimitSet], what: Limited) -> OwnLimit:
    """Return the limit in force at that moment by all settings of a player, in order; later ones do not count."""
    found = OwnLimit()
    for setting in settings:
        if setting.at <= moment:
            found = found.after(setting, what)
    return found.at(moment)


def paused_until(limit: OwnLimit, today: date) -> date | None:
    """Return the first day on which a player may be invited again; None: already today."""
    if limit.figure is None or limit.figure <= today.toordinal():
        return None
    return date.fromordinal(limit.figure)


@dataclass(frozen=True)
class Down:
    """A player's loss before a buy-in, in cents: + if they put in more than they got back.

    ``month_cents`` is the loss of other nights of this month. ``buys_again``: they have bought from the bank tonight,
    ``rebuys`` times again.
    """

    night_cents: int
    month_cents: int
    buys_again: bool
    rebuys: int


def room_cents(figures: dict[Limited, int], down: Down) -> int | None:
    """Return the most chips, in cents, that a player can buy now by their own limits; None: no limit, 0: no chips."""
    if down.buys_again and down.rebuys >= figures.get(Limited.REBUYS, down.rebuys + 1):
        return 0
    rooms = []
    if Limited.NIGHT in figures:
        rooms.append(figures[Limited.NIGHT] - down.night_cents)
    if Limited.MONTH in figures:
        rooms.append(figures[Limited.MONTH] - down.night_cents - down.month_cents)
    return max(0, min(rooms)) if rooms else None
