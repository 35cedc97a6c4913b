"""Seats under a finger: tapped, held and dragged, and the same on two tablets.

All tests share one evening, in any order: each looks up where the players sit and which seat is free.
"""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, in_windows, visiting

WITHIN = 15_000  # milliseconds; a device waits longer on a busy machine
PATIENCE_OF_THE_CLOCK = 5_500  # milliseconds, after which a page goes by the device's own clock

IN_SIGHT = """
  () => {
    const [place, sheet] = [".sitting[aria-current]", "#panel"].map((each) => document.querySelector(each));
    const { top, bottom } = place.getBoundingClientRect();
    return top >= 0 && bottom <= sheet.getBoundingClientRect().top;
  }
"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "seats") as one:
        yield one


@pytest.fixture
def ears():
    """The ears of a test's tablets: no script, no policy and no htmx request may fail on any of them."""
    ears = []
    yield ears
    assert [ear.complaints for ear in ears] == [[]] * len(ears)


@pytest.fixture
def tablets(new_context, visit, ears):
    """Return a function that opens Tonight on a new tablet."""

    def one_more(**device):
        context = new_context(**{"viewport": LANDSCAPE, "has_touch": True, **device})
        visit.sign_in(context)
        page = context.new_page()
        ears.append(Ear(page))
        page.goto(visit.tonight())
        return page

    return one_more


@pytest.fixture
def page(tablets):
    """A tablet that shows Tonight."""
    return tablets()


def at(page, spot):
    return page.locator(f"[data-spot='{spot}']")


def a_free_spot(page):
    """Return a free seat, as table and seat: 1-7."""
    return page.locator("[data-spot]:has(.seat-free)").last.get_attribute("data-spot")


def free(page):
    """Return the button of a free seat."""
    return page.locator(".seat-free").first


def card(page, name):
    return page.locator(".oval .sitting", has_text=name)


def the_lowest(page):
    """Return the place that is furthest down the page."""
    places = page.locator(".oval .sitting")
    bottoms = places.evaluate_all("(places) => places.map((each) => each.getBoundingClientRect().bottom)")
    return places.nth(bottoms.index(max(bottoms)))


def spot_of(page, name):
    return card(page, name).locator("xpath=..").get_attribute("data-spot")


def sits(page, name, spot, **patience):
    expect(page.locator(f"[data-spot='{spot}'] .sitting", has_text=name)).to_be_visible(**patience)


def drags(page, name, to):
    """Drag a player with the mouse and drop them on a seat; free seats show once a player is held."""
    start = card(page, name).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40, steps=3)
    end = to.bounding_box()
    page.mouse.move(end["x"] + 15, end["y"] + 15, steps=5)
    page.mouse.up()


def draws(page, name, to, *, held):
    """Put a finger on a player and draw it to a seat, at once or after the player has been lifted."""
    finger = page.context.new_cdp_session(page)

    def touch(kind, *boxes):
        points = [{"x": box["x"] + 22, "y": box["y"] + 22} for box in boxes]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", card(page, name).bounding_box())
    if held:
        expect(page.locator(".sitting.lifted")).to_be_visible()
    touch("touchMove", to.bounding_box())
    touch("touchEnd")


def test_a_free_seat_is_two_taps_away(page):
    hand, spot = Hand(page), a_free_spot(page)

    with hand.within(2):
        hand.tap(card(page, "Bo"))
        expect(page.locator("#panel h2 > bdi")).to_have_text("Bo")
        hand.tap(at(page, spot).locator(".seat-free"))

    sits(page, "Bo", spot)
    expect(page.locator("#panel")).to_contain_text(f"Bo sits at table 1, seat {spot.removeprefix('1-')}.")


@pytest.mark.long
@in_windows([PHONE], [PORTRAIT, PHONE])
def test_upright_a_free_seat_is_two_taps_away_as_well(tablets, size):
    page = tablets(viewport=size)
    hand, to = Hand(page), page.locator(".seats-free button").last

    with hand.within(2):
        hand.tap(card(page, "Bo"))
        expect(page.locator("#panel h2 > bdi")).to_have_text("Bo")
        spot = to.get_attribute("value")
        hand.tap(to)

    sits(page, "Bo", spot)


@pytest.mark.long
@pytest.mark.parametrize("opened", ["by a tap", "at its address"])
def test_upright_a_place_stays_in_sight_above_its_sheet(tablets, opened):
    page = tablets(viewport={"width": 820, "height": 900})
    place = the_lowest(page)

    place.tap()
    expect(page.locator("#panel.doing h2")).to_be_visible()
    if opened == "at its address":
        page.reload()

    page.wait_for_function(IN_SIGHT)


