"""Articles of a newer version that do not touch the game are let into an open night from the page of its rules."""

import json

import pytest

from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.rules.houses.presets import load_preset
from hostdesk.rules.houses.queries import rules_of_night
from reservations.houses.commands import revise_house
from reservations.models import Fact
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.played_once import played_once
from tests.signed_in import banker_client, player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

SHOES = {"number": "99", "section": "The house", "title": "Shoes", "text": "Shoes stay at the door.", "off_table": True}


@pytest.fixture
@played_once
def evening():
    """A night under version 1; version 2 adds articles on shoes and on a new bet, and sells in multiples of 10.00."""
    evening = Evening("mike")
    changed = load_preset("mike")
    changed["articles"] = [
        *changed["articles"],
        SHOES,
        {**SHOES, "number": "98", "text": "A new bet.", "off_table": False},
    ]
    changed["buy_in"] = {**changed["buy_in"], "multiple": "10.00"}
    revise_house(house=evening.night.house, document=changed)
    return evening


def url(evening, more=""):
    return f"/nights/{evening.night.pk}/tonight/rules/{more}"


def texts(evening):
    return [each["text"] for each in rules_of_night(evening.night).document["articles"][-2:]]


def lets_in(evening, version):
    return let_articles_in(stamp=evening.stamp(), night=evening.night, version=version)


def test_one_tap_lets_them_in_and_the_terms_stay(desk, evening):
    before = desk.opens(url(evening))

    page = desk.sends(before.form("/let-in/"))

    assert "99 Shoes new" in before.text
    assert ("Shoes stay at the door." in before.text, "Shoes stay at the door." in page.text) == (False, True)
    assert "A new bet." not in page.text
    assert rules_of_night(evening.night).terms.multiple_cents == 500
    fact = Fact.objects.get(kind="let in")
    assert (json.loads(fact.content), json.loads(fact.outcome)["articles"]) == ({"version": 2}, [["new", "99"]])


def test_the_page_of_the_house_leads_there_until_they_are_in(desk, evening):
    first, earlier = desk.opens("/houses/mike/"), desk.opens("/houses/mike/?version=1")
    lets_in(evening, 2)

    again = desk.opens("/houses/mike/")

    assert [url(evening) in page.leads_to for page in (first, earlier, again)] == [True, False, False]


def test_the_nights_own_articles_can_come_back(desk, evening):
    page = desk.sends(desk.opens(url(evening)).form("/let-in/"))

    again = desk.sends(page.form("/let-in/"))

    assert [json.loads(each.content)["version"] for each in Fact.objects.filter(kind="let in")] == [2, 1]
    assert ("Shoes stay" in again.text, "99 Shoes new" in again.text) == (False, True)


def test_a_double_tap_lets_them_in_once(desk, evening):
    form = desk.opens(url(evening)).form("/let-in/")

    pages = [desk.sends(form) for _ in range(2)]

    assert ([page.status for page in pages], Fact.objects.filter(kind="let in").count()) == ([200, 200], 1)


def test_a_banker_who_is_no_host_reads_them_and_lets_nothing_in(evening):
    banker = Browser(banker_client(evening.night, player_named("Bo")))

    page = banker.opens(url(evening))

    assert [form for form in page.forms if form.action.endswith("/let-in/")] == []
    assert banker.client.post(url(evening, "let-in/"), {"version": "2"}).status_code == 403


def test_players_read_the_night_as_it_is_played(evening):
    lets_in(evening, 2)
    bo = Browser(player_client(player_named("Bo")))

    page = bo.opens(f"/houses/mike/rules/?night={evening.night.pk}")
    looked_up = bo.opens(f"/houses/mike/rules/?night={evening.night.pk}&q=shoes")

    assert ("Shoes stay at the door." in page.text, "A new bet." in page.text) == (True, False)
    assert page.forms[-1].fields["night"] == [str(evening.night.pk)]
    assert "99" in looked_up.text
