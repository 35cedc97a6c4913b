"""A night as the table sees it: seats, the button, somebody who is away, and a clock that runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.in_play.clock_commands import start_clock
from hostdesk.in_play.table_screens import give_screen
from hostdesk.seating.seating_now import present_at
from reservations.commands import place_button, set_away, take_seat
from reservations.queries import player_named
from reservations.seats import Spot

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

A_LEVEL = timedelta(minutes=20)


def seen_by_the_table(scene: Scene, names: Sequence[str], *, left: timedelta) -> dict[str, Any]:
    """Make a night with levels at which those sit in that order; so much time is left of the first level."""
    night = scene.opens("hybrid")
    scene.come(night, *names)
    for seat, name in enumerate(names, 1):
        spot = Spot(1, seat)
        take_seat(stamp=scene.stamp(), night=night, player=player_named(name), spot=spot, present=present_at(night))
    place_button(stamp=scene.stamp(), night=night, table=1, seat=2, present=present_at(night))
    set_away(stamp=scene.stamp(), night=night, player=player_named(names[-1]), away=True, present=present_at(night))
    start_clock(stamp=replace(scene.stamp(), at=timezone.now() - A_LEVEL + left), night=night)
    return {"shown": night.pk, "screen": give_screen(night, made_by="Ann")}