@pytest.mark.further
def test_two_are_swapped_by_tapping_both(page):
    hand, mine, theirs = Hand(page), spot_of(page, "Ann"), spot_of(page, "Cy")
    hand.tap(card(page, "Ann"))

    with hand.within(3):
        hand.tap(page.locator(".player-more > summary"))
        hand.link("Move or swap…")
        expect(page.locator("#panel h2")).to_have_text("Move Ann")
        hand.tap(card(page, "Cy"))

    sits(page, "Ann", theirs)
    sits(page, "Cy", mine)


@pytest.mark.long
def test_a_tap_on_a_free_seat_asks_who_sits_there(page):
    hand, spot = Hand(page), a_free_spot(page)

    with hand.within(4):
        hand.link("More…")
        hand.link("Seats")
        hand.tap(at(page, spot).locator(".seat-free"))
        expect(page.locator("#panel h2")).to_have_text(f"Table 1, seat {spot.removeprefix('1-')}")
        hand.button("Eve")

    sits(page, "Eve", spot)


@pytest.mark.further
def test_somebody_expected_comes_and_sits_with_two_taps(page, visit):
    page.goto(visit.player("Fay"))
    hand = Hand(page)

    with hand.within(1):
        hand.tap(page.get_by_role("button", name="Here, at table 1"))

    expect(card(page, "Fay")).to_be_visible()
    expect(page.locator("#panel")).to_contain_text("Fay sits at table 1")


@pytest.mark.further
def test_a_mouse_drags_somebody_to_a_free_seat(tablets):
    page = tablets(has_touch=False)

    spot = a_free_spot(page)

    drags(page, "Di", at(page, spot))

    sits(page, "Di", spot)


@pytest.mark.long
def test_somebody_dragged_onto_another_swaps_with_them(tablets):
    page = tablets(has_touch=False)
    mine, theirs = spot_of(page, "Di"), spot_of(page, "Bo")

    drags(page, "Di", card(page, "Bo"))

    sits(page, "Di", theirs)
    sits(page, "Bo", mine)


def later(page, address):
    """Hold back the first request to such an address; return the list that gets it."""
    held = []
    page.route(address, lambda route: route.fallback() if held else held.append(route))
    return held


def let_go(page, held):
    """Let the held request through, and wait for its answer."""
    with page.expect_response(held[0].request.url):
        held[0].continue_()


@pytest.mark.long
def test_what_another_tablet_did_is_asked_for_while_somebody_is_dragged(tablets):
    page = tablets(has_touch=False)
    pulses, spot = later(page, re.compile(r"/since/")), a_free_spot(page)
    page.wait_for_function("() => document.querySelector('#pulse.htmx-request')")

    drags(page, "Di", at(page, spot))

    sits(page, "Di", spot)
    let_go(page, pulses)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    sits(page, "Di", spot)


@pytest.mark.long
def test_who_is_tapped_before_a_drag_is_answered_is_shown(tablets, visit):
    page = tablets(has_touch=False)
    page.evaluate("window.isTheSamePage = true")
    drag, tap = later(page, re.compile(r"/seat/$")), later(page, visit.player("Cy"))
    drags(page, "Di", at(page, a_free_spot(page)))

    card(page, "Cy").click()

    let_go(page, drag)
    expect(page.locator("#panel")).to_contain_text("Di sits at table 1")
    let_go(page, tap)
    expect(page.locator("#panel h2 > bdi")).to_have_text("Cy")
    expect(page).to_have_url(visit.player("Cy"))
    # A tap on a page that is about to be left would be lost.
    assert page.evaluate("window.isTheSamePage")


@pytest.mark.further
def test_a_tap_that_is_answered_before_the_one_ahead_of_it_is_not_lost(page, visit):
    page.goto(visit.tonight("seats/"))
    hand, spot, more = Hand(page), a_free_spot(page), later(page, re.compile(r"more=yes"))
    hand.link("More…")

    hand.tap(at(page, spot).locator(".seat-free"))

    seat = page.locator("#panel h2", has_text=f"Table 1, seat {spot.removeprefix('1-')}")
    expect(seat).to_be_visible()
    let_go(page, more)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    expect(seat).to_be_visible()


