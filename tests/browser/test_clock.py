"""The clock on several devices: the same everywhere, whatever time a device thinks it is, and whatever happens."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import ViewportSize, expect

from tests import desk
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, TELEVISION, in_windows, visiting

pytestmark = pytest.mark.long

WITHIN = 15_000  # milliseconds; a device asks every four seconds, and waits longer on a busy machine
TURNS_WITHIN = 20_000
A_SECOND = 1.0
TRIES = 5
IN_TURN = ("Start the clock", "+ 1 minute", "Pause", "− 1 minute", "Resume", "Next level ↑")
LOOKS = 40  # four a second
RUNS = re.compile(r"^\d+:\d\d$")
TAP, TURN, CALL_OVER = [523], [659, 880, 1319], [880, 587]  # hertz
TELEVISIONS = [TELEVISION, ViewportSize(width=1280, height=720)]
# Lets a tablet sleep: it does nothing, and its steady clock stands still meanwhile.
CAN_SLEEP = """
  let slept = 0;
  const steady = performance.now.bind(performance);
  performance.now = () => steady() - slept;
  window.sleep = (ms) => {
    for (const until = Date.now() + ms; Date.now() < until; );
    slept += ms;
  };
"""
# The text of a clock and the time of the device, at the moment when the clock shows its next second.
NEXT_SECOND = """
  (left) => new Promise((done) => {
    const drawn = new MutationObserver(() => (drawn.disconnect(), done([left.textContent, Date.now()])));
    drawn.observe(left, { childList: true });
  })
"""
# Makes "− 1 minute" leave eight seconds of the level.
ALMOST_OVER = """
  const [minutes, seconds] = document.querySelector(".clock-face-left").textContent.split(":").map(Number);
  document.querySelector('[name=seconds][value="-60"]').value = 8 - minutes * 60 - seconds;
"""
# The position of every control in the clock's panel.
PRESSES = """
  [...document.querySelectorAll(".clock-presses > *")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  })
"""
# Notes the pitch of every tone that a page starts.
HEARS = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    heard.push(this.frequency.value);
    return start.apply(this, at);
  };
"""
# The names that cannot be read whole: they overflow their place, or are smaller than ``least`` pixels.
UNREAD = """
  (least) => [...document.querySelectorAll(".tv-name")].filter((name) => {
    const [row, size] = [name.parentElement, parseFloat(getComputedStyle(name).fontSize)];
    const isOutside = name.offsetHeight > row.clientHeight || name.scrollWidth > name.clientWidth;
    return isOutside || size < least;
  }).map((name) => name.textContent)
"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "clock") as one:
        yield one


@pytest.fixture(scope="module")
def starts_again(visit):
    """Return a function that starts the stopped desk again; it then runs until the tests are over."""
    processes = []
    yield lambda: processes.append(desk.start(visit.desk.folder, visit.desk.port, "serve"))
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def opens(new_context, visit):
    """Return a function that opens a page of the night on another device; its clock may be wrong, and it may sleep."""

    def opened(at="tv/", night="shown", wrong_by=None, can_sleep=False, **options):
        context = new_context(**{"viewport": LANDSCAPE, **options})
        visit.sign_in(context)
        page = context.new_page()
        if wrong_by:
            page.clock.install(time=datetime.now(UTC) + wrong_by)
        if can_sleep:
            page.add_init_script(CAN_SLEEP)
        page.add_init_script(HEARS)
        page.goto(f"{visit.origin}/nights/{visit.made[night]}/{at}")
        if night != "long_names":
            expect(left_on(page)).to_have_text(RUNS)
        return page

    return opened


def left_on(page):
    return page.locator("[data-clock-left]").first


def over_at(page, ahead=0):
    """Return the end of the level as a device shows it, in seconds; the device's own clock is ``ahead`` by so many."""
    text, at = left_on(page).evaluate(NEXT_SECOND)
    minutes, seconds = text.split(":")
    return at / 1000 - ahead + int(minutes) * 60 + int(seconds)


def ahead_of_here(page):
    """Return how many seconds the clock of a device is ahead: setting it takes a moment on a busy machine."""
    return page.evaluate("Date.now()") / 1000 - datetime.now(UTC).timestamp()


