"""Nights on which people did not show up, and what the host and they themselves said of it."""

from datetime import timedelta
from typing import Any, Protocol

from django.utils import timezone

from hostdesk.nights.commands import plan_night
from reservations.acts.facts import Cause, Reply
from reservations.acts.kinds import Stamp
from reservations.models import Night, Player
from reservations.players.queries import player_named
from reservations.rsvps import commands as rsvps_commands
from reservations.strikes import commands as strikes_commands


class Stage(Protocol):
    """What stamps the facts of a scene."""

    def stamp(self) -> Stamp:
        """Stamp the next one."""
        ...


def strikes(stage: Stage, removed: str, contests: str, words: str) -> dict[str, Any]:
    """Make three nights: one player is removed after two of them, another contests a strike and has one pardoned."""
    nights = [plan_night(date=timezone.localdate() - timedelta(weeks=week), house="ericn") for week in (3, 2, 1)]
    first, second = player_named(removed), player_named(contests)
    for night in nights:
        rsvps_commands.answer(
            stamp=stage.stamp(), night=night, player=second, reply=Reply.YES, guests=[words[:40], "Gus"]
        )
    _strike(stage, nights[0], first, Cause.NO_SHOW, words)
    _strike(stage, nights[1], first, Cause.NO_SHOW, words)
    contested = _strike(stage, nights[0], second, Cause.NO_SHOW, words)
    strikes_commands.contest(stamp=stage.stamp(), strike=contested, words=words)
    pardoned = _strike(stage, nights[2], second, Cause.LATE_CANCEL, words)
    strikes_commands.pardon(stamp=stage.stamp(), strike=pardoned, reason=words)
    return {"struck": first.number, "contested": second.number, "strike": contested, "pardoned": pardoned}


def _strike(stage: Stage, night: Night, player: Player, cause: Cause, reason: str) -> int:
    noted = strikes_commands.strike(stamp=stage.stamp(), night=night, player=player, cause=cause, reason=reason)
    return noted.fact.pk
