"""The command that changes one operator at a time."""

from pathlib import Path

import pytest

from tests.mutants import drawn, judged, mutants, nearest_tests, options
from tests.test_architecture import ROOT

pytestmark = pytest.mark.further

TILL = '''
def can_sell(cents: int, drawer_cents: int) -> bool:
    """Tell whether the drawer has change."""
    if not cents:
        return False
    return cents > 0 and cents <= drawer_cents


class Till:
    """A drawer."""

    def after(self, cents: int) -> int:
        """Return what is in it then."""
        return [cents + each for each in (1, 40)][-1]


def at_most(most):
    """Make a check."""

    def check(cents):
        return cents <= most

    return check


can_rebuy = at_most(500)
'''
CHECKS = """
import pytest

from till import Till, can_rebuy, can_sell


@pytest.mark.parametrize(("cents", "can"), [(0, False), (500, True), (501, False)])
def test_a_drawer_of_500(cents, can):
    assert can_sell(cents, 500) is can


def test_a_rebuy_of_500():
    assert can_rebuy(500)


def test_what_fails_anyway_has_no_say():
    assert Till().after(0) == 41
"""


def changes(source):
    return [(each.line, each.before, each.after) for each in mutants(source, "till.py")]


def test_each_operator_of_a_function_is_changed_by_itself():
    assert changes(TILL) == [
        (4, "not cents", "not not cents"),
        (5, "return False", "return True"),
        (6, "cents > 0 and cents <= drawer_cents", "cents > 0 or cents <= drawer_cents"),
        (6, "cents > 0", "cents >= 0"),
        (6, "cents <= drawer_cents", "cents < drawer_cents"),
        (6, "0", "1"),
        (14, "cents + each", "cents - each"),
        (14, "1", "0"),
        (14, "1", "0"),
        (21, "cents <= most", "cents < most"),
    ]


@pytest.mark.parametrize(
    "line", ["LEAST = 1", "def f(many: int = 1): pass", "def f(name): return 'Ann ' + name", "def f(): return 4 * True"]
)
def test_texts_defaults_and_larger_numbers_stay(line):
    assert changes(line) == []


def test_a_planted_mutant_is_killed_and_a_planted_survivor_is_found(tmp_path):
    (tmp_path / "till.py").write_text(TILL)
    (tmp_path / "test_till.py").write_text(CHECKS)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")

    answer = judged(Path("till.py"), [2, 3, 4, 6, 9], [tmp_path / "test_till.py"], "-p", "no:django", folder=tmp_path)

    assert answer["survived"] == [[3, 6, "cents > 0", "cents >= 0"], [6, 14, "cents + each", "cents - each"]]
    assert answer["failed"] == ["test_till.py::test_what_fails_anyway_has_no_say"]
    assert (tmp_path / "till.py").read_text() == TILL


@pytest.mark.parametrize(
    ("module", "named"),
    [
        ("ledger/seasons/spans.py", ["test_spans.py"]),
        ("ledger/seasons/queries.py", ["test_queries.py", "test_queries_walk.py"]),
    ],
)
def test_the_nearest_tests_are_named_after_the_module_and_then_those_of_its_subject(module, named):
    first, others, *_ = [[path.name for path in paths] for paths in nearest_tests(Path(module))]

    assert first == named
    assert sorted([*first, *others]) == sorted(path.name for path in ROOT.glob("tests/ledger/seasons/test_*.py"))


def test_what_survives_them_is_left_to_the_tests_of_the_app_that_import_the_module():
    *_, importing = nearest_tests(Path("ledger/standings/queries.py"))

    assert ROOT / "tests/ledger/book/test_queries.py" in importing
    assert all("from ledger.standings.queries import" in path.read_text() for path in importing)


def test_the_nearest_tests_of_a_command_lie_in_the_subject_that_it_is_of():
    [[path]] = nearest_tests(Path("ledger/management/commands/settle.py"))

    assert path == ROOT / "tests/ledger/settle/test_settle_command.py"


@pytest.mark.long
def test_the_same_seed_draws_the_same_mutants_again():
    first, second = [[*drawn(options(["ledger/seasons", "--layers=pure", "--seed=7", "--count=9"]))] for _ in "12"]

    assert first == second
    assert sum(len(numbers) for _, numbers in first) == 9
    assert {module.parent for module, _ in first} == {Path("ledger/seasons")}
