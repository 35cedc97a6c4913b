"""The desk's keypad: every key is under the finger, whatever the panel shows and however many players sit down."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "0"]
# The centre of each key, and a fault where a finger would press something else there.
CENTRES = """
  (wanted) => wanted.map((digit) => {
    const key = document.querySelector(`#panel [data-digit="${digit}"]`);
    const { x, y, width, height } = key.getBoundingClientRect();
    const centre = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...centre);
    return { centre, wrong: hit === key ? "" : `${digit} at ${centre}: ${hit?.outerHTML.slice(0, 40)}` };
  })
"""

UNDER_THE_FINGER = """
  (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === each;
  }
"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "keypads") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def a_player(page):
    pass


def on_a_note(page):
    page.get_by_label("note", exact=True).tap()


def refused(page):
    page.get_by_label("Rebuy", exact=True).fill("3")
    page.get_by_role("button", name="Rebuy 3.00 · cash", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("says no")
    page.get_by_label("Rebuy", exact=True).tap()  # the keys come with the field


def a_sale(page):
    page.locator(".player-more > summary").tap()
    page.get_by_role("link", name="Sell chips to").tap()
    expect(page.locator("#panel h2")).to_contain_text("sells chips")


def a_sale_on_a_note(page):
    a_sale(page)
    on_a_note(page)


def a_cash_out(page):
    page.get_by_role("link", name="Cash out").tap()
    expect(page.locator("#panel h2")).to_contain_text("cashes out")


def a_cash_out_mistyped(page):
    a_cash_out(page)
    page.get_by_label("counts", exact=False).first.fill("many")
    page.get_by_role("button", name="Counts match").tap()
    expect(page.get_by_role("alert")).to_contain_text("many")


def the_float(page):
    page.goto(page.url.partition("players/")[0] + "float/")


def a_note(page):
    page.goto(page.url.partition("players/")[0] + "notes/")
    page.locator(".note-line").first.tap()
    expect(page.locator("#panel h2")).to_contain_text("Note No.")


def at_the_closing(page):
    page.goto(page.url.partition("tonight/")[0] + "closing/")
    page.get_by_role("link", name="Cash out").first.tap()
    expect(page.get_by_label("counts", exact=False).first).to_be_focused()


STEPS = [
    *(a_player, on_a_note, refused, a_sale, a_sale_on_a_note, a_cash_out, a_cash_out_mistyped, the_float, a_note),
    at_the_closing,
]


def presses_every_key(page):
    """Press every key and return what was hit instead; below a refusal or a note, the keys are scrolled to first."""
    page.locator("#panel .keypad").evaluate("(each) => each.scrollIntoView({ block: 'nearest' })")
    keys = page.evaluate(CENTRES, KEYS)
    if wrong := [each["wrong"] for each in keys if each["wrong"]]:
        return wrong
    for each in keys:
        page.touchscreen.tap(*each["centre"])
    typed = page.evaluate("document.activeElement.value")
    return [] if typed == "".join(KEYS) else [f"typed {typed}"]


def shows(page, visit, night, step, size):
    page.set_viewport_size(size)
    page.goto(f"{visit.origin}/nights/{visit.made[night]}/tonight/players/{visit.made['player']}/")
    step(page)


@pytest.mark.further
def test_what_a_refusal_offers_is_in_sight_above_the_keypad(page, visit):
    shows(page, visit, "asks", refused, LANDSCAPE)
    offered = page.get_by_role("alert").get_by_role("button", name="Busted: buy $3.00")

    place = offered.evaluate("(each) => each.getBoundingClientRect().toJSON()")
    keypad = page.locator("#panel .keypad").evaluate("(each) => each.getBoundingClientRect().toJSON()")

    assert 0 < place["top"] < place["bottom"] <= keypad["top"]


@pytest.mark.long
def test_what_a_busted_player_buys_is_read_whole_on_the_button(page, visit):
    shows(page, visit, "levels", a_player, PHONE)
    page.get_by_role("button", name="Buy in 10.00 · cash").tap()
    expect(page.locator("#panel")).to_contain_text("Recorded")

    shows(page, visit, "levels", a_player, PHONE)

    button = page.get_by_role("button", name="Busted: rebuy 10.00 · cash")
    assert button.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.further
@pytest.mark.parametrize(
    ("step", "size"), [(refused, LANDSCAPE), pytest.param(a_sale_on_a_note, PHONE, marks=pytest.mark.further)]
)
def test_every_key_is_under_the_finger(page, visit, step, size):
    shows(page, visit, "of_22", step, size)

    assert presses_every_key(page) == []


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, PHONE], ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22"])
def test_every_key_of_every_panel_is_under_the_finger(page, visit, night, step, size):
    shows(page, visit, night, step, size)

    assert presses_every_key(page) == []


