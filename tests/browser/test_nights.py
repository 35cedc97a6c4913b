"""Planning a night and turning through the months, by touch and by keyboard."""

from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, LOW_TABLET, visiting

pytestmark = pytest.mark.long

MOST_SCREENS = 3


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def test_how_often_is_asked_once_it_repeats(page, visit):
    page.goto(f"{visit.origin}/nights/plan/")
    expect(page.get_by_label("Last night on or before")).to_be_hidden()

    page.get_by_label("Monthly", exact=True).check()

    expect(page.get_by_label("Last night on or before")).to_be_visible()


def test_a_weekly_night_is_planned_and_one_of_them_skipped(page, visit):
    first = date(datetime.now(UTC).year + 2, 1, 3)
    page.goto(f"{visit.origin}/nights/plan/?date={first}")
    page.get_by_label("Weekly", exact=True).check()
    page.get_by_label("Last night on or before").fill(f"{first + timedelta(weeks=3)}")
    page.get_by_role("button", name="Plan", exact=True).tap()
    page.get_by_role("link", name="Skip this night…").tap()
    page.get_by_label("Reason").fill("Holidays")
    page.get_by_role("button", name="Skip this night").tap()
    expect(page.get_by_text("This night is cancelled")).to_be_visible()

    page.goto(f"{visit.origin}/nights/?month={first:%Y-%m}")

    expect(page.locator("table.month .night")).to_have_count(4)
    expect(page.locator("table.month .night.off")).to_have_count(1)


def test_the_months_are_an_arrow_key_away(page, visit):
    page.goto(f"{visit.origin}/nights/?month=2031-06")

    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="July 2031")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="June 2031")).to_be_visible()


def test_a_house_brings_its_seats_along_until_somebody_types_others(page, visit):
    page.goto(f"{visit.origin}/nights/plan/")
    house, seats = page.get_by_label("House", exact=True), page.get_by_label("Seats", exact=True)
    brings = house.locator("option").evaluate_all("all => all.map((each) => [each.value, each.dataset.seats])")

    for key, count in brings:
        house.select_option(key)
        expect(seats).to_have_value(count)
    seats.fill("7")
    house.select_option(brings[0][0])

    expect(seats).to_have_value("7")


def test_the_story_of_a_night_goes_to_and_fro_under_the_hand(page, visit):
    page.goto(f"{visit.origin}/nights/{visit.made['closed']}/")
    page.get_by_role("heading", name="The night in pictures").tap()
    title, slider = page.locator("#night-story h2"), page.get_by_label("The moment of the night that the picture shows")
    whole = title.inner_text()

    slider.press("Home")
    expect(title).not_to_have_text(whole)
    expect(slider).to_be_focused()
    first = title.inner_text()
    page.get_by_role("link", name="Later", exact=True).tap()
    expect(title).not_to_have_text(first)
    expect(slider).to_have_value("2")

    slider.press("End")
    expect(title).to_have_text(whole)


def test_the_picture_of_the_result_is_shared_with_its_text(page, visit):
    page.add_init_script("navigator.share = async (what) => { window.shared = what }; navigator.canShare = () => true")
    with page.expect_response("**/result.png?*"):
        page.goto(f"{visit.origin}/nights/{visit.made['closed']}/")
    page.wait_for_load_state("networkidle")

    page.get_by_role("button", name="Share…").tap()

    shared = page.evaluate("[shared.text, shared.files[0].type, shared.files[0].name]")
    assert shared == [page.get_by_label("The result as text").input_value(), "image/png", "result.png"]


@pytest.mark.parametrize("night", ["planned", "near", "night", "closed"])
def test_a_night_and_each_of_its_folds_is_three_screens_high_at_most(page, visit, night):
    page.set_viewport_size(LOW_TABLET)
    page.goto(f"{visit.origin}/nights/{visit.made[night]}/")
    heights = {"the page": page.evaluate("document.documentElement.scrollHeight")}

    for fold in page.locator("main details").filter(visible=True).all():
        fold.evaluate("(each) => (each.open = true)")
        heights[fold.locator("summary").first.inner_text()] = fold.bounding_box()["height"]
        fold.evaluate("(each) => (each.open = false)")

    assert {what: height for what, height in heights.items() if height > MOST_SCREENS * LOW_TABLET["height"]} == {}


def test_pictures_have_their_full_size_on_an_upright_tablet(page, visit):
    page.set_viewport_size({"width": 744, "height": 1133})
    page.goto(f"{visit.origin}/nights/{visit.made['closed']}/?step=3#story")

    drawn = page.locator(".for-wide svg").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().width / each.getAttribute('width'))"
    )

    assert drawn == [1, 1]


def test_a_closed_night_shows_its_podium_and_what_to_share_on_the_first_screen(page, visit):
    page.set_viewport_size(LOW_TABLET)
    page.goto(f"{visit.origin}/nights/{visit.made['closed']}/")

    feet = [box["y"] for box in (page.locator(each).bounding_box() for each in ("#podium", "#sharing"))]

    assert [foot for foot in feet if foot > LOW_TABLET["height"]] == []


@pytest.mark.parametrize("address", ["/nights/", "/attendance/"])
@pytest.mark.parametrize("width", [1024, 1133])
def test_a_list_has_all_its_columns_in_sight_on_a_tablet(page, visit, width, address):
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(f"{visit.origin}{address}")

    beyond = page.locator(".list-wrap").evaluate_all("(all) => all.map((each) => each.scrollWidth - each.clientWidth)")

    assert beyond == [0]


def test_the_lines_of_the_results_are_straight(page, visit):
    page.goto(f"{visit.origin}/nights/{visit.made['closed']}/")

    tops = page.locator(".report-players tbody tr").evaluate_all(
        "(rows) => rows.map((row) => new Set([...row.cells].map((cell) => cell.getBoundingClientRect().top)).size)"
    )

    assert set(tops) == {1}
