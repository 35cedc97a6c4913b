"""A process of its own that shares nothing with the tests but their database: ``python -m tests.faults.fresh_process``.

A fork would inherit the open connections of the tests. Django keeps a connection for each thread, or for each running
event loop, and a worker that has driven a browser has both: `connections.close_all()` closes one of them, and two
children would talk over the other.
"""

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack

import django
from django.db import connection


def in_processes(*jobs: Callable[[], object]) -> list[int]:
    """Run each job in a process of its own, all from the same moment on; return their exit codes, 0 for success.

    A job is a function of a module, or a `partial` of one. An exception of a child goes to standard error, which pytest
    shows with a test that fails.
    """
    command = [sys.executable, "-m", __name__]
    with ExitStack() as running:
        started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in jobs]
        children = [running.enter_context(child) for child in started]
        for child, job in zip(children, jobs, strict=True):
            # The job contains rows of models, which no process can unpickle before Django is set up.
            child.stdin.write(pickle.dumps((connection.settings_dict, pickle.dumps(job))))
            child.stdin.flush()
        for child in children:
            child.stdout.read(1)
        for child in children:
            child.stdin.close()
    return [child.returncode for child in children]


def main() -> None:
    """Run the job that comes through standard input, once its other end is closed."""
    database, job = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the tests themselves
    django.setup()
    connection.settings_dict.update(database)
    work = pickle.loads(job)  # noqa: S301 - from the tests themselves
    connection.ensure_connection()
    print("-", end="", flush=True)
    sys.stdin.buffer.read()
    work()


if __name__ == "__main__":
    main()
