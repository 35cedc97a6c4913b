"""Players count their own chips on their phones, and the banker's cash-out page shows that as the player's count."""

import pytest

from reservations.players.queries import player_named
from tests.hostdesk.browsing import Page, own, phone
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening(db):
    """At Mike's Bo and Cy are in for 5.00 each, and the last hand has been played."""
    evening = Evening("mike")
    evening.buy_in("Bo", "5.00")
    evening.buy_in("Cy", "5.00")
    evening.last_hand()
    return evening


def counts(evening, name, amount, **chips):
    browser, page = phone(name), own(name, f"nights/{evening.night.pk}/count/")
    return browser.sends(browser.opens(page).form("/count/"), count=amount, **chips)


def cash_out(evening, name="Bo"):
    return f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/cash-out/"


def test_the_players_own_page_leads_there_and_tells_it_back(evening):
    page = phone("Bo").opens(own("Bo"))

    back = counts(evening, "Bo", "7")

    assert page.links["My chips"] == own("Bo", f"nights/{evening.night.pk}/count/")
    assert ("The banker sees your count of 7.00." in back.text, "You counted" in back.text) == (True, True)


def test_the_cash_out_begins_with_it_and_waits_for_the_banker(evening, desk):
    counts(evening, "Bo", "7")

    page = desk.opens(cash_out(evening))
    form = page.form("/cash-out/")
    same, other = (desk.sends(form, banker_count=each) for each in ("7", "6"))

    assert "Bo counted 7.00 on their phone at" in page.text
    assert (form.fields["player_count"], form.fields["banker_count"]) == (["7.00"], [""])
    assert ("To pay: 7.00" in same.text, "The two counts differ." in other.text) == (True, True)


def test_a_banker_who_writes_another_one_for_the_player_is_told(evening, desk):
    counts(evening, "Bo", "7")

    page = desk.sends(desk.opens(cash_out(evening)).form("/cash-out/"), player_count="6", banker_count="6")

    assert "Bo counted 7.00 on their phone at" in page.text


@pytest.mark.parametrize(("amount", "is_offered"), [("7", True), ("6", False)])
def test_an_amount_typed_on_the_panel_is_offered_if_it_is_theirs(evening, desk, amount, is_offered):
    counts(evening, "Bo", "7")
    said = {"amount": amount, "key": "key-0001", "in_for": "500"}

    live = Page(desk.client.post(f"{cash_out(evening)}live/", said, headers={"HX-Request": "true"}), "")

    assert ("Cash out 7.00" in live.text) is is_offered


def test_tonight_names_who_has_counted(evening, desk):
    counts(evening, "Cy", "3")

    assert "Counted on their phones: Cy 3.00" in desk.opens(f"/nights/{evening.night.pk}/tonight/").text


@pytest.mark.parametrize("amount", ["", "abc", "-1"])
def test_what_is_no_count_is_refused_and_kept(evening, amount):
    page = counts(evening, "Bo", amount)

    assert (page.status, page.form("/count/").fields["count"]) == (422, [amount])


def test_only_the_player_counts_and_only_while_they_hold_chips(evening, desk):
    address = own("Bo", f"nights/{evening.night.pk}/count/")

    by_host = desk.client.post(address, {"key": "key-0001", "count": "7"}).status_code
    by_another = phone("Cy").client.get(address).status_code
    evening.cash_out("Bo", "5.00")

    assert (by_host, by_another, phone("Bo").client.get(address).status_code) == (403, 404, 404)
