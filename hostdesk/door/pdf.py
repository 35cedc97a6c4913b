"""The door list as PDF, out of plain values: a box to tick for everybody who may come in."""

from collections.abc import Callable, Sequence

from reportlab.platypus import Flowable, Spacer

from hostdesk.door.door_list import STRIKE, DoorList, DoorListEntry, Party
from ledger.paper.grids import Column, Row, titled
from ledger.paper.layout import EYEBROW, NUMBER, QUIET, QUIET_NUMBER, Foot, TextStyle, Words, framed, printed, section
from reservations.parsing.days import long_day


def door_list_pdf(doors: DoorList) -> bytes:
    """The list of one night. The same list gives the same bytes."""
    starts = f", {doors.starts}" if doors.starts else ""
    parts: list[Flowable] = [
        Words("DOOR LIST", EYEBROW),
        Words(doors.house, TextStyle(18)),
        Words(f"{doors.day:%A} {long_day(doors.day)}{starts}", TextStyle(11)),
        Words(doors.summary, QUIET),
    ]
    if doors.fact:
        parts.append(Words(f"Answers up to {doors.known_until}. Later ones are not on it.", QUIET))
    parties = (*doors.seated, *doors.offered, *doors.waiting, *doors.maybes)
    if any(each.strikes for party in parties for each in party):
        parts.append(Words(f"{STRIKE} = a strike that counts.", QUIET))
    if doors.minimum_age is not None:
        age = f"{doors.minimum_age} and over. Ask everybody marked “to see” for an ID, guests too."
        parts += [Spacer(0, 6), framed(Words(age, TextStyle(10)))]
    parts += [
        *(_part(doors, "Seats", doors.seated) or [*section("Seats"), Words("Nobody has a seat yet.")]),
        *_part(doors, "A seat is kept for", doors.offered),
        *_part(doors, "Waiting list", doors.waiting, numbered=True),
        *_part(doors, "Maybe", doors.maybes),
    ]
    name = f"Door list · {doors.house} · {long_day(doors.day)}"
    return printed(parts, Foot(name, 0, "", note="Cancelled" if doors.cancelled else "", as_of=doors.as_of))


def _part(doors: DoorList, title: str, parties: Sequence[Party], *, numbered: bool = False) -> list[Flowable]:
    """Return a part of the list with the columns that it needs; [] if it is empty.

    Guests are below the player who brings them, in one row with them. An ID is asked of everybody or of nobody.
    """
    people = [each for party in parties for each in party]
    columns: list[tuple[Column, Callable[[DoorListEntry], str], bool]] = [
        (Column(), lambda each: "☒" if each.came else "☐", True),
        (Column(text_style=NUMBER), lambda each: each.strikes, any(each.strikes for each in people)),
        (Column("Name", share=3), lambda each: f"+ {each.name}" if each.guest else each.name, True),
        (Column("Comes"), lambda each: each.expected, any(each.expected for each in people)),
        (Column("ID"), lambda each: each.identity, doors.minimum_age is not None),
        (Column("To tell them", QUIET, share=4), lambda each: each.words, any(each.words for each in people)),
    ]
    needed = [(column, text) for column, text, is_needed in columns if is_needed]
    rows = []
    for place, party in enumerate(parties, start=1):
        for at, each in enumerate(party, start=1):
            number = ("" if each.guest else str(place),) if numbered else ()
            cells = (*number, *(text(each) for _, text in needed))
            rows.append(Row(cells, joined=at < len(party)))
    first = [Column(text_style=QUIET_NUMBER)] if numbered else []
    return titled(title, [*first, *(column for column, _ in needed)], rows, largest=11)
