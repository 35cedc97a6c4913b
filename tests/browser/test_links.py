"""Pages with a secret in their address, in a real browser: their forms work, and no other site learns the address."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from hostdesk.base.site.addresses import lan_addresses
from tests import desk

HOSTS = [
    "127.0.0.1",
    *(pytest.param(address, marks=pytest.mark.long) for address in ("desk.test", *lan_addresses()[:1])),
]
PASSWORD = "seven of clubs"


@pytest.fixture
def running(tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as one:
        yield one


@pytest.fixture
def referers(page):
    """Every Referer and every Origin that the browser sends."""
    sent = []
    page.on("request", lambda request: sent.extend(request.headers.get(name, "") for name in ("referer", "origin")))
    return sent


def sets_up(page, running, host):
    page.goto(f"http://{host}:{running.port}{running.set_up_path}")
    page.get_by_label("Your name").fill("Hanna")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_text("Start from a written set of rules").click()
    page.get_by_label(re.compile("Mike's game")).check()
    page.get_by_role("button", name="Set up, play later").click()


def host_link(running):
    ran = subprocess.run(
        [sys.executable, "manage.py", "host_link"],
        cwd=desk.ROOT,
        env=desk.environment(running.folder, running.port),
        capture_output=True,
        text=True,
        check=True,
    )
    return re.findall(r"http://[^/]+(/link/\S+)", ran.stdout)[0]


@pytest.mark.parametrize("host", HOSTS)
def test_a_house_is_set_up_and_a_link_signs_in_and_no_secret_leaves(page, running, referers, host):
    origin = f"http://{host}:{running.port}"
    sets_up(page, running, host)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{origin}{host_link(running)}")
    page.get_by_role("button", name="Yes, that's me").click()

    expect(page.get_by_role("heading", name="Your password")).to_be_visible()
    # The settings tell the desk their own address; all other pages tell it only the origin.
    assert set(referers) - {"", f"{origin}/desk/?open=password"} == {origin, f"{origin}/"}


@pytest.mark.long
def test_the_time_zone_is_the_browsers_and_what_is_missing_is_said_before_it_is_sent(new_context, running):
    page = new_context(timezone_id="Asia/Tokyo").new_page()
    page.goto(f"http://127.0.0.1:{running.port}{running.set_up_path}")

    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    page.get_by_role("button", name="Play tonight").click()

    missing = page.evaluate("[...document.querySelectorAll('input:invalid')].map((each) => each.name)")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert sorted(set(missing)) == ["name", "password"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("theirs", "line"),
    [
        ({"locale": "de-DE", "timezone_id": "Europe/Berlin"}, "Berlin · EUR · 1.234,50"),
        ({"locale": "fr-CH", "timezone_id": "Europe/Zurich"}, "Zurich · CHF · 1 234,50"),
        ({"locale": "ja-JP", "timezone_id": "Asia/Tokyo"}, "Tokyo · USD · 1,234.50"),
        ({"locale": "de-DE", "java_script_enabled": False}, "UTC · USD · 1,234.50"),
    ],
)
def test_the_place_is_the_browsers_in_one_line_as_far_as_the_desk_knows_it(new_context, running, theirs, line):
    page = new_context(**theirs).new_page()
    page.goto(f"http://127.0.0.1:{running.port}{running.set_up_path}")

    place = page.locator("details", has_text="Where you play")
    expect(place.get_by_text(line)).to_be_visible()
    place.get_by_text("Where you play").click()
    expect(place.get_by_label("Currency")).to_be_visible()


@pytest.mark.long
def test_a_new_password_can_be_looked_at(new_context, running):
    page = new_context().new_page()
    page.goto(f"http://127.0.0.1:{running.port}{running.set_up_path}")
    field, shows = page.get_by_label("Password", exact=True), page.get_by_role("button", name="Show the password")

    kinds = [field.get_attribute("type")]
    for pressed in ("true", "false"):
        shows.click()
        expect(shows).to_have_attribute("aria-pressed", pressed)
        kinds.append(field.get_attribute("type"))

    assert kinds == ["password", "text", "password"]
