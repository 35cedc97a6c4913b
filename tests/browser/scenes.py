"""The scenes of the browser tests, made through the commands, in a process beside the running server."""

import fcntl
import json
import os
import shutil
from dataclasses import replace
from datetime import date, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from hostdesk.base.sign_in.commands import enter_as_host, enter_by
from hostdesk.base.sign_in.link_commands import find_link, make_link, spend
from hostdesk.invitations.nights.calendar_feed_commands import give_feed
from hostdesk.invitations.nights.commands import open_night, plan_night
from hostdesk.mail.messages.commands import set_email
from hostdesk.models import Host, LinkKind
from hostdesk.people.players.commands import merge_players
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.table.closing.commands import close_and_back_up
from hostdesk.table.requests.commands import ask
from ledger.bank.queries import history_of
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.credit import commands as credit_commands
from ledger.money.words import Means
from ledger.months import payment_commands
from ledger.night import commands as night_commands
from ledger.night.requests import Wanted
from ledger.seasons.commands import make_season
from ledger.terms.bank_terms import Limit
from ledger.undoing import commands as undoing_commands
from reservations.acts.commands import seal_rows
from reservations.acts.kinds import Stamp
from reservations.acts.queries import Answer, desk_time
from reservations.houses.commands import make_house
from reservations.models import Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests import desk
from tests.browser.night_scenes import (
    called_for,
    clocks,
    keypads,
    misbehaved,
    one_table,
    seen_by_the_table,
    two_months,
    two_tables,
    ways,
)
from tests.browser.reservation_scenes import (
    a_house,
    at_the_door,
    nights_ahead,
    own_pages,
    planned_ahead,
    polled,
    reserved,
    say,
    strikes,
    written,
)

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


