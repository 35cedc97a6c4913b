"""Nights ahead for the browser tests: a seat, a waiting list, a seat that is kept, a maybe, and strikes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.houses.presets import load_preset
from reservations.acts.facts import Cause, Reply
from reservations.houses import commands as houses_commands
from reservations.models import House, Night
from reservations.nights import change_commands as change_commands
from reservations.players.queries import player_named
from reservations.rsvps import commands as rsvps_commands
from reservations.strikes import commands as strikes_commands

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

ELM_STREET = "12 Elm Street, second door"
_OWN = ("attendance", "waiting", "confirmation", "door", "invitation")


def a_house(key: str, name: str, **tables: Any) -> House:
    """Make a house with attendance tables of its own."""
    document = {field: table for field, table in load_preset("dave-2018").items() if field not in _OWN}
    return houses_commands.make_house(document={**document, "key": key, "name": name, **tables}).house


def a_night(house: House, starts_at: datetime, **columns: Any) -> Night:
    """Plan a night of two seats at Elm Street."""
    start = starts_at.replace(second=0, microsecond=0)
    said = {"seats": 2, "place": ELM_STREET, "note": "Bring a chair.", "ends_at": start + timedelta(hours=5), **columns}
    zone = str(timezone.get_current_timezone())
    day = timezone.localdate(start)
    return Night.objects.create(house=house, date=day, starts_at=start, time_zone=zone, **said)


def say(scene: Scene, night: Night, name: str, reply: Reply = Reply.YES, **said: Any) -> None:
    """Let somebody answer."""
    rsvps_commands.answer(stamp=scene.stamp(), night=night, player=player_named(name), reply=reply, **said)


def nights_ahead(scene: Scene, mine: str, others: tuple[str, str], house_name: str) -> dict[str, Any]:
    """Plan nights on which ``mine`` stands differently; return their ids, and a strike of theirs."""
    now = timezone.now()
    house = a_house("reserved", house_name, attendance=_STRIKES, waiting={"moves_up": "by an offer"})
    soon = a_night(house, now + timedelta(minutes=90))
    say(scene, soon, mine, guests=[others[0]], expected_at=now + timedelta(minutes=135))
    offered = _offered(scene, a_night(house, now + timedelta(days=2)), mine, others)
    waits = a_night(house, now + timedelta(days=3), maybe_until=now + timedelta(days=2))
    for name in (*others, mine):
        say(scene, waits, name)
    evening = timezone.localtime(now + timedelta(days=9)).replace(hour=19, minute=0)
    open_ = a_night(house, evening, seats=None, maybe_until=now + timedelta(days=8))
    plain = a_house("plain", "Plain game")
    empty = a_night(plain, now + timedelta(days=20))
    cancelled = a_night(house, now + timedelta(days=16))
    say(scene, cancelled, mine)
    change_commands.cancel_night(stamp=scene.stamp(), night=cancelled, reason=others[1])
    return {
        "soon": soon.pk,
        "offered": offered.pk,
        "waits": waits.pk,
        "unanswered": open_.pk,
        "cancelled": cancelled.pk,
        "empty": empty.pk,
        "strike": _strike(scene, house, mine, others[1]),
    }


_STRIKES = {"late_change_minutes": 120, "taken_up_clears": False, "steps": [[1, "reminder"], [3, "removed"]]}


def _offered(scene: Scene, night: Night, mine: str, others: tuple[str, str]) -> Night:
    for name in (*others, mine):
        say(scene, night, name)
    # A moment ago: so it is kept for half an hour from now.
    at = scene.at
    scene.at = timezone.now() - timedelta(minutes=3)
    say(scene, night, others[0], Reply.NO)
    scene.at = at
    return night


def _strike(scene: Scene, house: House, name: str, reason: str) -> int:
    past = a_night(house, timezone.now() - timedelta(days=8))
    player = player_named(name)
    said = strikes_commands.strike(stamp=scene.stamp(), night=past, player=player, cause=Cause.NO_SHOW, reason=reason)
    return said.fact.pk
