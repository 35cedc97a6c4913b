"""Chips counted with the desk's keypad: no digit is lost, and the form sends exactly what it shows."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long


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


def test_the_keypad_types_into_the_colour_that_has_the_focus(page):
    """Two whites of 0.05 make 0.10, not a total of 2.00."""
    page.get_by_text("Count by chips…").tap()
    whites = page.locator("#player_count-0")
    whites.tap()

    for digit in ("2", "."):
        page.locator(f'#panel [data-digit="{digit}"]').tap()

    expect(whites).to_have_value("2")
    expect(page.get_by_label("Bo counts")).to_have_value("0.10")
    expect(page.locator("#live .primary")).to_have_text("Put $0.10 into the final pot")


def test_two_thumbs_that_overlap_lose_no_digit(page):
    """Each thumb is down before the other one is up: a browser makes no click of that."""
    keys, touch = "9.75", page.context.new_cdp_session(page)
    boxes = [page.locator(f'#panel [data-digit="{digit}"]').bounding_box() for digit in keys]
    points = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": each}
        for each, box in enumerate(boxes)
    ]

    for each in range(len(keys)):
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[max(0, each - 1) : each + 1]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    expect(page.get_by_label("Bo counts")).to_have_value("9.75")
    expect(page.locator("#live [name=plan]")).to_have_value("975,cash:900:")


@pytest.mark.parametrize(("keys", "typed"), [(".50", "0.50"), ("13.2050", "13.20"), ("1..5", "1.5")])
def test_the_keypad_writes_amounts_that_can_be_sent(page, keys, typed):
    for digit in keys:
        page.locator(f'#panel [data-digit="{digit}"]').tap()

    expect(page.get_by_label("Bo counts")).to_have_value(typed)


def test_a_count_at_the_closing_waits_for_who_comes_back(page, visit):
    closing = f"{visit.origin}/nights/{visit.made['over']}/closing/"
    page.goto(closing)
    count = page.locator("#player_count")
    count.fill("12.50")

    page.goto(visit.origin)
    page.goto(closing)

    expect(count).to_have_value("12.50")


def test_whoever_scrolls_over_the_keys_types_nothing(page):
    page.evaluate("""
      () => {
        const key = document.querySelector('#panel [data-digit="5"]');
        for (const type of ["pointerdown", "pointercancel", "pointerup"])
          key.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
      }
    """)

    expect(page.get_by_label("Bo counts")).to_have_value("")
