"""The computer is lost: the recovery sheet restores its books on an empty one. Spoilt copies restore nothing."""

import io
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from django.test import override_settings
from pypdf import PdfReader

from hostdesk.safekeeping.backups.restore_commands import RestoreFailed
from hostdesk.safekeeping.second_place.commands import restore_copy
from hostdesk.safekeeping.second_place.sheet_key import lock, new_key, public_half, read_key
from tests import desk
from tests.browser.visit import Visit
from tests.device import Device
from tests.drills.drill import Drill, Found
from tests.postgres import throwaway_server
from tests.replica import PROGRAMS
from tests.signed_in import PASSWORD

NAME = "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.sqlite3.age"
GROUPS = re.compile(r"(?:[0-9A-Z]{4} ){2,3}[0-9A-Z]{2,4}$", re.MULTILINE)
TYPED = re.compile(r"^(?:sudo|git|cd|make|export|\.venv/bin/python) .+$", re.MULTILINE)
OF_THE_MACHINE = ("sudo ", "export ")
"""The lines that give a machine git, Python and an empty database: the drill has these ready."""
LAST_ACT = re.compile(r"act \d+ \(head \w+\)")
WITH_PROGRAMS = f"{PROGRAMS}:{os.environ['PATH']}"
PATIENCE = 120.0  # seconds


def by_the_sheet(_rounds: int, *, old: str = "", new: str = "") -> Found:
    """Lose a desk with its whole computer, and follow the printed paper on another one, line by line."""
    with tempfile.TemporaryDirectory(prefix="second-place-") as home:
        stick = Path(home, "stick")
        stick.mkdir()
        paper, before = _lost(Path(home, "old"), stick, DATABASE_URL=old, PATH=WITH_PROGRAMS)
        lines, key = TYPED.findall(paper), read_key(" ".join(GROUPS.findall(paper)))
        begun = time.monotonic()
        after, seconds = _followed(lines, key, Path(home, "new"), DATABASE_URL=new, PATH=WITH_PROGRAMS)
        took = time.monotonic() - begun
    figure = (
        f"{before}, the same after {took / 60:.1f} minutes and {len(lines)} lines of the paper, {seconds / 60:.1f} of "
        "them for make install"
    )
    return Found(figure, before == after)


def _lost(folder: Path, stick: Path, **settings: str) -> tuple[str, str]:
    """Play at a desk until a copy lies on the stick, then lose the desk; return its sheet as text, and its last act."""
    folder.mkdir()
    with desk.running(folder, HOSTDESK_BACKUP_TO=str(stick), **settings) as old:
        visit = Visit.to(old, "nights")
        with closing(Device(old.port, visit.made["session"])) as device:
            page = device.ask("POST", "/second-place/key/")[1].decode()
            (identity, *_) = re.findall(r'name="identity" value="([^"]+)"', page)
            pdf = device.ask("POST", "/second-place/key/print/", f"identity={identity}")[1]
            device.post("/second-place/key/keep/", {"identity": identity, "last_group": identity[-2:]})
        until = time.monotonic() + PATIENCE
        while not [*stick.glob("*.age")] and time.monotonic() < until:
            time.sleep(0.1)
        told = desk.start(folder, old.port, "backup", **settings).communicate(timeout=PATIENCE)[0]
    shutil.rmtree(folder)
    (sheet,) = PdfReader(io.BytesIO(pdf)).pages
    return sheet.extract_text(), LAST_ACT.findall(told)[0]


