"""An evening with as many people as a story needs, and helpers for the pages of the tables."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from hostdesk.table.tables.queries import present_at, seating_now
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.models import Fact
from reservations.players.queries import player_named, player_names
from reservations.tables.seats import Spot
from tests import all_commands as commands
from tests.hostdesk.browsing import Browser, Page
from tests.played_once import played_once
from tests.stories.evening import Evening

NAMES = ["Ann", "Bo", "Cy", "Gil", "Di", "Eve", "Fay", "Hal", "Ivy", "Jo", "Kim", "Lou", "Max"]


@played_once
def _arrived(people: int, house: str, **figures: str) -> dict[str, Any]:
    """Let that many people arrive at an evening, and return the evening's attributes."""
    evening = Evening(house, **figures)
    for name in NAMES[4:people]:
        evening.knows(name)
    for name in NAMES[:people]:
        evening.arrives(name)
    return vars(evening)


class Tables(Evening):
    """An evening at dave's with that many people, who arrived in the order of ``NAMES``; Ann has the bank."""

    def __init__(self, people: int, house: str = "dave-2018", **figures: str) -> None:
        vars(self).update(_arrived(people, house, **figures))
        self.url = f"/nights/{self.night.pk}/tonight/"

    def plays(self, but: str = "") -> "Tables":
        """Let everybody who is here buy chips, except the named players, who have none yet."""
        for name in NAMES[: len(present_at(self.night).here)]:
            if name not in but.split():
                self.buy_in(name, "20.00")
        return self

    def does(self, command: str, minutes_ago: int = 0, **said: Any) -> Fact:
        """Run a command of the tables, now unless another time is given, and return its fact."""
        at = timezone.now() - timedelta(minutes=minutes_ago)
        stamp = Stamp(f"tables-{Fact.objects.count():04}", at, "Ann")
        noted = getattr(commands, command)(stamp=stamp, night=self.night, present=present_at(self.night), **said)
        fact: Fact = noted.fact
        return fact

    def sits(self, **tables: str) -> "Tables":
        """Seat people at table ``one`` and at table ``two``: their names, from seat 1; "-" leaves a seat free."""
        here = present_at(self.night).here
        spots = [
            (player_named(name).number, Spot(table, seat))
            for table, names in enumerate(tables.values(), 1)
            for seat, name in enumerate(names.split(), 1)
            if name != "-"
        ]
        assert {number for number, _ in spots} <= set(here)
        moves = [[number, spot.table, spot.seat] for number, spot in spots]
        self._recorded(moves, len(tables))
        return self

    def _recorded(self, moves: list[list[int]], tables: int) -> None:
        """Record a split by hand: the stories begin with given tables."""
        Fact.objects.create(
            key=f"sits-{Fact.objects.count()}",
            kind=FactKind.MOVE.value,
            night=self.night,
            at=timezone.now(),
            by="Ann",
            content='{"why":"the table was split"}',
            outcome=f'{{"moves":{moves},"was":[],"tables":[{tables},{tables}],"remark":"Seated."}}',
            recorded_at=timezone.now(),
        )

    def buttons(self, **tables: int) -> "Tables":
        """Set the buttons of table ``one`` and of table ``two``."""
        for table, seat in enumerate(tables.values(), 1):
            self.does("place_button", table=table, seat=seat)
        return self

    def table(self, number: int) -> dict[int, str]:
        """Return the players at a table, by seat."""
        sitting = seating_now(self.night).sitting(number)
        names = player_names(sitting.values())
        return {seat: names[player] for seat, player in sitting.items()}


def sends(desk: Browser, url: str, ending: str = "", **said: Any) -> Page:
    """Open a page and send its form with that ending of the address."""
    return desk.sends(desk.opens(url).form(ending or url), **said)


def deals(desk: Browser, page: Page, **cards: str) -> Page:
    """Type the cards that were dealt at the table, by name, into the form that asks for them."""
    typed = {f"card-{player_named(name).number}": card for name, card in cards.items()}
    form = next(form for form in page.forms if ("cards", "yes", "submit") in form.buttons)
    return desk.sends(form, cards="yes", **typed)
