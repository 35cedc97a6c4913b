"""Tonight under a finger, in the windows of real devices: a press hits its control, and there are few controls.

Everything that matters for money is in sight: the ways of paying, the amounts, the players, a panel's heading.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import controls, out_of_reach
from tests.browser.test_keypads import STEPS
from tests.browser.visit import (
    LANDSCAPE,
    LOW_PHONE,
    LOW_TABLET,
    PHONE,
    PORTRAIT,
    TELEVISION,
    USUAL,
    WINDOWS,
    ZOOMED,
    in_windows,
    visiting,
)

MOST_CONTROLS = 14  # on Tonight besides the places and the people, with nobody open
LIES_OVER = """
  () => {
    const over = document.body.appendChild(document.createElement("div"));
    Object.assign(over.style, { position: "fixed", inset: "25% 0", zIndex: 99 });
  }
"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map((each) => each.href.split('#')[0])"
FILES = re.compile(r"\.(pdf|csv|xlsx|ics)\b|[?&]as=")
ANN = "players/{player}/"
# Where the walk begins; it goes on to whatever is linked below Tonight.
BEGINS = ["", ANN, "../closing/", "seats/?spot=1-9", "conduct/?player={player}", "players/{absent}/", "behind/"]
BEGINS_AT = {"of_9": ["notes/{guests_note}/charge/"], "of_22": ["draws/{split}/"]}
OPEN = "() => document.querySelectorAll('#panel details').forEach((fold) => (fold.open = true))"
COVERED = """
  (found, { whole, scrolls }) => found.filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.closest("label, button, a") ?? each).filter((each) => {
      if (scrolls) each.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = each.getBoundingClientRect();
      const downs = whole ? [2, height / 2, height - 2] : [height / 2];
      const hits = downs.map((down) => document.elementFromPoint(x + width / 2, y + down));
      return hits.some((hit) => !each.contains(hit));
    }).map((each) => each.textContent.trim())
"""
BREAKS = """
  (names, twelve) => names.filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2)
    .filter((each) => {
      each.textContent = twelve;
      const line = parseFloat(getComputedStyle(each).lineHeight);
      return each.scrollWidth > each.clientWidth || each.getBoundingClientRect().height > 1.5 * line;
    }).map((each) => each.parentElement.textContent)
"""
PAID = "#panel [name=pay]:not([type=hidden])"
RECORDS = "#panel form button:not([type=button])"


@pytest.fixture(scope="module")
def visit(request, tmp_path_factory):
    """A desk without or with the ribbon of the demo, which takes a line of every page."""
    with visiting(tmp_path_factory.mktemp("desk"), "keypads", **getattr(request, "param", {})) as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LOW_TABLET, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


below_the_ribbon = pytest.mark.parametrize("visit", [{"HOSTDESK_DEMO": "yes"}], ids=["ribbon"], indirect=True)


def kind_of(address):
    """Return an address without its numbers: one player stands for all."""
    return re.sub(r"\d+", "#", address)


def of_every_panel(page, tonight, begins):
    """Visit one panel of every kind that links lead to; return what no finger reaches, and the kinds."""
    found, seen, ahead = [], set(), [tonight + each for each in reversed(begins)]
    while ahead:
        address = ahead.pop()
        if kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        page.goto(address)
        ahead += [each for each in page.evaluate(LINKS) if each.startswith(tonight) and not FILES.search(each)]
        if undo := re.search(r"undo/(\d+)/$", address):
            ahead.append(f"{tonight}?receipt={undo[1]}")
        found += [f"{address}: {fault}" for fault in out_of_reach(page)]
    return found, seen


def counted(page):
    page.get_by_role("link", name="Cash out").tap()
    with page.expect_response("**/live/"):
        page.get_by_label("counts", exact=False).first.fill("20")


def compared(page, bankers="20"):
    counted(page)
    page.get_by_text("Enter the banker’s count…").tap()
    with page.expect_response("**/live/"):
        page.get_by_label("The banker counts").fill(bankers)
    page.get_by_role("button", name="Compare counts").tap()
    expect(page.locator("#panel .sums")).to_be_visible()


def differing(page):
    compared(page, "12")


def typed(page):
    with page.expect_response("**/live/"):
        page.locator("#panel [data-digit='5']").tap()


def on_a_note(page):
    page.get_by_label("note", exact=True).tap()


