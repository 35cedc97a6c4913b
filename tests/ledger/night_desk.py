"""The real bank behind the face of the night model: night-log acts go in, answers and counters come out.

The houses are the five presets and variants of them, each as the model's terms beside the product's document.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.db import connection

from hostdesk.commands import open_night, plan_night
from hostdesk.exporting import export_all
from hostdesk.importing import post_log, read_log
from hostdesk.night_log import Line, read_line
from hostdesk.presets import load_preset
from ledger import commands, verify, verify_rows
from ledger.queries import bank_of, last_act, results
from ledger.terms import Means
from reservations.acts import Answer, KeyTaken
from reservations.commands import make_house, record_player, revise_house
from reservations.kinds import Kind, Stamp
from reservations.models import Night
from reservations.problems import Impossible, NotBuilt, Refused
from reservations.queries import player_named, player_names
from tests.ledger.night_model_facts import State
from tests.ledger.night_model_lines import HOUSES, House

CASH_AND_TRANSFER = {"pays_with": ["cash", "transfer"]}
DATE = date(2026, 11, 20)
FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")
PLAYERS = ("player", "seller", "buyer", "winner", "banker")
CALLED = {"missing": "missing_cents", "extra": "extra_cents", "payout": "parts"} | {
    name: f"{name}_cents" for name in ("amount", "stack", "player_count", "banker_count", "counted")
}
OF_A_NIGHT: dict[Kind, Callable[..., Answer]] = {
    Kind.ARRIVE: commands.arrive,
    Kind.FLOAT: commands.add_float,
    Kind.LEVEL: commands.raise_level,
    Kind.BIG_STACK: commands.estimate_big_stack,
    Kind.BUY_IN: commands.buy_in,
    Kind.CHIP_SALE: commands.sell_chips,
    Kind.CHANGE_PAY: commands.change_pay,
    Kind.LEAVE_NOTICE: commands.give_notice,
    Kind.LAST_HAND: commands.play_last_hand,
    Kind.CASH_OUT: commands.cash_out,
    Kind.FINAL_POT: commands.win_final_pot,
    Kind.DECLARE_CHIPS: commands.declare_chips,
    Kind.HAND_OVER: commands.hand_over,
    Kind.COUNT_DRAWER: commands.count_drawer,
    Kind.CLOSE: commands.close_night,
}
Document = dict[str, Any]


def _revised(key: str, **sections: Document) -> Document:
    """Return a preset's document with some keys of its sections changed; ``None`` takes a key out."""
    document = load_preset(key)
    for name, changes in sections.items():
        section = {**document.get(name, {}), **changes}
        document[name] = {key: value for key, value in section.items() if value is not None}
    return document


def _by_transfer(key: str) -> tuple[House, Document]:
    house: House = {**HOUSES[key], "pays_with": ("cash", "transfer"), "has_book": False}
    return house, _revised(key, buy_in=CASH_AND_TRANSFER)


def _rising_limits() -> tuple[House, Document]:
    """Blinds that rise as hybrid's, limits and top-ups that follow them as dave's, and a notice of one minute."""
    limits = {"minimum": {"big_blinds": 20}, "maximum": {"big_blinds": 100, "or_big_stack": True}}
    house: House = {**HOUSES["dave-2018"], "key": "hybrid", "blinds": (1, 2), "levels": HOUSES["hybrid"]["levels"]}
    house = {**house, "notice": 60, "pays_with": ("cash", "transfer")}
    document = _revised(
        "hybrid",
        buy_in={**CASH_AND_TRANSFER, **limits, "usual": None, "multiple": None},
        rebuy={"when": "up to the maximum", "minimum_binds": False},
        cash_out={"when": "on leaving", "window_minutes": None, "notice_minutes": 1},
    )
    return house, document


VARIANTS: dict[str, tuple[House, Document]] = {
    **{key: (house, load_preset(key)) for key, house in HOUSES.items()},
    **{f"{key} by transfer": _by_transfer(key) for key in HOUSES},
    "rising limits": _rising_limits(),
}


BANK = """SELECT banker.name, bank.closed_id IS NOT NULL FROM ledger_bank AS bank
    JOIN reservations_player AS banker ON banker.number = bank.banker_id WHERE bank.night_id = %s"""
TRANSFERS = """SELECT debit.kind, credit.kind, cents, player.name, act.reverses_id > 0 OR undoing.number > 0
    FROM ledger_transfer AS transfer JOIN reservations_act AS act ON act.number = transfer.act_id
    JOIN ledger_account AS debit ON debit.id = debit_id JOIN ledger_account AS credit ON credit.id = credit_id
    LEFT JOIN reservations_player AS player ON player.number = transfer.player_id
    LEFT JOIN reservations_act AS undoing ON undoing.reverses_id = act.number WHERE act.night_id = %s"""


