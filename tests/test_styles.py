"""The style sheets: one sheet names the sizes and colours, another gives buttons and pills their look.

A template has few conditions.
"""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = ROOT / "hostdesk" / "static" / "hostdesk"
NAMES = sorted(str(sheet.relative_to(SHEETS).with_suffix("")) for sheet in SHEETS.rglob("*.css"))
OTHERS = [name for name in NAMES if name != "base/tokens"]
# Hairlines, outlines, and lengths that grow with the text beside them.
LENGTHS = {"1px", "-1px", "2px", "3px", "-3px", "4px", "0.25em", "0.5em", "0.75em", "1.25em", "1.5em"}
LENGTH = re.compile(r"(?<![\w.#-])-?[\d.]+(?:px|rem|em|pt|cm|mm|ch|ex)\b")
COLOUR = re.compile(
    r"#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|color|light-dark)\(|:\s*(?:white|black|red)\b", re.IGNORECASE
)
# The look of a button or a pill; its place and width belong to the page.
LOOK = ("color", "background", "border", "font", "padding", "min-height", "height", "text-decoration", "opacity")
WORDS = re.compile(r"[\w-]+")
TOKENS = (SHEETS / "base" / "tokens.css").read_text()
PAIRS = re.findall(r"--([\w-]+): var\(--day, (#[\da-f]{3,6})\) var\(--dark, (#[\da-f]{3,6})\)", TOKENS)
PALETTES = {"day": {name: day for name, day, _ in PAIRS}, "dark": {name: dark for name, _, dark in PAIRS}}
GROUNDS, WASHES = ("paper", "sheet", "well", "key"), ("felt-wash", "warn-wash", "stop-wash")
# The lowest contrast of a colour with its ground. Text: WCAG 2.2, 1.4.3; controls: 1.4.11.
RATIOS = {
    **dict.fromkeys(
        itertools.product(("ink", "soft", "felt", "felt-deep", "warn", "stop", "up", "down"), GROUNDS), 4.5
    ),
    **dict.fromkeys(itertools.product(("ink", "soft", "felt-deep", "warn", "stop"), WASHES), 4.5),
    **dict.fromkeys([("on-felt", "felt"), ("on-felt", "felt-deep"), ("sheet", "stop")], 4.5),
    **dict.fromkeys(itertools.product(("edge",), GROUNDS), 3.0),
    **dict.fromkeys(itertools.product(("line",), ("paper", "sheet")), 2.0),
}


def rules(name: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rules of a sheet in order: the selector, and each property with its value."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / f"{name}.css").read_text(), flags=re.DOTALL)
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        pairs = [part.partition(":") for part in body.split(";") if part.strip()]
        yield " ".join(selector.split()), [(prop.strip(), value.strip()) for prop, _, value in pairs]


def dressed(selector: str) -> bool:
    """Tell whether a selector is about buttons or pills themselves."""
    plain = re.sub(r"\[[^\]]*\]|:(?:not|has|is)\([^()]*(?:\([^()]*\)[^()]*)*\)|::?[\w-]+", "", selector)
    subjects = [re.split(r"[\s>+~]+", part.strip())[-1] for part in plain.split(",")]
    return any(re.search(r"^button|\.(?:button|pill|primary|quiet|danger)(?![\w-])", subject) for subject in subjects)


@cache
def used() -> str:
    """Return every text that may name a class: templates, scripts and Python."""
    written = [*(ROOT / "hostdesk").rglob("*.py"), *(ROOT / "ledger").rglob("*.py")]
    files = [*(ROOT / "templates").rglob("*.html"), *SHEETS.rglob("*.js"), *written]
    return "\n".join(file.read_text() for file in files)


def light(colour: str) -> float:
    """Return the relative luminance of a colour: 0 for black, 1 for white."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize(("one", "other", "found"), [("#fff", "#000000", 21), ("#777", "#ffffff", 4.48)])
def test_the_contrast_of_two_colours_is_that_of_the_web_guidelines(one, other, found):
    assert round(ratio(one, other), 2) == found


@pytest.mark.parametrize("theme", PALETTES)
def test_words_are_readable_and_borders_seen(theme):
    found = {pair: ratio(*(PALETTES[theme][name] for name in pair)) for pair in RATIOS}

    assert {pair: found[pair] for pair, least in RATIOS.items() if found[pair] < least} == {}


def test_each_letter_has_one_file_of_a_typeface_and_each_file_its_letters():
    faces = [dict(pairs) for selector, pairs in rules("base/fonts") if selector == "@font-face"]
    files = {face["src"].split('"')[1] for face in faces if "url(" in face["src"]}
    kept = {f"fonts/{file.name}" for file in (SHEETS / "base" / "fonts").glob("*.woff2")}

    assert files == kept
    assert sum((SHEETS / "base" / file).stat().st_size for file in files) <= 400_000
    assert [face["src"] for face in faces if "url(" in face["src"] and "unicode-range" not in face] == []


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


@pytest.mark.further
@pytest.mark.parametrize("name", NAMES)
def test_no_rule_is_for_a_class_that_nothing_has(name):
    words = set(WORDS.findall(used()))
    classes = {found for selector, _ in rules(name) for found in re.findall(r"[.#]([a-z][\w-]*)", selector)}
    made = re.compile(r"chip-|state-|tone-")  # followed by a colour, a state or a tone

    assert sorted(each for each in classes - words if not made.match(each)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_browser_without_has_drops_no_rule_that_it_could_follow(name):
    within = re.compile(r":is\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
    parts = {selector: re.split(r",(?![^(]*\))", within.sub("", selector)) for selector, _ in rules(name)}

    assert [each for each in parts if len({":has(" in part for part in parts[each]}) > 1] == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_sheet_is_linked(name):
    assert f"hostdesk/{name}.css" in used()


MOST_CONDITIONS = 25
# The count of a cash-out, a card on Tonight.
CARDS = {"table/cash_out/_cash_out_count.html"}


def test_a_template_but_tonights_cards_has_few_conditions():
    folder = ROOT / "templates"
    found = {
        str(path.relative_to(folder)): len(re.findall(r"\{%-? *(?:if|elif) ", path.read_text()))
        for path in folder.rglob("*.html")
    }

    assert {name: count for name, count in found.items() if count > MOST_CONDITIONS and name not in CARDS} == {}