PANELS = {
    "a rebuy": ("plain", "players/{Bo}/", None),
    "a rebuy on a note": ("plain", "players/{Bo}/", on_a_note),
    "a rebuy where the stack is asked for": ("stack", "players/{Bo}/", None),
    "a first buy-in": ("stack", "players/{Ann}/", None),
    "a buy-in of somebody who is not here yet": ("plain", "players/{Vic}/", None),
    "a sale between players": ("plain", "players/{Bo}/sell/", None),
    "a sale on a note": ("plain", "players/{Bo}/sell/", on_a_note),
    "how it was really paid": ("plain", "players/{Bo}/paid/", None),
}


def covered(page, selector, *, whole=False, scrolls=False):
    """Return the elements that a finger misses at the centre, or at top and foot too: as they are, or scrolled to."""
    return page.locator(selector).evaluate_all(COVERED, {"whole": whole, "scrolls": scrolls})


def opens(page, visit, night, rest="", size=None):
    if size:
        page.set_viewport_size(size)
    page.goto(f"{visit.origin}/nights/{visit.made[night]}/tonight/{rest.format(**visit.made)}")


def shows(page, visit, panel):
    night, rest, step = PANELS[panel]
    opens(page, visit, night, rest)
    page.evaluate(OPEN)
    if step:
        step(page)


@pytest.mark.further
@in_windows(USUAL, [*WINDOWS, TELEVISION])
def test_there_is_little_to_press_while_nobody_is_open_at_two_tables_with_a_clock_and_notes(page, visit, size):
    opens(page, visit, "of_22", size=size)

    found = controls(page)

    assert {"At the door", "More…", "History"} < {*found}
    assert len(found) <= MOST_CONTROLS, found


@in_windows(USUAL[:1], [*WINDOWS, TELEVISION])
@pytest.mark.parametrize(
    "night",
    ["of_22", *(pytest.param(each, marks=pytest.mark.long) for each in ("of_2", "of_9", "asks", "levels", "over"))],
)
def test_every_panel_is_under_the_finger(page, visit, night, size):
    page.set_viewport_size(size)
    begins = [each.format(**visit.made) for each in BEGINS + BEGINS_AT.get(night, [])]

    found, seen = of_every_panel(page, f"{visit.origin}/nights/{visit.made[night]}/tonight/", begins)

    assert found == []
    assert len(seen) > 18


@pytest.mark.sweep
@in_windows([LOW_PHONE])
@pytest.mark.parametrize("step", [*STEPS, typed, counted, compared, differing])
def test_what_a_step_leads_to_is_under_the_finger(page, visit, step, size):
    opens(page, visit, "of_22", ANN, size)

    step(page)

    assert out_of_reach(page) == []


def test_a_count_has_its_button_in_sight_though_the_focus_came_before_the_rest_of_its_page(page, visit):
    """A browser gives the focus to a field once it has read it, and can then scroll only as far as it has read."""
    page.set_viewport_size(ZOOMED)
    page.goto(
        f"{visit.origin}/nights/{visit.made['of_22']}/tonight/players/{visit.made['player']}/cash-out/?then=closing"
    )

    page.evaluate("scrollTo(0, 366); document.dispatchEvent(new Event('DOMContentLoaded'))")

    assert out_of_reach(page) == []


@pytest.mark.long
@below_the_ribbon
@pytest.mark.parametrize("size", USUAL, ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_9", "of_22"])
def test_every_panel_is_under_the_finger_below_the_ribbon_of_the_demo(page, visit, night, size):
    page.set_viewport_size(size)
    begins = [each.format(**visit.made) for each in BEGINS + BEGINS_AT.get(night, [])]

    found, _ = of_every_panel(page, f"{visit.origin}/nights/{visit.made[night]}/tonight/", begins)

    assert found == []


@pytest.mark.further
def test_where_everything_is_twice_as_large_the_main_button_is_in_sight(page, visit):
    found = {}

    for rest in (f"{ANN}sell/", "clock/", "stakes/"):
        opens(page, visit, "of_22", rest, ZOOMED)
        found[rest] = (page.locator("#panel .primary").first.is_visible(), out_of_reach(page))

    assert found == dict.fromkeys(found, (True, []))


def test_the_main_button_is_in_sight_below_a_long_name_and_a_long_rule(page, visit):
    opens(page, visit, "of_9", "players/{guest}/cash-out/", LANDSCAPE)

    assert out_of_reach(page) == []


def test_what_lies_over_a_button_is_found(page, visit):
    """Control: a covered button is found."""
    opens(page, visit, "of_2")
    page.evaluate(LIES_OVER)

    assert out_of_reach(page) != []


@in_windows(USUAL[1:], [*WINDOWS, TELEVISION])
def test_every_way_of_paying_is_under_the_finger_before_anything_is_scrolled(page, visit, size):
    page.set_viewport_size(size)
    found = {}

    for panel in PANELS:
        shows(page, visit, panel)
        found[panel] = (page.locator(PAID).count() >= 3, covered(page, PAID))

    assert found == dict.fromkeys(PANELS, (True, []))


@pytest.mark.long
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("size", [LOW_TABLET, PORTRAIT, PHONE], ids=lambda size: size["width"])
def test_every_way_of_paying_is_under_the_finger_where_texts_are_twice_as_large(page, visit, panel, size):
    page.set_viewport_size(size)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})

    shows(page, visit, panel)
    if "not here" in panel:  # On a phone *Here* and the seat take the room then.
        page.get_by_role("radiogroup").evaluate("(each) => each.scrollIntoView({ block: 'nearest' })")

    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert covered(page, PAID) == []