def test_a_finger_that_holds_drags(page):
    spot = a_free_spot(page)

    draws(page, "Bo", at(page, spot), held=True)

    sits(page, "Bo", spot)


@pytest.mark.long
def test_a_finger_that_moves_on_at_once_only_scrolls(tablets):
    page = tablets(viewport=PHONE)
    before = spot_of(page, "Bo")

    draws(page, "Bo", card(page, "Ann"), held=False)

    expect(page.locator(".lifted")).to_have_count(0)
    page.reload()
    assert spot_of(page, "Bo") == before


@pytest.mark.further
def test_what_one_moves_the_other_tablet_shows(tablets, visit, page):
    there, spot = tablets(), a_free_spot(page)
    page.goto(visit.player("Cy"))

    at(page, spot).locator(".seat-free").tap()

    sits(there, "Cy", spot, timeout=WITHIN)
    expect(there.locator("#panel h2")).to_have_text("The night")


@pytest.mark.long
def test_a_move_is_undone_with_two_taps(page, visit):
    page.goto(visit.player("Ann"))
    before = spot_of(page, "Ann")
    free(page).tap()
    expect(page.locator("#panel")).to_contain_text("Ann sits at table 1")
    hand = Hand(page)

    with hand.within(2):
        hand.tap(page.locator("#panel").get_by_role("link", name="Undo"))
        hand.button("Undo")

    sits(page, "Ann", before)


def test_by_the_keyboard_alone(page, visit):
    page.goto(visit.player("Ann"))
    page.locator(".player-more > summary").press("Enter")
    page.get_by_role("link", name="Move or swap…").press("Enter")
    # A panel takes the focus once it is there; a key pressed before that would be lost.
    expect(page.locator("#panel h2")).to_be_focused()
    page.get_by_text("From a list…").press("Enter")
    swap = page.get_by_role("button", name="Cy", exact=True)
    theirs = spot_of(page, "Cy")

    swap.press("Enter")

    sits(page, "Ann", theirs)


def is_counting_twelve(page, name):
    card(page, name).tap()
    page.get_by_role("link", name="Cash out").tap()
    page.get_by_label(f"{name} counts", exact=True).fill("12")


@pytest.mark.long
def test_no_free_seat_shows_while_chips_are_counted(page):
    is_counting_twelve(page, "Bo")

    expect(free(page)).to_be_hidden()
    expect(page.get_by_label("Bo counts", exact=True)).to_have_value("12")


def in_sight(page):
    """Return a player whom the open card does not cover; other tests of this file move them."""
    over = page.locator("#panel").bounding_box()

    def is_covered(name):
        box = card(page, name).bounding_box()
        apart = box["y"] + box["height"] < over["y"] or box["y"] > over["y"] + over["height"]
        return not (apart or box["x"] + box["width"] < over["x"] or box["x"] > over["x"] + over["width"])

    return next(name for name in ("Cy", "Ann", "Di") if not is_covered(name))


@pytest.mark.long
def test_leaving_a_count_asks(page):
    is_counting_twelve(page, "Bo")
    other = in_sight(page)

    card(page, other).tap()
    page.get_by_role("dialog").get_by_role("button", name="Keep counting").tap()
    expect(page.get_by_label("Bo counts", exact=True)).to_have_value("12")
    card(page, other).tap()
    page.get_by_role("dialog").get_by_role("button", name="Leave").tap()

    expect(page.locator("#panel h2 > bdi")).to_have_text(other)


@pytest.mark.long
def test_a_count_in_which_nothing_is_typed_is_left_at_once(page):
    card(page, "Bo").tap()
    page.get_by_role("link", name="Cash out").tap()
    expect(page.get_by_label("Bo counts", exact=True)).to_be_visible()
    other = in_sight(page)

    card(page, other).tap()

    expect(page.locator("#panel h2 > bdi")).to_have_text(other)


@pytest.mark.long
def test_a_notice_counts_down_by_the_servers_clock_on_a_tablet_that_is_wrong(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    page = context.new_page()
    page.clock.install(time=datetime.now(UTC) + timedelta(minutes=10))
    page.goto(visit.player("Di"))
    page.get_by_role("button", name="Leaving soon").tap()
    expect(page.get_by_role("status").first).to_be_visible()

    with page.expect_response("**/since/**"):
        page.goto(visit.player("Di"))
    page.clock.run_for(PATIENCE_OF_THE_CLOCK)

    expect(page.locator("#panel [data-countdown]")).to_have_text(re.compile("^29:"))
