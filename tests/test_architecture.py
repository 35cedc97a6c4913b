"""The import direction and the other rules of the house for code, walked by the syntax tree.

Every check returns sentences, is empty on the product, and has a control: a planted fault that it must find.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# hostdesk may import ledger and reservations, ledger may import reservations, reservations neither.
FLOORS = ("reservations", "ledger", "hostdesk")
# Inside an app a room may import itself and those before it.
ORDER = ("pure", "models", "queries", "commands", "reports", "pdf", "views", "urls", "entry")
ROOMS = {
    "reservations": {
        "pure": (
            "attendance attendance_statement attendance_terms balancing broken chain clock "
            "concerning conduct days digits documents door_list draws due facts ical kinds ladder letter_words "
            "letters marks names outcomes plans positions problems recurring roll roll_steps seating seating_chart "
            "seating_statement seating_terms seats table_steps then_words twins waiting"
        ),
        "models": "acts append_only desk fact_log models",
        "queries": "calendars conducting nights queries rolls strikes tables turnout",
        "commands": "commands",
        "views": "forms",
        "entry": "apps",
    },
    "ledger": {
        "pure": (
            "ages allowance amount_words balances_file book_changes book_report broken broken_credit cash cash_fields "
            "chips colour_counts colour_fields course credit csv_rows difference emergency_sheet limits money "
            "month_report month_text night_report note_slip notes payout payout_chosen payout_parts payout_words "
            "reconcile settle settle_exact settle_packing settle_search settle_sets statement suspects terms "
            "wording"
        ),
        "models": "accounts models",
        "queries": (
            "arrears book claims consolidations leaving owing paid_out place queries register resting standings "
            "winnings"
        ),
        "commands": "commands paying recording",
        "reports": (
            "book_reports journal months report_sums reports sheets tables verify verify_cells verify_notes verify_rows"
        ),
        "pdf": ("book_pdf lettering month_pdf paper paper_tables pdf sheet_pdf slip_pdf"),
        "views": "book_forms counting_forms forms",
        "entry": "apps management",
    },
    "hostdesk": {
        "pure": (
            "browsers coming_words counted doubled environment keys logs mail_server night_log night_log_fields oval "
            "own_game presets toml_text"
        ),
        "models": "addresses database_faults headers models profiles sqlite",
        "queries": (
            "act_lines attendance_told book_listing cash_outs clock_now closing closing_notes coming_night "
            "conduct_now credit_said credit_tonight door emergency entering expected exporting guests "
            "health house_rules leads listing marks month_calendar months name_list night_book night_words "
            "notes_told occasions old_book own own_coming places report_cells reserving rulings "
            "seat_map seating_now table_calls table_draws tonight tv two_tables visitors"
        ),
        "commands": (
            "backups bank_commands book_commands calendar_feeds clock_commands commands conduct_commands demo "
            "devices door_commands emails handles hosts importing keeping_up mailing messages online player_links "
            "serving setting_up signing_in table_screens"
        ),
        "pdf": "door_pdf seat_cards_pdf seating_pdf",
        "views": (
            "attendance_forms attendance_tables book_tables carried clock_forms conduct_forms door_forms filters "
            "forms guest_forms look message_rows month_forms night_forms planning_forms player_forms "
            "regional rights rsvp_forms seat_forms strangers table_forms tables templatetags views"
        ),
        "urls": "urls",
        "entry": "apps management settings wsgi",
    },
}


def product() -> dict[str, str]:
    """Return the source of every module of the product by its dotted name."""
    paths = (path for app in FLOORS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)
    return {_dotted(path): path.read_text(encoding="utf-8") for path in paths}


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(module: str, source: str) -> Iterator[str]:
    """Yield what a module imports: ``from a.b import c`` is ``a.b.c``, relative imports are spelt out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = [*module.split(".")[: -node.level], node.module or ""] if node.level else [node.module or ""]
            yield from (".".join([*filter(None, start), alias.name]) for alias in node.names)


def room_of(module: str) -> str | None:
    """Return the room of a module of the product; ``None`` for an app itself and for a module without a room.

    A folder of a subject, such as ``hostdesk/seating``, is no room: there the modules have theirs.
    """
    app, *parts = module.split(".")
    rooms = {name: room for room, names in ROOMS.get(app, {}).items() for name in names.split()}
    return next((rooms[part] for part in parts if part in rooms), None)


def wrong_direction(sources: dict[str, str]) -> list[str]:
    """Imports of an app from a floor above."""
    return [
        f"{module} imports {target}"
        for module, source in sources.items()
        for target in imports(module, source)
        if _floor(target) > _floor(module)
    ]


def _floor(module: str) -> int:
    app = module.partition(".")[0]
    return FLOORS.index(app) if app in FLOORS else -1


def without_a_room(sources: dict[str, str]) -> list[str]:
    """Modules that no room of their app names; the folder of a subject needs none, which is a docstring alone."""
    return [
        module
        for module, source in sources.items()
        if "." in module and room_of(module) is None and not _is_docstring_alone(ast.parse(source))
    ]


