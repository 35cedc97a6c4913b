"""The desk below a path, behind caddy: a browser plays there, and no link on any page leads out of the path."""

import html
import http.client
import json
import re
from collections import Counter, deque
from contextlib import ExitStack
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FIRST_PAGE
from tests.browser.ear import Ear
from tests.browser.scenes import lay_out
from tests.browser.visit import LANDSCAPE, PHONE
from tests.deploy.caddy import NAME, caddy, chromium_that_trusts, connected, device
from tests.desk import free_port, running
from tests.signed_in import PASSWORD

PREFIX = "/any/prefix"
ADDRESS = re.compile(
    r"""\s(?:href|src|action|formaction|content|hx-[a-z-]+|data-[a-z-]+)=["'](/(?![/ ])[^"'\s]*|https?://[^"'\s]+)["']"""
)
LED_TO = re.compile(r"""\s(?:href|src|hx-get)=["'](/[^"'\s]*)["']""")
SHOWN_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
OF_EACH_KIND = 3
"""The number of pages to request whose addresses differ only in numbers and secrets."""


class Below:
    """A desk below a path with a scene in its books, behind a caddy that passes the path on and one that strips it."""

    def __init__(self, stack, folder, scene):
        self.port = free_port()
        self.made = lay_out(folder, scene)
        self.caddies = []
        for way in ("handle @desk {", "handle @desk {\n\t\turi strip_prefix {$HOSTDESK_PREFIX}"):
            home, changed = folder / f"caddy-{len(self.caddies)}", {"handle @desk {": way}
            home.mkdir()
            one = caddy(home, port=free_port(), desk_port=self.port, changed=changed, prefix=PREFIX)
            self.caddies.append(stack.enter_context(one))
        self.caddy = self.caddies[0]
        told = {"HOSTDESK_TLS": "yes", "HOSTDESK_URL": self.caddy.url, "HOSTDESK_PREFIX": PREFIX}
        self.desk = stack.enter_context(running(folder, self.port, **told))

    @property
    def url(self):
        return f"{self.caddy.url}{PREFIX}"

    def asked(self, path, *, session="", place=0):
        """Ask as a browser that is signed in with the session, without following a redirect."""
        one = self.caddies[place]
        connection = http.client.HTTPConnection(NAME, one.port)
        cookie = f"__Host-desk{self.port}.any.prefix={session}"
        with connected(one) as connection.sock:
            connection.request("GET", path, headers={"Host": f"{NAME}:{self.caddy.port}", "Cookie": cookie})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    with ExitStack() as stack:
        yield Below(stack, tmp_path_factory.mktemp("desk"), "evening")


def leading_out(page):
    """Return the addresses of a page on this desk's name that do not begin with the path."""
    found = (urlsplit(html.unescape(address)) for address in ADDRESS.findall(page))
    return [each.geturl() for each in found if each.netloc in ("", NAME) and f"{each.path}/".find(f"{PREFIX}/") != 0]


@pytest.mark.further
def test_the_desk_prints_its_address_with_the_path(below):
    assert f"    {below.url}/\n" in below.desk.printed


@pytest.mark.parametrize("place", [0, 1], ids=["passed on", "taken away"])
def test_a_page_and_what_it_loads_are_below_the_path(below, place):
    status, page, headers = below.asked(f"{PREFIX}/sign-in/", place=place)
    led = below.asked(f"{PREFIX}/nights/", place=place)
    loaded = [below.asked(html.unescape(address), place=place)[0] for address in LED_TO.findall(page)]

    # The name of the desk leads to its home, and from there to the sign-in.
    assert (status, leading_out(page), {*loaded}) == (200, [], {200, 302})
    assert (led[0], led[2]["Location"]) == (302, f"{PREFIX}/sign-in/?{urlencode({'next': PREFIX + '/nights/'})}")
    assert re.findall(r"^([\w.-]+)=", headers["Set-Cookie"]) == [f"__Host-form{below.port}.any.prefix"]


def test_the_app_of_a_phone_begins_below_the_path(below):
    manifest = f"{PREFIX}/static/hostdesk/desk.webmanifest"
    app = json.loads(below.asked(manifest)[1])

    assert [urljoin(manifest, app[name]) for name in ("start_url", "scope")] == [f"{PREFIX}/", f"{PREFIX}/"]
    assert below.asked(urljoin(manifest, app["icons"][0]["src"]))[0] == 200


def test_health_is_told_below_the_path_and_at_the_port_itself(below):
    direct = http.client.HTTPConnection("127.0.0.1", below.port, timeout=30)
    direct.request("GET", "/healthz")

    assert json.loads(below.asked(f"{PREFIX}/healthz")[1])["well"] is True
    assert json.loads(direct.getresponse().read())["well"] is True
    direct.close()


