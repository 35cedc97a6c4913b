"""The pictures of a season's results: nets over its nights, nights won and lost, and results by company. Pure.

The first two are drawn only for the players of ``lines``, one of whom may be chosen; the last compares a player's
results with and without the others at the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from ledger.money.cents import show_signed
from ledger.pictures.shapes import (
    LEADING,
    WIDE,
    Boxes,
    Dots,
    Ink,
    Label,
    Line,
    Mark,
    Pair,
    Point,
    Scale,
    Table,
    apart,
    cut_to,
    for_both,
    isolated,
    listed,
    scale_of,
    steps,
    text_width,
    tick_cents,
)
from ledger.seasons.report import OF_FEW, SeasonLine, SeasonNight, averaged
from reservations.parsing.days import day_of
from reservations.parsing.names import counted, first_names

_TOP, _FOOT, _BESIDE = 14, 34, 8  # The room around the plot: above it, for the days below, and beside a text.
_LEAST_WIDTH = 4  # The least width of a night; of more nights some are left out of a line, but not of the table.
_MOST_NAMED = 5
_NEVER = 2**62, 0


def net_over_season(nights: Sequence[SeasonNight], lines: Sequence[SeasonLine], player: int = 0) -> Pair:
    """Draw the players' net after every night as lines, with as many names as fit beside the lines."""
    ranks = sorted(lines, key=_by_net)
    names = [f"{isolated(line.name)} {show_signed(line.net_cents)}" for line in ranks[:_MOST_NAMED]]
    more = [f"and {len(ranks) - _MOST_NAMED} more"] if len(ranks) > _MOST_NAMED else []
    words = f"The net after {counted(len(nights), 'night')}, a line for each player: {', '.join([*names, *more])}."
    starting = {line.player: line.starting_cents for line in ranks}
    changes = {player: [(0, cents)] if cents else list[tuple[int, int]]() for player, cents in starting.items()}
    rows = []
    for number, night in enumerate(nights, start=1):
        row = dict.fromkeys(changes, "")
        for played in night.played:
            if (theirs := changes.get(played.player)) is not None:
                theirs.append((number, played.result_cents + (theirs[-1][1] if theirs else 0)))
                row[played.player] = show_signed(theirs[-1][1])
        rows.append((day_of(night.day), *row.values()))
    table = Table(("After", *(line.name for line in ranks)), (*rows,))
    draw = partial(_draw_net, nights, ranks, changes, player)
    return for_both("net", _who_leads(ranks, player), words, table, draw)


