"""Faults inside a document: a value of another type, odd or missing, in JSON, CSV, XLSX, TOML and mail."""

import io
import json
import random
import re
import zipfile
from typing import Any

from tests.drills.mutations import BROKEN, NO_AMOUNT, WORDS

ODD: tuple[Any, ...] = ([], {}, [1], ["a"], {"a": 1}, None, True, -1, 1e300, 10**30, [[[[]]]], *WORDS, *NO_AMOUNT)
IN_TOML = (
    "[]",
    "{}",
    "[[1]]",
    "{a = 1}",
    "true",
    "1e999",
    "-1",
    '""',
    "1979-05-27",
    "nan",
    "0x10",
    "'''a",
    '"\\u0000"',
)
_LINE = re.compile(r"^([^\n:=]*?)([ \t]*[:=][ \t]*)(.*)$", re.MULTILINE)
_IN_XML = re.compile(r'(?<==")[^"]*(?=")|(?<=>)[^<>]+(?=<)')


def in_json(text: bytes, dice: random.Random) -> bytes:
    """Replace a value with an odd one, or take it out."""
    said = json.loads(text)
    inside: Any = said
    around, key = inside, dice.choice([*(inside if isinstance(inside, dict) else range(len(inside)))])
    while isinstance(inside, dict | list) and inside:
        around, key = inside, dice.choice([*(inside if isinstance(inside, dict) else range(len(inside)))])
        inside = around[key]
        if dice.random() < 0.3:
            break
    if dice.random() < 0.2:
        del around[key]
    else:
        around[key] = dice.choice(ODD)
    return json.dumps(said).encode()


def in_rows(text: bytes, dice: random.Random) -> bytes:
    """Make a cell odd, take it out, or repeat it or its row."""
    rows = [row.split(",") for row in text.decode().splitlines()]
    row = dice.choice(rows)
    place, way = dice.randrange(len(row)), dice.randrange(6)
    if way == 0:
        del row[place]
    elif way == 1:
        row.insert(place, row[place])
    elif way == 2:
        rows.append(row)
    else:
        row[place] = dice.choice((*WORDS, *NO_AMOUNT, '"', "1,2", "=1+1"))
    return "\n".join(map(",".join, rows)).encode("utf-8", "surrogatepass")


def in_lines(text: bytes, dice: random.Random, odd: tuple[str, ...] = WORDS) -> bytes:
    """Make the value of a line odd or empty, take the line out, or repeat it: in TOML, a mail or a calendar."""
    said = text.decode("utf-8", "surrogateescape")
    found = dice.choice([*_LINE.finditer(said)])
    name, sign, _ = found.groups()
    line = dice.choice(
        ("", f"{found.group()}\n{found.group()}", f"{name}{sign}", *[f"{name}{sign}{dice.choice(odd)}"] * 5)
    )
    return f"{said[: found.start()]}{line}{said[found.end() :]}".encode("utf-8", "surrogateescape")


def in_toml(text: bytes, dice: random.Random) -> bytes:
    """Make the value of a line of TOML odd."""
    return in_lines(text, dice, (*IN_TOML, *WORDS))


def in_workbook(data: bytes, dice: random.Random) -> bytes:
    """Make an attribute or a text in a part of a workbook odd, or leave the part out."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(file, "w") as made:
        names = packed.namelist()
        wrong = dice.choice(names)
        for name in names:
            text = packed.read(name).decode()
            places = [*_IN_XML.finditer(text)]
            if name == wrong and dice.random() < 0.1:
                continue
            if name == wrong and places:
                found = dice.choice(places)
                odd = dice.choice((*WORDS, *NO_AMOUNT)).translate({ord("<"): "", ord("&"): "", ord('"'): ""})
                text = f"{text[: found.start()]}{odd}{text[found.end() :]}"
            made.writestr(name, text.encode("utf-8", "surrogatepass"))
    return file.getvalue()


def broken(data: bytes, dice: random.Random) -> bytes:
    """Insert bytes that are not text, or cut the end off."""
    place = dice.randrange(len(data) + 1)
    return dice.choice((data[:place], data[:place] + dice.choice(BROKEN) + data[place:]))
