"""The door list as PDF, out of plain values: a box to tick for everybody who may come in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reportlab.platypus import Flowable, Spacer

from ledger.paper import FELT, NUMBER, QUIET, SOFT, Foot, Hand, Words, framed, printed, section
from ledger.paper_tables import Column, Row, table
from reservations.door_list import STRIKE, AtTheDoor, DoorList, Party

_EYEBROW = Hand(7.5, FELT, strong=True)
_LARGE = 11.0
_QUIET_NUMBER = Hand(colour=SOFT, align="right")
_TO_TICK, _TICKED = "☐", "☒"
_WITH = "+ "  # Before the name of a guest, which stands below whoever brings them.
_NOBODY = "Nobody has a seat yet."


def door_list_pdf(doors: DoorList) -> bytes:
    """The list of one night. The same list gives the same bytes."""
    parts = [
        *_title(doors),
        *_seats(doors),
        *_part(doors, "A seat is kept for", doors.offered),
        *_line(doors),
        *_part(doors, "Maybe", doors.maybes),
        *_end(doors),
    ]
    name = f"Door list · {doors.house} · {_day(doors)}"
    return printed(parts, title=name, foot=Foot(name, 0, "", note=_note(doors), as_of=doors.as_of))


def _day(doors: DoorList) -> str:
    return f"{doors.day.day} {doors.day:%B %Y}"


def _note(doors: DoorList) -> str:
    return "Cancelled" if doors.cancelled else ""


def _title(doors: DoorList) -> Iterator[Flowable]:
    yield Words("DOOR LIST", _EYEBROW)
    yield Words(doors.house, Hand(18))
    starts = f", {doors.starts}" if doors.starts else ""
    yield Words(f"{doors.day:%A} {_day(doors)}{starts}", Hand(11))
    yield Words(_figures(doors), QUIET)
    if doors.minimum_age is not None:
        yield Spacer(0, 6)
        yield framed([Words(_age(doors.minimum_age), Hand(10))])


def _figures(doors: DoorList) -> str:
    others = ((len(doors.waiting), "waiting"), (len(doors.maybes), "maybe"))
    return " · ".join([doors.seats_in_words, *(f"{number} {word}" for number, word in others if number)])


def _age(years: int) -> str:
    return f"{years} and over. Ask everybody for an ID whose line says “to see”, guests too."


@dataclass(frozen=True)
class _Written:
    """Somebody as they are written: their place in line, and whether they share a row with who comes after them."""

    who: AtTheDoor
    place: str
    joined: bool


@dataclass(frozen=True)
class _Cell:
    """A column and what stands in it."""

    column: Column
    text: Callable[[_Written], str]


_PLACE = _Cell(Column(hand=_QUIET_NUMBER), lambda each: each.place)


def _seats(doors: DoorList) -> Iterator[Flowable]:
    """Who has a seat; a night always has this part."""
    if doors.seated:
        yield from _part(doors, "Seats", doors.seated)
    else:
        yield from section("Seats")
        yield Words(_NOBODY)


def _part(doors: DoorList, title: str, parties: Sequence[Party]) -> Iterator[Flowable]:
    """A part of the list, with the columns that it needs; nothing where it has nobody."""
    if parties:
        yield from section(title)
        yield from _rows(parties, list(_cells(doors, parties)))


def _line(doors: DoorList) -> Iterator[Flowable]:
    """Who waits, numbered in the order of the line."""
    if doors.waiting:
        yield from section("Waiting list")
        yield from _rows(doors.waiting, [_PLACE, *_cells(doors, doors.waiting)])


def _rows(parties: Sequence[Party], cells: Sequence[_Cell]) -> Iterator[Flowable]:
    written = [each for place, party in enumerate(parties, 1) for each in _written(party, place)]
    rows = [Row(tuple(cell.text(each) for cell in cells), joined=each.joined) for each in written]
    yield from table([cell.column for cell in cells], rows, largest=_LARGE)


def _written(party: Party, place: int) -> Iterator[_Written]:
    for at, each in enumerate(party, 1):
        yield _Written(each, "" if each.guest else str(place), joined=at < len(party))


def _cells(doors: DoorList, parties: Sequence[Party]) -> Iterator[_Cell]:
    """The columns that are needed for these people; an ID is asked of everybody or of nobody."""
    people = [each for party in parties for each in party]
    yield _Cell(Column(), lambda each: _TICKED if each.who.came else _TO_TICK)
    if any(each.strikes for each in people):
        yield _Cell(Column(hand=NUMBER), lambda each: each.who.strikes)
    yield _Cell(Column("Name", share=3), lambda each: f"{_WITH}{each.who.name}" if each.who.guest else each.who.name)
    if any(each.expected for each in people):
        yield _Cell(Column("Comes"), lambda each: each.who.expected)
    if doors.minimum_age is not None:
        yield _Cell(Column("ID"), lambda each: each.who.identity)
    if any(each.words for each in people):
        yield _Cell(Column("To tell them", QUIET, share=4), lambda each: each.who.words)


def _end(doors: DoorList) -> Iterator[Flowable]:
    yield Spacer(0, 14)
    if doors.has_strikes:
        yield Words(f"For the host: a {STRIKE} stands for a strike that counts.", QUIET)
    if doors.fact:
        yield Words(f"Answers up to {doors.known_until}. What was said later is not on it.", QUIET)
