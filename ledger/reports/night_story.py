"""The story of a night: the acts that moved chips or people, in order, and the times of holding chips. Pure.

Amounts are in cents, times in the zone of the desk.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate

STORY_KINDS = ("arrive", "buy_in", "chip_sale", "cash_out", "declare_chips", "leave", "last_hand", "final_pot", "close")
"""The kinds of acts that the story tells, by their names in the night log."""


@dataclass(frozen=True)
class StoryStep:
    """An act of the story: its kind, its text, and its player by name, "" for nobody.

    ``cents`` is the purchase, cash-out or win in it. A player who ``stays`` plays on with the rest. ``chips_cents`` and
    ``pot_cents`` are chips in play and the final pot then.
    """

    number: int
    at: datetime
    kind: str
    text: str
    player: str = ""
    cents: int = 0
    stays: bool = False
    chips_cents: int = 0
    pot_cents: int = 0


@dataclass
class Lane:
    """One player's night: the times of holding chips, from and to (None while they hold some), and the movements.

    ``bought`` and ``cashed`` have the time and the cents of every purchase and every cash-out.
    """

    name: str
    spells: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    bought: list[tuple[datetime, int]] = field(default_factory=list)
    cashed: list[tuple[datetime, int]] = field(default_factory=list)

    @property
    def bought_cents(self) -> int:
        """The sum of the purchases."""
        return sum(cents for _, cents in self.bought)

    @property
    def cashed_cents(self) -> int:
        """The sum of the cash-outs."""
        return sum(cents for _, cents in self.cashed)


@dataclass(frozen=True)
class NightStory:
    """The steps of a night, in the order of their record."""

    steps: tuple[StoryStep, ...] = ()

    @property
    def moments(self) -> list[datetime]:
        """The time of every step; a late record counts at the time of its record, so that no time goes back."""
        return list(accumulate((step.at for step in self.steps), max))

    @property
    def minutes(self) -> int:
        """The minutes with chips in play, from the first purchase to the last cash-out."""
        played = [at for at, step in zip(self.moments, self.steps, strict=True) if step.kind in ("buy_in", "cash_out")]
        return int((played[-1] - played[0]).total_seconds()) // 60 if played else 0

    @property
    def skyline(self) -> tuple[tuple[float, float], ...]:
        """The chips in play as steps: the time and the height of every point, from 0 to 1; () without chips."""
        return self._stairs([(at, step.chips_cents) for at, step in zip(self.moments, self.steps, strict=True)])

    def course_of(self, player: str) -> tuple[tuple[float, float], ...]:
        """A player's money as steps, like the skyline: their purchases so far, and at the end their cash-out."""
        lane = next((lane for lane in self.lanes() if lane.name == player), None)
        if lane is None:
            return ()
        gave = zip((at for at, _ in lane.bought), accumulate(cents for _, cents in lane.bought), strict=True)
        ends = (lane.spells[-1][1] if lane.spells else None) or self.moments[-1]
        return self._stairs([*gave, (ends, lane.cashed_cents)])

    def _stairs(self, amounts: Sequence[tuple[datetime, int]]) -> tuple[tuple[float, float], ...]:
        """Return amounts as steps: the whole night wide, and as high as the largest amount."""
        most, moments = max((cents for _, cents in amounts), default=0), self.moments
        if not most or moments[0] == moments[-1]:
            return ()
        points, before = [], 0.0
        for at, cents in amounts:
            x, y = (at - moments[0]) / (moments[-1] - moments[0]), cents / most
            points += [(x, before), (x, y)]
            before = y
        return tuple(points)

    def bought_by(self, count: int) -> int:
        """Return the bank's sales after that many steps, in cents."""
        return sum(step.cents for step in self.steps[:count] if step.kind == "buy_in")

    def lanes(self, count: int | None = None) -> list[Lane]:
        """Return the players in the order of their purchases, after that many steps, else after all."""
        lanes: dict[str, Lane] = {}
        since: dict[str, datetime] = {}
        steps: Sequence[StoryStep] = self.steps[:count]
        for at, step in zip(self.moments, steps, strict=False):
            if step.kind in ("buy_in", "chip_sale"):
                lane = lanes.setdefault(step.player, Lane(step.player))
                lane.bought.append((at, step.cents))
                since.setdefault(step.player, at)
            elif step.kind == "cash_out":
                lane = lanes.setdefault(step.player, Lane(step.player))
                lane.cashed.append((at, step.cents))
                if not step.stays and step.player in since:
                    lane.spells.append((since.pop(step.player), at))
            elif step.kind == "close":
                # A player who never cashed out went home with nothing.
                for name, start in since.items():
                    lanes[name].spells.append((start, at))
                since = {}
        for name, start in since.items():
            lanes[name].spells.append((start, None))
        return list(lanes.values())