def _draw_net(
    nights: Sequence[SeasonNight],
    ranks: Sequence[SeasonLine],
    changes: Mapping[int, Sequence[tuple[int, int]]],
    player: int,
    width: float,
) -> tuple[float, list[Mark]]:
    is_wide = width >= WIDE
    high = 400 if is_wide else 340
    values = [value for line in ranks for value in (line.starting_cents, *line.curve)]
    cents = scale_of(values if any(values) else [-1000, 1000], high - _FOOT, _TOP, every=48)
    left = max(text_width(tick_cents(tick, cents)) for tick in cents.ticks) + _BESIDE
    amount = max(text_width(show_signed(line.net_cents), strong=True) for line in ranks) + 2 * _BESIDE if is_wide else 0
    # On a phone first names are enough: more of the width is for the lines.
    short = {} if is_wide else first_names([line.name for line in ranks])
    called = {line.player: short.get(line.name, line.name) for line in ranks}
    name = min(max(text_width(each, strong=True) for each in called.values()), 170 if is_wide else 88)
    right = width - amount - name - 2 * _BESIDE
    at = Scale(0, len(nights), left, right)
    marks: list[Mark] = []
    for tick in cents.ticks:
        y = cents.at(tick)
        marks.append(Line(((left, y), (right, y)), Ink.GRID if tick else Ink.SOFT, thick=1))
        marks.append(Label(left - _BESIDE, y, tick_cents(tick, cents), Ink.SOFT, "end"))
    marks += _days(nights, at, high - _FOOT / 2 + 2)
    most = max(1, int((right - left) / _LEAST_WIDTH))
    places = range(len(nights) + 1) if len(nights) <= most else [round(n * len(nights) / most) for n in range(most + 1)]
    ends = [(place, at.at(place)) for place in places]
    # One line stands out, that of the chosen player or of the leader; then the next ones in rank, the first, the last.
    place = next((place for place, line in enumerate(ranks) if line.player == player), 0)
    first, beside = ranks[place].player, {0, max(0, place - 1), min(place + 1, len(ranks) - 1), len(ranks) - 1}
    inks = {line.player: Ink.INK if at in beside else Ink.SOFT for at, line in enumerate(ranks)} | {first: Ink.ACCENT}
    for line in sorted(ranks, key=lambda line: (line.player == first, inks[line.player] == Ink.INK, line.net_cents)):
        ink = Ink.GRID if inks[line.player] == Ink.SOFT else inks[line.player]
        curve = _curve(changes[line.player], ends, cents)
        marks.append(Line(curve, ink, thick=4 if line.player == first else 2, of=line.player))
    room = int((high - _FOOT - _TOP) / (1.5 * LEADING)) + 1
    named = sorted(ranks, key=lambda line: (line.player != first, -abs(line.net_cents)))
    others = len(named) - room + 1 if len(named) > room else 0
    shown = sorted(named[: len(named) - others], key=_by_net)
    # Players without room are between the others: a text has their number.
    texts: list[tuple[float, SeasonLine | None]] = [(cents.at(line.net_cents), line) for line in shown]
    texts += [(cents.at(0), None)] if others else []
    texts.sort(key=lambda text: text[0])
    places_of_names = apart([end for end, _ in texts], LEADING - 2, _TOP, high - _FOOT)
    for (end, who), y in zip(texts, places_of_names, strict=True):
        if who is None:
            marks.append(Label(right + 2 * _BESIDE, y, f"{others} more", Ink.SOFT))
            continue
        ink, strong, of = inks[who.player], who.player == first, who.player
        marks.append(Line(((right, end), (right + 2 * _BESIDE - 3, y)), Ink.GRID, thick=1))
        marks.append(Label(right + 2 * _BESIDE, y, cut_to(called[of], name, strong=strong), ink, strong=strong, of=of))
        if is_wide:
            marks.append(Label(width, y, show_signed(who.net_cents), ink, "end", strong, of))
    return high, marks


def _curve(changes: Iterable[tuple[int, int]], ends: Sequence[Point], cents: Scale) -> tuple[Point, ...]:
    """Return the points of a player's line: from zero before their first night on, level where they were away.

    Their starting result belongs to night 0, where their line begins.
    """
    points, had, after = list[Point](), cents.at(0), iter(changes)
    number, value = next(after)
    if not number:
        had = cents.at(value)
        points.append((ends[0][1], had))
        number, value = next(after, _NEVER)
    for (_, before), (place, x) in pairwise(ends):
        if number > place:
            continue
        if not points or points[-1][0] < before:
            points.append((before, had))
        while number <= place:
            now = value
            number, value = next(after, _NEVER)
        had = cents.at(now)
        points.append((x, had))
    if points[-1][0] < x:
        points.append((x, had))
    return tuple(points)


def _by_net(line: SeasonLine) -> tuple[int, str]:
    return -line.net_cents, line.name.casefold()


def _who_leads(ranks: Sequence[SeasonLine], player: int) -> str:
    """Describe the picture in one sentence: the player's place, or the leader."""
    for line in ranks:
        if line.player == player:
            where = f"is at {show_signed(line.net_cents)}" if line.net_cents else "is even"
            return f"{isolated(line.name)} {where} after {counted(line.nights, 'night')}"
    first = [line.name for line in ranks if line.net_cents == ranks[0].net_cents]
    if ranks[0].net_cents <= 0:
        return "Nobody is ahead"
    return f"{listed(first)} lead{'s' if len(first) == 1 else ''} with {show_signed(ranks[0].net_cents)}"


