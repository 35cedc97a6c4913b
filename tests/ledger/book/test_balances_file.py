"""An old book as a file, read without a database: the accepted forms and all possible faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.balances_file import BIGGEST_FILE, Balance, bare, read_balances
from ledger.files.csv_rows import csv_text, guarded
from ledger.money.cents import format_cents
from reservations.acts.problems import Faulty

BOOK = "player,balance\nAnn,12.50\nBo,-12.50\n"
ANN_AND_BO = [Balance(2, "Ann", 1250), Balance(3, "Bo", -1250)]


def read(text):
    return read_balances(text.encode())


def faults(content):
    with pytest.raises(Faulty) as faulty:
        read_balances(content if isinstance(content, bytes) else content.encode())
    return list(faulty.value.faults)


def test_a_line_is_a_player_and_a_balance():
    assert read(BOOK) == ANN_AND_BO
    assert sum(each.cents for each in read(BOOK)) == 0


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{BOOK}",
        BOOK.replace("\n", "\r\n"),
        BOOK.removesuffix("\n"),
        BOOK.replace("Ann,12.50", '"Ann",12.5'),
        BOOK.replace("Ann", "  Ann "),
        f"{BOOK}\n,\n",
        f"{BOOK}Cy,0\n",
    ],
)
def test_the_same_book_written_otherwise(text):
    assert read(text) == ANN_AND_BO


def test_a_name_over_two_lines_of_the_file_keeps_the_line_it_begins_on():
    assert faults('player,balance\n"An\nn",1\nBo,x\n') == [
        (2, '"An�n" is not a name: it holds a control character, U+000A.'),
        (4, '"x" is not an amount: only the digits 0 to 9 count, and one point before the cents.'),
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", (1, "the file is empty.")),
        ("\n\n", (1, "the file is empty.")),
        ("player,balance\n", (1, "there is no balance below this line.")),
        ("Ann,12.50\n", (1, "the first line has to be player,balance.")),
        ("player,balance,balance\n", (1, "the first line has to be player,balance.")),
        ("balance,player\n", (1, "the first line has to be player,balance.")),
        ("player;balance\nAnn;1\n", (1, "the columns are separated by semicolons: save the file with commas.")),
        (f"{BOOK}Cy\n", (4, "there are 1 columns, not 2: a player and a balance, as in Ann,-20.00.")),
        (f"{BOOK}Cy,1,00\n", (4, "there are 3 columns, not 2: a player and a balance, as in Ann,-20.00.")),
        (f"{BOOK}ann,1\n", (4, "ann is already in line 2.")),
        (f"{BOOK}Cy,+1\n", (4, '"+1" is not an amount: an amount carries no sign.')),
        (f"{BOOK}Cy,1e3\n", (4, '"1e3" is not an amount: write it out, without an exponent.')),
        (f"{BOOK}Cy,\n", (4, '"" is not an amount: it is empty.')),
        (f"{BOOK},1\n", (4, '"" is not a name: there is nothing to read in it.')),
        (f"{BOOK}Cy,1000000.01\n", (4, "1000000.01 is too much for one player.")),
        (f'{BOOK}"Cy,1\n', (4, "the quotes of this row do not fit together (unexpected end of data).")),
        (f"{BOOK}C\0y,1\n", (4, "there is a NUL in this line: this is not a text file.")),
        (b"player,balance\nJos\xe9,1\n", (2, "this is not UTF-8 text.")),
        (b"x" * (BIGGEST_FILE + 1), (1, "the file is larger than 1,000,000 bytes.")),
    ],
)
def test_a_fault_is_told_with_its_line(content, fault):
    assert faults(content) == [fault]


def test_all_faults_are_told_in_the_order_of_the_lines():
    assert [line for line, _ in faults("player,balance\nAnn,x\nBo\nBo,1\nbo,2\n")] == [2, 3, 5]


@pytest.mark.parametrize("name", ["=1+1", "+Bo", "-Cy", "@Di", "-5", "'Ann", "O'Hara", "'=x"[1:]])
def test_the_guard_of_our_own_files_is_taken_off(name):
    assert read(csv_text([["player", "balance"], [name, "1.00"]])) == [Balance(2, name, 100)]
    assert bare(guarded(name)) == name


NAMES = st.text("abcÄß=+-@'<>&\"; ,", min_size=1, max_size=12).filter(
    lambda name: name == " ".join(name.split()) and name[0] != "'"
)
CENTS = st.integers(-(10**8), 10**8).filter(bool)


@given(st.dictionaries(NAMES, CENTS, min_size=1, max_size=6))
def test_what_was_written_is_read_again(book):
    if len({name.casefold() for name in book}) < len(book):
        return

    text = csv_text([["player", "balance"], *([name, format_cents(cents)] for name, cents in book.items())])

    assert {each.name: each.cents for each in read(text)} == book
