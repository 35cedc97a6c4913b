"""The emergency sheet on paper: two sides to fill in with a pen, whatever is printed on them."""

import re
from datetime import date
from functools import cache
from itertools import pairwise

import pytest
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from ledger.reports.emergency_sheet_pdf import (
    LINE,
    MOST_TERMS,
    NOTES,
    PLACES,
    EmergencySheet,
    SheetPlayer,
    emergency_sheet_pdf,
)
from tests.ledger.evenings import HEAD, HOSTILE
from tests.ledger.reading import pages, places

PLAYERS = (SheetPlayer("Ann", "BOA"), SheetPlayer("Bo", "BOB"), SheetPlayer("Gil", invited_by="Ann"))
SHEET = EmergencySheet(
    house="Mike's game",
    day=date(2026, 11, 20),
    banker="Ann",
    stakes="Ante 0.05",
    terms=("The bank sells chips in multiples of 5.00.", "Rebuys at any time."),
    chips=("white 0.05", "red 0.10"),
    players=PLAYERS,
    number=31,
    head=HEAD,
)
BLANK = EmergencySheet()
CASH = EmergencySheet(house="Dave's cash game", cash_only=True, final_pot=False)
FULL = EmergencySheet(
    house="W" * 40,
    banker="W" * 40,
    stakes="Blinds from 0.01/0.02 up to 1.00/2.00, 11 levels of 20 minutes",
    terms=tuple(f"Sentence {number} of what this house has agreed upon." for number in range(40)),
    players=tuple(SheetPlayer("W" * 40, "WWWWWWWW", "W" * 40) for _ in range(12)),
)
EVERY = pytest.mark.parametrize("sheet", [SHEET, BLANK, CASH, FULL], ids=["filled", "blank", "cash", "full"])


@cache
def drawn(sheet: EmergencySheet) -> list[tuple[str, float, float]]:
    """Return every piece of text with the point it starts at."""
    return places(emergency_sheet_pdf(sheet))


def words(sheet: EmergencySheet) -> list[str]:
    """Return every piece of text, in the order in which it is drawn."""
    return [text for text, _, _ in drawn(sheet)]


def rows(sheet: EmergencySheet) -> list[tuple[int, float]]:
    """Return the number and the height of every line to write on."""
    found = [(text, y) for text, x, y in drawn(sheet) if x < 18 * mm + 6.5 * mm]
    return [(int(text), y) for text, y in found if re.fullmatch("[0-9]+", text)]


def test_the_same_sheet_gives_the_same_bytes():
    assert emergency_sheet_pdf(SHEET) == emergency_sheet_pdf(SHEET)


@pytest.mark.sweep
@EVERY
def test_it_is_one_leaf(sheet):
    assert len(pages(emergency_sheet_pdf(sheet))) == 2


@pytest.mark.sweep
@EVERY
def test_everything_stands_where_a4_and_letter_have_paper(sheet):
    heights = [y for _, _, y in drawn(sheet)]

    lost = (A4[1] - LETTER[1]) / 2 + 5 * mm
    assert lost < min(heights)
    assert max(heights) + 6 < A4[1] - lost


@EVERY
def test_its_lines_are_high_enough_for_a_pen(sheet):
    lines = [y for number, y in rows(sheet) if number > 12]

    steps = [above - below for above, below in pairwise(lines) if above > below]
    assert min(steps) >= LINE
    assert 8 * mm < LINE


def test_the_lines_are_numbered_over_both_sides():
    numbers = [number for number, _ in rows(SHEET)]

    assert numbers[:4] == [1, 2, 3, 4]  # the first column of players
    assert numbers[4:] == list(range(1, len(numbers) - 3))
    assert len(numbers) - 4 >= 30


@pytest.mark.sweep
@pytest.mark.parametrize(("known", "leaves"), [(12, 1), (13, 2), (30, 3)])
def test_every_player_is_printed_under_a_number_of_their_own(known, leaves):
    names = [f"Player {number}" for number in range(1, known + 1)]
    sheet = EmergencySheet(players=tuple(SheetPlayer(name) for name in names))

    read = pages(emergency_sheet_pdf(sheet))

    assert len(read) == 2 * leaves
    said = words(sheet)
    assert [said[said.index(name) - 1] for name in names] == [str(number) for number in range(1, known + 1)]


