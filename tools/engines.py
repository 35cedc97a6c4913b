#!/usr/bin/env python3
"""Hold style sheets, scripts and templates against the oldest browsers that the desk promises to serve.

``tools/engines.json`` lists the names that one of those browsers lacks. It is learnt from the public compatibility data
(``data.json`` of the npm package ``@mdn/browser-compat-data``, CC0)::

    python tools/engines.py learn data.json

Without arguments it checks the sources, as ``make lint`` does. ``tools/engines.toml`` names the allowed gaps, with
the substitute that those browsers show.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
LEARNT, ALLOWED = ROOT / "tools" / "engines.json", ROOT / "tools" / "engines.toml"
FLOOR = {"safari_ios": (15, 6), "chrome_android": (109,), "firefox": (115,)}
SHOWN = {"safari_ios": "iPadOS 15", "chrome_android": "Chrome 109", "firefox": "Firefox 115"}
# The data names these units by their kind.
UNITS = {
    "viewport_percentage_units_dynamic": ("dvh", "dvw", "dvi", "dvb", "dvmin", "dvmax"),
    "viewport_percentage_units_large": ("lvh", "lvw", "lvi", "lvb", "lvmin", "lvmax"),
    "viewport_percentage_units_small": ("svh", "svw", "svi", "svb", "svmin", "svmax"),
    "container_query_length_units": ("cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax"),
}
# Syntax that has no name in a script: its path in the data, and the pattern that finds it.
WRITING = {
    "javascript.classes.static_initialization_blocks": r"\bstatic\s*\{",
    "javascript.regular_expressions.lookbehind_assertion": r"\(\?<[=!]",
    "javascript.statements.import.import_attributes": r"\bimport\b[^;]*\bwith\s*\{",
    "javascript.operators.await.top_level": r"^await\b",
}
MEMBER, BUILT = re.compile(r"\.([A-Za-z]\w+)\b"), re.compile(r"(?<![.\w])(?:new )?([A-Za-z]\w+)(?=\()|\bnew ([A-Z]\w+)")
# A script's own names: functions, constants, keys of an object, attributes of a page's data.
OWN = re.compile(
    r"\b(?:function|const|let|class)\s+(\w+)|(?<=[{,])\s*(\w+)(?=\s*[:,}])|\bdataset\.(\w+)|[(,]\s*(\w+)(?=[,)])"
)
PSEUDO = re.compile(r"::?([a-z][a-z-]+)")
TAG = re.compile(r"<([a-z]+)\b((?:[^<>{}]|\{\{.*?\}\}|\{%.*?%\})*)>", re.DOTALL)
ATTRIBUTE = re.compile(r"(?<![\w-])([a-z]+)(?==|[\s>]|$)")


def lacking(entry: dict[str, Any]) -> list[str]:
    """Return the browsers of the floor that lack an entry of the data, or have it only behind a prefix or a flag."""
    support = entry.get("__compat", {}).get("support", {})
    return [engine for engine, floor in FLOOR.items() if engine in support and not _has(support[engine], floor)]


def _has(support: Any, floor: tuple[int, ...]) -> bool:
    statements = support if isinstance(support, list) else [support]
    plain = [one for one in statements if not {"prefix", "alternative_name", "flags", "version_removed"} & {*one}]
    return any(one["version_added"] and _version(one["version_added"]) <= floor for one in plain)


def _version(text: str) -> tuple[int, ...]:
    return (999,) if text == "preview" else tuple(int(part) for part in text.lstrip("≤").split("."))


def learn(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return the missing names by kind, with the browsers that lack them."""
    css, missing = data["css"], {}
    properties = css["properties"]
    missing["property"] = dict(_missing(properties))
    missing["value"] = {
        f"{name}: {value.replace('_function', '()')}": engines
        for name, values in properties.items()
        if name not in missing["property"]
        for value, engines in _missing(values)
    }
    missing["selector"] = dict(_missing(css["selectors"]))
    missing["at-rule"] = dict(_missing(css["at-rules"]))
    missing["media"] = dict(_missing(css["at-rules"]["media"]))
    missing["unit"] = {
        unit: engines for name, engines in _missing(css["types"]["length"]) for unit in UNITS.get(name, (name,))
    }
    missing["function"] = {
        name: engines
        for kind in (css["types"], css["types"]["color"], css["types"]["transform-function"], css["types"]["gradient"])
        for name, engines in _missing(kind)
    }
    builtins = data["javascript"]["builtins"]
    missing["script"] = _missing_members(data["api"], builtins, builtins.get("Intl", {}))
    missing["writing"] = {path: engines for path in WRITING if (engines := _joined(lacking(_at(data, path))))}
    missing["element"] = dict(_missing(data["html"]["elements"]))
    missing["attribute"] = dict(_missing(data["html"]["global_attributes"])) | {
        f"{element} {name}": engines
        for element, attributes in data["html"]["elements"].items()
        if element not in missing["element"]
        for name, engines in _missing(attributes)
    }
    return missing


