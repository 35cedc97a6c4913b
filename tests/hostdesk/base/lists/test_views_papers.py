"""Every paper of the desk has the size that its place uses, and names the currency of its amounts."""

import io
from datetime import date

import pypdf
import pytest
from django.urls import reverse

from hostdesk.front.desk.moved_views import Moved
from hostdesk.urls import urlpatterns
from reservations.models import Desk
from tests.ledger.reading import pages
from tests.played_once import played_once
from tests.stories.months import Months, a_plan, the_month

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PAPERS = {
    path.name: path.pattern.converters
    for path in urlpatterns
    if path.name and path.name.endswith("_pdf") and not isinstance(path.callback, Moved)
}
SIZES = {"": (612, 792), "a4": (595, 842)}


@pytest.fixture
@played_once
def months(db) -> Months:
    """An October that is consolidated, and a night in November on which Bo's note of 5.00 is out."""
    months = a_plan()
    months.is_on(date(2024, 11, 8))
    months.opens("mike", day=date(2024, 11, 8))
    months.buy_in("Bo", "5.00", note="BOB")
    return months


@pytest.fixture
def paper(desk, months):
    """Ask for a paper by the name of its URL."""
    given = {"night_id": months.night.pk, "note": 1, "month": the_month().number, "key": "mike", "number": 2}

    def ask(name: str) -> bytes:
        answer = desk.client.get(reverse(name, kwargs={each: given[each] for each in PAPERS[name]}))
        assert answer.status_code == 200
        content: bytes = answer.content
        return content

    return ask


@pytest.mark.parametrize("chosen", SIZES)
def test_every_paper_has_the_size_of_the_place(paper, chosen):
    Desk.objects.update(locale="en_US", paper=chosen)

    sizes = {}
    for name in PAPERS:
        box = pypdf.PdfReader(io.BytesIO(paper(name))).pages[0].mediabox
        sizes[name] = (round(box.width), round(box.height))

    assert sizes == dict.fromkeys(PAPERS, SIZES[chosen])


def test_every_paper_with_amounts_names_their_currency(paper):
    Desk.objects.update(locale="en_CA", currency="CAD")

    named = {name for name in PAPERS if "canadian dollars" in str(pages(paper(name))).casefold()}

    assert named == PAPERS.keys()


@pytest.mark.parametrize(("chosen", "paper"), [("", "US Letter"), ("a4", "A4")])
def test_a_page_asks_the_browser_for_the_paper_of_the_place(desk, chosen, paper):
    Desk.objects.update(locale="en_US", paper=chosen)

    assert f'data-paper="{paper}"' in desk.opens("/print/").html
