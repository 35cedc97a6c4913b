"""The pictures of one night: everybody's result, and its story, at any moment of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ledger.money.cents import show_cents, show_money, show_signed
from ledger.pictures.shapes import (
    LEADING,
    NARROW,
    Area,
    Boxes,
    Dots,
    Ink,
    Label,
    Line,
    Mark,
    Picture,
    Point,
    Table,
    cut_to,
    isolated,
    steps,
    text_width,
)
from ledger.reports.night_story import Lane, NightStory
from reservations.parsing.names import counted

_ROW, _TWO_LINES = 32, 54
"""How high a player's row is, and where the name stands above it."""
_NAMES, _GAP = 190, 10
_CHART, _BAR, _TICK = 132, 14, 72


def results_picture(results: Sequence[tuple[str, int]], width: float, *, longest: Sequence[int] = ()) -> Picture:
    """Return players with their results in cents as bars from zero, the most first.

    The bars have the same scale as those of the ``longest`` results, which may be in other pictures.
    """
    rows = sorted(results, key=lambda result: (-result[1], result[0].casefold(), result[0]))
    won, lost = (max(0, *(sign * cents for cents in (0, *longest, *(cents for _, cents in rows)))) for sign in (1, -1))
    narrow = width == NARROW
    labels = [text_width(show_signed(sign * cents), strong=True) + 8 for sign, cents in ((1, won), (-1, lost))]
    left = (0 if narrow else _NAMES + _GAP) + (labels[1] if lost else 0)
    zero = left + (width - left - labels[0]) * lost / max(1, won + lost)
    unit = (width - left - labels[0]) / max(1, won + lost)
    high = _TWO_LINES if narrow else _ROW
    marks: list[Mark] = [Line(((zero, 0), (zero, high * len(rows))), Ink.SOFT, 1)]
    for place, (name, cents) in enumerate(rows):
        middle = place * high + (high - _ROW / 2 if narrow else high / 2)
        ink = Ink.UP if cents > 0 else Ink.DOWN
        start = zero + min(0, cents * unit)
        marks.append(Boxes(((start, middle - _BAR / 2, abs(cents) * unit, _BAR),), ink))
        name_y = place * high + LEADING / 2 if narrow else middle
        marks.append(Label(0, name_y, cut_to(name, width if narrow else _NAMES)))
        before = cents < 0
        end = start - 6 if before else start + cents * unit + 6
        marks.append(Label(end, middle, show_signed(cents), align="end" if before else "start", strong=True))
    in_words = ", ".join(f"{isolated(name)} {show_signed(cents)}" for name, cents in rows)
    table = Table(("Player", "Result"), tuple((name, show_signed(cents)) for name, cents in rows))
    title = results_title(rows)
    return Picture("night-results", title, f"{title}. {in_words}.", width, high * len(rows), tuple(marks), table)


def results_title(results: Sequence[tuple[str, int]]) -> str:
    """Return the winner of a night in words; at least one result is needed."""
    rows = sorted(results, key=lambda result: -result[1])
    best = [name for name, cents in rows if cents == rows[0][1]]
    if rows[0][1] <= 0:
        return "Nobody left ahead" if any(cents for _, cents in rows) else "Everybody went home even"
    who = isolated(best[0]) if len(best) == 1 else counted(len(best), "player")
    return f"{who} won most: {show_signed(rows[0][1])}"


