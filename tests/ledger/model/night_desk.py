"""The real ledger behind the face of its model: night-log acts go in, answers and what is true come out."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from hostdesk.houses.presets import load_preset
from hostdesk.night_log.commands import post_log, read_log
from hostdesk.night_log.export_queries import export_all
from hostdesk.night_log.lines import read_line
from hostdesk.nights.commands import open_night, plan_night
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.months import commands as months_commands
from ledger.night import commands as night_commands
from ledger.notes import commands as notes_commands
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.acts.queries import Answer, KeyTaken
from reservations.houses.commands import make_house, revise_house
from reservations.models import Night
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.ledger.model.night_books import NightBooks
from tests.ledger.model.night_variants import VARIANTS

DATE = date(2026, 11, 20)
FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")
PLAYERS = ("player", "seller", "buyer", "winner", "banker", "payer", "payee", "debtor", "creditor", "hub")
AMOUNTS = ("amount", "stack", "player_count", "banker_count", "counted", "missing", "extra", "limit")
CALLED = {"payout": "parts"} | {name: f"{name}_cents" for name in AMOUNTS}
OF_A_NIGHT: dict[Kind, Callable[..., Answer]] = {
    Kind.ARRIVE: night_commands.arrive,
    Kind.FLOAT: night_commands.add_float,
    Kind.LEVEL: night_commands.raise_level,
    Kind.BIG_STACK: night_commands.estimate_big_stack,
    Kind.BUY_IN: buy_in_commands.buy_in,
    Kind.CHIP_SALE: buy_in_commands.sell_chips,
    Kind.CHANGE_PAY: buy_in_commands.change_pay,
    Kind.REDEEM_NOTE: notes_commands.redeem_note,
    Kind.NOTE_UNPAID: notes_commands.charge_inviter,
    Kind.COMMIT_NOTES: notes_commands.commit_notes,
    Kind.LAPSE_NOTES: notes_commands.lapse_notes,
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
    Kind.PAYMENT: book_commands.pay_debt,
    Kind.CORRECT: book_commands.correct_book,
    Kind.CREDIT: book_commands.set_credit,
    Kind.CLAIM: book_commands.claim_payment,
    Kind.DISPUTE: book_commands.dispute_claim,
    Kind.REVERSE: night_commands.reverse,
}


class NightDesk(NightBooks):
    """A ledger with a planned night in it; ``take`` takes acts and answers as the model does."""

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
            # Standings that do not sum to zero are no standings, to a desk that reads them from paper or a file.
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
        """Export all, empty the ledger, and import it again."""
        log = "\n".join(export_all()).encode()
        empty()
        self._plan()
        post_log(read_log(log))


def _consolidate(act: Mapping[str, Any]) -> Answer:
    """Let the desk find the plan, which a line of a log would bring with it."""
    at = datetime.fromisoformat(act["at"])
    stamp = Stamp(act["id"], at, by=act.get("by", ""), ruling=act.get("ruling", ""))
    hub = player_named(act["hub"]) if "hub" in act else None
    return months_commands.consolidate(stamp=stamp, until=date.fromisoformat(act["until"]), hub=hub)
