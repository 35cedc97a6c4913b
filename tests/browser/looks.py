"""Rules for the look of every page, checked in the browser that drew it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

SMALLEST = 44  # CSS pixels: a finger
STAYS_SERIOUS = {"serious", "critical"}

FAULTS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
TEXTS = Path(__file__).with_name("texts.js").read_text(encoding="utf-8")
FINGER = Path(__file__).with_name("finger.js").read_text(encoding="utf-8")
CONTROLS = """
  () => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter((each) => !each.matches(".sitting, .expected-one, .seat-free") && !each.disabled)
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => {
      each.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { x, y, width, height } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map((each) => each.getAttribute("aria-label") ?? each.textContent.trim().replace(/\\s+/g, " "))
"""
COMING = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
ASK = "async (options) => (await axe.run(options)).violations"
# Paths to elements and the files that styles refer to take time to find, and no test reads them.
ASKED_FOR = {"resultTypes": ["violations"], "selectors": False, "preload": False}
THEMES = ("light", "dark")
CONTRAST = "color-contrast"
SERIOUS = """axe._audit.rules
  .filter((rule) => rule.enabled && !["minor", "moderate"].includes(rule.impact))
  .filter((rule) => !rule.tags.some((tag) => axe._audit.tagExclude.includes(tag)))
  .map((rule) => rule.id).filter((name) => name !== "color-contrast")"""
"""The names of axe's rules for serious faults: the other rules take half of the time."""
RULES: list[str] = []
"""The serious rules except contrast, once axe has named them."""
READABLE: set[str] = set()
"""The looks of texts that axe has found readable in this process: they need no second check."""


def faults_of_layout(page: Page, sizes: list[Any]) -> Iterator[str]:
    """Yield everything that is too wide, cut off, or too small to read or to tap, at each size."""
    for size in sizes:
        page.set_viewport_size(size)
        yield from (f"{size['width']}: {fault}" for fault in page.evaluate(FAULTS, SMALLEST))


def out_of_reach(page: Page) -> list[str]:
    """Return what a finger cannot reach in the open panel, or on the page; the main button must be in sight.

    For a moment, a new part of a page still has the attributes of the old one.
    """
    expect(page.locator(COMING)).to_have_count(0)
    found: list[str] = page.evaluate(FINGER)
    return found


def controls(page: Page) -> list[str]:
    """Return the controls of Tonight that a finger reaches, scrolled to if needed; places and people are left out."""
    found: list[str] = page.evaluate(CONTROLS)
    return found


def faults_of_access(page: Page, themes: Sequence[str] = THEMES) -> Iterator[str]:
    """Yield the faults that axe calls serious or critical; in a second theme, check only the contrast.

    The contrast takes longer than all other rules, so it is measured only where a text looks like none before it.
    """
    page.evaluate(Axe().axe_script)  # once a page: loading the script costs as much as a run
    if not RULES:
        RULES.extend(page.evaluate(SERIOUS))
    for theme in themes:
        texts = set(page.evaluate(TEXTS, theme))
        asked = [*(RULES if theme == themes[0] else ()), *([] if texts <= READABLE else [CONTRAST])]
        if not asked:
            continue
        found = page.evaluate(ASK, {**ASKED_FOR, "runOnly": {"type": "rule", "values": asked}})
        yield from (f"{theme}: {_said(each)}" for each in found if each["impact"] in STAYS_SERIOUS)
        if CONTRAST not in [each["id"] for each in found]:
            READABLE.update(texts)


def _said(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"][:3]
    places = [f"{node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}" for node in nodes]
    return f"{violation['id']}: {places}"
