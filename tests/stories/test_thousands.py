"""Amounts of a thousand or more: pages and papers show a thousands separator; fields, files and the terminal do not."""

import re
from datetime import date

import pytest

from reservations.models import Desk
from tests.hostdesk.browsing import Browser, own, phone
from tests.ledger.reading import pages
from tests.played_once import played_once
from tests.running import run
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
DAY = "2026-11-20"
SEPARATED = re.compile(r"\d[,.’\u00a0\u202f]\d{3}\b")


@pytest.fixture
@played_once
def evening():
    """Return an evening with Bo's 1,450.00 in THE BOOK: Cy gets 1,100.00, 200.00 of it in cash; 350.00 is missing."""
    evening = Evening("mike")
    evening.buy_in("Bo", "1445.00", pay="book")
    evening.buy_in("Bo", "5.00", pay="book", stack="1445.00")
    evening.last_hand()
    evening.cash_out("Cy", "1100.00", ruling="bought from Bo")
    evening.declares_missing("350.00")
    evening.ends("0.00")
    return evening


@pytest.fixture
def desk(evening):
    return Browser(host_client())


def of_night(evening, page=""):
    return f"/nights/{evening.night.pk}/{page}"


def words(paper):
    return " ".join(line for page in pages(paper) for line in page)


def test_pages_have_it(desk, evening):
    book, night, acts = (
        desk.opens(path) for path in ("/book/", of_night(evening), f"/history/?night={evening.night.pk}")
    )

    assert book.says("Bo 1,450.00")
    assert night.says("Bo −1,450.00")
    assert "1,445.00 in front" in acts.text


def test_papers_have_it_also_from_the_terminal(desk, evening, tmp_path):
    run("night_report", DAY, "--to", tmp_path / "night.pdf")

    printed = [desk.client.get(path).content for path in ("/book/book.pdf", of_night(evening, "report.pdf"))]

    assert [("1,450.00" in words(each), "1450.00" in words(each)) for each in printed] == [(True, False)] * 2
    assert (tmp_path / "night.pdf").read_bytes() == printed[1]


def test_a_field_has_none_and_a_copied_sum_is_refused(desk, evening):
    form = desk.opens("/book/payment/?payer=2&payee=3").form("/payment/")

    copied = desk.sends(form, amount="1,450.00")

    assert form.fields["amount"] == ["900.00"]
    assert "a comma can mean thousands or cents" in copied.text


@pytest.mark.parametrize("locale", ["en_US", "de_DE", "de_CH", "fr_FR"])
def test_files_and_the_terminal_have_none(desk, evening, locale):
    Desk.objects.update(locale=locale)
    evening.corrects("Bo", "Cy", "2000.00", about=date(2026, 11, 20))
    evening.consolidates(date(2026, 11, 20), least="1000.00")
    paths = ("/book/?", "/players/2/?part=lines&", "/history/?", "/nights/?")
    paths = (*(f"{path}as=csv" for path in paths), of_night(evening, "results/"))
    asked = (("export_night", "--all"), ("export_journal",), ("consolidate", "--until", DAY), ("book", "--csv"))

    sheets = [*map(desk.rows, paths), phone("Bo").rows(own("Bo", "statement.csv"))]
    cells = [cell for rows in sheets for row in rows for cell in row]
    said = [*cells, *(line for each in asked for line in run(*each).out.splitlines())]

    assert [each for each in said if SEPARATED.search(each)] == []
    assert [each for each in cells if re.search("1445[.,]00 in front", each)] != []
