"""Nights on which the tables call for something: twelve at one, seven against five, wishes, and few who are left."""

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.tables.queries import present_at
from ledger.buy_in import commands as buy_in_commands
from ledger.terms.bank_terms import Means
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night, Player
from reservations.players.queries import player_named
from reservations.tables.rules import MergeOrder
from reservations.tables.seats import Spot
from tests import all_commands as commands
from tests.stories.tables import stacked

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

_TIE = "Kc Kd 2c 3c 4c 5c 6c 7c 8c 9c 9d 5d"
"""Of ten the first two draw the highest rank, and once more."""


def called_for(scene: "Scene", names: list[str]) -> dict[str, Any]:
    """Make all of them with these twelve players, Ann the first, who has the bank; return nights and facts by name."""
    with atomic_batch():  # One transaction for all of them: each of their own would take as long as all of it.
        return _called_for(scene, names)


def _called_for(scene: "Scene", names: list[str]) -> dict[str, Any]:
    split, drawn = _Night(scene, names), _Night(scene, names)
    uneven, even = _Night(scene, names), _Night(scene, names[:8])
    unknown, merged = _Night(scene, names), _Night(scene, names[:10])
    return {
        "at_one_table": split.night.pk,
        "split_night": drawn.night.pk,
        "split_fact": drawn.splits(names[1:3]).pk,
        "uneven": uneven.moves(names[1:6], back=names[1]).buttons().night.pk,
        "button_unknown": unknown.moves(names[1:6], back=names[1]).night.pk,
        "wished": even.moves(names[1:5]).wishes(names).night.pk,
        "merged": merged.moves(names[1:6]).night.pk,
        "merge_fact": merged.does("merge_tables", order=MergeOrder.DRAWN).pk,
        "button_fact": merged.does("draw_button", table=1, shuffle=stacked(_TIE)).pk,
    }


class _Night:
    """An open night at dave's with some people, all of whom sit at one table."""

    facts = 0

    def __init__(self, scene: "Scene", names: list[str]) -> None:
        self.night: Night = scene.opens("dave-2018")
        scene.come(self.night, *names)
        for name in names[:2]:
            buy_in_commands.buy_in(
                stamp=scene.stamp(), night=self.night, player=player_named(name), amount_cents=4000, pay=Means.CASH
            )
        self.does("seat_everybody")
        self.names = names

    def does(self, command: str, **said: Any) -> Fact:
        """Give a command about the tables now; it is overruled what the house would refuse."""
        _Night.facts += 1
        stamp = Stamp(f"table-{_Night.facts:05}", timezone.now(), "Ann", ruling="so that it can be seen")
        present = present_at(self.night)
        fact: Fact = getattr(commands, command)(stamp=stamp, night=self.night, present=present, **said).fact
        return fact

    def splits(self, volunteers: list[str]) -> Fact:
        """Split the table; who does not volunteer is drawn."""
        return self.does("split_table", volunteers=[_one(name) for name in volunteers])

    def moves(self, names: list[str], back: str = "") -> "_Night":
        """Let those move to a second table, with volunteers for all its places, and the one who had seat 2 back."""
        volunteers = [*names, *(each for each in self.names[::-1] if each not in names)]
        self.splits(volunteers[: len(self.names) // 2])
        if back:
            self.does("take_seat", player=_one(back), spot=Spot(1, 2))
        return self

    def buttons(self) -> "_Night":
        """Say where the buttons of both tables are."""
        for table in (1, 2):
            self.does("place_button", table=table, seat=1)
        return self

    def wishes(self, names: list[str]) -> "_Night":
        """Let three ask for the other table, of whom two can swap."""
        for name, table in ((names[1], 1), (names[5], 2), (names[2], 1)):
            self.does("wish", player=_one(name), table=table)
        return self


def _one(name: str) -> Player:
    return player_named(name)
