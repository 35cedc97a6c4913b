"""The way to call a command of Hostdesk, for readers: a desk runs from its source, a wheel, uvx, a service or an image.

A service and an image name their own way by HOSTDESK_COMMAND, as ``deploy/debian/hostdesk.service`` does: a command run
beside them in another way would have other settings, and open other books. It is read from the environment and not from
Django's settings, since some faults are shown before there are settings.
"""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

PACKED = Path(__file__).resolve().parents[2] / "hostdesk" / "templates"
IS_INSTALLED = PACKED.is_dir()
"""Whether this is an installed wheel, which has its templates inside, and not the source."""


def passing(prefix: Path) -> str:
    """Return the call of an installation in a cache, which the call finds or makes; "" for other installations."""
    if prefix.parts[-3:-1] == ("pipx", ".cache"):
        return "pipx run --spec FILE hostdesk"
    return "uvx --from FILE hostdesk" * any((folder / "CACHEDIR.TAG").exists() for folder in prefix.parents)


def program(values: Mapping[str, str], *, is_installed: bool, prefix: Path) -> str:
    """Return the words before the name of a command: those of HOSTDESK_COMMAND, else those of the usual way in."""
    if named := values.get("HOSTDESK_COMMAND", "").strip():
        return named
    if not is_installed:
        return ".venv/bin/python manage.py"
    return passing(prefix) or "hostdesk"


def quoted(path: object) -> str:
    """Return a path for pasting into a command: in quotes if it has spaces."""
    on_windows = f'"{path}"' if " " in str(path) else str(path)
    return on_windows if sys.platform == "win32" else shlex.quote(str(path))


def called(words: str) -> str:
    """Return the line that a reader types for a command of this desk, as in ``called("restore FILE")``.

    It is typed on the desk's computer: in the folder of the source, if the desk runs from there. Inside a running
    command, it is the reader's way to run the next one.
    """
    return f"{program(os.environ, is_installed=IS_INSTALLED, prefix=Path(sys.prefix))} {words}"
