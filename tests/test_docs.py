"""The documents beside the code are complete."""

import re
from enum import Enum
from pathlib import Path

import pytest

from hostdesk import VERSION
from hostdesk.base.site.environment import ALL_SETTINGS
from hostdesk.base.site.theme_context import HELP
from hostdesk.front.desk.moved_views import Moved
from hostdesk.urls import urlpatterns
from ledger.models import AccountKind
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.strikes.outcomes import Outcome
from tests.browser.test_every_page import NO_PAGES
from tests.test_wings import wings

ROOT = Path(__file__).resolve().parent.parent
APPS = ("reservations", "ledger", "hostdesk")
# Folders with names that Django expects are no subjects.
FRAME = {"migrations", "management", "templatetags"}


def explained(text: str) -> list[str]:
    """Return the settings that have a row of their own in a table."""
    return re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE)


def test_every_setting_is_explained_and_no_other():
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")

    assert sorted(explained(text)) == sorted(ALL_SETTINGS)


def test_a_setting_that_is_only_mentioned_does_not_count():
    assert explained("| `HOSTDESK_PORT` | 8000 |\nSee `HOSTDESK_VAR`.") == ["HOSTDESK_PORT"]


def test_every_dependency_has_its_paragraph():
    pins = re.findall(
        r'^    "([A-Za-z-]+)(?:\[\w+\])?==', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")

    assert [pin for pin in pins if f"**{pin}**" not in text] == []


def test_every_pin_has_a_reason_beside_it():
    pins = re.findall(r'^    "[^"]+==.*$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)

    assert len(pins) > 10
    assert [pin for pin in pins if "# " not in pin] == []


def test_the_lock_files_name_no_index_and_no_folder():
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert re.findall(r"https?://|--index|file:", (ROOT / name).read_text(encoding="utf-8")) == []


def test_every_kind_of_act_is_explained():
    text = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE) == [kind.value for kind in Kind]


def test_every_account_is_explained():
    text = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| ([a-z ]+) \| night|^\| (book) \|", text, re.MULTILINE) == [
        ("", "book") if kind == AccountKind.BOOK else (kind.value, "") for kind in AccountKind
    ]


def test_every_command_is_explained():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    paths = (path for app in APPS for path in ROOT.glob(f"{app}/**/management/commands/*.py"))
    commands = {path.stem for path in paths} - {"__init__"}

    assert set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)) == commands


def test_every_kind_of_fact_is_explained():
    text = (ROOT / "docs" / "reservations.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `([a-z ]+)` \|", text, re.MULTILINE) == [kind.value for kind in FactKind]


def test_every_outcome_is_explained():
    text = (ROOT / "docs" / "reservations.md").read_text(encoding="utf-8")

    assert [each.value for each in Outcome if f"*{each.value}*" not in text] == []


def test_help_is_for_pages_that_are_there():
    pages = {each.name for each in urlpatterns if not isinstance(each.callback, Moved)} - NO_PAGES

    assert sorted(HELP.keys() - pages) == []


GLOSSARY = re.compile(r"^\* \*\*(?P<word>[^*]+)\*\*(?: \((?P<names>[^)]*)\))?: ", re.MULTILINE)


