"""A year's spreadsheet brought in by hand: shown, asked about, confirmed, and known from then on; on a phone too."""

import csv
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.looks import THEMES, faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, visiting

pytestmark = pytest.mark.long

NAMES = ("Ann", "Bo", "Cy", "Dee O'Dell", "Łukasz", "<b>Gil</b>", "Hanna", "Ivo")
FIRST = date(2025, 1, 3)


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "evening") as one:
        yield one


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """A folder with a matrix of 54 nights, a list that raises questions, and a list with mistakes."""
    folder = tmp_path_factory.mktemp("sheets")
    with (folder / "matrix.csv").open("w", encoding="utf-16", newline="") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(["Date", *NAMES, "Total"])
        for week in range(54):
            day, (won, lost) = FIRST + timedelta(weeks=week), (week % 8, (week * 3 + 1) % 8)
            cells = dict.fromkeys(range(8), "") | {lost: "(€12,50)"} | {won: "€12,50"}
            rows.writerow([f"{day:%d/%m/%Y}", *cells.values(), "0,00" if won != lost else "12,50"])
    (folder / "asked.csv").write_text("date,player,net\n3/4/2026,Ann K,5.00\n3/4/2026,Bo,-4.50\n", "utf-8")
    (folder / "wrong.csv").write_text("date,player,net\n2026-04-03,Ann,5.00\n2026-04-31,Bo,x\n,Cy,2\n", "utf-8")
    return folder


def looked_at(page):
    assert [*faults_of_layout(page, [LANDSCAPE, PORTRAIT, PHONE]), *faults_of_access(page, THEMES)] == []


def test_a_matrix_of_54_nights_comes_in_with_a_few_taps(new_context, visit, sheets):
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    hand = Hand(context.new_page())
    hand.page.goto(f"{visit.origin}/players/")

    hand.tap(hand.page.get_by_role("link", name="Bring your past along"))
    hand.tap(hand.page.get_by_role("link", name="Bring a spreadsheet"))
    with hand.page.expect_file_chooser() as chooser:
        hand.tap(hand.page.get_by_label("Your sheet"))
    chooser.value.set_files(sheets / "matrix.csv")
    hand.button("Show what is in it")
    expect(hand.page.get_by_role("heading", name="54 nights to bring in")).to_be_visible()
    looked_at(hand.page)
    hand.tap(hand.page.get_by_role("button", name=re.compile("Bring 54 nights in")))

    expect(hand.page.get_by_role("status")).to_contain_text("54 nights brought in.")
    assert hand.taps <= 12
    hand.page.goto(f"{visit.origin}/nights/?state=results only")
    expect(hand.page.locator(".list-foot")).to_contain_text("54")


def test_what_is_asked_and_what_is_wrong_is_said_on_a_phone(new_context, visit, sheets):
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    page = context.new_page()
    page.goto(f"{visit.origin}/bring/sheet/")
    page.get_by_label("Your sheet").set_input_files(sheets / "wrong.csv")
    page.get_by_role("button", name="Show what is in it").tap()
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(3)
    looked_at(page)

    page.get_by_label("Your sheet").set_input_files(sheets / "asked.csv")
    page.get_by_role("button", name="Show what is in it").tap()
    page.get_by_label("The day comes first").check()
    page.get_by_role("button", name="Read it again").tap()
    expect(page.get_by_role("heading", name="1 night to bring in")).to_be_visible()
    page.get_by_role("button", name="Bring 1 night in").tap()
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(2)
    page.get_by_label("Ann K").select_option(label="Ann")
    page.get_by_label("Why they don’t sum to zero").fill("a chip too many")
    page.get_by_role("button", name="Bring 1 night in").tap()

    expect(page.get_by_role("status")).to_contain_text("1 night brought in.")
    page.goto(f"{visit.origin}/nights/?state=results only")
    page.get_by_role("link", name="Fri 3 Apr 2026").tap()
    expect(page.locator("main")).to_contain_text("$0.50 more was won than lost")
