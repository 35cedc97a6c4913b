"""How the browser tests start Debian's Chromium, and the fixtures that they share."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.ear import Ear

# The shell without windows takes half the time; where that package is missing, the full browser does as well.
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
PATIENCE = 15_000  # milliseconds
# The first page of a desk that has just started compiles its templates, and other tests share the machine.
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
    # A name that is not loopback: there the browser withholds the features that it keeps for https.
    "--host-resolver-rules=MAP desk.test 127.0.0.1",
]


# When the tests run at another time (tests/other_times.py), the browser process keeps the real time, since its threads
# never sleep under libfaketime; only its pages get the other time.
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
    """The browser; its pages run at the time of the tests."""
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
    """The requests and the complaints of the page."""
    return Ear(page)


@pytest.fixture(autouse=True, scope="session")
def patience() -> None:
    """Wait longer than playwright's five seconds for an expectation: two tests share the machine."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_context(new_context: Any) -> Any:
    """Make browser contexts that do not wait half a minute for a button that never comes."""

    def make(**options: Any) -> Any:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(FIRST_PAGE)
        return context

    return make
