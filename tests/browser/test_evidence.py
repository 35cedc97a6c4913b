"""Phones and a tablet side by side: a count is compared, an objection answered, a payment disputed and settled."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, PHONE, visiting

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("evidence"), "told") as visit:
        yield visit


def test_a_count_and_an_objection_go_from_the_phone_to_the_tablet_and_back(new_context, visit):
    phone, tablet = (new_context(viewport=size, has_touch=True) for size in (PHONE, LANDSCAPE))
    visit.sign_in(phone, "bos")
    visit.sign_in(tablet)
    bo, ann = phone.new_page(), tablet.new_page()
    bo.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/")
    bo.get_by_role("link", name="My chips").click()
    bo.get_by_label("I count").fill("12.50")
    bo.get_by_role("button", name="Tell the banker").click()
    expect(bo.get_by_text("You counted")).to_be_visible()
    ann.goto(f"{visit.player('Bo')}cash-out/")
    expect(ann.get_by_label("Bo counts")).to_have_value("12.50")
    bo.get_by_role("link", name="Not right?").click()
    bo.get_by_label("What is not right").first.fill("It was 20")
    bo.get_by_role("button", name=re.compile("Tell the banker.*Bo buys")).click()
    expect(bo.get_by_text("Not answered yet.")).to_be_visible()
    ann.goto(visit.tonight())
    ann.get_by_role("link", name=re.compile("Bo objects")).click()
    ann.get_by_label("Your answer").fill("We counted it together: 10")
    ann.get_by_role("button", name="Answer").click()
    expect(ann.get_by_text("Nothing waits for you.")).to_be_visible()
    bo.reload()
    expect(bo.get_by_text("We counted it together: 10")).to_be_visible()


def test_a_payment_is_claimed_disputed_and_settled(new_context, tmp_path):
    """Bo claims to have paid 20.00; Ann gets nothing, then 5.00, then the rest. The host sees it until it is over."""
    with visiting(tmp_path, "own_pages") as visit:
        pages = []
        for session, size in (("session_Bo", PHONE), ("session_Ann", PHONE), ("session", LANDSCAPE)):
            context = new_context(viewport=size, has_touch=True)
            visit.sign_in(context, session)
            pages.append(context.new_page())
        bo, ann, host = pages
        people = visit.made["players"]

        bo.goto(f"{visit.origin}/own/{people['Bo']}/")
        bo.get_by_role("button", name="I have paid").tap()
        expect(bo.get_by_text("has not confirmed yet")).to_be_visible()
        host.goto(f"{visit.origin}/inbox/")
        expect(host.get_by_text("20.00").first).to_be_visible()
        ann.goto(f"{visit.origin}/own/{people['Ann']}/")
        ann.get_by_role("link", name="Not all of it…").tap()
        ann.get_by_text("No, not received").tap()
        ann.get_by_label("What is wrong").fill("nothing came")
        ann.get_by_role("button", name="Dispute it").tap()
        bo.goto(f"{visit.origin}/own/{people['Bo']}/")
        expect(bo.get_by_text("nothing came")).to_be_visible()
        ann.goto(f"{visit.origin}/own/{people['Ann']}/")
        ann.get_by_role("link", name="I got the money…").first.tap()
        ann.get_by_text("Only a part came…").first.tap()
        ann.get_by_label("What came").first.fill("5")
        ann.get_by_role("button", name="Only this came").first.tap()
        bo.goto(f"{visit.origin}/own/{people['Bo']}/")
        expect(bo.get_by_role("article", name="You pay Ann")).to_contain_text("$15.00")
        ann.goto(f"{visit.origin}/own/{people['Ann']}/")
        ann.get_by_role("link", name="I got the money…").first.tap()
        ann.get_by_role("button", name="Yes, all of it").tap()
        bo.goto(f"{visit.origin}/own/{people['Bo']}/")

        expect(bo.get_by_role("article", name="You pay Ann")).to_have_count(0)
        host.goto(f"{visit.origin}/inbox/")
        expect(host.get_by_text("nothing came")).to_have_count(0)
