"""Doing several things of which none may hold up the others."""

from collections.abc import Callable, Iterable


def one_by_one(jobs: Iterable[Callable[[], int | None]]) -> int:
    """Do every job, also those after one that fails, and return the sum of what they return (None is nothing).

    At the end it raises what the first of them that failed raised, with a note of how many more failed.
    """
    done, failed = 0, []
    for job in jobs:
        try:
            done += job() or 0
        except Exception as fault:  # noqa: BLE001 - raised below
            failed.append(fault)
    if failed:
        if len(failed) > 1:
            failed[0].add_note(f"and {len(failed) - 1} more failed after it, the last with {failed[-1]!r}")
        raise failed[0]
    return done
