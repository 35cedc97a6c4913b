"""A night of the demo before it is played: who comes, under which rules, and what goes wrong on it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from hostdesk.demo.cast import Game, Person


@dataclass(frozen=True)
class Quirks:
    """What is out of the ordinary on a night; the reasons are kept with what they are for.

    ``drawer_off_cents``: over (+) or short (-) when the drawer is counted. ``hurry``: somebody goes without waiting
    for what the house asks. ``deep``: somebody buys more than the house allows. ``miscount``: a player counts wrong.
    ``slip``: a rebuy is recorded for the wrong player, and undone. ``hands_over``: the banker goes home early.
    ``found``: somebody who has written a note finds cash after all. ``lapses``: the last note out loses its value.
    """

    drawer_off_cents: int = 0
    missing_cents: int = 0
    missing_reason: str = ""
    hurry: str = ""
    deep: str = ""
    miscount: str = ""
    slip: bool = False
    hands_over: bool = False
    found: bool = False
    lapses: bool = False


@dataclass(frozen=True)
class Setting:
    """A night before it is played: ``players`` by name, the banker first, in the order in which they come.

    ``people`` are who they are, ``standings`` what THE BOOK owes them (+) when the night begins. ``steps`` is how long
    it is meant to be. ``cut`` is the step before which the telling stops, with the bank still open; None: it is told to
    its end. ``leaving``: who means to go early, and from which step on.
    """

    number: int
    day: date
    starts_at: datetime
    game: Game
    players: tuple[str, ...]
    people: Mapping[str, Person]
    steps: int
    leaving: tuple[tuple[str, int], ...]
    cut: int | None = None
    quirks: Quirks = field(default_factory=Quirks)
    standings: Mapping[str, int] = field(default_factory=dict)
