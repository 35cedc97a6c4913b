"""A player's own pages on a phone: a short first page, and the answer to every question two taps away at most."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from reservations.acts.append_only_schema import PREFIX
from tests.browser.ear import Ear
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, visiting

MOST_SCREENS, MOST_TAPS, MOST_ROWS = 2, 2, 8
KEPT = "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('hostdesk witness'))))"
SMALL_PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "own_pages") as one:
        yield one


@pytest.fixture
def phone(new_context, visit):
    """Return a function that opens a player's own page on their phone."""

    def phone_of(name):
        context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        visit.sign_in(context, f"session_{name}")
        page = context.new_page()
        ear = Ear(page)
        page.goto(f"{visit.origin}/own/{visit.made['players'][name]}/")
        return page, ear

    return phone_of


def height(page):
    return page.evaluate("document.documentElement.scrollHeight")


@pytest.mark.further
@pytest.mark.parametrize("name", ["Bo", "Cy", "Di"])
def test_the_first_page_is_two_screens_at_most(phone, name):
    """Bo's page has everything: tonight, a message, a night to answer, a payment and a season."""
    page, ear = phone(name)

    assert height(page) <= MOST_SCREENS * PHONE["height"]
    assert [*faults_of_layout(page, [PHONE]), *ear.complaints] == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["nights/", "book/?from=2026-01-01", "me/"])
def test_the_other_pages_look_right_with_every_row_open(phone, place):
    page, ear = phone("Bo")
    page.goto(page.url + place)

    page.evaluate("document.querySelectorAll('.matters > details').forEach((row) => (row.open = true))")

    assert [*faults_of_layout(page, [PHONE]), *faults_of_access(page, ["dark"])] == []
    assert ear.complaints == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["", "me/"])
def test_with_large_text_everything_is_there(phone, place):
    page, _ = phone("Bo")
    page.goto(page.url + place)

    page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert [*faults_of_layout(page, [SMALL_PHONE])] == []


def test_what_do_i_owe_ann_and_why(phone):
    """The amount is on the first page, and the night behind it is a tap away."""
    page, _ = phone("Bo")

    payment = page.get_by_label("You pay Ann")
    expect(payment).to_contain_text("20.00")
    expect(payment.get_by_role("link", name="How to pay…")).to_be_visible()
    expect(page.get_by_label("Your standing")).to_contain_text("In the next settle-up −$5.00")

    page.get_by_role("link", name="THE BOOK").tap()

    expect(page.get_by_role("row").filter(has_text="You bought chips")).to_contain_text("−20.00")
    expect(page.get_by_role("row").filter(has_text="the pizza")).to_contain_text("you owe Cy more")


@pytest.mark.long
def test_how_did_i_do_this_year(phone):
    """A player who plays for cash only finds their result on the first page, and the night a tap away."""
    page, _ = phone("Cy")
    season = page.get_by_role("link", name="Season")
    expect(season).to_contain_text("−10.00")

    season.tap()

    expect(page.get_by_role("heading", name="My nights")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Mike's game")).to_contain_text("−10.00")


def test_back_from_the_app_that_pays_the_button_that_says_so_is_in_sight(phone):
    page, ear = phone("Bo")
    page.get_by_role("link", name="How to pay…").tap()
    page.wait_for_load_state()
    page.context.route("https://venmo.com/**", lambda route: route.fulfill(body="Venmo"))
    page.set_viewport_size({"width": 390, "height": 300})
    claims = page.get_by_role("button", name="I have paid")
    expect(claims).not_to_be_in_viewport()

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Pay $20.00 with Venmo").tap()
    asked = opened.value.url
    opened.value.close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(claims).to_be_in_viewport()
    assert "recipients=Ann-Lee&amount=20&note=" in asked
    assert ear.complaints == []


@pytest.mark.long
def test_a_detail_is_copied_with_one_tap(phone):
    page, _ = phone("Bo")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="How to pay…").tap()
    page.get_by_text("Pay $20.00 by bank transfer").tap()

    page.get_by_role("button", name="Copy IBAN").tap()

    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "DE89 3704 0044 0532 0130 00"


@pytest.mark.long
def test_the_page_of_a_payment_looks_right_with_every_way_open(phone):
    page, ear = phone("Bo")
    page.get_by_role("link", name="How to pay…").tap()

    expect(page.get_by_text("Pay $20.00 by bank transfer")).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")

    assert [*faults_of_layout(page, [PHONE, SMALL_PHONE]), *faults_of_access(page, ["light", "dark"])] == []
    assert ear.complaints == []


class Taps:
    """A finger on a player's phone at its first page, which counts its taps."""

    def __init__(self, page):
        self.page, self.count = page, 0
        self.main = page.locator("main")

    def __call__(self, what):
        self.count += 1
        what.tap()

    def link(self, name):
        self(self.main.get_by_role("link", name=name))

    def button(self, name):
        self(self.main.get_by_role("button", name=name).first)

    def fold(self, words):
        self(self.main.get_by_text(words))

    def reads(self, words):
        expect(self.main).to_contain_text(words)


