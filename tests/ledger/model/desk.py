"""The real ledger behind the interface of its model: night-log acts go in, answers and states come out.

Each house of the comparison is a pair: the model's terms and the product's document.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from hostdesk.imports.night_log.lines import read_line
from hostdesk.invitations.nights.commands import open_night, plan_night
from hostdesk.rules.houses.presets import load_preset
from ledger.audit import queries as audit_queries
from ledger.bank.queries import bank_of, book_tonight, last_act
from ledger.bank.register_queries import register
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.credit import commands as credit_commands
from ledger.models import Bank
from ledger.months import commands as months_commands
from ledger.months import payment_commands
from ledger.months.queries import latest
from ledger.night import commands as night_commands
from ledger.results.queries import results
from ledger.settle.fewest_payments import wished
from ledger.standings.queries import standings
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.acts.queries import Answer, KeyTaken
from reservations.houses.commands import make_house, revise_house
from reservations.models import Night
from reservations.players.commands import record_player
from reservations.players.queries import player_named, player_names
from tests.ledger.kept import holds
from tests.ledger.model.night_chips import NoteState
from tests.ledger.model.night_facts import State
from tests.ledger.model.night_houses import HOUSES, House

Document = dict[str, Any]


def _revised(key: str, **sections: Document) -> Document:
    """Return a preset's document with some keys of its sections changed; ``None`` removes a key."""
    document = load_preset(key)
    for name, changes in sections.items():
        section = {**document.get(name, {}), **changes}
        document[name] = {key: value for key, value in section.items() if value is not None}
    return document


def _by_transfer(key: str) -> tuple[House, Document]:
    house: House = {**HOUSES[key], "pays_with": ("cash", "transfer")}
    return house, _revised(key, buy_in={"pays_with": ["cash", "transfer"]})


def _rising_limits() -> tuple[House, Document]:
    """Return a house with hybrid's rising blinds, dave's limits and top-ups in big blinds, and a minute's notice."""
    limits = {"minimum": {"big_blinds": 20}, "maximum": {"big_blinds": 100, "or_big_stack": True}}
    house: House = {**HOUSES["dave-2018"], "key": "hybrid", "blinds": (1, 2), "levels": HOUSES["hybrid"]["levels"]}
    house = {**house, "notice": 60, "pays_with": ("cash", "transfer")}
    document = _revised(
        "hybrid",
        buy_in={"pays_with": ["cash", "transfer"], **limits, "usual": None, "multiple": None},
        rebuy={"when": "up to the maximum", "minimum_binds": False},
        cash_out={"when": "on leaving", "window_minutes": None, "notice_minutes": 1},
    )
    return house, document


def _any_way() -> tuple[House, Document]:
    """Return Mike's game with every means of payment, leaving at any time, and payouts to the cent."""
    means = ("cash", "note", "book", "transfer")
    house: House = {**HOUSES["mike"], "pays_with": means, "at_the_end": False, "equal_deals": False, "unit": 1}
    leaving = {"when": "on leaving", "equal_deals": None, "whole_dollars": None}
    return house, _revised("mike", buy_in={"pays_with": [*means]}, cash_out=leaving)


def _on_credit(limit: int, *, hard: bool) -> tuple[House, Document]:
    """Return Mike's game with a credit limit of that many whole dollars."""
    house: House = {**HOUSES["mike"], "credit_limit": limit * 100, "credit_hard": hard}
    return house, _revised("mike", credit={"limit": f"{limit}.00", "hard": hard})


VARIANTS: dict[str, tuple[House, Document]] = {
    # dave-2020 has the same bank as dave-2018.
    **{key: (house, load_preset(key)) for key, house in HOUSES.items() if key != "dave-2020"},
    "dave-2018 by transfer": _by_transfer("dave-2018"),
    "ericn by transfer": _by_transfer("ericn"),
    "rising limits": _rising_limits(),
    "any way": _any_way(),
    "up to 40.00": _on_credit(40, hard=False),
    "never above 60.00": _on_credit(60, hard=True),
}


