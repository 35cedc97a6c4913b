"""Chips are counted with the desk's keypad: nothing that was typed is lost, and what is sent is what is shown."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "keypads") as visit:
        yield visit


@pytest.fixture
def page(new_context, visit):
    """Bo's count at mike's after the last hand: 30.00 is in play."""
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/nights/{visit.made['over']}/tonight/players/{visit.made['leaves']}/cash-out/")
    return page


def test_extra_chips_are_declared_beside_the_count_and_then_it_is_paid(page):
    page.get_by_label("Bo counts").fill("37.90")
    page.get_by_role("button", name="Counts match").tap()
    page.get_by_role("button", name="Find the $7.90").tap()
    page.get_by_label("Why").fill("from another set")

    page.get_by_role("button", name="Declare extra").tap()

    expect(page.get_by_role("button", name="Pay $37.00")).to_be_in_viewport()
    expect(page.get_by_role("dialog")).to_be_hidden()
