"""Pages that the browser kept, answers out of order, no connection, the keyboard alone, and no scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

KEYS = "[...document.querySelectorAll('#buy-in [name=key]')].map((field) => field.value)"
AS_IF_KEPT = "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    """A tablet of the host."""
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    return context.new_page()


def in_for(page, name):
    return page.locator(".sitting", has_text=name).locator(".sitting-in")


@pytest.mark.long
def test_a_page_that_was_kept_gets_new_keys(page, visit):
    page.goto(visit.player("Bo"))
    before = page.evaluate(KEYS)

    page.evaluate(AS_IF_KEPT)

    expect(page.locator("#buy-in [name=key]")).not_to_have_value(before[0])
    after = page.evaluate("[...document.querySelectorAll('[name=key]')].map((field) => field.value)")
    assert len(set(after)) == len(after)


@pytest.mark.long
def test_a_form_that_was_used_does_not_swallow_what_is_typed_after_going_back(page, visit):
    page.goto(visit.player("Ann"))
    page.get_by_role("button", name="Buy in").tap()
    expect(in_for(page, "Ann")).to_have_text("10.00")
    page.go_back()

    page.get_by_label("Buy-in", exact=True).or_(page.get_by_label("Rebuy", exact=True)).fill("25")
    page.locator("#buy-in button.primary").tap()

    expect(in_for(page, "Ann")).to_have_text("35.00")


@pytest.mark.further
def test_a_key_that_was_used_is_told_and_the_form_can_be_sent_again(page, visit):
    page.goto(visit.player("Cy"))
    used = page.evaluate(KEYS)[0]
    page.get_by_role("button", name="Buy in").tap()
    expect(in_for(page, "Cy")).to_have_text("10.00")
    page.goto(visit.player("Cy"))
    page.evaluate("(key) => document.querySelector('#buy-in [name=key]').value = key", used)
    page.get_by_label("Rebuy", exact=True).fill("15")

    page.get_by_role("button", name="Rebuy 15.00").tap()

    expect(page.get_by_role("alert").filter(has_text="This form has been used already")).to_be_visible()
    expect(in_for(page, "Cy")).to_have_text("10.00")
    page.get_by_role("button", name="Rebuy 15.00").tap()
    expect(in_for(page, "Cy")).to_have_text("25.00")


@pytest.mark.long
def test_without_a_connection_it_says_so_and_goes_on_afterwards(page, visit):
    page.goto(visit.tonight("add/"))
    page.get_by_role("button", name="Di", exact=True).tap()
    page.get_by_label("Buy-in", exact=True).fill("40")
    page.context.set_offline(True)

    page.get_by_role("button", name="Buy in 40.00").tap()

    expect(page.locator("#offline")).to_be_visible()
    expect(page.get_by_label("Buy-in", exact=True)).to_have_value("40")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    page.get_by_role("button", name="Buy in 40.00").tap()
    expect(in_for(page, "Di")).to_have_text("40.00")


@pytest.mark.long
def test_of_two_players_the_one_tapped_last_stays(page, visit):
    page.goto(visit.tonight())
    held = []

    def hold(route):
        held.append(route)

    for name in ("Bo", "Ann"):
        page.route(visit.player(name), hold)
        with page.expect_request(visit.player(name)):
            page.locator(".sitting", has_text=name).tap()

    with page.expect_event("requestfinished", lambda request: request.url == visit.player("Bo")):
        held[0].continue_()
    held[1].continue_()

    expect(page.locator("#panel h2 > bdi")).to_have_text("Ann")


def tab_to(page, wanted):
    """Press Tab until the wanted element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not get to {wanted}")


@pytest.mark.further
def test_a_keyboard_is_enough(page, visit):
    page.goto(visit.tonight())
    before = page.locator(".bank-line .num").first.inner_text()
    tab_to(page, page.locator(".sitting", has_text="Bo"))
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2 > bdi")).to_have_text("Bo")
    tab_to(page, page.get_by_label("Rebuy", exact=True))

    page.keyboard.type("45")
    page.keyboard.press("Enter")

    expect(in_for(page, "Bo")).to_have_text("55.00")
    tab_to(page, page.locator("#panel").get_by_role("link", name="Undo"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Undo it"))
    page.keyboard.press("Enter")
    expect(page.locator("#panel .receipt")).to_contain_text("is undone: a slip")
    expect(page.locator(".bank-line .num").first).to_have_text(before)


@pytest.mark.further
def test_no_script_is_needed(new_context, visit):
    context = new_context(viewport=LANDSCAPE, java_script_enabled=False)
    visit.sign_in(context)
    page = context.new_page()
    page.goto(visit.tonight())
    page.locator(".sitting", has_text="Bo").click()
    page.get_by_label("Rebuy", exact=True).fill("60")

    page.get_by_role("button", name="Rebuy", exact=True).click()

    expect(in_for(page, "Bo")).to_have_text("70.00")
    page.locator("#panel").get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo it").click()
    expect(in_for(page, "Bo")).to_have_text("10.00")
    page.locator(".sitting", has_text="Bo").click()

    page.get_by_role("button", name="½× 5", exact=True).click()

    expect(in_for(page, "Bo")).to_have_text("15.00")
