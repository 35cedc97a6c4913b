"""What decides money at the table is in sight: the ways of paying, the amounts, the players, the heading of a panel."""

import pytest
from playwright.sync_api import expect

from tests import desk
from tests.browser.visit import Visit

# The windows that count, and those of a browser that shows everything twice as large, or every text.
WINDOWS = [
    *((1133, 744), (390, 664), (1180, 746), (1024, 768), (820, 1180), (744, 1133), (810, 1080), (390, 844)),
    *((1920, 1080), (590, 410)),
]
USUAL = WINDOWS[:2]
LARGE = [(1133, 744), (820, 1180), (390, 844)]


def in_windows(usual, all_of_them):
    """Run a test in these windows; in those that are not usual only in the long run."""
    marks = {each: [pytest.mark.long] * (each not in usual) for each in all_of_them}
    windows = [pytest.param(each, marks=marks[each], id="{}x{}".format(*each)) for each in all_of_them]
    return pytest.mark.parametrize("size", windows)


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
PAID = "#panel [name=pay]:not([type=hidden])"


@pytest.fixture(scope="module")
def visit(request, tmp_path_factory):
    """A desk without the ribbon of the demo, or with it: it takes a line of every page."""
    with desk.running(tmp_path_factory.mktemp("desk"), HOSTDESK_DEMO=getattr(request, "param", "no")) as running:
        yield Visit.to(running, "ways")


