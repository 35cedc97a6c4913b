"""Debian's chromium, as the browser tests start it, and what they find when it comes to the desk."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

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


# At another time (tests/other_times.py) the browser itself keeps the real one, since beside libfaketime its threads
# never sleep; its pages get the other.
OTHER_TIME = f"""
  globalThis.Date = class extends Date {{
    constructor(...parts) {{ parts.length ? super(...parts) : super(Date.now()); }}
    static now() {{ return super.now() + {float(os.environ.get("FAKETIME", "0"))} * 1000; }}
  }};
"""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS, "env": environment}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Iterator[Browser]:
    """The browser, whose pages have the time of the tests."""
    makes = browser.new_context

    def at_that_time(**how: Any) -> BrowserContext:
        context = makes(**how)
        context.add_init_script(OTHER_TIME)
        return context

    with pytest.MonkeyPatch.context() as patched:
        if "FAKETIME" in os.environ:
            patched.setattr(browser, "new_context", at_that_time)
        yield browser


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