class NightBooks:
    """The present state of a ledger. ``nights`` are those that have a bank, by the ids of their openings."""

    def __init__(self) -> None:
        banks = Bank.objects.select_related("night", "opened")
        self.nights: dict[str, Night] = {bank.opened.key: bank.night for bank in banks}

    def state(self, opening: str) -> State:
        """Return the state of the night with that opening, from the product's queries."""
        now, night = bank_of(self.nights[opening]), self.nights[opening]
        found, held, book = results(night), now.balances, book_tonight(night)
        assert (holds(night), now.owed_tonight) == (True, book)
        names = player_names([*found, *book])
        return State(
            (held.chips_cents, held.drawer_cents, held.float_cents, held.over_short_cents, held.final_pot_cents),
            {names[player]: (each.bought_cents, each.received_cents) for player, each in found.items()},
            now.person(now.bank.banker_id).name,
            now.bank.closed_id is not None,
            {names[player]: cents for player, cents in book.items()},
        )

    def register(self) -> list[NoteState]:
        """Return the register from the product's queries."""
        notes = register()
        names = player_names([each.debtor for each in notes] + [each.holder for each in notes if each.holder])
        return [
            NoteState(
                name=each.name,
                debtor=names[each.debtor],
                face=each.face_cents,
                out=each.out_cents,
                holder=(names[each.holder] if each.holder else "") if each.is_out else None,
                state=str(each.state),
            )
            for each in notes
        ]

    def standings(self, on: date | None = None) -> dict[str, int]:
        """Return the standings from the product's queries."""
        found = standings(on)
        names = player_names(found)
        return {names[player]: cents for player, cents in found.items()}

    def month(self) -> tuple[dict[str, int], list[tuple[str, str, int]]]:
        """Return the frozen standings of the last consolidation, and its payments."""
        last = latest()
        assert last is not None
        named = [
            *last.before,
            *(each.payer for each in last.plan.payments),
            *(each.payee for each in last.plan.payments),
        ]
        names = player_names(named)
        payments = [(names[each.payer], names[each.payee], each.cents) for each in last.plan.payments]
        return {names[player]: cents for player, cents in last.before.items()}, payments

    def faults(self) -> list[str]:
        """Return the faults that `ledger_check` finds."""
        return list(audit_queries.faults())

    def head(self) -> str:
        """Return the head of the chain."""
        last = last_act()
        return last.head if last else ""


DATE = date(2026, 11, 20)
FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")
PLAYERS = ("player", "seller", "buyer", "winner", "banker", "payer", "payee", "debtor", "creditor", "hub")
AMOUNTS = ("amount", "stack", "player_count", "banker_count", "counted", "missing", "extra", "limit")
CALLED = {"payout": "parts"} | {name: f"{name}_cents" for name in AMOUNTS}
OF_A_NIGHT: dict[Kind, Callable[..., Answer]] = {
    Kind.STAKES: lambda stamp, night, **own: night_commands.set_stakes(stamp=stamp, night=night, figures=own),
    Kind.ARRIVE: night_commands.arrive,
    Kind.FLOAT: night_commands.add_float,
    Kind.LEVEL: night_commands.raise_level,
    Kind.BIG_STACK: night_commands.estimate_big_stack,
    Kind.BUY_IN: buy_in_commands.buy_in,
    Kind.CHIP_SALE: buy_in_commands.sell_chips,
    Kind.CHANGE_PAY: buy_in_commands.change_pay,
    Kind.REDEEM_NOTE: credit_commands.redeem_note,
    Kind.NOTE_UNPAID: credit_commands.charge_inviter,
    Kind.COMMIT_NOTES: credit_commands.commit_notes,
    Kind.LAPSE_NOTES: credit_commands.lapse_notes,
    Kind.LEAVE_NOTICE: night_commands.give_notice,
    Kind.LAST_HAND: night_commands.play_last_hand,
    Kind.CASH_OUT: cash_out_commands.cash_out,
    Kind.FINAL_POT: cash_out_commands.win_final_pot,
    Kind.DECLARE_CHIPS: cash_out_commands.declare_chips,
    Kind.HAND_OVER: night_commands.hand_over,
    Kind.COUNT_DRAWER: night_commands.count_drawer,
    Kind.CLOSE: night_commands.close_night,
}
OF_NO_NIGHT: dict[Kind, Callable[..., Answer]] = {
    Kind.PAYMENT: payment_commands.pay_debt,
    Kind.CORRECT: book_commands.correct_book,
    Kind.CREDIT: credit_commands.set_credit,
    Kind.CLAIM: payment_commands.claim_payment,
    Kind.DISPUTE: payment_commands.dispute_claim,
    Kind.REVERSE: undoing_commands.reverse,
}


