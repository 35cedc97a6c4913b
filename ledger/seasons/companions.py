"""With whom at the table a player does best. Pure.

Only the player's own results are told; of the others no more than that they were there.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.seasons.report import SeasonNight


@dataclass(frozen=True)
class Companion:
    """Another player, by number, and what somebody's nights with them and without them came to, in cents."""

    player: int
    nights: int
    cents: int
    nights_without: int
    cents_without: int

    @property
    def average_cents(self) -> int:
        """What a night with them came to."""
        return round(self.cents / self.nights)

    @property
    def average_without_cents(self) -> int | None:
        """What a night without them came to; None if there was none."""
        return round(self.cents_without / self.nights_without) if self.nights_without else None


def companions(nights: Iterable[SeasonNight], player: int, *, least_nights: int = 3) -> Sequence[Companion]:
    """Return with whom a player played so many nights at least, the one with whom a night came to most first."""
    shared, total_cents, count = defaultdict[int, list[int]](list), 0, 0
    for night in nights:
        results = {each.player: each.result_cents for each in night.played}
        if (mine := results.pop(player, None)) is None:
            continue
        total_cents, count = total_cents + mine, count + 1
        for other in results:
            shared[other].append(mine)
    found = [
        Companion(other, len(theirs), sum(theirs), count - len(theirs), total_cents - sum(theirs))
        for other, theirs in shared.items()
        if len(theirs) >= least_nights
    ]
    return sorted(found, key=lambda each: (-each.average_cents, -each.nights, each.player))
