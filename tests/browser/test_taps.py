"""The number of taps for a host's everyday acts, at houses that ask for more or less."""

import re
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, USUAL, in_windows, visiting


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture
def hand(new_context, visit):
    """A hand over a tablet that shows Tonight."""
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    page = context.new_page()
    page.goto(visit.tonight())
    return Hand(page)


def player(hand, name):
    hand.tap(hand.page.locator(".sitting", has_text=name))
    expect(hand.page.locator("#panel h2 > bdi")).to_have_text(name)


def in_for(hand, name):
    return hand.page.locator(".sitting", has_text=name).locator(".sitting-in")


def test_a_rebuy_of_the_usual_amount(hand):
    player(hand, "Bo")
    hand.button("Rebuy 10.00 · cash")

    expect(in_for(hand, "Bo")).to_have_text("20.00")
    assert (hand.taps, hand.digits) == (2, 0)


@pytest.mark.further
def test_what_everyone_gets_follows_the_amount(hand):
    hand.link("More…")
    hand.link("Everyone in")
    stacks = hand.page.locator("#stacks")
    expect(stacks).to_have_text("For each: 25 white, 25 red, 25 blue.")

    hand.page.get_by_label("Each for").fill("5")

    expect(stacks).to_have_text("For each: 16 white, 12 red, 12 blue.")


@pytest.mark.further
@pytest.mark.parametrize(
    ("asks", "name", "size"),
    [
        ("amount", "Bo", PHONE),
        pytest.param("stack", "Cy", LANDSCAPE, marks=pytest.mark.further),
        *(pytest.param("amount", "Bo", size, marks=pytest.mark.long) for size in (LANDSCAPE, PORTRAIT)),
        *(pytest.param("stack", "Cy", size, marks=pytest.mark.long) for size in (PORTRAIT, PHONE)),
    ],
)
def test_three_digits_are_cashed_out_in_the_middle_of_the_night(hand, visit, asks, name, size):
    """Cash out the typed amount; houses that ask for chips in front show the payout first. The rebuy button is far."""
    hand.page.set_viewport_size(size)
    hand.page.goto(f"{visit.origin}/nights/{visit.made[asks]}/tonight/")
    hand.page.wait_for_load_state("networkidle")
    before = hand.presses

    player(hand, name)
    expect(hand.page.locator("#panel :focus")).to_be_attached()  # then the panel is in its place
    keys = hand.page.locator("#panel [data-digit='0']").bounding_box()
    hand.types("101")
    pay = hand.page.get_by_role("button", name=re.compile(r"^Cash out \$101\.00"))
    expect(pay).to_be_in_viewport(ratio=1)
    buys, below = (hand.page.locator(each).bounding_box() for each in ("#buy-in .primary", ".cash-out-typed button"))
    moved = hand.page.locator("#panel [data-digit='0']").bounding_box() != keys
    hand.tap(pay)
    if asks == "stack":
        hand.button("Pay $101.00")

    expect(hand.page.locator("#panel")).to_contain_text(f"{name} cashes out $101.00")
    assert hand.presses - before == {"amount": 5, "stack": 6}[asks]
    assert (below["y"] - buys["y"] - buys["height"] > 200, moved) == (True, False)
    hand.tap(hand.page.locator("#last-act a:visible, #to-undo:visible").first)
    hand.button("Undo it")
    expect(hand.page.locator("#panel").get_by_role("status")).to_be_visible()


@pytest.mark.long
def test_chips_that_were_typed_on_a_card_are_the_count_of_a_cash_out(hand, visit):
    hand.page.goto(f"{visit.origin}/nights/{visit.made['amount']}/tonight/")
    player(hand, "Di")
    hand.types("12")

    hand.link("Cash out")

    expect(hand.page.get_by_label("Di counts", exact=True)).to_have_value("12")
    expect(hand.page.get_by_role("button", name="Pay $12.00")).to_be_visible()


@pytest.mark.further
def test_a_panel_can_be_typed_in_at_the_moment_it_is_there(hand, visit):
    """Digits typed before any other script has run are heard, and the field keeps the focus."""
    hand.page.goto(f"{visit.origin}/nights/{visit.made['amount']}/tonight/")
    player(hand, "Di")
    hand.page.evaluate("""() => new MutationObserver((_, watch) => {
        const field = document.querySelector("#panel .counts input:not([type=hidden])");
        if (!field) return;
        watch.disconnect();
        field.focus();
        field.value = "12";
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true })""")

    hand.page.get_by_role("link", name="Cash out").tap()

    expect(hand.page.get_by_role("button", name="Pay $12.00")).to_be_visible()
    expect(hand.page.locator("#panel .counts input:not([type=hidden])").first).to_be_focused()