def _missing(entries: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, entry in sorted(entries.items()):
        if name != "__compat" and (engines := _joined(lacking(entry))):
            yield name, engines


def _missing_members(*kinds: dict[str, Any]) -> dict[str, str]:
    """Return the names that a script can use, but no interface of the oldest browsers has."""
    known, missing = set(), {}
    interfaces = [(name, entry) for kind in kinds for name, entry in kind.items() if name != "__compat"]
    for interface, entry in interfaces:
        for name, member in [(interface, entry), *entry.items()]:
            plain = name.removesuffix("_static").removesuffix("_event")
            if name == "__compat" or not plain.isidentifier() or name.endswith("_event"):
                continue
            if engines := _joined(lacking(member)):
                missing[plain] = engines
            else:
                known.add(plain)
    return {name: engines for name, engines in sorted(missing.items()) if name not in known}


def _joined(engines: list[str]) -> str:
    return ", ".join(SHOWN[engine] for engine in engines)


def _at(data: dict[str, Any], path: str) -> dict[str, Any]:
    for part in path.split("."):
        data = data.get(part, {})
    return data


def names_of_style(text: str) -> Iterator[tuple[str, str]]:
    """Yield kind and name of everything in a style sheet that a browser may lack, outside of ``@supports``."""
    yield from _names_of_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def _names_of_rules(rules: list[Any]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        if rule.type == "at-rule":
            yield "at-rule", rule.lower_at_keyword
            if rule.lower_at_keyword == "media":
                words = re.findall(r"[a-z][a-z-]+", tinycss2.serialize(rule.prelude))
                yield from (("media", word) for word in words)
            if rule.content and rule.lower_at_keyword in ("media", "layer", "container", "keyframes"):
                yield from _names_of_rules(tinycss2.parse_rule_list(rule.content, True, True))
            elif rule.content and rule.lower_at_keyword != "supports":
                yield from _names_of_declarations(rule.content)
        elif rule.type == "qualified-rule":
            yield from (("selector", name) for name in PSEUDO.findall(tinycss2.serialize(rule.prelude)))
            yield from _names_of_declarations(rule.content)


def _names_of_declarations(content: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield the names in declarations; the earlier of two declarations and the prefixed name are fallbacks."""
    found = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    declared = [token for token in found if token.type == "declaration"]
    names = [token.lower_name for token in declared]
    if any(token.type == "qualified-rule" for token in found):
        yield "selector", "nesting"
    for place, declaration in enumerate(declared):
        if not declaration.lower_name.startswith("-") and f"-webkit-{declaration.lower_name}" not in names:
            yield "property", declaration.lower_name
        if declaration.lower_name not in names[:place]:
            yield from _names_of_value(declaration.lower_name, declaration.value)


def _names_of_value(prop: str, tokens: list[Any]) -> Iterator[tuple[str, str]]:
    for token in tokens:
        if token.type == "ident":
            yield "value", f"{prop}: {token.lower_value}"
        elif token.type == "dimension":
            yield "unit", token.lower_unit
        elif token.type == "function":
            yield "value", f"{prop}: {token.lower_name}()"
            yield "function", token.lower_name
            yield from _names_of_value(prop, token.arguments)
        elif token.type == "() block":
            yield from _names_of_value(prop, token.content)


def names_of_script(text: str) -> Iterator[tuple[str, str]]:
    """Yield kind and name of everything in a script that a browser may lack, without comments."""
    code = re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", text, flags=re.DOTALL)
    own = {name for found in OWN.findall(code) for name in found}
    named = [*MEMBER.findall(code), *(first or second for first, second in BUILT.findall(code))]
    yield from (("script", name) for name in named if name not in own)
    yield from (("writing", path) for path, seen in WRITING.items() if re.search(seen, code, re.MULTILINE))
    quoted = re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", code)
    yield from (("selector", name) for words in quoted for name in PSEUDO.findall(words))


def names_of_template(text: str) -> Iterator[tuple[str, str]]:
    """Yield kind and name of the elements and attributes in a template."""
    for element, attributes in TAG.findall(text):
        yield "element", element
        plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", re.sub(r"\"[^\"]*\"", '""', attributes), flags=re.DOTALL)
        for name in ATTRIBUTE.findall(plain):
            yield "attribute", name
            yield "attribute", f"{element} {name}"


def gaps(missing: dict[str, dict[str, str]]) -> dict[tuple[str, str], dict[str, str]]:
    """Return the gaps in the sources: kind and name, with the browsers that lack it by file."""
    readers = {".css": names_of_style, ".js": names_of_script, ".html": names_of_template}
    found: dict[tuple[str, str], dict[str, str]] = {}
    paths = [path for folder in ("hostdesk", "ledger", "templates") for path in (ROOT / folder).rglob("*.*")]
    for path in sorted(path for path in paths if path.suffix in readers):
        for kind, name in readers[path.suffix](path.read_text(encoding="utf-8")):
            if engines := missing[kind].get(name):
                found.setdefault((kind, name), {})[str(path.relative_to(ROOT))] = engines
    return found


def main(arguments: list[str]) -> int:
    """Learn the missing names, or check the sources; return 1 if a gap is not allowed, or an allowed gap is gone."""
    if arguments[:1] == ["learn"]:
        missing = learn(json.loads(Path(arguments[1]).read_text(encoding="utf-8")))
        LEARNT.write_text(json.dumps(missing, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0
    allowed = tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    found = gaps(json.loads(LEARNT.read_text(encoding="utf-8")))
    known = {(kind, name) for kind, names in allowed.items() for name in names}
    for (kind, name), places in sorted(found.items()):
        if (kind, name) not in known:
            print(f"{kind} {name}: missing in {next(iter(places.values()))} ({', '.join(places)})")
    for kind, name in sorted(known - {*found}):
        print(f"{kind} {name}: allowed in {ALLOWED.name}, and nothing has it any more")
    return int(known != {*found})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
