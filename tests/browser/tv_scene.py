"""Nights as the table sees them: seats, the button, somebody who is away, a clock that runs, and long names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.clock.commands import start_clock
from hostdesk.houses.presets import load_preset
from hostdesk.tables.queries import present_at
from hostdesk.tv.commands import give_screen
from reservations.houses.commands import make_house
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables.blinds_commands import place_button, set_away
from reservations.tables.seat_commands import take_seat
from reservations.tables.seats import Spot
from reservations.tables.split_commands import split_table
from tests.browser.seat_scene import one_table

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

A_LEVEL = timedelta(minutes=20)
LONG = [
    "W" * 40,
    "Wolfeschlegelsteinhausen-Bergerdorff",
    "Maximiliane Hohenlohe",
    "Maximiliane Hohenfels",
    "Bartholomew-James Cholmondeley",
    "Konstantinos Papadopoulos",
    "محمدبنسلمانبنعبدالعزيز",
]


def clocks(scene: Scene) -> dict[str, Any]:
    """Make nights whose clock runs, one of them with short calls, one whose clock waits, and one with long names."""
    scene.knows("Ann", "Bo", "Cy", "Di", "Eve", "Fay", *LONG)
    made = seen_by_the_table(scene, ["Ann", "Bo", "Cy"], left=timedelta(minutes=15))
    called = {"key": "called", "name": "Called game", "conduct": {"call_seconds": 10}}
    make_house(document={**load_preset("hybrid"), **called})
    at_calls = seen_by_the_table(scene, ["Ann", "Bo", "Cy"], left=timedelta(minutes=15), house="called")
    made |= {"called": at_calls["shown"], "waits": scene.opens("hybrid").pk}
    return {**made, "long_names": _long_names(scene, ["Ann", *LONG, "Di", "Eve", "Fay", "Bo"]).pk}


def _long_names(scene: Scene, names: Sequence[str]) -> Night:
    """Make a night of two tables, at each of which the button is where somebody is away."""
    night = one_table(scene, names)
    volunteers = [player_named(name) for name in names[1:7]]
    split_table(stamp=scene.stamp(), night=night, volunteers=volunteers, present=present_at(night))
    for table in (1, 2):
        place_button(stamp=scene.stamp(), night=night, table=table, seat=2, present=present_at(night))
    for name in names:
        set_away(stamp=scene.stamp(), night=night, player=player_named(name), away=True, present=present_at(night))
    return night


def seen_by_the_table(scene: Scene, names: Sequence[str], *, left: timedelta, house: str = "hybrid") -> dict[str, Any]:
    """Make a night with levels at which those sit in that order; so much time is left of the first level."""
    night = scene.opens(house)
    scene.come(night, *names)
    for seat, name in enumerate(names, 1):
        spot = Spot(1, seat)
        take_seat(stamp=scene.stamp(), night=night, player=player_named(name), spot=spot, present=present_at(night))
    place_button(stamp=scene.stamp(), night=night, table=1, seat=2, present=present_at(night))
    set_away(stamp=scene.stamp(), night=night, player=player_named(names[-1]), away=True, present=present_at(night))
    start_clock(stamp=replace(scene.stamp(), at=timezone.now() - A_LEVEL + left), night=night)
    return {"shown": night.pk, "screen": give_screen(night, made_by="Ann")}
