"""The import direction and the other house rules for code, checked on the syntax tree.

Every check returns sentences, is empty on the product, and has a control: a planted fault that it must find.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# hostdesk may import ledger and reservations, ledger may import reservations, and reservations may import neither.
FLOORS = ("reservations", "ledger", "hostdesk")
# The last word of a file's name tells the layer of a module; inside an app a layer imports itself and those before it.
# A module with any other name is pure: it knows neither Django nor a layer that does.
LAYERS = (
    *("pure", "base", "models", "schema", "queries", "server", "commands", "worker"),
    *("forms", "filters", "tables", "context", "page", "guard", "middleware", "views", "urls", "frame"),
)
# Modules with names that Django expects, and its entry points.
FRAME = ("management", "templatetags", "__main__", "apps", "settings", "wsgi")
# The modules that merge two players and separate them again.
MERGING = ("hostdesk.people.players.commands", "ledger.undoing.commands")
# The modules that record when a row was made on this machine, whatever the time of the act or the version.
RECORDING = ("reservations.acts.commands", "reservations.houses.commands")
MOST_MODULES, MOST_TEMPLATES = 18, 30
# Commands and files that users without the source lack, and the modules that may name them.
ONE_WAY_IN = re.compile(r"manage\.py |make (?:host-link|run|install|demo)\b|docs/\w+\.md")
OF_THE_SOURCE = (
    *("hostdesk.management.commands.update", "hostdesk.management.commands.serve"),
    *("hostdesk.safekeeping.second_place.text", "reservations.acts.program"),
)


parsed = cache(ast.parse)  # every rule walks the same trees


def product() -> dict[str, str]:
    """Return the source of every module of the product by its dotted name."""
    paths = (path for app in FLOORS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)
    return {_dotted(path): path.read_text(encoding="utf-8") for path in paths}


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(module: str, source: str) -> Iterator[str]:
    """Yield the imports of a module: ``from a.b import c`` is ``a.b.c``, and relative imports are spelt out."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = [*module.split(".")[: -node.level], node.module or ""] if node.level else [node.module or ""]
            yield from (".".join([*filter(None, start), alias.name]) for alias in node.names)


def layer_of(module: str) -> str:
    """Return the layer of a module of the product: ``pure`` unless its name says otherwise."""
    _, *parts = module.split(".")
    if not parts or any(part in FRAME for part in parts):
        return "frame"
    word = parts[-1].rpartition("_")[2]
    return word if word in LAYERS else "pure"


def module_of(target: str, sources: dict[str, str]) -> str:
    """Return the module of an import: that of ``ledger.models.Act`` is ``ledger.models``."""
    parent, _, name = target.rpartition(".")
    return parent if target not in sources and (parent in sources or not name.islower()) else target


def wrong_direction(sources: dict[str, str]) -> list[str]:
    """Return the imports that lead to a floor above."""
    return [
        f"{module} imports {target}"
        for module, source in sources.items()
        for target in imports(module, source)
        if _floor(target) > _floor(module)
    ]


def _floor(module: str) -> int:
    app = module.partition(".")[0]
    return FLOORS.index(app) if app in FLOORS else -1


def wrong_layer(sources: dict[str, str]) -> list[str]:
    """Return the imports inside an app that lead to a later layer."""
    return [
        f"{module} ({layer_of(module)}) imports {found} ({layer_of(found)})"
        for module, source in sources.items()
        for found in (module_of(target, sources) for target in imports(module, source))
        if _floor(found) == _floor(module) and "." in found and _place(found) > _place(module)
    ]


def _place(module: str) -> int:
    return LAYERS.index(layer_of(module))


def impure(sources: dict[str, str]) -> list[str]:
    """Return the imports of Django, or of a layer that knows it, in pure modules."""
    return [
        f"{module} imports {target}"
        for module, source in sources.items()
        if layer_of(module) == "pure"
        for target in imports(module, source)
        if target.partition(".")[0] == "django" or ("." in target and _is_ours(target) and _knows(target, sources))
    ]


def _is_ours(target: str) -> bool:
    return target.partition(".")[0] in FLOORS


def _knows(target: str, sources: dict[str, str]) -> bool:
    return layer_of(module_of(target, sources)) != "pure"


def crowded(paths: list[Path], most: int) -> list[str]:
    """Return the folders with more than that many files."""
    counted = Counter(path.parent for path in paths)
    return [f"{folder} holds {count}" for folder, count in counted.items() if count > most]


