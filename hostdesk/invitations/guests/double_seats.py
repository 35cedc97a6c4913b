"""Guests who may have two seats, as two people may have one name: a question, never a refusal. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from reservations.acts.facts import Place
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Rsvp, RsvpState


@dataclass(frozen=True)
class DoubleSeat:
    """A guest of ``host`` who may have a second place: as the player ``also``, or as a guest of that player."""

    name: str
    host: Rsvp
    also: int
    by_themselves: bool

    @property
    def rest(self) -> tuple[str, ...]:
        """The other guests of the host."""
        return tuple(guest for guest in self.host.guests if name_key(guest) != name_key(self.name))

    @property
    def may_be_left_out(self) -> bool:
        """Whether the host can answer without them and keep the place; with an offer the answer would accept it."""
        return self.host.has_seat or self.host.place == Place.WAITING


def brought_regulars(host: Rsvp, regulars: Mapping[str, int]) -> tuple[DoubleSeat, ...]:
    """Return one player's guests with the name of a regular, coming or not, so that nobody learns their answers."""
    named = ((name, regulars.get(name_key(name), host.player)) for name in host.guests)
    return tuple(DoubleSeat(name, host, also, by_themselves=True) for name, also in named if also != host.player)


def double_seats(rsvp_state: RsvpState, known: Mapping[str, int]) -> tuple[DoubleSeat, ...]:
    """Return the guests who may have two seats, by their hosts; ``known`` are players by their name keys."""
    coming = [rsvp for rsvp in rsvp_state.rsvps.values() if rsvp.takes or rsvp.place == Place.WAITING]
    themselves = {rsvp.player for rsvp in coming}
    found = []
    for host in coming:
        for name in host.guests:
            player = known.get(name_key(name))
            others = [rsvp.player for rsvp in coming if rsvp != host and name_key(name) in map(name_key, rsvp.guests)]
            if player is not None and player != host.player and player in themselves:
                found.append(DoubleSeat(name, host, player, by_themselves=True))
            elif others:
                found.append(DoubleSeat(name, host, others[0], by_themselves=False))
    return tuple(found)
