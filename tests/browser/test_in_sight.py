"""As a panel opens its main button is in sight, and all of it can be pressed once the page has moved the least."""

import pytest
from playwright.sync_api import expect

from tests import desk
from tests.browser.looks import out_of_reach
from tests.browser.test_keypads import on_a_note, refused
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, Visit


@pytest.fixture(scope="module")
def visit(request, tmp_path_factory):
    """A desk with the demo's banner, or without it."""
    with desk.running(tmp_path_factory.mktemp("desk"), HOSTDESK_DEMO=request.param) as running:
        yield Visit.to(running, "keypads")


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def as_it_opens(page):
    pass


def counting(page):
    with page.expect_response("**/live/"):
        page.get_by_label("counts", exact=False).first.fill("20")


def differing(page):
    _compares(page, "12")


def paying(page):
    _compares(page, "20")


def _compares(page, bankers):
    counting(page)
    page.get_by_text("Enter the banker’s count…").tap()
    with page.expect_response("**/live/"):
        page.get_by_label("The banker counts").fill(bankers)
    page.get_by_role("button", name="Compare counts").tap()
    expect(page.locator("#panel .sums")).to_be_visible()


def undoing(page):
    page.locator("#acts").get_by_role("link", name="Undo").first.tap()
    expect(page.locator("#panel h2")).to_contain_text("Undo act")


def recorded(page):
    undo = page.locator("#acts").get_by_role("link", name="Undo").first.get_attribute("href")
    page.goto(f"{page.url}?receipt={undo.strip('/').rpartition('/')[2]}")
    expect(page.locator("#panel .receipt")).to_be_visible()


def of_the_first_note(page):
    page.locator(".note-line").first.tap()
    expect(page.locator("#panel h2")).to_contain_text("Note No.")


TABLES = ["seats/", "seats/?spot=1-9", "wishes/", "split/", "balance/", "merge/", "tables/1/button/"]
BANK = ["", "add/", "everyone/", "float/", "big-stack/", "hand-over/", "notes/", "conduct/", "clock/", "../closing/"]
OF_A_PLAYER = ["", "sell/", "paid/", "behind/", "seat/", "cash-out/"]
ANN = "players/{player}/"
CASH_OUT = [(f"{ANN}cash-out/", step) for step in (counting, differing, paying)]
PANELS = [
    *((path, as_it_opens) for path in [*BANK, *TABLES, "conduct/?player={player}", "players/{absent}/"]),
    *((f"{ANN}{path}", as_it_opens) for path in OF_A_PLAYER),
    *[("", recorded), ("", undoing), (ANN, refused), *CASH_OUT],
]
WITH_NOTES = [*PANELS, (ANN, on_a_note), ("notes/", of_the_first_note)]


def out_of_reach_in(panels, page, visit, night, size):
    """Open the panels one after the other; return what of them a finger does not reach."""
    page.set_viewport_size(size)
    found = []
    for path, step in panels:
        page.goto(f"{visit.origin}/nights/{visit.made[night]}/tonight/{path.format_map(visit.made)}")
        step(page)
        found += [f"{path} {step.__name__}: {fault}" for fault in out_of_reach(page)]
    return found


@pytest.mark.long
@pytest.mark.parametrize("visit", ["yes", "no"], ids=["banner", "plain"], indirect=True)
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, PHONE], ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22"])
def test_the_main_button_of_every_panel_is_in_sight_and_all_of_it_can_be_pressed(page, visit, night, size):
    assert out_of_reach_in(WITH_NOTES, page, visit, night, size) == []


@pytest.mark.long
@pytest.mark.parametrize("visit", ["yes"], ids=["banner"], indirect=True)
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, PHONE], ids=lambda size: size["width"])
def test_it_is_so_where_the_stack_is_asked_for_and_where_a_clock_runs(page, visit, size):
    assert out_of_reach_in(PANELS, page, visit, "asks", size) == []
    assert out_of_reach_in([("", as_it_opens), ("clock/", as_it_opens)], page, visit, "levels", size) == []