@dataclass(frozen=True)
class _Times:
    """The place of a moment from side to side; if all moments are the same, everything is at the left edge."""

    first: datetime
    last: datetime
    left: float
    right: float

    def x(self, at: datetime) -> float:
        long = (self.last - self.first).total_seconds()
        return self.left + (self.right - self.left) * ((at - self.first).total_seconds() / long if long else 0)

    def ticks(self, most: float) -> list[datetime]:
        """Return round times, up to that many."""
        long = (self.last - self.first).total_seconds() / 60
        minutes = next((step for step in (5, 15, 30, 60, 120, 240, 480) if long / step < most), 1440)
        midnight = self.first.replace(hour=0, minute=0, second=0, microsecond=0)
        step = timedelta(minutes=minutes)
        at = midnight + step * -(-(self.first - midnight) // step)
        return [at + step * number for number in range((self.last - at) // step + 1)]


def story_picture(story: NightStory, width: float, count: int, *, shown: slice = slice(None)) -> Picture:
    """Return the story of a night with at least one step, after that many steps; later steps are pale.

    On top are the chips that the bank had sold and those in play, and below, for all players ``shown``, the
    times of holding chips, the purchases and the cash-outs.
    """
    narrow, moments, now = width == NARROW, story.moments, story.steps[count - 1]
    sold = [story.bought_by(place + 1) for place in range(len(story.steps))]
    chips = [step.chips_cents for step in story.steps]
    scale = steps(0, max(1, *sold, *chips), 3)
    lanes, past = story.lanes()[shown], {lane.name: lane for lane in story.lanes(count)}
    sums = {lane.name: _sums(past.get(lane.name)) for lane in lanes}
    margin = max(text_width(show_cents(amount)) for amount in scale) + 6
    aside = 0 if narrow else max((text_width(_sums(lane)) for lane in lanes), default=0) + _GAP
    times = _Times(moments[0], moments[-1], margin if narrow else max(margin, _NAMES + _GAP), width - aside - 8)
    foot, high = LEADING * 2 + _CHART, _TWO_LINES if narrow else _ROW
    end = foot + LEADING + _GAP + high * len(lanes)
    in_play = f"In play {show_money(now.chips_cents)}"
    marks: list[Mark] = [
        Label(0 if narrow else times.left, LEADING / 2, f"Bought {show_money(sold[count - 1])}", strong=True),
        Label(width if narrow else times.right, LEADING / 2, in_play, Ink.ACCENT, "end", strong=True),
    ]
    for cents in scale:
        y = foot - _CHART * cents / scale[-1]
        marks.append(Line(((times.left, y), (times.right, y)), Ink.GRID, 1))
        marks.append(Label(times.left - 6, y, show_cents(cents), Ink.SOFT, "end"))
    for at in times.ticks((times.right - times.left) / _TICK):
        x = times.x(at)
        marks.append(Line(((x, foot), (x, end)), Ink.GRID, 1))
        if x + 22 <= width:
            marks.append(Label(x, foot + LEADING / 2 + 2, f"{at:%H:%M}", Ink.SOFT, "middle"))
    xs = [times.x(at) for at in moments]
    for amounts, ink in ((chips, Ink.ACCENT), (sold, Ink.INK)):
        stairs = _stairs(xs, [foot - _CHART * amount / scale[-1] for amount in amounts], foot)
        marks.append(Line(stairs, Ink.GRID, 2))
        if ink == Ink.ACCENT:
            marks.append(Area((*stairs[: 2 * count], (stairs[2 * count - 1][0], foot)), ink))
        marks.append(Line(stairs[: 2 * count], ink, 2))
    if count < len(story.steps):
        marks.append(Line(((xs[count - 1], LEADING), (xs[count - 1], end)), Ink.INK, 1, dashed=True))
    for place, lane in enumerate(lanes):
        top = foot + LEADING + _GAP + place * high
        marks += _lane(lane, past.get(lane.name), times, top, width, sums[lane.name], moments[count - 1])
    for at, step in zip(moments[:count], story.steps, strict=False):
        names = [lane.name for lane in lanes]
        if step.kind == "final_pot" and step.player in names:
            y = foot + LEADING + _GAP + (names.index(step.player) + 1) * high - _ROW / 2
            marks.append(Dots(((times.x(at), y),), Ink.UP, 8))
    marks += _legend(0 if narrow else times.left, end + LEADING / 2 + 6, story)
    rows = tuple(
        (step.text, f"{step.at:%H:%M}", show_cents(step.cents) if step.cents else "", show_cents(step.chips_cents))
        for step in story.steps
    )
    players = " ".join(f"{isolated(lane.name)}: {sums[lane.name] or 'not here yet'}." for lane in lanes)
    title = _story_title(story, count)
    table = Table(("What happened", "At", "Amount", "In play"), rows)
    return Picture("night-story", title, f"{title}. {players}", width, end + LEADING + 12, tuple(marks), table)


def _story_title(story: NightStory, count: int) -> str:
    if count < len(story.steps):
        step = story.steps[count - 1]
        return f"{step.at:%H:%M} {isolated(step.text)}{f' {show_money(step.cents)}' if step.cents else ''}"
    purchases = sum(len(lane.bought) for lane in story.lanes())
    hours = f" in {story.minutes // 60}:{story.minutes % 60:02} hours" if story.minutes else ""
    return f"{show_money(story.bought_by(count))} went into play: {counted(purchases, 'purchase')}{hours}"


def _sums(lane: Lane | None) -> str:
    """Return a player's purchases and cash-outs: "30.00 → 12.50"; "" before they came."""
    if lane is None:
        return ""
    return " → ".join(map(show_cents, [lane.bought_cents, *([lane.cashed_cents] if lane.cashed else [])]))


def _stairs(xs: Sequence[float], ys: Sequence[float], foot: float) -> tuple[Point, ...]:
    """Return a line that stays level until the next moment: two points for every moment."""
    before = [foot, *ys[:-1]]
    return tuple(point for x, y, last in zip(xs, ys, before, strict=True) for point in ((x, last), (x, y)))


def _lane(
    lane: Lane, past: Lane | None, times: _Times, top: float, width: float, sums: str, now: datetime
) -> list[Mark]:
    """Return one player's marks: the whole night pale, and the part so far above it."""
    narrow = width == NARROW
    middle = top + (_TWO_LINES - _ROW / 2 if narrow else _ROW / 2)
    name = cut_to(lane.name, width - text_width(sums) - _GAP if narrow else _NAMES)
    line = top + LEADING / 2 if narrow else middle
    marks: list[Mark] = [Label(0, line, name, Ink.INK if past else Ink.SOFT), Label(width, line, sums, Ink.SOFT, "end")]
    for drawn, bar, dot in ((lane, Ink.GRID, Ink.GRID), (past, Ink.ACCENT, Ink.INK)):
        if drawn is None:
            continue
        spells = [(times.x(start), times.x(end or now)) for start, end in drawn.spells]
        marks.append(Boxes(tuple((x, middle - 4, max(2.0, end - x), 8) for x, end in spells), bar))
        marks.append(Dots(tuple((times.x(at), middle) for at, _ in drawn.bought), dot, 6))
        marks.append(Boxes(tuple((times.x(at) - 5, middle - 9, 10, 18) for at, _ in drawn.cashed), dot))
    return marks


def _legend(left: float, y: float, story: NightStory) -> list[Mark]:
    """Return the legend of the players' marks; the final pot's if it was won."""
    cashed = left + text_width("bought") + 40
    pot = cashed + text_width("cashed out") + 40
    marks: list[Mark] = [
        Dots(((left + 8, y),), Ink.INK, 6),
        Label(left + 20, y, "bought", Ink.SOFT),
        Boxes(((cashed, y - 9, 10, 18),), Ink.INK),
        Label(cashed + 18, y, "cashed out", Ink.SOFT),
    ]
    if any(step.kind == "final_pot" for step in story.steps):
        marks += [Dots(((pot + 8, y),), Ink.UP, 8), Label(pot + 22, y, "final pot", Ink.SOFT)]
    return marks
