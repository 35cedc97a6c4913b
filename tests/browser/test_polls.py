"""A poll for the date: a host asks for four dates, three phones answer, and one tap makes the night and its seats."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "inviting") as one:
        yield one


@pytest.fixture
def hand(new_context, visit):
    """Return the host's hand over a tablet, on the list of the nights."""
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/nights/")
    return Hand(page)


@pytest.fixture
def phone(new_context, visit):
    """Return a function that opens a link on a new phone, whatever host name the link has; with or without scripts."""

    def opened(link, *, scripts=True):
        context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", java_script_enabled=scripts)
        page = context.new_page()
        page.goto(re.sub(r"^http://[^/]+", visit.origin, link))
        return page

    return opened


def asks_for_four_dates(hand):
    hand.link("Ask for a date")
    hand.tap(hand.page.get_by_text("More dates…"))
    for place in range(4):
        day = timezone.localdate() + timedelta(days=30 + 7 * place)
        hand.page.get_by_label(f"Date {place + 1}", exact=True).fill(day.isoformat())
    hand.button("Ask them")
    expect(hand.page.get_by_role("heading", name="Asked for the date")).to_be_visible()


def link_of(hand, name):
    row = hand.page.locator(".letter-row").filter(has=hand.page.get_by_role("link", name=name, exact=True))
    return re.findall(r"http://\S+/link/\S+", row.locator(".letter-words").text_content())[0]


def answers(phone, *words):
    for which, word in enumerate(words):
        phone.get_by_role("radiogroup").nth(which).get_by_text(word, exact=True).tap()
    phone.get_by_role("button", name="Send the answer").tap()
    expect(phone.get_by_role("heading", name="When can you come?")).to_be_visible()


def test_four_dates_three_phones_and_one_tap(hand, phone):
    """Two seats: Di answers before Bo, and Eve too late for a seat; the second date suits all three.

    Di has a link of her own, and so has Bo, whose phone runs no scripts; Eve comes by the link in the group chat.
    """
    asks_for_four_dates(hand)
    links = {name: link_of(hand, name) for name in ("Di", "Bo")}
    chat = re.findall(r"http://\S+/group/\S+", hand.page.locator("#text").text_content())[0]
    hand.link("Answers so far")

    answers(phone(links["Di"]), "Yes", "Yes", "No", "If need be")
    answers(phone(links["Bo"], scripts=False), "No", "Yes", "If need be", "No")
    eve = phone(chat)
    eve.get_by_role("button", name="Eve", exact=True).tap()
    answers(eve, "If need be", "Yes", "No", "No")
    hand.page.reload()
    expect(hand.page.get_by_role("radio", name=re.compile("3 yes"))).to_be_checked()
    hand.page.get_by_label("Seats").fill("2")
    with hand.within(1):
        hand.button("Make it the night")

    expect(hand.page.get_by_role("status").first).to_contain_text("2 seats taken, 1 on the waiting list")
    expect(hand.page.get_by_role("region", name="The date, to those with a seat")).to_contain_text(
        "Not sent yet: Bo, Di"
    )
    hand.tap(hand.page.locator("a.back"))
    seated = hand.page.locator(".guests-parts > section").first.locator(".guest-name")
    expect(seated).to_have_text(["Di", "Bo"])
    eve.goto(chat_at(eve, chat))
    expect(eve.locator(".told")).to_contain_text("line")


def chat_at(page, chat):
    """Return the link of the chat with the host name that pages on this machine have."""
    return re.sub(r"^http://[^/]+", page.evaluate("location.origin"), chat)


def test_the_host_answers_for_somebody_and_a_phone_changes_its_answer(hand, phone):
    asks_for_four_dates(hand)
    cy = phone(link_of(hand, "Cy"))
    hand.link("Answers so far")

    hand.tap(hand.page.get_by_role("table").get_by_role("link", name="Gil"))
    hand.tap(hand.page.get_by_role("radiogroup").nth(2).get_by_text("Yes", exact=True))
    hand.button("Send the answer")
    answers(cy, "Yes")
    cy.get_by_role("radiogroup").first.get_by_text("No", exact=True).tap()
    cy.get_by_role("button", name="Change the answer").tap()
    expect(cy.get_by_role("radiogroup").first.get_by_label("No", exact=True)).to_be_checked()
    hand.page.reload()

    expect(hand.page.get_by_role("radio").first).to_have_accessible_name(re.compile("1 yes"))
    expect(hand.page.get_by_role("row", name=re.compile("^Cy"))).to_contain_text("No")
    expect(hand.page.locator("#silent bdi")).to_have_text(["Ann", "Bo", "Di", "Eve", "Fay"])


def test_everything_is_in_its_place(hand, phone):
    ear = Ear(hand.page)
    asks_for_four_dates(hand)
    opened = phone(link_of(hand, "Fay"))

    for page in (hand.page, opened):
        assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page)] == []
    answers(opened, "Yes", "No", "No", "If need be")
    hand.link("Answers so far")
    expect(hand.page).to_have_url(re.compile(r"/polls/\d+/$"))
    for page in (hand.page, opened):
        assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page)] == []
    assert ear.complaints == []