def is_right(page, visit, ahead=0):
    """Tell whether a device agrees with the server to the second; a busy machine may draw a second late."""
    return any(abs(over_at(page, ahead) - over_by_the_server(page, visit)) < A_SECOND for _ in range(TRIES))


def over_by_the_server(page, visit):
    """Return the end of the level as the server tells it, in seconds."""
    answer = page.request.get(f"{visit.origin}/nights/{visit.made['shown']}/clock.json").json()
    return (answer["now"] + answer["left"]) / 1000


def pressed(page, name):
    """Press a button of the clock's panel, wait for its new controls, and return their positions."""
    page.locator(".clock-presses").evaluate("(presses) => (presses.id = 'before')")
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".clock-presses:not(#before)")).to_be_visible()
    expect(page.locator(".clock-came > .notice.done")).to_be_visible()
    return page.evaluate(PRESSES)


def turns_the_sound(page, *, on):
    """Turn the sound of a device on, or on and then off again."""
    button = page.locator("[data-clock-sound]")
    button.tap()
    expect(button).to_have_text("Turn the sound off")
    if not on:
        button.tap()
        expect(button).to_have_text("Turn the sound on")


def without_the_server(page):
    page.route("**/clock.json", lambda route: route.abort())
    expect(page.locator("[data-clock-away]").first).to_have_text("not connected", timeout=WITHIN)


def test_two_devices_show_the_same_time_and_one_of_them_is_a_television(opens, visit, new_context):
    tablet, television = opens("tonight/"), new_context().new_page()

    television.goto(f"{visit.origin}/table/{visit.made['screen']}/")

    expect(left_on(television)).to_have_text(RUNS)
    assert is_right(tablet, visit)
    assert any(abs(over_at(tablet) - over_at(television)) < A_SECOND for _ in range(TRIES))


WRONG = [(-3600, "60 minutes behind"), (-1_629_527, "19 days behind")]


@pytest.mark.parametrize(
    ("by", "words"), [(180, "3 minutes ahead"), *(pytest.param(*each, marks=pytest.mark.long) for each in WRONG)]
)
def test_a_device_whose_clock_is_wrong_shows_the_servers_time_and_says_so(opens, visit, by, words):
    page = opens(wrong_by=timedelta(seconds=by))

    drift = page.locator("[data-clock-drift]")
    expect(drift).to_have_text(f"This device's clock is {words}; the time shown is the server's.")
    assert is_right(page, visit, ahead=ahead_of_here(page))


def test_a_device_that_slept_shows_the_right_time_even_before_it_has_asked(opens, visit):
    page = opens(can_sleep=True)
    without_the_server(page)
    before = left_on(page).text_content()

    page.evaluate("sleep(2000)")

    expect(left_on(page)).not_to_have_text(before)
    assert is_right(page, visit)


def test_a_device_whose_clock_is_set_while_it_looks_is_right_again(opens, visit):
    page = opens(wrong_by=timedelta(seconds=1))

    page.clock.fast_forward("05:00")

    expect(page.locator("[data-clock-drift]")).to_contain_text("5 minutes ahead", timeout=WITHIN)
    assert is_right(page, visit, ahead=ahead_of_here(page))


def test_a_reload_changes_nothing(opens, visit):
    page = opens()

    page.reload()

    expect(left_on(page)).to_have_text(RUNS)
    assert is_right(page, visit)