def _rows(query: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


class NightDesk:
    """A ledger with a planned night in it, the only one at first; ``take`` takes acts and answers as the model does."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.night = self._plan()
        self._elsewhere = 0

    def _plan(self) -> Night:
        document = VARIANTS[self.variant][1]
        house = make_house(document=load_preset(document["key"])).house
        revise_house(house=house, document=document)
        return plan_night(date=DATE, house=house.key)

    def take(self, act: Mapping[str, Any]) -> str:
        """Take one night-log act through its command."""
        try:
            line = read_line(json.dumps(act))
            answer = self._command(line)
        except NotBuilt:
            return "not built"
        except Refused:
            return "refused"
        except (Impossible, KeyTaken):
            return "impossible"
        return "known" if answer.known else "ok"

    def _command(self, line: Line) -> Answer:
        fields: dict[str, Any] = {
            CALLED.get(name, name): player_named(value) if name in PLAYERS else value
            for name, value in line.fields.items()
        }
        if line.kind == Kind.PLAYER:
            inviter = {"invited_by": player_named(fields["invited_by"])} if "invited_by" in fields else {}
            return record_player(stamp=line.stamp, **{**fields, **inviter})
        if line.kind == Kind.REVERSE:
            return commands.reverse(stamp=line.stamp, **fields)
        if line.kind == Kind.OPEN:
            return self._open(line.stamp, fields)
        return OF_A_NIGHT[line.kind](stamp=line.stamp, night=self.night, **fields)

    def _open(self, stamp: Stamp, fields: dict[str, Any]) -> Answer:
        figures = {name: fields.pop(name) for name in FIGURES if name in fields}
        return open_night(stamp=stamp, float_cents=fields.pop("float"), figures=figures, **fields)

    def open_another(self) -> None:
        """Open another night beside it, in which Bo buys chips: none of that may show in this night."""
        before, banker, at = self.acts(), player_named("Ann"), datetime(2026, 11, 19, 20, tzinfo=UTC)
        opening = open_night(
            stamp=Stamp("elsewhere-1", at), house="dave-2018", date=at.date(), banker=banker, float_cents=5555
        )
        night, bo = opening.act.night, player_named("Bo")
        assert night is not None
        commands.buy_in(stamp=Stamp("elsewhere-2", at), night=night, player=bo, amount_cents=3333, pay=Means.CASH)
        self._elsewhere = self.acts() - before

    def state(self) -> State:
        """Return what is true of the night now: a fold over the rows of the ledger, without the product's queries."""
        bank = _rows(BANK, self.night.pk)
        if not bank:
            return State()
        (banker, closed), balance = bank[0], Counter[str]()
        bought, received = Counter[str](), Counter[str]()
        for debit, credit, cents, player, undone in _rows(TRANSFERS, self.night.pk):
            balance.update({debit: cents})
            balance.subtract({credit: cents})
            if player and not undone:
                bought[player] += cents * (credit == "chips")
                received[player] += cents * (debit == "final pot" or (debit == "chips" and credit != "final pot"))
        results = {name: (bought[name], received[name]) for name in bought | received}
        chips, pot, owed = -balance["chips"], -balance["final pot"], -balance["float"]
        return State((chips, balance["drawer"], owed, balance["over short"], pot), results, banker, bool(closed))

    def shown(self) -> State:
        """Return the same as the product's queries say it."""
        try:
            now = bank_of(self.night)
        except Impossible:
            return State()
        found, held = results(self.night), now.balances
        names = player_names(found)
        return State(
            (held.chips_cents, held.drawer_cents, held.float_cents, held.over_short_cents, held.final_pot_cents),
            {names[player]: (each.bought_cents, each.received_cents) for player, each in found.items()},
            now.bank.banker.name,
            now.bank.closed_id is not None,
        )

    def acts(self) -> int:
        """Return how many acts were recorded, those of another night left out."""
        return int(_rows("SELECT COUNT(*) FROM reservations_act")[0][0]) - self._elsewhere

    def faults(self) -> list[str]:
        """Return what `ledger_check` says."""
        return [*verify.faults(), *verify_rows.faults()]

    def copied(self, empty: Callable[[], None]) -> tuple[str, str]:
        """Export all, empty the ledger, import it again; return the head before and after."""
        before, log = last_act(), "\n".join(export_all()).encode()
        empty()
        self._plan()
        post_log(read_log(log))
        after = last_act()
        return before.head if before else "", after.head if after else ""
