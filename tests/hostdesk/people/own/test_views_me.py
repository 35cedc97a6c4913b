"""*Me* on a player's own pages: the player's own matters, without those that none of their houses uses."""

import pytest

from ledger.seasons.commands import Shared, share_seasons
from ledger.seasons.queries import private_players
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.mark.parametrize(("house", "shown"), [("mike", True), ("hybrid", False)])
def test_credit_is_refused_where_the_house_gives_it(house, shown):
    Evening(house)

    assert ("Credit" in phone("Bo").opens(own("Bo", "me/")).text) is shown


def test_results_are_kept_private_where_others_could_see_them():
    Evening("hybrid")
    share_seasons(shared=Shared.FIRST_NAMES, records_shown=True, least_nights=1)
    browser = phone("Bo")

    browser.sends(browser.opens(own("Bo", "me/")).form("/private/"), on="yes")
    share_seasons(shared=Shared.OWN, records_shown=True, least_nights=1)

    assert private_players() == {player_named("Bo").number}
    assert "the host can't share them later" not in browser.opens(own("Bo", "me/")).text


ROWS = ("email", "calendar", "devices", "limits", "pin", "private", "credit", "sign-out", "leave")


def test_each_matter_is_a_row_and_limits_pin_and_sign_out_are_the_players_alone():
    Evening("mike")

    mine, hosts = (each.opens(own("Bo", "me/")) for each in (phone("Bo"), Browser(host_client())))

    assert [row for row in ROWS if mine.part(row)] == [*ROWS]
    assert [row for row in ROWS if hosts.part(row)] == ["email", "calendar", "devices", "private"]
    assert f"/players/{player_named('Bo').number}/#credit" in hosts.leads_to


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("email/", "me/#email"),
        ("calendar/", "me/#calendar"),
        ("devices/", "me/#devices"),
        ("limits/", "me/#limits"),
        ("pin/change/", "me/#pin"),
        ("strikes/7/", "me/#strike-7"),
        ("handle/", "book/#handle"),
        ("papers/?from=2026-12-01", "book/?from=2026-12-01#statement"),
    ],
)
def test_an_old_address_leads_for_ever_to_the_part_it_meant(was, now):
    Evening("mike")

    answer = phone("Bo").client.get(own("Bo", was))

    assert (answer.status_code, answer["Location"]) == (301, own("Bo", now))


@pytest.mark.parametrize(
    ("form", "said", "row"),
    [
        ("/email/", {"address": "no"}, "email"),
        ("/limits/", {"night": "lots"}, "limits"),
        ("/pin/change/", {"pin": "1"}, "pin"),
        ("/credit/", {"on": "perhaps"}, "credit"),
    ],
)
def test_what_is_refused_stands_in_its_row_which_is_open(form, said, row):
    Evening("mike")
    browser = phone("Bo")

    page = browser.sends(browser.opens(own("Bo", "me/")).form(form), **said)

    assert (page.status, f'id="{row}" open' in page.html) == (422, True)
