"""Arrivals at the door, an act of the night while its bank is open, else a fact; and players turned away there."""

from collections.abc import Collection

from hostdesk.base.lists.queries import NightState, state_of
from ledger.night.commands import arrive
from reservations.acts.commands import atomic_batch
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.parsing.names import name_key, parse_name
from reservations.players.commands import record_player
from reservations.players.queries import person_named, player_called
from reservations.rsvps.queries import rsvp_state_of
from reservations.strikes.commands import mark_came, turn_away


def come(*, stamp: Stamp, night: Night, player: Player, came: bool = True) -> Answer | Noted:
    """Record that a player came, or did not come after all. Raises ``Impossible`` once the bank is closed."""
    state = state_of(night)
    if came and state == NightState.OPEN:
        return arrive(stamp=stamp, night=night, player=player)
    if came and state in (NightState.CLOSED, NightState.TAKEN_BACK):
        raise Impossible("The bank of that night is closed: no more arrivals.")
    return mark_came(stamp=stamp, night=night, player=player, came=came)


def bring(*, stamp: Stamp, night: Night, host: Player, name: str) -> Answer | Noted:
    """Let in a guest of ``host``, and add a new one to the list of players first: both or neither.

    Raises ``Impossible`` if the host brings no guest of that name.
    """
    with atomic_batch():
        return come(stamp=stamp, night=night, player=_brought(stamp, night, host, name))


def turn_away_at_door(
    *, stamp: Stamp, night: Night, host: Player, away: bool, reason: str, guest: str, arrears: Collection[int]
) -> Noted:
    """Turn a player away at the door, or a ``guest`` of theirs, who is added to the list of players first.

    Raises the errors of :func:`bring` and :func:`reservations.strikes.commands.turn_away`.
    """
    with atomic_batch():
        player = _brought(stamp, night, host, guest) if guest else host
        return turn_away(stamp=stamp, night=night, player=player, away=away, reason=reason, arrears=arrears)


def _brought(stamp: Stamp, night: Night, host: Player, name: str) -> Player:
    """Return the player of that name; a guest of ``host`` is added to the list of players."""
    name = parse_name(name)
    if player_called(name) is None:
        if name_key(name) not in map(name_key, rsvp_state_of(night).of(host.number).guests):
            raise Impossible(f"{host} no longer brings a guest called {name}.")
        inviter = host if host.regular else host.inviter
        invited_by = inviter if inviter is not None and inviter.regular else None
        record_player(stamp=stamp.part(".player"), name=name, regular=False, invited_by=invited_by)
    return person_named(name)