@pytest.mark.long
def test_a_host_signs_in_sells_chips_and_makes_a_link_that_opens(below, browser_type, tmp_path):
    with chromium_that_trusts(below.caddy, browser_type, tmp_path) as browser:
        page = device(browser, viewport=LANDSCAPE).new_page()
        ear = Ear(page)
        page.goto(f"{below.url}/players/{below.made['players']['Bo']}/?part=link")
        page.get_by_label("Name").fill("Ann")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").tap()
        page.get_by_role("button", name="Make link").tap(timeout=FIRST_PAGE)
        link = page.locator("#address").text_content()
        page.goto(f"{below.url}/nights/{below.made['night']}/tonight/players/{below.made['players']['Ann']}/")
        with page.expect_response(lambda answer: "/keys/" in answer.url) as keys:
            page.evaluate(SHOWN_AGAIN)
        page.locator("#buy-in button.primary").tap()
        expect(page.locator(".sitting", has_text="Ann").locator(".sitting-in")).to_have_text("10.00")
        phone = device(browser, viewport=PHONE).new_page()
        phone.goto(link or "")
        phone.get_by_role("main").get_by_role("button").tap()
        expect(phone).to_have_url(re.compile(rf"^{below.url}/own/"))

    assert link.startswith(f"{below.url}/link/")
    assert (keys.value.status, ear.complaints) == (200, [])
    assert [url for url in ear.requests if not url.startswith(f"{below.url}/")] == []


@pytest.mark.long
def test_two_desks_below_one_name_keep_apart_what_a_phone_saw_of_their_books(browser_type, tmp_path):
    """The path of one and the number of a player may read like the path of the other and another number."""
    ports, paths = (free_port(), free_port()), ("/desk", "/desk1")
    beside = f"handle /desk1/* {{\n\t\treverse_proxy 127.0.0.1:{ports[1]}\n\t}}\n\n\thandle_errors {{"
    with ExitStack() as stack:
        (tmp_path / "caddy").mkdir()
        changed = {"handle_errors {": beside}
        one = stack.enter_context(
            caddy(tmp_path / "caddy", port=free_port(), desk_port=ports[0], changed=changed, prefix=paths[0])
        )
        phone = device(stack.enter_context(chromium_that_trusts(one, browser_type, tmp_path)), viewport=PHONE)
        for port, path in zip(ports, paths, strict=True):
            folder = tmp_path / path[1:]
            folder.mkdir()
            made = lay_out(folder, "own_pages")
            told = {"HOSTDESK_TLS": "yes", "HOSTDESK_URL": one.url, "HOSTDESK_PREFIX": path}
            stack.enter_context(running(folder, port, **told))
            name = f"__Host-desk{port}{path.replace('/', '.')}"
            phone.add_cookies([{"name": name, "value": made["session_Bo"], "url": one.url, "secure": True}])
            page = phone.new_page()
            number = made["players"]["Bo"]
            page.goto(f"{one.url}{path}/own/{number}/", timeout=FIRST_PAGE)
            page.wait_for_function(f"() => localStorage.getItem('hostdesk witness {path} {number}')")

        kept = sorted(page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('hostdesk witness'))"))

    assert kept == [f"hostdesk witness {path} {number}" for path in paths]


@pytest.mark.long
def test_no_address_of_any_page_leads_out_of_the_path(tmp_path):
    """Crawl every page that can be reached from a host's home and from a player's home."""
    with ExitStack() as stack:
        below = Below(stack, tmp_path, "everything")
        outside, broken, seen = {}, {}, Counter()
        for session in (below.made["session"], below.made["players_session"]):
            waiting = deque([f"{PREFIX}/?stay=yes", f"{PREFIX}/desk/", f"{PREFIX}/desk/moved/"])
            asked = set()
            while waiting:
                address = waiting.popleft().partition("#")[0]
                kind = (session, re.sub(r"[0-9]+|(?<=/)[\w-]{20,}", "N", address))
                if address in asked or seen[kind] >= OF_EACH_KIND or "/sign-out/" in address:
                    continue
                asked.add(address)
                seen[kind] += 1
                status, page, headers = below.asked(address, session=session)
                led = headers["Location"] or ""
                if status >= 500 or (led and not urlsplit(led).path.startswith(f"{PREFIX}/")):
                    broken[address] = (status, led)
                if "html" in (headers["Content-Type"] or ""):
                    if out := leading_out(page):
                        outside[address] = out
                    waiting.extend(html.unescape(found) for found in LED_TO.findall(page))
                waiting.extend([urlsplit(led)._replace(scheme="", netloc="").geturl()] if led else [])

    assert (outside, broken) == ({}, {})
    assert len(seen) > 300
