"""One table split into two, on two tablets: volunteers are tapped, the cards turn one by one, and it can be undone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, LOW_TABLET, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long

CARDS = 9  # of twelve, the banker and two volunteers draw none
COVERED = """
  (links) => links.map((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return link.contains(hit) ? "" : `${link.textContent}: ${hit?.outerHTML.slice(0, 40)}`;
  }).filter(Boolean)
"""

OVERLAPPING = """
  () => [...document.querySelectorAll(".seat-hole")].filter((hole) => {
    const { x, y, width, height } = hole.getBoundingClientRect();
    return [...document.querySelectorAll(".oval .sitting")].some((each) => {
      const card = each.getBoundingClientRect();
      const across = Math.max(card.left - x - width / 2, x + width / 2 - card.right, 0);
      const down = Math.max(card.top - y - height / 2, y + height / 2 - card.bottom, 0);
      return Math.hypot(across, down) < width / 2;
    });
  }).map((hole) => hole.textContent)
"""
BOXES = "(parts) => parts.map((each) => each.getBoundingClientRect().toJSON())"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "tables") as one:
        yield one


def tablet(new_context, visit, **options):
    context = new_context(**{"viewport": LANDSCAPE, "has_touch": True, **options})
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/nights/{visit.made['at_one_table']}/tonight/")
    return page


def test_volunteers_are_tapped_the_rest_is_drawn_and_all_is_undone(new_context, visit):
    here, there = tablet(new_context, visit), tablet(new_context, visit)
    here.get_by_role("link", name="12 are here: split into two tables of 6").tap()
    here.get_by_label("Bo seat 2").tap()
    here.get_by_label("Cy seat 3").tap()
    expect(here.locator("[data-volunteering]")).to_have_text("2 of 6 have volunteered.")

    here.get_by_role("button", name="Draw the rest").tap()

    # Who draws cards of one rank draws once more, in a round of their own.
    expect(here.locator("#panel .draw-round").first.locator(".draw-card")).to_have_count(CARDS)
    expect(here.get_by_role("heading", name="New seats")).to_be_hidden()
    expect(here.locator("#panel .draw-card.turned").first).to_be_visible()
    here.get_by_role("button", name="Show all cards").tap()
    expect(here.get_by_role("heading", name="New seats")).to_be_visible()
    expect(there.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(there.locator(".table-call")).to_have_count(0)

    here.locator("#undo-draw").tap()
    here.get_by_role("button", name="Undo", exact=True).tap()

    expect(there.get_by_role("heading", name="Table 2")).to_have_count(0)
    expect(there.locator(".table-call")).to_contain_text("12 are here")


def test_a_player_who_wants_no_motion_sees_all_cards_at_once(new_context, visit):
    page = tablet(new_context, visit, reduced_motion="reduce")
    address = f"{visit.origin}/nights/{visit.made['split_night']}/tonight/draws/{visit.made['split_fact']}/?turn"

    page.goto(address)

    expect(page.get_by_role("heading", name="New seats")).to_be_visible()
    expect(page.get_by_role("button", name="Show all cards")).to_be_hidden()


def test_without_a_script_all_cards_lie_open(new_context, visit):
    page = tablet(new_context, visit, java_script_enabled=False)

    page.goto(f"{visit.origin}/nights/{visit.made['merged']}/tonight/draws/{visit.made['button_fact']}/?turn")

    expect(page.locator("#panel .draw-card").first).to_be_visible()
    expect(page.locator("#panel .notice.done")).to_contain_text("has the button")


@pytest.mark.parametrize("size", [LOW_TABLET, {"width": 1024, "height": 768}], ids=lambda size: size["width"])
def test_the_draw_of_the_button_is_whole_above_the_bar_at_the_foot(new_context, visit, size):
    page = tablet(new_context, visit, viewport=size, reduced_motion="reduce")

    page.goto(f"{visit.origin}/nights/{visit.made['merged']}/tonight/draws/{visit.made['button_fact']}/")

    card, foot = page.locator(".panel.doing"), page.locator("#acts")
    box = card.bounding_box()
    assert box["y"] + box["height"] + 8 <= foot.bounding_box()["y"]
    assert card.evaluate("(each) => each.scrollHeight - each.clientHeight") <= 1  # heights are rounded


@pytest.mark.parametrize("size", [LOW_TABLET, {"width": 1024, "height": 768}], ids=lambda size: size["width"])
def test_no_number_of_a_free_seat_lies_on_a_player(new_context, visit, size):
    page = tablet(new_context, visit, viewport=size)
    page.goto(f"{visit.origin}/nights/{visit.made['split_night']}/tonight/seats/")

    expect(page.locator(".seat-hole").first).to_be_visible()
    assert page.evaluate(OVERLAPPING) == []


def test_a_card_is_turned_by_a_tap(new_context, visit):
    page = tablet(new_context, visit)
    page.goto(f"{visit.origin}/nights/{visit.made['merged']}/tonight/draws/{visit.made['button_fact']}/?turn")
    last = page.locator("#panel .draw-round").first.locator(".draw-card").last

    last.tap()

    expect(last).to_contain_class("turned")


def test_who_draws_once_more_is_told_when_the_cards_before_say_so(new_context, visit):
    page = tablet(new_context, visit)
    page.goto(f"{visit.origin}/nights/{visit.made['merged']}/tonight/draws/{visit.made['button_fact']}/?turn")
    once_more = page.get_by_role("heading", name="Redraw:")
    expect(page.locator(".draw.turning")).to_be_visible()
    expect(once_more).to_be_hidden()

    page.locator("#panel .draw-round").first.locator(".draw-card").evaluate_all(
        "cards => cards.forEach((card) => card.click())"
    )

    expect(once_more).to_be_visible()


def test_a_call_makes_nothing_move(new_context, visit):
    page = tablet(new_context, visit)
    door = page.locator("#to-add")
    before = door.bounding_box()

    page.evaluate("document.querySelector('.table-calls').remove()")

    assert door.bounding_box() == before


def test_where_all_have_volunteered_no_card_hides_the_tables(new_context, visit):
    page = tablet(new_context, visit)
    page.get_by_role("link", name="12 are here: split into two tables of 6").tap()
    for place in range(6):
        page.locator("[data-moving] label").nth(place).tap()

    page.locator("[data-draws]").tap()

    expect(page.get_by_role("heading", name="New seats")).to_be_visible()
    expect(page.locator(".tables")).to_have_css("filter", "none")


@pytest.mark.parametrize("size", [PORTRAIT, PHONE], ids=["upright", "phone"])
def test_a_sheet_takes_the_place_of_the_bar_until_it_is_closed(new_context, visit, size):
    page = tablet(new_context, visit, viewport=size)
    bar = page.locator(".bottom-bar a")

    beside_a_call = page.locator(".bottom-bar a, .table-call").evaluate_all(COVERED)
    bar.get_by_text("Add player").tap()
    expect(page.locator("#panel h2")).to_have_text("Add player")
    expect(bar.first).to_be_hidden()
    page.get_by_role("link", name="Close", exact=True).tap()
    expect(bar).to_have_text(["Add player", "Undo…", "More…"])
    bar.get_by_text("Undo…").tap()

    expect(page.locator("#panel h2")).to_contain_text("Undo act")
    assert beside_a_call == []


def test_upright_a_sheet_moves_no_place_and_covers_the_last_act(new_context, visit):
    page = tablet(new_context, visit, viewport=PORTRAIT)
    places = page.locator(".oval .seat")
    before = places.evaluate_all(BOXES)

    page.locator(".bottom-bar a", has_text="Add player").tap()

    expect(page.locator("#panel h2")).to_have_text("Add player")
    assert places.evaluate_all(BOXES) == before
    assert page.locator(".acts").bounding_box()["y"] > page.locator("#panel").bounding_box()["y"]


def test_a_player_asks_for_the_other_table_with_two_taps(new_context, visit):
    context = new_context(viewport=PHONE, has_touch=True)
    visit.sign_in(context, "session_Bo")
    page = context.new_page()
    page.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/")
    of_the_night = page.locator(f"form[action$='/{visit.made['split_night']}/ask/']")

    page.locator("details", has=of_the_night).locator("summary").tap()
    of_the_night.get_by_role("button", name="Table 1, please").tap()

    expect(page.locator("main")).to_contain_text(re.compile(r"You asked for\s*Table 1"))
