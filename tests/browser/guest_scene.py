"""Nights with reservations for the tests of every page: seats, guests, a line with a pin and a favour, an offer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from reservations.acts.facts import Reply
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.rsvps import commands as rsvps_commands
from reservations.waiting_list import commands as waiting_list_commands
from tests.browser.coming_scene import a_house, a_night

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

ASKS = {"confirmation": {"asked_minutes": 10_000}, "door": {"minimum_age": 21}, "waiting": {"host_favour": True}}


def reserved(scene: Scene, planned: Night, names: Sequence[str]) -> dict[str, Any]:
    """Let people with these names, ten of them, answer for a planned night and for one that is near."""
    _in_a_week(scene, planned, names)
    house = a_house("asks", f"{names[8]} asks", **ASKS)
    near = a_night(house, timezone.now() + timedelta(minutes=50), place=names[1], note=names[8])
    for name in (*names[:4], names[7]):
        _says(scene, near, name)
    rsvps_commands.confirm_seat(stamp=scene.late_stamp(), night=near, player=player_named(names[0]))
    rsvps_commands.answer(stamp=scene.late_stamp(), night=near, player=player_named(names[1]), reply=Reply.NO)
    return {"near": near.pk}


def _in_a_week(scene: Scene, night: Night, names: Sequence[str]) -> None:
    start = (timezone.now() + timedelta(days=7)).replace(second=0, microsecond=0)
    said = {"seats": 4, "starts_at": start, "time_zone": "America/New_York", "maybe_until": start - timedelta(days=1)}
    Night.objects.filter(pk=night.pk).update(**said)
    waiting_list_commands.invite(stamp=scene.stamp(), night=night, players=[player_named(name) for name in names[8:]])
    _says(scene, night, names[0], guests=names[1:3])
    _says(scene, night, names[3], expected_at=start + timedelta(minutes=45))
    _says(scene, night, names[4], guests=names[2:3])
    for name in (*names[5:8], "Ann"):
        _says(scene, night, name)
    _says(scene, night, names[2], Reply.MAYBE)
    _says(scene, night, names[1], Reply.NO)
    for name, position in ((names[7], 1), (names[5], 3)):
        about = player_named(name)
        waiting_list_commands.pin(stamp=scene.stamp(), night=night, player=about, position=position, reason=names[8])
    ruled = scene.stamp(names[1])
    waiting_list_commands.favour(stamp=ruled, night=night, player=player_named(names[6]), on=True, reason=names[4])
    waiting_list_commands.bump(stamp=scene.stamp(), night=night, player=player_named(names[3]), reason=names[1])


def _says(scene: Scene, night: Night, name: str, reply: Reply = Reply.YES, **said: Any) -> None:
    rsvps_commands.answer(stamp=scene.stamp(), night=night, player=player_named(name), reply=reply, **said)
