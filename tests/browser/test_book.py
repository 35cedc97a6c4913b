"""THE BOOK in a browser: an old book typed in with its sum, a payment and its undoing, with and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

# test_note_to_payment goes through these pages too.
pytestmark = pytest.mark.long
SIZES = [LANDSCAPE, PORTRAIT, PHONE]


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture(params=[True, False], ids=["with a script", "without"])
def page(request, new_context, visit):
    context = new_context(
        viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce", java_script_enabled=request.param
    )
    visit.sign_in(context)
    return context.new_page()


def types(page, *lines):
    for place, (name, side, amount) in enumerate(lines, start=1):
        page.get_by_label(f"Player, line {place}", exact=True).fill(name)
        page.get_by_label(f"Owes or is owed, line {place}", exact=True).select_option(side)
        page.get_by_label(f"Amount, line {place}", exact=True).fill(amount)


def reads(page):
    rows = page.get_by_role("table").get_by_role("row").all()[1:]
    return [[cell.inner_text() for cell in row.get_by_role("cell").all()[:2]] for row in rows]


def test_an_old_book_a_payment_and_its_undoing(page, visit):
    page.goto(f"{visit.origin}/bring/balances/")
    page.locator("#id_reason").fill("the paper book")
    types(page, ("Cy", "is owed", "20"), ("Di", "owes", "20"))
    page.get_by_role("button", name="Review", exact=True).tap()
    expect(page.get_by_role("row", name="Total 0.00 0.00 0.00")).to_be_visible()
    page.get_by_role("button", name="Import").tap()

    page.get_by_role("link", name="Record a payment", exact=True).tap()
    page.get_by_role("link", name="Di pays Cy").tap()
    page.get_by_label("Amount").fill("12.50")
    page.get_by_role("button", name="Preview").tap()
    page.get_by_role("button", name="Record the payment").tap()
    expect(page.get_by_role("status")).to_contain_text("Di pays Cy $12.50")
    page.goto(f"{visit.origin}/book/")
    assert reads(page) == [["Di", "owes 7.50"], ["Cy", "is owed 7.50"]]

    for act in ("Di pays Cy", "An old book"):
        page.goto(f"{visit.origin}/history/?kind=book&state=stands")
        page.get_by_role("row").filter(has_text=act).get_by_role("link").tap()
        page.get_by_role("button", name="Undo").tap()
        expect(page.get_by_role("status")).to_contain_text("is undone: a slip")
    expect(page.get_by_text("THE BOOK is empty")).to_be_visible()


@pytest.mark.parametrize("page", [True], indirect=True)
def test_the_sum_is_said_while_it_is_typed(page, ear, visit):
    page.goto(f"{visit.origin}/bring/balances/")
    total = page.locator("[data-sum]")
    expect(total).to_be_hidden()

    types(page, ("Cy", "is owed", "1200"))
    expect(total).to_have_text("1,200.00 more is owed to players than players owe.")
    types(page, ("Cy", "is owed", "20"))
    expect(total).to_have_text("20.00 more is owed to players than players owe.")
    types(page, ("Cy", "is owed", "20"), ("Di", "owes", "20.5"))
    expect(total).to_have_text("Players owe 0.50 more than is owed to players.")
    types(page, ("Cy", "is owed", "20.50"), ("Di", "owes", "20.5"))
    expect(total).to_have_text("Together 0.00: it comes out even.")
    types(page, ("Cy", "is owed", "1,5"))
    expect(total).to_be_hidden()
    assert ear.complaints == []


def looked_at(page):
    page.get_by_label("Who paid").select_option("Bo")
    page.get_by_label("To whom").select_option("Cy")
    page.get_by_label("Amount").fill("2000")
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_text("Bo owes nothing: after this Bo is owed $2,000.00.")).to_be_visible()


def looked_through(page):
    page.goto(page.url.replace("payment", "balances"))
    page.locator("#id_reason").fill("W" * 300)
    types(page, ("W" * 40, "is owed", "1000000"), ("<b>", "owes", "999999.99"), ("Cy", "owes", "0.01"))
    page.get_by_role("button", name="Review", exact=True).tap()
    expect(page.get_by_role("button", name="Import")).to_be_visible()


def mistyped(page):
    page.goto(page.url.replace("payment", "balances"))
    page.locator("#id_reason").fill("x")
    types(page, ("W" * 40, "is owed", "x" * 20), ("<b>", "owes", "1"))
    page.get_by_role("button", name="Review", exact=True).tap()
    expect(page.get_by_text("to mend.")).to_be_visible()


@pytest.mark.parametrize("page", [True], indirect=True)
@pytest.mark.parametrize("step", [looked_at, looked_through, mistyped])
def test_a_page_that_a_form_leads_to(page, ear, visit, step):
    page.goto(f"{visit.origin}/book/payment/")

    step(page)

    assert [*faults_of_layout(page, SIZES), *faults_of_access(page)] == []
    assert [each for each in ear.complaints if "422" not in each] == []
