"""Players for the tests of renaming and merging, added and found by name."""

from datetime import UTC, datetime
from typing import Any

from reservations.acts.kinds import Stamp
from reservations.acts.queries import Answer
from reservations.models import Act, Player
from reservations.players.commands import record_player

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def stamp(key: str = "") -> Stamp:
    """Return a stamp at noon, with a key made of the act's number unless one is given."""
    return Stamp(key or f"player-{Act.objects.count() + 1:02}", NOON)


def add(name: str, **fields: Any) -> Answer:
    """Add a player, or update the one of that name."""
    return record_player(stamp=stamp(), name=name, **fields)


def player(name: str) -> Player:
    """Return the player whose present name is exactly this."""
    return Player.objects.get(name=name)
