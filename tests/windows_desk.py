"""A night of the desk with Windows imitated: ``python -m tests.windows_desk FOLDER`` prints its result.

It imports the whole product, makes, plays, keeps and restores books, and serves a page.
"""

import http.client
import importlib
import json
import os
import pkgutil
import sys
import threading
import warnings
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import babel.localtime
import django
from babel.localtime import _win32

from tests.other_systems import OURS, as_windows

KEY = "AGE-SECRET-KEY-1KHAYWYPYNVPQUTRT9DZVDUPHAFVHW47GUNGY5TLWTRSXY9RJ7CRQM2J3VX"
NOW = datetime(2026, 11, 21, 3, 42, 5, tzinfo=UTC)


class Registry(ModuleType):
    """The part of ``winreg`` that tells the time zone of a computer in Germany."""

    HKEY_LOCAL_MACHINE = 0

    def ConnectRegistry(self, *_: Any) -> "Registry":  # noqa: N802 - Windows' own name
        return self

    OpenKey = ConnectRegistry

    def QueryInfoKey(self, *_: Any) -> tuple[int, int]:  # noqa: N802 - Windows' own name
        return 0, 1

    def EnumValue(self, *_: Any) -> tuple[str, str]:  # noqa: N802 - Windows' own name
        return "TimeZoneKeyName", "W. Europe Standard Time"

    def Close(self) -> None:  # noqa: N802 - Windows' own name
        """Do nothing."""


def modules() -> list[str]:
    """Import every module of the product, and return their names."""
    names = list[str]()
    for app in OURS:
        found = pkgutil.walk_packages(importlib.import_module(app).__path__, f"{app}.")
        names += [each.name for each in found if ".migrations." not in each.name]
    for name in names:
        importlib.import_module(name)
    return names


def manage(*arguments: str) -> None:
    """Run a command as from the command line."""
    sys.argv = ["manage.py", *arguments]
    importlib.import_module("hostdesk.__main__").main()


def played(folder: Path) -> dict[str, Any]:
    """Make books in the folder, play a night, keep copies of it, lose the books, and get them back."""
    books = importlib.import_module("tests.hostdesk.safekeeping.backups.books")
    backups = importlib.import_module("hostdesk.safekeeping.backups.commands")
    restoring = importlib.import_module("hostdesk.safekeeping.backups.restore_commands")
    second_place = importlib.import_module("hostdesk.safekeeping.second_place.commands")
    kept_head = importlib.import_module("reservations.acts.kept_head")
    head_fault = importlib.import_module("reservations.acts.head_queries").kept_head_fault
    manage("migrate", "--verbosity=0")
    (folder / "secret").chmod(0o666)  # the permissions of every file on Windows
    books.play("dave-2018-1")
    made = backups.make_backup()
    stick = folder.with_name("stick")
    stick.mkdir()
    key = importlib.import_module("hostdesk.safekeeping.second_place.sheet_key")
    second_place.choose_folder(disk="", folder=str(stick))
    second_place.keep_recipient(key.public_half(KEY))
    second_place.keep_recipient(key.public_half(KEY))  # it replaces the first one
    second_place.copy_if_due(NOW)
    (copy,) = stick.iterdir()
    books.add_player(1)
    restored = [
        str(restoring.restore(made.path, agree=lambda _: True).found.last),
        str(second_place.restore_copy(copy, KEY, agree=lambda _: True).found.last),
    ]
    kept = kept_head.kept_in(folder / "head")
    return {"restored": restored, "kept": kept and kept.number, "fault": head_fault()}


def held(folder: Path) -> list[Any]:
    """Hold the books twice, keep a fault, and return the result of both."""
    server = importlib.import_module("hostdesk.base.site.server")
    faults = importlib.import_module("hostdesk.base.faults.kept_faults")
    disk = importlib.import_module("reservations.acts.disk")
    with server.hold_database(), disk.own_file(folder / "hostdesk.sqlite3.held") as second:
        free = disk.try_lock(second)
    for _ in range(2):
        faults.note(folder / "faults", ZeroDivisionError("nothing"), "a page")
    return [free, [(fault.page, fault.times) for fault in faults.last_faults(folder / "faults")]]


def served() -> list[Any]:
    """Serve a page from a thread; return its status, and the server's limit of connections."""
    site = importlib.import_module("hostdesk.base.site.server")
    application = importlib.import_module("hostdesk.wsgi").application
    server = site.make_server(application, listen="127.0.0.1", port=0)
    threading.Thread(target=server.run, daemon=True).start()
    connection = http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=30)
    connection.request("GET", "/healthz")
    status = connection.getresponse().status
    connection.close()
    return [status, server.most]


def main(folder: Path) -> None:
    """Imitate Windows, run the desk in that folder with a stick beside it, and print the results as JSON."""
    setattr(_win32, "winreg", Registry("winreg"))  # noqa: B010 - it has None there
    setattr(babel.localtime, "LOCALTZ", babel.localtime._win32._get_localzone())  # noqa: B010 - as above
    as_windows()
    warnings.filterwarnings("error", category=EncodingWarning, module=f"({'|'.join(OURS)})")
    os.environ.update(DJANGO_SETTINGS_MODULE="hostdesk.settings", HOSTDESK_VAR=str(folder))
    django.setup()
    settings = importlib.import_module("hostdesk.settings")
    found = {
        "modules": len(modules()),
        "zone": settings.TIME_ZONE,
        **played(folder),
        "held": held(folder),
        "served": served(),
        "encoding": sys.stdout.encoding,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