@pytest.mark.further
def test_nothing_is_to_be_paid_while_somebody_types_on(hand, visit):
    """A finger that slips off the last key hits no button: it comes only when the typing has stopped."""
    hand.page.goto(f"{visit.origin}/nights/{visit.made['amount']}/tonight/")
    player(hand, "Di")
    pay = hand.page.locator(".cash-out-typed button")
    hand.types("4")
    expect(pay).to_be_visible()

    hand.types("0")
    hidden = pay.is_hidden()

    expect(pay).to_contain_text("Cash out $40.00")
    assert hidden


def is_of_three(request):
    """Tell whether it asks about the 3, as it does if half a second passes before the press; the next one is held."""
    return "amount=3&" in (request.post_data or "")


@pytest.mark.long
def test_what_typing_asked_for_leaves_the_answer_to_a_press_alone(hand):
    """A finger types on while Bo's 3.00 is refused; only after the refusal does the desk answer the further typing."""
    live, bought, page = [], [], hand.page
    page.route("**/live/", lambda route, request: route.continue_() if is_of_three(request) else live.append(route))
    page.route("**/buy-in/", lambda route, _: bought.append(route))
    player(hand, "Bo")
    hand.types("3")
    with page.expect_request("**/buy-in/"):
        hand.button("Rebuy 3.00 · cash")
    with page.expect_request(lambda request: "live" in request.url and not is_of_three(request)):
        hand.types("5")

    bought[-1].continue_()
    expect(page.get_by_role("alert")).to_contain_text("says no")
    with page.expect_response("**/live/"):
        live[-1].continue_()

    expect(page.get_by_role("alert")).to_contain_text("says no")


@pytest.mark.long
def test_a_buy_in_by_colours(hand):
    player(hand, "Cy")
    hand.tap(hand.page.locator(".player-more > summary"))
    hand.tap(hand.page.get_by_text("By chips…"))
    for _ in range(3):
        hand.tap(hand.page.get_by_label("One green more"))
    hand.button("Buy in 15.00 · cash")

    expect(in_for(hand, "Cy")).to_have_text("15.00")
    assert hand.taps == 4 + 3


def test_somebody_who_is_known_arrives(hand):
    hand.link("Add player")
    hand.button("Di")

    expect(in_for(hand, "Di")).to_have_text("–")
    assert hand.taps == 2


@pytest.mark.further
def test_a_rebuy_where_the_stack_is_asked_for(hand, visit):
    hand.page.goto(f"{visit.origin}/nights/{visit.made['dave']}/tonight/")
    before = Decimal(in_for(hand, "Bo").inner_text())

    player(hand, "Bo")
    hand.types("12")
    hand.page.get_by_label("Rebuy", exact=True).fill("30")
    hand.button("Rebuy 30.00 · cash")

    expect(in_for(hand, "Bo")).to_have_text(str(before + 30))
    assert (hand.taps, hand.digits) == (2, 2)


@pytest.mark.long
def test_a_busted_player_buys_the_usual_again(hand, visit):
    hand.page.goto(f"{visit.origin}/nights/{visit.made['dave']}/tonight/")

    player(hand, "Cy")
    hand.button("Busted: rebuy 40.00 · cash")

    expect(in_for(hand, "Cy")).to_have_text("80.00")
    assert (hand.taps, hand.digits) == (2, 0)


@pytest.mark.long
def test_nobody_is_busted_beside_chips_in_front(hand, visit):
    hand.page.goto(f"{visit.origin}/nights/{visit.made['dave']}/tonight/")
    player(hand, "Cy")
    busted = hand.page.locator("[name=busted]")
    expect(busted).to_be_visible()

    hand.types("12")

    expect(busted).to_be_hidden()
    expect(hand.page.get_by_role("button", name="Rebuy 38.00 · cash", exact=True)).to_be_visible()


