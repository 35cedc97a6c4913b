"""Inviting six players: from the plan to the messages, copied with and without the clipboard, and to the first yes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long

SIX = ("Bo", "Cy", "Di", "Eve", "Fay", "Gil")


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "inviting") as one:
        yield one


@pytest.fixture
def hand(new_context, visit):
    """Return a function that gives the host's hand over a device that reaches the desk under that name."""

    def over(host="127.0.0.1", viewport=LANDSCAPE):
        context = new_context(viewport=viewport, has_touch=True, reduced_motion="reduce")
        origin = f"http://{host}:{visit.desk.port}"
        cookie = {"name": f"desk{visit.desk.port}", "value": visit.made["session"], "url": origin}
        context.add_cookies([cookie])
        if host == "127.0.0.1":
            context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        page = context.new_page()
        page.goto(f"{origin}/nights/")
        return Hand(page)

    return over


def plans_and_invites(hand):
    hand.link("Plan a night")
    hand.page.get_by_label("Starts").fill("23:59")  # ahead of now, whatever the hour is
    hand.button("Plan and invite all regulars")
    expect(hand.page.get_by_role("heading", name="Invitations")).to_be_visible()
    # Elements in sight may still move until their styles have loaded.
    hand.page.wait_for_load_state()


def row(page, name):
    return page.locator(".letter-row").filter(has=page.get_by_role("link", name=name, exact=True))


def copies(hand, name):
    hand.button(f"Copy the text to {name}")
    expect(row(hand.page, name).get_by_role("status")).to_have_text("Copied.")
    expect(row(hand.page, name).locator(".pill")).to_have_text(re.compile("passed on"))


def link_in(text):
    return re.findall(r"http://\S+/link/\S+", text)[0]


def pasted(page):
    """Return the text of the clipboard by pasting it, as the page itself cannot read it on plain http."""
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))")
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    text = page.locator("#pasted").input_value()
    page.locator("#pasted").evaluate("(field) => field.remove()")
    return text


@pytest.mark.parametrize(
    ("host", "has_clipboard"), [("127.0.0.1", True), pytest.param("desk.test", False, marks=pytest.mark.long)]
)
def test_six_people_are_invited_with_eight_taps_each_by_a_link_of_their_own(hand, host, has_clipboard):
    hand, texts = hand(host), []
    plans_and_invites(hand)

    for name in SIX:
        copies(hand, name)
        texts.append(pasted(hand.page))

    assert (hand.taps, hand.page.evaluate("!!navigator.clipboard")) == (8, has_clipboard)
    assert [text.split(",")[0] for text in texts] == [f"Hello {name}" for name in SIX]
    links = [link_in(text) for text in texts]
    assert len(set(links)) == 6
    expect(hand.page.get_by_text("Everybody has been told.")).to_be_visible()


@pytest.mark.parametrize("host", ["127.0.0.1", "desk.test"])
def test_the_groups_text_is_one_tap(hand, host):
    hand = hand(host)
    plans_and_invites(hand)
    beside = hand.page.get_by_role("link", name="QR code of the link of the group")
    stands = beside.bounding_box()["x"]

    hand.button("Copy the text to the group")

    expect(hand.page.get_by_role("region", name="For the group chat").get_by_role("status")).to_have_text("Copied.")
    assert beside.bounding_box()["x"] == stands
    assert pasted(hand.page).startswith("Hello everybody,")
    assert hand.taps == 3


def test_a_new_phone_answers_with_one_tap_and_is_that_players_from_then_on(hand, new_context):
    hand = hand("desk.test")
    plans_and_invites(hand)
    copies(hand, "Cy")
    link = link_in(pasted(hand.page))
    phone = new_context(viewport=PHONE, has_touch=True).new_page()
    phone.goto(link)

    phone.get_by_role("button", name="Yes", exact=True).tap()

    answer = phone.get_by_role("region", name="Your answer")
    expect(answer.locator(".told")).to_have_text("You have a seat")
    phone.goto(link)
    expect(answer.locator(".told")).to_have_text("You have a seat")
    hand.page.reload()
    expect(row(hand.page, "Cy").locator(".pill")).to_have_text(re.compile("passed on"))


def test_the_host_is_asked_beside_the_messages_and_gets_none(hand):
    hand = hand()
    plans_and_invites(hand)
    expect(row(hand.page, "Ann")).to_have_count(0)

    hand.button("Yes")

    yours = hand.page.get_by_role("region", name="You have a seat")
    expect(yours).to_contain_text("Ann")


def test_a_link_is_scanned_from_the_screen(hand):
    hand = hand()
    plans_and_invites(hand)

    hand.link("QR code of the link of Di")

    expect(row(hand.page, "Di").locator("svg.qr")).to_be_visible()
    expect(hand.page.locator("svg.qr")).to_have_count(1)


def test_everything_is_in_its_place(hand, new_context):
    hand = hand("desk.test")
    ear = Ear(hand.page)
    plans_and_invites(hand)
    copies(hand, "Bo")
    phone = new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    phone.goto(link_in(pasted(hand.page)))

    for page in (hand.page, phone):
        assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page)] == []
    assert ear.complaints == []


def test_where_nothing_can_be_copied_the_text_is_there_selected(hand):
    hand = hand("desk.test")
    plans_and_invites(hand)
    hand.page.evaluate("document.execCommand = () => false")

    hand.button("Copy the text to Eve")

    expect(row(hand.page, "Eve").get_by_role("status")).to_have_text("Copy what is selected by hand.")
    assert hand.page.evaluate("getSelection().toString()").startswith("Hello Eve,")
    expect(row(hand.page, "Eve").locator(".pill")).to_have_text("not sent")
