"""Reservations on phones: a seat, a waiting list that says why, and a seat that becomes free."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.reservation_scenes import ELM_STREET
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long

STATES = ("soon", "offered", "waits", "unanswered", "cancelled")


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "coming") as one:
        yield one


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    """A desk at which no test answers anything."""
    with visiting(tmp_path_factory.mktemp("untouched"), "coming") as one:
        yield one


@pytest.fixture
def phone(new_context, visit):
    """Return a function that opens a player's own page, or the page of a night, on their phone."""

    def phone_of(name, night=""):
        context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        visit.sign_in(context, f"session_{name}")
        page = context.new_page()
        below = f"nights/{visit.made[night]}/" if night else ""
        page.goto(f"{visit.origin}/own/{visit.made['players'][name]}/{below}")
        return page

    return phone_of


def taps(page, button):
    page.get_by_role("button", name=button, exact=True).first.tap()


def stands(page, words):
    expect(page.get_by_role("region", name="Your answer").locator(".told")).to_have_text(words)


def test_a_seat_goes_from_one_phone_to_the_next(phone):
    """Ann and Bo have the two seats, and Cy waits and reads why; Ann cancels, and Cy reads the address."""
    first, second, third = (phone(name, "empty") for name in ("Ann", "Bo", "Cy"))
    for page, words in ((first, "You have a seat"), (second, "You have a seat"), (third, "1st in line")):
        taps(page, "Yes")
        stands(page, words)
    expect(third.get_by_text(ELM_STREET)).to_have_count(0)

    taps(first, "I cannot come")
    stands(first, "You are not coming")
    third.reload()

    stands(third, "You have a seat")
    expect(third.get_by_text(ELM_STREET)).to_be_visible()


def test_a_later_night_is_answered_with_two_taps_from_the_first_page(phone, visit):
    page = phone("Cy")
    night = page.locator(f"nav a[href$='/nights/{visit.made['unanswered']}/']")
    answers = page.locator(f"nav form[action$='/{visit.made['unanswered']}/answer/']")

    page.get_by_text(re.compile(r"^\d more nights?$")).tap()
    answers.get_by_role("button", name="Yes").tap()

    expect(night).to_contain_text("You have a seat")


def test_yes_but_late_with_a_friend(phone, visit):
    page = phone("Bo", "unanswered")

    page.get_by_role("heading", name="Yes, but late, or with guests").tap()
    page.get_by_label("Late? I come at").fill("23:59")
    page.get_by_label("Who comes with you").fill("Max")
    taps(page, "Yes, like this")

    stands(page, "You have 2 seats")
    expect(page.get_by_text("For you and Max.")).to_be_visible()
    expect(page.get_by_text(re.compile("You come late, at 23:59"))).to_be_visible()


def test_giving_up_a_seat_late_is_asked_about_and_can_be_left(phone):
    page = phone("Bo", "soon")

    taps(page, "I cannot come")
    expect(page.get_by_role("alert")).to_contain_text("late change: strike 2")
    page.get_by_role("link", name="Keep my seat").tap()
    stands(page, "You have 2 seats")

    taps(page, "I cannot come")
    taps(page, "Yes, give it up")
    stands(page, "You are not coming")


def test_a_seat_that_is_kept_is_taken(phone):
    page = phone("Bo", "offered")

    taps(page, "Take the seat")

    stands(page, "You have a seat")


@pytest.mark.parametrize(
    "below",
    [
        "nights/{waits}/",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("", "strikes/{strike}/")),
        *(pytest.param(f"nights/{{{state}}}/", marks=pytest.mark.long) for state in STATES if state != "waits"),
    ],
)
def test_every_state_is_drawn(new_context, untouched, below):
    visit = untouched
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context, "session_Bo")
    page = context.new_page()
    ear = Ear(page)

    page.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/{below.format(**visit.made)}")
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")

    assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page)] == []
    assert (ear.asked_elsewhere(visit.origin), ear.complaints) == ([], [])
