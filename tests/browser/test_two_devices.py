"""Two tablets at one desk: each shows what the other records, and nothing moves under a finger."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long

WITHIN = 15_000  # milliseconds; a device waits longer on a busy machine


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture
def devices(new_context, visit):
    """Two tablets with Tonight open."""
    pages = []
    for _ in range(2):
        context = new_context(viewport=LANDSCAPE, has_touch=True)
        visit.sign_in(context)
        pages.append(context.new_page())
        pages[-1].goto(visit.tonight())
    return pages


def test_what_one_records_the_other_shows(devices, visit):
    here, there = devices
    here.locator(".sitting", has_text="Ann").tap()

    here.get_by_role("button", name="Buy in").tap()

    expect(there.locator(".sitting", has_text="Ann").locator(".sitting-in")).to_have_text("10.00", timeout=WITHIN)
    expect(there.locator(".act-text").first).to_contain_text("Ann", timeout=WITHIN)
    expect(there.locator("#panel h2")).to_have_text("The night")


def test_nothing_moves_under_the_fingers_of_the_other(devices, visit):
    here, there = devices
    there.locator(".sitting", has_text="Cy").tap()
    amount = there.get_by_label(re.compile("^(Buy-in|Rebuy)$"))
    expect(there.locator("#panel :focus")).to_be_attached()  # a panel takes the focus once it is there
    amount.fill("35")
    there.evaluate("window.panel = document.getElementById('panel'); window.scrolled = 'still this page'")
    here.goto(visit.tonight("add/"))

    here.get_by_role("button", name="Di", exact=True).tap()

    expect(there.locator(".sitting", has_text="Di")).to_be_visible(timeout=WITHIN)
    expect(amount).to_have_value("35")
    expect(amount).to_be_focused()
    assert there.evaluate("window.panel === document.getElementById('panel')")
    expect(there.get_by_role("button", name=re.compile(r"^(Buy in|Rebuy) 35\.00 · cash$"))).to_be_enabled()


def test_the_one_who_was_typing_goes_on(devices, visit):
    here, there = devices
    there.locator(".sitting", has_text="Cy").tap()
    there.get_by_label("Buy-in", exact=True).fill("35")
    here.locator(".sitting", has_text="Bo").tap()
    here.get_by_role("button", name=re.compile("^Rebuy")).tap()
    expect(there.locator(".sitting", has_text="Bo").locator(".sitting-in")).to_have_text("20.00", timeout=WITHIN)

    there.get_by_role("button", name="Buy in 35.00").tap()

    for page in devices:
        expect(page.locator(".sitting", has_text="Cy").locator(".sitting-in")).to_have_text("35.00", timeout=WITHIN)