@pytest.mark.long
@below_the_ribbon
@pytest.mark.parametrize("panel", PANELS)
def test_every_way_of_paying_is_under_the_finger_below_the_ribbon_of_the_demo(page, visit, panel):
    page.set_viewport_size(LANDSCAPE)

    shows(page, visit, panel)

    assert covered(page, PAID) == []


@pytest.mark.further
@in_windows(USUAL, [*WINDOWS, TELEVISION])
def test_both_answers_to_the_same_one_again_are_under_the_finger(page, visit, size):
    for _ in range(2):
        opens(page, visit, "asked", f"players/{visit.made['Vic']}/", size)
        page.locator("#buy-in .primary").tap()
    expect(page.locator(".twins")).to_be_visible()

    assert page.locator(".twins .button, .twins button").all_inner_texts() == ["Only once", "Twice"]
    assert covered(page, ".twins .button, .twins button", whole=True) == []


def test_a_choice_that_something_lies_over_is_found(page, visit):
    """Control: a covered choice is found."""
    shows(page, visit, "a rebuy")
    page.evaluate(LIES_OVER)

    assert covered(page, PAID) != []


def test_the_button_names_the_way_and_cash_is_chosen_whatever_was_owed_before(page, visit):
    shows(page, visit, "a rebuy")
    button = page.locator("#buy-in button.primary")
    colours = [button.evaluate("(each) => getComputedStyle(each).backgroundColor")]

    expect(button).to_have_text("Rebuy 40.00 · cash")
    page.get_by_label("THE BOOK", exact=True).tap()
    expect(button).to_have_text("Rebuy 40.00 · THE BOOK")
    colours.append(button.evaluate("(each) => getComputedStyle(each).backgroundColor"))

    assert len(set(colours)) == 2


@pytest.mark.further
@in_windows([LOW_PHONE])
def test_the_stakes_open_with_their_heading_and_first_field_in_sight(page, visit, size):
    opens(page, visit, "plain", size=size)

    page.get_by_role("link", name="More…").tap()
    page.get_by_role("link", name="Stakes").tap()

    expect(page.locator("#panel h2")).to_be_focused()
    assert covered(page, "#panel h2, #id_small_blind", whole=True) == []


@in_windows([LOW_TABLET], [*WINDOWS, TELEVISION])
def test_the_usual_amounts_are_whole_above_the_keys_and_cash_out_is_one_line(page, visit, size):
    found = {}

    for player in ("Bo", "Cy"):  # Cy plays cash behind, which takes a line of the panel.
        opens(page, visit, "plain", f"players/{visit.made[player]}/", size)
        height = page.get_by_role("link", name="Cash out").bounding_box()["height"]
        found[player] = (page.locator(".buys button").count(), covered(page, ".buys button", whole=True), height)

    assert found == dict.fromkeys(("Bo", "Cy"), (3, [], 48))


@pytest.mark.parametrize(("player", "step"), [("Bo", on_a_note), ("Cy", None)], ids=["by note", "with cash behind"])
def test_every_key_is_in_sight_on_a_phone_below_a_line_more(page, visit, player, step):
    opens(page, visit, "plain", f"players/{visit.made[player]}/", LOW_PHONE)
    if step:
        step(page)

    assert covered(page, "#panel .keypad button", whole=True) == []


