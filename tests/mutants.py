"""Change one operator of the product at a time, and see whether the nearest tests fail: ``python -m tests.mutants``.

No file is changed. A pytest run loads a module, its tests and an empty database once and forks for each mutant; the
changed code goes into the functions of that child alone. So only the bodies of functions are changed, and a test that
starts the desk as a separate program sees no mutant. A child that takes far too long counts as killed.
"""

import argparse
import ast
import gc
import importlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db import connections
from django.test.utils import setup_databases
from pytest_django.plugin import blocking_manager_key

from tests.test_architecture import FLOORS, ROOT, layer_of, product

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)]
OTHER: dict[type, Any] = dict([(ast.And, ast.Or), (ast.Add, ast.Sub), *PAIRS])
OTHER |= {other: one for one, other in OTHER.items()}
PLUGIN = (
    *("-m", "pytest", "-qs", "-m", "not long"),
    *("-p", "tests.mutants", "-p", "no:cacheprovider", "-p", "no:xdist", "--mutants"),
)
Mutant = NamedTuple("Mutant", [("line", int), ("before", str), ("after", str), ("code", CodeType)])  # noqa: UP014  # short
reports: list[pytest.TestReport] = []


def mutants(source: str, path: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, with the changed code of the function that holds it."""
    tree = ast.parse(source)
    for function in functions(tree.body):
        place = (function.name, min([function.lineno, *(each.lineno for each in function.decorator_list)]))
        for node in (node for statement in function.body for node in ast.walk(statement)):
            for field, other in swaps(node):
                before, kept = ast.unparse(node), getattr(node, field)
                setattr(node, field, other)
                whole = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
                code = next(code for code in codes(whole) if place_of(code) == place)
                yield Mutant(getattr(node, "lineno", place[1]), before, ast.unparse(node), code)
                setattr(node, field, kept)


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the functions and methods; nested ones belong to the outer function."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body)


def place_of(code: CodeType) -> tuple[str, int]:
    """Return the name and the first line of a function."""
    return code.co_name, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code and all code nested in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes(part)


def swaps(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node that can be changed, with their new values."""
    match node:
        case ast.Compare(ops=ops):
            yield from (("ops", [*ops[:at], OTHER[type(op)](), *ops[at + 1 :]]) for at, op in enumerate(ops))
        # A minus between strings or lists would break every test.
        case ast.BinOp(left=ast.Constant(value=str()) | ast.JoinedStr() | ast.List() | ast.Tuple()):
            return
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OTHER:
            yield "op", OTHER[type(op)]()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.Return(value=ast.Constant(value=bool() as answer)):
            yield "value", ast.Constant(not answer)
        case ast.Constant(value=int() as number) if type(number) is int and 0 <= number < 4:
            yield "value", abs(number - 1)


def nearest_tests(module: Path) -> list[list[Path]]:
    """Return the test files named after a module, then the others of its subject, then those of its app that import it.

    The later ones test the mutants that survive the earlier ones.
    """
    folder, name = ROOT / "tests" / module.parent, module.stem
    named = [*folder.glob(f"test_{name}.py"), *folder.glob(f"test_{name}_*.py")]
    if module.parent.name == "commands":
        named = [*(ROOT / "tests").rglob(f"test_{name}_command*.py")]
    others = {*folder.glob("test_*.py")} - {*named}
    imported = f"from {'.'.join(module.with_suffix('').parts)} import "
    of_app = (path for path in (ROOT / "tests" / module.parts[0]).rglob("test_*.py") if path.parent != folder)
    importing = {path for path in of_app if imported in path.read_text(encoding="utf-8")} - {*named}
    return [sorted(paths) for paths in (named, others, importing) if paths]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the job: a JSON file with a module and the numbers of its mutants; the answer replaces it."""
    parser.addoption("--mutants", type=Path)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep the report of a test."""
    reports.append(report)


class DatabaseIsMade:
    """A replacement for pytest-django's fixture."""

    @pytest.fixture(scope="session")
    def django_db_setup(self) -> None:
        """Leave the database as it was made before the first fork."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests unchanged, then for every mutant until one fails, the quickest file first.

    Tests that fail unchanged are left out, and tests with several connections.
    """
    job = session.config.getoption("--mutants")
    asked = json.loads(job.read_text())
    path = str(importlib.import_module(asked["module"]).__file__)
    if blocking_manager_key in session.config.stash:
        importlib.import_module(settings.ROOT_URLCONF)
        with session.config.stash[blocking_manager_key].unblock():
            setup_databases(verbosity=0, interactive=False)
            connections.close_all()
        session.config.pluginmanager.register(DatabaseIsMade())
    marks = {item: item.get_closest_marker("django_db") for item in session.items}
    items = [item for item, mark in marks.items() if not (mark and mark.kwargs.get("transaction"))]
    forked(lambda: run(session, items, unchanged=job), 1_800)
    unchanged = json.loads(job.read_text())
    took = Counter[str]()
    for name, seconds, _ in unchanged:
        took[name.partition("::")[0]] += seconds
    failed = {name for name, _, is_failed in unchanged if is_failed}
    items = [item for item in items if item.nodeid not in failed]
    items.sort(key=lambda item: took[item.nodeid.partition("::")[0]])
    gc.unfreeze()
    ours = [each for each in gc.get_objects() if isinstance(each, FunctionType) and each.__code__.co_filename == path]
    found, survived = [*mutants(Path(path).read_text(encoding="utf-8"), path)], []
    for number in asked["numbers"]:
        # Functions that the changed one has made already are changed too.
        new = {place_of(code): code for code in codes(found[number].code) if code.co_name[0] != "<"}
        changed = [(each, new[place_of(each.__code__)]) for each in ours if place_of(each.__code__) in new]
        if not forked(partial(run, session, items, changed), 20 + 5 * took.total()):
            survived.append((number, *found[number][:3]))
    job.write_text(json.dumps({"survived": survived, "failed": sorted(failed)}))
    return True


def run(session: pytest.Session, items: Any, changed: Any = (), unchanged: Path | None = None) -> int:
    """Run tests with those functions changed until one fails, and return 1; or run all and write their reports."""
    for function, code in changed:
        function.__code__ = code
    for item, after in itertools.pairwise([*items, None]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed and not unchanged:
            return 1
    if unchanged:
        unchanged.write_text(json.dumps([(each.nodeid, each.duration, each.failed) for each in reports]))
    return 0


def forked(work: Callable[[], int], most_seconds: float) -> int:
    """Do the work in a child and return its exit status: not 0 if it failed or was still running at the end."""
    child = os.fork()
    if not child:
        code = 1
        try:
            signal.setitimer(signal.ITIMER_PROF, most_seconds)  # processor time only: other work kills no mutant
            signal.alarm(int(10 * most_seconds))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            code = work()
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def judged(module: Path, numbers: list[int], tests: list[Path], *more: str, folder: Path = ROOT) -> dict[str, Any]:
    """Return the mutants that ``survived`` those tests, by number, line and change, and the tests that ``failed``.

    The latter failed with unchanged code. Raises ``RuntimeError`` with the end of pytest's output if a run breaks off.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as own:
        job = Path(own, "job.json")
        job.write_text(json.dumps({"module": ".".join(module.with_suffix("").parts), "numbers": numbers}))
        env = {**os.environ, "DATABASE_URL": "sqlite:///:memory:", "TMPDIR": own, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, *PLUGIN, str(job), *more, *map(str, tests)]
        with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, start_new_session=True) as pytests:
            output = pytests.communicate()[0]
        with suppress(ProcessLookupError):
            os.killpg(pytests.pid, signal.SIGKILL)  # processes that tests had started and not ended
        answer: dict[str, Any] = json.loads(job.read_text())
    if "survived" not in answer:
        raise RuntimeError(f"{module}: {output.decode()[-2_000:]}")
    return answer


def drawn(asked: argparse.Namespace) -> Iterator[tuple[Path, list[int]]]:
    """Draw modules, and mutants of each, until there are enough."""
    chance, left = random.Random(asked.seed), asked.count
    names = [name for name in product() if not asked.layers or layer_of(name) in asked.layers.split(",")]
    for module in (Path(*name.split(".")).with_suffix(".py") for name in chance.sample(names, len(names))):
        if any(module.is_relative_to(each) for each in asked.modules) and nearest_tests(module):
            many = len([*mutants((ROOT / module).read_text(encoding="utf-8"), "")]) if left else 0
            if numbers := sorted(chance.sample(range(many), min(many, asked.each, left))):
                left -= len(numbers)
                yield module, numbers


def options(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("modules", nargs="*", default=[*FLOORS], help="files or folders of the product")
    parser.add_argument("--layers", default="", help="only modules of these: pure,commands,queries,page,views")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--count", type=int, default=300, help="mutants in all (300)")
    parser.add_argument("--each", type=int, default=6, help="mutants of a module at most (6)")
    parser.add_argument("--minutes", type=float, default=60, help="begin with no module after so long (60)")
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args(arguments)


def main(asked: argparse.Namespace) -> int:
    """Print the seed, every survivor, and the killed mutants by layer."""
    print("seed", asked.seed, flush=True)
    end, tried, survived = time.monotonic() + 60 * asked.minutes, Counter[str](), Counter[str]()

    def judge(module: Path, numbers: list[int]) -> None:
        if time.monotonic() > end:
            return
        layer, left = layer_of(".".join(module.with_suffix("").parts)), [(number, 0, "", "") for number in numbers]
        for tests in nearest_tests(module):
            answer = judged(module, [each[0] for each in left], tests)
            left = answer["survived"]
            print("".join(f"{name} fails unchanged\n" for name in answer["failed"]), end="", flush=True)
            if not left:
                break
        tried[layer] += len(numbers)
        survived[layer] += len(left)
        lines = [f"{module}:{line}  {before}  ->  {after}\n" for _, line, before, after in left]
        print("".join(lines), end="", flush=True)

    with ThreadPoolExecutor(asked.workers) as pool:
        for waiting in [pool.submit(judge, *each) for each in drawn(asked)]:
            waiting.result()
    for layer, many in sorted(tried.items()):
        print(f"{layer}: {many - survived[layer]} of {many} killed, {100 - survived[layer] * 100 / many:.0f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(options(sys.argv[1:])))
