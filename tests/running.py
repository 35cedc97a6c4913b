"""Run a management command and keep its output."""

from dataclasses import dataclass
from io import StringIO
from typing import Any

from django.core.management import CommandError, call_command


@dataclass(frozen=True)
class Ran:
    """The exit code of a command, and its standard output and standard error."""

    code: int
    out: str = ""
    err: str = ""


def run(*arguments: Any, **options: Any) -> Ran:
    """Run ``manage.py`` with the arguments, inside this process."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, stderr=err, **options)
    except SystemExit as end:
        return Ran(int(end.code or 0), out.getvalue(), err.getvalue())
    except CommandError as wrong:
        return Ran(wrong.returncode, out.getvalue(), f"CommandError: {wrong}\n")
    return Ran(0, out.getvalue(), err.getvalue())
