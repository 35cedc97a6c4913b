"""Every button and link of every panel is under the finger that presses it: nothing lies over its middle."""

import re

import pytest

from tests import desk
from tests.browser.test_keypads import STEPS, shows
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, Visit, visiting

# What a finger would hit instead of what it presses, each scrolled to where it is seen best. A choice is pressed by its
# words, and what goes over two lines on the longer one.
HITS_ELSE = """
  () => [...document.querySelectorAll("#panel :is(a[href], button, summary, select, input:not([type=hidden]))")]
    .map((each) => (/radio|checkbox/.test(each.type) && each.labels[0]) || each)
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((each) => {
      each.scrollIntoView({ block: "center", behavior: "instant" });
      const [widest] = [...each.getClientRects()].sort((one, other) => other.width - one.width);
      if (!widest) return "";
      const [x, y] = [widest.x + widest.width / 2, widest.y + widest.height / 2];
      const hit = document.elementFromPoint(x, y);
      const said = (one) => one?.outerHTML.slice(0, 90);
      return each.contains(hit) ? "" : `${said(each)} at ${Math.round(x)}, ${Math.round(y)}: ${said(hit)}`;
    })
    .filter(Boolean)
"""
UNFOLDS = "() => document.querySelectorAll('#panel details').forEach((each) => (each.open = true))"
LIES_OVER = """
  () => {
    const over = document.body.appendChild(document.createElement("div"));
    Object.assign(over.style, { position: "fixed", inset: "25% 0", zIndex: 99 });
  }
"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map((each) => each.href)"
SIZES = [LANDSCAPE, PORTRAIT, PHONE]
FILES = re.compile(r"\.(pdf|csv|xlsx|ics)\b|[?&]as=")


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "keypads") as one:
        yield one


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The same under the demo's banner."""
    with desk.running(tmp_path_factory.mktemp("demo"), HOSTDESK_DEMO="yes") as running:
        yield Visit.to(running, "keypads")


def opens(new_context, visit, size):
    context = new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def hits_else(page):
    """Return what is hit instead of what is pressed on a page, folded and unfolded."""
    folded = page.evaluate(HITS_ELSE)
    page.evaluate(UNFOLDS)
    return [f"{page.url}: {each}" for each in dict.fromkeys([*folded, *page.evaluate(HITS_ELSE)])]


def kind_of(address):
    """Return an address without numbers: of all players, one is enough."""
    return re.sub(r"\d+", "#", address)


@pytest.mark.parametrize("rest", ["", "players/{player}/"])
def test_what_is_pressed_at_the_table_is_under_the_finger(new_context, usual, rest):
    page = opens(new_context, usual, PHONE)
    page.goto(f"{usual.origin}/nights/{usual.made['of_22']}/tonight/{rest.format(**usual.made)}")

    assert hits_else(page) == []


def test_what_lies_over_a_button_is_found(new_context, usual):
    """The control."""
    page = opens(new_context, usual, PHONE)
    page.goto(f"{usual.origin}/nights/{usual.made['of_2']}/tonight/")
    page.evaluate(LIES_OVER)

    assert hits_else(page) != []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22"])
@pytest.mark.parametrize("where", ["usual", "demo"])
def test_whatever_is_pressed_in_any_panel_is_under_the_finger(new_context, request, where, night, size):
    visit = request.getfixturevalue(where)
    tonight = f"{visit.origin}/nights/{visit.made[night]}/tonight/"
    page, wrong, seen = opens(new_context, visit, size), [], set()
    ahead = [tonight, f"{tonight}players/{visit.made['player']}/"]

    while ahead:
        address = ahead.pop()
        if kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        page.goto(address)
        wrong += hits_else(page)
        ahead += [each for each in page.evaluate(LINKS) if each.startswith(tonight) and not FILES.search(each)]

    assert wrong == []
    assert len(seen) > 20


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size["width"])
@pytest.mark.parametrize("night", ["of_2", "of_9", "of_22"])
@pytest.mark.parametrize("where", ["usual", "demo"])
def test_whatever_is_pressed_after_a_step_is_under_the_finger(new_context, request, where, night, size, step):
    visit = request.getfixturevalue(where)
    page = opens(new_context, visit, size)

    shows(page, visit, night, step, size)

    assert hits_else(page) == []
