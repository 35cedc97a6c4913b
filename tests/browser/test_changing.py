"""House rules changed by form in a browser: every term of every preset."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.toml_text import toml_text
from tests.browser.visit import LANDSCAPE, visiting
from tests.hostdesk.rules.changing.by_hand import ASKED, BLINDS, LEVELS, holds, rows_of, typed_by_hand, written_after

pytestmark = pytest.mark.long

UNFOLD = "document.querySelectorAll('#rules details').forEach((each) => (each.open = true))"
# Fills in all fields of a page at once: one by one it would take a minute.
TYPES = """(typed) => {
  for (const [name, value] of Object.entries(typed)) {
    const fields = [...document.getElementsByName(name)].filter((each) => each.type !== "hidden");
    for (const field of fields) {
      if (field.type === "select-one") {
        // What holds where nothing is written is chosen by its words; nothing is sent for it then.
        field.value = value;
        if (field.selectedIndex < 0) field.value = "";
      } else if (field.type !== "checkbox") field.value = value;
      else field.checked = Array.isArray(value) ? value.includes(field.value) : value;
    }
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "houses") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LANDSCAPE, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def has_rows(page: Page, before: dict[str, Any], target: dict[str, Any]) -> None:
    """Add and remove rows until every list has as many as it needs."""
    page.evaluate(UNFOLD)
    for name, wanted in rows_of(target).items():
        there = rows_of(before)[name]
        for at in range(there, wanted):
            page.locator(f"button[value='{name}.add']").click()
            expect(page.locator(f"button[value='{name}.{at}.remove']")).to_be_visible()
        for at in range(there - 1, wanted - 1, -1):
            page.locator(f"button[value='{name}.0.remove']").click()
            expect(page.locator(f"button[value='{name}.{at}.remove']")).to_have_count(0)


def changes_articles(page: Page, articles: list[dict[str, Any]], turn: int) -> list[dict[str, Any]]:
    """Rewrite the first article, remove the second, and add one at the end that moves up by one."""
    first: dict[str, Any] = {"number": f"0.{turn}", "title": "A title", "text": "One rule.", "section": "Ours"}
    first["also"] = ["chop", "split pot"]
    marks = {key: True for key in ("new", "unusual", "off_table") if not articles[0].get(key)}
    last = {"number": f"99.{turn}", "title": "The last", "text": "Lights out."}
    page.locator("button[value='articles.1.remove']").click()
    expect(page.locator(f"button[value='articles.{len(articles) - 1}.remove']")).to_have_count(0)
    page.locator("button[value='articles.add']").click()
    at = len(articles) - 1
    expect(page.locator(f"#term-articles-{at}-number")).to_be_focused()
    texts = {f"articles.{at}.{key}": value for key, value in last.items()}
    for key, value in first.items():
        texts[f"articles.0.{key}"] = "\n".join(value) if isinstance(value, list) else value
    ticks = {f"articles.0.{key}": key in marks for key in ("new", "unusual", "off_table")}
    page.evaluate(TYPES, {**texts, **ticks})
    page.locator(f"button[value='articles.{at}.up']").click()
    expect(page.locator(f"#up-articles-{at - 1}")).to_be_focused()
    moved = [{**first, **marks}, *articles[2:-1], last, articles[-1]]
    return [{key: value for key, value in article.items() if value != ""} for article in moved]


@pytest.mark.parametrize("key", preset_keys())
def test_every_term_of_a_preset_is_changed_by_form_as_it_would_be_by_hand(page, ear, visit, key):
    before, said = load_preset(key), [holds(load_preset(key))]
    for turn, target in enumerate((BLINDS, LEVELS, ASKED), start=1):
        page.goto(f"{visit.origin}/houses/{key}/change/")
        has_rows(page, before, target)
        by_hand = written_after(before, target)
        by_hand["articles"] = changes_articles(page, before["articles"], turn)
        page.evaluate(TYPES, typed_by_hand(target))
        page.get_by_role("button", name="See changes").click()
        page.get_by_role("button", name="Save as version").click()
        expect(page.get_by_text("is saved. Opened nights keep their version.")).to_be_visible()

        assert page.request.get(f"{visit.origin}/houses/{key}/rules.toml").text() == toml_text(by_hand)
        before = by_hand
        said.append(holds(before))
    assert [name for name in said[0] if all(each[name] == said[0][name] for each in said)] == []
    assert ear.complaints == []
