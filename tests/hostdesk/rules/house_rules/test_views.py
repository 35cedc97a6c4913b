"""The rules of a house as its players read them: on a phone, behind a group link, and beside the night."""

import pytest
from django.test import Client

from hostdesk.base.sign_in.group_link_commands import MOST_IN_AN_HOUR, set_group_links
from hostdesk.base.sign_in.link_commands import end_link
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.rules.houses.presets import load_preset
from hostdesk.table.tv.commands import end_screen, give_screen
from reservations.houses.commands import make_house, revise_house
from tests.hostdesk.browsing import Page, own, phone
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.played_once import played_once
from tests.reservations.friday import one
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

RULES = "/houses/mike/rules/"


@pytest.fixture
@played_once
def mikes():
    return make_house(document=load_preset("mike")).house


@pytest.fixture
def chat(db):
    return a_chat()


def found(page):
    """Return the numbers of the articles found, best first."""
    return [link.partition("#article-")[2] for link in page.leads_to if "#article-" in link]


def test_the_rules_have_contents_and_permanent_anchors(desk, mikes):
    page = desk.opens(RULES)

    assert page.links["Ties"] == "#section-ties"
    assert 'id="article-17.2"' in page.html
    assert page.part("term-buy_in-multiple") == "The bank sells chips in multiples of 5.00."
    assert "Chips: white 0.05" in page.part("term-chips-value")


def test_a_mark_of_an_article_is_explained_where_one_on_the_page_has_it(desk, mikes):
    make_house(document={**load_preset("mike"), "key": "plain", "name": "Plain", "articles": []})

    said = [desk.opens(f"/houses/{each}").text for each in ("mike/rules/", "mike/rules/?q=buy+in", "plain/rules/")]

    assert [("New:" in text, "Unusual:" in text) for text in said] == [(True, False), (False, False), (False, False)]


def test_words_find_rules_without_a_script(desk, mikes):
    page = desk.opens(f"{RULES}?q=tie+split")

    assert found(page)[0] == "17.2"
    assert "<mark>split</mark>" in page.html
    assert page.forms[-1].fields["q"] == ["tie split"]


def test_what_the_desk_applies_is_found_too(desk, mikes):
    page = desk.opens(f"{RULES}?q=multiples")

    assert f"{RULES}#term-buy_in-multiple" in page.leads_to


def test_what_is_looked_for_is_only_text(desk, mikes):
    page = desk.opens(f"{RULES}?q=<script>alert(1)</script>")

    assert "<script>alert" not in page.html
    assert "No rule answers this" in desk.opens(f"{RULES}?q=zebra").text


def test_marks_of_a_rule_are_shown(desk):
    document = load_preset("dave-2018")
    first, second, *others = document["articles"]
    marked = [{**first, "new": True}, {**second, "unusual": True}, *others]
    make_house(document={**document, "articles": marked})

    page = desk.opens("/houses/dave-2018/rules/")

    assert f"{first['title']} new {first['text']}" in page.text
    assert f"{second['title']} unusual {second['text']}" in page.text
    assert "Robert's Rules of Poker, version 11" in page.text


def test_an_earlier_version_says_so(desk, mikes):
    document = load_preset("mike")
    revise_house(house=mikes, document={**document, "articles": document["articles"][:3]})

    before, now = desk.opens(f"{RULES}?version=1&q=split"), desk.opens(f"{RULES}?q=split")

    assert ("This is an earlier version" in before.text, found(before) != []) == (True, True)
    assert ("This is an earlier version" in now.text, found(now)) == (False, [])
    assert before.forms[-1].fields["version"] == ["1"]


def test_a_player_reads_them_and_comes_back_to_their_own_page():
    Evening("mike")

    page = phone("Bo").opens(RULES)

    assert (page.status, own("Bo") in page.leads_to) == (200, True)


def test_a_night_in_play_has_its_version_beside_it(desk):
    evening = Evening("mike")
    document = load_preset("mike")
    revise_house(house=evening.night.house, document={**document, "articles": []})

    tonight = f"/nights/{evening.night.pk}/tonight/"

    page = desk.opens(f"{tonight}rules/?q=banker")

    assert "1" in found(page)
    assert f"{tonight}rules/" in desk.opens(f"{tonight}?more=yes").leads_to


def rules_behind(chat, query=""):
    return Page(Client().get(f"{chat.path}rules/{query}"), chat.path)


def test_behind_a_group_link_the_host_decides(chat):
    kept, says = rules_behind(chat), f"{chat.path}rules/" in Page(Client().get(chat.path), chat.path).leads_to
    set_group_links(waits=False, shares_rules=True)

    shared = rules_behind(chat)

    assert (kept.status, says, "The rules are for players" in kept.text) == (403, False, True)
    assert (shared.status, shared.part("term-seating-most") != "") == (200, True)
    assert f"{chat.path}rules/" in Page(Client().get(chat.path), chat.path).leads_to


def test_the_link_of_rules_ends_with_the_link(chat):
    set_group_links(waits=False, shares_rules=True)
    end_link(chat.link)

    assert (rules_behind(chat).status, Client().get("/group/nobody/rules/").status_code) == (410, 404)


def test_reading_behind_a_link_is_bounded_and_typing_is_not_counted(chat):
    set_group_links(waits=False, shares_rules=True)
    most, _ = MOST_IN_AN_HOUR["look"]

    answers = [rules_behind(chat).status for _ in range(3)]
    chat.link.uses.update(times=most)

    assert answers == [200, 200, 200]
    assert (rules_behind(chat).status, rules_behind(chat, "?q=clock").status) == (429, 200)


def test_a_phone_that_the_host_does_not_know_reads_what_the_group_reads(chat):
    taken = Client()
    taken.post(f"{chat.path}name/", {"player": one("Bo").number, "key": new_key()})
    address = f"/houses/{chat.night.house.key}/rules/"

    kept = taken.get(address)
    set_group_links(waits=False, shares_rules=True)

    assert (kept.status_code, kept["Location"], taken.get(address).status_code) == (302, own("Bo"), 200)


def test_the_address_of_a_television_has_the_rules_of_its_night_where_they_are_shared(mikes):
    evening = Evening("mike")
    address = f"/table/{give_screen(evening.night, made_by='Ann')}/rules/"
    kept = Client().get(address)
    set_group_links(waits=False, shares_rules=True)
    revise_house(house=mikes, document={**load_preset("mike"), "articles": []})

    shared = Page(Client().get(f"{address}?q=tie+split"), address)
    end_screen(evening.night)

    assert (kept.status_code, shared.status, Client().get(address).status_code) == (404, 200, 404)
    assert found(shared)[0] == "17.2"
