"""The commands against a plain-Python model of a night, act by act, in an order that nobody thought of.

Every run starts from an empty ledger with one house and one planned night. After every act the answer, the counters,
the results, the banker, the close and the number of acts are compared; at the end the ledger must check out, and some
runs are exported and come to the same head when they are imported again.
"""

from collections import Counter
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tests.ledger import night_acts as acts
from tests.ledger.night_desk import VARIANTS, NightDesk
from tests.ledger.night_model import NightModel

STEPS, SHOWN_EVERY = 50, 5


class Night(RuleBasedStateMachine):
    """One night of a house, taken by model and desk alike."""

    variant: str
    seen: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.empty = transaction.savepoint()
        self.model, self.desk = NightModel(VARIANTS[self.variant][0]), NightDesk(self.variant)
        self.at = datetime.fromisoformat("2026-11-20T20:00:00+01:00")
        self.sent: list[acts.Act] = []
        self.sound = False

    @initialize(
        opens=st.sampled_from([True] * 9 + [False]),
        buys=st.integers(0, 3),
        beside=st.booleans(),
        copied=st.sampled_from([False] * 19 + [True]),
    )
    def plan(self, *, opens: bool, buys: int, beside: bool, copied: bool) -> None:
        """Plan a night, say who plays and, as a rule, open the bank and sell some chips."""
        self.copied = copied
        for person in acts.CAST:
            self.send("player", person)
        if beside:
            self.desk.open_another()
        if opens:
            self.send("open", acts.plain_opening(self.model))
        for person in acts.CAST[:buys]:
            self.send("buy_in", {"player": person["name"], "amount": "10", "pay": "cash"})

    def teardown(self) -> None:
        """Wind the night up, check the ledger and, in some runs, copy it; then take everything back."""
        try:
            if self.sound:
                self.wind_up()
                self.compare()
                assert self.desk.faults() == []
                self.seen.update(closed=self.model.closed, copied=self.copied)
            if self.sound and self.copied:
                before, after = self.desk.copied(lambda: transaction.savepoint_rollback(self.empty))
                assert before == after
        finally:
            transaction.savepoint_rollback(self.empty)

    def wind_up(self) -> None:
        """Turn all chips in, give the final pot away, count the drawer and close: what can still go wrong, may."""
        so_be_it = {"ruling": "it is late"}
        self.send("last_hand", {})
        for holder in self.model.holding():
            chips = acts.written(self.model.chips_in_play())
            self.send("cash_out", {"player": holder, "player_count": chips, "banker_count": chips, **so_be_it})
        self.send("final_pot", {"winner": "Cy", **so_be_it})
        self.send("count_drawer", {"counted": acts.written(self.model.drawer())})
        self.send("close", {})

    def send(self, kind: str, fields: acts.Act, key: str = "") -> None:
        """Give an act to both and compare what they answer and, once it is recorded, what is true."""
        self.sound = False
        act = {"id": key or f"act-{len(self.sent):06}", "at": self.at.isoformat(), "act": kind, **fields}
        said = self.model.apply(act)
        assert self.desk.take(act) == said, act
        assert self.desk.acts() == self.model.acts()
        if said == "ok":
            self.compare()
        if kind != "open" or said in ("ok", "known"):
            # An opening that came to nothing would be another night later on, and the model knows one.
            self.sent.append(act)
        self.seen.update(["steps", f"{kind} {said}"])
        self.sound = True

    def compare(self) -> None:
        """Compare the counters, the results, the banker and whether the night is closed; now and then as shown."""
        state = self.model.state()
        assert self.desk.state() == state
        if self.model.closed or self.model.acts() % SHOWN_EVERY == 0:
            assert self.desk.shown() == state

    def step(self, kind: str, fields: acts.Act, data: st.DataObject) -> None:
        """Let some time pass, forwards or not, and send a new act, perhaps under a ruling."""
        self.at += timedelta(seconds=data.draw(acts.jump))
        self.at = self.at.astimezone(timezone(timedelta(minutes=data.draw(acts.offset))))
        self.send(kind, {**fields, **data.draw(acts.ruling)})

    @precondition(lambda self: not self.model.banker)
    @rule(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.step("open", data.draw(acts.opening(self.model)), data)

    @rule(data=st.data())
    def player(self, data: st.DataObject) -> None:
        self.step("player", data.draw(acts.person), data)

    @rule(data=st.data())
    def arrive(self, data: st.DataObject) -> None:
        self.step("arrive", data.draw(acts.of_a_player), data)

    @rule(data=st.data())
    def float(self, data: st.DataObject) -> None:
        self.step("float", data.draw(acts.amount(self.model)), data)

    @rule(data=st.data())
    def level(self, data: st.DataObject) -> None:
        self.step("level", data.draw(acts.level), data)

    @rule(data=st.data())
    def big_stack(self, data: st.DataObject) -> None:
        self.step("big_stack", data.draw(acts.amount(self.model)), data)

    @rule(data=st.data())
    def buy_in(self, data: st.DataObject) -> None:
        self.step("buy_in", data.draw(acts.buy_in(self.model)), data)

    @rule(data=st.data())
    def rebuy(self, data: st.DataObject) -> None:
        self.step("buy_in", data.draw(acts.rebuy(self.model)), data)

    @rule(data=st.data())
    def chip_sale(self, data: st.DataObject) -> None:
        self.step("chip_sale", data.draw(acts.chip_sale(self.model)), data)

    @rule(data=st.data())
    def change_pay(self, data: st.DataObject) -> None:
        self.step("change_pay", data.draw(acts.change_pay(self.model)), data)

    @rule(data=st.data())
    def leave_notice(self, data: st.DataObject) -> None:
        self.step("leave_notice", data.draw(acts.leave_notice(self.model)), data)

    @rule(data=st.data())
    def cash_out(self, data: st.DataObject) -> None:
        self.step("cash_out", data.draw(acts.cash_out(self.model)), data)

    @precondition(lambda self: self.model.moments())
    @rule(data=st.data())
    def cash_out_in_time(self, data: st.DataObject) -> None:
        self.at = data.draw(acts.moment(self.model))
        self.send("cash_out", data.draw(acts.cash_out(self.model)))

    @rule(data=st.data())
    def declare_chips(self, data: st.DataObject) -> None:
        self.step("declare_chips", data.draw(acts.declare_chips(self.model)), data)

    @rule(data=st.data())
    def hand_over(self, data: st.DataObject) -> None:
        self.step("hand_over", data.draw(acts.hand_over), data)

    @rule(data=st.data())
    def count_drawer(self, data: st.DataObject) -> None:
        self.step("count_drawer", data.draw(acts.count_drawer(self.model)), data)

    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        self.step(*data.draw(acts.end), data)

    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        self.step("reverse", data.draw(acts.reverse(self.model)), data)

    @rule(data=st.data())
    def same_key_again(self, data: st.DataObject) -> None:
        act = data.draw(acts.again(self.sent))
        self.send(act["act"], acts.fields(act), act["id"])

    @rule(data=st.data())
    def same_key_otherwise(self, data: st.DataObject) -> None:
        act = data.draw(acts.otherwise(self.sent))
        self.send(act["act"], acts.fields(act), act["id"])


def night_of(house: str) -> type[Night]:
    class NightOfAHouse(Night):
        variant = house

    return NightOfAHouse


def play(machine: type[Night], runs: int, **how: Any) -> Counter[str]:
    """Play so many nights and return what was seen."""
    Night.seen.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.reuse, Phase.generate, Phase.shrink]
    profile = settings(
        max_examples=runs, stateful_step_count=STEPS + 1, phases=phases, suppress_health_check=checks, **how
    )
    run_state_machine_as_test(machine, settings=profile)
    return Night.seen


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_five_thousand_steps_agree_with_the_model(variant):
    # The same steps on every run, and others in each house.
    machine = seed(sum(variant.encode()))(night_of(variant))

    seen = play(machine, 8, database=None)

    assert seen["steps"] >= 5_000 / len(VARIANTS)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_fifty_thousand_steps_agree_with_the_model(variant):
    seen = play(night_of(variant), 100)

    assert seen["steps"] >= 50_000 / len(VARIANTS)
