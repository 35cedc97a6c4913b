#!/usr/bin/env python3
"""Measure the weight and the shape of the product's code, and fail above a budget.

It counts the Python of the three apps without migrations, their templates, style sheets and scripts. ``make lint``
runs it. A budget may only go down, unless a commit names the feature that pays for the rise.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("reservations", "ledger", "hostdesk")
# Code lines of Python; some 1,300 of them for paying on the phone and for the wheel, 25 for queries whose SQL is kept.
MOST_CODE = 46_525
MOST_TEMPLATE = 10_322  # lines of templates; some 50 of them for tables on television and answers on phones
MOST_WIDE = 0  # lines over TEMPLATE_WIDTH
MOST_CSS = 3_900  # a long line counts as the number of lines it fills
MOST_SCRIPT = 1_582
TEMPLATE_WIDTH, CSS_WIDTH = 160, 120  # characters of a line
MOST_FUNCTIONS = 61  # per 1,000 lines; it rose because lines were removed, not because functions were added
MOST_ONCE = 50  # percent of the private functions
MOST_TINY = 19  # modules under TINY lines: a command is one, whatever its size
TINY = 40
MOST_MODULES, MOST_TEMPLATES = 18, 30  # in one folder
FRAMEWORK = ("apps.py", "wsgi.py", "base.py")


def modules() -> Iterator[Path]:
    """Yield the modules of the product, without ``__init__.py`` files and migrations."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts and path.name != "__init__.py":
                yield path


def code_lines(source: str, tree: ast.Module) -> int:
    """Count the lines that hold a token other than a comment or a docstring."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        number
        for node in ast.walk(tree)
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
        for number in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    used = {n for token in tokens if token.type not in layout for n in range(token.start[0], token.end[0] + 1)}
    return len(used - docstrings)


def filled_lines(suffix: str, width: int, *folders: str) -> int:
    """Count the lines of the files with that suffix; a line over ``width`` characters counts as the lines it fills."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    return sum(max(1, -(-len(line) // width)) for line in lines)


def functions(tree: ast.Module) -> list[str]:
    """Return the names of all functions and methods of a module."""
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def called_once(source: str, names: list[str]) -> list[str]:
    """Return the private functions that the module names at most once besides their definition."""
    return [name for name in names if len(re.findall(rf"\b{name}\b", source)) <= 2]


def is_private(name: str) -> bool:
    """Tell whether a function is private to its module."""
    return name.startswith("_") and not name.startswith("__")


def lines_of(suffix: str, *folders: str) -> int:
    """Count the lines of the files with that suffix."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths if "migrations" not in path.parts)


def widest(suffix: str, *folders: str) -> tuple[int, str]:
    """Return the number of files with that suffix in the fullest folder, and the folder."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}"))
    counted = Counter(path.parent for path in paths if path.name != "__init__.py" and "migrations" not in path.parts)
    folder, most = counted.most_common(1)[0]
    return most, str(folder.relative_to(ROOT))


def main() -> int:
    """Print the figures; return 1 if one of them is over its bound."""
    sources = {path: path.read_text(encoding="utf-8") for path in modules()}
    trees = {path: ast.parse(source) for path, source in sources.items()}
    named = {path: functions(tree) for path, tree in trees.items()}
    packages = [path for app in APPS for path in (ROOT / app).rglob("__init__.py")]
    beside = [path.read_text(encoding="utf-8") for path in (*packages, ROOT / "manage.py")]
    code = sum(code_lines(source, trees[path]) for path, source in sources.items())
    code += sum(code_lines(source, ast.parse(source)) for source in beside)
    templates, styles = filled_lines(".html", TEMPLATE_WIDTH, "templates"), filled_lines(".css", CSS_WIDTH, *APPS)
    lines, drawn = lines_of(".py", *APPS), (ROOT / "templates").rglob("*.html")
    wide = sum(len(line) > TEMPLATE_WIDTH for path in drawn for line in path.read_text(encoding="utf-8").splitlines())
    per_thousand = sum(map(len, named.values())) * 1000 / lines
    private = {path: [name for name in names if is_private(name)] for path, names in named.items()}
    once = sum(len(called_once(sources[path], names)) for path, names in private.items())
    percent_once = once * 100 / max(1, sum(map(len, private.values())))
    tiny = [path for path, source in sources.items() if source.count("\n") < TINY and path.name not in FRAMEWORK]
    (most_modules, where), (most_templates, there) = widest(".py", *APPS), widest(".html", "templates")
    rows = (
        ("code lines of Python", code, MOST_CODE, ""),
        ("lines of templates", templates, MOST_TEMPLATE, ""),
        (f"lines of templates over {TEMPLATE_WIDTH}", wide, MOST_WIDE, ""),
        ("lines of CSS", styles, MOST_CSS, ""),
        ("lines of scripts", lines_of(".js", *APPS), MOST_SCRIPT, ""),
        ("functions per 1,000 lines", per_thousand, MOST_FUNCTIONS, ""),
        ("private functions called once, %", percent_once, MOST_ONCE, ""),
        (f"modules under {TINY} lines", len(tiny), MOST_TINY, ""),
        ("modules in the widest folder", most_modules, MOST_MODULES, where),
        ("templates in the widest folder", most_templates, MOST_TEMPLATES, there),
    )
    too_much = [what for what, now, most, _ in rows if round(now) > most]
    for what, now, most, place in rows:
        print(f"{what:34} {now:9,.1f}   at most {most:6,}  {'TOO MUCH ' if what in too_much else ''}{place}")
    return int(bool(too_much))


if __name__ == "__main__":
    sys.exit(main())