def lay_out(folder: Path, scene: str) -> dict[str, Any]:
    """Put books with a scene into an empty folder and return the same as :func:`fill`; one scene serves all desks.

    A scene with running clocks is made anew for every desk, since the clocks would have gone on.
    """
    if scene == "clock":
        return fill(desk.laid_out(folder), scene)
    home = Path(os.environ["DESK_TESTS"])
    kept, making = home / f"scene-{scene}", home / f"making-{scene}"
    with (home / f"{scene}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            making.mkdir(mode=0o700)
            (making / "made.json").write_text(json.dumps(fill(desk.laid_out(making), scene)), encoding="utf-8")
            making.rename(kept)
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    made: dict[str, Any] = json.loads((folder / "made.json").read_text(encoding="utf-8"))
    return made


def fill(folder: Path, scene: str, **settings: str) -> dict[str, Any]:
    """Make a scene in the books of that folder; return its numbers and the key of a signed-in host's session."""
    code = f"from tests.browser import scenes; scenes.show({scene!r})"
    process = desk.start(folder, 8000, "shell", "--no-imports", "-c", code, **settings)
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0, said
    made: dict[str, Any] = json.loads(said.splitlines()[-1])  # above it the desk logs who signed in
    return made


def show(scene: str) -> None:
    """Make the scene in this process' books and print its numbers."""
    stage = Scene()
    made = getattr(stage, scene)()
    with transaction.atomic():
        seal_rows(Night.objects.order_by("pk"))  # some nights are laid down without a command
    print(json.dumps({"session": stage.session(), **made}))


class Scene:
    """A desk with a host called Ann. Acts are minutes apart and end before now."""

    def __init__(self) -> None:
        self.at: datetime = timezone.now() - timedelta(hours=4)
        self.keys, self.between = 0, timedelta(minutes=2)
        self.host = Host.objects.make(name="Ann", password="seven of clubs")

    def session(self) -> str:
        """Return the key of a session in which the host is signed in."""
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        enter_as_host(request, self.host)
        request.session.save()
        return str(request.session.session_key)

    def players_session(self, name: str) -> str:
        """Return the key of a session in which that player is signed in to their own page."""
        link, request = find_link(make_link(LinkKind.PLAYER, player=player_named(name), made_by="Ann")), HttpRequest()
        assert link is not None
        assert spend(link)
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        enter_by(request, link)
        return str(request.session.session_key)

    def stamp(self, ruling: str = "") -> Stamp:
        """Stamp the next act."""
        self.keys += 1
        self.at += self.between
        return Stamp(f"scene-{self.keys:05}", desk_time(self.at), self.host.name, ruling)

    def late_stamp(self) -> Stamp:
        """Stamp an act that happens now, not some hours ago."""
        return replace(self.stamp(), at=desk_time(timezone.now()))

    def knows(self, *names: str) -> None:
        """Put regulars on the list of players."""
        for name in names:
            record_player(stamp=self.stamp(), name=name, regular=True)

    def opens(self, house: str, *, days_ago: int = 0, **figures: int) -> Night:
        """Open a night with Ann's bank and a float of 200.00."""
        day = timezone.localdate() - timedelta(days=days_ago)
        banker, stamp = player_named(self.host.name), self.stamp()
        opening = open_night(stamp=stamp, house=house, date=day, banker=banker, float_cents=20000, figures=figures)
        assert opening.act.night is not None
        return opening.act.night

    def buy(
        self, night: Night, name: str, cents: int, *, stack: int | None = None, pay: Means = Means.CASH, note: str = ""
    ) -> Answer:
        """Sell chips, for cash unless ``pay`` or ``note`` says otherwise."""
        return buy_in_commands.buy_in(
            stamp=self.stamp(),
            night=night,
            player=player_named(name),
            amount_cents=cents,
            pay=Means.NOTE if note else pay,
            note=note or None,
            stack_cents=stack,
        )

    def come(self, night: Night, *names: str) -> None:
        """Let players arrive."""
        for name in names:
            night_commands.arrive(stamp=self.stamp(), night=night, player=player_named(name))

    def told(self) -> dict[str, Any]:
        """Make an open night on which Bo and Cy have bought chips for 10.00, and sign Bo's phone in."""
        self.knows("Ann", "Bo", "Cy")
        night = self.opens("mike")
        self.buy(night, "Bo", 1000)
        self.buy(night, "Cy", 1000)
        players = {each.name: each.number for each in Player.objects.all()}
        return {"night": night.pk, "players": players, "bos": self.players_session("Bo")}

    def evening(self) -> dict[str, Any]:
        """Make open nights at mike's, at dave-2018, and at two houses where players may leave at any time."""
        self.knows("Ann", "Bo", "Cy", "Di")
        night = self.opens("mike")
        self.come(night, "Ann", "Bo", "Cy")
        self.buy(night, "Bo", 1000)
        dave = self.opens("dave-2018")
        self.buy(dave, "Bo", 5000)
        self.buy(dave, "Cy", 4000)
        own = make_house(
            document=own_document(OwnGame("Ann's game", 50, 100, maximum=Limit(20000), usual=Limit(4000)))
        ).house
        stakes = {"small_blind": 50, "big_blind": 100, "buy_in_min": 2000, "buy_in_max": 10000}
        free = {"amount": self.opens(own.key), "stack": self.opens("ericn", **stakes)}
        for each in free.values():
            for name in ("Bo", "Cy", "Di"):
                self.buy(each, name, 10000)
        return {"night": night.pk, "dave": dave.pk, **{asks: free[asks].pk for asks in free}, **self.numbers()}

    def six(self) -> dict[str, Any]:
        """Make a night that six players said yes to, and a night of the week before with the same bank."""
        names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        self.knows(*names)
        house = make_house(
            document=own_document(OwnGame("Ann's game", 50, 100, maximum=Limit(20000), usual=Limit(4000)))
        ).house
        before = self.opens(house.key, days_ago=7)
        night_commands.count_drawer(stamp=self.stamp(), night=before, counted_cents=20000)
        close_and_back_up(stamp=self.stamp(), night=before)
        planned = plan_night(date=timezone.localdate(), house=house.key)
        for name in names:
            say(self, planned, name)
        return self.numbers()

    def nights(self) -> dict[str, Any]:
        """Make eight open nights at mike's with five players each."""
        names = ("Ann", "Bo", "Cy", "Di", "Ed")
        self.knows(*names)
        nights = [self.opens("mike") for _ in range(8)]
        return {"nights": [night.pk for night in nights], "players": [player_named(name).number for name in names]}

    def everything(self) -> dict[str, Any]:
        """Make one of everything that a page can show, with hostile names."""
        self.knows("Ann", "Duplicate", *HOSTILE)
        merge_players(stamp=self.stamp(), player=player_named("Duplicate"), into=player_named(HOSTILE[0]))
        house = make_house(
            document=own_document(OwnGame(HOSTILE[1], 25, 50, minimum=Limit(1000), maximum=Limit(5000)))
        ).house
        closed = self._closed_night()
        night = self._open_night(house.key)
        ending = self._ending_night()
        planned = plan_night(date=timezone.localdate() + timedelta(days=7), house=house.key)
        self._pay(HOSTILE[1], HOSTILE[7], 1_234_50)
        give_feed(self.host)
        give_feed(player_named(HOSTILE[1]))
        asker = Player.objects.get(pk=history_of(night).holding()[0])
        asked = ask(stamp=self.stamp(), night=night, player=asker, wanted=Wanted.REBUY, amount_cents=500)
        acts = list(night.acts.order_by("number").values_list("number", flat=True))
        return {
            "night": night.pk,
            "closed": closed.pk,
            "ending": ending.pk,
            "planned": planned.pk,
            "house": house.key,
            "link": make_link(LinkKind.HOST, host=self.host, made_by=HOSTILE[1]),
            "bankers_link": make_link(LinkKind.BANKER, night=night, player=player_named(HOSTILE[1]), made_by="Ann"),
            "players_link": make_link(LinkKind.PLAYER, player=player_named(HOSTILE[1]), made_by="Ann"),
            "players_session": self.players_session(HOSTILE[1]),
            **self._book(),
            **self._notes(),
            **two_months(self, HOSTILE[1]),
            **at_the_door(HOSTILE[:9]),
            **planned_ahead(self, house.key, HOSTILE[8]),
            **reserved(self, planned, HOSTILE),
            **strikes(self, HOSTILE[1], HOSTILE[7], HOSTILE[8]),
            **written(planned, HOSTILE),
            **polled(self, HOSTILE),
            **called_for(self, ["Ann", *HOSTILE, "<i>Guest</i>"]),
            **seen_by_the_table(self, HOSTILE, left=timedelta(minutes=10)),
            **two_tables(self, [*HOSTILE, "<i>Guest</i>", "Ann"]),
            "season": make_season(key="season-1", name=HOSTILE[2], first=date(2020, 1, 1)).pk,
            "asked": asked.fact.pk,
            "first_act": acts[1],
            "last_act": acts[-1],
            "ann": player_named("Ann").number,
            **{f"hostile_{place}": player_named(name).number for place, name in enumerate(HOSTILE)},
        }

    def at_the_door(self) -> dict[str, Any]:
        """Make two nights that have begun, for the pages of their doors."""
        names = ["Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo"]
        self.knows("Ann", *names)
        return {**at_the_door(names), **self.numbers()}

    def seats(self) -> dict[str, Any]:
        """Make a night with four players at one table, one who is here, and two who are only on the list."""
        self.knows("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus")
        night = one_table(self, ["Ann", "Bo", "Cy", "Di"])
        self.come(night, "Eve")
        return {"night": night.pk, **self.numbers()}

    def clock(self) -> dict[str, Any]:
        """Make nights with running and waiting clocks, and one with long names."""
        return {**clocks(self), **self.numbers()}

    def tables(self) -> dict[str, Any]:
        """Make nights whose tables call for an act."""
        names = ["Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou"]
        self.knows(*names)
        return {**called_for(self, names), **self.numbers(), "session_Bo": self.players_session("Bo")}

    def month(self) -> dict[str, Any]:
        """Make a month that is not consolidated yet, with hostile names."""
        self.knows("Ann", *HOSTILE)
        self._closed_night()
        self._ending_night()
        return {**self._book(), **self.numbers(), "payers_session": self.players_session(HOSTILE[7])}

    def coming(self) -> dict[str, Any]:
        """Make nights ahead, each with a different standing of Bo."""
        self.knows("Ann", "Bo", "Cy", HOSTILE[1])
        made = nights_ahead(self, "Bo", (HOSTILE[1], "Cy"), HOSTILE[1])
        sessions = {f"session_{name}": self.players_session(name) for name in ("Ann", "Bo", "Cy")}
        return {**made, **sessions, **self.numbers()}

    def inviting(self) -> dict[str, Any]:
        """Make a desk that knows the host, six regulars and a house; no night is planned yet."""
        self.knows("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil")
        a_house("friday", "The Friday game")
        return self.numbers()

    def houses(self) -> dict[str, Any]:
        """Make a house of every preset, with no nights yet."""
        return {"houses": [make_house(document=load_preset(key)).house.key for key in preset_keys()]}

    def two_by_mail(self) -> dict[str, Any]:
        """Make the same desk as ``inviting``, with e-mail addresses for Di and Eve."""
        made = self.inviting()
        for name in ("Di", "Eve"):
            set_email(player_named(name), f"{name.lower()}@example.org", wanted=True)
        return made

    def keypads(self) -> dict[str, Any]:
        """Make nights of 2, 9, 13 and 22 players with a note of the first, and nights of 11 who pay in four ways."""
        self.between = timedelta(minutes=1)
        return {**keypads(self), **ways(self)}

    def own_pages(self) -> dict[str, Any]:
        """Make the own pages of three players: much on Bo's, little on Cy's, nothing on Di's."""
        self.knows("Ann", "Bo", "Cy", "Di")
        night = own_pages(self)
        sessions = {f"session_{name}": self.players_session(name) for name in ("Ann", "Bo", "Cy", "Di")}
        return {"night": night.pk, **sessions, **self.numbers()}

    def numbers(self) -> dict[str, Any]:
        """Return the numbers of the players by name."""
        return {"players": {player.name: player.number for player in Player.objects.all()}}

    def _book(self) -> dict[str, Any]:
        """Write into THE BOOK by hand: a correction that is undone, an old book, and a payment."""
        first, second, third = (player_named(name) for name in (HOSTILE[4], HOSTILE[7], HOSTILE[9]))
        corrected = book_commands.correct_book(
            stamp=self.stamp(), debtor=first, creditor=second, amount_cents=12_345_67, reason=HOSTILE[1]
        )
        undoing_commands.reverse(stamp=self.stamp(), of=corrected.act.key, reason=HOSTILE[8])
        standings = {first: 1_000_000_00, second: -600_000_00, third: -400_000_00}
        book_commands.take_over_balances(stamp=self.stamp(), standings=standings, reason=HOSTILE[5])
        paid = payment_commands.pay_debt(stamp=self.stamp(), payer=third, payee=first, amount_cents=1_999_99)
        return {"undone": corrected.act.number, "payment": paid.act.number}

    def _pay(self, payer: str, payee: str, cents: int) -> None:
        payment_commands.pay_debt(
            stamp=self.stamp(), payer=player_named(payer), payee=player_named(payee), amount_cents=cents
        )

    def _closed_night(self) -> Night:
        night = self.opens("mike", days_ago=7)
        for name in HOSTILE[:2]:
            self.buy(night, name, 1000)
        self.buy(night, HOSTILE[2], 1000, pay=Means.BOOK)
        self.buy(night, HOSTILE[3], 1000, note=HOSTILE[1])
        night_commands.play_last_hand(stamp=self.stamp(), night=night)
        for name, cents in zip(HOSTILE[:4], (1250, 750, 1960, 35), strict=True):
            self.out(night, name, cents)
        cash_out_commands.declare_chips(stamp=self.stamp(), night=night, missing_cents=5, reason=HOSTILE[1])
        cash_out_commands.win_final_pot(stamp=self.stamp(HOSTILE[1]), night=night, winner=player_named(HOSTILE[1]))
        credit_commands.commit_notes(stamp=self.stamp(), night=night)
        night_commands.count_drawer(stamp=self.stamp(), night=night, counted_cents=18900)
        close_and_back_up(stamp=self.stamp(), night=night)
        book_commands.correct_book(
            stamp=self.stamp(),
            debtor=player_named(HOSTILE[1]),
            creditor=player_named(HOSTILE[4]),
            amount_cents=500,
            reason=HOSTILE[1],
            about=night.date,
        )
        return night

    def _ending_night(self) -> Night:
        """Make a night with all chips back and two notes out, one of them held by a player."""
        night = self.opens("mike", days_ago=3)
        self.buy(night, HOSTILE[1], 2000)
        self.buy(night, HOSTILE[7], 2500, note=HOSTILE[1])
        buy_in_commands.sell_chips(
            stamp=self.stamp(),
            night=night,
            seller=player_named(HOSTILE[1]),
            buyer=player_named(HOSTILE[8]),
            amount_cents=735,
            pay=Means.NOTE,
            note="n2",
        )
        night_commands.play_last_hand(stamp=self.stamp(), night=night)
        self.out(night, HOSTILE[1], 4500)
        return night

    def _notes(self) -> dict[str, Any]:
        """Make a night with a partly paid note and a guest's note, and players with credit limits of their own."""
        night, guest = self.opens("mike", days_ago=2), "<i>Guest</i>"
        record_player(stamp=self.stamp(), name=guest, regular=False, invited_by=player_named(HOSTILE[1]))
        record_player(stamp=self.stamp(), name=HOSTILE[7], mark="BOWWWWWW")
        paid = self.buy(night, HOSTILE[7], 99_995_00, note=HOSTILE[7])
        credit_commands.redeem_note(stamp=self.stamp(), night=night, note=HOSTILE[7], amount_cents=5_00)
        of_guest = self.buy(night, guest, 2000, note=HOSTILE[1])
        misbehaved(self, night, [guest, HOSTILE[7]], jumping_costs=True)
        credit_commands.set_credit(
            stamp=self.stamp(), player=player_named(HOSTILE[1]), limit_cents=10_000_00, hard=True
        )
        credit_commands.set_credit(stamp=self.stamp(), player=player_named(HOSTILE[3]), refuses=True)
        notes = {"note": paid.act.note.number, "guests_note": of_guest.act.note.number}
        return {"noted": night.pk, "guests_buy_in": of_guest.act.number, **notes}

    def _open_night(self, house: str) -> Night:
        night = self.opens(house)
        for name in HOSTILE:
            self.buy(night, name, 2000)
        night_commands.give_notice(stamp=self.stamp(), night=night, player=player_named(HOSTILE[1]))
        self.come(night, "Ann")
        self.out(night, HOSTILE[2], 1500)
        misbehaved(self, night, HOSTILE, jumping_costs=False)
        slip = self.buy(night, HOSTILE[3], 1500)
        undoing_commands.reverse(stamp=self.stamp(), of=slip.act.key, reason=HOSTILE[1])
        buy_in_commands.buy_in(
            stamp=self.stamp(HOSTILE[1]),
            night=night,
            player=player_named(HOSTILE[7]),
            amount_cents=10_000_00,
            pay=Means.CASH,
        )
        return night

    def out(self, night: Night, name: str, cents: int) -> None:
        """Pay a player for their chips."""
        cash_out_commands.cash_out(
            stamp=self.stamp(),
            night=night,
            player=player_named(name),
            player_count_cents=cents,
            banker_count_cents=cents,
        )
