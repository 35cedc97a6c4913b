"""Settings, hooks and fixtures for all tests."""

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from pypdf import PageObject
from reportlab.platypus import flowables

from reservations.acts.kept_queries import KeptQuery
from reservations.acts.moments import KEPT_ANSWERS
from tests.triggers import empty_tables

# pytest-playwright keeps an event loop in the main thread, and Django rejects queries in a thread with a loop.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# No deadline and no check for slow drawing: the first example pays for the imports, and two tests share the machine.
# The long run has the many examples.
SLOWLY = [hypothesis.HealthCheck.too_slow]
QUICK = hypothesis.settings(deadline=None, max_examples=30, suppress_health_check=SLOWLY, print_blob=True)
hypothesis.settings.register_profile("quick", QUICK)
hypothesis.settings.register_profile("long", QUICK, max_examples=5_000)
hypothesis.settings.load_profile("quick")

# Tests in these folders are not quick, nor tests in files with one of these words in the name: the layers other than
# pure modules and commands, the entry points for Django, and random walks. Nor are the tests beside the folders.
TESTS = Path(__file__).resolve().parent
FOLDERS = ("browser", "deploy", "drills", "faults", "ledger/model", "stories")
WORDS = {
    *("base", "models", "schema", "queries", "server", "worker", "forms", "filters", "tables", "context"),
    *("page", "guard", "middleware", "views", "urls", "command", "settings", "walk"),
}
# A file whose tests are all for long runs.
FOR_LONG_RUNS = re.compile(r"^pytestmark = .*\bmark\.(long|further)\b", re.MULTILINE)


@cache
def has_quick_tests(path: Path) -> bool:
    """Tell whether the tests of a file call pure modules and commands directly."""
    is_elsewhere = path.parent != TESTS and not any(path.is_relative_to(TESTS / folder) for folder in FOLDERS)
    return is_elsewhere and WORDS.isdisjoint(path.stem.split("_"))


def is_quick(item: pytest.Item) -> bool:
    """Tell whether a test is in such a file, is for `make test`, and needs only one connection."""
    database = item.get_closest_marker("django_db")
    needs_several = database and database.kwargs.get("transaction")
    later = item.get_closest_marker("long") or item.get_closest_marker("further")
    return has_quick_tests(item.path) and not needs_several and not later


def asks_database(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db")) or "db" in getattr(item, "fixturenames", ())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a wanted test: collecting some of them takes as long as running their tests."""
    if not collection_path.match("test_*.py"):
        return None
    wanted = True
    if config.option.markexpr == "quick":
        wanted = has_quick_tests(collection_path)
    elif config.option.markexpr == "not quick and not long and not further":
        text = collection_path.read_text(encoding="utf-8")
        # Only tests with several connections are left in a file of quick ones, and they are marked as such.
        wanted = ("transaction" in text or not has_quick_tests(collection_path)) and not FOR_LONG_RUNS.search(text)
    return None if wanted else True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the quick tests, and deselect those for the other database; skipping them would hide tests.

    Quick tests that ask no database differ on none: PostgreSQL's run leaves them out, too.
    """
    other = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    left_out = {item for item in items if item.get_closest_marker(other)}
    if connection.vendor == "postgresql":
        left_out |= {item for item in items if has_quick_tests(item.path) and not asks_database(item)}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]
    for item in between_first_and_last(items):
        item.add_marker("further")
    for item in filter(is_quick, items):
        item.add_marker("quick")
    yield
    items[:] = slow_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def between_first_and_last(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of the sweeps but the first and the last of each: its short sister."""
    sweeps: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sweep"):
            sweeps.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [item for cases in sweeps.values() for item in cases[1:-1]]


def slow_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in an order in which every worker begins with its share of the slow ones.

    Slow tests drive a browser or wait for a command in a process of its own. xdist gives each worker a stretch of the
    list, and gives the rest at the end to idle workers: slow tests left there would run on a single worker. The tests
    of a file stay together, because they may share a desk.
    """
    slow: dict[Path, list[pytest.Item]] = {}
    others: list[pytest.Item] = []
    for item in items:
        in_a_process = not {"browser", "deploy", "drills"}.isdisjoint(item.path.parts) or item.path.stem.endswith(
            "command"
        )
        (slow.setdefault(item.path, []) if in_a_process else others).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(slow.values(), key=len, reverse=True):
        min(shares, key=len).extend(tests)
    begun = 0
    for number, share in enumerate(shares):
        stretch = (len(items) - begun) // (workers - number)
        begun += stretch
        more = max(0, stretch - len(share))
        share.extend(others[:more])
        del others[:more]
    return [item for share in shares for item in share]


def pytest_collection_finish() -> None:
    """Collect garbage less often: a tenth of the time went into walking over thousands of tests that stay anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


# The calls in which Django builds SQL and reads the result, most of a command's time, the reading of a paper, and the
# copies that reportlab makes of what it lays out.
UNCOUNTED: dict[Any, tuple[str, ...]] = {
    QuerySet: (
        *("_fetch_all", "_filter_or_exclude", "exists", "aggregate", "create", "update"),  # zeal names who calls get
        *("order_by", "annotate", "values_list", "select_related"),
    ),
    SQLCompiler: ("execute_sql",),
    KeptQuery: ("all",),
    Model: ("save_base",),
    PageObject: ("extract_text",),
    flowables: ("deepcopy", "cdeepcopy"),
}


def uncounted(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same work with line counting switched off."""

    @wraps(work)
    def done(*args: Any, **kwargs: Any) -> Any:
        counting = sys.gettrace()
        if counting is None:
            return work(*args, **kwargs)
        sys.settrace(None)
        try:
            return work(*args, **kwargs)
        finally:
            sys.settrace(counting)

    return done


@pytest.fixture(autouse=True)
def nothing_is_kept_of_other_books() -> None:
    """Forget the pages' caches of the test before: its rows may come again, with other content."""
    KEPT_ANSWERS.clear()


@pytest.fixture(scope="session", autouse=True)
def others_are_not_counted() -> Iterator[None]:
    """Switch counting off in Django and pypdf where they call no counted code: that halves the cost of counting.

    If they ever called some, its lines would be missing from the coverage, which has to be complete.
    """
    with pytest.MonkeyPatch.context() as patch:
        for owner, names in UNCOUNTED.items() if sys.gettrace() else ():
            for name in names:
                patch.setattr(owner, name, uncounted(getattr(owner, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def triggers_rest_during_flushes() -> Iterator[None]:
    """Let the end of a test empty the tables in which it left rows, without their append-only triggers."""

    def flush_without_triggers(operations: Any, sql_list: list[str]) -> None:
        empty_tables(operations.connection, re.findall(r'"(\w+)"', " ".join(sql_list)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", flush_without_triggers)
        yield
