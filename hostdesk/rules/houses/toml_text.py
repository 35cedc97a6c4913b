"""A house's document as TOML: written for a person to edit, and the lines of its parts. Pure."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reservations.parsing.documents import BadTerms, Fault, KeyPath

# The order in which a person would write them; the others follow by the alphabet.
_ORDER = (
    *("key", "name", "summary", "source", "stakes", "levels", "buy_in", "rebuy", "cash_out", "bank", "chips"),
    # Minutes stand before the blinds of the levels, which share their name with a table.
    *("minutes", "seating", "blinds", "conduct"),
    *("attendance", "waiting", "confirmation", "door", "invitation", "articles"),
    # An article's number and section stand before its title, which the source has too.
    *("number", "section", "title", "version", "date", "base", "text", "also", "off_table", "new", "unusual"),
    *("asked", "small_blind", "big_blind"),
    *("minimum", "maximum", "usual", "multiple", "pays_with", "chip_sales", "play_behind"),
    *("when", "stack_asked", "minimum_binds", "maximum_percent", "window_minutes", "notice_minutes", "equal_deals"),
    *("seats", "late_change_minutes", "taken_up_clears", "no_show_weight", "late_change_weight", "steps"),
    *("expires_after_nights", "grace_minutes", "host_favour", "regulars_first", "fewer_strikes_first", "arrears"),
    *("moves_up", "cutoff_minutes", "offer_minutes", "asked_minutes", "released_minutes", "remind_minutes"),
    *("unanswered_minutes", "most", "split_at", "merge_at", "suits_rank", "entering", "missed"),
    *("away_dealt_in", "asks_ahead"),
    *("call_seconds", "jumped_bet", "jump_warnings", "colour", "value"),
)
_TOKEN = re.compile(
    r'''(?sx)
    """ (?:\\.|[^\\])*? (?:"{3,5}|\\?\Z) | \'{3} .*? (?:\'{3,5}|\Z)
    | " (?:\\[^\n]|[^"\\\n])* "? | \' [^\'\n]* \'? | \# [^\n]* | [\[\]{}=,.\n]
    '''
)
"""A text or a comment, also one without an end; or a sign that TOML is built with."""
_MOST_DEPTH, _MOST_VALUES = 8, 10_000
"""The most nested brackets or parts of a name, and the most values: a house has a tenth."""
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def toml_text(document: Mapping[str, Any]) -> str:
    """Write a document of texts, whole numbers, flags, lists and tables as TOML.

    Raises ``TypeError`` for anything else: a house has none of it.
    """
    plain, blocks = {}, list[list[str]]()
    for key, value in _sorted(document):
        if isinstance(value, Mapping):
            blocks.append([f"[{_key(key)}]", *_lines(value)])
        elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            blocks += ([f"[[{_key(key)}]]", *_lines(row)] for row in value)
        else:
            plain[key] = value
    return "\n\n".join("\n".join(block) for block in (_lines(plain), *blocks) if block) + "\n"


def _sorted(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    known = {key: place for place, key in enumerate(_ORDER)}
    return sorted(table.items(), key=lambda item: (known.get(item[0], len(known)), item[0]))


def _lines(table: Mapping[str, Any]) -> list[str]:
    lines = []
    for key, value in _sorted(table):
        if isinstance(value, list) and any(isinstance(item, list) for item in value):
            lines += [f"{_key(key)} = [", *(f"    {_value(item)}," for item in value), "]"]
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return lines


def _value(value: Any) -> str:
    if isinstance(value, int | str):
        # JSON's flags, numbers and escapes are TOML's as well, but for this one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(inner)}' for key, inner in _sorted(value))}}}"
    raise TypeError(f"TOML for a house has no {type(value).__name__}")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the first line of every table and key of TOML text, down to two levels inside a table.

    The text is readable TOML.
    """
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    rows: Counter[KeyPath] = Counter()
    for start, statement in statements(text):
        found: Any = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = ()
            while found and len(table) < 3:
                if isinstance(found, list):
                    found = found[0]
                    rows[table] += 1
                    table = (*table, rows[table] - 1)
                else:
                    [(key, found)] = found.items()
                    table = (*table, key)
                lines.setdefault(table, start)
        else:
            for key, value in found.items():
                lines.setdefault((*table, key), start)
                for inner in value if isinstance(value, dict) else ():
                    lines.setdefault((*table, key, inner), start)
    return lines


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of TOML text with their first lines, as far as it can be read.

    Raises ``BadTerms`` for a text that nests deeper or has more values than a house: a parser would take hours over it.
    """
    begins, line, start, depth, dots, values = 0, 1, 1, 0, 0, 0
    for token in _TOKEN.finditer(f"{text}\n"):
        sign = token.group()
        line += sign.count("\n")
        depth += (sign in "[{") - (sign in "]}")
        values += sign in ",="
        dots = dots + 1 if sign == "." else dots if sign[0] in "\"'" else 0
        if max(depth, dots) > _MOST_DEPTH:
            raise BadTerms([Fault((), f"Tables and names are at most {_MOST_DEPTH} deep, and this is more.", line)])
        if values > _MOST_VALUES:
            raise BadTerms([Fault((), f"A house has at most {_MOST_VALUES:,} values, and this is more.", line)])
        if sign == "\n" and depth == 0:
            if statement := text[begins : token.start()].strip():
                yield start, statement
            begins, start = token.end(), line


def line_at(lines: Mapping[KeyPath, int], place: KeyPath) -> int | None:
    """Return the line of a place, or of the table around it, or None if the text has neither."""
    around = (place[:length] for length in range(len(place), 0, -1))
    return next((lines[place_around] for place_around in around if place_around in lines), None)
