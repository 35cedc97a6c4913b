"""Coming through the door: an act of the night while its bank is open, which is undone like any other; else a fact."""

from hostdesk.lists.queries import State, state_of
from hostdesk.tonight.commands import arrive
from reservations.acts.commands import atomic_batch
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.parsing.names import name_key
from reservations.players.commands import record_player
from reservations.players.queries import person_named, player_called
from reservations.rsvps.queries import rsvp_state_of
from reservations.strikes.attendance_commands import mark_came


def come(*, stamp: Stamp, night: Night, player: Player, came: bool = True) -> Answer | Noted:
    """Let somebody in, or say that they have not come after all. Raises ``Impossible`` once the bank is closed."""
    state = state_of(night)
    if came and state == State.OPEN:
        return arrive(stamp=stamp, night=night, player=player)
    if came and state == State.CLOSED:
        raise Impossible("The bank of that night is closed: nobody can come to it any more.")
    return mark_came(stamp=stamp, night=night, player=player, came=came)


def bring(*, stamp: Stamp, night: Night, host: Player, name: str) -> Answer | Noted:
    """Let in a guest whom ``host`` brings, and put them on the list first if they are new: both or neither.

    Raises ``Impossible`` if the host brings nobody of that name.
    """
    with atomic_batch():
        if player_called(name) is None:
            if name_key(name) not in map(name_key, rsvp_state_of(night).of(host.number).guests):
                raise Impossible(f"{host} brings nobody called {name} any more.")
            record_player(stamp=stamp.part(".player"), name=name, regular=False, invited_by=_who_answers(host))
        return come(stamp=stamp, night=night, player=person_named(name))


def _who_answers(host: Player) -> Player | None:
    """Return the regular who answers for a guest: whoever brings them, or invited whoever does; there may be none."""
    answers = host if host.regular else host.inviter or host
    return answers if answers.regular else None
