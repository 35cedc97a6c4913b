"""Taking a whole night back from its page."""

import pytest

from ledger.months.commands import consolidate
from ledger.standings.queries import standings
from reservations.models import Act
from tests.stories.evening import NIGHT

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def closed(evening):
    """A closed night: Bo won 5.00 from Cy, and the drawer has gone home."""
    evening.cash_out("Bo", "45.00")
    evening.cash_out("Cy", "15.00")
    evening.ends("200.00")
    return evening.night


def test_it_is_taken_back_with_a_reason_that_its_page_says(desk, closed):
    asked = desk.opens(desk.opens(f"/nights/{closed.pk}/").links["Take the whole night back…"])

    page = desk.sends(asked.form("/take-back/"), reason="the wrong file")

    assert page.url.startswith(f"/nights/{closed.pk}/")
    assert "This night was taken back. It counts nowhere" in page.text
    assert "the wrong file" in page.text
    assert "Take the whole night back…" not in page.links
    assert Act.objects.filter(night=closed, kind="reverse").count() == 8


def test_its_page_shows_what_it_was_at_its_close(desk, closed):
    before = desk.opens(f"/nights/{closed.pk}/").part("number")

    after = desk.sends(desk.opens(f"/nights/{closed.pk}/take-back/").form("/take-back/"), reason="the wrong file")

    assert after.part("number") == before
    assert desk.opens("/nights/").says("20")
    assert "taken back" in desk.opens("/nights/").text
    assert "taken back" in desk.opens("/nights/calendar/?month=2026-11").text


def test_without_a_reason_nothing_is_undone(desk, closed):
    page = desk.sends(desk.opens(f"/nights/{closed.pk}/take-back/").form("/take-back/"), reason=" ")

    assert (page.status, Act.objects.filter(kind="reverse").count()) == (422, 0)
    assert "Say why: the ledger keeps it." in page.text


def test_a_double_tap_takes_it_back_once(desk, closed):
    form = desk.opens(f"/nights/{closed.pk}/take-back/").form("/take-back/")

    pages = [desk.sends(form, reason="the wrong file") for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert Act.objects.filter(night=closed, kind="reverse").count() == 8


def test_what_forbids_it_is_said_before_anybody_asks(desk, evening):
    evening.buy_in("Bo", "20.00", pay="cash", ruling="late", stack="0")
    evening.cash_out("Bo", "65.00")
    evening.cash_out("Cy", "15.00")
    evening.ends("200.00")
    evening.corrects("Bo", "Cy", "1.00")
    consolidate(stamp=evening.stamp(), until=NIGHT)

    page = desk.opens(f"/nights/{evening.night.pk}/take-back/")

    assert "The consolidation of act" in page.text
    assert [form for form in page.forms if form.action.endswith("/take-back/")] == []
    assert standings() != {}


def test_an_open_night_has_no_such_page(desk, evening):
    page = desk.opens(f"/nights/{evening.night.pk}/take-back/")

    assert page.url == f"/nights/{evening.night.pk}/"