@pytest.mark.long
@pytest.mark.parametrize("step", [a_player, refused, a_cash_out, the_float])
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, PHONE], ids=lambda size: size["width"])
def test_every_key_is_under_the_finger_where_the_stack_is_asked_for(page, visit, step, size):
    shows(page, visit, "asks", step, size)

    assert presses_every_key(page) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [LANDSCAPE, *(pytest.param(each, marks=pytest.mark.long) for each in (PORTRAIT, PHONE))]
)
def test_no_key_moves_while_a_count_is_typed(page, visit, size):
    page.set_viewport_size(size)
    page.goto(f"{visit.origin}/nights/{visit.made['over']}/tonight/players/{visit.made['leaves']}/cash-out/")
    five, places = page.locator('#panel [data-digit="5"]'), []

    for digit, button in (("", "Counts match"), ("5", "Pay $5.00"), ("back", "Counts match"), ("5", "Pay $5.00")):
        if digit:
            page.locator(f'#panel [data-digit="{digit}"]').tap()
        expect(page.locator("#live .primary")).to_have_text(button)
        places.append(five.bounding_box())

    assert places == [places[0]] * 4


@pytest.mark.long
@pytest.mark.parametrize(("name", "amount"), [("½× 5", "$5.00"), ("2× 20", "$20.00")])
def test_half_and_twice_the_usual_are_bought_with_one_tap(page, visit, name, amount):
    shows(page, visit, "of_2", a_player, PHONE)
    page.locator("#amount").fill("7")

    page.get_by_role("button", name=name, exact=True).tap()

    expect(page.locator("#panel .receipt")).to_contain_text(amount)


@pytest.mark.long
def test_the_button_is_read_with_a_sign_between_thousands_and_the_field_has_none(page, visit):
    shows(page, visit, "of_2", a_player, PHONE)

    page.locator("#amount").fill("1500.5")

    expect(page.locator("#buy-in button.primary")).to_have_text("Rebuy 1,500.50 · cash")
    expect(page.locator("#amount")).to_have_value("1500.5")


@pytest.mark.further
def test_on_a_phone_the_button_of_a_rebuy_is_under_the_finger_at_once(page, visit):
    shows(page, visit, "of_13", a_player, {**PHONE, "height": 800})

    rebuy = page.locator("#buy-in button.primary")
    box = rebuy.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(page.locator("#panel h2")).to_have_text("Recorded")


@pytest.mark.long
@pytest.mark.parametrize("size", [{"width": 1180, "height": 746}, {"width": 390, "height": 664}])
def test_the_reason_of_an_overruling_and_its_button_are_under_the_finger(page, visit, size):
    shows(page, visit, "of_9", refused, size)

    page.get_by_text("Overrule…").tap()

    ruling, records = page.locator("#ruling"), page.get_by_role("button", name="Overrule and record")
    expect(ruling).to_be_focused()
    assert [each.evaluate(UNDER_THE_FINGER) for each in (ruling, records)] == [True, True]
