"""A player's year as one page of paper, out of plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.platypus import Flowable, KeepInFrame, Spacer, Table

from ledger.paper.layout import HEIGHT, SOFT, UNPADDED, WIDTH, Foot, TextStyle, Words, fitted, heading, opening, printed
from ledger.pictures.paper import bare
from ledger.pictures.shapes import Picture

_ACROSS, _BETWEEN = 4, 14
_LABEL, _FIGURE = TextStyle(7.5, SOFT), TextStyle(strong=True)
_SIZES, _HIGH = (14, 12, 10, 8), 21


@dataclass(frozen=True)
class YearList:
    """A short list beside others: its heading, and its lines, the first first."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class YearPaper:
    """What a year came to for one player, by ``figures`` (what, how much), pictures, and lists of at most five lines.

    It is as of the act of that ``number``, where the chain has that ``head``.
    """

    year: str
    name: str
    figures: tuple[tuple[str, str], ...]
    pictures: tuple[Picture, ...]
    lists: tuple[YearList, ...]
    number: int
    head: str


def year_pdf(paper: YearPaper) -> bytes:
    """The paper of a player's year, always one page. The same year gives the same bytes."""
    parts = opening("A YEAR AT THE TABLE", f"Your {paper.year}", paper.name)
    if paper.figures:
        parts += _figures(paper.figures)
        for picture in paper.pictures:
            parts += [Spacer(0, 12), heading(picture.title), Spacer(0, 6), bare(picture)]
        parts += [Spacer(0, 14), _side_by_side(paper.lists)] if paper.lists else []
    else:
        parts += [Words(f"You played on no night of {paper.year}.")]
    # Whatever is long is drawn smaller, so that it stays one page.
    page = KeepInFrame(WIDTH, HEIGHT - 1, parts, mode="shrink")
    foot = Foot(f"{paper.year} · {paper.name}", paper.number, paper.head)
    return printed([page], foot, title=f"{paper.name} · {paper.year}")


def _figures(figures: Sequence[tuple[str, str]]) -> list[Flowable]:
    wide = WIDTH / _ACROSS
    cells = [
        [Words(label, _LABEL), fitted(figure, wide - _BETWEEN, _HIGH, _SIZES, _FIGURE), Spacer(0, 6)]
        for label, figure in figures
    ]
    rows = [cells[at : at + _ACROSS] for at in range(0, len(cells), _ACROSS)]
    rows[-1] += [[]] * (_ACROSS - len(rows[-1]))
    return [Table(rows, [wide] * _ACROSS, style=UNPADDED)]


def _side_by_side(lists: Sequence[YearList]) -> Table:
    wide = WIDTH / len(lists)
    cells = [
        [heading(each.title), Spacer(0, 3), *(Words(line, right=_BETWEEN) for line in each.lines)] for each in lists
    ]
    return Table([cells], [wide] * len(lists), style=UNPADDED)
