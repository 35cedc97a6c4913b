"""Scenes that are played once in a process and laid down again, row by row, for every further test.

An evening of thirty acts takes half a second to play and some milliseconds to lay down. A test gets rows and objects of
its own either way, inside its own transaction, and cannot tell the difference. A scene that might differ (it asked for
the time, it signed somebody in, other acts came before it, it hands out an object that cannot be copied) is played
again each time; a scene that asked for the date is played again on another day.
"""

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from reservations.acts import commands as acts_commands
from reservations.houses import commands as houses_commands

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, list[tuple[Any, ...]]]

OURS = ("reservations", "ledger", "hostdesk")
NOT_OF_THE_STORY = {"reservations_desk", "hostdesk_host", "hostdesk_signin", "hostdesk_link"}
"""The row that is locked, and the sign-ins: no scene depends on them, and a scene that changes them is not kept."""
FOLLOWS = "reached"
"""The column of the desk that follows from the acts."""
NOTING = {acts_commands.__file__, houses_commands.__file__}
"""The modules that stamp rows with the time of recording: no story depends on it."""
WATCHING: list[list[str]] = []
"""The files that have asked for the time in each scene that is being played, the outermost first."""
DAY = "which day it is"
"""Stands for a file that asks for no more than the date."""


@dataclass(frozen=True)
class Scene:
    """The rows that a scene left in each table, the value that it returned, and its day if it depends on the day."""

    rows: Rows
    given: bytes
    day: date | None

    @property
    def is_of_today(self) -> bool:
        """Whether the scene would be the same today."""
        return self.day in (None, timezone.localdate())


def played_once(play: Callable[P, R]) -> Callable[P, R]:
    """Let a function make its scene once in a process, for each combination of plain arguments.

    On PostgreSQL, where a rollback does not reset the numbers of rows, every scene is played.
    """
    kept: dict[Any, Scene | None] = {}

    @wraps(play)
    def scene(*args: P.args, **kwargs: P.kwargs) -> R:
        called_with = (args, *kwargs.items())
        if kept.get(called_with, play) is None or not _is_blank():
            return play(*args, **kwargs)
        laid = kept.get(called_with)
        if laid is not None and laid.is_of_today:
            return _laid_down(laid)  # type: ignore[no-any-return]
        given, kept[called_with] = _watched(lambda: play(*args, **kwargs))
        return given

    return scene


def _is_blank() -> bool:
    """Say whether the books are blank, in a transaction that is rolled back at the end of the test."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        return bool(cursor.execute(_something()).fetchone() == (0,))


def _laid_down(scene: Scene) -> Any:
    for each in WATCHING if scene.day else ():
        each.append(DAY)
    for table, rows in scene.rows.items():
        if rows:
            names, places = ", ".join(_columns(table)), ", ".join("?" * len(rows[0]))
            connection.connection.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', rows)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reservations_desk SET reached = (SELECT coalesce(max(number), 0) FROM reservations_act)")
    return pickle.loads(scene.given)  # noqa: S301 - of this very process


def _watched(play: Callable[[], R]) -> tuple[R, Scene | None]:
    """Play a scene, and return its value, and its rows if they will be the same again."""
    before = _rows(NOT_OF_THE_STORY)
    with _clock() as asked:
        given = play()
    if not {DAY}.issuperset(asked) or _rows(NOT_OF_THE_STORY) != before:
        return given, None
    try:
        return given, Scene(_rows(_story()), pickle.dumps(given), timezone.localdate() if asked else None)
    except (pickle.PicklingError, AttributeError, TypeError):
        return given, None


@contextmanager
def _clock() -> Iterator[list[str]]:
    """Collect the files that ask for the time, except those that only stamp it; scenes may be nested."""
    asked, now = [], timezone.now

    def watched() -> Any:
        asking = sys._getframe(1)
        file = asking.f_code.co_filename
        if file == timezone.__file__ and asking.f_back.f_code is timezone.localdate.__code__:
            file = DAY
        if file not in NOTING:
            for each in WATCHING:
                each.append(file)
        return now()

    WATCHING.append(asked)
    try:
        with pytest.MonkeyPatch.context() as patch:
            if len(WATCHING) == 1:
                patch.setattr(timezone, "now", watched)
            yield asked
    finally:
        WATCHING.pop()


@cache
def _story() -> tuple[str, ...]:
    tables = (model._meta.db_table for label in OURS for model in apps.get_app_config(label).get_models())
    return tuple(table for table in tables if table not in NOT_OF_THE_STORY)


@cache
def _something() -> str:
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in _story())


def _rows(tables: Iterable[str]) -> Rows:
    """Return the rows of these tables as SQLite keeps them: a plus before a column keeps it from being converted."""
    with connection.cursor() as cursor:
        return {
            table: cursor.execute(
                f'SELECT {", ".join("+" + name for name in _columns(table))} FROM "{table}"'
            ).fetchall()
            for table in tables
        }


@cache
def _columns(table: str) -> tuple[str, ...]:
    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    return tuple(f'"{field.column}"' for field in model._meta.concrete_fields if field.name != FOLLOWS)
