"""The product on Windows and macOS, as far as Linux can tell: the names it uses, and a night with Windows imitated."""

import ast
import json
import re
import subprocess
import sys

import pytest

from tests import desk
from tests.other_systems import ABSENT_MODULES, DIFFERENT, absent
from tests.test_architecture import FLOORS, parsed, product

OF_ONE_SYSTEM = re.compile(r"/(?:tmp|proc|dev|sys|etc|var|usr|run|home)(?:/|$)|%-[a-zA-Z]")
"""A folder of Linux, and a date format that only its C library has: the day without a zero."""
EVERYWHERE = {
    # It does not exist on Windows, where the product looks for the zone in another way.
    "hostdesk.base.site.environment: /etc/localtime"
}


def of_one_system(sources: dict[str, str]) -> list[str]:
    """Return names, modules and folders that Windows or macOS lacks, outside of branches on ``sys.platform``."""
    found = [f"{module}: {what}" for module, source in sources.items() for what in _unbranched(parsed(source))]
    return [each for each in found if each not in EVERYWHERE]


def _unbranched(node: ast.AST) -> list[str]:
    if isinstance(node, ast.If | ast.IfExp) and "sys.platform" in ast.unparse(node.test):
        return []
    found = list[str]()
    if isinstance(node, ast.Import):
        found = [alias.name for alias in node.names if alias.name in ABSENT_MODULES]
    elif isinstance(node, ast.ImportFrom):
        found = [f"{node.module}.{each.name}" for each in node.names if _is_absent(node.module or "", each.name)]
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and _is_absent(node.value.id, node.attr):
        found = [f"{node.value.id}.{node.attr}"]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and OF_ONE_SYSTEM.match(node.value):
        found = [node.value]
    return found + [what for child in ast.iter_child_nodes(node) for what in _unbranched(child)]


def _is_absent(module: str, name: str) -> bool:
    return module in ABSENT_MODULES or (
        module in DIFFERENT and name in absent("win32", module) | absent("darwin", module)
    )


def test_what_not_every_system_has_stands_in_a_branch():
    assert of_one_system(product()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl", "fcntl"),
        ("from resource import getrlimit", "resource.getrlimit"),
        ("from os import O_DIRECTORY", "os.O_DIRECTORY"),
        ("import os\ndef f(x):\n    os.fchmod(x, 0)", "os.fchmod"),
        ("import signal\nsignal.signal(signal.SIGHUP, None)", "signal.SIGHUP"),
        ("import os\nos.posix_fadvise(1, 0, 0, 4)", "os.posix_fadvise"),
        ("import time\ntime.clock_gettime(1)", "time.clock_gettime"),
        ("path = '/tmp/desk'", "/tmp/desk"),
        ("text = f'{day:%-d %B}'", "%-d %B"),
        ("import sys, os\nif sys.version_info:\n    os.fork()", "os.fork"),
    ],
)
def test_what_one_system_lacks_is_found(source, found):
    assert of_one_system({"planted": source}) == [f"planted: {found}"]


def test_a_branch_is_enough():
    assert of_one_system({"planted": "import sys\nif sys.platform != 'win32':\n    import fcntl"}) == []


def test_names_are_told_by_system():
    chosen = ("O_DIRECTORY", "fchmod", "posix_fadvise", "getuid", "replace")

    assert [[name for name in chosen if name in absent(system, "os")] for system in ("win32", "darwin")] == [
        ["O_DIRECTORY", "fchmod", "posix_fadvise", "getuid"],
        ["posix_fadvise"],
    ]


def as_windows(code, folder):
    """Run product code in a process that imitates Windows with ASCII as its default encoding; return the process."""
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    return subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", *code],
        cwd=desk.ROOT,
        env={**desk.environment(folder, 8000), **plain, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def test_a_night_is_played_kept_and_restored_where_the_desk_sees_windows(tmp_path):
    (tmp_path / "var").mkdir()

    ran = as_windows(["-m", "tests.windows_desk", str(tmp_path / "var")], tmp_path)

    assert ran.stderr == ""
    night = json.loads(ran.stdout.splitlines()[-1])  # a command may print lines before it
    assert night.pop("modules") > 550
    assert night == {
        "zone": "Europe/Berlin",
        "restored": ["act 38 (head 127ca1fa8134)"] * 2,
        "kept": 38,
        "fault": "",
        "held": [False, [["a page", 2]]],
        "served": [200, 409],
        "encoding": "utf-8",
    }


PLANTED = {
    "import fcntl": "ModuleNotFoundError",
    "from os import O_CLOEXEC": "ImportError",
    "import signal; signal.SIGHUP": "AttributeError",
    "import os; os.open(path, os.O_RDONLY)": "PermissionError",
    "with (path / 'a').open('wb'): (path / 'a').unlink()": "PermissionError",
    "with (path / 'a').open('wb'): (path / 'a').replace(path / 'b')": "PermissionError",
    "(path / 'b').touch(); (path / 'a').rename(path / 'b')": "FileExistsError",
    "import os; os.fsync(os.open(path / 'a', os.O_RDONLY))": "OSError",
    "(path / 'b').unlink(); (path / 'b').touch(); (path / 'b').unlink()": "nothing",
}
RUN = """
import json, sys
from pathlib import Path
from tests.other_systems import as_windows
as_windows()
for code in json.loads(sys.argv[2]):
    told = "nothing"
    try:
        exec(compile(code, "planted", "exec"), {"__name__": "hostdesk.planted", "path": Path(sys.argv[1])})
    except (ImportError, AttributeError, OSError) as fault:
        told = type(fault).__name__
    print(told)
"""


def test_what_windows_refuses_is_refused(tmp_path):
    """Control for the night above."""
    ran = as_windows(["-c", RUN, str(tmp_path), json.dumps([*PLANTED])], tmp_path)

    assert (ran.stdout.split(), ran.stderr) == ([*PLANTED.values()], "")


@pytest.mark.long
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_types_of_the_product_hold_on(system, tmp_path):
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--platform", system, f"--cache-dir={tmp_path}", *FLOORS],
        cwd=desk.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
