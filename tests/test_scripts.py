"""The scripts: modules that import what they need, so that their order in a page is free; only one hears htmx."""

import re
from os.path import normpath
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = [path for path in (ROOT / "hostdesk").rglob("*.js") if "static" in path.parts]
SCRIPTS = {str(path).rpartition("/static/hostdesk/")[2]: path.read_text() for path in sorted(FOUND)}
NAMES = [*SCRIPTS]
PAGES = "\n".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))
TAG = re.compile(r"<script\b[^>]*>")
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(\.[^"]+)";', re.MULTILINE)
HTMX = "<script src=\"{% static 'django_htmx/htmx-2.min.js' %}\" defer>"


def imported(name: str) -> list[str]:
    """Return the imports of a script."""
    return [normpath(Path(name).parent / each) for each in IMPORT.findall(SCRIPTS[name])]


def test_every_script_of_a_page_is_a_module_but_htmx():
    module = re.compile(r"<script type=\"module\" src=\"\{% static 'hostdesk/(\w+/\w+\.js)' %\}\">")
    linked = [found[1] if (found := module.fullmatch(tag)) else tag for tag in TAG.findall(PAGES)]

    assert ({*linked} - {*NAMES}, {*NAMES} - {*linked}) == ({HTMX}, set())


@pytest.mark.parametrize("name", NAMES)
def test_a_script_imports_its_own_wing_and_the_base(name):
    wings = {name.partition("/")[0], "base"}

    assert [each for each in imported(name) if each not in NAMES or each.partition("/")[0] not in wings] == []


@pytest.mark.parametrize("name", NAMES)
def test_only_the_bus_hears_htmx(name):
    hears = re.search(r"[\"'`]htmx:", SCRIPTS[name]) is not None

    assert hears == (name == "base/bus.js")
