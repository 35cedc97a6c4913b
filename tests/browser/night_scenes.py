"""Scenes of nights in play and of months being settled: seats, tables, conduct, clocks, payments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.rules.houses.presets import load_preset
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.table.requests.commands import ask
from hostdesk.table.tables.queries import present_at
from hostdesk.table.tv.commands import give_screen
from ledger.buy_in import commands as buy_in_commands
from ledger.clock.commands import start_clock
from ledger.money.words import Means
from ledger.months import commands as months_commands
from ledger.months import payment_commands
from ledger.months.queries import consolidation_of
from ledger.night import commands as night_commands
from ledger.night.requests import Wanted
from ledger.settle.fewest_payments import Payment
from ledger.terms.bank_terms import Limit
from reservations.acts.commands import atomic_batch
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.houses.commands import make_house
from reservations.models import Fact, Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables import seat_commands as tables_seat_commands
from reservations.tables.blinds_commands import place_button, set_away
from reservations.tables.rules import MergeOrder
from reservations.tables.seat_commands import split_table, take_seat
from reservations.tables.seats import HandEntryKind, Missed, Spot
from tests import all_commands as commands
from tests.reservations.at_tables import stacked

if TYPE_CHECKING:
    from tests.browser.scenes import Scene


def one_table(scene: Scene, names: Sequence[str]) -> Night:
    """Make a night with these players at one table, in that order."""
    night = scene.opens("dave-2018")
    for name in names:
        scene.buy(night, name, 1000)
    seat_commands.seat_everybody(stamp=scene.stamp(), night=night, present=present_at(night))
    return night


def two_tables(scene: Scene, names: Sequence[str]) -> dict[str, Any]:
    """Make a night of two tables whose players are away, owe blinds and leave soon; the first player stands up."""
    night = one_table(scene, names)
    tables_seat_commands.split_table(stamp=scene.stamp(), night=night, volunteers=[], present=present_at(night))
    for name in names:
        _note_all(scene, night, name)
    blinds_commands.place_button(stamp=scene.late_stamp(), night=night, table=2, seat=1, present=present_at(night))
    stands = _do(scene, night, "stand_up", names[0])
    return {"tables": night.pk, "stood_up": stands.fact.pk}


def _note_all(scene: Scene, night: Night, name: str) -> None:
    night_commands.give_notice(stamp=scene.late_stamp(), night=night, player=player_named(name))
    _do(scene, night, "set_away", name, away=True)
    _do(scene, night, "note_missed", name, missed=Missed(small=True, big=True))
    _do(scene, night, "note_entry", name, how=HandEntryKind.WAITS)


def _do(scene: Scene, night: Night, command: str, name: str, **said: Any) -> Noted:
    act = getattr(commands, command)
    found: Noted = act(stamp=scene.stamp(), night=night, player=player_named(name), present=present_at(night), **said)
    return found


_TIE = "Kc Kd 2c 3c 4c 5c 6c 7c 8c 9c 9d 5d"
"""Of ten players, the first two draw the highest rank and draw again."""


def called_for(scene: Scene, names: list[str]) -> dict[str, Any]:
    """Make nights whose tables call for an act, with twelve players, Ann the banker first; return their ids by name."""
    with atomic_batch():  # One transaction for all of it: one for every act would double the time.
        return _called_for(scene, names)


def _called_for(scene: Scene, names: list[str]) -> dict[str, Any]:
    split, drawn = _Tables(scene, names), _Tables(scene, names)
    uneven, even = _Tables(scene, names), _Tables(scene, names[:8])
    unknown, merged = _Tables(scene, names), _Tables(scene, names[:10])
    return {
        "at_one_table": split.night.pk,
        "split_night": drawn.night.pk,
        "split_fact": drawn.splits(names[1:3]).pk,
        "uneven": uneven.moves(names[1:6], back=names[1]).buttons().night.pk,
        "button_unknown": unknown.moves(names[1:6], back=names[1]).night.pk,
        "wished": even.moves(names[1:5]).wishes(names).night.pk,
        "merged": merged.moves(names[1:6]).night.pk,
        "merge_fact": merged.does("merge_tables", order=MergeOrder.DRAWN).pk,
        "button_fact": merged.does("draw_button", table=1, cards=stacked(_TIE)).pk,
    }


class _Tables:
    """An open night at dave's with players who all sit at one table."""

    facts = 0

    def __init__(self, scene: Scene, names: list[str]) -> None:
        self.night: Night = scene.opens("dave-2018")
        scene.come(self.night, *names)
        for name in names[:2]:
            buy_in_commands.buy_in(
                stamp=scene.stamp(), night=self.night, player=player_named(name), amount_cents=4000, pay=Means.CASH
            )
        self.does("seat_everybody")
        self.names = names

    def does(self, command: str, **said: Any) -> Fact:
        """Give a command about the tables now, with a ruling that overrules the house where it would refuse."""
        _Tables.facts += 1
        stamp = Stamp(f"table-{_Tables.facts:05}", timezone.now(), "Ann", ruling="so that it can be seen")
        present = present_at(self.night)
        fact: Fact = getattr(commands, command)(stamp=stamp, night=self.night, present=present, **said).fact
        return fact

    def splits(self, volunteers: list[str]) -> Fact:
        """Split the table with these volunteers; the other players who move are drawn."""
        return self.does("split_table", volunteers=[player_named(name) for name in volunteers])

    def moves(self, names: list[str], back: str = "") -> _Tables:
        """Move these players to a second table, with volunteers for all its seats; put ``back`` in seat 2 again."""
        volunteers = [*names, *(each for each in self.names[::-1] if each not in names)]
        self.splits(volunteers[: len(self.names) // 2])
        if back:
            self.does("take_seat", player=player_named(back), spot=Spot(1, 2))
        return self

    def buttons(self) -> _Tables:
        """Place the buttons of both tables."""
        for table in (1, 2):
            self.does("place_button", table=table, seat=1)
        return self

    def wishes(self, names: list[str]) -> _Tables:
        """Let three players ask for the other table; two of them can swap."""
        for name, table in ((names[1], 1), (names[5], 2), (names[2], 1)):
            self.does("wish", player=player_named(name), table=table)
        return self


def misbehaved(scene: Scene, night: Night, names: Sequence[str], *, jumping_costs: bool) -> None:
    """Let players misbehave on a night, each warned with the name of the next."""
    for name, words in zip(names, [*names[1:], names[0]], strict=True):
        player = player_named(name)
        if jumping_costs:
            conduct_commands.jump_bet(stamp=scene.stamp(), night=night, player=player)
        conduct_commands.warn(stamp=scene.stamp(), night=night, player=player, words=words)
    conduct_commands.call_clock(stamp=scene.stamp(), night=night, player=player_named(names[0]), seconds=60)
    for decider, words in zip(Decider, names, strict=False):
        conduct_commands.rule(stamp=scene.stamp(), night=night, dispute=words, decision=words, decider=decider)


A_LEVEL = timedelta(minutes=20)
LONG = [
    "W" * 40,
    "Wolfeschlegelsteinhausen-Bergerdorff",
    "Maximiliane Hohenlohe",
    "Maximiliane Hohenfels",
    "Bartholomew-James Cholmondeley",
    "Konstantinos Papadopoulos",
    "محمدبنسلمانبنعبدالعزيز",
]


def clocks(scene: Scene) -> dict[str, Any]:
    """Make two nights whose clock runs, one with short calls; two whose clock waits; and one with long names."""
    scene.knows("Ann", "Bo", "Cy", "Di", "Eve", "Fay", *LONG)
    made = seen_by_the_table(scene, ["Ann", "Bo", "Cy"], left=timedelta(minutes=15))
    called = {"key": "called", "name": "Called game", "conduct": {"call_seconds": 10}}
    make_house(document={**load_preset("hybrid"), **called})
    at_calls = seen_by_the_table(scene, ["Ann", "Bo", "Cy"], left=timedelta(minutes=15), house="called")
    made |= {"called": at_calls["shown"], "waits": scene.opens("hybrid").pk, "waits_too": scene.opens("hybrid").pk}
    return {**made, "long_names": _long_names(scene, ["Ann", *LONG, "Di", "Eve", "Fay", "Bo"]).pk}


def _long_names(scene: Scene, names: Sequence[str]) -> Night:
    """Make a night of two tables, each with the button at a player who is away."""
    night = one_table(scene, names)
    volunteers = [player_named(name) for name in names[1:7]]
    split_table(stamp=scene.stamp(), night=night, volunteers=volunteers, present=present_at(night))
    for table in (1, 2):
        place_button(stamp=scene.stamp(), night=night, table=table, seat=2, present=present_at(night))
    for name in names:
        set_away(stamp=scene.stamp(), night=night, player=player_named(name), away=True, present=present_at(night))
    return night


def seen_by_the_table(scene: Scene, names: Sequence[str], *, left: timedelta, house: str = "hybrid") -> dict[str, Any]:
    """Make a night with levels and these players seated in that order; ``left`` remains of the first level."""
    night = scene.opens(house)
    scene.come(night, *names)
    for seat, name in enumerate(names, 1):
        spot = Spot(1, seat)
        take_seat(stamp=scene.stamp(), night=night, player=player_named(name), spot=spot, present=present_at(night))
    place_button(stamp=scene.stamp(), night=night, table=1, seat=2, present=present_at(night))
    set_away(stamp=scene.stamp(), night=night, player=player_named(names[-1]), away=True, present=present_at(night))
    start_clock(stamp=replace(scene.stamp(), at=timezone.now() - A_LEVEL + left), night=night)
    return {"shown": night.pk, "screen": give_screen(night, made_by="Ann")}


CROWD = (
    *("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou", "Mia", "Ned", "Oz", "Pat"),
    *("Quin", "Ray", "Sue", "Tom", "Una", "Vic"),
)
LONG_NAME = "Nils-Petter Lindqvist"


def keypads(scene: Scene) -> dict[str, Any]:
    """Make nights of 2, 9, 13 and 22 players, each with a note of the first player; the clock runs at the last one.

    Also make a night that asks for the chips in front, one with a clock, and one after the last hand.
    """
    scene.knows(*CROWD)
    levels = load_preset("hybrid")["levels"]
    make_house(document={**load_preset("mike"), "key": "full", "name": "Full game", "levels": levels})
    with atomic_batch():
        made = {f"of_{size}": _with_a_note(scene, CROWD[:size]) for size in (2, 9, 13)}
        made["of_22"] = _with_a_note(scene, CROWD, house="full")
        over = Night.objects.get(pk=_with_a_note(scene, CROWD[:2]))
        night_commands.play_last_hand(stamp=scene.stamp(), night=over)
        record_player(stamp=scene.stamp(), name=LONG_NAME, regular=False, invited_by=player_named("Ann"))
        guests = scene.buy(Night.objects.get(pk=made["of_9"]), LONG_NAME, 1000, note="n2")
        made["guest"] = player_named(LONG_NAME).number
    made |= {"guests_note": guests.act.note.number}
    made["split"] = Fact.objects.filter(night=made["of_22"], kind=FactKind.MOVE).latest("pk").pk
    asks = one_table(scene, CROWD[:9])
    levels = seen_by_the_table(scene, CROWD[:9], left=timedelta(minutes=15))["shown"]
    absent = player_named(CROWD[-1]).number
    made |= {"asks": asks.pk, "levels": levels, "over": over.pk, "leaves": player_named("Bo").number}
    return {**made, "player": player_named("Ann").number, "absent": absent}


def _with_a_note(scene: Scene, names: Sequence[str], house: str = "mike") -> int:
    night = scene.opens(house)
    scene.come(night, *names)
    for name in names:
        scene.buy(night, name, 1000)
    scene.buy(night, names[0], 1000, note="n1")
    seat_commands.seat_everybody(stamp=scene.stamp(), night=night, present=present_at(night))
    if len(names) > 12:
        commands.split_table(stamp=scene.stamp(), night=night, volunteers=[], present=present_at(night))
    if house == "full":
        start_clock(stamp=scene.late_stamp(), night=night)
    return night.pk


def ways(scene: Scene) -> dict[str, Any]:
    """Make nights of 11 with four ways of paying: "stack" asks for the chips in front, and two phones ask on "asked".

    Bo owes for the last chips; Cy plays 10.00 behind.
    """
    made = {}
    for name in ("plain", "stack", "asked"):
        game = OwnGame(name, 50, 100, maximum=Limit(20000), usual=Limit(4000), pays_with=tuple(Means))
        document = own_document(game)
        document["rebuy"]["stack_asked"] = name == "stack"
        document["buy_in"]["play_behind"] = True
        night = scene.opens(make_house(document=document).house.key)
        scene.come(night, "Ann")
        for each in CROWD[1:11]:
            scene.buy(night, each, 4000, pay=Means.BOOK)
        buy_in_commands.play_behind(stamp=scene.stamp(), night=night, player=player_named("Cy"), amount_cents=1000)
        seat_commands.seat_everybody(stamp=scene.stamp(), night=night, present=present_at(night))
        made[name] = night.pk
    for name, wanted, cents in (("Di", Wanted.REBUY, 4000), ("Eve", Wanted.LEAVE, None)):
        ask(stamp=scene.stamp(), night=night, player=player_named(name), wanted=wanted, amount_cents=cents)
    return {**made, **{name: player_named(name).number for name in ("Ann", "Bo", "Cy", "Vic")}}


_ZELLE = {"account": "ann@bank.example", "name": "Ann <b>Lee</b>"}


def two_months(scene: Scene, handle: str) -> dict[str, Any]:
    """Consolidate up to yesterday and up to today; payees enter ``handle``. Return the numbers of acts and players."""
    today = timezone.localdate(scene.stamp().at)
    before = months_commands.consolidate(stamp=scene.stamp(), until=today - timedelta(days=1)).act.number
    month = months_commands.consolidate(stamp=scene.stamp(), until=today).act.number
    made = consolidation_of(month)
    assert made is not None
    first, second, third, *_ = made.plan.payments
    _claims(scene, first)
    payment_commands.dispute_claim(stamp=scene.stamp(), of=_claims(scene, second), reason=handle)
    _claims(scene, third)
    payment_commands.pay_debt(
        stamp=scene.stamp(), payer=_player(third.payer), payee=_player(third.payee), amount_cents=1
    )
    for each in (first, second, third):
        for key, typed in (("text", {"text": handle}), ("venmo", {"name": "Ann-Lee"}), ("zelle", _ZELLE)):
            add_way(player=_player(each.payee), kind=KINDS[key], typed=typed, at=scene.stamp().at)
    return {"before": before, "month": month, "payer": first.payer, "payee": second.payee}


def _claims(scene: Scene, payment: Payment[int]) -> str:
    """Let the payer claim to have paid it all; return the key of the claim."""
    payer, payee = _player(payment.payer), _player(payment.payee)
    claim = payment_commands.claim_payment(stamp=scene.stamp(), payer=payer, payee=payee, amount_cents=payment.cents)
    return claim.act.key


def _player(number: int) -> Player:
    return Player.objects.get(number=number)
