"""The names of Python's own modules that Windows and macOS lack, and Windows as far as another system can imitate it.

The names come from the stubs of the type checker, which lists them by system. `as_windows` gives the product, the file
locking library and the web server a Python without the names that Windows lacks; renames, deletes and syncs refuse
where Windows does. Windows' own locks, disks and consoles remain untested, as ``docs/systems.md`` says.
"""

import ast
import builtins
import errno
import fcntl
import os
import socket
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

OURS = ("hostdesk", "ledger", "reservations")
LOOKS_AT_WINDOWS = (*OURS, "portalocker", "waitress")
ABSENT_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""The modules that Windows lacks altogether."""
DIFFERENT = ("os", "signal", "socket", "select", "time", "errno", "sys")
"""The modules with more names on one system than on another."""


@cache
def names_on(platform: str, module: str) -> frozenset[str]:
    """Return the names of a standard module on ``linux``, ``darwin`` or ``win32``, by its stub."""
    spec = find_spec("mypy")
    assert spec
    assert spec.origin
    stubs = Path(spec.origin).with_name("typeshed") / "stdlib"
    path = next(path for path in (stubs / f"{module}.pyi", stubs / module / "__init__.pyi") if path.exists())
    here = SimpleNamespace(platform=platform, version_info=sys.version_info)
    return frozenset(_names(ast.parse(path.read_text(encoding="utf-8")).body, here))


def _names(body: list[ast.stmt], here: SimpleNamespace) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.If):
            holds = eval(compile(ast.Expression(node.test), "stub", "eval"), {"sys": here})  # noqa: S307 - mypy's stub
            yield from _names(node.body if holds else node.orelse, here)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def absent(platform: str, module: str) -> frozenset[str]:
    """Return the names of a module that Linux has and the platform lacks."""
    return names_on("linux", module) - names_on(platform, module)


LOCKING_MODES = {"LK_UNLCK": 0, "LK_LOCK": 1, "LK_NBLCK": 2, "LK_RLCK": 3, "LK_NBRLCK": 4}
"""The modes of Windows' ``msvcrt.locking``: 1 tries ten times, 2 once."""


class View(ModuleType):
    """A module as the product sees it on Windows: some names are missing, some are replaced."""

    def __init__(self, real: ModuleType, lacks: frozenset[str], has: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(has)
        self._real, self._lacks = real, lacks

    def __getattr__(self, name: str) -> Any:
        if name in self._lacks:
            raise AttributeError(f"module {self._real.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)


def as_windows() -> None:
    """Turn this process into Windows. The product must not have been imported yet."""
    assert not [name for name in sys.modules if name.partition(".")[0] in LOOKS_AT_WINDOWS]
    has: dict[str, dict[str, Any]] = {
        "os": {"name": "nt", "open": _open, "fsync": _fsync},
        "sys": {"platform": "win32"},
        "socket": {"SO_EXCLUSIVEADDRUSE": socket.SO_REUSEADDR},  # Linux shares no port by it
    }
    views = {name: View(__import__(name), absent("win32", name), has.get(name, {})) for name in DIFFERENT}
    views["msvcrt"] = View(ModuleType("msvcrt"), frozenset(), {**LOCKING_MODES, "locking": _locking})
    usual = builtins.__import__

    def import_as_windows(name: str, globals: Any = None, *rest: Any, **further: Any) -> Any:  # noqa: A002 - as Python's
        importer = str((globals or {}).get("__name__", "")).partition(".")[0]
        if importer in LOOKS_AT_WINDOWS:
            if name in ABSENT_MODULES:
                raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
            if name in views:
                return views[name]
        return usual(name, globals, *rest, **further)

    builtins.__import__ = import_as_windows
    for name in ("rename", "replace", "unlink", "remove"):
        setattr(os, name, _of_closed_files(name, getattr(os, name)))


def loaded_on(platform: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return another copy of a product module, loaded as on that system, which this process is until the test ends."""
    monkeypatch.setattr(sys, "platform", platform)
    spec = spec_from_file_location(f"{module.__name__}_on_{platform}", str(module.__file__))
    assert spec
    assert spec.loader
    loaded = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, loaded)
    spec.loader.exec_module(loaded)
    return loaded


def _open(path: Any, flags: int, *rest: Any, **further: Any) -> int:
    if Path(path).is_dir():
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    return os.open(path, flags, *rest, **further)


def _fsync(descriptor: int) -> None:
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    os.fsync(descriptor)


def _of_closed_files(name: str, real: Any) -> Any:
    """Return that ``os`` function as on Windows: it refuses files that are open here, and a rename onto another one."""

    def changed(*paths: Any, **further: Any) -> None:
        for each in paths:
            if os.path.realpath(each) in _open_files():
                raise PermissionError(errno.EACCES, "The process cannot access the file", str(each))
        if name == "rename" and Path(paths[1]).exists() and paths[0] != paths[1]:
            raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", str(paths[1]))
        real(*paths, **further)

    return changed


def _open_files() -> set[str]:
    found = set[str]()
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            found.add(str(Path("/proc/self/fd", descriptor).readlink()))
        except FileNotFoundError:
            continue  # the descriptor that listed the folder
    return found


def _locking(descriptor: int, mode: int, _length: int) -> None:
    """Lock as ``msvcrt.locking`` does, with its error numbers."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        number = 36 if mode == LOCKING_MODES["LK_LOCK"] else errno.EACCES
        raise OSError(number, "Resource deadlock avoided") from None
