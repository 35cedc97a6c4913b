"""The rule book of a house as PDF, out of plain values: title page, contents, the rules in short, and all articles."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, PageBreak, Spacer

from ledger.money.cents import style_now
from ledger.paper import layout
from ledger.paper.pictures import chips_drawn, levels_drawn
from ledger.terms.bank_terms import Colour
from reservations.parsing.days import long_day
from reservations.parsing.names import counted

IN_SHORT, ARTICLES = "The rules in short", "The articles"
"""The two parts of the book."""


@dataclass(frozen=True)
class BookArticle:
    """One rule as people read it; ``marks`` are the words beside its title, as in "new"."""

    number: str
    title: str
    text: str
    section: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleBook:
    """One version of a house's rules; ``source`` is "" if they are its own, ``in_short`` has sentences by subject."""

    house: str
    summary: str
    version: int
    since: date
    source: str
    in_short: tuple[tuple[str, tuple[str, ...]], ...]
    chips: tuple[Colour, ...]
    levels: tuple[str, ...]
    level_minutes: int | None
    articles: tuple[BookArticle, ...]

    @property
    def by_section(self) -> dict[str, list[BookArticle]]:
        """The articles by the heading they stand under, in order."""
        found: dict[str, list[BookArticle]] = {}
        for article in self.articles:
            found.setdefault(article.section, []).append(article)
        return found


@dataclass(frozen=True)
class _Line:
    """A line of the contents: what stands on which page; a part, a section of one, or an article with its number."""

    title: str
    page: int
    number: str = ""
    part: bool = False


_GUTTER = 15 * mm  # The numbers of the articles stand in it.
_TITLES = (34.0, 30.0, 26.0, 22.0, 18.0, 15.0, 12.0)
_PART, _SECTION = layout.TextStyle(20), layout.TextStyle(13, layout.FELT, strong=True)
_TITLE, _TEXT, _MARK = layout.TextStyle(10.5, strong=True), layout.TextStyle(10), layout.TextStyle(7, layout.FELT)
_NUMBER = layout.TextStyle(10.5, layout.FELT, strong=True)
_KEPT = 3  # Lines of an article that stand below its title at least, where the page ends.
_WHAT_MARKS_MEAN = {
    "new": "new: added or changed by the latest version of the rules it is based on.",
    "unusual": "unusual: most card rooms have it otherwise.",
}
_CHIPS_ACROSS, _LEVELS_ACROSS = 4, 4

