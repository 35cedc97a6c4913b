"""*Me* on a player's own pages: what is about them, and nothing that no house of theirs uses."""

import pytest

from ledger.seasons.commands import Shared, share_seasons
from ledger.seasons.queries import private_players
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def heads(page):
    """Which of the parts that a house may not use are there."""
    return [head for head in ("How they pay you", "Credit") if head in page.text]


@pytest.mark.parametrize(("house", "shown"), [("mike", ["How they pay you", "Credit"]), ("hybrid", [])])
def test_what_the_house_does_not_use_is_not_shown(house, shown):
    Evening(house)

    assert heads(phone("Bo").opens(own("Bo", "me/"))) == shown


def test_results_are_kept_private_where_others_could_see_them():
    Evening("hybrid")
    share_seasons(shared=Shared.FIRST_NAMES, records_shown=True, least_nights=1)
    browser = phone("Bo")

    browser.sends(browser.opens(own("Bo", "me/")).form("/private/"), on="yes")
    share_seasons(shared=Shared.OWN, records_shown=True, least_nights=1)

    assert private_players() == {player_named("Bo").number}
    assert "whatever the host shares" not in browser.opens(own("Bo", "me/")).text


def test_it_leads_to_calendar_papers_devices_and_limits_which_are_the_players_alone():
    Evening("mike")

    mine, hosts = (each.opens(own("Bo", "me/")).leads_to for each in (phone("Bo"), Browser(host_client())))

    below = [own("Bo", page) for page in ("calendar/", "papers/", "devices/", "limits/")]
    assert ([each in mine for each in below], [each in hosts for each in below]) == (
        [True] * 4,
        [True, True, True, False],
    )
