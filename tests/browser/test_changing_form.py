"""The form of a house's rules in a browser, on a desk whose houses are as their presets: its sentences and its look."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import THEMES, faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "houses") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LANDSCAPE, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def test_what_is_typed_is_said_beside_it_and_rows_move_by_the_keyboard(page, ear, visit):
    page.goto(f"{visit.origin}/houses/mike/change/#term-buy_in-maximum")

    # A further change aborts the pending answer, which the browser's log would report as a fault.
    with page.expect_response("**/change/said/"):
        page.locator("#term-buy_in-maximum").fill("50")
    page.get_by_label("Maximum, counted in").select_option("amount")
    expect(page.locator("#said-buy_in-maximum")).to_have_text("The maximum buy-in is $50.00.")

    page.locator("#section-chips > summary").press("Enter")
    page.get_by_role("button", name="Add a colour").press("Enter")
    expect(page.locator("#term-chips-6-colour")).to_be_focused()
    page.keyboard.type("pink")
    page.locator("#up-chips-6").press("Enter")
    expect(page.locator("#up-chips-5")).to_be_focused()
    expect(page.locator("#term-chips-5-colour")).to_have_value("pink")
    expect(page.locator("#term-buy_in-maximum")).to_have_value("50")
    assert ear.complaints == []


def test_every_section_is_fit_to_be_read_and_tapped(page, visit):
    page.goto(f"{visit.origin}/houses/hybrid/change/")
    page.evaluate("document.querySelectorAll('#rules details').forEach((each) => (each.open = true))")

    assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page, THEMES)] == []
