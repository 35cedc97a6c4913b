"""The commands against a plain-Python model of a ledger, act by act, in a random order.

Every run starts from an empty ledger with one house and one planned night. After every act the run compares the
answer, the night's counters and results, the register of notes, THE BOOK and the number of acts, by plain SQL and now
and then by the product's own queries. At the end the ledger check must find no fault and the sheets must agree; some
runs are exported and must come to the same head when they are imported again.
"""

from collections import Counter
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tests.ledger.model import acts, night_rows
from tests.ledger.model.book_compare import compare, compare_sheets, compare_shown, compare_statements, look_into
from tests.ledger.model.book_model import BookModel
from tests.ledger.model.desk import VARIANTS, NightDesk

STEPS = 50
OF_A_HOUSE = ("any way", "dave-2018", "ericn", "hybrid", "mike")
"""The variants that the short test plays; the others differ from one of them in a few terms."""


class Ledger(RuleBasedStateMachine):
    """A ledger of a house, kept by model and desk."""

    variant: str
    seen: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.empty = transaction.savepoint()
        self.model, self.desk = BookModel(VARIANTS[self.variant][0]), NightDesk(self.variant)
        self.at = datetime.fromisoformat("2026-11-20T20:00:00+01:00")
        self.sent: list[acts.Act] = []
        self.sound = False

    @initialize(
        opens=st.sampled_from([True] * 9 + [False]),
        buys=st.integers(0, 3),
        owes=st.booleans(),
        tab=st.booleans(),
        copied=st.sampled_from([False] * 7 + [True]),
    )
    def plan(self, *, opens: bool, buys: int, owes: bool, tab: bool, copied: bool) -> None:
        """Record the players and, as a rule, open the bank and sell some chips; some runs take over an old book."""
        self.copied = copied
        for person in acts.CAST:
            self.send("player", person)
        if owes:
            old = [
                {"player": "Bo", "balance": "-20"},
                {"player": "Cy", "balance": "15"},
                {"player": "Gil", "balance": "5"},
            ]
            self.send("balances", {"standings": old, "reason": "the old book"})
        if opens:
            self.send("open", acts.plain_opening(self.model.night))
        for person in acts.CAST[:buys]:
            self.send("buy_in", {"player": person["name"], "amount": "10", "pay": "cash"})
        if tab:
            self.send("buy_in", {"player": "Bo", "amount": "10", "pay": "book", "stack": "0"})
            self.send("buy_in", {"player": "Bo", "amount": "10", "pay": "note", "note": "n1", "stack": "0"})

    def teardown(self) -> None:
        """Wind up the night, check the ledger and, in some runs, copy it; then roll everything back."""
        try:
            if self.sound:
                self.wind_up()
                compare_shown(self.model, self.desk)
                compare_sheets(self.model, self.desk)
                compare_statements(self.model)
                assert self.desk.faults() == []
                self.seen.update(closed=self.model.night.closed, copied=self.copied)
                self.seen.update(f"note {note.state}" for note in self.model.register())
            if self.sound and self.copied:
                before = (self.desk.head(), night_rows.standings(), night_rows.papers())
                self.desk.copy(lambda: transaction.savepoint_rollback(self.empty))
                assert (self.desk.head(), night_rows.standings(), night_rows.papers()) == before
        finally:
            transaction.savepoint_rollback(self.empty)

    def wind_up(self) -> None:
        """Cash out all chips, award the final pot, end the notes, count and close: any of it may be refused."""
        so_be_it = {"ruling": "it is late"}
        self.send("last_hand", {})
        for holder in self.model.night.holding():
            chips = acts.written(self.model.night.chips_in_play())
            self.send("cash_out", {"player": holder, "player_count": chips, "banker_count": chips, **so_be_it})
        self.send("final_pot", {"winner": "Cy", **so_be_it})
        for name in self.model.night.names_out():
            self.send("note_unpaid", {"note": name})
        self.send("commit_notes", so_be_it)
        self.send("count_drawer", {"counted": acts.written(self.model.night.drawer())})
        self.send("close", so_be_it)

    def send(self, kind: str, fields: acts.Act, key: str = "") -> None:
        """Give an act to both, and compare their answers and, if it is recorded, their states."""
        self.sound = False
        act = {"id": key or f"act-{len(self.sent):06}", "at": self.at.isoformat(), "act": kind, **fields}
        said = self.model.apply(act)
        assert self.desk.take(act) == said, act
        assert night_rows.acts() == self.model.acts()
        if said == "ok":
            compare(self.model, self.desk)
            look_into(act, self.model, self.desk)
        self.sent.append({"night": self.model.selected, **act} if self.model.is_of_a_night(act) else act)
        self.seen.update(["steps", f"{kind} {said}"])
        self.sound = True

    def step(self, kind: str, fields: acts.Act, data: st.DataObject) -> None:
        """Move the clock, forwards or back, and send a new act, perhaps of another night or with a ruling."""
        self.at += timedelta(seconds=data.draw(acts.jump))
        self.at = self.at.astimezone(timezone(timedelta(minutes=data.draw(acts.offset))))
        elsewhere = {"night": data.draw(st.sampled_from([*self.model.nights]))} if self.model.nights else {}
        if kind not in acts.OF_A_NIGHT or data.draw(st.integers(0, 9)):
            elsewhere = {}
        self.send(kind, {**fields, **elsewhere, **data.draw(acts.ruling)})

    @precondition(lambda self: self.model.night.closed or not self.model.selected or self.model.acts() % 9 == 0)
    @rule(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.step("open", data.draw(acts.opening(self.model.night)), data)

    @precondition(lambda self: self.model.acts() % 5 == 0)
    @rule(data=st.data())
    def player(self, data: st.DataObject) -> None:
        self.step("player", data.draw(acts.person), data)

    @rule(data=st.data())
    def beside_the_money(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.beside_the_money(self.model.night)), data)

    @rule(data=st.data())
    def float(self, data: st.DataObject) -> None:
        self.step("float", data.draw(acts.amount(self.model.night)), data)

    @rule(data=st.data())
    def buy_in(self, data: st.DataObject) -> None:
        self.step("buy_in", data.draw(acts.buy_in(self.model.night)), data)

    @rule(data=st.data())
    def rebuy(self, data: st.DataObject) -> None:
        self.step("buy_in", data.draw(acts.rebuy(self.model.night)), data)

    @rule(data=st.data())
    def on_credit(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.on_credit(self.model.night)), data)

    @precondition(lambda self: self.model.night.chips_in_play() and self.model.night.names_out())
    @rule(data=st.data())
    def cash_out_on_paper(self, data: st.DataObject) -> None:
        self.step("cash_out", data.draw(acts.cash_out_on_paper(self.model.night)), data)

    @precondition(lambda self: self.model.night.movers_of_notes())
    @rule(data=st.data())
    def undo_of_a_note(self, data: st.DataObject) -> None:
        self.step("reverse", data.draw(acts.undo_of_a_note(self.model.night)), data)

    @rule(data=st.data())
    def chip_sale(self, data: st.DataObject) -> None:
        self.step("chip_sale", data.draw(acts.chip_sale(self.model.night)), data)

    @precondition(lambda self: self.model.night.keys("buy_in") or self.model.acts() % 5 == 0)
    @rule(data=st.data())
    def change_pay(self, data: st.DataObject) -> None:
        self.step("change_pay", data.draw(acts.change_pay(self.model.night)), data)

    @rule(data=st.data())
    def cash_out(self, data: st.DataObject) -> None:
        self.step("cash_out", data.draw(acts.cash_out(self.model.night)), data)

    @precondition(lambda self: self.model.night.moments())
    @rule(data=st.data())
    def cash_out_in_time(self, data: st.DataObject) -> None:
        self.at = data.draw(acts.moment(self.model.night))
        self.send("cash_out", data.draw(acts.cash_out(self.model.night)))

    @rule(data=st.data())
    def declare_chips(self, data: st.DataObject) -> None:
        self.step("declare_chips", data.draw(acts.declare_chips(self.model.night)), data)

    @rule(data=st.data())
    def hand_over(self, data: st.DataObject) -> None:
        self.step("hand_over", data.draw(acts.hand_over), data)

    @rule(data=st.data())
    def count_drawer(self, data: st.DataObject) -> None:
        self.step("count_drawer", data.draw(acts.count_drawer(self.model.night)), data)

    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.end), data)

    @precondition(lambda self: self.model.night.names_out() or self.model.acts() % 5 == 0)
    @rule(data=st.data())
    def redeem_note(self, data: st.DataObject) -> None:
        self.step("redeem_note", data.draw(acts.redeem_note(self.model.night)), data)

    @rule(data=st.data())
    def payment(self, data: st.DataObject) -> None:
        self.step("payment", data.draw(acts.payment(self.model)), data)

    @precondition(lambda self: self.model.acts() % 5 == 0)
    @rule(data=st.data())
    def balances(self, data: st.DataObject) -> None:
        self.step("balances", data.draw(acts.balances()), data)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        self.step("correct", data.draw(acts.correct(self.model)), data)

    @rule(data=st.data())
    def credit(self, data: st.DataObject) -> None:
        self.step("credit", data.draw(acts.credit()), data)

    @rule(data=st.data())
    def claim(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.claim(self.model)), data)

    @rule(data=st.data())
    def consolidate(self, data: st.DataObject) -> None:
        self.step("consolidate", data.draw(acts.consolidate()), data)

    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        self.step("reverse", data.draw(acts.reverse(self.model)), data)

    @precondition(lambda self: self.model.night.names_out() or self.model.acts() % 5 == 0)
    @rule(data=st.data())
    def end_of_notes(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.end_of_notes(self.model.night)), data)

    @precondition(lambda self: self.model.acts() % 7 == 0)
    @rule()
    def call_it_a_night(self) -> None:
        self.wind_up()

    @rule(data=st.data())
    def same_key_again(self, data: st.DataObject) -> None:
        act = data.draw(acts.again(self.sent))
        self.send(act["act"], acts.fields(act), act["id"])

    @rule(data=st.data())
    def same_key_otherwise(self, data: st.DataObject) -> None:
        act = data.draw(acts.otherwise(self.sent))
        self.send(act["act"], acts.fields(act), act["id"])