def test_two_taps_lead_back_to_the_bank_and_one_does_not(opens, visit):
    page = opens(has_touch=True)
    page.get_by_text("Back", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/tv/$"))

    page.get_by_role("link", name="To the bank").tap()

    expect(page).to_have_url(f"{visit.origin}/nights/{visit.made['shown']}/tonight/")


def test_the_sound_is_switched_on_by_a_tap_and_remembered(opens):
    page = opens(has_touch=True)
    button = page.locator("[data-clock-sound]")
    expect(button).to_have_text("Turn the sound on")

    button.tap()
    expect(button).to_have_text("Turn the sound off")
    page.reload()

    expect(button).to_have_text(re.compile("Tap for sound|Turn the sound off"))


@in_windows([TELEVISION], TELEVISIONS)
def test_a_television_shows_all_of_it_and_the_clock_from_three_metres(opens, size):
    page = opens(viewport=size)

    height = page.evaluate("innerHeight")
    digits = float(left_on(page).evaluate("(left) => parseFloat(getComputedStyle(left).fontSize)")) * 0.7

    assert digits >= 0.05 * height
    assert page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [
        height,
        size["width"],
    ]
    assert page.evaluate("(main => main.scrollHeight <= main.clientHeight)(document.querySelector('main'))")


@in_windows([TELEVISION, PHONE], [*TELEVISIONS, LANDSCAPE, PORTRAIT, PHONE])
def test_every_letter_of_a_long_name_is_read(opens, size):
    page, least = opens(night="long_names", viewport=size), size["height"] * 0.019 if size in TELEVISIONS else 16

    names = page.locator(".tv-name")

    expect(names).to_have_count(12)
    assert page.evaluate(UNREAD, least) == []
    assert {"Maximiliane Hohenf.", "Maximiliane Hohenl."} < set(names.all_text_contents())


@pytest.mark.parametrize(("night", "window"), [("waits", PHONE), ("waits_too", PORTRAIT)])
def test_nothing_that_can_be_pressed_moves_under_the_finger(opens, visit, night, window):
    page = opens(viewport=window)
    page.goto(f"{visit.origin}/nights/{visit.made[night]}/tonight/clock/")
    before = page.evaluate(PRESSES)

    after = [pressed(page, name) for name in IN_TURN]

    assert (len(before), after) == (5, [before] * len(IN_TURN))


def test_a_turn_and_the_end_of_a_call_are_seen_and_heard_once_on_each_device(opens, visit):
    television, silent = opens(night="called", has_touch=True), opens(night="called", has_touch=True)
    tablet = opens(f"tonight/conduct/?player={visit.made['players']['Bo']}", "called", has_touch=True)
    tablet.get_by_role("button", name="Call the clock, 0:10").tap()
    expect(tablet.get_by_role("button", name="Has acted")).to_be_visible()
    # The strip and the panel show the same clock: it rings once.
    tablet.goto(f"{visit.origin}/nights/{visit.made['called']}/tonight/clock/")
    for page in (television, tablet, silent):
        turns_the_sound(page, on=page is not silent)
    tablet.evaluate(ALMOST_OVER)

    pressed(tablet, "− 1 minute")

    for page in (television, tablet, silent):
        expect(page.locator("[data-clock][data-turned=yes] [data-clock-level]").first).to_have_text(
            "2", timeout=TURNS_WITHIN
        )
        expect(page.locator(".tv-call, .table-call").get_by_text("Time is up for")).to_be_visible()
        for marked in (page.locator("[data-turned=yes]").first, page.locator(".tv-call, .table-call")):
            expect(marked).to_have_css("animation-name", "clock-turn")
    rung = sorted([*TAP, *CALL_OVER, *TURN])
    assert [sorted(page.evaluate("heard")) for page in (television, tablet, silent)] == [rung, rung, TAP]


def test_a_turn_is_seen_without_moving_and_posts_one_level(opens, visit):
    tablet = opens("tonight/clock/", reduced_motion="reduce")
    tablet.evaluate(ALMOST_OVER)
    pressed(tablet, "− 1 minute")

    turned = tablet.locator("[data-clock][data-turned=yes]").first
    expect(turned.locator("[data-clock-level]")).to_have_text("2", timeout=TURNS_WITHIN)
    expect(turned.locator("[data-clock-blinds]")).to_have_text("0.02 / 0.04")
    expect(turned).to_have_css("animation-name", "none")
    expect(turned).to_have_css("box-shadow", re.compile("inset"))

    acts = f"{visit.origin}/history/?night={visit.made['shown']}"
    # The device turns by itself; the server posts the level at its next look.
    for _ in range(LOOKS):
        if posted := tablet.request.get(acts).text().count("The blinds go up to level 2"):
            break
        tablet.wait_for_timeout(250)
    assert posted == 1


def test_the_clock_goes_on_while_the_server_is_gone_and_after_it_is_back(opens, visit, starts_again):
    page = opens()
    before = over_at(page)

    visit.desk.stop()
    expect(page.locator("[data-clock-away]")).to_have_text("not connected", timeout=WITHIN)
    alone = over_at(page)
    starts_again()
    expect(page.locator("[data-clock-away]")).to_have_text("", timeout=60_000)

    assert abs(before - alone) < A_SECOND
    assert any(abs(over_at(page) - before) < A_SECOND for _ in range(TRIES))
