"""The books that the pictures show: the demo's season, and a copy of it with nights in every state.

Both are made twice a day at most, in a process beside the desks, and kept with their numbers (``made.json``).
"""

import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import give_group_link, group_link_to
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.front.demo.commands import HOST, build, host_link
from hostdesk.front.set_up.commands import move_desk
from hostdesk.invitations.nights.commands import ask_for_date, open_night, plan_night
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Host
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.table.closing.commands import close_and_back_up
from hostdesk.table.requests.commands import ask
from hostdesk.table.tables.queries import present_at
from hostdesk.table.tv.commands import give_screen
from ledger.money.words import Means
from ledger.months.queries import consolidation_of
from ledger.night import commands as night_commands
from ledger.night.requests import Wanted
from ledger.terms.bank_terms import Limit
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.houses.commands import make_house
from reservations.models import Act, Fact, Night, Player
from reservations.players.queries import player_named
from reservations.polls.commands import answer_poll
from reservations.polls.rules import Suits
from reservations.tables.blinds_commands import draw_button, place_button
from reservations.tables.seat_commands import seat_everybody
from tests import desk
from tests.browser.night_scenes import seen_by_the_table
from tests.browser.reservation_scenes import say
from tests.browser.scenes import Scene

DEMO = {"HOSTDESK_DEMO": "yes", "HOSTDESK_LISTEN": "127.0.0.1", "HOSTDESK_TIME_ZONE": "Europe/Berlin"}
SHOWN = {"HOSTDESK_LISTEN": DEMO["HOSTDESK_LISTEN"]}
"""The settings of the pictured desks: nothing says that the books are a demo's; their time zone is stored."""

LASTS = 12 * 60 * 60  # seconds
PEOPLE = (
    *("Ann Hollis", "Bohumil Novák", "Cyrus Okafor", "Dolores Vega", "Ebbe Sørensen", "Fumiko Arai", "Gus"),
    *("Hana Wiśniewska", "Imran Qureshi", "Jo O'Dell", "Uncle Kit"),
)
"""The regulars of the demo, as many as one table seats."""


def make(folder: Path) -> dict[str, dict[str, Any]]:
    """Make both books in a folder, unless it has recent ones; return the numbers of each by its name."""
    made_at = folder / "made.json"
    if made_at.exists() and time.time() - made_at.stat().st_mtime < LASTS:
        found: dict[str, dict[str, Any]] = json.loads(made_at.read_text(encoding="utf-8"))
        return found
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    season, stage = folder / "season", folder / "stage"
    made = {"season": _run(season, "show_season")}
    shutil.copytree(season, stage)
    made["stage"] = {**made["season"], **_run(stage, "show_stage")}
    made_at.write_text(json.dumps(made), encoding="utf-8")
    return made


def _run(folder: Path, function: str) -> dict[str, Any]:
    """Call a function of this module in a process that has the books in that folder; return what it printed."""
    folder.mkdir(exist_ok=True, mode=0o700)
    code = f"from tests.screens import books; books.{function}()"
    for arguments in (("migrate", "--verbosity=0"), ("shell", "--no-imports", "-c", code)):
        process = desk.start(folder, 8000, *arguments, **DEMO)
        try:
            said, _ = process.communicate()
        finally:
            process.kill()
        if process.returncode:
            raise RuntimeError(said)
    made: dict[str, Any] = json.loads(said.splitlines()[-1])
    return made


def show_season() -> None:
    """Fill this process' books with the demo's season and print its numbers."""
    if not Act.objects.exists():
        build(timezone.now())
    host_link()  # adds the host
    move_desk(time_zone=DEMO["HOSTDESK_TIME_ZONE"], currency="USD", locale="en_US")
    print(json.dumps(Season().made()))


def show_stage() -> None:
    """Add nights in every state to this process' books and print their numbers."""
    print(json.dumps(Stage().made()))


