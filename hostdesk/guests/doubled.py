"""Guests who may have two seats: one of that name has a place of their own, or somebody else brings one too. Pure.

Two people may have one name, so this is a question to those who can answer it, and never a refusal.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from reservations.acts.facts import Place
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Rsvp, RsvpState


@dataclass(frozen=True)
class Doubled:
    """A guest, as ``host`` wrote the name, who may have a place already.

    ``also`` is the number of who has it: ``by_themselves`` the player of that name, else somebody who brings them too.
    """

    name: str
    host: Rsvp
    also: int
    by_themselves: bool

    @property
    def rest(self) -> tuple[str, ...]:
        """The other guests of the host."""
        return tuple(each for each in self.host.guests if name_key(each) != name_key(self.name))

    @property
    def may_be_left_out(self) -> bool:
        """Whether the host can come without them and stay where they are; a seat that is kept would be taken by it."""
        return self.host.has_seat or self.host.place == Place.WAITING


def brought_regulars(host: Rsvp, regulars: Mapping[str, int]) -> tuple[Doubled, ...]:
    """Return the guests of one person who have the name of a regular, by name key, whether that one comes or not.

    Whoever brings somebody is asked in this way: nobody learns who else comes by naming them as a guest.
    """
    named = ((name, regulars.get(name_key(name), host.player)) for name in host.guests)
    return tuple(Doubled(name, host, also, by_themselves=True) for name, also in named if also != host.player)


def doubled(rsvp_state: RsvpState, known: Mapping[str, int]) -> tuple[Doubled, ...]:
    """Return the guests who may have two seats, by whom they are brought; ``known`` are players by their name keys."""
    standing = [each for each in rsvp_state.rsvps.values() if each.takes or each.place == Place.WAITING]
    themselves = {each.player for each in standing}
    found = []
    for host in standing:
        for name in host.guests:
            player = known.get(name_key(name))
            others = [each.player for each in standing if each != host and name_key(name) in map(name_key, each.guests)]
            if player is not None and player != host.player and player in themselves:
                found.append(Doubled(name, host, player, by_themselves=True))
            elif others:
                found.append(Doubled(name, host, others[0], by_themselves=False))
    return tuple(found)