def what_i_owe_and_to_whom(taps):
    taps.reads(re.compile(r"You owe\s*due[\w\s]+\$25\.00"))
    expect(taps.main.get_by_label("You pay Ann")).to_contain_text("$20.00")
    taps.reads("due ")


def how_i_pay_it(taps):
    taps.link("How to pay…")
    expect(taps.main.get_by_role("link", name="Pay $20.00 with Venmo")).to_be_visible()
    taps.fold("QR code and details of Venmo")
    expect(taps.main.get_by_role("img", name="Venmo as a QR code, for another phone")).to_be_visible()


def when_and_where_the_next_night_is(taps):
    taps.reads(re.compile(r"\d\d:\d\d to \d\d:\d\d"))
    taps.reads("Where: 12 Elm Street")


def i_am_in(taps):
    taps.reads("You have a seat")


def my_place_on_the_waiting_list(taps):
    taps.reads("1st in line")


def how_much_i_am_in_for(taps):
    taps.reads("in for $20.00")


def what_i_won_this_season(taps):
    expect(taps.main.get_by_role("link", name="This season")).to_contain_text("−20.00")


def may_i_rebuy_and_how_much(taps):
    taps.fold("Ask the banker")
    taps.reads("You can buy any multiple of 5.00")


def i_leave(taps):
    taps.fold("Ask the banker")
    taps.button("Leave after this round")
    taps.reads("Asked to leave after this round")


def this_line_is_not_right(taps):
    taps.link("Not right?")
    taps.main.get_by_label("What is not right").first.fill("It was ten")
    taps.button("Tell the banker")
    taps.reads("Not answered yet.")


def i_do_not_come(taps):
    taps.button("No")
    taps.reads("You are not coming")


QUESTIONS = {
    what_i_owe_and_to_whom: ("Bo", 0),
    how_i_pay_it: ("Bo", 2),
    when_and_where_the_next_night_is: ("Di", 0),
    i_am_in: ("Di", 0),
    my_place_on_the_waiting_list: ("Cy", 0),
    i_do_not_come: ("Bo", 1),
    how_much_i_am_in_for: ("Bo", 0),
    this_line_is_not_right: ("Bo", 2),
    what_i_won_this_season: ("Bo", 0),
    may_i_rebuy_and_how_much: ("Bo", 1),
    i_leave: ("Bo", 2),
}
"""The questions of players, the phone each is asked on, and the taps from the first page; typing counts as none."""


@pytest.mark.long
def test_what_a_player_asks_takes_two_taps_at_most(phone):
    counted = {}

    for ask, (name, _) in QUESTIONS.items():
        taps = Taps(phone(name)[0])
        ask(taps)
        counted[ask] = taps.count

    assert counted == {ask: count for ask, (_, count) in QUESTIONS.items()}
    assert max(counted.values()) <= MOST_TAPS


def test_paid_with_one_tap(phone):
    page, _ = phone("Bo")

    page.get_by_role("button", name="I have paid").tap()

    expect(page.get_by_role("status")).to_contain_text("20.00")
    expect(page.get_by_text("Ann has not confirmed yet")).to_be_visible()


@pytest.mark.long
def test_the_rest_is_eight_rows_at_most(phone):
    page, _ = phone("Bo")

    assert 0 < page.locator("nav[aria-label=More] > *").count() <= MOST_ROWS


@pytest.mark.long
def test_an_old_address_opens_the_row_that_it_meant(phone):
    page, _ = phone("Bo")

    page.goto(page.url + "pin/change/")

    expect(page.get_by_label("New PIN, six digits")).to_be_visible()


@pytest.mark.long
def test_a_changed_line_is_told_to_the_player_and_to_the_host(new_context, visit):
    """The phone finds books that were changed by hand, and says so until Bo has read it. Last here: they stay so."""
    context, host = new_context(viewport=PHONE, has_touch=True), new_context(viewport=LANDSCAPE)
    visit.sign_in(context, "session_Bo")
    visit.sign_in(host)
    phone, home = context.new_page(), host.new_page()
    with phone.expect_response("**/witness/**"):
        phone.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/")
    phone.wait_for_function(f"() => {KEPT}?.number > 0")
    number = min(map(int, phone.evaluate(f"Object.keys({KEPT}.lines)")))
    notice = phone.locator("#witness")
    expect(notice).to_be_hidden()

    with closing(sqlite3.connect(visit.desk.folder / "hostdesk.sqlite3")) as books, books:
        books.execute(f'DROP TRIGGER "{PREFIX}reservations_act_update"')
        books.execute("UPDATE reservations_act SET ruling = 'not so' WHERE number = ?", [number])
    with phone.expect_response(lambda answer: answer.request.method == "POST" and "/witness/" in answer.url):
        phone.reload()
    home.goto(f"{visit.origin}/?stay=yes")

    expect(notice).to_contain_text(f"Act {number} said")
    expect(home.get_by_role("link", name="inbox, 1 urgent")).to_be_visible()
    phone.locator("#witness button").tap()
    expect(notice).to_be_hidden()
    home.goto(f"{visit.origin}/inbox/")
    expect(home.get_by_role("region", name="What phones saw")).to_contain_text("Bo")
