"""The page of all papers: the night, month and season it covers, and its readers."""

import re
from datetime import timedelta

import pytest

from hostdesk.base.sign_in.commands import add_host
from hostdesk.invitations.nights.commands import plan_nights
from reservations.models import Night
from reservations.nights.commands import cancel_night
from reservations.nights.plans import Plan
from tests.hostdesk.browsing import Browser, Page, phone
from tests.played_once import played_once
from tests.reservations.friday import one
from tests.signed_in import banker_client, host_client
from tests.stories.evening import NIGHT, Evening, a_closed_night
from tests.stories.months import a_plan, the_month

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def papers(page: Page) -> dict[str, str]:
    """Return the papers on a page: their addresses by name."""
    inside = page.html.partition("<main")[2]
    return {
        name.strip(): address.replace("&amp;", "&")
        for address, name in re.findall(r'<a href="([^"]+)"><div><span class="row apart"><b><bdi>([^<]+)', inside)
    }


@pytest.fixture
@played_once
def league() -> Evening:
    """An open night at dave's, an open one at mike's with a note of 20.00, and a planned one at dave's."""
    evening = Evening("dave-2018")
    plan_nights(stamp=evening.stamp(), house="dave-2018", plan=Plan(NIGHT + timedelta(days=7)))
    evening.opens("mike")
    evening.buy_in("Cy", "20.00", note="n1")
    return evening


def test_an_open_night_has_what_lies_on_the_table_and_what_is_filed(desk, league):
    night = f"/nights/{league.night.pk}"

    found = papers(desk.opens(f"/print/?night={league.night.pk}"))

    assert {name: address for name, address in found.items() if address.startswith("/nights")} == {
        "Night report": f"{night}/report.pdf",
        "Note slips": f"{night}/notes/slips.pdf",
        "Emergency sheet": f"{night}/sheet.pdf",
        "Game card": f"{night}/tv/?show=card",
        "Door list": f"{night}/door/",
        "Seating chart": f"{night}/show/",
        "Seat cards": f"{night}/show/?cards=yes",
    }


def test_a_house_that_asks_for_its_papers_has_them_first_and_alone_of_all_houses(desk, league):
    found = papers(desk.opens("/print/?house=mike"))

    assert [address for address in found.values() if address.startswith("/houses/")] == ["/houses/mike/rules/"]
    assert next(iter(found)) == "Mike&#x27;s game"


def test_each_paper_is_there(desk, league):
    found = papers(desk.opens(f"/print/?night={league.night.pk}"))

    assert {name: desk.client.get(address).status_code for name, address in found.items()} == dict.fromkeys(found, 200)


def test_a_closed_night_has_only_its_report(desk):
    night = a_closed_night().night

    closed = papers(desk.opens(f"/print/?night={night.pk}"))

    assert [name for name, address in closed.items() if address.startswith("/nights")] == ["Night report"]


def test_the_month_is_the_last_one_or_the_one_that_is_asked_for(desk):
    a_plan()
    month = the_month().number

    found = papers(desk.opens("/print/"))

    assert [found[name] for name in ("Month sheet", "Month slips", "THE BOOK")] == [
        f"/book/months/{month}/sheet.pdf",
        f"/book/months/{month}/slips.pdf",
        "/book/book.pdf",
    ]


def test_the_season_is_the_one_that_is_asked_for(desk, league):
    found = papers(desk.opens("/print/?season=all"))

    assert (found["Season table"], found["Season pictures"]) == (
        "/seasons/?figures=all&season=all",
        "/seasons/pictures/?season=all",
    )


def test_a_night_that_is_open_comes_before_one_that_is_planned_and_a_cancelled_one_is_not_offered(desk, league):
    usual = desk.opens("/print/")
    planned = Night.objects.get(bank=None)
    ahead = desk.opens(f"/print/?night={planned.pk}")
    cancel_night(stamp=league.stamp(), night=planned, reason="")

    off = desk.opens(f"/print/?night={planned.pk}")

    assert papers(usual)["Night report"] == f"/nights/{league.night.pk}/report.pdf"
    assert papers(ahead)["Emergency sheet"] == f"/nights/{planned.pk}/sheet.pdf"
    assert papers(off) == papers(usual)


@pytest.mark.parametrize("asked", ["?night=99", "?night=x", "?night=" + "9" * 30, "?month=7", "?season=x&house=y"])
def test_what_is_not_there_chooses_nothing(desk, league, asked):
    assert papers(desk.opens(f"/print/{asked}")) == papers(desk.opens("/print/"))


def test_before_the_first_night_there_are_the_papers_of_no_night(desk):
    assert [*papers(desk.opens("/print/"))] == ["Season table", "Season pictures", "Blank emergency sheet"]


def test_a_banker_has_the_papers_of_their_night_alone(league):
    banker = Browser(banker_client(league.night, one("Ann")))

    found = papers(banker.opens("/print/?night=1"))

    assert {address for address in found.values() if address.startswith("/nights/1/")} == set()
    assert found["Mike&#x27;s game"] == "/houses/mike/rules/"
    assert {name: banker.client.get(address).status_code for name, address in found.items()} == dict.fromkeys(
        found, 200
    )


def test_a_host_of_one_house_has_the_papers_of_that_house(league):
    add_host("Otto", [league.night.house])
    otto = Browser(host_client("Otto"))

    page = otto.opens("/print/?night=1")
    found = papers(page)

    assert ("THE BOOK" in found, "2018" in page.text) == (False, False)
    assert {name: otto.client.get(address).status_code for name, address in found.items()} == dict.fromkeys(found, 200)


def test_a_player_has_none(league):
    assert phone("Bo").opens("/print/").status == 403
