"""The slips of a consolidation as PDF: one for everybody, two or three on a page, to be cut apart and handed out."""

from collections.abc import Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from ledger.money import show_cents
from ledger.month_pdf import foot_of, long_day, result_of, settled, signed, told
from ledger.month_report import Added, MonthReport, PersonMonth, Share
from ledger.paper import FELT, HALF, HEIGHT, NUMBER, QUIET, SOFT, WIDTH, Hand, SignatureLine, Words, beside, printed
from ledger.paper_tables import Column, Row, table

_MOST_BESIDE = 16  # Lines of a half that are sure to leave room for another slip on the page.
_LABEL = Hand(8, SOFT)
_THIRD = HEIGHT / 3 - 0.5


def month_slips_pdf(report: MonthReport) -> bytes:
    """The slips of a consolidation, by name. The same report gives the same bytes."""
    slips = [part for person in report.people for part in _slip(person, report)]
    return printed(slips, title=f"THE BOOK · {report.title} · slips", foot=foot_of(report))


class CutLine(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """Where the scissors go."""

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """As wide as there is room."""
        self._width = width
        return width, 9 * mm

    def draw(self) -> None:
        """Draw dashes across, and the scissors."""
        y, scissors = 4.5 * mm, Hand(10, SOFT)
        self.canv.saveState()
        self.canv.setStrokeColor(SOFT)
        self.canv.setLineWidth(0.6)
        self.canv.setDash(3, 3)
        self.canv.line(14, y, self._width, y)
        self.canv.restoreState()
        scissors.write(self.canv, 0, y - 3.5, "✂")


def _slip(person: PersonMonth, report: MonthReport) -> list[Flowable]:
    """The slip of one person: a third of a page, or as much more as it takes."""
    end = [*_signature(), CutLine()]
    if max(len(person.pays) + len(person.gets), len(person.changed)) > _MOST_BESIDE:
        whole = [*_plan(person, width=WIDTH), *_made_of(person, report, width=WIDTH)]
        return [*_head(person, report), *whole, KeepTogether(end)]
    parts = [*_head(person, report), beside([*_plan(person)], [*_made_of(person, report)])]
    taken = sum(part.wrap(WIDTH, HEIGHT)[1] for part in [*parts, *end])
    return [KeepTogether([*parts, Spacer(0, max(0, _THIRD - taken)), *end])]


def _head(person: PersonMonth, report: MonthReport) -> Iterator[Flowable]:
    yield Words(f"THE BOOK · {report.title.upper()} · ACT {report.number}", Hand(7.5, FELT, strong=True))
    yield Words(person.name, Hand(16))
    yield Spacer(0, 6)


def _plan(person: PersonMonth, width: float = HALF) -> Iterator[Flowable]:
    """What the player pays and gets, or that there is nothing to do."""
    yield from _shares("You pay", person.pays, width)
    yield from _shares("You get", person.gets, width)
    if not person.pays and not person.gets:
        yield Words("Nothing to pay and nothing to get.", Hand(11))
    yield Spacer(0, 6)


def _shares(title: str, shares: Sequence[Share], width: float) -> list[Flowable]:
    if not shares:
        return []
    rows = [Row((each.name, show_cents(each.cents))) for each in shares]
    columns = [Column(hand=Hand(13), share=1), Column(hand=Hand(13, align="right", strong=True))]
    return [Words(title, _LABEL), *table(columns, rows, width=width, largest=13), Spacer(0, 4)]


def _made_of(person: PersonMonth, report: MonthReport, width: float = HALF) -> Iterator[Flowable]:
    """The player's nights with their results, whatever else came to the standing, and the standing before and after."""
    carried = [Row(("", f"Carried over from {report.previous}", "", signed(person.carried_cents)))]
    rows = carried if person.carried_cents else []
    rows += [Row((_day(each), told(each), result_of(each), signed(each.cents))) for each in person.changed]
    rows += settled(person)
    before = Row(("", "Before", "", signed(person.before_cents)), total=True)
    after = Row(("", "After these payments", "", signed(person.after_cents)), total=True)
    columns = [Column("Day", QUIET), Column("", share=1), Column("Result", NUMBER), Column("THE BOOK", NUMBER)]
    yield from table(columns, [*rows, before, after], width=width, largest=8.5)
    if person.owing_since:
        yield Words(f"Some of what you owe is owed since {long_day(person.owing_since)}.", _LABEL)


def _day(line: Added) -> str:
    return f"{line.day:%a} {line.day.day} {line.day:%b}"


def _signature() -> list[Flowable]:
    both = beside([SignatureLine(), Words("settled on, signature", _LABEL)])
    return [Spacer(0, 30), both]
