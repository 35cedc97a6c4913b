"""Two tablets at one door: each shows the other's ticks within seconds, and nothing moves under a finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long

WITHIN = 15_000  # milliseconds; a device waits longer on a busy machine


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "at_the_door") as one:
        yield one


@pytest.fixture
def doors(new_context, visit):
    """Two tablets that show the same door."""
    pages = []
    for _ in range(2):
        context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
        visit.sign_in(context)
        pages.append(context.new_page())
        pages[-1].goto(f"{visit.origin}/nights/{visit.made['door']}/door/")
    return pages


def row(page, name):
    return page.locator(".visitor", has=page.locator(".visitor-name", has_text=name))


def test_what_one_ticks_the_other_shows_and_nothing_moves_there(doors):
    here, there = doors
    order = there.locator(".visitor-name bdi").all_inner_texts()
    button = there.get_by_role("button", name="Here: Hal")
    button.focus()
    there.evaluate("scrollTo(0, 300); window.hal = document.activeElement")
    before = (there.evaluate("scrollY"), button.bounding_box())

    here.get_by_role("button", name="Here: Fay").tap()

    expect(row(there, "Fay")).to_contain_text("Here since", timeout=WITHIN)
    expect(there.locator("#door-sum")).not_to_contain_text("Fay")
    expect(button).to_be_focused()
    assert there.evaluate("window.hal === document.activeElement")
    assert (there.evaluate("scrollY"), button.bounding_box()) == before
    assert there.locator(".visitor-name bdi").all_inner_texts() == order


def test_the_button_in_hand_stays_in_hand_where_its_own_row_reads_otherwise(doors):
    here, there = doors
    there.get_by_role("button", name="Here: Eve").focus()

    here.get_by_role("button", name="Here: Eve").tap()

    expect(there.get_by_role("button", name="Not here after all: Eve")).to_be_focused(timeout=WITHIN)


def test_a_guest_whom_nobody_knows_comes_with_one_tap_and_the_other_knows(doors):
    here, there = doors

    here.get_by_role("button", name="Here: Zoe <b>").tap()

    expect(there.get_by_role("button", name="Not here after all: Zoe <b>")).to_be_visible(timeout=WITHIN)
    expect(there.locator("#door-walked")).to_be_hidden()
