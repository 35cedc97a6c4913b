"""Debian's chromium, as the browser tests start it, and what they find when it comes to the desk."""

import shutil
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ear import Ear

# Without windows it takes half the time; where there is no such package the whole one does as well.
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
PATIENCE = 15_000  # milliseconds
# The first page of a desk that has just started compiles its templates, and others share the machine.
FIRST_PAGE = 60_000
FLAGS = [
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Otherwise the browser asks for updates and experiments of its own, and a test cannot tell whose request it was.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not this machine's loopback address: there the browser withholds what it keeps for https.
    "--host-resolver-rules=MAP desk.test 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture
def ear(page: Page) -> Ear:
    """What the page asks for and complains about."""
    return Ear(page)


@pytest.fixture(autouse=True, scope="session")
def patience() -> None:
    """Wait longer for what is expected than the five seconds that playwright waits: two tests share the machine."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_context(new_context: Any) -> Any:
    """A browser of its own that does not wait half a minute for a button that never comes."""

    def make(**options: Any) -> Any:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(FIRST_PAGE)
        return context

    return make
