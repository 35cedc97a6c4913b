"""Fixtures of the races: three players, a night, and a desk without its locks."""

import pytest
from django.db import connection, connections

from reservations.acts import commands as acts_commands
from reservations.models import Night, Player
from reservations.players.commands import record_player
from tests.faults.racing import opened, stamp


@pytest.fixture(autouse=True)
def nobody_waits_in_line(monkeypatch):
    """Let only the database's lock decide, as between two processes: threads of one process queue before it."""
    monkeypatch.setattr(acts_commands, "_PATIENCE", 0.0)


@pytest.fixture
def players() -> list[Player]:
    """Ann, Bo and Cy."""
    added = [record_player(stamp=stamp(name), name=name, regular=True) for name in ("Ann", "Bo", "Cy")]
    return [Player.objects.get(pk=answer.act.number) for answer in added]


@pytest.fixture
def night(players: list[Player]) -> Night:
    """A night that Ann runs, with 100.00 in the drawer."""
    return opened(players, 7)


@pytest.fixture
def unlocked(monkeypatch):
    """The desk without its locks: the row lock and, on SQLite, the lock that a transaction takes at its start."""
    # Of two row seals with the same number the second would fail, which is a lock of its own.
    monkeypatch.setattr(acts_commands.seal_rows, "__code__", (lambda rows: None).__code__)
    monkeypatch.setattr(type(connection.features), "has_select_for_update", False)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