def ledger_of(house: str) -> type[Ledger]:
    class LedgerOfAHouse(Ledger):
        variant = house

    return LedgerOfAHouse


def play(machine: type[Ledger], runs: int, **how: Any) -> Counter[str]:
    """Play that many ledgers and return the counts of answers and endings."""
    Ledger.seen.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.reuse, Phase.generate, Phase.shrink]
    profile = settings(
        max_examples=runs, stateful_step_count=STEPS + 1, phases=phases, suppress_health_check=checks, **how
    )
    run_state_machine_as_test(machine, settings=profile)
    return Ledger.seen


def taken(seen: Counter[str]) -> set[str]:
    """Return the kinds of acts that were recorded."""
    return {what.removesuffix(" ok") for what in seen if what.endswith(" ok")}


@pytest.mark.sweep
@pytest.mark.django_db
@pytest.mark.parametrize("variant", OF_A_HOUSE)
def test_hundreds_of_steps_agree_with_the_model(variant):
    # The seed gives the same steps on every run, and other steps in each house.
    machine = seed(sum(variant.encode()))(ledger_of(variant))

    seen = play(machine, 2, database=None)

    assert seen["steps"] >= 100
    assert len(taken(seen)) >= 9


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_twenty_thousand_steps_agree_with_the_model(variant):
    seen = play(ledger_of(variant), 40)

    assert seen["steps"] >= 20_000 / len(VARIANTS)
    assert len(taken(seen)) >= 20
