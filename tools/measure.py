#!/usr/bin/env python3
"""Measure the shape of the product's code, and fail where it has grown worse than agreed.

Counted over the Python of the three apps without migrations, and their style sheets. ``make lint`` runs it.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("reservations", "ledger", "hostdesk")
# What version 0.1 had before its modules were put into folders by subject.
LINES_BEFORE, FUNCTIONS_BEFORE, ONCE_BEFORE, TINY_BEFORE, CSS_BEFORE = 45_520, 78, 70, 38, 5_367
AIM_LINES = 38_000  # printed, not enforced: a feature may need more
MOST_FUNCTIONS = 60  # per 1,000 lines
MOST_ONCE = 50  # percent of the private functions
MOST_TINY = 20  # modules under TINY lines
TINY = 40
MOST_MODULES, MOST_TEMPLATES = 18, 30  # in one folder
MOST_CSS = 4_000
FRAMEWORK = ("apps.py", "wsgi.py", "base.py")


def modules() -> Iterator[Path]:
    """Yield the modules of the product; packages without code of their own, and migrations, are none."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts and path.name != "__init__.py":
                yield path


def functions(tree: ast.Module) -> list[str]:
    """Return the names of all functions and methods of a module."""
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def called_once(source: str, names: list[str]) -> list[str]:
    """Return which private functions the module names once besides their definition."""
    return [name for name in names if len(re.findall(rf"\b{name}\b", source)) <= 2]


def is_private(name: str) -> bool:
    """Tell whether a function is private to its module."""
    return name.startswith("_") and not name.startswith("__")


def lines_of(suffix: str, *folders: str) -> int:
    """Count the lines of the files with that suffix."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths if "migrations" not in path.parts)


def widest(suffix: str, *folders: str) -> tuple[int, str]:
    """Return how many files of a kind lie side by side at most, and where."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    counted = Counter(path.parent for path in paths if path.name != "__init__.py" and "migrations" not in path.parts)
    folder, most = counted.most_common(1)[0]
    return most, str(folder.relative_to(ROOT))


def main() -> int:
    """Print the figures; 1 when one of them is beyond its bound."""
    sources = {path: path.read_text(encoding="utf-8") for path in modules()}
    named = {path: functions(ast.parse(source)) for path, source in sources.items()}
    lines = lines_of(".py", *APPS)
    per_thousand = sum(map(len, named.values())) * 1000 / lines
    private = {path: [name for name in names if is_private(name)] for path, names in named.items()}
    once = sum(len(called_once(sources[path], names)) for path, names in private.items())
    percent_once = once * 100 / max(1, sum(map(len, private.values())))
    tiny = [path for path, source in sources.items() if source.count("\n") < TINY and path.name not in FRAMEWORK]
    (most_modules, where), (most_templates, there) = widest(".py", *APPS), widest(".html", "templates")
    css = lines_of(".css", *APPS)
    rows = (
        ("lines of Python", lines, None, LINES_BEFORE, f"aim {AIM_LINES}"),
        ("functions per 1,000 lines", per_thousand, MOST_FUNCTIONS, FUNCTIONS_BEFORE, ""),
        ("private functions called once, %", percent_once, MOST_ONCE, ONCE_BEFORE, ""),
        (f"modules under {TINY} lines", len(tiny), MOST_TINY, TINY_BEFORE, ""),
        ("modules in the widest folder", most_modules, MOST_MODULES, 86, where),
        ("templates in the widest folder", most_templates, MOST_TEMPLATES, 218, there),
        ("lines of CSS", css, MOST_CSS, CSS_BEFORE, ""),
    )
    too_much = [what for what, now, most, _, _ in rows if most is not None and round(now) > most]
    for what, now, most, before, place in rows:
        bound = "" if most is None else f"at most {most}"
        print(f"{what:34} {now:8.1f}   {bound:16} before {before:6}  {'TOO MUCH ' if what in too_much else ''}{place}")
    return int(bool(too_much))


if __name__ == "__main__":
    sys.exit(main())
