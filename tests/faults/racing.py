"""Helpers for two tablets and one ledger: threads that start together, and their outcomes."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from django.db import DatabaseError, connection, connections

from hostdesk.invitations.nights.commands import open_night
from ledger.audit import queries as audit_queries
from ledger.undoing import commands as undoing_commands
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem, SetAside
from reservations.acts.queries import Answer
from reservations.models import Night, Player, Rules

AT = datetime(2026, 11, 7, 20, 0, tzinfo=UTC)
"""The time of all acts: within a week of the nights that the rounds open, on the first days of the month."""
ROUNDS = 4
Done = Answer | Noted | Rules | int
Outcome = Done | Exception
Result = TypeVar("Result")
Task = Callable[[], Done | None]


def stamp(key: str, ruling: str = "the table agreed") -> Stamp:
    return Stamp(f"{key:_<8}", AT, ruling=ruling)


def at_once(*tasks: Task) -> list[Outcome]:
    """Run the tasks in threads that start together; return the answer or the exception of each."""
    outcomes: list[Outcome | None] = [None] * len(tasks)
    ready = threading.Barrier(len(tasks))

    def run(place: int, task: Task) -> None:
        connection.ensure_connection()
        ready.wait()
        try:
            outcomes[place] = task()
        except (Problem, SetAside, DatabaseError) as raised:
            outcomes[place] = raised
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcome for outcome in outcomes if outcome is not None]


def meeting(call: Callable[..., Result], tasks: int) -> Callable[..., Result]:
    """Return a call that waits until so many threads have made it: the control of a race needs them all."""
    barrier = threading.Barrier(tasks)

    def met(*values: Any, **named: Any) -> Result:
        found = call(*values, **named)
        barrier.wait(timeout=20)
        return found

    return met


def opened(players: list[Player], day: int, *, house: str = "mike") -> Night:
    opening = open_night(
        stamp=stamp(f"open-{day}"), house=house, date=date(2026, 11, day), banker=players[0], float_cents=10000
    )
    assert opening.act.night is not None
    return opening.act.night


def undoing(of: str, key: str) -> Task:
    return lambda: undoing_commands.reverse(stamp=stamp(key), of=of, reason="a slip")


def told(outcomes: list[Outcome]) -> list[str]:
    """Return the outcome of each task: new, known, or the name of the exception."""
    return [
        ("known" if each.known else "new") if isinstance(each, Answer | Noted) else type(each).__name__
        for each in outcomes
    ]


def faults() -> list[str]:
    return list(audit_queries.faults())
