"""Nights at whose tables people sit: one with a single table, and one of two with all that can be noted of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hostdesk.tables.queries import present_at
from ledger.night import play_commands as play_commands
from reservations.acts.fact_queries import Noted
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables import split_commands as split_commands
from reservations.tables.seats import HandEntryKind, Missed
from tests import all_commands as commands

if TYPE_CHECKING:
    from tests.browser.scenes import Scene


def one_table(scene: Scene, names: Sequence[str]) -> Night:
    """Make a night at which those sit at one table, in that order."""
    night = scene.opens("dave-2018")
    for name in names:
        scene.buy(night, name, 1000)
    seat_commands.seat_everybody(stamp=scene.stamp(), night=night, present=present_at(night))
    return night


def two_tables(scene: Scene, names: Sequence[str]) -> dict[str, Any]:
    """Make a night of two tables whose players are away, owe blinds and leave soon; the first of them stands."""
    night = one_table(scene, names)
    split_commands.split_table(stamp=scene.stamp(), night=night, volunteers=[], present=present_at(night))
    for name in names:
        _note_all(scene, night, name)
    blinds_commands.place_button(stamp=scene.late_stamp(), night=night, table=2, seat=1, present=present_at(night))
    stands = _do(scene, night, "stand_up", names[0])
    return {"tables": night.pk, "stood_up": stands.fact.pk}


def _note_all(scene: Scene, night: Night, name: str) -> None:
    play_commands.give_notice(stamp=scene.late_stamp(), night=night, player=player_named(name))
    _do(scene, night, "set_away", name, away=True)
    _do(scene, night, "note_missed", name, missed=Missed(small=True, big=True))
    _do(scene, night, "note_entry", name, how=HandEntryKind.WAITS)


def _do(scene: Scene, night: Night, command: str, name: str, **said: Any) -> Noted:
    act = getattr(commands, command)
    found: Noted = act(stamp=scene.stamp(), night=night, player=player_named(name), present=present_at(night), **said)
    return found