def _followed(lines: list[str], key: str, folder: Path, **settings: str) -> tuple[str, float]:
    """Run the lines of the sheet in an empty folder; return the last act of the desk that runs then, and a duration.

    The duration is that of `make install` in seconds, most of which is the network's.
    """
    folder.mkdir()
    port, here = desk.free_port(), folder
    kept = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    environment = {**kept, "HOSTDESK_PORT": str(port), **settings}
    installing = 0.0
    for line in lines[:-1]:
        if line.startswith(OF_THE_MACHINE):
            continue
        if line.startswith("cd "):
            here /= line.removeprefix("cd ")
            continue
        # If the desk does not know the source of the program, it is written on the paper by hand.
        words = [str(desk.ROOT) if word == "SOURCE" else word for word in shlex.split(line)]
        begun = time.monotonic()
        done = subprocess.run(
            words, cwd=here, env=environment, input=f"{key[16:]}\n", text=True, capture_output=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{line}: {done.stderr[-400:]}")
        installing += (time.monotonic() - begun) * (line == "make install")
    run = partial(
        subprocess.Popen, cwd=here, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    served = run(shlex.split(lines[-1]))
    try:
        for said in served.stdout or ():
            if said.startswith("Ctrl-C"):
                break
        with closing(Device(port)) as device:
            signed_in = device.post("/sign-in/", {"name": "Ann", "password": PASSWORD})
            is_well = b'"well": true' in device.get("/healthz")
    finally:
        served.send_signal(signal.SIGTERM)
        served.wait(PATIENCE)
    manage = partial(subprocess.run, cwd=here, env=environment, text=True, capture_output=True, check=False)
    checked, backup = (manage([".venv/bin/python", "manage.py", what]) for what in ("ledger_check", "backup"))
    if (signed_in, is_well, checked.returncode) != (303, True, 0):
        return f"sign-in {signed_in}, well {is_well}, ledger_check {checked.stdout}", installing
    return LAST_ACT.findall(backup.stdout)[0], installing


def with_another_sheet(_rounds: int) -> Found:
    """Restore with the key of another sheet."""
    return _restored(key=new_key(), locked_for=new_key())


def on_postgresql(rounds: int) -> Found:
    """Do the same with the books in PostgreSQL, and an empty server on the new computer."""
    with throwaway_server() as old, throwaway_server() as new:
        return by_the_sheet(rounds, old=old, new=new)


def spoilt(rounds: int) -> Found:
    """Restore copies with one changed byte, cut off, lengthened, or with another key; no file may be written."""
    key, luck, plain = new_key(), random.Random(412), io.BytesIO()
    lock(io.BytesIO(desk.migrated().read_bytes()), plain, [public_half(key)])
    good, refused, left = plain.getvalue(), 0, 0
    with tempfile.TemporaryDirectory(prefix="second-place-") as home, override_settings(VAR=Path(home, "var")):
        copy = Path(home, NAME)
        for kind in islice(cycle(("changed", "cut", "longer", "another key")), rounds):
            at = luck.randrange(len(good))
            changed = good[:at] + bytes([good[at] ^ 1 << luck.randrange(8)]) + good[at + 1 :]
            copy.write_bytes({"changed": changed, "cut": good[:at], "longer": good + good[: at or 1]}.get(kind, good))
            try:
                restore_copy(copy, new_key() if kind == "another key" else key, agree=lambda _: True)
            except RestoreFailed:
                refused += 1
            left += len([*Path(home, "var").iterdir()])
    return Found(f"{refused:,} of {rounds:,} refused, {left} files written", (refused, left) == (rounds, 0))


def unspoilt(_rounds: int) -> Found:
    """Restore a copy that is intact."""
    key = new_key()
    found = _restored(key=key, locked_for=key)
    return Found(f"a copy to which nothing was done: {found.figure}", not found.holds)


def _restored(*, key: str, locked_for: str) -> Found:
    """Restore a copy with the command, which has nobody to ask; it holds if there are books afterwards."""
    with tempfile.TemporaryDirectory(prefix="second-place-") as home:
        with Path(home, NAME).open("wb") as copy:
            lock(io.BytesIO(desk.migrated().read_bytes()), copy, [public_half(locked_for)])
        Path(home, "key").write_text(key, encoding="ascii")
        command = ["restore", str(Path(home, NAME)), "--key-file", str(Path(home, "key"))]
        process = desk.start(Path(home, "var"), 8000, *command)
        process.communicate(timeout=PATIENCE)
        is_there = Path(home, "var", "hostdesk.sqlite3").exists()
    return Found("restored" if is_there else "no books", is_there and process.returncode == 0)


DRILLS = [
    Drill(
        what="the recovery sheet and a copy bring the books back on an empty computer",
        run=by_the_sheet,
        control=with_another_sheet,
        rounds=1,
        short=1,
        sister="tests/hostdesk/safekeeping/second_place/test_restore_command.py",
    ),
    Drill(
        what="they do for books in PostgreSQL",
        run=on_postgresql,
        control=with_another_sheet,
        rounds=1,
        short=1,
        sister="tests/hostdesk/safekeeping/second_place/test_restore_command.py",
    ),
    Drill(
        what="a copy that is spoilt, or another key, restores nothing and writes nothing",
        run=spoilt,
        control=unspoilt,
        rounds=1_000,
        short=4,
    ),
]
