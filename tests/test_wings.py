"""The wings of ``hostdesk`` and the imports that they may have, checked on the syntax tree.

``docs/architecture.md`` has the order; every check returns sentences and has a control: a planted fault it must find.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, imports, module_of, parsed, product

GROUND, FRONT = "ground", "front"
# The largest circle of subjects that import each other, by app; and the most pairs that do, in all three apps.
LARGEST_KNOT = {"reservations": 3, "ledger": 1, "hostdesk": 1}
MOST_PAIRS = 3
MOST_LINES = 2_500


@cache
def wings() -> list[str]:
    """Return the wings in the order of the table in architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    return [wing for _, wing in rows]


def wing_of(module: str) -> str:
    """Return the wing of a module of hostdesk: the tables lie below all wings, and Django's files are in the front."""
    _, *parts = module.split(".")
    if parts in ([], ["models"]):
        return GROUND
    return parts[0] if parts[0] in wings() else FRONT


def subject_of(module: str) -> str:
    """Return the subject of a module, with its app and its wing; a module outside of folders is its own subject."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[0] == "hostdesk" and len(parts) > 1 and parts[1] in wings() else 2])


def arrows(sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the imports between modules of the product, as pairs."""
    for module, source in sources.items():
        for found in {module_of(target, dict(sources)) for target in imports(module, source)}:
            if found.partition(".")[0] in LARGEST_KNOT:
                yield module, found


def wrong_wing(sources: Mapping[str, str]) -> list[str]:
    """Return the imports that lead to a later wing."""
    order = [GROUND, *wings()]
    return sorted(
        f"{module} imports {found}"
        for module, found in arrows(sources)
        if module.startswith("hostdesk.") and found.startswith("hostdesk.")
        if order.index(wing_of(found)) > order.index(wing_of(module))
    )


def wrong_template(texts: Mapping[str, str]) -> list[str]:
    """Return the templates, by path, that include or extend one of a later wing."""
    order = wings()
    return sorted(
        f"{path} includes {found}"
        for path, text in texts.items()
        for found in re.findall(r"{% (?:include|extends) \"([^\"]+)\"", text)
        if order.index(_wing_of_template(found)) > order.index(_wing_of_template(path))
    )


def _wing_of_template(path: str) -> str:
    return path.partition("/")[0] if "/" in path else FRONT


def imports_by_string(sources: Mapping[str, str]) -> list[str]:
    """Return the calls that import a module by its name in a string: only the front may."""
    return [
        f"{module}:{node.lineno} calls {name}"
        for module, source in sources.items()
        if module.startswith("hostdesk.") and wing_of(module) != FRONT
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call)
        if (name := getattr(node.func, "id", getattr(node.func, "attr", "")))
        in ("import_string", "import_module", "get_model")
    ]


def subject_arrows(sources: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return the imports between subjects of the same app, as pairs."""
    pairs = ((subject_of(module), subject_of(found)) for module, found in arrows(sources))
    return {(one, other) for one, other in pairs if one != other and one.partition(".")[0] == other.partition(".")[0]}


def subjects_in_order(app: str) -> list[str]:
    """Return the subjects of an app in the order of its row in architecture.md, with the tables below all."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    [row] = re.findall(rf"^\| `{app}` \| (`.+) \|$", text, re.MULTILINE)
    return ["models", *re.findall(r"(?:^| · )`(\w+)` \(", row)]


def wrong_subject(sources: Mapping[str, str], app: str, order: list[str]) -> list[str]:
    """Return an app's imports that lead to a later subject; modules with names that Django expects come last."""
    place = {f"{app}.{subject}": number for number, subject in enumerate(order)}
    return sorted(
        f"{module} imports {found}"
        for module, found in arrows(sources)
        if module.startswith(f"{app}.") and subject_of(found) in place
        if place[subject_of(found)] > place.get(subject_of(module), len(order))
    )


def mutual(pairs: set[tuple[str, str]]) -> list[str]:
    """Return the pairs that import each other."""
    return sorted(f"{one} and {other}" for one, other in pairs if one < other and (other, one) in pairs)


def knots(pairs: set[tuple[str, str]]) -> list[set[str]]:
    """Return the groups of subjects in which each one leads to every other."""
    ahead = defaultdict(set)
    for one, other in pairs:
        ahead[one].add(other)
    reached = {one: _reached(one, ahead) for one in ahead}
    groups = {frozenset(other for other in reached[one] if one in reached.get(other, ())) for one in reached}
    return [set(group) for group in groups if len(group) > 1]


def _reached(start: str, ahead: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = ahead.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def templates() -> dict[str, str]:
    """Return the text of every template by its path."""
    folder = ROOT / "templates"
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.html"))}


def lines_by_subject() -> dict[str, int]:
    """Return the number of lines of Python in every subject."""
    lines: dict[str, int] = defaultdict(int)
    for module, source in product().items():
        lines[subject_of(module)] += source.count("\n")
    return {subject: count for subject, count in lines.items() if Path(ROOT, *subject.split(".")).is_dir()}


def test_a_wing_imports_no_wing_after_it():
    assert wrong_wing(product()) == []


def test_a_template_includes_none_of_a_wing_after_it():
    assert wrong_template(templates()) == []


def test_only_the_front_imports_by_string():
    assert imports_by_string(product()) == []


@pytest.mark.sweep
@pytest.mark.parametrize("app", LARGEST_KNOT)
def test_subjects_hold_each_other_in_small_knots(app: str):
    found = [knot for knot in knots(subject_arrows(product())) if min(knot).startswith(app)]

    assert [sorted(knot) for knot in found if len(knot) > LARGEST_KNOT[app]] == []


def test_a_subject_of_the_ledger_imports_none_after_it():
    assert wrong_subject(product(), "ledger", subjects_in_order("ledger")) == []


def test_a_subject_of_reservations_imports_none_after_it_but_in_its_knot():
    late = wrong_subject(product(), "reservations", subjects_in_order("reservations"))
    tied = knots(subject_arrows(product()))

    ends = [{*map(subject_of, each.split(" imports "))} for each in late]
    assert [pair for pair in ends if not any(pair <= knot for knot in tied)] == []


def test_few_pairs_of_subjects_import_each_other():
    pairs = mutual(subject_arrows(product()))

    assert len(pairs) <= MOST_PAIRS, pairs


def test_no_subject_is_too_large():
    assert {subject: lines for subject, lines in lines_by_subject().items() if lines > MOST_LINES} == {}


def test_planted_faults_are_found():
    sources = {
        "hostdesk.base.site.server": "from hostdesk.front.desk import views\nget_model('desk')",
        "hostdesk.front.desk.views": "from hostdesk.base.site import server\nimport_string('x.y')",
    }

    assert wrong_wing(sources) == ["hostdesk.base.site.server imports hostdesk.front.desk.views"]
    assert imports_by_string(sources) == ["hostdesk.base.site.server:2 calls get_model"]
    assert mutual(subject_arrows(sources)) == ["hostdesk.base.site and hostdesk.front.desk"]
    assert wrong_subject({"ledger.a.x": "from ledger.b import y", "ledger.b.y": ""}, "ledger", ["a", "b"]) == [
        "ledger.a.x imports ledger.b.y"
    ]
    assert knots(subject_arrows(sources)) == [{"hostdesk.base.site", "hostdesk.front.desk"}]
    assert wrong_template({"base/a/a.html": '{% include "front/b/b.html" %}'}) == [
        "base/a/a.html includes front/b/b.html"
    ]