_NUMBER_SIZES, _LISTED_SIZES = (10.5, 9.5, 8.5, 7.5, 6.5, 5.5), (8.5, 7.5, 6.5, 5.5, 4.5)
_LISTED, _HIGH, _AROUND = layout.TextStyle(8.5), 11.5, 8.0  # The contents: letters, lines, and the room of a leader.
_MOST_LISTED = int((layout.HEIGHT - 40) // _HIGH)  # In one column.


def rule_book_pdf(book: RuleBook) -> bytes:
    """The book, on the paper of the place. The same version gives the same bytes."""
    name = f"{book.house} · House rules"
    foot = layout.Foot(name, 0, "", note=f"Version {book.version}", as_of=f"since {long_day(book.since)}")
    lines: list[_Line] = []
    # Where everything stands is known once it was laid out without the contents, which only push it on.
    layout.printed([*_title_page(book), *_body(book, lines.append)], foot)
    pushed = -(-len(_in_columns(lines)) // 2)
    columns = _in_columns([replace(line, page=line.page + pushed) for line in lines])
    return layout.printed([*_title_page(book), *_contents(columns), *_body(book, lines.append)], foot, title=name)


def _title_page(book: RuleBook) -> list[Flowable]:
    """What it is of, its version and date, what it rests on, and what its marks mean."""
    used = {mark for article in book.articles for mark in article.marks}
    facts = [f"Version {book.version}, since {long_day(book.since)}"]
    facts += [f"Based on {book.source}"] if book.source else []
    facts += [f"{counted(len(book.articles), 'article')} in {counted(len(book.by_section), 'section')}"]
    facts += [meaning for mark, meaning in _WHAT_MARKS_MEAN.items() if mark in used]
    return [
        Spacer(0, 170),
        layout.Words(f"HOUSE RULES · ALL AMOUNTS IN {style_now().currency.upper()}", layout.EYEBROW),
        Spacer(0, 4),
        layout.fitted(book.house, layout.WIDTH, 130, _TITLES, unbroken=True),
        Spacer(0, 8),
        layout.Words(book.summary, layout.TextStyle(13, layout.SOFT)),
        Spacer(0, 40),
        *(part for fact in facts for part in (layout.Words(fact, _TEXT), Spacer(0, 3))),
        PageBreak(),
    ]


def _contents(columns: Sequence[Sequence[_Line]]) -> Iterator[Flowable]:
    """All headings and articles with their pages, two columns to a page that are read one after the other."""
    for start in range(0, len(columns), 2):
        yield layout.Words("Contents" if start == 0 else "Contents, continued", _PART)
        yield Spacer(0, 6)
        yield layout.Drawing(_MOST_LISTED * _HIGH, partial(_draw_contents, columns[start : start + 2]))
        yield PageBreak()


def _in_columns(lines: Sequence[_Line]) -> list[list[_Line]]:
    """Part the contents into columns, none of which ends with a heading."""
    columns: list[list[_Line]] = [[]]
    for line in lines:
        if len(columns[-1]) == _MOST_LISTED:
            after = columns[-1].pop() if not columns[-1][-1].number else None
            columns.append([after] if after else [])
        columns[-1].append(line)
    return columns


def _draw_contents(columns: Sequence[Sequence[_Line]], canvas: Canvas, width: float) -> None:
    for place, lines in enumerate(columns):
        left, right = place * (width - layout.HALF), place * (width - layout.HALF) + layout.HALF
        for at, line in enumerate(lines, start=1):
            y = (_MOST_LISTED - at) * _HIGH + 3
            style = layout.TextStyle(8.5, layout.FELT if line.part else layout.INK, strong=not line.number)
            start, page = left + (30 if line.number else 0), str(line.page)
            end = right - _LISTED.measure(page)
            layout.fill(canvas, layout.Box(left, y - 3, 27, _HIGH + 1), line.number, _LISTED_SIZES, _LISTED)
            title = layout.shortened(layout.shown(line.title), end - start - 2 * _AROUND, style)
            style.write(canvas, start, y, title)
            _LISTED.write(canvas, end, y, page)
            layout.pen(canvas, 0.5, layout.HAIR)
            canvas.setDash(0.5, 2.5)
            canvas.line(start + style.measure(title) + _AROUND / 2, y, end - _AROUND / 2, y)
            canvas.setDash()


def _body(book: RuleBook, found: Callable[[_Line], None]) -> Iterator[Flowable]:
    """The rules in short, and then the articles; where each stands is ``found`` when it is drawn."""
    yield from _part(IN_SHORT, "What the desk applies, in sentences that change with the rules.", found)
    for title, parts in _in_short(book):
        yield from _section(title, found)
        yield from parts
    if not book.articles:
        return
    yield PageBreak()
    yield from _part(ARTICLES, "What people read and rely on, one rule an article.", found)
    for section, articles in book.by_section.items():
        yield from _section(section, found)
        for article in articles:
            yield from _article(article, found)


def _part(title: str, about: str, found: Callable[[_Line], None]) -> list[Flowable]:
    seen = layout.Drawing(0, partial(_seen, found, _Line(title, 0, part=True)))
    return [seen, layout.Words(title, _PART), Spacer(0, 2), layout.Words(about, layout.QUIET)]


def _section(title: str, found: Callable[[_Line], None]) -> list[Flowable]:
    """The heading of a section, never without something below it."""
    seen = layout.Drawing(0, partial(_seen, found, _Line(title, 0)))
    return [CondPageBreak(100), Spacer(0, 16), seen, layout.Words(title, _SECTION), Spacer(0, 5)]


def _in_short(book: RuleBook) -> Iterator[tuple[str, list[Flowable]]]:
    """Yield the subjects of the rules in short with what stands below each."""
    for title, sentences in book.in_short:
        yield title, [part for each in sentences for part in (layout.Words(each, _TEXT, left=_GUTTER), Spacer(0, 3))]
    for title, drawn in (
        ("The chips", chips_drawn(book.chips, _CHIPS_ACROSS)),
        (f"Levels of {book.level_minutes} minutes", levels_drawn(book.levels, _LEVELS_ACROSS, 10)),
    ):
        if drawn:
            yield title, drawn


def _article(article: BookArticle, found: Callable[[_Line], None]) -> list[Flowable]:
    """One article: its number in the gutter, its marks after its title, and at least some lines of it below that."""
    marks = " · ".join(article.marks).upper()
    beside = _MARK.measure(marks) + _AROUND if marks else 0
    title, text = (
        layout.Words(article.title, _TITLE, left=_GUTTER, right=beside),
        layout.Words(article.text, _TEXT, left=_GUTTER),
    )
    high, long = (layout.height_of([part]) for part in (title, text))
    number = layout.Drawing(0, partial(_draw_number, article, title.lines, marks, found))
    return [CondPageBreak(high + min(long, _KEPT * _TEXT.leading)), number, title, text, Spacer(0, 9)]


def _draw_number(
    article: BookArticle,
    lines: Sequence[str],
    marks: str,
    found: Callable[[_Line], None],
    canvas: Canvas,
    _width: float,
) -> None:
    """Draw the number left of the first line of a title, and the marks after its last."""
    found(_Line(article.title, canvas.getPageNumber(), number=article.number))
    place = layout.Box(0, -_TITLE.leading, _GUTTER - 4, _TITLE.leading + 0.1)
    layout.fill(canvas, place, article.number, _NUMBER_SIZES, _NUMBER)
    if marks:
        down = _TITLE.size + (len(lines) - 1) * _TITLE.leading
        _MARK.write(canvas, _GUTTER + _TITLE.measure(lines[-1]) + _AROUND, -down, marks)


def _seen(found: Callable[[_Line], None], line: _Line, canvas: Canvas, _width: float) -> None:
    found(_Line(line.title, canvas.getPageNumber(), part=line.part))
