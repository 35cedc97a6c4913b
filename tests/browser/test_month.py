"""A month on the tablet and a phone: previewed, consolidated, marked as paid, confirmed; names look like markup."""

import pytest
from playwright.sync_api import expect

from tests.browser.ear import Ear
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

# test_note_to_payment goes through these pages too.
pytestmark = pytest.mark.long
SIZES = [LANDSCAPE, PORTRAIT, PHONE]


@pytest.fixture
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "month") as one:
        yield one


def device(new_context, visit, size, session="session"):
    """Return a page on a new device, and its ear."""
    context = new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context, session)
    page = context.new_page()
    return page, Ear(page)


def looks_well(page):
    assert [*faults_of_layout(page, SIZES), *faults_of_access(page)] == []


def test_a_month(new_context, visit):
    tablet, ear = device(new_context, visit, LANDSCAPE)
    phone, phones_ear = device(new_context, visit, PHONE, "payers_session")

    tablet.goto(f"{visit.origin}/book/months/new/")
    tablet.get_by_label("Up to the end of").select_option(label="Today")
    tablet.get_by_role("button", name="Preview").tap()
    expect(tablet.get_by_role("button", name="Settle up")).to_be_visible()
    looks_well(tablet)
    tablet.get_by_role("button", name="Settle up").tap()
    expect(tablet.get_by_role("status")).to_contain_text("THE BOOK is consolidated up to")
    looks_well(tablet)
    month = tablet.url.partition("?")[0]
    phone.goto(f"{visit.origin}/")
    phone.get_by_text("You pay").first.tap()
    phone.get_by_label("Paid", exact=True).fill("10.00")
    phone.get_by_role("button", name="I have paid").tap()
    expect(phone.get_by_role("status")).to_contain_text("10.00")
    tablet.goto(month)
    tablet.get_by_role("row").filter(has_text="marked as paid").get_by_role("link").tap()
    tablet.get_by_role("button", name="Confirm $10.00").tap()

    expect(tablet.get_by_role("row").filter(has_text="part paid")).to_contain_text("599,990.00 left")
    assert (ear.complaints, phones_ear.complaints) == ([], [])


def test_a_month_through_two_people_without_small_payments(new_context, visit):
    tablet, ear = device(new_context, visit, LANDSCAPE)
    tablet.goto(f"{visit.origin}/book/months/new/")
    tablet.get_by_label("Up to the end of").select_option(label="Today")
    tablet.get_by_label("Who pays whom").select_option(label="All through Ann")
    tablet.get_by_text("More options").tap()
    tablet.get_by_label("And also through").select_option(index=2)
    tablet.get_by_label("No payment under").fill("100")
    looks_well(tablet)

    tablet.get_by_role("button", name="Preview").tap()
    expect(tablet.get_by_role("button", name="Settle up")).to_be_visible()
    looks_well(tablet)
    tablet.get_by_role("button", name="Settle up").tap()

    expect(tablet.get_by_role("status")).to_contain_text("no payment under 100.00")
    expect(tablet.get_by_text("Rolls into the next month.", exact=True)).to_be_visible()
    looks_well(tablet)
    assert ear.complaints == []


def test_the_text_is_copied(new_context, visit):
    tablet, ear = device(new_context, visit, LANDSCAPE)
    tablet.goto(f"{visit.origin}/book/months/new/")
    tablet.get_by_label("Up to the end of").select_option(label="Today")
    tablet.get_by_role("button", name="Preview").tap()
    tablet.get_by_role("button", name="Settle up").tap()
    tablet.get_by_text("Text for the group chat…").tap()

    tablet.get_by_role("button", name="Copy").tap()

    expect(tablet.get_by_text("Copied.")).to_be_visible()
    assert ear.complaints == []