class Season(Scene):
    """The demo as it is, and its visitors."""

    def __init__(self) -> None:
        self.at, self.between, self.keys = timezone.now() - timedelta(hours=2), timedelta(minutes=1), 0
        self.host = Host.objects.get(name=HOST)

    def made(self) -> dict[str, Any]:
        """Return the numbers of its rows by what they are, and the sessions of the host and of players."""
        draft_messages()
        open_ = {each.house.key: each.pk for each in Night.objects.filter(bank__closed=None).exclude(bank=None)}
        planned = Night.objects.filter(bank=None, cancelled_at=None).order_by("date", "pk")
        month = Act.objects.filter(kind=Kind.CONSOLIDATE).latest("number").number
        made = consolidation_of(month)
        assert made is not None
        claimed = made.plan.payments[1]
        drawn = Fact.objects.filter(kind=FactKind.MOVE, night=open_["mike"], outcome__contains='"cards":')
        asked = planned.filter(house__key="dave-2018")[0]
        give_group_link(asked, made_by=HOST)
        link = group_link_to(asked)
        payer, payee = (Player.objects.get(number=number) for number in (claimed.payer, claimed.payee))
        return {
            "session": self.session(),
            **{f"session_{name}": self.players_session(each) for name, each in _WHO.items()},
            "session_payer": self.players_session(payer.name),
            "session_payee": self.players_session(payee.name),
            **{name: player_named(each).number for name, each in _WHO.items()},
            "payer": payer.number,
            "payee": payee.number,
            "place": 2,
            "night": open_["mike"],
            "levels": open_["hybrid"],
            "planned": asked.pk,
            "of_series": planned.filter(house__key="dave-2018")[1].pk,
            "series": asked.series_id or planned.exclude(series=None)[0].series_id,
            "with_ids": planned.filter(house__key="ericn")[0].pk,
            "closed": Night.objects.filter(bank__closed__isnull=False).latest("date").pk,
            "with_notes": Act.objects.filter(kind=Kind.COMMIT_NOTES).latest("number").night_id,
            "month": month,
            "payment": Act.objects.filter(kind=Kind.PAYMENT).latest("number").number,
            "last_act": Act.objects.filter(night=open_["mike"]).latest("number").number,
            "split": drawn.latest("pk").pk,
            "screen": give_screen(Night.objects.get(pk=open_["mike"]), made_by=HOST),
            "screen_levels": give_screen(Night.objects.get(pk=open_["hybrid"]), made_by=HOST),
            "group_link": secret_of(link) if link else "",
        }


_WHO = {"plays": "Cyrus Okafor", "comes": "Fumiko Arai", "owes": "Jo O'Dell", "waits": "Imran Qureshi", "new": "Gus"}
"""The players whose phones are pictured, by their state."""


