"""The door on the tablet: an arrival takes one tap, a no-show two, and a line on Tonight leads there."""

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long

SIZES = [LANDSCAPE, PORTRAIT, PHONE]


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    """One desk for all tests: each is about another player, so none depends on the others."""
    with visiting(tmp_path_factory.mktemp("desk"), "at_the_door") as one:
        yield one


@pytest.fixture
def hand(new_context, visit):
    """A hand over the host's tablet."""
    return Hand(tablet(new_context, visit))


def tablet(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def door(visit, night="door"):
    return f"{visit.origin}/nights/{visit.made[night]}/door/"


def tonight(visit):
    return f"{visit.origin}/nights/{visit.made['door_open']}/tonight/"


def row(page, name):
    return page.locator(".visitor", has=page.locator(".visitor-name", has_text=name))


def test_two_come_one_does_not_and_it_is_taken_back(hand, visit):
    page = hand.page
    page.goto(door(visit))
    order = page.locator(".visitor-name bdi").all_inner_texts()

    hand.button("Here: Bo")
    expect(row(page, "Bo")).to_contain_text("Here since")
    hand.button("Here: Fay")
    expect(row(page, "Fay")).to_contain_text("Here since")
    assert (hand.taps, page.locator(".visitor-name bdi").all_inner_texts()) == (2, order)
    hand.tap(row(page, "Eve").get_by_role("link", name="No-show…"))
    expect(page.locator("main")).to_contain_text("A friendly reminder follows: Eve")
    hand.button("Mark as a no-show")
    expect(row(page, "Eve")).to_contain_text("no-show")
    assert hand.taps == 4
    hand.button("Take back: Eve no-show")

    expect(row(page, "Eve")).to_contain_text("Not here yet.")


def test_late_is_two_taps(hand, visit):
    page = hand.page
    page.goto(door(visit))

    hand.tap(row(page, "Hal").get_by_role("link", name="Late…"))
    hand.tap(page.locator(".door-times button").first)

    expect(row(page, "Hal")).to_contain_text("Comes at")
    assert hand.taps == 2


def test_nothing_moves_when_somebody_comes(hand, visit):
    page = hand.page
    page.goto(door(visit))
    for name in ("Fay", "Gus"):  # the pressed button is in sight, so the press scrolls nothing
        row(page, name).scroll_into_view_if_needed()
    before = (page.evaluate("scrollY"), row(page, "Fay").bounding_box())

    hand.button("Here: Gus")
    expect(row(page, "Gus")).to_contain_text("Here since")

    assert (page.evaluate("scrollY"), row(page, "Fay").bounding_box()) == before


def test_an_id_is_one_tap(hand, visit):
    hand.page.goto(door(visit))

    hand.button("ID seen: Cy")

    expect(row(hand.page, "Cy")).not_to_contain_text("ID not seen")
    assert hand.taps == 1


def test_somebody_expected_arrives_from_tonight_in_two_taps(hand, visit):
    page = hand.page
    page.goto(tonight(visit))

    hand.tap(page.locator(".sitting", has_text="Bo"))
    hand.button("Here")

    expect(page.locator(".sitting", has_text="Bo")).to_contain_text("no chips yet")
    assert hand.taps == 2


def test_an_announced_time_is_changed_from_tonight_in_three_taps_and_its_digits(hand, visit):
    page = hand.page
    page.goto(tonight(visit))
    tile = page.locator("#players").get_by_role("link", name="Fay")
    comes_at = page.get_by_label("Comes at")

    hand.tap(tile)
    hand.tap(comes_at)
    hours, minutes = comes_at.input_value().split(":")
    later = f"{(int(hours) + 1) % 24:02}:{minutes}"
    comes_at.fill(later)
    hand.button("Change")

    expect(tile).to_contain_text(later)
    assert hand.taps == 3


def test_who_came_early_is_in_with_everyone(hand, visit):
    page = hand.page
    page.goto(tonight(visit))

    hand.link("Everyone in")
    expect(page.locator(".choices .choice", has_text="Cy")).to_be_visible()
    hand.tap(page.get_by_role("button", name="Sell "))
    hand.tap(page.get_by_role("button", name="IDs seen, and sell"))

    expect(page.locator(".sitting", has_text="Cy")).to_contain_text("50.00")
    assert hand.taps == 3


def test_tonight_hears_what_the_door_knows(hand, new_context, visit):
    page, other = hand.page, tablet(new_context, visit)
    page.goto(tonight(visit))
    place = page.locator("#to-door").bounding_box()
    other.goto(door(visit, "door_open"))

    other.get_by_role("button", name="Take back: Gus excused").click()

    expect(page.locator("#players").get_by_role("link", name="Gus late")).to_be_visible()
    assert page.locator("#to-door").bounding_box() == place


@pytest.mark.parametrize("night", ["door", "door_open"])
def test_the_page_looks_right_everywhere(hand, visit, night):
    page, ear = hand.page, Ear(hand.page)
    page.goto(door(visit, night))

    assert [*faults_of_layout(page, SIZES), *faults_of_access(page)] == []
    assert (ear.asked_elsewhere(visit.origin), ear.complaints) == ([], [])
