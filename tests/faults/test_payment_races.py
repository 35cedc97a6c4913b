"""Two devices and one payment, of a plan or of a night: it counts once, no matter which device is first."""

from datetime import date, timedelta
from functools import partial

import pytest

from hostdesk.models import PaymentWay
from hostdesk.standings.book.commands import settle_tonight
from hostdesk.standings.book.queries import night_book
from hostdesk.standings.months.commands import settle_payment
from hostdesk.standings.months.forms import PlanPaymentForm
from hostdesk.standings.paying.commands import MOST_WAYS, add_way
from hostdesk.standings.paying.kinds import KINDS
from ledger.cash_out.forms import NightPaymentForm
from ledger.money.cents import parse_cents
from ledger.months import payment_commands
from ledger.months.plan_queries import PaymentNow, payment_now
from reservations.models import Act, Fact, Night
from reservations.players.queries import player_named
from tests.faults.racing import AT, ROUNDS, Task, at_once, faults, stamp, told, undoing
from tests.stories.evening import book
from tests.stories.months import Months, a_plan

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def found(db) -> PaymentNow:
    """Cy pays Ann 25.00, by the plan of act 28."""
    a_plan()
    read = payment_now(28, 3)
    assert read is not None
    return read


@pytest.fixture
def night(db) -> Night:
    """A closed night, after which Bo pays Ann 25.00."""
    Months().plays(date(2024, 10, 4), Ann="40.00", Bo="-25.00", Cy="-15.00")
    return Night.objects.get()


def of_the_plan(found: PaymentNow, key: str) -> Task:
    form = PlanPaymentForm({"key": stamp(key).key, "step": "pay", "amount": "25.00", "sure": "yes"})
    assert form.is_valid()
    facts = {"month": found.month, "place": found.place, "check": lambda found: None, **form.arguments()}
    return lambda: settle_payment(stamp=stamp(key), **facts)


def of_the_night(night: Night, key: str) -> Task:
    pair = {"payer": player_named("Bo").number, "payee": player_named("Ann").number}
    form = NightPaymentForm({"key": stamp(key).key, "step": "pay", "amount": "25.00", **pair})
    assert form.is_valid()
    return lambda: settle_tonight(stamp=stamp(key), night=night, is_host=True, **form.arguments())


def undone(again: int) -> None:
    """Undo the recorded payment, for another round."""
    undoing(Act.objects.latest("number").key, f"undo-{again}")()


@pytest.mark.pg
@pytest.mark.parametrize("keys", [("one", "two"), ("one", "one")])
def test_a_payment_of_a_plan_is_recorded_once(found, keys):
    for again in range(ROUNDS):
        outcomes = at_once(*[of_the_plan(found, f"pay-{again}-{key}") for key in keys])

        second = "known" if keys[0] == keys[1] else "Impossible"
        assert (sorted(told(outcomes)), book().get("Cy")) == (sorted(["new", second]), None)
        undone(again)
    assert faults() == []


@pytest.mark.pg
@pytest.mark.parametrize("keys", [("one", "two"), ("one", "one")])
def test_a_payment_of_a_night_is_recorded_once(night, keys):
    for again in range(ROUNDS):
        outcomes = at_once(*[of_the_night(night, f"pay-{again}-{key}") for key in keys])

        second = "known" if keys[0] == keys[1] else "Impossible"
        assert (sorted(told(outcomes)), book().get("Bo")) == (sorted(["new", second]), None)
        undone(again)
    assert faults() == []


def carelessly(payer: str, key: str, left_cents: int) -> Task:
    """Pay Ann the amount that a device saw before the lock."""
    one, ann = player_named(payer), player_named("Ann")
    return lambda: payment_commands.pay_debt(stamp=stamp(key), payer=one, payee=ann, amount_cents=left_cents)


