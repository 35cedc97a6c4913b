"""What every page must look like, whatever is on it: asked of the browser that drew it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

SMALLEST = 44  # CSS pixels: a finger
STAYS_SERIOUS = {"serious", "critical"}

FAULTS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
FINGER = Path(__file__).with_name("finger.js").read_text(encoding="utf-8")
COMING = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
ASK = "async (options) => (await axe.run(options)).violations"
# The path to each element, and files that styles lead to, are looked for at a cost and read by nobody here.
ASKED_FOR = {"resultTypes": ["violations"], "selectors": False, "preload": False}
THEMES = ("light", "dark")
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
THEME = "(theme) => document.documentElement.dataset.theme = theme"


def faults_of_layout(page: Page, sizes: list[Any]) -> Iterator[str]:
    """Yield what is too wide, cut, too small to read or to tap, at each size."""
    for size in sizes:
        page.set_viewport_size(size)
        yield from (f"{size['width']}: {fault}" for fault in page.evaluate(FAULTS, SMALLEST))


def out_of_reach(page: Page) -> list[str]:
    """Return what a finger does not reach in the open panel, or on the page. Its main button must be in sight.

    For a moment after it has come, a part of a page still has the attributes of what was there before.
    """
    expect(page.locator(COMING)).to_have_count(0)
    found: list[str] = page.evaluate(FINGER)
    return found


def faults_of_access(page: Page, themes: Sequence[str] = THEMES) -> Iterator[str]:
    """Yield what axe calls serious or critical; where there is a second theme, only its contrast is another."""
    page.evaluate(Axe().axe_script)  # once a page: reading it costs as much as asking it
    for theme in themes:
        page.evaluate(THEME, theme)
        found = page.evaluate(ASK, {**ASKED_FOR, **({} if theme == themes[0] else CONTRAST)})
        yield from (f"{theme}: {_said(each)}" for each in found if each["impact"] in STAYS_SERIOUS)


def _said(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"][:3]
    places = [f"{node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}" for node in nodes]
    return f"{violation['id']}: {places}"
