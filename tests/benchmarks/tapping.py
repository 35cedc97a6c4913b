"""The number of presses, digits included, for a night of six players, for opening its bank, and for a cash-out."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import desk
from tests.benchmarks.timing import Line
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.hand import Hand
from tests.browser.six_players import MOST, plays
from tests.browser.visit import LANDSCAPE, Visit


def measure() -> Iterator[Line]:
    """Yield the presses of a night, played by touch at a desk of its own."""
    with tempfile.TemporaryDirectory() as folder, desk.running(Path(folder)) as running:
        visit = Visit.to(running, "six")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            context = browser.new_context(viewport=LANDSCAPE, has_touch=True)
            visit.sign_in(context)
            page = context.new_page()
            page.goto(visit.origin)
            presses = plays(Hand(page))
            browser.close()
    for what, most in MOST.items():
        yield {
            "benchmark": f"presses, {what}",
            "presses": presses[what],
            "at_most": most,
            "holds": presses[what] <= most,
        }
