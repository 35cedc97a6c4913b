"""A player's papers: the choice of a period, the files, and the people who may read them."""

import csv
import io
from datetime import date

import pytest

from tests.hostdesk.browsing import Browser, own, phone
from tests.ledger.reading import pages
from tests.ledger.seasons.autumn import an_autumn, plays
from tests.played_once import played_once
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Bo has owed 15.00 in THE BOOK since 20 November; on 1 December he paid Ann 5.00 of it."""
    evening = Evening("mike")
    evening.buy_in("Bo", "15.00", pay="book")
    evening.declares_missing("15.00")
    evening.ends("200.00")
    evening.now = evening.now.replace(month=12, day=1)
    evening.pays_debt("Bo", "Ann", "5.00")
    return evening


def paper(who, name, kind="pdf", period=""):
    return who.client.get(f"{own(name)}statement.{kind}{period}")


def test_the_page_says_what_a_period_comes_to(evening):
    page = phone("Bo").opens(f"{own('Bo')}book/?from=2026-12-01&to=2026-12-31")

    assert "Before −15.00 1 line +5.00 At the end −10.00" in page.text


def test_the_papers_are_of_the_same_period(evening):
    bo, period = phone("Bo"), "?from=2026-12-01&to="

    printed, sheet = paper(bo, "Bo", period=period), paper(bo, "Bo", "csv", period)

    assert "Since 1 December 2026" in pages(printed.content)[0]
    rows = list(csv.reader(io.StringIO(sheet.content.decode())))[1:]
    assert [row[5:7] for row in rows] == [["", "-15.00"], ["5.00", "-10.00"], ["5.00", "-10.00"]]
    assert sheet["Content-Disposition"].endswith('"statement-2-2026-12-01.csv"')


@pytest.mark.parametrize("period", ["?from=2026-12-31&to=2026-12-01", "?from=yesterday"])
def test_what_is_no_period_is_said_and_kept(evening, period):
    bo = phone("Bo")
    sent_to = paper(bo, "Bo", period=period)

    page = bo.opens(sent_to["Location"])

    assert (sent_to.status_code, page.status) == (302, 422)
    assert period.split("=")[1].partition("&")[0] in page.html
    assert "statement.pdf" not in page.html


def test_an_open_night_is_told(evening):
    evening.opens("mike", day=date(2026, 12, 4))
    evening.buy_in("Bo", "5.00", pay="book", stack="0.00")

    page = phone("Bo").opens(f"{own('Bo')}book/")

    assert "is still open: its lines can change" in page.text


def test_a_year_is_the_page_of_their_nights():
    an_autumn()
    bo = phone("Bo")

    page = bo.opens(own("Bo", "year/2027.pdf"))

    assert (page.status, page.url) == (200, own("Bo", "nights/?season=2027"))


@pytest.mark.parametrize("address", ["book/", "statement.pdf", "statement.csv"])
def test_the_papers_of_another_are_not_there(evening, address):
    assert phone("Cy").opens(f"{own('Bo')}{address}").status == 404


def test_two_entries_of_one_person_have_one_page(evening):
    evening.knows("Bob")
    address = own("Bob")
    evening.merges("Bob", "Bo")

    page = Browser(host_client()).opens(f"{address}papers/?from=2026-12-01")

    assert page.url == f"{own('Bo')}book/?from=2026-12-01"


def test_who_is_not_in_the_book_has_nights_and_no_statement():
    cash_game = Evening("dave-2020")

    before = phone("Bo").opens(own("Bo")).leads_to
    plays(cash_game, Ann=("20.00", "25.00"), Bo=("20.00", "15.00"))
    after, book = (phone("Bo").opens(own("Bo", page)) for page in ("", "book/"))

    assert [own("Bo", "nights/") in links for links in (before, after.leads_to)] == [False, True]
    assert book.part("statement") == ""