@pytest.mark.long
def test_the_usual_amount_fits_itself_to_the_stack(hand, visit):
    """Cy bought 40.00 and has 45.00 in front: there is room for 5.00 up to 50.00."""
    hand.page.goto(f"{visit.origin}/nights/{visit.made['dave']}/tonight/")
    before = Decimal(in_for(hand, "Cy").inner_text())

    player(hand, "Cy")
    hand.types("45")
    hand.button("Rebuy 5.00 · cash")

    expect(in_for(hand, "Cy")).to_have_text(str(before + 5))
    assert (hand.taps, hand.digits) == (2, 2)


@pytest.mark.long
def test_the_most_that_the_house_allows_is_one_tap_away(hand, visit):
    hand.page.goto(f"{visit.origin}/nights/{visit.made['dave']}/tonight/")
    player(hand, "Bo")
    hand.types("45")
    hand.page.get_by_label("Rebuy", exact=True).fill("50")
    hand.button("Rebuy 50.00 · cash")
    expect(hand.page.get_by_role("alert")).to_contain_text("says no")

    hand.button("Buy $5.00")

    expect(hand.page.locator("#panel .receipt")).to_contain_text("5.00")
    assert hand.taps == 3


@in_windows(USUAL, [*USUAL, LANDSCAPE])
def test_a_refused_cash_out_is_seen_whole_with_the_way_to_overrule_it(hand, visit, size):
    hand.page.set_viewport_size(size)
    hand.page.goto(
        f"{visit.origin}/nights/{visit.made['dave']}/tonight/players/{visit.made['players']['Bo']}/cash-out/"
    )
    hand.page.get_by_label("Bo counts").fill("12")
    hand.button("Counts match")

    refusal = hand.page.get_by_role("alert")

    expect(refusal).to_contain_text("says no")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(refusal.get_by_text("Overrule…")).to_be_in_viewport(ratio=1)
    expect(hand.page.get_by_role("button", name="Last hand played")).to_be_hidden()
    expect(hand.page.locator("#panel").get_by_text("To pay")).to_have_count(0)


@pytest.mark.further
def test_a_buy_in_on_a_note_and_the_cash_for_it(hand):
    player(hand, "Ann")
    hand.tap(hand.page.get_by_label("note", exact=True))
    hand.button("Buy in 10.00 · note")

    expect(hand.page.locator("#panel")).to_contain_text("signed BOA")
    expect(hand.page.locator("#acts li").first).not_to_contain_text("note")
    assert (hand.taps, hand.digits) == (3, 0)

    hand.tap(hand.page.locator("#to-credit"))
    hand.tap(hand.page.locator(".note-line").first)
    hand.button("Pay 10.00")

    expect(hand.page.locator("#panel")).to_contain_text("The cash is in the drawer.")
    assert (hand.taps, hand.digits) == (3 + 3, 0)


@pytest.mark.long
def test_what_only_a_note_needs_is_not_there_for_cash(hand):
    player(hand, "Cy")

    expect(hand.page.get_by_label("Note", exact=True)).to_be_hidden()
    hand.tap(hand.page.get_by_label("note", exact=True))
    expect(hand.page.get_by_label("Note", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_house_without_a_minimum_needs_none_though_the_last_one_asks_for_it(hand, visit):
    page = hand.page
    page.goto(f"{visit.origin}/nights/play/")
    house, minimum = page.get_by_label("House", exact=True), page.get_by_label("Minimum buy-in")
    asked = house.input_value(), minimum.evaluate("field => field.required")

    house.select_option(label="Ann's game")
    expect(minimum).not_to_have_attribute("required", "")
    expect(page.locator("#limits")).to_contain_text("Ann's game")
    hand.button("Open the bank")

    expect(page.locator("#bank")).to_contain_text("Ann's game")
    assert asked == ("ericn", True)


@pytest.mark.long
def test_without_a_script_too_the_minimum_is_asked_for_where_the_chosen_house_has_one(new_context, visit):
    context = new_context(viewport=LANDSCAPE, java_script_enabled=False)
    visit.sign_in(context)
    page = context.new_page()

    def opened_at(house):
        page.goto(f"{visit.origin}/nights/play/?house=ericn")
        page.get_by_label("House", exact=True).select_option(house)
        page.get_by_role("button", name="Open the bank").click()
        return page.locator("#bank").count()

    assert (opened_at("ericn"), page.locator("#id_buy_in_min_error").count()) == (0, 1)
    assert opened_at("Ann's game") == 1
