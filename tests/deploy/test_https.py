"""The desk behind caddy, on a name: a trusting browser signs in, copies a link, and carries on over a restart."""

import http.client
import json
import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FIRST_PAGE
from tests.browser.ear import Ear
from tests.browser.scenes import lay_out
from tests.browser.visit import LANDSCAPE
from tests.deploy.caddy import NAME, caddy, chromium_that_trusts, connected, device
from tests.desk import free_port, running
from tests.signed_in import PASSWORD

pytestmark = pytest.mark.long

# Headers in which a stranger claims another address.
CLAIMS = {"X-Forwarded-For": "192.168.1.50", "X-Forwarded-Proto": "http", "Forwarded": "for=192.168.1.50"}
THE_FORM = """(() => {
  const form = document.querySelector("#buy-in");
  return [form.action, String(new URLSearchParams(new FormData(form)))];
})()"""
POST = "([to, form]) => fetch(to, {method: 'POST', body: new URLSearchParams(form)}).then((answer) => answer.status)"


def asked(one, path, host=NAME):
    """Ask as a browser does, without following a redirect; return the status, the page and the headers."""
    connection = http.client.HTTPConnection(NAME, one.port)
    with connected(one) as connection.sock:
        connection.request("GET", path, headers={"Host": f"{host}:{one.port}"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers


class Behind:
    """A desk behind caddy, which can be stopped and started again under the same address."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.made = lay_out(folder, "evening")
        self.stack = ExitStack()
        (folder / "caddy").mkdir()
        self.caddy = self.stack.enter_context(caddy(folder / "caddy", port=free_port(), desk_port=self.port))

    def start(self):
        told = {"HOSTDESK_TLS": "yes", "HOSTDESK_URL": self.caddy.url}
        self.desk = self.stack.enter_context(running(self.folder, self.port, **told))

    def stop(self):
        assert self.desk.stop() == 0


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    one = Behind(tmp_path_factory.mktemp("desk"))
    with one.stack:
        one.start()
        yield one


@pytest.fixture(scope="module")
def tablet(behind, browser_type, tmp_path_factory):
    """A tablet that trusts caddy's root, as a host would set it up, and whose requests claim to come from elsewhere."""
    with chromium_that_trusts(behind.caddy, browser_type, tmp_path_factory.mktemp("home")) as browser:
        context = device(browser, viewport=LANDSCAPE, extra_http_headers=CLAIMS)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=behind.caddy.url)
        yield context


@pytest.fixture(scope="module")
def signed_in(tablet, behind):
    """The same tablet, after the host has signed in by name and password."""
    page = tablet.new_page()
    page.goto(f"{behind.caddy.url}/sign-in/")
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page).to_have_url(f"{behind.caddy.url}/", timeout=FIRST_PAGE)
    return tablet


@pytest.fixture
def page(signed_in):
    page = signed_in.new_page()
    yield page
    page.close()


def test_headers_are_those_of_https(behind):
    status, page, headers = asked(behind.caddy, "/sign-in/")

    assert (status, "Not encrypted" in page) == (200, False)
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert [headers[name] for name in ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")] == [
        "nosniff",
        "DENY",
        "strict-origin",
    ]


def test_health_is_told_and_no_other_name_is_served(behind):
    well, elsewhere = asked(behind.caddy, "/healthz"), asked(behind.caddy, "/sign-in/", "elsewhere.example")

    assert (well[0], json.loads(well[1])["well"]) == (200, True)
    assert elsewhere[1] == ""


def test_the_cookies_of_a_sign_in_are_for_https_and_for_no_script(signed_in, behind):
    cookies = {each["name"]: each for each in signed_in.cookies()}

    assert sorted(cookies) == [f"__Host-{what}{behind.port}" for what in ("desk", "form", "known")]
    assert {(each["secure"], each["httpOnly"], each["sameSite"]) for each in cookies.values()} == {(True, True, "Lax")}


def test_nobody_chooses_the_address_they_are_known_by(page, behind):
    page.goto(f"{behind.caddy.url}/desk/?open=hosts")

    here = page.locator(".card", has=page.get_by_text("this device"))
    expect(here).to_contain_text("at 127.0.0.1")
    assert CLAIMS["X-Forwarded-For"] not in page.content()


def test_a_link_is_copied_by_the_clipboard_and_begins_with_the_name(page, behind):
    ear = Ear(page)
    page.goto(f"{behind.caddy.url}/players/{behind.made['players']['Bo']}/?part=link")
    page.get_by_role("button", name="Make link").tap()

    page.get_by_role("button", name="Copy", exact=True).tap()

    expect(page.locator("[data-copied]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{behind.caddy.url}/link/[\w-]+/", copied)
    assert "network only" not in page.inner_text("main")
    assert ear.complaints == []


def test_while_the_desk_starts_again_nothing_is_lost_and_nothing_comes_twice(page, signed_in, behind):
    panel = f"{behind.caddy.url}/nights/{behind.made['night']}/tonight/players/{behind.made['players']['Ann']}/"
    page.goto(panel)
    form = page.evaluate(THE_FORM)
    in_for = page.locator(".sitting", has_text="Ann").locator(".sitting-in")
    buy_in, other = page.locator("#buy-in button.primary"), signed_in.new_page()
    other.goto("about:blank")

    behind.stop()
    buy_in.tap()
    expect(page.locator("#offline")).to_be_visible()
    with other.expect_navigation(url="**/players/"):
        other.evaluate("(to) => location.assign(to)", f"{behind.caddy.url}/players/")
        behind.start()
    buy_in.tap()

    expect(in_for).to_have_text("10.00")
    assert page.evaluate(POST, form) == 200
    page.goto(panel)
    expect(in_for).to_have_text("10.00")
    expect(other.get_by_role("heading", name="People")).to_be_visible()


def test_without_the_desk_it_says_so_and_writes_down_no_secret(tmp_path):
    in_a_hurry = {"lb_try_duration 30s": "lb_try_duration 100ms", "@pages method": "log\n\t@pages method"}
    with caddy(tmp_path, port=free_port(), desk_port=free_port(), changed=in_a_hurry) as alone:
        status, page, _ = asked(alone, "/link/seven-of-clubs/")
        log = alone.log.read_text(encoding="utf-8")

    assert (status, "Try again in a minute" in page) == (502, True)
    assert ("http.log.access" in log, "seven-of-clubs" in log) == (True, False)
