"""Changes in the rules of a house: side by side, announced to its players, and accepted by them."""

import pytest
from django.test import Client

from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house, revise_house
from tests.hostdesk.browsing import own, phone
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.played_once import played_once
from tests.reservations.friday import one
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

RULES, CHANGES = "/houses/mike/rules/", "/houses/mike/rules/changes/"


@pytest.fixture
@played_once
def mikes():
    return make_house(document=load_preset("mike")).house


@pytest.fixture
def chat(db):
    return a_chat()


def raised(house, **said):
    """Make the next version of mike's rules: chips in multiples of 10.00, and no second article."""
    document = load_preset("mike")
    first, _, *others = document["articles"]
    changed = {"buy_in": {**document["buy_in"], "multiple": "10.00"}, "articles": [first, *others]}
    return revise_house(house=house, document={**document, **changed}, **said)


def test_two_versions_stand_side_by_side(desk, mikes):
    raised(mikes, reason="Fewer chips.")

    page = desk.opens(CHANGES)

    assert "version 1 and version 2" in page.text
    assert "Why: Fewer chips." in page.text
    assert ("<del>$5.00.</del>" in page.html, "<ins>$10.00.</ins>" in page.html) == (True, True)
    assert "Article 2 gone" in page.text
    assert CHANGES in "".join(desk.opens("/houses/mike/").leads_to)


@pytest.mark.parametrize("query", ["?from=1&to=1", "?to=1", "?from=9&to=7&version=x"])
def test_versions_that_are_the_same_or_are_not_there(desk, mikes, query):
    raised(mikes)

    page = desk.opens(f"{CHANGES}{query}")

    assert (page.status, "Nothing has changed yet" in page.text) == (200, "to=1" in query)


def test_three_versions_can_be_chosen(desk, mikes):
    raised(mikes)
    revise_house(house=mikes, document=load_preset("mike"))

    page = desk.opens(CHANGES)

    assert page.forms[-1].fields == {"from": ["2"], "to": ["3"]}
    assert "Both read the same" in desk.opens(f"{CHANGES}?from=1&to=3").text


def test_a_player_reads_what_changed_and_accepts_it_once(desk):
    evening = Evening("mike")
    bos = phone("Bo")
    evening.buy_in("Bo", "10.00")
    before = bos.opens(own("Bo", "me/"))
    raised(evening.night.house)

    told, page = bos.opens(own("Bo")), bos.opens(own("Bo", "rules/mike/"))
    done = bos.sends(page.form("/rules/mike/"))
    again = bos.sends(page.form("/rules/mike/"))

    assert (RULES in before.leads_to, "The rules changed" in before.text) == (True, False)
    assert "The rules changed Mike's game read" in told.text
    assert "The rules changed: The minimum buy-in is 10.00" in bos.opens(own("Bo", "me/")).text or done.status == 200
    assert (done.url, "The rules changed" in done.text, again.status) == (own("Bo"), False, 200)
    assert "You have accepted version 2" in bos.opens(own("Bo", "rules/mike/")).text
    assert (
        "Bo Mon 23 Nov 2026" in desk.opens("/houses/mike/").part("accepted") or "Bo" in desk.opens("/houses/mike/").text
    )


def test_the_host_tells_who_has_not_accepted_and_sees_who_has(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "10.00")
    raised(evening.night.house)
    bos = phone("Bo")
    bos.sends(bos.opens(own("Bo", "rules/mike/")).form("/rules/mike/"))

    form = desk.opens("/houses/mike/").form("/tell/")
    told, twice = desk.sends(form), desk.sends(form)
    cys = phone("Cy").opens(own("Cy", "me/"))

    assert "Hello everybody, The rules of Mike's game have a new version." in told.part("text")
    assert ("1 of the players" in told.text, "Cy told, not yet" in told.text) == (True, True)
    assert twice.text.count("told, not yet") == told.text.count("told, not yet")
    assert "The rules changed: Mike's game" in cys.text
    assert "multiples of $10.00. (Before: The bank sells chips in multiples of $5.00.)" in cys.html
    assert "The rules changed: Mike's game" not in bos.opens(own("Bo", "me/")).text


def test_an_old_page_accepts_no_newer_version(desk):
    evening = Evening("mike")
    house = evening.night.house
    raised(house)
    bos = phone("Bo")
    page = bos.opens(own("Bo", "rules/mike/"))
    revise_house(house=house, document=load_preset("mike"))

    refused = bos.sends(page.form("/rules/mike/"))

    assert (refused.status, "version 3 now" in refused.text) == (422, True)


def test_a_phone_that_the_host_does_not_know_is_not_told_what_changed(chat):
    taken = Client()
    taken.post(f"{chat.path}name/", {"player": one("Bo").number, "key": new_key()})

    answer = taken.get(f"/houses/{chat.night.house.key}/rules/changes/")

    assert (answer.status_code, answer["Location"]) == (302, own("Bo"))
