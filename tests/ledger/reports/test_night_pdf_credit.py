"""The credit on a night's paper: notes, what went into THE BOOK, lapsed notes, and later corrections."""

import pytest

from ledger.reports.night_report import BookChange, CorrectionLine, NoteLine
from tests.ledger.evenings import HOSTILE, START
from tests.ledger.papers import part, words

NOTES = (
    NoteLine(7, "n1", "Bo", "BOB", "the bank", 2500, "10.00 paid in cash, 15.00 handed back"),
    NoteLine(8, "n2", "Gil", "", "Cy", 2000, "lapsed"),
)


def test_each_note_is_told_with_whose_it_is_and_what_became_of_it():
    assert part("Notes", words(notes=NOTES)) == [
        "No. Note Owed by Held by Face What became of it",
        "7 n1 Bo (BOB) the bank 25.00 10.00 paid in cash, 15.00 handed back",
        "8 n2 Gil Cy 20.00 lapsed",
    ]


def test_the_book_has_columns_only_where_someone_needs_them():
    book = (BookChange("Ann", 0, 0, 1500), BookChange("Bo", -1500, 0, 0))

    assert part("Into THE BOOK", words(book=book)) == [
        *("Player Chips", "The", "bank", "In THE", "BOOK"),
        "Ann – +15.00 +15.00",
        "Bo −15.00 – −15.00",
        "With + THE BOOK owes them more than before the night, with − they owe it more.",
    ]
    assert part("Into THE BOOK", words(book=(BookChange("Bo", 0, -500, 0),)))[-2] == "Bo −5.00"


def test_lapsed_notes_are_told_where_the_drawer_is():
    read = words(lapsed=("The note n2 of Gil lapsed: Ann, the banker, lost 20.00.",), over_short_cents=2035)

    assert "Drawer, chips and lapsed notes together are short by $20.35. The banker, Ann, bears it." in read
    assert "The note n2 of Gil lapsed: Ann, the banker, lost 20.00." in read


def test_what_was_left_of_the_bank_is_told():
    owed = words(book=(BookChange("Ann", 0, 0, 1500),))
    owing = words(book=(BookChange("Ann", 0, 0, -1500),))

    assert "The bank owed Ann $15.00 more than the drawer held: it went to THE BOOK." in owed
    assert "Ann took home $15.00 more than the bank owed: it went to THE BOOK." in owing


def test_a_later_correction_carries_its_own_place_in_the_chain():
    lines = (CorrectionLine(41, "ab" * 32, START, "ann", "Bo", "Cy", 250, "the taxi"),)

    assert part("Corrected later", words(corrections=lines)) == [
        "In THE BOOK alone: the results above stand as they were.",
        "Act Day Correction Amount",
        "41 20 November 2026 Bo owes Cy more: the taxi (by ann) 2.50",
        f"Head at act 41: {'ab' * 32}",
    ]


def test_a_correction_leaves_the_rest_of_the_paper_alone():
    lines = (CorrectionLine(41, "ab" * 32, START, "", "Bo", "Cy", 250, "the taxi"),)
    without, with_one = words(), words(corrections=lines)

    start = with_one.index("Corrected later")

    assert with_one[:start] + with_one[start + 5 :] == without


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_are_printed_in_the_credit_too(name):
    read = words(
        notes=(NoteLine(7, name, name, "BOB", name, 2500, f"charged to {name}"),),
        corrections=(CorrectionLine(41, "ab" * 32, START, name, name, name, 250, name),),
    )

    assert part("Notes", read)
