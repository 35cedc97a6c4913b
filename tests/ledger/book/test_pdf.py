"""THE BOOK on paper: standings, ages and lines, the same bytes for the same book, and any name on it."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.book.pdf import book_pdf
from ledger.book.report import OpenNight
from tests.ledger.book.books import ANN, BO, BOOK, HEAD, NOVEMBER, OCTOBER, book, row
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import as_drawn, drawing, pages

ROOT = Path(__file__).resolve().parents[3]
TITLES = {"Standings", "How old the debts are", "Ann", "Bo", "Cy", "Gil"}


def words(**changes):
    """Return the lines of the paper of the changed book, without the foot of each page."""
    return [text for page in pages(book_pdf(book(**changes))) for text in page[:-1]]


def part(title, read):
    start = read.index(title) + 1
    return read[start : next((at for at in range(start, len(read)) if read[at] in TITLES), len(read))]


def test_the_same_book_gives_the_same_bytes_in_any_process():
    code = (
        "import sys; from ledger.book import pdf; from tests.ledger.book import books;"
        "sys.stdout.buffer.write(pdf.book_pdf(books.BOOK))"
    )
    elsewhere = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}

    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=elsewhere, capture_output=True, check=True)

    assert other.stdout == book_pdf(BOOK)


@pytest.mark.parametrize(
    ("on", "day"), [(None, "As of Friday 20 November 2026"), (NOVEMBER, "On Friday 20 November 2026")]
)
def test_it_begins_with_the_day(on, day):
    assert words(on=on)[:3] == ["STANDINGS AND HISTORY · ALL AMOUNTS IN US DOLLARS", "THE BOOK", day]


def test_the_standings_with_the_largest_debt_first_and_their_sum():
    assert part("Standings", words()) == [
        "Players owe $25.00 and are owed $25.00: the standings sum to zero.",
        "Debts are overdue after 62 days.",
        "Player Standing Since Overdue",
        "Bo owes −15.00 4 September 2026 10.00",
        "Gil (guest of Ann) owes −10.00 9 October 2026",
        "Ann is owed +25.00 9 October 2026",
        "In all 0.00 10.00",
    ]


def test_where_nothing_is_overdue_there_is_no_column_for_it():
    people = (ANN, replace(BO, left=(), overdue_cents=0))

    assert part("Standings", words(people=people, term_days=None))[1:3] == ["Player Standing Since", "Bo owes −15.00"]


def test_a_guest_of_nobody():
    assert "Bo (guest) owes −15.00 4 September 2026" in "\n".join(words(people=(ANN, replace(BO, regular=False))))


def test_a_book_in_which_nobody_owes_anything():
    assert words(people=())[3:5] == ["Standings", "Nobody owes anything."]


def test_the_ages_of_the_debts_the_oldest_first():
    assert part("How old the debts are", words()) == [
        "Player Since Days Act Open",
        "Bo 4 September 2026 77 4 10.00 overdue",
        "9 October 2026 42 7 5.00",
        "Gil 9 October 2026 42 7 10.00",
    ]


def test_the_lines_of_somebody():
    assert part("Bo", words()) == [
        "Owes $15.00.",
        "Date Act Note What happened Amount Standing",
        "4 Sep 2026 4 3 Into THE BOOK: all notes still out −10.00 −10.00",
        "9 Oct 2026 5 Bo pays Ann +2.00 −8.00",
        "9 Oct 2026 6 Act 5 is undone: a slip −2.00 −10.00",
        "9 Oct 2026 7 Bo pays Ann −5.00 −15.00",
    ]


def test_who_is_even_has_lines_too():
    assert part("Cy", words())[0] == "Even."


def test_without_lines_there_are_the_standings_and_their_ages():
    bare = tuple(replace(each, rows=()) for each in BOOK.people)

    assert [title for title in words(people=bare) if title in TITLES] == ["Standings", "How old the debts are"]


def test_an_undone_line_is_struck_out():
    def lines(*, undone):
        people = (replace(ANN, rows=(row(7, 2500, 2500, undone=undone),)),)
        return drawing(book_pdf(book(people=people))).count(b" l S")

    assert lines(undone=True) - lines(undone=False) == 2


def test_an_open_night_stands_in_a_frame_and_on_every_page():
    still_open = (OpenNight(5, OCTOBER, "Mike's game", -2500),)

    read = pages(book_pdf(book(people=(BO,), open_nights=still_open)))

    assert all("A night is still open" in page for page in read)
    assert any(line.endswith("the standings sum to −$15.00 until the open night is closed.") for line in read[0])


def test_the_foot_and_the_end_name_the_act_and_the_head():
    read = pages(book_pdf(BOOK))

    assert [page[-1] for page in read] == [
        f"THE BOOK · 20 November 2026 page {number} of {len(read)} act 8 · {HEAD[:16]}"
        for number in range(1, len(read) + 1)
    ]
    assert words()[-2:] == ["THE BOOK as of act 8. Ledger hash:", HEAD]


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_only_a_name(name):
    people = (ANN, replace(BO, name=name, rows=(row(7, -1500, -1500, text=f"{name} pays Ann"),)))

    paper = book_pdf(book(people=people))

    assert len(pages(paper)) >= 1
    assert name.split()[0][:8] in "".join("".join(page) for page in as_drawn(paper)) or not name.isascii()


def test_a_long_book_goes_over_many_pages():
    rows = tuple(row(number, -1, -number) for number in range(1, 701))

    assert sum(line.startswith("9 Oct 2026") for line in words(people=(replace(BO, rows=rows),))) == 700


@pytest.mark.sweep
@pytest.mark.parametrize(("people", "count"), [(2, 1), (12, 1), (80, 8)])
def test_standings_are_one_page_in_the_letters_that_fit_on_it(people, count):
    many = tuple(replace(BO, name=f"Bo {number}", rows=()) for number in range(people))

    assert len(pages(book_pdf(book(people=many)))) == count