class NightDesk(NightBooks):
    """A ledger with a planned night; ``take`` takes acts and answers like the model."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        super().__init__()
        self._selected = self._plan()

    def _plan(self) -> Night:
        document = VARIANTS[self.variant][1]
        house = make_house(document=load_preset(document["key"])).house
        revise_house(house=house, document=document)
        return plan_night(date=DATE, house=house.key)

    def take(self, act: Mapping[str, Any]) -> str:
        """Take one night-log act through its command."""
        try:
            answer = self._command(act)
        except Refused:
            return "refused"
        except (Impossible, KeyTaken):
            return "impossible"
        except Malformed:
            # To the desk, standings that do not sum to zero are a malformed input; to the model, impossible.
            assert act["act"] == "balances"
            return "impossible"
        return "known" if answer.known else "ok"

    def _command(self, act: Mapping[str, Any]) -> Answer:
        if act["act"] == Kind.CONSOLIDATE:
            return _consolidate(act)
        line = read_line(json.dumps(act))
        fields: dict[str, Any] = {
            CALLED.get(name, name): player_named(value) if name in PLAYERS else value
            for name, value in line.fields.items()
        }
        if line.kind == Kind.PLAYER:
            inviter = {"invited_by": player_named(fields["invited_by"])} if "invited_by" in fields else {}
            return record_player(stamp=line.stamp, **{**fields, **inviter})
        if line.kind == Kind.OPEN:
            return self._open(line.stamp, fields)
        if line.kind == Kind.BALANCES:
            fields["standings"] = {player_named(name): cents for name, cents in line.fields["standings"]}
            return book_commands.take_over_balances(stamp=line.stamp, **fields)
        if line.kind in OF_NO_NIGHT:
            return OF_NO_NIGHT[line.kind](stamp=line.stamp, **fields)
        night = self.nights[line.night] if line.night else self._selected
        return OF_A_NIGHT[line.kind](stamp=line.stamp, night=night, **fields)

    def _open(self, stamp: Stamp, fields: dict[str, Any]) -> Answer:
        figures = {name: fields.pop(name) for name in FIGURES if name in fields}
        answer = open_night(stamp=stamp, float_cents=fields.pop("float"), figures=figures, **fields)
        assert answer.act.night is not None
        self._selected = self.nights[stamp.key] = answer.act.night
        return answer

    def copy(self, empty: Callable[[], None]) -> None:
        """Export the ledger, empty it, and import the export.

        The export writes times with the desk's offset. An act that was sent with another offset may get the date of
        the day before, which only an import with ``as_it_was`` accepts.
        """
        log = "\n".join(export_all()).encode()
        empty()
        self._plan()
        post_log(read_log(log), as_it_was=True)


def _consolidate(act: Mapping[str, Any]) -> Answer:
    """Consolidate with a plan that the desk finds; a line of a log would contain the plan."""
    at = datetime.fromisoformat(act["at"])
    stamp = Stamp(act["id"], at, by=act.get("by", ""), ruling=act.get("ruling", ""))
    hubs = [player_named(act["hub"]).number] if "hub" in act else []
    return months_commands.consolidate(stamp=stamp, until=date.fromisoformat(act["until"]), wishes=wished(hubs, None))
