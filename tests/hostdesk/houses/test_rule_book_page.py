"""The rule book of a house: what it is made of, who reads it, and that a version stays as it is."""

import pytest
from django.test import Client

from hostdesk.group_link.commands import set_group_links
from hostdesk.houses.presets import load_preset
from hostdesk.houses.rule_book_page import rule_book_of
from hostdesk.houses.rule_book_pdf import BookArticle
from hostdesk.site.idempotency_keys import new_key
from reservations.houses.commands import make_house, revise_house
from tests.hostdesk.browsing import own
from tests.hostdesk.group_link.chat import a_chat
from tests.ledger.reading import pages
from tests.reservations.friday import one
from tests.signed_in import player_client

pytestmark = pytest.mark.django_db


def test_it_tells_the_terms_by_subject_and_the_articles_by_section():
    document = load_preset("mike")
    book = rule_book_of(make_house(document=document))

    said = dict(book.in_short)
    assert "The bank sells chips in multiples of $5.00." in said["Buying in"]
    assert "Only the host signs with BOG." in said["Notes and THE BOOK"]
    assert [*book.by_section] == [*dict.fromkeys(article["section"] for article in document["articles"])]
    assert len(book.articles) == len(document["articles"])
    assert (book.version, book.source) == (1, "Mike's House Rules, 2000 to 2004")
    assert [colour.name for colour in book.chips[:3]] == ["white", "red", "blue"]


def test_what_the_source_calls_new_or_unusual_is_marked():
    articles = [
        {"number": "1", "title": "A", "text": "B", "new": True, "unusual": True},
        {"number": "2", "title": "C", "text": "D", "section": "Bets"},
    ]

    book = rule_book_of(make_house(document={**load_preset("hybrid"), "articles": articles}))

    assert book.articles == (
        BookArticle("1", "A", "B", "Articles", ("new", "unusual")),
        BookArticle("2", "C", "D", "Bets"),
    )
    assert (book.levels[0], book.level_minutes) == ("0.01/0.02", 20)


def test_a_version_is_the_same_book_whatever_came_after_it(desk):
    rules = make_house(document=load_preset("mike"))
    before = desk.client.get("/houses/mike/rules.pdf").content
    revise_house(house=rules.house, document={**load_preset("mike"), "summary": "Now for dimes."})

    first, newest = (desk.client.get(f"/houses/mike/rules.pdf{asked}") for asked in ("?version=1", ""))

    assert first.content == before
    assert "Now for dimes." in pages(newest.content)[0]
    assert [answer["Content-Disposition"] for answer in (first, newest)] == [
        'inline; filename="rules-mike-1.pdf"',
        'inline; filename="rules-mike-2.pdf"',
    ]


def test_it_is_for_whoever_reads_the_rules():
    chat = a_chat()
    book, taken = f"/houses/{chat.night.house.key}/rules.pdf", Client()
    taken.post(f"{chat.path}name/", {"player": one("Bo").number, "key": new_key()})

    player, kept = player_client(one("Cy")).get(book), taken.get(book)
    set_group_links(waits=False, shares_rules=True)

    assert (player.status_code, player["Content-Type"]) == (200, "application/pdf")
    assert (kept.status_code, kept["Location"], taken.get(book).status_code) == (302, own("Bo"), 200)


@pytest.mark.parametrize("asked", ["3", "0", "-1", "x", "9" * 30])
def test_there_is_no_book_of_a_version_that_was_never_made(desk, asked):
    make_house(document=load_preset("mike"))

    assert desk.client.get(f"/houses/mike/rules.pdf?version={asked}").status_code == 404
