"""The first pages of a desk that is not set up yet, with nobody signed in."""

import pytest
from playwright.sync_api import expect

from hostdesk.base.site.addresses import lan_addresses
from tests import desk

pytestmark = pytest.mark.long

SIZES = [(1180, 820), (820, 1180), (390, 844)]
# Loopback, a name that is not loopback, and the machine's address in the network, if it has one.
HOSTS = ["127.0.0.1", "desk.test", *lan_addresses()[:1]]
PAPER = {"light": "rgb(245, 240, 228)", "dark": "rgb(21, 23, 19)"}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with desk.running(desk.laid_out(tmp_path_factory.mktemp("desk"))) as one:
        yield one


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_renders(page, ear, running, width, height, scheme):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.context.add_cookies([{"name": "theme", "value": scheme, "url": f"http://127.0.0.1:{running.port}"}])
    page.goto(f"http://127.0.0.1:{running.port}/")

    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_text("This desk is not set up yet.")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", PAPER[scheme])
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert ear.complaints == []


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_is_asked_of_anybody_else(page, ear, running, host):
    origin = f"http://{host}:{running.port}/"

    page.goto(origin)

    expect(page.locator("main")).to_have_css("max-width", "432px")
    assert origin in ear.requests
    assert ear.asked_elsewhere(origin) == []
    assert ear.complaints == []


def test_a_script_in_the_page_is_refused(page, ear, running):
    """Control: the policy reaches the browser, and a breach of it is heard."""
    page.goto(f"http://127.0.0.1:{running.port}/")

    page.evaluate("document.body.appendChild(document.createElement('script')).textContent = 'window.planted = true'")

    assert page.evaluate("window.planted") is None
    assert [complaint.split()[:3] for complaint in ear.complaints if "policy:" in complaint] == [
        ["error:", "policy:", "script-src-elem"]
    ]


def test_an_address_with_nothing_says_so_in_the_same_look(page, running):
    answer = page.goto(f"http://127.0.0.1:{running.port}/nothing")

    assert answer.status == 404
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_page_that_is_private_leads_to_the_sign_in_and_then_to_itself(page, running):
    page.goto(f"http://127.0.0.1:{running.port}/players/?sort=name")

    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.locator("main [name=next]")).to_have_value("/players/?sort=name")


def test_what_is_typed_comes_with_other_and_the_questions_with_ones_own_game(page, running):
    page.goto(f"http://127.0.0.1:{running.port}{running.set_up_path}")
    questions, blind = page.get_by_role("group", name="Stakes"), page.get_by_label("Small blind")
    expect(questions).to_be_visible()
    expect(blind).to_be_hidden()
    page.get_by_role("group", name="Stakes").get_by_label("Other…").check()
    blind.fill("much")

    page.get_by_text("Start from a written set of rules").click()
    page.get_by_role("radio", name="Mike's game").check()
    expect(questions).to_be_hidden()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Password", exact=True).fill("seven of clubs")
    page.get_by_role("button", name="Set up, play later").click()

    expect(questions.locator(".error")).to_be_visible()