@pytest.mark.pg
def test_looked_at_before_the_lock_a_payment_of_a_plan_counts_twice(found):
    """Control: both saw 25.00 left before the lock, and both payments are recorded."""
    outcomes = at_once(*[carelessly("Cy", f"pay-{tablet}", found.left_cents) for tablet in (1, 2)])

    assert (told(outcomes), book()["Cy"]) == (["new", "new"], "25.00")


@pytest.mark.pg
def test_looked_at_before_the_lock_a_payment_of_a_night_counts_twice(night):
    """Control: both saw 25.00 left before the lock, and both payments are recorded."""
    left = next(each.left_cents for each in night_book(night).payments if each.payer == "Bo")

    outcomes = at_once(*[carelessly("Bo", f"pay-{tablet}", left) for tablet in (1, 2)])

    assert (told(outcomes), book()["Bo"]) == (["new", "new"], "25.00")


def lets_go(key: str, amount: str) -> Task:
    """Forgive Cy so much of his debt to Ann."""
    ann, cy = player_named("Ann"), player_named("Cy")
    return lambda: payment_commands.forgive_debt(
        stamp=stamp(key), creditor=ann, debtor=cy, amount_cents=parse_cents(amount), reason="a birthday"
    )


@pytest.mark.parametrize("keys", [("one", "two"), ("one", "one")])
def test_a_debt_is_forgiven_once(found, keys):
    """Cy owes Ann 25.00; two phones forgive all of it at once."""
    for again in range(ROUNDS):
        outcomes = at_once(*[lets_go(f"gift-{again}-{key}", "25.00") for key in keys])

        second = "known" if keys[0] == keys[1] else "Impossible"
        assert (sorted(told(outcomes)), book().get("Cy")) == (sorted(["new", second]), None)
        undone(again)
    assert faults() == []


@pytest.mark.parametrize("keys", [("one", "two"), ("one", "one")])
def test_a_payer_is_asked_once(found, keys):
    """Two phones of Ann ask Cy for the 25.00 at once."""
    cy, ann = player_named("Cy"), player_named("Ann")

    outcomes = at_once(
        *[partial(payment_commands.ask_to_pay, stamp=stamp(f"asks-{key}"), payer=cy, payee=ann) for key in keys]
    )

    second = "known" if keys[0] == keys[1] else "Impossible"
    assert (sorted(told(outcomes)), Fact.objects.count()) == (sorted(["new", second]), 1)


def test_two_rounds_ask_about_a_claim_once(found):
    """Cy claims the 25.00; the desk's round and the command look at the same moment."""
    payment_commands.claim_payment(
        stamp=stamp("claims"), payer=player_named("Cy"), payee=player_named("Ann"), amount_cents=2500
    )
    later = AT.replace(hour=15) + timedelta(days=40)

    outcomes = at_once(*[partial(payment_commands.ask_about_claims, later)] * 2)

    assert (sorted(outcomes, key=str), Fact.objects.count()) == ([0, 1], 1)


@pytest.mark.pg
def test_a_payment_and_a_gift_at_once_never_come_to_more_than_was_owed(found):
    """25.00 are paid on one phone while 25.00 are forgiven on another: one of the two counts."""
    for again in range(ROUNDS):
        outcomes = at_once(of_the_plan(found, f"pay-{again}"), lets_go(f"gift-{again}", "25.00"))

        assert (sorted(told(outcomes)), book().get("Cy")) == (["Impossible", "new"], None)
        undone(again)
    assert faults() == []


def test_the_same_way_added_on_two_phones_is_kept_once(found):
    """Ann's phone and her tablet add the same account, when there is room for one more."""
    ann = player_named("Ann")
    ways = [{"name": f"AnnLee{number}"} for number in range(MOST_WAYS - 1)]
    for typed in ways:
        add_way(player=ann, kind=KINDS["paypal"], typed=typed, at=AT)
    adds = partial(add_way, player=ann, kind=KINDS["paypal"], typed={"name": "AnnLee"}, at=AT)

    raised = at_once(adds, adds)

    assert (raised, PaymentWay.objects.filter(player=ann).count()) == ([], MOST_WAYS)
