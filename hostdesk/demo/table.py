"""The chips on the demo's table: they move between players and are never more or fewer than were sold. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

STAKES = (2, 4, 6, 6, 10, 16, 20, 40, 80)
"""How much a pot costs each of its losers, in small blinds, where their stack holds it."""


@dataclass
class Table:
    """The stacks in cents, by name, of those who sit there; ``luck`` says how often each of them wins."""

    luck: Mapping[str, int]
    stacks: dict[str, int] = field(default_factory=dict)

    def buy(self, name: str, cents: int) -> None:
        """Put chips in front of somebody, who sits down if they do not yet."""
        self.stacks[name] = self.stacks.get(name, 0) + cents

    def pass_on(self, seller: str, buyer: str, cents: int) -> None:
        """Move chips from one player to another."""
        self.stacks[seller] -= cents
        self.buy(buyer, cents)

    def leave(self, name: str) -> int:
        """Let somebody take their chips away, and say how many."""
        return self.stacks.pop(name)

    def lose(self, cents: int) -> None:
        """Let chips of the biggest stack fall under the sofa."""
        self.stacks[self.biggest()] -= cents

    def biggest(self) -> str:
        """Return who has the most chips; of several, who sat down first."""
        return max(self.stacks, key=lambda name: self.stacks[name])

    def play(self, chance: Random, small_cents: int) -> None:
        """Play one pot: one or two players pay a number of small blinds, or all they have, to another.

        Nothing happens where fewer than two have chips.
        """
        playing = [name for name, cents in self.stacks.items() if cents]
        if len(playing) < 2:
            return
        winner = chance.choices(playing, [self.luck[name] for name in playing])[0]
        playing.remove(winner)
        stake = chance.choice(STAKES) * small_cents
        for loser in chance.sample(playing, min(len(playing), chance.choice((1, 1, 2)))):
            paid = min(stake, self.stacks[loser])
            self.stacks[loser] -= paid
            self.stacks[winner] += paid
