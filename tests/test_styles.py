"""The style sheets: sizes and colours have their names in one sheet, buttons and pills their look in another."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = ROOT / "hostdesk" / "static" / "hostdesk"
NAMES = sorted(str(sheet.relative_to(SHEETS).with_suffix("")) for sheet in SHEETS.rglob("*.css"))
OTHERS = [name for name in NAMES if name != "base/tokens"]
# Hairlines, outlines, and what grows with the text beside it.
LENGTHS = {"1px", "-1px", "2px", "3px", "-3px", "4px", "0.25em", "0.5em", "0.75em", "1.25em", "1.5em"}
LENGTH = re.compile(r"(?<![\w.#-])-?[\d.]+(?:px|rem|em|pt|cm|mm|ch|ex)\b")
COLOUR = re.compile(
    r"#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|color|light-dark)\(|:\s*(?:white|black|red)\b", re.IGNORECASE
)
# What a button or a pill looks like; where it stands and how wide it is belongs to the page.
LOOK = ("color", "background", "border", "font", "padding", "min-height", "height", "text-decoration", "opacity")
WORDS = re.compile(r"[\w-]+")


def rules(name: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rules of a sheet in their order: the selector, and each property with its value."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / f"{name}.css").read_text(), flags=re.DOTALL)
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        pairs = [part.partition(":") for part in body.split(";") if part.strip()]
        yield " ".join(selector.split()), [(prop.strip(), value.strip()) for prop, _, value in pairs]


def dressed(selector: str) -> bool:
    """Return whether a selector is about buttons or pills themselves."""
    plain = re.sub(r"\[[^\]]*\]|:(?:not|has|is)\([^()]*(?:\([^()]*\)[^()]*)*\)|::?[\w-]+", "", selector)
    subjects = [re.split(r"[\s>+~]+", part.strip())[-1] for part in plain.split(",")]
    return any(re.search(r"^button|\.(?:button|pill|primary|quiet|danger)(?![\w-])", subject) for subject in subjects)


@cache
def used() -> str:
    """Return everything that may name a class: templates, scripts and Python."""
    written = [*(ROOT / "hostdesk").rglob("*.py"), *(ROOT / "ledger").rglob("*.py")]
    files = [*(ROOT / "templates").rglob("*.html"), *SHEETS.rglob("*.js"), *written]
    return "\n".join(file.read_text() for file in files)


@pytest.mark.parametrize("name", OTHERS)
def test_a_sheet_uses_the_names_of_sizes_and_colours(name):
    declared = [(selector, prop, value) for selector, pairs in rules(name) for prop, value in pairs]

    assert [each for each in declared if set(LENGTH.findall(each[2])) - LENGTHS] == []
    assert [each for each in declared if COLOUR.search(f":{each[2]}")] == []


@pytest.mark.parametrize("name", [name for name in OTHERS if name != "base/base"])
def test_buttons_and_pills_have_their_look_in_the_base(name):
    looks = [
        (selector, prop)
        for selector, pairs in rules(name)
        for prop, value in pairs
        if dressed(selector) and prop.startswith(LOOK) and "!important" not in value
    ]

    assert looks == []


def test_every_name_of_a_token_is_there_and_used():
    sheets = {name: (SHEETS / f"{name}.css").read_text() for name in NAMES}
    asked = set(re.findall(r"var\((--[\w-]+)", "\n".join(sheets.values())))
    given = set(re.findall(r"(--[\w-]+)\s*:", "\n".join(sheets.values())))

    assert asked - given == set()
    assert given - asked == set()


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_is_for_a_class_that_nothing_has(name):
    words = set(WORDS.findall(used()))
    classes = {found for selector, _ in rules(name) for found in re.findall(r"[.#]([a-z][\w-]*)", selector)}
    made = re.compile(r"chip-|state-|tone-")  # followed by a colour, a state or a tone

    assert sorted(each for each in classes - words if not made.match(each)) == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_sheet_is_linked(name):
    assert f"hostdesk/{name}.css" in used()
