"""What every page must look like, whatever is on it: asked of the browser that drew it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SMALLEST = 44  # CSS pixels: a finger
STAYS_SERIOUS = {"serious", "critical"}

FAULTS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
THEME = "(theme) => document.documentElement.dataset.theme = theme"


def faults_of_layout(page: Page, sizes: list[Any]) -> Iterator[str]:
    """Yield what is too wide, cut, too small to read or to tap, at each size."""
    for size in sizes:
        page.set_viewport_size(size)
        yield from (f"{size['width']}: {fault}" for fault in page.evaluate(FAULTS, SMALLEST))


def faults_of_access(page: Page) -> Iterator[str]:
    """Yield what axe calls serious or critical, in the light and in the dark."""
    page.evaluate(THEME, "light")
    yield from _found(page, {"resultTypes": ["violations"]})
    page.evaluate(THEME, "dark")
    yield from _found(page, {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}})


def _found(page: Page, options: dict[str, Any]) -> Iterator[str]:
    theme = page.evaluate("document.documentElement.dataset.theme")
    for violation in Axe().run(page, options=options).response["violations"]:
        if violation["impact"] in STAYS_SERIOUS:
            places = [
                f"{node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
                for node in violation["nodes"][:3]
            ]
            yield f"{theme}: {violation['id']}: {places}"