def glossary() -> list[re.Match[str]]:
    """Return the entries of the glossary."""
    return list(GLOSSARY.finditer((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize(("what", "kinds"), [("act", Kind), ("fact", FactKind), ("account", AccountKind)])
def test_every_kind_has_one_entry_in_the_glossary(what: str, kinds: type[Enum]):
    named = [name for entry in glossary() for name in re.findall(rf"\b{what} `([^`]+)`", entry["names"] or "")]

    assert sorted(named) == sorted(kind.value for kind in kinds)


def test_the_glossary_has_every_word_once_in_order():
    words = [entry["word"].casefold() for entry in glossary()]

    assert len(words) > 100
    assert words == sorted(set(words))


def test_every_line_of_the_glossary_is_an_entry():
    lines = re.findall(r"^\*.*", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert [line for line in lines if not GLOSSARY.match(line)] == []


def test_the_table_of_documents_names_every_document_and_the_readme_leads_to_it():
    text, table = (path.read_text(encoding="utf-8") for path in (ROOT / "README.md", ROOT / "docs" / "README.md"))
    documents = [path for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"]
    paths = [*(path.name for path in documents), "../CHANGELOG.md", "../CONTRIBUTING.md"]

    assert sorted(re.findall(r"^\| \[`[^`]+`\]\(([^)]+)\) \|", table, re.MULTILINE)) == sorted(paths)
    assert re.findall(r"\]\(([^)]+\.md)\)", text) == ["docs/install.md", "docs/README.md"]


def test_the_readme_says_how_to_get_the_source_and_names_both_commands_below_one_picture():
    beginning, _, rest = (ROOT / "README.md").read_text(encoding="utf-8").partition("![")
    first = rest.partition("![")[0]

    found = re.findall(r"`git clone`|^ {4}make (?:run|test)\b", first, re.MULTILINE)
    assert beginning == "# Hostdesk\n\n"
    assert found == ["`git clone`", "    make run", "    make test"]


def test_each_platform_has_its_few_lines_and_the_readme_begins_with_the_shortest_way():
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part.strip().splitlines()[2:] for part in text.split("\n## ")[1:-1]}
    shown = re.findall(r"^ {4}(.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert list(sections) == ["Windows", "macOS", "Linux", "Raspberry Pi", "NAS", "Home Assistant"]
    assert {name for name, lines in sections.items() if not 2 <= len(lines) <= 8} == set()
    assert shown[0] == "uvx --from ./FILE hostdesk"


def test_every_image_and_add_on_that_is_named_is_of_this_version():
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/deploy.md"))

    assert {*re.findall(r"localhost/hostdesk:([\d.]+\d)", text)} == {VERSION}


def test_no_document_takes_a_program_of_our_name_from_a_package_index():
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "deploy").rglob("*")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())

    asked = r"\b(?:uvx|uv tool (?:install|run)|pipx (?:install|run)|pip install)(?: -[^ ]+)* [`'\"]?hostdesk\b(?!-)"
    assert re.findall(asked, text) == []
    assert re.findall(asked, "run `pipx install hostdesk`, or uvx hostdesk demo") != []


def test_every_picture_of_the_readme_is_there():
    pictures = re.findall(r"^!\[[^]]+\]\(([^)]+)\)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(pictures) == sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "screens").glob("*.png"))


def test_architecture_names_only_functions_that_are_there():
    named = re.findall(r"`(?:\w+\.)?(\w+)\(\)`", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    sources = "".join(path.read_text(encoding="utf-8") for app in APPS for path in (ROOT / app).rglob("*.py"))

    assert [name for name in named if f"def {name}(" not in sources] == []


def architecture_rows(start: str) -> list[str]:
    """Return the rows of the tables in architecture.md whose first cells match ``start``."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return [row for row in text.splitlines() if re.match(rf"\| {start} \|", row)]


@pytest.mark.parametrize(("app", "fewest"), [("reservations", 10), ("ledger", 10), *((wing, 0) for wing in wings())])
def test_architecture_names_every_subject_once_and_no_other(app: str, fewest: int):
    folder = ROOT / app if app in APPS else ROOT / "hostdesk" / app
    subjects = {path.parent.name for path in folder.glob("*/__init__.py")} - FRAME
    *_, row = architecture_rows(f"`{app}`" if app in APPS else rf"\d+ \| `{app}`")

    assert len(subjects) > fewest
    assert sorted(re.findall(r"(?:\| | · )`([a-z_]+)` \(", row)) == sorted(subjects)


def test_the_documents_name_only_modules_that_are_there():
    texts = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))]
    named = re.findall(r"`([\w/]+\.py)`", "".join(texts))
    modules = [f"/{path.relative_to(ROOT)}" for top in (*APPS, "tests", "tools") for path in (ROOT / top).rglob("*.py")]

    assert len(named) > 20
    assert [name for name in named if not any(module.endswith(f"/{name}") for module in modules)] == []


def test_a_question_of_the_architecture_leads_to_the_file_of_its_function():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    asked = re.findall(r"^\| [^|]+\? \| `(\w+)\(\)`[^|]* \| `([\w/]+\.py)`", text, re.MULTILINE)

    assert len(asked) > 20
    assert [each for each in asked if f"def {each[0]}(" not in (ROOT / each[1]).read_text(encoding="utf-8")] == []


def test_every_requirement_of_the_standard_has_its_row_and_every_row_tests_that_are_there():
    text = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if re.match(r"\| [0-9]", line)]
    states = {number: row[1] for row in rows for number in row[0].split(", ")}
    first = re.findall(r"[0-9.]*[0-9]", text.partition("Level 1 are ")[2].partition("\n")[0])
    named = [each.partition("::") for row in rows for each in re.findall(r"`([^`]+)`", "".join(row[3:]))]

    short = {number for number, state in states.items() if state == "short"}

    assert (len(states), sum(len(row[0].split(", ")) for row in rows), len(first)) == (253, 253, 70)
    assert set(states.values()) == {"holds", "not used", "short"}
    assert f"**Level 1**: {len({*first} - short)} of 70" in text
    assert f"**Level 2**: {len({*states} - {*first} - short)} of 183" in text
    assert [path for path, _, _ in named if not (ROOT / "tests" / path).exists()] == []
    assert [
        name for path, _, name in named if name and f"def {name}(" not in (ROOT / "tests" / path).read_text("utf-8")
    ] == []
