"""The report of a season as the host opens it: which season, in which house, with which records."""

import pytest

from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from reservations.players.queries import player_named
from tests.ledger.reading import pages
from tests.ledger.seasons.autumn import an_autumn
from tests.signed_in import host_client

pytestmark = pytest.mark.django_db


def report(query="?season=2026"):
    answer = host_client().get(f"/seasons/report.pdf{query}")
    assert answer["Content-Type"] == "application/pdf"
    return [text for page in pages(answer.content) for text in page]


def test_it_has_the_nights_of_the_season_that_the_address_names():
    an_autumn()

    assert "Fri 20 Nov 2026 2 40.00 Ann +10.00, Bo −10.00" in report()
    assert "Fri 8 Jan 2027 2 40.00 Bo +5.00, Cy −5.00" in report("?season=2027")
    assert "Fri 8 Jan 2027 2 40.00 Bo +5.00, Cy −5.00" not in report()


def test_the_host_reads_the_names_of_private_results_marked():
    an_autumn()
    keep_results_private(player=player_named("Bo"), on=True)

    read = report()

    assert any(line.startswith("2 Bo (private) 2 −5.00") for line in read)
    assert "Fri 20 Nov 2026 2 40.00 Ann +10.00, Bo −10.00" in read


@pytest.mark.parametrize("shown", [True, False])
def test_records_are_there_where_there_are_any(shown):
    an_autumn()
    share_seasons(shared=Shared.OWN, records_shown=shown, least_nights=1)

    assert ("Records" in report()) is shown


def test_its_pictures_are_of_everybody_or_of_whom_the_host_looks_at():
    an_autumn()
    bo = player_named("Bo").number

    everybody, one, nobody = report("?season=all"), report(f"?season=all&player={bo}"), report("?season=all&player=99")

    assert [line for line in everybody if line.startswith("Ann leads")] == ["Ann leads with +25.00"]
    assert ("Bo is even after 3 nights" in one, "Bo is even after 3 nights" in everybody) == (True, False)
    assert nobody == everybody


def test_the_page_of_the_season_leads_to_it():
    an_autumn()
    bo = player_named("Bo").number

    page = host_client().get(f"/seasons/?season=all&player={bo}").content.decode()

    assert f'"/seasons/report.pdf?season=all&amp;player={bo}"' in page
