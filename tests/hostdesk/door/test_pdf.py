"""The door list on paper: what is on it, in which order, whatever anybody is called."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from hostdesk.door.door_list import DoorList, DoorListEntry, Party
from hostdesk.door.pdf import door_list_pdf
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages, places


def party(name: str, *guests: str, identity: str = "", **said: Any) -> Party:
    """Return a player with guests, whose IDs are to see where the player's is asked for."""
    theirs = "to see" if identity else ""
    return (
        DoorListEntry(name, identity=identity, **said),
        *(DoorListEntry(guest, guest=True, identity=theirs) for guest in guests),
    )


BLANK = DoorList(
    house="Dave's cash game",
    day=date(2026, 11, 20),
    starts="19:00",
    minimum_age=None,
    cancelled=False,
    summary="0 of 11 seats taken",
    seated=(),
    offered=(),
    waiting=(),
    maybes=(),
    known_until="",
    fact=0,
    act=0,
)
DOORS = replace(
    BLANK,
    house="EricN's game",
    minimum_age=21,
    summary="4 of 11 seats taken · 1 waiting · 1 maybe",
    seated=(
        party("Ann", identity="seen", came=True),
        party("Bo", "Zoe", identity="seen", expected="21:30", strikes="·"),
        party("Cy", identity="to see"),
    ),
    offered=(party("Di", identity="seen", words="A seat is kept for you until 17:30."),),
    waiting=(party("Eve", identity="seen", words="1st in line."),),
    maybes=(party("Fay", identity="seen"),),
    known_until="Fri 20 Nov 2026, 13:12",
    fact=214,
)
FULL = replace(
    BLANK,
    house="W" * 80,
    minimum_age=21,
    summary="90 coming · 11 waiting",
    cancelled=True,
    seated=tuple(
        party(name, "W" * 40, "<b>", identity="to see", expected="Sat 00:30", strikes="·" * 9)
        for name in [*HOSTILE, *HOSTILE, *HOSTILE][:30]
    ),
    waiting=tuple(party(name, identity="seen", words="Two regulars are before you. " * 9) for name in HOSTILE),
    fact=10**9,
    act=10**9,
)


def lines(doors: DoorList) -> list[str]:
    """Return what is on the paper, without its foot."""
    return [line for page in pages(door_list_pdf(doors)) for line in page[:-1]]


def test_the_whole_list():
    assert lines(DOORS) == [
        "DOOR LIST",
        "EricN's game",
        "Friday 20 November 2026, 19:00",
        "4 of 11 seats taken · 1 waiting · 1 maybe",
        "Answers up to Fri 20 Nov 2026, 13:12. Later ones are not on it.",
        "· = a strike that counts.",
        "21 and over. Ask everybody marked “to see” for an ID, guests too.",
        "Seats",
        "Name Comes ID",
        "☒ Ann seen",
        "☐ · Bo 21:30 seen",
        "☐ + Zoe to see",
        "☐ Cy to see",
        "A seat is kept for",
        "Name ID To tell them",
        "☐ Di seen A seat is kept for you until 17:30.",
        "Waiting list",
        "Name ID To tell them",
        "1 ☐ Eve seen 1st in line.",
        "Maybe",
        "Name ID",
        "☐ Fay seen",
    ]


def test_a_list_with_nobody_on_it():
    assert lines(BLANK) == [
        *("DOOR LIST", "Dave's cash game", "Friday 20 November 2026, 19:00", "0 of 11 seats taken"),
        *("Seats", "Nobody has a seat yet."),
    ]


def test_the_foot_says_up_to_which_fact_and_act():
    feet = [page[-1] for doors in (DOORS, replace(DOORS, act=31), BLANK) for page in pages(door_list_pdf(doors))]

    assert feet == [
        "Door list · EricN's game · 20 November 2026 page 1 of 1 fact 214",
        "Door list · EricN's game · 20 November 2026 page 1 of 1 fact 214 · act 31",
        "Door list · Dave's cash game · 20 November 2026 page 1 of 1",
    ]


def test_a_cancelled_night_says_so_on_every_page():
    found = places(door_list_pdf(FULL))

    count = len(pages(door_list_pdf(FULL)))
    assert [text for text, _, _ in found].count("Cancelled") == count > 1


def test_the_same_list_gives_the_same_bytes():
    assert door_list_pdf(FULL) == door_list_pdf(FULL)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_only_a_name(name):
    doors = replace(BLANK, seated=(party(name, name),), waiting=(party(name, words=name),))

    said = "".join(lines(doors)).replace(" ", "")

    assert said.count(name.replace(" ", "")) == 4


@pytest.mark.parametrize("doors", [DOORS, BLANK, FULL], ids=["filled", "blank", "full"])
def test_everything_stands_where_a4_and_letter_have_paper(doors):
    found = places(door_list_pdf(doors))

    lost = (A4[1] - LETTER[1]) / 2 + 5 * mm
    assert lost < min(y for _, _, y in found)
    assert max(y for _, _, y in found) + 6 < A4[1] - lost
    assert min(x for _, x, _ in found) >= 18 * mm - 1
