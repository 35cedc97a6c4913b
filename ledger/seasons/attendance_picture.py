"""The picture of attendance: a calendar of squares, a row for every player and a column for every week. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from ledger.pictures import shapes
from ledger.seasons.report import SeasonNight
from reservations.parsing.days import day_of
from reservations.parsing.names import counted

_BESIDE, _GAP, _ROW = 8, 14, 20  # The room beside a name, between two blocks, and from one row to the next.
_MOST_ROWS = 60  # With more rows, only those of everybody and of the chosen player are drawn.
_SMALLEST = 0.35  # The least part of a square, for weeks with few players.
EVERYBODY = "all"


def attendance(nights: Sequence[SeasonNight], names: Mapping[int, str], player: int = 0) -> shapes.Pair:
    """Draw the nights by week and player: a full square for a night they came to, a pale one for a night without them.

    A block is a year at most, half a year on a phone, and all blocks have the same number of months. The first row
    is for everybody: the more players came, the larger the square.
    """
    came = Counter(number for night in nights for number in night.here if number in names)
    order = sorted(came, key=lambda number: (-came[number], names[number].casefold()))
    title = _title(order, came, names, len(nights), player)
    average = counted(round(sum(len(night.here) for night in nights) / len(nights)), "player")
    words = f"{title}. {counted(len(nights), 'night')} from {day_of(nights[0].day)} on, {average} a night."
    rows = [
        (day_of(night.day), str(len(night.here)), *("●" if number in night.here else "" for number in order))
        for night in nights
    ]
    table = shapes.Table(("Night", "Players", *(names[number] for number in order)), tuple(rows))
    return shapes.for_both("attendance", title, words, table, partial(_draw, nights, names, order, player))


def _draw(
    nights: Sequence[SeasonNight], names: Mapping[int, str], order: Sequence[int], player: int, width: float
) -> tuple[float, list[shapes.Mark]]:
    all_months, most_months = _months(nights[0].day, nights[-1].day) + 1, 12 if width >= shapes.WIDE else 6
    months = -(-all_months // -(-all_months // most_months))
    blocks: dict[int, list[SeasonNight]] = {}
    for night in nights:
        blocks.setdefault(_months(nights[0].day, night.day) // months, []).append(night)
    rows = order if len(order) * len(blocks) <= _MOST_ROWS else [number for number in order if number == player]
    texts = {number: shapes.cut_to(names[number], 150 if width >= shapes.WIDE else 90, strong=True) for number in rows}
    left = max(shapes.text_width(text, strong=True) for text in [*texts.values(), "2026/27"]) + _BESIDE
    cell = min(_ROW, (width - left) / (months * 61 // 14 + 2))  # The number of weeks, the first and the last in part.
    letters = 3 if 4 * cell > shapes.text_width("May") + 6 else 1
    most = max(len(night.here) for night in nights)
    high = shapes.LEADING + _ROW * (len(rows) + 1)
    marks: list[shapes.Mark] = []
    for place, (block, of_block) in enumerate(blocks.items()):
        after = range(block * months, min(block * months + months, all_months))
        begins = [_month_after(nights[0].day, month) for month in after]
        top, monday = place * (high + _GAP), begins[0] - timedelta(days=begins[0].weekday())
        years = f"{begins[0].year}" if begins[0].year == begins[-1].year else f"{begins[0]:%Y}/{begins[-1]:%y}"
        marks.append(shapes.Label(0, top + shapes.LEADING / 2, years, shapes.Ink.SOFT))
        for begin in begins:
            x = round(left + (begin - monday).days // 7 * cell, 1)
            marks.append(shapes.Line(((x - 1, top + 4), (x - 1, top + high - 4)), shapes.Ink.GRID, thick=1))
            marks.append(shapes.Label(x + 3, top + shapes.LEADING / 2, f"{begin:%b}"[:letters], shapes.Ink.SOFT))
        weeks: dict[float, list[frozenset[int]]] = {}
        for night in of_block:
            weeks.setdefault(left + (night.day - monday).days // 7 * cell, []).append(night.here)
        y = top + shapes.LEADING + _ROW / 2
        squares = [_square(x, y, cell, max(map(len, here)) / most) for x, here in weeks.items()]
        marks += [shapes.Label(0, y, EVERYBODY, shapes.Ink.SOFT), shapes.Boxes(tuple(squares), shapes.Ink.SOFT)]
        for number in rows:
            y += _ROW
            full, pale = list[shapes.Box](), list[shapes.Box]()
            for x, here in weeks.items():
                share = sum(number in those for those in here) / len(here)
                (full if share else pale).append(_square(x, y, cell, share or 1))
            marks.append(shapes.Label(0, y, texts[number], shapes.Ink.INK, strong=number == player, of=number))
            marks += [shapes.Boxes(tuple(pale), shapes.Ink.GRID, number)] if pale else []
            marks += [shapes.Boxes(tuple(full), shapes.Ink.ACCENT, number)] if full else []
    return len(blocks) * (high + _GAP) - _GAP, marks


def _months(first: date, day: date) -> int:
    """Return the months from that of the first day to that of the last."""
    return 12 * (day.year - first.year) + day.month - first.month


def _month_after(first: date, months: int) -> date:
    """Return the first day of the month that many months after a day."""
    return date(first.year + (first.month - 1 + months) // 12, (first.month - 1 + months) % 12 + 1, 1)


def _square(x: float, y: float, cell: float, part: float) -> shapes.Box:
    """Return the square of a week, which fills that part of a cell, in its middle."""
    size = max(_SMALLEST, part**0.5) * (min(cell, _ROW) - 1.5)
    return round(x + (cell - size) / 2, 1), round(y - size / 2, 1), round(size, 1), round(size, 1)


def _title(order: Sequence[int], came: Mapping[int, int], names: Mapping[int, str], nights: int, player: int) -> str:
    """Describe the picture in one sentence: the player's nights, or the players who came most often."""
    if player in names:
        return f"{shapes.isolated(names[player])} came to {came[player]} of {counted(nights, 'night')}"
    if not order:
        return counted(nights, "night")
    first = [names[number] for number in order if came[number] == came[order[0]]]
    return f"{shapes.listed(first)} came most often: {came[order[0]]} of {counted(nights, 'night')}"