def _days(nights: Sequence[SeasonNight], at: Scale, y: float) -> list[Mark]:
    """Return as many days of nights as fit below the plot, with years where there are several."""
    years = nights[0].day.year != nights[-1].day.year
    texts = [f"{night.day:%b ’%y}" if years else f"{night.day.day} {night.day:%b}" for night in nights]
    wide = max(map(text_width, texts))
    first, last = at.start + wide / 2, at.end - wide / 2
    gaps = max(0, int((last - first) / (wide + 16)))
    days = [first + (last - first) * number / gaps for number in range(gaps)] if gaps else []
    numbers = {min(len(nights), max(1, round((x - at.start) / (at.end - at.start) * len(nights)))) for x in days}
    # A day is written below its night: always the last one, and earlier ones if there is room.
    found = [(last, texts[-1])]
    for number in sorted(numbers, reverse=True):
        if (x := max(at.at(number), first)) <= found[-1][0] - wide - 8:
            found.append((x, texts[number - 1]))
    return [Label(round(x, 1), y, text, Ink.SOFT, "middle") for x, text in reversed(found)]


def nights_won(lines: Sequence[SeasonLine], player: int = 0) -> Pair:
    """Draw the players' nights ahead, to the right of a line, and behind, to the left of it."""
    order = sorted(lines, key=lambda line: (-line.up, line.down, line.name.casefold()))
    rows = [(one.name, *map(str, (one.nights, one.up, one.down, one.nights - one.up - one.down))) for one in order]
    table = Table(("Player", "Nights", "Ahead", "Behind", "Even"), tuple(rows))
    words = ", ".join(f"{isolated(line.name)} {line.up} of {line.nights}" for line in order[:_MOST_NAMED])
    return for_both("won", _who_won(order, player), f"Nights ahead: {words}.", table, partial(_draw_won, order, player))


def _draw_won(order: Sequence[SeasonLine], player: int, width: float) -> tuple[float, list[Mark]]:
    name = min(max(text_width(line.name, strong=True) for line in order), 200 if width >= WIDE else 136)
    count = max(text_width(str(max(line.up, line.down))) for line in order) + _BESIDE
    most = [max(line.down for line in order), max(line.up for line in order)]
    start, row = name + _BESIDE + count, LEADING + 4
    unit = (width - start - count) / max(1, sum(most))
    zero = round(start + most[0] * unit, 1)
    marks: list[Mark] = [
        Label(zero - _BESIDE, LEADING / 2, "behind", Ink.DOWN, "end"),
        Label(zero + _BESIDE, LEADING / 2, "ahead", Ink.UP),
    ]
    for place, line in enumerate(order):
        top, of = LEADING + 6 + place * row, line.player
        middle, strong = top + row / 2 - 2, line.player == player
        marks.append(Label(0, middle, cut_to(line.name, name, strong=strong), Ink.INK, strong=strong, of=of))
        left, right = round(zero - line.down * unit, 1), round(zero + line.up * unit, 1)
        marks.append(Boxes(((left, top + 4, round(zero - left, 1), row - 12),), Ink.DOWN, of))
        marks.append(Boxes(((zero, top + 4, round(right - zero, 1), row - 12),), Ink.UP, of))
        marks.append(Label(left - _BESIDE, middle, str(line.down), Ink.DOWN, "end", of=of))
        marks.append(Label(right + _BESIDE, middle, str(line.up), Ink.UP, of=of))
    high = LEADING + 6 + len(order) * row
    marks.append(Line(((zero, LEADING + 4), (zero, high)), Ink.SOFT, thick=1))
    return high, marks


def _who_won(order: Sequence[SeasonLine], player: int) -> str:
    for line in order:
        if line.player == player:
            return f"{isolated(line.name)} was ahead on {line.up} of {counted(line.nights, 'night')}"
    first = [line.name for line in order if line.up == order[0].up]
    if not order[0].up:
        return "Nobody was ahead on any night"
    return f"{listed(first)} {'was' if len(first) == 1 else 'were'} ahead most often: {counted(order[0].up, 'night')}"


LEAST_NIGHTS = 2
"""So many nights with somebody, and as many without, are needed before the two are compared."""
_ROW = LEADING + 6


