"""The last faults: their numbers, which their pages and the log show too, and the few facts that are kept.

Only the place of a fault in the program is kept: the kinds of its errors, the lines it came through, and the kind of
page. The text of the error is left out, since it may contain a name, an amount or a secret.
"""

import contextlib
import hashlib
import json
import logging
import threading
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from hostdesk.base.site.troubles import trouble_in
from reservations.acts.disk import locked

MOST = 50
"""How many faults are kept; the one that was last seen longest ago goes."""
_DEEPEST = 40  # lines of one error; an endless recursion adds nothing more
_PROGRAM = Path(__file__).resolve().parents[3]
_writing = threading.Lock()
_unwritten: dict[str, "KeptFault"] = {}
"""The faults that could not be written: perhaps the disk has failed."""


class KeptFault(NamedTuple):
    """A fault that happened ``times`` times, by its number: the same whenever the same thing breaks again.

    ``at``: the last time, as ISO text in UTC. ``page``: the name of the address, or of the part of the desk that works
    beside the pages. ``what`` and ``way_out`` are for the host. ``trace``: kinds of errors and lines of the program.
    """

    number: str
    at: str
    page: str
    what: str
    way_out: str
    trace: tuple[str, ...]
    times: int = 1

    @property
    def seen(self) -> datetime:
        """The last time it was seen."""
        return datetime.fromisoformat(self.at)


def number_of(error: BaseException) -> str:
    """Return the number of a fault, six digits to read aloud: 402-317."""
    trouble = trouble_in(error)
    text = trouble.what if trouble else "\n".join(trace_of(error))
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % 1_000_000
    return f"{number // 1000:03}-{number % 1000:03}"


def trace_of(error: BaseException) -> tuple[str, ...]:
    """Return the kinds of an error and of its causes, with the lines of the program that they came through."""
    trace, cause, seen = list[str](), error, set[int]()
    while id(cause) not in seen:
        seen.add(id(cause))
        trace.append(type(cause).__qualname__)
        frames = [*walk_tb(cause.__traceback__)][-_DEEPEST:]
        trace += [f"  {_place(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}" for frame, line in frames]
        cause = cause.__cause__ or cause.__context__ or cause
    return tuple(trace)


def _place(file: str) -> str:
    """Return a file without its folders, which may contain names of people."""
    path = Path(file)
    if "site-packages" in path.parts:
        return Path(*path.parts[path.parts.index("site-packages") + 1 :]).as_posix()
    return path.relative_to(_PROGRAM).as_posix() if path.is_relative_to(_PROGRAM) else path.name


def note(path: Path, error: BaseException, page: str) -> None:
    """Keep a fault in that file; only in this process as long as the file cannot be written."""
    trouble, at = trouble_in(error), datetime.now(UTC).isoformat(timespec="seconds")
    what, way_out = (trouble.what, trouble.way_out) if trouble else (f"the desk failed ({type(error).__name__})", "")
    fault = KeptFault(number_of(error), at, page, what, way_out, trace_of(error))
    with _writing:
        before = _unwritten.get(fault.number)
        _unwritten[fault.number] = fault._replace(times=before.times + 1 if before else 1)
        with contextlib.suppress(OSError), locked(path.with_name(f"{path.name}.lock")):
            written, newest = path.with_name(f"{path.name}.new"), _newest(path)[:MOST]
            written.touch(mode=0o600)
            written.write_text("".join(f"{json.dumps(fault._asdict())}\n" for fault in newest), encoding="utf-8")
            written.replace(path)
            _unwritten.clear()


def last_faults(path: Path) -> list[KeptFault]:
    """Return the kept faults, the newest first."""
    with _writing:
        return _newest(path)


def _newest(path: Path) -> list[KeptFault]:
    """Return the faults in a file and those not written yet, newest first; an unreadable file or line holds none."""
    kept = dict[str, KeptFault]()
    with contextlib.suppress(OSError, UnicodeDecodeError):
        for line in path.read_text("utf-8").splitlines():
            with contextlib.suppress(ValueError, TypeError, KeyError):
                read = json.loads(line)
                fault = KeptFault(**{**read, "trace": tuple(read["trace"])})
                kept[fault.number] = fault._replace(at=fault.seen.isoformat())
    for number, fault in _unwritten.items():
        kept[number] = fault._replace(times=fault.times + (kept[number].times if number in kept else 0))
    return sorted(kept.values(), key=lambda fault: fault.at, reverse=True)


class Numbered(logging.Filter):
    """Puts its number before every fault in the log, and keeps the fault in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            match = getattr(getattr(record, "request", None), "resolver_match", None)
            note(self.path, error, getattr(match, "view_name", None) or record.name)
            record.msg, record.args = f"fault {number_of(error)}: {record.getMessage()}", ()
        return True