@in_windows([LOW_TABLET], [LOW_TABLET, LOW_PHONE, LANDSCAPE, {"width": 1024, "height": 768}])
def test_all_of_a_table_of_11_are_in_sight_with_what_they_are_in_for_and_have_behind(page, visit, size):
    opens(page, visit, "plain", size=size)

    assert page.locator(".oval .sitting").filter(has_text="in for").count() == 10
    assert page.locator(".sitting", has_text="Cy").locator(".behind").inner_text() == "10.00 behind"
    assert covered(page, ".oval .sitting, .behind", whole=True, scrolls=size["width"] < 400) == []


@in_windows([LOW_TABLET], [LOW_TABLET, LANDSCAPE, {"width": 1024, "height": 768}])
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_the_card_of_a_player_is_whole_beside_their_place_and_below_the_till(page, visit, every, size):
    """At a table of 11, with and without the question for chips in front, and at two tables of 11 each."""
    page.set_viewport_size(size)
    for night, players in (("plain", 11), ("stack", 11), ("of_22", 22)):
        opens(page, visit, night, size=size)
        assert page.locator(".oval .sitting").count() == players
        for place in range(0, players, every):
            page.locator(".oval .sitting").nth(place).evaluate("(each) => each.click()")
            expect(page.locator(".sitting[aria-current]")).to_have_count(1)
            card = page.locator(".panel.doing")
            assert card.evaluate("(each) => each.scrollHeight - each.clientHeight") <= 1  # heights are rounded
            assert covered(page, ".sitting[aria-current], #to-credit", whole=True) == []
            page.locator(".panel-close").tap()
            expect(card).to_have_count(0)


@in_windows([LOW_TABLET], [LOW_TABLET, LANDSCAPE, {"width": 1024, "height": 768}])
def test_a_refused_card_is_whole_and_its_keys_come_with_the_field(page, visit, size):
    opens(page, visit, "plain", f"players/{visit.made['Bo']}/", size)
    page.locator("#amount").fill("950")
    page.locator("#buy-in .primary").tap()
    expect(page.get_by_role("alert")).to_be_visible()

    card = page.locator(".panel.doing")
    hidden = card.evaluate("(each) => each.scrollHeight - each.clientHeight")
    page.locator("#amount").tap()

    assert hidden <= 1  # heights are rounded
    expect(page.locator("#buy-in .keypad")).to_be_visible()


@in_windows(USUAL, [*WINDOWS, TELEVISION])
def test_no_short_name_breaks(page, visit, size):
    """Nor is a name of 12 letters cut off: the page once showed "Hana / Wiśnie / wska"."""
    broken = {}

    for night in ("plain", "of_22", "of_9"):
        opens(page, visit, night, size=size)
        broken[night] = page.locator(".sitting-short, .sitting-name").evaluate_all(BREAKS, "Hana Wiśniew")

    assert broken == {"plain": [], "of_22": [], "of_9": []}


@pytest.mark.further
@in_windows([LOW_TABLET], [LOW_TABLET, LANDSCAPE, {"width": 1024, "height": 768}, TELEVISION])
def test_all_of_a_table_of_11_are_in_sight_while_two_phones_ask(page, visit, size):
    opens(page, visit, "asked", size=size)

    assert (page.locator(".notice.line").count(), page.locator(".oval .sitting").count()) == (2, 11)
    assert covered(page, ".oval .sitting", whole=True) == []


@pytest.mark.further
@pytest.mark.parametrize(("size", "player"), [(LOW_PHONE, "Bo"), pytest.param(PORTRAIT, "Ann", marks=pytest.mark.long)])
def test_every_player_is_under_the_finger_beside_the_receipt_of_an_act(page, visit, size, player):
    opens(page, visit, "asked", f"players/{visit.made[player]}/", size)
    page.locator("#buy-in .primary").tap()
    expect(page.locator("#panel h2")).to_have_text("Recorded")

    assert covered(page, ".sitting", whole=True, scrolls=True) == []


@pytest.mark.long
def test_where_everything_is_twice_as_large_what_records_and_the_ways_of_paying_are_under_the_finger(page, visit):
    page.set_viewport_size(ZOOMED)
    found = {}

    for panel in PANELS:
        shows(page, visit, panel)
        found[panel] = covered(page, "#buy-in .primary") + covered(page, f"{PAID}, {RECORDS}", scrolls=True)
        for key in page.locator("#panel [data-digit='5']").all():
            key.tap()
        found[f"{panel}, typed"] = covered(page, f"{PAID}, {RECORDS}", scrolls=True)

    assert {panel: wrong for panel, wrong in found.items() if wrong} == {}
