"""A television: a draw is a show there, which ends with the names at their seats, and the screen stays on."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, LOW_PHONE, TELEVISION, visiting

pytestmark = pytest.mark.long

TURNS_WITHIN = 20_000  # milliseconds
IN_SIGHT = """
  [...document.querySelectorAll(".tv-seat > *")].every((each) => each.checkVisibility({ visibilityProperty: true }))
"""
# The state that a video needs so that browsers keep the screen on.
COUNTS = """
  () => {
    const video = document.querySelector("video");
    const { paused, muted, loop, webkitAudioDecodedByteCount: sound, currentTime } = video;
    return currentTime > 0 && [paused, muted, loop, sound > 0].join() === "false,false,false,true";
  }
"""

# The browser of the tests has no screen, and gives no lock.
GIVES_A_LOCK = """
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => (globalThis.asked = what) } });
"""


@pytest.fixture
def visit(tmp_path):
    with visiting(tmp_path, "told") as one:
        yield one


@pytest.fixture
def opens(new_context, visit):
    """Return a function that opens a page of the night on another device of the host, or of Bo."""

    def opened(address, session="session", **options):
        context = new_context(**{"viewport": LANDSCAPE, "has_touch": True, **options})
        visit.sign_in(context, session)
        page = context.new_page()
        page.goto(visit.origin + address)
        return page

    return opened


def draws_seats(tablet, visit):
    tablet.goto(visit.tonight("seats/"))
    tablet.get_by_role("button", name="Draw seats").tap()


def test_cards_are_turned_before_names_are_at_their_seats_and_a_phone_says_which(opens, visit):
    night, bo = visit.made["night"], visit.made["players"]["Bo"]
    television, tablet = opens(f"/nights/{night}/tv/?show=table", viewport=TELEVISION), opens("/")

    draws_seats(tablet, visit)

    expect(television.locator(".draw.turning [data-card]:not(.turned)").first).to_be_attached(timeout=TURNS_WITHIN)
    assert television.evaluate(IN_SIGHT) is False
    # Players with equal cards draw again.
    expect(television.locator(".draw:not(.turning)")).to_be_attached(timeout=TURNS_WITHIN)
    assert television.locator("[data-card]:not(.turned)").count() == 0
    assert television.evaluate(IN_SIGHT) is True
    seat = television.locator(f".tv-seat[data-player='{bo}'] .tv-number").inner_text().split()[-1]
    phone = opens(f"/own/{bo}/", "bos", viewport=LOW_PHONE)
    expect(phone.get_by_text(f"Table 1, seat {seat}")).to_be_visible()


def test_where_nothing_is_to_move_the_cards_and_seats_are_there_at_once(opens, visit):
    address = f"/nights/{visit.made['night']}/tv/?show=table"
    television, tablet = opens(address, viewport=TELEVISION, reduced_motion="reduce"), opens("/")

    draws_seats(tablet, visit)

    expect(television.locator(".draw [data-card]").first).to_be_attached(timeout=TURNS_WITHIN)
    assert (television.locator(".turning").count(), television.evaluate(IN_SIGHT)) == (0, True)


def test_on_plain_http_a_video_with_a_silent_sound_track_keeps_the_screen_on_after_a_tap(new_context, visit):
    plain = visit.origin.replace("127.0.0.1", "desk.test")
    context = new_context(viewport=TELEVISION, has_touch=True)
    session = {"name": f"desk{visit.desk.port}", "value": visit.made["session"], "url": plain}
    context.add_cookies([session])
    page = context.new_page()
    page.goto(f"{plain}/nights/{visit.made['night']}/tv/?show=table")
    keeps = page.get_by_role("button", name="Keep this screen on")
    expect(keeps).to_be_visible()

    keeps.tap()

    expect(keeps).to_be_hidden()
    page.wait_for_function(COUNTS)
    assert page.evaluate("document.querySelector('video').getBoundingClientRect().width") == 1


def test_where_the_browser_refuses_a_lock_the_first_tap_at_tonight_starts_the_video(opens, visit):
    page = opens(f"/nights/{visit.made['night']}/tonight/")

    page.locator(".sitting", has_text="Bo").tap()

    page.wait_for_function(COUNTS)
    expect(page.locator("#panel h2")).to_contain_text("Bo")


def test_where_the_browser_gives_a_lock_there_is_no_video(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    page = context.new_page()
    page.add_init_script(GIVES_A_LOCK)
    page.goto(visit.tonight())

    page.locator(".sitting", has_text="Bo").tap()

    expect(page.locator("#panel h2")).to_contain_text("Bo")
    assert (page.evaluate("asked"), page.locator("video").count()) == ("screen", 0)
