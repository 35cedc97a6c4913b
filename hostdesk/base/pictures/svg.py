"""A picture as SVG: every mark has a class for its ink, to which the style sheet gives the colours of the page.

It contains no styles, so that a page can forbid them all; squares of one kind are one path, so that it stays small.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from ledger.pictures.shapes import TEXT, Area, Boxes, Dots, Line, Mark, Picture, Point


@lru_cache(maxsize=128)
def drawn(picture: Picture, player: int = 0, query: str = "") -> str:
    """Return the SVG of a picture; marks of others than the ``player`` stand back, if the player has any.

    With a ``query`` that ends where a number goes on ("?season=2026&player="), the marks of a player lead there.
    """
    parts, is_of_them = [], any(player == mark.of for mark in picture.marks)
    for mark in picture.marks:
        shape = _shape(mark, " dim" if player and is_of_them and mark.of not in (0, player) else "")
        if query and mark.of:
            shape = f'<a href="{escape(query)}{mark.of}#{picture.key}" tabindex="-1">{shape}</a>'
        parts.append(shape)
    # As wide as it is drawn, or as the page: its text is never larger than that of the page.
    size = f'viewBox="0 0 {picture.width:g} {picture.height:g}" width="{picture.width:g}" font-size="{TEXT}"'
    # An image may hold no links. They are for a finger: the filter of the page has every player.
    role, inside = ("group", '<g aria-hidden="true">') if query else ("img", "<g>")
    head = f'<svg {size} role="{role}" aria-label="{escape(picture.description)}">{inside}'
    return "".join([head, *parts, "</g></svg>"])


@lru_cache(maxsize=128)
def rows_drawn(picture: Picture) -> str:
    """Return the rows of the numbers behind a picture, as HTML: a page of many rows is drawn at once."""
    # Thousands of cells: HTML lets them and their rows end where the next one begins.
    return "".join(
        f'<tr><th scope="row"><bdi>{escape(first)}</bdi>{"".join(f"<td>{escape(cell)}" for cell in cells)}'
        for first, *cells in picture.table.rows
    )


def _shape(mark: Mark, dim: str) -> str:
    kind = f'class="tone-{mark.ink}{dim}"'
    match mark:
        case Line():
            dashes = ' stroke-dasharray="4 4"' if mark.dashed else ""
            points = _points(mark.points)
            line = f'<polyline {kind} points="{points}" stroke-width="{mark.thick:g}"{dashes}/>'
            if not mark.of:
                return line
            # A finger is wider than a line, and only needs its course.
            course = _points([*mark.points[:: len(mark.points) // 24 + 1], mark.points[-1]])
            return f'{line}<polyline class="reach" points="{course}" stroke-width="{TEXT}"/>'
        case Area():
            return f'<polygon {kind} points="{_points(mark.points)}"/>'
        case Boxes():
            outlines = (f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z" for x, y, wide, high in mark.boxes)
            return f'<path {kind} d="{"".join(outlines)}"/>'
        case Dots():
            return "".join(f'<circle {kind} cx="{x:g}" cy="{y:g}" r="{mark.radius:g}"/>' for x, y in mark.points)
        case _:
            strong = ' font-weight="600"' if mark.strong else ""
            place = f'x="{mark.x:g}" y="{mark.y:g}" text-anchor="{mark.align}"'
            return f"<text {kind} {place}{strong}>{escape(mark.text)}</text>"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
