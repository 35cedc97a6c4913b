"""The terms of a house for its tables: how many sit, how they enter, and what missing a blind means. Pure.

``reservations.seating_reading`` reads them out of a document of rules.
"""

from dataclasses import dataclass
from enum import StrEnum


class Entering(StrEnum):
    """Where somebody new may come into the hand."""

    FREELY = "anywhere"
    BUYING = "between button and small blind by buying the button"
    PASSED = "once the button has passed"


class MissedBlinds(StrEnum):
    """What whoever was away when the blinds reached them does before they are dealt in again."""

    NOTHING = "nothing"
    POSTED = "posted"
    PUT_IN = "put in for them"


@dataclass(frozen=True)
class SeatingTerms:
    """All seating terms of one version of a house's rules; the defaults hold where a house says nothing.

    ``most``: so many sit at one table at most. ``split_at``: with so many people one table becomes two. ``merge_at``:
    with so many left, or fewer, two become one. ``suits_rank``: cards of one rank that are drawn follow their suits
    (clubs lowest, then diamonds, hearts, spades); elsewhere those who drew them draw again. ``away_dealt_in``: whoever
    is away is dealt in. ``asks_ahead``: whoever is not, may ask to be before they go. ``call_seconds``: how long
    somebody may think on whom the clock was called. ``jumping_costs``: whoever jumps the bet pays for it (how much is
    money, and read elsewhere). ``jump_warnings``: so many times in a night, by whomever, it is only warned of.
    """

    most: int = 11
    split_at: int = 12
    merge_at: int = 10
    suits_rank: bool = False
    entering: Entering = Entering.FREELY
    missed: MissedBlinds = MissedBlinds.NOTHING
    away_dealt_in: bool = False
    asks_ahead: bool = False
    call_seconds: int | None = None
    jumping_costs: bool = False
    jump_warnings: int = 1
