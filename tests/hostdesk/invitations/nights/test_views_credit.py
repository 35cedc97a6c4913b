"""The credit on a night's page, on paper and in files: they all say the same."""

import csv
import io

import pytest

from ledger.book.commands import correct_book
from ledger.reports.night_queries import night_report
from reservations.players.queries import player_named
from tests.ledger.reading import pages
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Bo lost 25.00 on a committed note, owed to Ann's bank; a later correction makes Cy owe Bo 2.50."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.last_hand()
    evening.cash_out("Cy", "25.00", ruling="bought from Bo")
    evening.commits()
    evening.counts_drawer("175.00")
    evening.closes()
    correct_book(
        stamp=evening.stamp(),
        debtor=player_named("Cy"),
        creditor=player_named("Bo"),
        amount_cents=250,
        reason="the taxi",
        about=evening.night.date,
    )
    return evening


def address(evening):
    return f"/nights/{evening.night.pk}/"


def rows(desk, evening, of):
    file = desk.client.get(f"{address(evening)}results/?of={of}")
    return file.headers["Content-Disposition"], list(csv.reader(io.StringIO(file.content.decode())))[1:]


def test_the_page_tells_notes_the_book_and_corrections(desk, evening):
    page = desk.opens(address(evening))

    assert "1 n1 Bo the bank 25.00 committed to THE BOOK" in page.text
    assert page.says("Ann +25.00 +25.00 Bo −25.00 −25.00")
    assert "The bank owed Ann 25.00 more than the drawer held: it went to THE BOOK." in page.text
    assert "Cy Bo 2.50 the taxi" in page.text


def test_the_files_tell_the_same(desk, evening):
    correction = night_report(evening.night).corrections[0]

    assert rows(desk, evening, "notes") == (
        'attachment; filename="night-2026-11-20-notes.csv"',
        [["1", "n1", "Bo", "", "the bank", "25.00", "committed to THE BOOK"]],
    )
    assert rows(desk, evening, "book")[1] == [
        ["Ann", "0.00", "0.00", "25.00", "25.00"],
        ["Bo", "0.00", "-25.00", "0.00", "-25.00"],
    ]
    assert rows(desk, evening, "corrections")[1][0][2:] == ["Cy", "Bo", "2.50", "the taxi", "", correction.head]


def test_the_paper_tells_the_same(desk, evening):
    paper = desk.client.get(f"{address(evening)}report.pdf").content

    read = [line for page in pages(paper) for line in page]

    assert "1 n1 Bo the bank 25.00 committed to THE BOOK" in read
    assert "Bo −25.00 – −25.00" in read
    assert "The bank owed Ann $25.00 more than the drawer held: it went to THE BOOK." in read


def test_another_table_is_not_asked_for(desk, evening):
    assert rows(desk, evening, "nothing") == rows(desk, evening, "")


def test_a_night_in_cash_has_none_of_it(desk):
    evening = Evening("dave-2018")

    page = desk.opens(address(evening))

    assert [word for word in ("Notes", "Into THE BOOK", "Corrected later") if word in page.text] == []