@dataclass(frozen=True)
class Company:
    """The results of a player on the nights with the player of that number, and on those without them, in cents."""

    other: int
    with_cents: tuple[int, ...]
    without_cents: tuple[int, ...]

    @property
    def averages(self) -> tuple[int, int]:
        """The averages per night with and without them, in cents."""
        with_them, without = self.with_cents, self.without_cents
        return round(sum(with_them) / len(with_them)), round(sum(without) / len(without))

    @property
    def in_words(self) -> tuple[str, str]:
        """The averages in words, with a star for an average over few nights."""
        with_them, without = map(show_signed, self.averages)
        return averaged(with_them, len(self.with_cents)), averaged(without, len(self.without_cents))

    @property
    def difference(self) -> int:
        """The gain of a night with them over one without, in cents."""
        with_them, without = self.averages
        return with_them - without


def companies(nights: Sequence[SeasonNight], player: int, others: Mapping[int, str]) -> list[Company]:
    """Return a player's results with and without the comparable others, the best company first."""
    played = [(mine.result_cents, night.here) for night in nights for mine in night.played if mine.player == player]
    found = []
    for other in others:
        together = tuple(cents for cents, here in played if other in here)
        alone = tuple(cents for cents, here in played if other not in here)
        if other != player and min(len(together), len(alone)) >= LEAST_NIGHTS:
            found.append(Company(other, together, alone))
    return sorted(found, key=lambda company: (-company.difference, others[company.other].casefold()))


def with_and_without(found: Sequence[Company], names: Mapping[int, str], player: int) -> Pair:
    """Draw a player's averages with the others as large dots, and without them as small dots.

    ``found`` must not be empty.
    """
    who, best = isolated(names[player]), found[0]
    with_them, without = best.in_words
    title = f"{who} does best with {isolated(names[best.other])}: {with_them} a night, {without} without"
    if best.difference <= 0:
        title = f"{who} does as well without anybody"
    few = f" {OF_FEW}" if any("*" in word for company in found for word in company.in_words) else ""
    words = f"What a night came to for {who} with and without {counted(len(found), 'other player')}. {title}.{few}"
    rows = []
    for pair in found:
        with_them, without = pair.in_words
        rows.append((names[pair.other], str(len(pair.with_cents)), with_them, str(len(pair.without_cents)), without))
    table = Table(("With", "Nights with", "A night with", "Nights without", "A night without"), (*rows,))
    return for_both("company", title, words, table, partial(_draw, found, names))


def _draw(found: Sequence[Company], names: Mapping[int, str], width: float) -> tuple[float, list[Mark]]:
    name = min(max(text_width(names[company.other]) for company in found), 200 if width >= WIDE else 100)
    foot = LEADING + 6 + len(found) * _ROW
    averages = [0, *(average for one in found for average in one.averages)]
    low, high, start, end = min(averages), max(averages), name + 3 * _BESIDE, width - 24
    # It need not end at a tick: a phone has few ticks.
    ticks = tuple(tick for tick in steps(low, high, int((end - start) / 52)) if low <= tick <= high)
    cents = Scale(low, max(high, low + 1), start, end, ticks)
    marks: list[Mark] = []
    for tick in cents.ticks:
        x = cents.at(tick)
        marks.append(Line(((x, LEADING + 2), (x, foot)), Ink.GRID if tick else Ink.SOFT, thick=1))
        marks.append(Label(x, foot + LEADING / 2, tick_cents(tick, cents), Ink.SOFT, "middle"))
    marks += [Dots(((8, LEADING / 2),), Ink.UP, 6), Dots(((24, LEADING / 2),), Ink.DOWN, 6)]
    marks += [Label(38, LEADING / 2, "with them", Ink.SOFT), Dots(((150, LEADING / 2),), Ink.SOFT, 4)]
    marks.append(Label(162, LEADING / 2, "without", Ink.SOFT))
    for place, company in enumerate(found):
        y, of = LEADING + 6 + (place + 0.5) * _ROW, company.other
        together, alone = map(cents.at, company.averages)
        ink = Ink.UP if company.difference > 0 else Ink.DOWN if company.difference < 0 else Ink.SOFT
        marks.append(Label(0, y, cut_to(names[of], name), Ink.INK, of=of))
        marks.append(Line(((alone, y), (together, y)), ink, thick=2))
        marks += [Dots(((alone, y),), Ink.SOFT, 4), Dots(((together, y),), ink, 6)]
    return foot + LEADING, marks
