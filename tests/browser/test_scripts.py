"""Pages with their scripts in reverse order: everything works as in the usual order."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.ear import Ear
from tests.browser.visit import LANDSCAPE, PHONE, visiting

TAG = re.compile(r"<script [^>]*></script>")


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    """A tablet of the host that gets every page with its scripts in reverse order."""
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    page = context.new_page()
    page.route("**/*", turned_round)
    return page


def turned_round(route: Route) -> None:
    if route.request.resource_type != "document":
        return route.fallback()
    answer = route.fetch()
    html = answer.text()
    tags = TAG.findall(html)
    return route.fulfill(response=answer, body=TAG.sub(lambda _: tags.pop(), html))


def in_for(page, name):
    return page.locator(".sitting", has_text=name).locator(".sitting-in")


@pytest.mark.further
def test_a_player_is_tapped_an_amount_is_keyed_in_and_recorded(page, visit):
    ear = Ear(page)
    page.goto(visit.tonight())
    names = page.evaluate("[...document.scripts].map((each) => each.src.split('/').pop())")
    page.locator(".sitting", has_text="Bo").tap()
    expect(page.locator("#panel h2")).to_be_focused()
    before = in_for(page, "Bo").text_content()

    for digit in "25":
        page.locator(f"#panel [data-digit='{digit}']").tap()
    page.get_by_role("button", name="Rebuy 25.00").tap()

    expect(in_for(page, "Bo")).not_to_have_text(before or "")
    assert (names.index("htmx-2.min.js") > names.index("amounts.js"), ear.complaints) == (True, [])


@pytest.mark.further
def test_without_a_connection_it_says_so_and_what_another_records_comes_afterwards(page, visit, new_context):
    other = new_context(viewport=PHONE, has_touch=True)
    visit.sign_in(other)
    there = other.new_page()
    page.goto(visit.tonight())
    before = in_for(page, "Cy").text_content() or ""
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()

    there.goto(visit.player("Cy"))
    there.locator("#buy-in button.primary").tap()
    expect(there.get_by_role("status").first).to_be_visible()
    page.context.set_offline(False)

    expect(page.locator("#offline")).to_be_hidden()
    expect(in_for(page, "Cy")).not_to_have_text(before)


@pytest.mark.further
def test_the_keys_of_a_keyboard_do_what_they_do(page, visit):
    page.goto(visit.player("Ann"))

    page.keyboard.press("Escape")

    expect(page.locator(".panel-close")).to_have_count(0)
