"""The command line of Hostdesk, as ``hostdesk``, ``python -m hostdesk`` and ``python manage.py``: ``help`` lists it."""

import gc

# The objects of a start are no garbage, above all the 120,000 of its imports; by default Python collects after every
# 700. The server, which runs longer, collects more often than this (hostdesk/base/site/server.py).
gc.set_threshold(200_000)

import contextlib
import io
import os
import sys

# django-tables2 looks for PostgreSQL's own fields, which no table of ours has: with the driver they take 10 MB.
sys.modules["django.contrib.postgres.fields"] = None  # type: ignore[assignment]  # Python's own way to say: not there.

from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, ManagementUtility
from django.db import DatabaseError

from hostdesk import VERSION
from hostdesk.base.site.environment import become_demo
from hostdesk.base.site.migration_queries import why_too_new
from hostdesk.base.site.troubles import trouble_in
from hostdesk.base.sqlite.base import MissingDatabase

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
ANY_BOOKS = {"bug_report", "demo", "doctor", "help", "migrate", "restore", "serve", "settle", "update"}
"""The commands that read no books or their own, look for what is wrong or mend it, or refuse newer books themselves."""


class Program(ManagementUtility):
    """Django's command line, in which no command misreads books of a newer version or writes into them."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Return the command; exit 1 with the reason if the books are too new for it."""
        command = super().fetch_command(subcommand)
        if self.argv[1] not in ANY_BOOKS and {"-h", "--help"}.isdisjoint(self.argv):
            with contextlib.suppress(MissingDatabase):  # every command has its own name for this
                if why_not := why_too_new():
                    sys.exit(f"CommandError: {why_not}")
        return command


def main() -> None:
    """Run one command, by default ``serve``; errors that the user can fix become one sentence, without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hostdesk.settings")
    if sys.platform == "win32" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # a file or another program would only get the letters of one country
    program, *words = sys.argv
    if words in (["version"], ["--version"]):
        sys.stdout.write(f"Hostdesk {VERSION}\n")  # Django would print its own
        return
    if words[:1] == ["demo"]:
        become_demo(os.environ)
    try:
        Program([program, *(words or ["serve"])]).execute()
        sys.stdout.flush()  # here, so that a closed pipe is noticed quietly
    except (ImproperlyConfigured, MissingDatabase) as fault:
        sys.exit(f"Hostdesk cannot start: {fault}")
    except BrokenPipeError:
        # The reader has closed the pipe. Python flushes once more at its end, to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (DatabaseError, OSError) as fault:
        trouble = trouble_in(fault)
        if trouble is None:
            raise
        sys.exit(f"Hostdesk cannot go on: {trouble}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        # The process ends with all its objects; Python would search them for garbage first, for as long as a start
        # takes.
        gc.freeze()


if __name__ == "__main__":
    main()
