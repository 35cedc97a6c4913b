"""The papers of the tables on the pages of the desk."""

import pytest

from reservations.tables import seat_commands as seat_commands
from tests.ledger.reading import pages
from tests.reservations.friday import Friday, a_house, cast
from tests.signed_in import banker_client, host_client
from tests.stories.tables import Tables

pytestmark = pytest.mark.django_db

PAPERS = ["seats", "seat-cards"]


@pytest.fixture
def night(host):
    """Ann and Bo at one table of three seats."""
    night = Tables("dave-2018")
    night.comes("Ann", "Bo")
    night.does(seat_commands.size_table, table=1, seats=3)
    return night.night


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_says_whose_it_is(night, host, paper):
    answer = host_client(host.name).get(f"/nights/{night.pk}/{paper}.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="{paper}-2026-11-20-{night.pk}.pdf"'


@pytest.mark.parametrize("paper", PAPERS)
def test_the_same_state_gives_the_same_bytes_to_the_host_and_the_banker(night, host, paper):
    browsers = host_client(host.name), banker_client(night, night.bank.banker)

    papers = [browser.get(f"/nights/{night.pk}/{paper}.pdf").content for browser in browsers]

    assert papers[0] == papers[1]


def test_the_chart_names_who_sits_there_and_a_card_is_made_for_every_seat(night, host):
    browser = host_client(host.name)

    [chart], [cards] = (pages(browser.get(f"/nights/{night.pk}/{paper}.pdf").content) for paper in PAPERS)

    assert [line for line in chart if line.endswith(("Ann", "Bo", "free"))] == ["1 Ann", "2 Bo", "3 free"]
    assert [line[-1] for line in cards if line.startswith("TABLE 1 · SEAT")] == list("112233")


def test_of_a_night_that_is_planned_all_seats_are_free(host):
    cast()
    night = Friday(a_house()).night
    browser = host_client(host.name)

    chart, cards = (pages(browser.get(f"/nights/{night.pk}/{paper}.pdf").content) for paper in PAPERS)

    assert chart[0][2] == "No seats yet."
    assert [len(page) for page in cards] == [2 * 4 + 1]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_night_that_is_not_there(host, paper):
    assert host_client(host.name).get(f"/nights/99/{paper}.pdf").status_code == 404
