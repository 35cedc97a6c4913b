"""A phone and a tablet side by side: a player's requests and the banker's answers, with and without a connection."""

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.visit import LANDSCAPE, PHONE, visiting

pytestmark = pytest.mark.long

WITHIN = 15_000  # milliseconds; a device waits longer on a busy machine


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "own_pages") as one:
        yield one


@pytest.fixture
def phone(new_context, visit):
    """Bo's phone, on their own page."""
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context, "session_Bo")
    page = context.new_page()
    page.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/")
    return page


@pytest.fixture
def tablet(new_context, visit):
    """The tablet of the host, on Tonight."""
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    page.goto(visit.tonight())
    return page


def test_a_rebuy_is_asked_for_and_granted_while_the_player_types(phone, tablet):
    ear = Ear(phone)
    phone.get_by_text("Ask the banker").tap()
    phone.get_by_role("button", name="Rebuy", exact=True).tap()
    expect(phone.get_by_text("Asked for a rebuy of 10.00")).to_be_visible()
    phone.locator(".own main").evaluate("(main) => (main.dataset.stays = 'yes')")

    tablet.get_by_role("button", name="Rebuy 10.00, cash").tap(timeout=WITHIN)

    expect(phone.get_by_text("in for $30.00")).to_be_visible(timeout=WITHIN)
    expect(phone.get_by_text("Asked for a rebuy")).to_have_count(0)
    expect(phone.locator("main[data-stays]")).to_have_count(1)
    expect(tablet.locator("[id^=asked]")).to_have_count(0)
    assert ear.complaints == []


def test_what_is_typed_stays_while_other_parts_change(phone, tablet):
    phone.get_by_text("Ask the banker").tap()
    phone.get_by_role("button", name="Leave after this round").tap()
    expect(phone.get_by_text("The banker sees it")).to_be_visible(timeout=WITHIN)
    phone.get_by_text("Ask the banker").tap()
    amount = phone.get_by_label("Rebuy for")
    amount.fill("7")

    tablet.get_by_role("button", name="Leaves soon").tap(timeout=WITHIN)

    expect(phone.get_by_text("Asked to leave")).to_have_count(0, timeout=WITHIN)
    expect(amount).to_have_value("7")
    expect(amount).to_be_focused()


def test_a_wish_waits_on_the_phone_until_the_desk_is_back(phone, tablet):
    """The connection is lost when the player asks, and the page stays."""
    phone.route("**/ask/", lambda route: route.abort())
    phone.get_by_text("Ask the banker").tap()
    phone.get_by_role("button", name="Cash out").tap()
    expect(phone.locator("#kept")).to_contain_text("Not recorded yet: Cash out")

    phone.unroute("**/ask/")
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(tablet.get_by_role("link", name="Count chips")).to_have_count(1, timeout=WITHIN)
    expect(phone.locator("#kept")).to_be_hidden()
    phone.get_by_role("button", name="Withdraw").tap()
    expect(tablet.locator("[id^=asked]")).to_have_count(0, timeout=WITHIN)


def test_a_count_waits_on_the_phone_until_the_desk_is_back(phone):
    phone.route("**/count/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    phone.get_by_role("link", name="My chips").tap()
    phone.get_by_label("I count").fill("12")
    phone.get_by_role("button", name="Tell the banker").tap()
    expect(phone.locator("#kept")).to_contain_text("your count")

    phone.unroute("**/count/")
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(phone.get_by_text("You counted")).to_be_visible(timeout=WITHIN)


def test_what_the_banker_sees_is_not_said_beside_a_no(phone, tablet):
    phone.get_by_text("Ask the banker").tap()
    phone.get_by_role("button", name="Cash out").tap()
    expect(phone.get_by_text("The banker sees it")).to_be_visible()

    tablet.get_by_role("link", name="No…").first.tap(timeout=WITHIN)
    tablet.get_by_role("button", name="Not tonight").tap()

    expect(phone.get_by_text("The banker says no")).to_be_visible(timeout=WITHIN)
    expect(phone.get_by_text("The banker sees it")).to_have_count(0)


def test_a_refusal_on_the_phone_can_be_dismissed(phone):
    phone.get_by_text("Ask the banker").tap()
    phone.get_by_label("Rebuy for").fill("70000")
    phone.get_by_role("button", name="Rebuy").tap()

    phone.get_by_role("link", name="OK").tap()

    expect(phone.get_by_role("alert")).to_have_count(0)


def test_a_payment_whose_answer_is_lost_is_sent_again_and_recorded_once(phone, visit):
    """The desk records the claim, its answer is lost, and the connection is gone for a while."""
    lost = []

    def lose(route):
        lost.append(route.request.post_data)
        if len(lost) == 1:
            route.fetch(max_redirects=0)
        route.abort()

    phone.route("**/payments/**", lose)
    phone.route("**/since/**", lambda route: route.abort())
    phone.get_by_role("button", name="I have paid").tap()
    expect(phone.locator("#kept")).to_contain_text("Not recorded yet: I have paid $20.00 to Ann")
    expect(phone.locator("#offline")).to_contain_text("As of", timeout=WITHIN)

    phone.unroute("**/payments/**")
    phone.unroute("**/since/**")

    expect(phone.get_by_text("You said that you paid $20.00")).to_have_count(1, timeout=2 * WITHIN)
    expect(phone.locator("#kept")).to_be_hidden()
    expect(phone.locator("#offline")).to_be_hidden()
