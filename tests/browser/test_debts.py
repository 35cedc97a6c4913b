"""Debts are not on Tonight, which the whole table sees, but a tap away."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long


@pytest.fixture
def visit(tmp_path):
    with visiting(tmp_path, "everything") as one:
        yield one


def test_the_table_sees_no_debts(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/nights/{visit.made['noted']}/tonight/")
    shown = " ".join(page.locator("#bank, #panel").all_inner_texts()).split()
    listed = [each.replace("in for\n", "").split("\n") for each in page.locator(".sitting").all_inner_texts()]
    page.locator("#to-credit").tap()
    expect(page.locator("#panel h2")).to_have_text("Credit tonight")
    owing = page.locator(".owing-name").all_inner_texts()
    amounts = [each.removeprefix("$") for each in page.locator(".owing .num").all_inner_texts()]

    assert listed == [["W" * 40, "99,995.00"], ["<i>Guest</i>", "20.00"]]
    assert {*owing} == {name for name, _ in listed}
    assert {*owing, *amounts}.intersection(shown) == set()