@pytest.mark.parametrize(("known", "leaves"), [(13, 2), (30, 3)])
def test_the_lines_are_numbered_through_all_leaves(known, leaves):
    sheet = EmergencySheet(players=tuple(SheetPlayer(f"Player {number}") for number in range(1, known + 1)))

    numbers = [number for number, _ in rows(sheet)]

    firsts = {12 * leaf + row for leaf in range(leaves) for row in range(1, 5)}  # of the left column of players
    last = max(numbers)
    assert sorted(numbers) == sorted([*range(1, last + 1), *firsts])
    assert [text for text in words(sheet) if text.startswith("sheet ")] == [
        f"sheet {leaf} of {leaves}" for leaf in range(1, leaves + 1)
    ]
    assert words(sheet).count("closed at") == 1


def test_what_is_known_is_printed():
    said = words(SHEET)

    for known in ("Mike's game", "Fri 20 November 2026", "Ante 0.05", "Ann", "BOA", "Bo", "BOB", "Gil", "guest of Ann"):
        assert said.count(known) == {"Ann": 2}.get(known, 1), known
    assert "The bank sells chips in multiples of 5.00. Rebuys at any time." in said
    assert "Chips: white 0.05, red 0.10." in said


def test_a_blank_sheet_asks_for_the_house_too():
    said = words(BLANK)

    assert (said.count("A night by hand"), said.count("house and stakes"), said.count("stakes")) == (1, 1, 0)


def test_its_foot_says_from_which_act_it_goes_on():
    feet = [page[-1] for page in pages(emergency_sheet_pdf(SHEET))]

    assert feet == [f"Mike's game · 20 November 2026 page {page} of 2 act 31 · {HEAD[:16]}" for page in (1, 2)]


def test_a_blank_one_is_of_no_act():
    assert [page[-1] for page in pages(emergency_sheet_pdf(BLANK))] == [
        f"Emergency sheet page {page} of 2" for page in (1, 2)
    ]


@pytest.mark.parametrize(
    ("sheet", "ways", "others", "ending"),
    [(SHEET, 1, 1, "How it gets into THE BOOK"), (CASH, 0, 0, "How it gets onto the desk")],
)
def test_a_cash_house_needs_no_notes(sheet, ways, others, ending):
    said = words(sheet)
    lines = len(rows(sheet)) - 4

    assert [said.count(word) for word in ("buy-in", "rebuy", "cash-out", "other")] == [lines] * 4
    assert [said.count(word) for word in ("sells to", "note paid", "cash")] == [lines * ways] * 3
    assert said.count("BOOK") == (lines + 1) * others
    assert (said.count("who owes it"), said.count("final pot"), said.count("mark")) == (others, others, 3 * others)
    assert [text.partition(":")[0] for text in said if text.startswith("How it gets")] == [ending]


def test_it_has_a_place_for_counts_and_signatures():
    said = words(SHEET)

    for place in ("cash in the drawer, counted", "over or short", "won by", "closed at", "banker"):
        assert place in said, place
    assert NOTES >= 6


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_prints_as_it_is(name):
    sheet = EmergencySheet(house=name, banker=name, players=(SheetPlayer(name, invited_by=name),))

    read = "".join(text for page in pages(emergency_sheet_pdf(sheet)) for text in page).replace(" ", "")

    assert read.count(name.replace(" ", "")) >= 3  # the house, the banker, the player; in the foot it may be cut


def test_the_longest_names_stay_in_their_places():
    ends = {text: x for text, x, _ in drawn(FULL) if text.startswith("WWWW")}

    assert ends  # cut or broken, but there
    assert max(ends.values()) < A4[0] - 18 * mm


@pytest.mark.parametrize(
    ("known", "leaves", "blank"), [(0, 1, 12), (1, 1, 11), (12, 1, 0), (13, 2, 11), (24, 2, 0), (30, 3, 6)]
)
def test_there_are_as_many_leaves_as_the_players_need(known, leaves, blank):
    sheet = EmergencySheet(players=PLAYERS[:1] * known)

    assert [len(places) for places in sheet.leaves] == [PLACES] * leaves
    assert [one for places in sheet.leaves for one in places] == [*PLAYERS[:1]] * known + [SheetPlayer("")] * blank


@pytest.mark.parametrize(
    ("terms", "short"),
    [
        ((), ""),
        (("One.", "Two."), "One. Two."),
        (("One.", "x" * MOST_TERMS, "Three."), "One."),
        (("x" * MOST_TERMS,), ""),
    ],
)
def test_terms_stand_there_in_whole_sentences(terms, short):
    assert EmergencySheet(terms=terms).terms_in_short == short
