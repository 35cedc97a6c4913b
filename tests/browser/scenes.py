"""The desks that the browser tests find: made through the commands, in a process beside the running server."""

import json
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from hostdesk.commands import close_night, open_night, plan_night
from hostdesk.models import Host, LinkKind
from hostdesk.own_game import OwnGame, own_document
from hostdesk.signing_in import enter_as_host, make_link
from ledger import commands as bank
from ledger.terms import Means
from reservations.acts import Answer
from reservations.commands import make_house, merge_players, record_player
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.queries import player_named
from tests import desk

# Names that are only names: each of them has broken some page in the world.
HOSTILE = [
    "<b>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}}",
    "'; DROP TABLE ledger_transfer; --",
    "محمد بن سلمان",
    "יעקב הגדול",
    "🂡🔥🎲",
    "W" * 40,
    '"><script>alert(2)</script>',
    "javascript:alert(3)",
]


def fill(running: desk.Desk, scene: str) -> dict[str, Any]:
    """Make a scene in the books of a running desk; return its numbers and the key of a signed-in host's session."""
    code = f"from tests.browser import scenes; scenes.show({scene!r})"
    process = desk.start(running.folder, running.port, "shell", "--no-imports", "-c", code)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0, said
    made: dict[str, Any] = json.loads(said)
    return made


def show(scene: str) -> None:
    """Make the scene in this process' books and print what was made."""
    stage = Scene()
    made = getattr(stage, scene)()
    print(json.dumps({"session": stage.session(), **made}))


class Scene:
    """A desk with a host called Ann. Acts are two minutes apart and end before now."""

    def __init__(self) -> None:
        self.at: datetime = timezone.now() - timedelta(hours=4)
        self.keys = 0
        self.host = Host.objects.make(name="Ann", password="seven of clubs")

    def session(self) -> str:
        """Return the key of a session in which the host is signed in."""
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        enter_as_host(request, self.host)
        request.session.save()
        return str(request.session.session_key)

    def stamp(self, ruling: str = "") -> Stamp:
        """Stamp the next act."""
        self.keys += 1
        self.at += timedelta(minutes=2)
        return Stamp(f"scene-{self.keys:05}", self.at, "Ann", ruling)

    def knows(self, *names: str) -> None:
        """Put regulars on the list of players."""
        for name in names:
            record_player(stamp=self.stamp(), name=name, regular=True)

    def opens(self, house: str, *, days_ago: int = 0) -> Night:
        """Open a night with Ann's bank and a float of 200.00."""
        day = timezone.localdate() - timedelta(days=days_ago)
        opening = open_night(stamp=self.stamp(), house=house, date=day, banker=player_named("Ann"), float_cents=20000)
        assert opening.act.night is not None
        return opening.act.night

    def buy(self, night: Night, name: str, cents: int, *, stack: int | None = None) -> Answer:
        """Sell chips for cash."""
        return bank.buy_in(
            stamp=self.stamp(),
            night=night,
            player=player_named(name),
            amount_cents=cents,
            pay=Means.CASH,
            stack_cents=stack,
        )

    def come(self, night: Night, *names: str) -> None:
        """Let players arrive."""
        for name in names:
            bank.arrive(stamp=self.stamp(), night=night, player=player_named(name))

    def evening(self) -> dict[str, Any]:
        """Make an open night at mike's, and one at dave-2018, with chips sold in both."""
        self.knows("Ann", "Bo", "Cy", "Di")
        night = self.opens("mike")
        self.come(night, "Ann", "Bo", "Cy")
        self.buy(night, "Bo", 1000)
        dave = self.opens("dave-2018")
        self.buy(dave, "Bo", 5000)
        self.buy(dave, "Cy", 4000)
        return {"night": night.pk, "dave": dave.pk, **self.numbers()}

    def nights(self) -> dict[str, Any]:
        """Make eight open nights at mike's with five players each."""
        names = ("Ann", "Bo", "Cy", "Di", "Ed")
        self.knows(*names)
        nights = [self.opens("mike") for _ in range(8)]
        return {"nights": [night.pk for night in nights], "players": [player_named(name).number for name in names]}

    def everything(self) -> dict[str, Any]:
        """Make one of everything that a page can show, with names that are only names."""
        self.knows("Ann", "Twin", *HOSTILE)
        merge_players(stamp=self.stamp(), player=player_named("Twin"), into=player_named(HOSTILE[0]))
        house = make_house(document=own_document(OwnGame(HOSTILE[1], 25, 50, minimum=1000, maximum=5000))).house
        closed = self._closed_night()
        night = self._open_night(house.key)
        planned = plan_night(date=timezone.localdate() + timedelta(days=7), house=house.key)
        acts = list(night.acts.order_by("number").values_list("number", flat=True))
        return {
            "night": night.pk,
            "closed": closed.pk,
            "planned": planned.pk,
            "house": house.key,
            "link": make_link(LinkKind.HOST, host=self.host, made_by=HOSTILE[1]),
            "bankers_link": make_link(LinkKind.BANKER, night=night, player=player_named(HOSTILE[1]), made_by="Ann"),
            "first_act": acts[1],
            "last_act": acts[-1],
            "ann": player_named("Ann").number,
            **{f"hostile_{place}": player_named(name).number for place, name in enumerate(HOSTILE)},
        }

    def numbers(self) -> dict[str, Any]:
        """Return the players by name."""
        return {"players": {player.name: player.number for player in Player.objects.all()}}

    def _closed_night(self) -> Night:
        night = self.opens("mike", days_ago=7)
        for name in HOSTILE[:4]:
            self.buy(night, name, 1000)
        bank.play_last_hand(stamp=self.stamp(), night=night)
        for name, cents in zip(HOSTILE[:4], (1250, 750, 1960, 35), strict=True):
            self.out(night, name, cents)
        bank.declare_chips(stamp=self.stamp(), night=night, missing_cents=5, reason=HOSTILE[1])
        bank.win_final_pot(stamp=self.stamp(HOSTILE[1]), night=night, winner=player_named(HOSTILE[1]))
        bank.count_drawer(stamp=self.stamp(), night=night, counted_cents=19900)
        close_night(stamp=self.stamp(), night=night)
        return night

    def _open_night(self, house: str) -> Night:
        night = self.opens(house)
        for name in HOSTILE:
            self.buy(night, name, 2000)
        bank.give_notice(stamp=self.stamp(), night=night, player=player_named(HOSTILE[1]))
        self.come(night, "Ann")
        self.out(night, HOSTILE[2], 1500)
        slip = self.buy(night, HOSTILE[3], 1500)
        bank.reverse(stamp=self.stamp(), of=slip.act.key, reason=HOSTILE[1])
        bank.buy_in(
            stamp=self.stamp(HOSTILE[1]),
            night=night,
            player=player_named(HOSTILE[7]),
            amount_cents=10_000_00,
            pay=Means.CASH,
        )
        return night

    def out(self, night: Night, name: str, cents: int) -> None:
        """Pay a player for their chips."""
        bank.cash_out(
            stamp=self.stamp(),
            night=night,
            player=player_named(name),
            player_count_cents=cents,
            banker_count_cents=cents,
        )
