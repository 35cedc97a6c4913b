"""A phone and a tablet side by side: a count typed on the phone is compared, and an objection is answered."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, PHONE, visiting


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
    bo.get_by_role("link", name="Count my chips").click()
    bo.get_by_label("I count").fill("12.50")
    bo.get_by_role("button", name="Tell the banker").click()
    expect(bo.get_by_text("You counted")).to_be_visible()
    ann.goto(f"{visit.player('Bo')}cash-out/")
    expect(ann.get_by_label("Bo counts")).to_have_value("12.50")
    bo.get_by_role("link", name="Something wrong?").click()
    bo.get_by_role("link", name=re.compile("Bo buys")).click()
    bo.get_by_label("What is not right").fill("It was 20")
    bo.get_by_role("button", name="This is not right").click()
    expect(bo.get_by_text("Not answered yet.")).to_be_visible()
    ann.goto(visit.tonight())
    ann.get_by_role("link", name=re.compile("Bo objects")).click()
    ann.get_by_label("Your answer").fill("We counted it together: 10")
    ann.get_by_role("button", name="Answer").click()
    expect(ann.get_by_text("Nobody objects to anything.")).to_be_visible()
    bo.reload()
    expect(bo.get_by_text("We counted it together: 10")).to_be_visible()