def hidden_imports(sources: dict[str, str]) -> list[str]:
    """Return the imports inside functions."""
    return [
        f"{module}:{node.lineno} imports inside {function.name}"
        for module, source in sources.items()
        for function in ast.walk(parsed(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def raw_paragraphs(sources: dict[str, str]) -> list[str]:
    """Return calls of ``Paragraph``, which reads markup: a name with ``<`` breaks a paper. ``ledger.paper`` draws."""
    return [
        f"{module}:{node.lineno} calls Paragraph"
        for module, source in sources.items()
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Paragraph"
    ]


def knowing_duplicates(sources: dict[str, str]) -> list[str]:
    """Return words about merged players above ``models`` and ``queries``: rows are by person, only merging knows."""
    words = re.compile(r"people_at|merged_into|\.survivor\b")
    return [
        f"{module}:{line} says {found[0]}"
        for module, source in sources.items()
        if layer_of(module) not in ("models", "queries") and module not in MERGING
        for line, text in enumerate(source.splitlines(), start=1)
        if (found := words.search(text))
    ]


def second_clocks(sources: dict[str, str]) -> list[str]:
    """Return the clocks in queries and commands of acts and facts: the stamp has the one moment of the operation."""
    return [
        f"{module}:{line} reads the clock"
        for module, source in sources.items()
        if layer_of(module) in ("queries", "commands") and module.startswith(FLOORS[:2]) and module not in RECORDING
        for line, text in enumerate(source.splitlines(), start=1)
        if re.search(r"\bnow\(\)|localdate\(\)|localtime\(\)", text)
    ]


def commands_of_two_apps(sources: dict[str, str]) -> list[str]:
    """Return the commands that share a name with another app's command: such a wrapper can bypass a rule."""
    apps: dict[str, set[str]] = {}
    for module, source in sources.items():
        for node in parsed(source).body if layer_of(module) == "commands" else ():
            if isinstance(node, ast.FunctionDef) and "stamp" in [each.arg for each in node.args.kwonlyargs]:
                apps.setdefault(node.name, set()).add(module.partition(".")[0])
    return [f"{name} is a command of {' and '.join(sorted(found))}" for name, found in apps.items() if len(found) > 1]


def names_of_two_classes(sources: dict[str, str]) -> list[str]:
    """Return the names of classes that two modules define. ``Meta`` and ``Command`` are Django's."""
    homes: dict[str, list[str]] = {}
    for module, source in sources.items():
        for node in ast.walk(parsed(source)):
            if isinstance(node, ast.ClassDef) and node.name not in ("Meta", "Command"):
                homes.setdefault(node.name, []).append(module)
    return [f"{name} is a class of {' and '.join(found)}" for name, found in homes.items() if len(found) > 1]


def house_keys_in_code(sources: dict[str, str], keys: set[str]) -> list[str]:
    """Return the strings in the code that name a preset. Docstrings may: they say where a rule comes from."""
    words = re.compile(rf"\b({'|'.join(map(re.escape, sorted(keys)))})\b", re.IGNORECASE)
    return [
        f"{module}:{node.lineno} says {node.value!r}"
        for module, source in sources.items()
        for node in _texts(parsed(source))
        if words.search(str(node.value))
    ]


def one_way_in(sources: Mapping[str, str]) -> list[str]:
    """Return the texts that name commands or files of the source alone: ``called()`` names commands as users have them.

    A source that is no Python is checked as one text.
    """
    return [
        f"{module} says {found[0]}"
        for module, source in sources.items()
        if module not in OF_THE_SOURCE
        for text in ([source] if "/" in module else (str(node.value) for node in _texts(parsed(source))))
        if (found := ONE_WAY_IN.search(text))
    ]


def _texts(tree: ast.Module) -> Iterator[ast.Constant]:
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node


def house_keys() -> set[str]:
    """Return the presets' keys, and for each key the part before its year."""
    keys = {path.stem for path in (ROOT / "hostdesk" / "rules" / "houses").glob("*.toml")}
    return keys | {key.rpartition("-")[0] for key in keys if "-" in key}


def without_a_module(tests: list[str], modules: set[str]) -> list[str]:
    """Return the tests not named after a module: ``test_views_drawer`` tests ``views`` of its folder, on the drawer."""
    commands = {f"test_{module.rpartition('/')[2]}_command" for module in modules if "/management/commands/" in module}
    return [test for test in tests if test.rpartition("/")[2] not in commands and not _modules_of(test) & modules]


def _modules_of(test: str) -> set[str]:
    folder, _, name = test.rpartition("/")
    words = name.split("_")[1:]
    return {f"{folder}/{'_'.join(words[:count])}" for count in range(1, len(words) + 1)}


@pytest.mark.parametrize(
    "check",
    [
        *(wrong_direction, wrong_layer, impure, hidden_imports, raw_paragraphs, knowing_duplicates, second_clocks),
        *(commands_of_two_apps, names_of_two_classes),
    ],
    ids=lambda c: c.__name__,
)
def test_the_product_keeps_the_rule(check):
    assert check(product()) == []


def test_no_text_takes_the_reader_to_have_the_source():
    folders = {"templates": "*.html", **dict.fromkeys(FLOORS, "*.toml")}
    paths = [path for folder, kind in folders.items() for path in sorted((ROOT / folder).rglob(kind))]
    shown = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}

    assert one_way_in(product() | shown) == []


def test_a_planted_command_of_the_source_is_found():
    sources = {"ledger.a.b": '"""As manage.py book."""\nx = f"`manage.py book` {y}"', "templates/a.html": "make run"}

    assert one_way_in(sources) == ["ledger.a.b says manage.py ", "templates/a.html says make run"]


def test_no_code_names_a_house():
    assert house_keys_in_code(product(), house_keys()) == []


@pytest.mark.parametrize(
    ("check", "module", "source", "fault"),
    [
        (
            wrong_direction,
            "reservations.players.queries",
            "import ledger.money.cents",
            "reservations.players.queries imports ledger.money.cents",
        ),
        (
            wrong_direction,
            "ledger.money.cents",
            "from hostdesk import presets",
            "ledger.money.cents imports hostdesk.presets",
        ),
        (
            wrong_layer,
            "ledger.bank.queries",
            "from ledger.buy_in import commands",
            "ledger.bank.queries (queries) imports ledger.buy_in.commands (commands)",
        ),
        (impure, "ledger.money.cents", "from django.db import models", "ledger.money.cents imports django.db.models"),
        (
            impure,
            "ledger.money.cents",
            "from reservations.models import Act",
            "ledger.money.cents imports reservations.models.Act",
        ),
        (hidden_imports, "ledger.money.cents", "def f():\n    import re", "ledger.money.cents:2 imports inside f"),
        (raw_paragraphs, "ledger.paper.layout", "a = platypus.Paragraph('x')", "ledger.paper.layout:1 calls Paragraph"),
        (raw_paragraphs, "ledger.paper.layout", "b = 1\nParagraph(b)", "ledger.paper.layout:2 calls Paragraph"),
        (second_clocks, "ledger.book.queries", "at = timezone.now()", "ledger.book.queries:1 reads the clock"),
        (knowing_duplicates, "hostdesk.own.page", "bo = player.survivor", "hostdesk.own.page:1 says .survivor"),
        (knowing_duplicates, "hostdesk.own.views", "\nread('x__merged_into')", "hostdesk.own.views:2 says merged_into"),
    ],
)
def test_a_planted_fault_is_found(check, module, source, fault):
    assert check({module: source}) == [fault]


def test_a_planted_command_of_two_apps_is_found():
    source = "def arrive(*, stamp): pass\ndef come(at): pass"
    sources = {"ledger.night.commands": source, "hostdesk.table.tonight.act_commands": source}

    assert commands_of_two_apps(sources) == ["arrive is a command of hostdesk and ledger"]


def test_a_planted_class_of_two_modules_is_found():
    source = "class Plan:\n    class Meta: pass\nclass Line: pass"
    sources = {"ledger.months.queries": source, "hostdesk.imports.results.queries": "class Plan:\n    class Meta: pass"}

    assert names_of_two_classes(sources) == [
        "Plan is a class of ledger.months.queries and hostdesk.imports.results.queries"
    ]


def test_a_planted_house_is_found():
    source = '"""As mike does."""\nif house == "Mike\'s game":\n    pass'

    assert house_keys_in_code({"ledger.buy_in.rules": source}, house_keys()) == [
        'ledger.buy_in.rules:2 says "Mike\'s game"'
    ]


def test_there_is_code_and_there_are_houses_to_look_at():
    assert {"reservations.acts.chain", "ledger.buy_in.commands", "hostdesk.management.commands.serve"} < set(product())
    assert {"dave", "dave-2018", "mike"} < house_keys()


def test_coverage_leaves_out_layers_and_no_module_by_its_name():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    left_out = settings["tool"]["coverage"]["run"]["omit"]

    layers = [f"*/*{layer}.py" for layer in LAYERS if layer not in ("pure", "commands", "frame")]
    folders, files = FRAME[:2], FRAME[2:]
    frame = [*(f"*/{name}/*" for name in folders), *(f"*/{name}.py" for name in files)]
    assert left_out == [*layers, *frame, "*/migrations/*"]


@pytest.mark.parametrize(
    ("folder", "kind", "most"), [(".", "*.py", MOST_MODULES), ("templates", "*.html", MOST_TEMPLATES)]
)
def test_no_folder_is_crowded(folder, kind, most):
    roots = [ROOT / app for app in FLOORS] if folder == "." else [ROOT / folder]
    paths = [path for root in roots for path in root.rglob(kind) if "migrations" not in path.parts]

    assert crowded([path for path in paths if path.name != "__init__.py"], most) == []


def test_a_crowded_folder_is_found():
    assert crowded([Path("ledger/a.py"), Path("ledger/b.py"), Path("hostdesk/c.py")], 1) == ["ledger holds 2"]


def test_every_test_of_a_subject_is_named_after_a_module_of_it():
    paths = [path for app in FLOORS for path in sorted((ROOT / "tests" / app).rglob("test_*.py"))]
    tests = [path.relative_to(ROOT / "tests").with_suffix("").as_posix() for path in paths]
    modules = {module.replace(".", "/") for module in product()}

    assert len(tests) > 100
    assert without_a_module([test for test in tests if "ledger/model/" not in test], modules) == []


def test_a_test_of_a_module_that_has_gone_is_found():
    tests = [
        "ledger/book/test_report",
        "ledger/book/test_report_old",
        "ledger/book/test_book_command",
        "ledger/book/test_ages",
    ]

    found = without_a_module(tests, {"ledger/book/report", "ledger/management/commands/book"})

    assert found == ["ledger/book/test_ages"]