class Stage(Season):
    """Nights of today in every state, at a house with cash alone and at one that gives credit."""

    def made(self) -> dict[str, Any]:
        """Make the nights and return their numbers."""
        game = OwnGame("Friday game", 10, 20, minimum=Limit(500), maximum=Limit(4000), usual=Limit(1000))
        self.friday = make_house(document=own_document(game)).house.key
        club = replace(game, name="Club", pays_with=(Means.CASH, Means.BOOK))
        self.credit = make_house(document=own_document(club)).house.key
        poll = self._poll()
        return {
            "session": self.session(),
            **{f"session_{name}": self.players_session(each) for name, each in _WHO.items()},
            "six": self._table(self.friday, PEOPLE[:6]).pk,
            "again": self._table(self.friday, PEOPLE[:6]).pk,
            **self._eleven(),
            "fresh": self.opens(self.friday).pk,
            "expected": self._expected(),
            **self._closings(),
            **self._shown(),
            "poll": poll.pk,
        }

    def _table(self, house: str, names: Sequence[str]) -> Night:
        """Make a night with these players seated and bought in, two of whom have rebought."""
        night = self.opens(house)
        self.come(night, *names)
        for name in names:
            self.buy(night, name, 1000)
        for name in (names[3], names[1], names[3]):
            self.buy(night, name, 1000)
        self.does(seat_everybody, night)
        self.does(place_button, night, table=1, seat=2)
        return night

    def does(self, command: Any, night: Night, **said: Any) -> Any:
        """Give a command about the tables of a night."""
        return command(stamp=self.stamp(), night=night, present=present_at(night), **said)

    def _eleven(self) -> dict[str, int]:
        night = self._table(self.credit, PEOPLE)
        for name in (PEOPLE[2], PEOPLE[9]):
            self.buy(night, name, 1000, pay=Means.BOOK)
        night_commands.give_notice(stamp=self.late_stamp(), night=night, player=player_named(PEOPLE[4]))
        asks = player_named(_WHO["plays"])
        asked = ask(stamp=self.late_stamp(), night=night, player=asks, wanted=Wanted.REBUY, amount_cents=1000)
        return {"eleven": night.pk, "asked": asked.fact.pk}

    def _expected(self) -> int:
        planned = plan_night(date=timezone.localdate(), house=self.friday)
        for name in PEOPLE[:7]:
            say(self, planned, name)
        banker, stamp = player_named(HOST), self.late_stamp()
        open_night(stamp=stamp, house=self.friday, date=planned.date, banker=banker, float_cents=10000, planned=planned)
        self.buy(planned, PEOPLE[1], 1000)
        return planned.pk

    def _closings(self) -> dict[str, int]:
        """Make nights at every step of the close."""
        counts = dict(zip(PEOPLE[:6], (1250, 0, 1800, 3400, 950, 1600), strict=True))
        made = {}
        for step, left in (("ends", 3), ("differs", 6), ("drawer", 6), ("counted", 6), ("over", 6)):
            night = self._table(self.friday, PEOPLE[:6])
            night_commands.play_last_hand(stamp=self.stamp(), night=night)
            for name, cents in [*counts.items()][:left]:
                self.out(night, name, cents - 40 if (step, name) == ("differs", PEOPLE[5]) else cents)
            if step in ("counted", "over"):
                night_commands.count_drawer(stamp=self.stamp(), night=night, counted_cents=20000)
            if step == "over":
                close_and_back_up(stamp=self.stamp(), night=night)
            made[step] = night.pk
        return made

    def _shown(self) -> dict[str, Any]:
        """Make the nights for a television: a clock, a table of six, a draw, one without seats yet, and a fresh one."""
        drawn = self._table(self.credit, PEOPLE[:9])
        button = self.does(draw_button, drawn, table=1)
        unseated = self.opens(self.friday)
        self.come(unseated, *PEOPLE[:9])
        nights = {
            "unseated": unseated,
            "six": self._table(self.friday, PEOPLE[:6]),
            "drawn": drawn,
            "fresh": self.opens(self.friday),
        }
        return {
            "tv": seen_by_the_table(self, PEOPLE[:9], left=timedelta(minutes=13))["screen"],
            **{f"tv_{name}": give_screen(night, made_by=HOST) for name, night in nights.items()},
            "drawn": drawn.pk,
            "unseated": unseated.pk,
            "button_fact": button.fact.pk,
        }

    def _poll(self) -> Fact:
        now = timezone.now().replace(minute=0, second=0, microsecond=0)
        dates = [now + timedelta(days=days) for days in (12, 13, 19)]
        asked = [player_named(name) for name in PEOPLE]
        noted = ask_for_date(stamp=self.late_stamp(), house=self.friday, dates=dates, zone="UTC", players=asked)
        for place, name in enumerate(PEOPLE[:7]):
            said = [(Suits.YES, Suits.IF_NEED_BE, Suits.NO)[(place * each) % 3] for each in (1, 2, 5)]
            answer_poll(stamp=self.late_stamp(), poll=noted.fact.pk, player=player_named(name), suits=tuple(said))
        found: Fact = noted.fact
        return found
