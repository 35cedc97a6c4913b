import pytest

from ledger.paper.grids import Column, Row, table
from ledger.paper.layout import HEIGHT, NUMBER, WIDTH, Foot, printed
from ledger.paper.sizes import full_page
from tests.ledger.evenings import HEAD, HOSTILE
from tests.ledger.reading import pages, places

COLUMNS = (Column("Player", share=1), Column("Result", NUMBER))


def paper(columns: tuple[Column, ...], rows: list[Row]) -> bytes:
    return printed(table(columns, rows), title="", foot=Foot("", 1, HEAD))


def read(columns: tuple[Column, ...], rows: list[Row]) -> list[list[str]]:
    """Return the lines of every page without its foot."""
    return [lines[:-1] for lines in pages(paper(columns, rows))]


def test_numbers_end_at_the_right():
    amounts = ("15.50", "−37.50", "1000000.00", "0.00")

    found = places(paper(COLUMNS, [Row(("Ann", amount)) for amount in amounts]))

    ends = [x + NUMBER.measure(text) for text, x, _ in found if text in amounts]
    assert ends == [pytest.approx(full_page().left + WIDTH, abs=0.01)] * 4


def test_headings_stand_on_every_page_and_no_row_is_lost():
    rows = [Row((f"Player {number}", f"{number}.00")) for number in range(700)]

    found = read(COLUMNS, rows)

    assert [lines[0] for lines in found] == ["Player Result"] * len(found)
    assert [line for lines in found for line in lines if line != "Player Result"] == [
        f"Player {n} {n}.00" for n in range(700)
    ]


def test_a_table_is_laid_out_once_for_all_its_pages():
    (made,) = table(COLUMNS, [Row((f"Player {number}", f"{number}.00")) for number in range(700)])

    parts = [made]
    while rest := parts[-1].split(WIDTH, HEIGHT):
        parts[-1:] = rest

    assert [(part.first, part.last) for part in parts[:2]] == [(0, 41), (41, 82)]
    assert {id(part.sheet) for part in parts} == {id(made.sheet)}


def test_no_rows_are_no_table():
    assert table(COLUMNS, []) == []


def test_what_does_not_fit_goes_on_the_next_page():
    (made,) = table(COLUMNS, [Row(("Ann", "1.00"))])

    assert made.split(WIDTH, 10) == []


@pytest.mark.parametrize("count", range(40, 50))
def test_the_last_row_is_never_alone_on_a_page(count):
    found = read(COLUMNS, [Row((f"Player {number}", "1.00")) for number in range(count)])

    assert found[-1][-2:] == [f"Player {count - 2} 1.00", f"Player {count - 1} 1.00"]


def test_what_is_joined_parts_where_it_is_longer_than_a_page():
    rows = [Row((f"Line {number} {'x' * 150}", "1.00"), joined=True) for number in range(200)]

    assert sum(len([text for text in lines if text.startswith("Line")]) for lines in read(COLUMNS, rows)) == 200


@pytest.mark.parametrize("count", range(40, 50))
def test_a_total_is_never_alone_on_a_page(count):
    rows = [Row((f"Player {number}", "1.00")) for number in range(count)]

    found = read(COLUMNS, [*rows, Row(("In all", "9.00"), total=True)])

    assert found[-1][-2:] == [f"Player {count - 1} 1.00", "In all 9.00"]


def test_a_table_without_headings_has_none():
    assert read((Column(), Column(share=1)), [Row(("Banker", "Ann"))]) == [["Banker Ann"]]


@pytest.mark.parametrize("numbers", [1, 3, 9])
@pytest.mark.parametrize("amount", ["0.00", "−1000000.00"])
def test_wide_tables_are_written_smaller_and_no_amount_is_broken(numbers, amount):
    columns = (Column("Player", share=1), *(Column("Amount", NUMBER) for _ in range(numbers)))
    rows = [Row((name, *[amount] * numbers)) for name in HOSTILE]

    (made,) = table(columns, rows)

    assert made.wrap(WIDTH, 5000)[0] == pytest.approx(WIDTH)
    assert sum(line.split().count(amount) for lines in read(columns, rows) for line in lines) == numbers * len(rows)


def test_text_too_long_for_a_row_goes_on_in_the_next():
    reason = " ".join(f"word{number}" for number in range(2000))

    found = read((Column("Act"), Column("Reason", share=1)), [Row(("7", reason))])

    words = " ".join(line for lines in found for line in lines if line != "Act Reason")
    assert words == f"7 {reason}"
