"""A player's own pages on a phone: one screen that matters, and what a player asks is two taps away at most."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from reservations.acts.append_only_schema import PREFIX
from tests.browser.ear import Ear
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, visiting

MOST_SCREENS = 2
KEPT = "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('hostdesk witness'))))"
SMALL_PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "own_pages") as one:
        yield one


@pytest.fixture
def phone(new_context, visit):
    """Return a player's phone, on their own page."""

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


@pytest.mark.parametrize("name", ["Bo", "Cy", "Di"])
def test_the_first_page_is_two_screens_at_most(phone, name):
    """Bo has everything on it: tonight, a message, a night to answer, a payment and a season."""
    page, ear = phone(name)

    assert height(page) <= MOST_SCREENS * PHONE["height"]
    assert [*faults_of_layout(page, [PHONE]), *ear.complaints] == []


def test_the_tabs_look_right(phone):
    page, ear = phone("Bo")

    for link in ("Now", "My nights", "THE BOOK", "Me"):
        page.get_by_role("link", name=link, exact=True).tap()
        expect(page.get_by_role("link", name=link, exact=True)).to_have_attribute("aria-current", "page")
        assert [*faults_of_layout(page, [PHONE]), *faults_of_access(page, ["dark"])] == []
    assert ear.complaints == []


def test_with_large_text_everything_is_there(phone):
    page, _ = phone("Bo")

    for link in ("Me", "Now"):
        page.get_by_role("link", name=link, exact=True).tap()
        expect(page.get_by_role("link", name=link, exact=True)).to_have_attribute("aria-current", "page")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert [*faults_of_layout(page, [SMALL_PHONE])] == []


def test_what_do_i_owe_ann_and_why(phone):
    """The amount is on the first page, and the night it comes from a tap away."""
    page, _ = phone("Bo")

    payment = page.get_by_label("You pay Ann")
    expect(payment).to_contain_text("20.00")
    expect(payment.get_by_role("link", name="pay.example")).to_be_visible()
    expect(page.get_by_label("Your standing")).to_contain_text("5.00 more that you owe since that plan.")

    page.get_by_role("link", name="THE BOOK", exact=True).tap()

    expect(page.get_by_role("row").filter(has_text="You bought chips")).to_contain_text("−20.00")
    expect(page.get_by_role("row").filter(has_text="the pizza")).to_contain_text("you owe Cy more")


def test_how_did_i_do_this_year(phone):
    """Who plays for cash only finds their night: its result stands on the first page, the night a tap away."""
    page, _ = phone("Cy")
    season = page.get_by_role("link", name="Season")
    expect(season).to_contain_text("−10.00")

    season.tap()

    expect(page.get_by_role("heading", name="My nights")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Mike's game")).to_contain_text("−10.00")


def test_paid_with_one_tap(phone):
    page, _ = phone("Bo")

    page.get_by_role("button", name="I have paid").tap()

    expect(page.get_by_role("status")).to_contain_text("20.00")
    expect(page.get_by_text("Ann has not confirmed yet")).to_be_visible()


def test_ten_questions_take_two_taps_at_most(phone):
    """What is on the first page takes none; the others are said with the taps that lead there."""
    page, _ = phone("Bo")
    answers = {
        "what do I owe Ann?": ([], "20.00"),
        "and why?": (["THE BOOK"], "You bought chips"),
        "how did I do this year?": (["My nights"], "−20.00"),
        "what did I buy tonight?": ([], "In for $20.00"),
        "when is the next night, and am I in?": ([], "Not answered yet"),
        "who is coming?": (["next night"], "Seats"),
        "how do I get paid?": (["Me"], "How they pay you"),
        "what are the stakes and limits?": (["Tonight"], "Buy-in"),
        "where is my statement?": (["THE BOOK", "Statement"], "Statement (PDF)"),
        "which phones are signed in as me?": (["Me", "Devices signed in"], "this device"),
        "how do I keep my results private?": (["Me"], "Keep my results private"),
    }
    home, found = page.url, {}

    for question, (taps, answer) in answers.items():
        page.goto(home)
        for tap in taps:
            link = (
                page.locator(".coming .to-night")
                if tap == "next night"
                else page.get_by_role("link", name=tap, exact=True)
            )
            link.tap()
            page.wait_for_url(lambda url, before=page.url: url != before)
        found[question] = answer in page.locator("main").inner_text()

    assert found == dict.fromkeys(answers, True)


def test_a_changed_line_is_told_to_the_player_and_to_the_host(new_context, visit):
    """The phone meets books that were changed by hand, and says so until Bo has read it. Last here: they stay so."""
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
    expect(home.get_by_role("link", name="for you, 1 urgent")).to_be_visible()
    phone.locator("#witness button").tap()
    expect(notice).to_be_hidden()
    home.goto(f"{visit.origin}/inbox/")
    expect(home.get_by_role("region", name="What phones saw")).to_contain_text("Bo")