def _is_docstring_alone(tree: ast.Module) -> bool:
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


def wrong_room(sources: dict[str, str]) -> list[str]:
    """Imports inside an app from a room that comes later."""
    return [
        f"{module} ({room_of(module)}) imports {target} ({room_of(target)})"
        for module, source in sources.items()
        for target in imports(module, source)
        if _floor(target) == _floor(module) and _place(target) > _place(module)
    ]


def _place(module: str) -> int:
    room = room_of(module)
    return ORDER.index(room) if room else -1


def impure(sources: dict[str, str]) -> list[str]:
    """Imports of Django, or of a room that knows it, by a pure module."""
    return [
        f"{module} imports {target}"
        for module, source in sources.items()
        if room_of(module) == "pure"
        for target in imports(module, source)
        if target.partition(".")[0] == "django" or room_of(target) not in (None, "pure")
    ]


def hidden_imports(sources: dict[str, str]) -> list[str]:
    """Imports inside a function."""
    return [
        f"{module}:{node.lineno} imports inside {function.name}"
        for module, source in sources.items()
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def raw_paragraphs(sources: dict[str, str]) -> list[str]:
    """Calls of ``Paragraph``, which reads markup: a name with ``<`` in it breaks the paper. ``ledger.paper`` draws."""
    return [
        f"{module}:{node.lineno} calls Paragraph"
        for module, source in sources.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Paragraph"
    ]


def house_keys_in_code(sources: dict[str, str], keys: set[str]) -> list[str]:
    """Texts in the code that name a preset. Docstrings may: they say where a rule comes from."""
    words = re.compile(rf"\b({'|'.join(map(re.escape, sorted(keys)))})\b", re.IGNORECASE)
    return [
        f"{module}:{node.lineno} says {node.value!r}"
        for module, source in sources.items()
        for node in _texts(ast.parse(source))
        if words.search(str(node.value))
    ]


def _texts(tree: ast.Module) -> Iterator[ast.Constant]:
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node


def house_keys() -> set[str]:
    """Return the presets' keys, and the part of a key before its year."""
    keys = {path.stem for path in (ROOT / "hostdesk" / "houses").glob("*.toml")}
    return keys | {key.rpartition("-")[0] for key in keys if "-" in key}


@pytest.mark.parametrize(
    "check",
    [wrong_direction, without_a_room, wrong_room, impure, hidden_imports, raw_paragraphs],
    ids=lambda c: c.__name__,
)
def test_the_product_keeps_the_rule(check):
    assert check(product()) == []


def test_no_code_names_a_house():
    assert house_keys_in_code(product(), house_keys()) == []


@pytest.mark.parametrize(
    ("check", "module", "source", "fault"),
    [
        (wrong_direction, "reservations.queries", "import ledger.money", "reservations.queries imports ledger.money"),
        (wrong_direction, "ledger.money", "from hostdesk import presets", "ledger.money imports hostdesk.presets"),
        (without_a_room, "ledger.utils", "", "ledger.utils"),
        (without_a_room, "hostdesk.bank.utils", "import re", "hostdesk.bank.utils"),
        (wrong_room, "ledger.queries", "from . import pdf", "ledger.queries (queries) imports ledger.pdf (pdf)"),
        (impure, "ledger.money", "from django.db import models", "ledger.money imports django.db.models"),
        (impure, "ledger.money", "from reservations.models import Act", "ledger.money imports reservations.models.Act"),
        (hidden_imports, "ledger.money", "def f():\n    import re", "ledger.money:2 imports inside f"),
        (raw_paragraphs, "ledger.paper", "a = platypus.Paragraph('x')", "ledger.paper:1 calls Paragraph"),
        (raw_paragraphs, "ledger.paper", "b = 1\nParagraph(b)", "ledger.paper:2 calls Paragraph"),
    ],
)
def test_a_planted_fault_is_found(check, module, source, fault):
    assert check({module: source}) == [fault]


def test_a_planted_house_is_found():
    source = '"""As mike does."""\nif house == "Mike\'s game":\n    pass'

    assert house_keys_in_code({"ledger.limits": source}, house_keys()) == ['ledger.limits:2 says "Mike\'s game"']


def test_there_is_code_and_there_are_houses_to_look_at():
    assert {"reservations.chain", "ledger.commands.buying", "hostdesk.management.commands.serve"} < set(product())
    assert {"dave", "dave-2018", "mike"} < house_keys()


def test_every_pattern_of_the_coverage_finds_a_file():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    patterns = settings["tool"]["coverage"]["report"]["include"]

    assert [pattern for pattern in patterns if not list(ROOT.glob(pattern))] == []


def test_every_pure_module_is_covered():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    covered = {path for pattern in settings["tool"]["coverage"]["report"]["include"] for path in ROOT.glob(pattern)}

    pure = {ROOT / f"{module.replace('.', '/')}.py" for module in product() if room_of(module) == "pure"}

    assert sorted(str(path.relative_to(ROOT)) for path in pure - covered) == []
