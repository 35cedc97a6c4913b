"""The spans of seasons: the host's own, the years and quarters of the calendar, and all nights. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from reservations.parsing.days import YEARS

ALL_NIGHTS = "all"
"""How the span of all nights stands in an address."""
_CALENDAR = re.compile(r"(\d{4})(?:-q([1-4]))?", re.ASCII)


@dataclass(frozen=True)
class Span:
    """The nights from the ``first`` day to the ``last``, both included; None: without that end.

    ``key`` is its form in an address. ``house`` is the id of its only house, None for all houses. Players with fewer
    than ``least_nights`` are not ranked.
    """

    key: str
    name: str
    first: date | None = None
    last: date | None = None
    house: int | None = None
    least_nights: int = 1

    @property
    def number(self) -> int | None:
        """The number of the host's own season; None for a span of the calendar."""
        return int(self.key[1:]) if self.key.startswith("s") else None

    def holds(self, day: date) -> bool:
        """Tell whether a day is in it."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def in_house(self, house: int | None) -> "Span":
        """Return its part in one house; the season of a house stays its own."""
        return self if house is None or self.house is not None else replace(self, house=house)


def calendar_span(key: str, least_nights: int = 1) -> Span | None:
    """Return a span of the calendar: a year "2026", a quarter "2026-q4", "all"; None for another key."""
    if key == ALL_NIGHTS:
        return Span(key, "All nights", least_nights=least_nights)
    match = _CALENDAR.fullmatch(key)
    if match is None or int(match[1]) not in YEARS:
        return None
    year, quarter = int(match[1]), int(match[2] or 0)
    if not quarter:
        return Span(key, match[1], date(year, 1, 1), date(year, 12, 31), least_nights=least_nights)
    after = date(year + quarter // 4, quarter * 3 % 12 + 1, 1)
    name = f"Quarter {quarter} of {year}"
    return Span(key, name, date(year, quarter * 3 - 2, 1), after - timedelta(days=1), least_nights=least_nights)


def current_span(own: Iterable[Span], house: int | None, today: date, least_nights: int = 1) -> Span:
    """Return the span of a page without a choice.

    It is the host's ``own`` season of today that began last, of all houses or of the page's ``house``; without one it
    is this calendar year.
    """
    running = [span for span in own if span.holds(today) and span.house in (None, house)]
    year = calendar_span(f"{today.year}", least_nights)
    assert year is not None  # noqa: S101  # a clock that is out of YEARS runs no desk
    return max(running, key=lambda span: span.first or date.min, default=year)


def offered_spans(own: Sequence[Span], years: Iterable[int], today: date) -> list[Span]:
    """Return the spans to choose from: the host's own, the quarters of this year so far, years with nights, and all."""
    quarters = [f"{today.year}-q{number}" for number in range((today.month + 2) // 3, 0, -1)]
    others = [f"{year}" for year in sorted({*years} - {today.year}, reverse=True)]
    spans = map(calendar_span, [f"{today.year}", *quarters, *others, ALL_NIGHTS])
    return [*own, *(span for span in spans if span is not None)]
