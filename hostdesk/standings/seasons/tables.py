"""The table of a season and its columns."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

import django_tables2 as tables
from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from hostdesk.base.lists import tables as lists
from ledger.money.cents import show_signed
from ledger.seasons.report import Ranked, SeasonLine, ranked

_WIDE, _HIGH, _MOST_POINTS = 96, 28, 60


class RankedData(TableListData):
    """The lines of a season ranked by the sorting column, unranked ones after them.

    Ranks are those among ``everybody``, also if some of their lines are not shown; sorted the other way round, the last
    of them comes first.
    """

    def __init__(self, everybody: Sequence[SeasonLine], shown: Sequence[SeasonLine], least_nights: int) -> None:
        self.everybody, self.least_nights = everybody, least_nights
        self.shown = {line.player: line for line in shown}
        self.data: list[Ranked] = []
        super().__init__(self.ranked_by("net_cents"))

    def ranked_by(self, figure: str) -> list[Ranked]:
        """Return the shown lines with their ranks by a figure, the first first."""
        found = ranked(self.everybody, figure, least_nights=self.least_nights)
        return [Ranked(place.rank, self.shown[place.line.player]) for place in found if place.line.player in self.shown]

    def order_by(self, aliases: Any) -> None:
        """Sort by the first of these columns."""
        first = OrderBy(aliases[0] if aliases else "-net_cents")
        if first.bare == "name":
            self.data.sort(key=lambda place: place.line.name.casefold(), reverse=first.is_descending)
            self.data.sort(key=lambda place: (place.rank is None, not place.line.regular))
            return
        self.data = self.ranked_by(first.bare)
        count = sum(place.rank is not None for place in self.data)
        if not first.is_descending:
            self.data[:count] = reversed(self.data[:count])


class _Figure(lists.NumberColumn):
    """A figure of a line, in the words of ``drawn``: a tap ranks by it, the most first."""

    most_first = True

    def __init__(self, drawn: Callable[[int], str] | None = None, **options: Any) -> None:
        super().__init__(**options)
        if drawn is not None:
            self.render = drawn


class _SignedCents(lists.CentsColumn):
    """A won or lost amount."""

    most_first = True


class _AverageCents(_SignedCents):
    """A won or lost average, with a mark if it is over few nights; files have it without the mark."""

    def render(self, value: int, record: Ranked) -> str:  # type: ignore[override]
        return record.line.averaged(show_signed(value))


class _HoursColumn(_Figure):
    """Hours and minutes; in a file hours with two decimals."""

    def value(self, value: int | None) -> Decimal | None:
        return None if value is None else round(Decimal(value) / 60, 2)


def drawn_hours(value: int) -> str:
    """Write minutes in hours and minutes: "4:05"."""
    return f"{value // 60}:{value % 60:02}"


def drawn_streak(value: int) -> str:
    """Name a run of nights up (+) or down (-): "3 up"."""
    return f"{abs(value)} {'up' if value > 0 else 'down'}" if value else "even"


def drawn_percent(value: int) -> str:
    """Write a share of won or lost money: "−5 %"."""
    return f"{'−' if value < 0 else ''}{abs(value)} %"


class SeasonTable(lists.DeskTable):
    """The players of a season, ranked by the sorting column."""

    rank = lists.NumberColumn(verbose_name="#", orderable=False, attrs=lists.HEAD_NUMBER)
    name = tables.Column(verbose_name="Player", accessor="line", attrs=lists.HEAD)
    net_cents = _SignedCents(verbose_name="Net", accessor="line__net_cents", signed=True, attrs=lists.SUM)
    curve = tables.Column(verbose_name="So far", accessor="line__curve", orderable=False, exclude_from_export=True)
    nights = _Figure(verbose_name="Nights", accessor="line__nights")
    average_cents = _AverageCents(verbose_name="A night", accessor="line__average_cents", signed=True)
    best_cents = _SignedCents(verbose_name="Best night", accessor="line__best_cents", signed=True)
    worst_cents = _SignedCents(verbose_name="Worst night", accessor="line__worst_cents", signed=True)
    up = _Figure(verbose_name="Nights up", accessor="line__up")
    down = _Figure(verbose_name="Nights down", accessor="line__down")
    streak = _Figure(drawn_streak, verbose_name="Streak", accessor="line__streak")
    hot = _Figure(verbose_name="Longest up", accessor="line__hot")
    cold = _Figure(verbose_name="Longest down", accessor="line__cold")
    minutes = _HoursColumn(drawn_hours, verbose_name="Hours", accessor="line__minutes")
    hourly_cents = _AverageCents(verbose_name="An hour", accessor="line__hourly_cents", signed=True)
    bought_cents = _SignedCents(verbose_name="Bought", accessor="line__bought_cents")
    return_percent = _Figure(drawn_percent, verbose_name="Return", accessor="line__return_percent")
    rebuys = _Figure(verbose_name="Rebuys a night", accessor="line__rebuys")
    deviation_cents = _SignedCents(verbose_name="Deviation", accessor="line__deviation_cents")

    caption = "Table of the season"
    sheet = "season"
    sideways = True
    per_page = 200  # The printed season has everybody.

    def __init__(self, data: RankedData, *, player_query: str, **options: Any) -> None:
        self.player_query = player_query
        super().__init__(data, order_by="-net_cents", **options)

    def render_name(self, value: SeasonLine) -> SafeString:
        """Draw the name with a link to all figures of a player, and marks for a guest and private results."""
        marks = [(word,) for word, on in (("guest", not value.regular), ("private", value.is_private)) if on]
        address = f"{self.player_query}{value.player}#player"
        pills = format_html_join("", ' <span class="pill">{}</span>', marks)
        return format_html('<a href="{}"><bdi>{}</bdi></a>{}', address, value.name, pills)

    def value_name(self, value: SeasonLine) -> str:
        """Write the name."""
        return value.name

    def render_curve(self, value: tuple[int, ...]) -> SafeString:
        """Draw the net from night to night."""
        return spark(value)


def rank_by(form: forms.Form, chosen: str) -> None:
    """Let a form choose the figure of the ranking, the most first."""
    columns = SeasonTable.base_columns.items()
    figures = [(f"-{name}", column.verbose_name) for name, column in columns if getattr(column, "most_first", False)]
    form.fields["sort"] = forms.ChoiceField(label="Rank by", choices=figures)
    form.data = {**form.data, "sort": f"-{chosen.lstrip('-')}"}


def spark(curve: Sequence[int]) -> SafeString:
    """Draw the net after every night as a line from zero, with a line at zero, and its text; "" without nights."""
    if not curve:
        return SafeString()
    zero, line = drawn_line(tuple(curve))
    high, low = max(0, *curve), min(0, *curve)
    words = f"from 0 to {show_signed(curve[-1])}, at most {show_signed(high)}, at least {show_signed(low)}"
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<line x1="0" x2="{}" y1="{}" y2="{}"/><polyline points="{}"/></svg>',
        *(_WIDE, _HIGH, words, _WIDE, zero, zero, line),
    )


@lru_cache(maxsize=256)
def drawn_line(curve: tuple[int, ...]) -> tuple[float, str]:
    """Return the height of zero in the small picture, and the points of its line, of many nights only some."""
    points = [0, *curve]
    if len(points) > _MOST_POINTS:
        points = [points[round(at * (len(points) - 1) / (_MOST_POINTS - 1))] for at in range(_MOST_POINTS)]
    low, high = min(0, *curve), max(0, *curve)
    scale, step = (_HIGH - 4) / (high - low or 1), _WIDE / (len(points) - 1)
    y = [round(_HIGH - 2 - (point - low) * scale, 1) for point in points]
    return y[0], " ".join(f"{round(at * step, 1)},{height}" for at, height in enumerate(y))
