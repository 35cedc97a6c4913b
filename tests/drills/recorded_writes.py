"""SQLite's writes and syncs, in order: a file system for SQLite that passes everything on and notes it.

It wraps three functions of SQLite's default file system: write, truncate and sync, of the database and its journal. So
it needs no other program and no other build of SQLite, only one that is loaded as a shared library.
"""

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAIN, JOURNAL = 0x100, 0x800
"""SQLite's flags for the kinds of files that it opens."""
_INT, _POINTER, _LONG = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64


@dataclass(frozen=True)
class Write:
    """Bytes that were written at a place in a file."""

    file: int
    place: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file that was cut to a size."""

    file: int
    size: int


@dataclass(frozen=True)
class Sync:
    """A sync of a file: all earlier writes to it are on the disk now."""

    file: int


@dataclass(frozen=True)
class Acknowledged:
    """An act that a device was told is recorded."""

    number: int
    head: str


Event = Write | Truncate | Sync | Acknowledged


def _methods(name: str, before: tuple[tuple[str, Any], ...], functions: str) -> type[ctypes.Structure]:
    """Return a table of functions as SQLite has it: the fields before the functions, and their names in order."""
    fields = (*before, *((function, _POINTER) for function in functions.split()))
    return type(name, (ctypes.Structure,), {"_fields_": fields})


_VFS = _methods(
    "Vfs",
    (
        *(("version", _INT), ("file_size", _INT), ("longest_path", _INT)),
        *(("next", _POINTER), ("name", ctypes.c_char_p), ("data", _POINTER)),
    ),
    "open delete access full_path dl_open dl_error dl_sym dl_close random sleep now last_error now_64 "
    "set_call get_call next_call",
)
_IO = _methods(
    "Io",
    (("version", _INT),),
    "close read write truncate sync size lock unlock check_lock control sector_size device "
    "shm_map shm_lock shm_barrier shm_unmap fetch unfetch",
)
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _LONG)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _LONG)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


@contextmanager
def recorded() -> Iterator[list[Event]]:
    """Record what SQLite does to databases that are opened inside the block. Raises ``LookupError``."""
    mapped = re.search(r"\S*libsqlite3\S*", Path("/proc/self/maps").read_text(encoding="utf-8"))
    if mapped is None:
        raise LookupError("SQLite is not loaded as a library of its own: its writes cannot be recorded.")
    sqlite = ctypes.CDLL(mapped[0])
    sqlite.sqlite3_vfs_find.restype = _POINTER
    sqlite.sqlite3_vfs_register.argtypes = (_POINTER, _INT)
    usual = sqlite.sqlite3_vfs_find(None)
    ours: Any = _VFS.from_buffer_copy(ctypes.string_at(usual, ctypes.sizeof(_VFS)))
    events: list[Event] = []
    tables: dict[int, Any] = {}  # the functions that SQLite calls must outlive it

    def table_of(file: int, functions: Any) -> Any:
        """Return the functions of an open file, with three of them recorded."""
        io: Any = _IO.from_buffer_copy(ctypes.string_at(functions, ctypes.sizeof(_IO)))
        write, truncate, sync = _WRITE(io.write), _TRUNCATE(io.truncate), _SYNC(io.sync)

        def writes(handle: int, data: int, length: int, place: int) -> int:
            events.append(Write(file, place, ctypes.string_at(data, length)))
            done: int = write(handle, data, length, place)
            return done

        def truncates(handle: int, size: int) -> int:
            events.append(Truncate(file, size))
            done: int = truncate(handle, size)
            return done

        def syncs(handle: int, flags: int) -> int:
            done: int = sync(handle, flags)
            events.append(Sync(file))
            return done

        io.kept = [_WRITE(writes), _TRUNCATE(truncates), _SYNC(syncs)]
        io.write, io.truncate, io.sync = (ctypes.cast(each, _POINTER) for each in io.kept)
        return io

    open_usually = _OPEN(ours.open)

    def opens(_vfs: int, name: int, handle: int, flags: int, out: int) -> int:
        done: int = open_usually(usual, name, handle, flags, out)
        functions = ctypes.cast(handle, ctypes.POINTER(_POINTER))
        kind = flags & (MAIN | JOURNAL)
        if done == 0 and kind and functions[0]:
            if kind not in tables:
                tables[kind] = table_of(kind, functions[0])
            functions[0] = ctypes.addressof(tables[kind])
        return done

    ours.kept = _OPEN(opens)
    ours.open, ours.name = ctypes.cast(ours.kept, _POINTER), b"recorded"
    sqlite.sqlite3_vfs_register(ctypes.addressof(ours), 1)
    try:
        yield events
    finally:
        sqlite.sqlite3_vfs_unregister(ctypes.c_void_p(ctypes.addressof(ours)))
        sqlite.sqlite3_vfs_register(usual, 1)
