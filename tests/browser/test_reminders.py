"""The reminders on a night's page: at every size, dark and light, and switched off and on with one tap each."""

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

# A test without a browser covers the switching too, and test_every_page looks at the page of the night.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def night(new_context, visit):
    """Return the host's page of a night in a week, and its ear."""
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    ear = Ear(page)
    page.goto(f"{visit.origin}/nights/{visit.made['planned']}/?part=reminders")
    return page, ear


def test_the_list_with_its_messages_is_in_order_at_every_size_dark_and_light(night):
    page, ear = night
    for summary in page.locator("#reminders .fold > summary").all():
        summary.click()

    assert [*faults_of_layout(page, [PHONE, PORTRAIT, LANDSCAPE]), *faults_of_access(page), *ear.complaints] == []


def test_a_reminder_is_switched_off_and_on_with_a_tap_each(night):
    page, _ = night
    hand, row = Hand(page), page.locator(".letter-row").filter(has_text="To those with a seat")
    expect(row.locator(".pill")).to_have_text("on")

    hand.button("Switch off the reminder to those with a seat")
    expect(row.locator(".pill")).to_have_text("off")
    hand.button("Switch on the reminder to those with a seat")

    expect(row.locator(".pill")).to_have_text("on")
    assert hand.taps == 2