@pytest.fixture
def page(new_context, visit):
    context = new_context(has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def on_a_note(page):
    page.get_by_label("note", exact=True).tap()


PANELS = {
    "a rebuy": ("plain", "players/{Bo}/", None),
    "a rebuy on a note": ("plain", "players/{Bo}/", on_a_note),
    "a rebuy where the stack is asked for": ("asks", "players/{Bo}/", None),
    "a first buy-in": ("asks", "players/{Ann}/", None),
    "a buy-in of somebody who is not here yet": ("plain", "players/{Vic}/", None),
    "a sale between players": ("plain", "players/{Bo}/sell/", None),
    "a sale on a note": ("plain", "players/{Bo}/sell/", on_a_note),
    "how it was really paid": ("plain", "players/{Bo}/paid/", None),
}


def covered(page, selector, *, whole=False, scrolls=False):
    """Return what no finger hits at its centre, or at its top and foot too: as it stands, or once scrolled to."""
    return page.locator(selector).evaluate_all(COVERED, {"whole": whole, "scrolls": scrolls})


def opens(page, visit, night, rest="", size=None):
    if size:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{visit.origin}/nights/{visit.made[night]}/tonight/{rest.format(**visit.made)}")


def shows(page, visit, panel):
    night, rest, step = PANELS[panel]
    opens(page, visit, night, rest)
    page.evaluate(OPEN)
    if step:
        step(page)


@in_windows(USUAL, WINDOWS)
def test_every_way_of_paying_is_under_the_finger_before_anything_is_scrolled(page, visit, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = {}

    for panel in PANELS:
        shows(page, visit, panel)
        found[panel] = (page.locator(PAID).count() >= 3, covered(page, PAID))

    assert found == dict.fromkeys(PANELS, (True, []))


@pytest.mark.long
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("size", LARGE, ids=lambda size: size[0])
def test_every_way_of_paying_is_under_the_finger_where_texts_are_twice_as_large(page, visit, panel, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})

    shows(page, visit, panel)
    if "not here" in panel:  # On a phone *Here* and the seat take the room then.
        page.get_by_role("radiogroup").evaluate("(each) => each.scrollIntoView({ block: 'nearest' })")

    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert covered(page, PAID) == []


@pytest.mark.long
@pytest.mark.parametrize("visit", ["yes"], ids=["ribbon"], indirect=True)
@pytest.mark.parametrize("panel", PANELS)
def test_every_way_of_paying_is_under_the_finger_below_the_ribbon_of_the_demo(page, visit, panel):
    page.set_viewport_size({"width": 1180, "height": 820})

    shows(page, visit, panel)

    assert covered(page, PAID) == []


def test_a_choice_that_something_lies_over_is_found(page, visit):
    """The control."""
    shows(page, visit, "a rebuy")
    page.locator("#panel .keypad").evaluate("(each) => (each.style.bottom = '15rem')")

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


@in_windows([(390, 664)], WINDOWS)
def test_the_stakes_open_with_their_heading_and_first_field_in_sight(page, visit, size):
    opens(page, visit, "plain", size=size)

    page.get_by_role("link", name="Stakes…").tap()

    expect(page.locator("#panel h2")).to_be_focused()
    assert covered(page, "#panel h2, #id_small_blind", whole=True) == []


@in_windows([(1133, 744)], WINDOWS)
def test_the_usual_amounts_are_whole_above_the_keys_and_cash_out_is_one_line(page, visit, size):
    found = {}

    for player in ("Bo", "Cy"):  # Cy plays cash behind, which takes a line of the panel.
        opens(page, visit, "plain", f"players/{visit.made[player]}/", size)
        height = page.get_by_role("link", name="Cash out").bounding_box()["height"]
        found[player] = (page.locator("[data-amount]").count(), covered(page, "[data-amount]", whole=True), height)

    assert found == dict.fromkeys(("Bo", "Cy"), (3, [], 48))


@pytest.mark.parametrize(("player", "step"), [("Bo", on_a_note), ("Cy", None)], ids=["by note", "with cash behind"])
def test_every_key_is_in_sight_on_a_phone_below_a_line_more(page, visit, player, step):
    opens(page, visit, "plain", f"players/{visit.made[player]}/", (390, 664))
    if step:
        step(page)

    assert covered(page, "#panel .keypad button", whole=True) == []


@in_windows([(1133, 744)], WINDOWS[:4])
def test_all_of_a_table_of_11_are_in_sight_with_what_they_are_in_for_and_have_behind(page, visit, size):
    opens(page, visit, "plain", size=size)

    assert page.locator(".oval .sitting").filter(has_text="in for").count() == 10
    assert page.locator(".sitting", has_text="Cy").locator(".behind").inner_text() == "10.00 behind"
    assert covered(page, ".oval .sitting, .behind", whole=True, scrolls=size[0] < 400) == []


@in_windows([(1024, 768)], [(1024, 768), (1133, 744), (1180, 746), (1920, 1080)])
def test_all_of_a_table_of_11_are_in_sight_while_two_phones_ask(page, visit, size):
    opens(page, visit, "asked", size=size)

    assert (page.locator(".notice.line").count(), page.locator(".oval .sitting").count()) == (2, 11)
    assert covered(page, ".oval .sitting", whole=True) == []


@pytest.mark.parametrize(
    ("size", "player"), [((390, 664), "Bo"), pytest.param((820, 1180), "Ann", marks=pytest.mark.long)]
)
def test_every_player_is_under_the_finger_beside_the_receipt_of_an_act(page, visit, size, player):
    opens(page, visit, "asked", f"players/{visit.made[player]}/", size)
    page.locator("#buy-in .primary").tap()
    expect(page.locator("#panel h2")).to_have_text("Recorded")

    assert covered(page, ".sitting", whole=True, scrolls=True) == []


RECORDS = "#panel form button:not([type=button])"


def test_where_everything_is_twice_as_large_what_records_and_the_ways_of_paying_are_under_the_finger(page, visit):
    page.set_viewport_size({"width": 590, "height": 410})
    found = {}

    for panel in PANELS:
        shows(page, visit, panel)
        found[panel] = covered(page, "#buy-in .primary") + covered(page, f"{PAID}, {RECORDS}", scrolls=True)
        for key in page.locator("#panel [data-digit='5']").all():
            key.tap()
        found[f"{panel}, typed"] = covered(page, f"{PAID}, {RECORDS}", scrolls=True)

    assert {panel: wrong for panel, wrong in found.items() if wrong} == {}
