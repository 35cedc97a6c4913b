"""The first page, in Debian's chromium, served by the product itself."""

import pytest
from playwright.sync_api import expect

from hostdesk.addresses import lan_addresses
from tests import desk

SIZES = [(1180, 820), (820, 1180), (390, 844)]
# A name that is not loopback, and the machine's own address in the network where it has one.
HOSTS = ["127.0.0.1", "desk.test", *lan_addresses()[:1]]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with desk.running(tmp_path_factory.mktemp("desk")) as one:
        yield one


@pytest.fixture
def heard(page):
    """What the page asks for and complains about."""
    heard = {"requests": [], "complaints": []}
    page.on("request", lambda request: heard["requests"].append(request.url))
    page.on("console", lambda message: heard["complaints"].append(message.text))
    page.on("pageerror", lambda fault: heard["complaints"].append(str(fault)))
    return heard


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_renders(page, heard, running, width, height, scheme):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"http://127.0.0.1:{running.port}/")

    expect(page.get_by_role("heading", name="Hostdesk")).to_be_visible()
    expect(page.locator("body")).to_have_css(
        "background-color", {"light": "rgb(250, 247, 240)", "dark": "rgb(23, 24, 21)"}[scheme]
    )
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert heard["complaints"] == []


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_is_asked_of_anybody_else(page, heard, running, host):
    page.goto(f"http://{host}:{running.port}/")

    expect(page.locator("main")).to_have_css("max-width", "736px")
    assert sorted(set(heard["requests"])) == [
        f"http://{host}:{running.port}/",
        f"http://{host}:{running.port}/static/hostdesk/desk.css",
        f"http://{host}:{running.port}/static/hostdesk/icon.svg",
    ]
    assert heard["complaints"] == []


def test_a_script_in_the_page_is_refused(page, heard, running):
    """The control: the policy reaches the browser, and a breach of it is heard."""
    page.goto(f"http://127.0.0.1:{running.port}/")

    page.evaluate("document.body.appendChild(document.createElement('script')).textContent = 'window.planted = true'")

    assert page.evaluate("window.planted") is None
    assert [complaint.split(":")[0] for complaint in heard["complaints"]] != []


def test_an_address_with_nothing_says_so_in_the_same_look(page, running):
    answer = page.goto(f"http://127.0.0.1:{running.port}/nothing")

    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", "rgb(250, 247, 240)")
