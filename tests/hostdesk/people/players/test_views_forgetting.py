"""The page that forgets a player, and all other pages after that."""

import io
import re

import pytest
from pypdf import PdfReader

from reservations.models import Player
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
LINK = re.compile(r'(?:href|src)="(/[^"#]*)"')
KEEPS_NAMES = ("/export", "/night-log")


@pytest.fixture
def evening():
    """Two closed nights with Zachary, who ran the second one, overruled a limit on it and owes nothing."""
    evening = Evening("mike")
    evening.knows("Zachary")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Zachary", "10.00", note="z1", by="Zachary")
    evening.redeems("z1", "10.00")
    evening.last_hand()
    evening.cash_out("Bo", "15.00")
    evening.cash_out("Zachary", "15.00")
    evening.ends("200.00")
    evening.opens("dave-2018", banker="Zachary")
    evening.buy_in("Cy", "75.00", by="Zachary", ruling="a birthday")
    evening.last_hand(by="Zachary")
    evening.cash_out("Cy", "75.00", by="Zachary")
    evening.ends("200.00")
    return evening


def forget(desk, number, **said):
    """Send the form that forgets the player with that number."""
    return desk.sends(desk.opens(f"/players/{number}/forget/").form("/forget/"), **said)


def crawled(desk, most):
    """Return the text by address of the first pages and papers that a host reaches by links, up to that many."""
    found, waiting = dict[str, str](), ["/", "/players/", "/nights/", "/book/", "/seasons/", "/history/"]
    while waiting and len(found) < most:
        address = waiting.pop(0)
        if address in found or address.startswith(("/static/", "/sign-out/")):
            continue
        answer = desk.client.get(address, follow=True)
        body = answer.getvalue() if answer.streaming else answer.content
        if answer.headers.get("Content-Type", "").startswith("application/pdf"):
            found[address] = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)
        else:
            found[address] = body.decode("utf-8", "replace")
            waiting += [each.replace("&amp;", "&") for each in LINK.findall(found[address])]
    return found


@pytest.mark.parametrize("most", [40, pytest.param(400, marks=pytest.mark.long)])
def test_no_page_and_no_paper_has_the_name_any_more(most, desk, evening):
    number = player_named("Zachary").number
    forget(desk, number, sure="yes")

    pages = crawled(desk, most)

    shown = {address for address, text in pages.items() if "zachary" in text.casefold()}
    assert (sorted(shown), len(pages) >= min(most, 60)) == ([], True)


def test_the_page_says_what_has_to_end_first_and_offers_no_button(desk, evening):
    evening.corrects("Zachary", "Bo", "5.00")

    page = desk.opens(f"/players/{player_named('Zachary').number}/forget/")

    assert ("Zachary owes 5.00 in THE BOOK" in page.text, [form for form in page.forms if "sure" in form.takes]) == (
        True,
        [],
    )


def test_without_the_tick_nobody_is_forgotten(desk, evening):
    number = player_named("Zachary").number

    page = forget(desk, number)

    assert (page.status, Player.objects.get(pk=number).name) == (422, "Zachary")


def test_the_page_of_a_forgotten_player_offers_nothing_to_change(desk, evening):
    number = player_named("Zachary").number

    page = forget(desk, number, sure="yes")

    assert page.url == f"/players/{number}/"
    assert [each for each in page.leads_to if each.startswith(f"/players/{number}/") and each != page.url] == []
