"""Every panel under a finger: its main button is in sight as it opens, and nothing lies over what is pressed."""

import re

import pytest
from playwright.sync_api import expect

from tests import desk
from tests.browser.looks import out_of_reach
from tests.browser.test_keypads import STEPS
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, Visit

LIES_OVER = """
  () => {
    const over = document.body.appendChild(document.createElement("div"));
    Object.assign(over.style, { position: "fixed", inset: "25% 0", zIndex: 99 });
  }
"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map((each) => each.href.split('#')[0])"
SIZES = [LANDSCAPE, PORTRAIT, PHONE]
FILES = re.compile(r"\.(pdf|csv|xlsx|ics)\b|[?&]as=")
ANN = "players/{player}/"
# Where the walk begins; it goes on to whatever is linked below Tonight.
BEGINS = ["", ANN, "../closing/", "seats/?spot=1-9", "conduct/?player={player}", "players/{absent}/", "behind/"]
BEGINS_AT = {"of_9": ["notes/{guests_note}/charge/"], "of_22": ["draws/{split}/"]}


@pytest.fixture(scope="module")
def visit(request, tmp_path_factory):
    """A desk with the demo's banner, or without it."""
    with desk.running(tmp_path_factory.mktemp("desk"), HOSTDESK_DEMO=request.param) as running:
        yield Visit.to(running, "keypads")


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


banner = pytest.mark.parametrize("visit", ["yes"], ids=["banner"], indirect=True)
both = pytest.mark.parametrize("visit", ["yes", "no"], ids=["banner", "plain"], indirect=True)


def kind_of(address):
    """Return an address without numbers: of all players, one is enough."""
    return re.sub(r"\d+", "#", address)


def of_every_panel(page, tonight, begins):
    """Go through the panels that links lead to, one of each kind; return what no finger reaches, and the kinds."""
    found, seen, ahead = [], set(), [tonight + each for each in reversed(begins)]
    while ahead:
        address = ahead.pop()
        if kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        page.goto(address)
        ahead += [each for each in page.evaluate(LINKS) if each.startswith(tonight) and not FILES.search(each)]
        if undo := re.search(r"undo/(\d+)/$", address):
            ahead.append(f"{tonight}?receipt={undo[1]}")
        found += [f"{address}: {fault}" for fault in out_of_reach(page)]
    return found, seen


def counted(page):
    page.get_by_role("link", name="Cash out").tap()
    with page.expect_response("**/live/"):
        page.get_by_label("counts", exact=False).first.fill("20")


def compared(page, bankers="20"):
    counted(page)
    page.get_by_text("Enter the banker’s count…").tap()
    with page.expect_response("**/live/"):
        page.get_by_label("The banker counts").fill(bankers)
    page.get_by_role("button", name="Compare counts").tap()
    expect(page.locator("#panel .sums")).to_be_visible()


def differing(page):
    compared(page, "12")


def typed(page):
    with page.expect_response("**/live/"):
        page.locator("#panel [data-digit='5']").tap()


def after_every_step(page, panel, steps):
    """Do on a player's panel what leads to other panels; return what of them a finger does not reach."""
    found = []
    for step in steps:
        page.goto(panel)
        step(page)
        found += [f"{step.__name__}: {fault}" for fault in out_of_reach(page)]
    return found


@banner
@pytest.mark.parametrize("rest", ["", ANN])
def test_what_is_pressed_at_the_table_is_under_the_finger(page, visit, rest):
    page.goto(f"{visit.origin}/nights/{visit.made['of_22']}/tonight/{rest.format(**visit.made)}")

    assert out_of_reach(page) == []


@banner
def test_the_main_button_is_in_sight_below_a_long_name_and_a_long_rule(page, visit):
    page.set_viewport_size(LANDSCAPE)
    page.goto(f"{visit.origin}/nights/{visit.made['of_9']}/tonight/players/{visit.made['guest']}/cash-out/")

    assert out_of_reach(page) == []


@banner
def test_what_lies_over_a_button_is_found(page, visit):
    """The control."""
    page.goto(f"{visit.origin}/nights/{visit.made['of_2']}/tonight/")
    page.evaluate(LIES_OVER)

    assert out_of_reach(page) != []


@pytest.mark.long
@both
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22", "asks", "levels", "over"])
def test_every_panel_is_under_the_finger(page, visit, night, size):
    page.set_viewport_size(size)
    begins = [each.format(**visit.made) for each in BEGINS + BEGINS_AT.get(night, [])]

    found, seen = of_every_panel(page, f"{visit.origin}/nights/{visit.made[night]}/tonight/", begins)

    assert found == []
    assert len(seen) > 18


@pytest.mark.long
@both
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22"])
def test_what_a_step_leads_to_is_under_the_finger(page, visit, night, size):
    page.set_viewport_size(size)
    panel = f"{visit.origin}/nights/{visit.made[night]}/tonight/{ANN.format(**visit.made)}"

    assert after_every_step(page, panel, [*STEPS, typed, counted, compared, differing]) == []
