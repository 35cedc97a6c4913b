"""A tab that is killed while it posts, the tab that the browser restores, and two tablets with the same player open."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long

KEY = "document.querySelector('#buy-in [name=key]').value"
PUT_BACK = "(key) => document.querySelector('#buy-in [name=key]').value = key"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture
def tablet(new_context, visit):
    """Return a function that opens a page on a new tablet of the host."""

    def opened(address):
        context = new_context(viewport=LANDSCAPE, has_touch=True)
        visit.sign_in(context)
        page = context.new_page()
        page.goto(address)
        return page

    return opened


def in_for(page, name):
    return page.locator(".sitting", has_text=name).locator(".sitting-in")


@pytest.mark.parametrize(("name", "arrives"), [("Ann", True), ("Cy", False)])
def test_a_tab_that_is_killed_while_it_posts_is_brought_back_and_records_once(tablet, visit, name, arrives):
    """The form reaches the desk before the tab dies, or it does not; the restored tab has the form as it was."""
    killed = tablet(visit.player(name))
    key = killed.evaluate(KEY)

    def kill(route):
        if arrives:
            route.fetch()
        else:
            route.abort()
        killed.close()

    killed.route("**/buy-in/", kill)
    with killed.expect_event("close"):
        killed.get_by_role("button", name="Buy in").dispatch_event("click")

    again = killed.context.new_page()
    again.goto(visit.player(name))
    expect(in_for(again, name)).to_have_text("10.00" if arrives else "–")
    again.evaluate(PUT_BACK, key)
    again.get_by_label("Rebuy" if arrives else "Buy-in", exact=True).fill("10")
    again.locator("#buy-in button.primary").tap()

    expect(again.locator("#panel .receipt")).to_be_visible()
    expect(in_for(again, name)).to_have_text("10.00")


def test_of_two_tablets_with_one_player_in_hand_the_second_is_asked_whether_it_is_the_same(tablet, visit):
    here, there = (tablet(visit.player("Bo")) for _ in range(2))
    here.get_by_label("Rebuy", exact=True).fill("20")
    there.get_by_label("Rebuy", exact=True).fill("20")
    here.locator("#buy-in button.primary").tap()
    expect(in_for(here, "Bo")).to_have_text("30.00")

    there.locator("#buy-in button.primary").tap()

    expect(there.get_by_text("Is this the same one again?")).to_be_visible()
    expect(in_for(there, "Bo")).to_have_text("30.00")
