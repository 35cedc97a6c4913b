"""The picture of the times of purchases: buy-ins and rebuys by the hour of the evening. Pure."""

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo
from functools import partial

from ledger.pictures.shapes import (
    LEADING,
    Box,
    Boxes,
    Ink,
    Label,
    Line,
    Mark,
    Pair,
    Table,
    for_both,
    isolated,
    scale_of,
    text_width,
)
from ledger.seasons.report import SeasonNight
from reservations.parsing.names import counted

_HIGH, _TOP, _FOOT = 260, 56, 26
_NOON = 12  # Every evening is over by then: a purchase at 1 comes after a purchase at 23.


def hours_bought(nights: Sequence[SeasonNight], zone: tzinfo, player: int = 0) -> tuple[Counter[int], Counter[int]]:
    """Count the buy-ins and the rebuys of everybody or of one player by the hours of the zone after noon, 0 to 23.

    Both are empty without known times: nobody bought, or the nights are of results only.
    """
    first, again = Counter[int](), Counter[int]()
    for night in nights:
        for played in night.played:
            if not player or played.player == player:
                for place, moment in enumerate(played.bought_at):
                    (again if place else first)[(moment.astimezone(zone).hour - _NOON) % 24] += 1
    return first, again


def bought_by_hour(bought: tuple[Counter[int], Counter[int]], name: str = "") -> Pair:
    """Draw the number of buy-ins and rebuys by hour; there is at least one. ``name`` is that of their only player."""
    first, again = bought
    hours = range(min(first + again), max(first + again) + 1)
    title = _title(again, isolated(name) if name else "")
    text = f"{counted(first.total(), 'buy-in')} and {counted(again.total(), 'rebuy')} by the hour. {title}."
    ends = [((hour + _NOON) % 24, (hour + _NOON + 1) % 24) for hour in hours]
    counts = [(str(first[hour]), str(again[hour])) for hour in hours]
    rows = [(f"{begin}:00 to {end}:00", *count) for (begin, end), count in zip(ends, counts, strict=True)]
    return for_both("hours", title, text, Table(("Hour", "Buy-ins", "Rebuys"), (*rows,)), partial(_draw, bought, hours))


def _draw(bought: tuple[Counter[int], Counter[int]], hours: range, width: float) -> tuple[float, list[Mark]]:
    count = scale_of((bought[0] + bought[1]).values(), _HIGH - _FOOT, _TOP, every=44)
    left = text_width(str(count.high)) + 8
    step, marks = (width - left) / len(hours), list[Mark]()
    for tick in count.ticks:
        y = count.at(tick)
        marks.append(Line(((left, y), (width, y)), Ink.GRID if tick else Ink.SOFT, thick=1))
        marks.append(Label(left - 8, y, str(tick), Ink.SOFT, "end"))
    wide, every = round(min(step * 0.7, 64), 1), -(-30 // max(1, int(step)))
    bars = list[Box](), list[Box]()
    for place, hour in enumerate(hours):
        middle, base = round(left + (place + 0.5) * step, 1), 0
        for kind, bar in zip(bought, bars, strict=True):
            top, foot = count.at(base + kind[hour]), count.at(base)
            if kind[hour]:
                bar.append((round(middle - wide / 2, 1), top, wide, round(foot - top, 1)))
            base += kind[hour]
        if rebuys := bought[1][hour]:
            marks.append(Label(middle, count.at(base) - LEADING / 2, str(rebuys), Ink.ACCENT, "middle"))
        if place % every == 0:
            marks.append(Label(middle, _HIGH - _FOOT / 2 + 2, str((hour + _NOON) % 24), Ink.SOFT, "middle"))
    marks += [Boxes(tuple(bar), ink) for bar, ink in zip(bars, (Ink.SOFT, Ink.ACCENT), strict=True) if bar]
    for x, ink, words in ((left, Ink.SOFT, "buy-ins"), (left + 110, Ink.ACCENT, "rebuys")):
        marks += [Boxes(((x, LEADING / 2 - 7, 14, 14),), ink), Label(x + 22, LEADING / 2, words, ink)]
    return _HIGH, marks


def _title(again: Counter[int], name: str) -> str:
    if not again:
        return f"{name} never bought again" if name else "Nobody bought again"
    most = max(again.values())
    hour = (min(hour_of_day for hour_of_day, count in again.items() if count == most) + _NOON) % 24
    return f"{f'{name} rebuys most' if name else 'Most rebuys come'} between {hour}:00 and {(hour + 1) % 24}:00"
