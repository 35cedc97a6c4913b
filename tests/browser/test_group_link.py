"""One link in the group chat: from the host's copy to an answer on a phone, and a second phone that waits."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.looks import THEMES, faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, visiting

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "inviting") as one:
        yield one


@pytest.fixture
def host(new_context, visit):
    """The host's tablet, right after inviting all regulars."""
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/nights/plan/")
    page.get_by_label("Starts").fill("23:59")  # ahead of now, whatever the hour is
    page.get_by_role("button", name="Plan and invite all regulars").tap()
    expect(page.get_by_role("heading", name="Invitations")).to_be_visible()
    return page


@pytest.fixture
def phone(new_context, visit):
    """Return a function that opens the group's link from the host's page on a new phone."""

    def opens(host):
        path = re.findall(r"/group/\S+", host.locator("#text").text_content())[0]
        page = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
        ear = Ear(page)
        page.goto(f"{visit.origin}{path}")
        return page, ear

    return opens


def taps(page, name):
    page.get_by_role("button", name=name, exact=True).tap()


def looks_into_the_inbox(host):
    host.reload()
    host.get_by_role("link", name=re.compile("in your inbox")).tap()


def nothing_is_wrong(page, ear):
    assert [*faults_of_layout(page, [PHONE]), *faults_of_access(page, THEMES), *ear.complaints] == []


def test_two_taps_from_the_link_to_an_answered_night(host, phone):
    page, ear = phone(host)
    expect(page.get_by_role("button", name="Bo", exact=True)).to_be_in_viewport()
    nothing_is_wrong(page, ear)

    taps(page, "Bo")
    taps(page, "Yes")

    expect(page.get_by_role("region", name="Your answer").locator(".told")).to_have_text("You have a seat")
    nothing_is_wrong(page, ear)
    looks_into_the_inbox(host)
    expect(host.get_by_text("A phone says it is Bo")).to_be_visible()


def test_a_second_phone_waits_for_the_hosts_tap_and_then_answers(host, phone):
    first, _ = phone(host)
    taps(first, "Cy")
    second, ear = phone(host)
    taps(second, "Cy")
    expect(second.get_by_role("heading", name="The host is asked")).to_be_visible()
    nothing_is_wrong(second, ear)

    looks_into_the_inbox(host)
    host.get_by_role("article").filter(has_text="waits for you").get_by_role("button", name="It is Cy").tap()
    expect(host.get_by_text("phone is known now")).to_be_visible()
    second.get_by_role("link", name="Look again").tap()
    taps(second, "No")

    expect(second.get_by_role("region", name="Your answer").locator(".told")).to_have_text("You are not coming")


def test_somebody_new_asks_and_is_let_in(host, phone):
    page, ear = phone(host)
    page.get_by_text("I am new here").tap()
    page.get_by_role("textbox", name="Your name").fill("Hal <b>")
    page.get_by_label("Who brings you?").select_option(label="Di")
    nothing_is_wrong(page, ear)
    taps(page, "Ask the host")
    expect(page.get_by_role("heading", name="The host is asked")).to_be_visible()

    looks_into_the_inbox(host)
    host.get_by_role("article").filter(has_text="Hal <b>").get_by_role("button", name="Add and invite").first.tap()
    expect(host.get_by_text("is added and invited")).to_be_visible()
    page.get_by_role("link", name="Look again").tap()
    taps(page, "Maybe")

    expect(page.get_by_role("region", name="Your answer").locator(".told")).to_have_text("Maybe")
    nothing_is_wrong(page, ear)
