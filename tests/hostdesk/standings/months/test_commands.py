from dataclasses import replace

import pytest
from django.http import Http404

from hostdesk.standings.months import commands
from hostdesk.standings.months.commands import PaymentStep
from ledger.months.commands import NO_WISHES
from ledger.months.plan_queries import payment_now
from ledger.months.queries import latest
from ledger.months.report_queries import would_be
from ledger.settle.fewest_payments import Wishes
from reservations.acts.problems import Changed, Impossible
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.months import OCTOBER, a_plan, an_october

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def plan(db):
    """An October consolidated by act 28: Bo pays Ann 5.00 and Dee 5.00, Cy pays Ann 25.00."""
    return a_plan()


def cys(plan, step, *, stamp=None, amount=None, claim="", act=None, reason="", place=3, month=28, shown=None, **more):
    """Take a step with Cy's payment to Ann."""
    said = {"amount": amount, "claim": claim, "act": act, "reason": reason, **more}
    stamp = replace(stamp or plan.stamp(), shown=shown or {})
    facts = {"month": month, "place": place, "step": step, "check": lambda found: None, **said}
    return commands.settle_payment(stamp=stamp, **facts)


def state():
    return payment_now(28, 3).state.value


def test_what_was_shown_is_consolidated_and_nothing_else():
    months = an_october()
    hub = player_named("Ann").number
    shown = {"shown": commands.digest_of(would_be(OCTOBER, Wishes(hub), months.now))}
    stamp = replace(months.stamp(), shown=shown)

    with pytest.raises(Changed):
        commands.consolidate_shown(stamp=stamp, until=OCTOBER, wishes=NO_WISHES)
    with pytest.raises(Http404):
        commands.consolidate_shown(stamp=stamp, until=OCTOBER, wishes=Wishes(999))
    made = [commands.consolidate_shown(stamp=stamp, until=OCTOBER, wishes=Wishes(hub)) for _ in range(2)]

    assert ([each.known for each in made], latest().plan.wishes.hub) == ([False, True], hub)


def test_a_plan_without_a_hub_is_known_again():
    months = an_october()
    shown = {"shown": commands.digest_of(would_be(OCTOBER, NO_WISHES, months.now))}
    stamp = replace(months.stamp(), shown=shown)

    made = [commands.consolidate_shown(stamp=stamp, until=OCTOBER, wishes=NO_WISHES) for _ in range(2)]

    assert [each.known for each in made] == [False, True]


def test_a_payment_is_asked_for_once_and_stays_open(plan):
    stamp = plan.stamp()

    asked = [cys(plan, PaymentStep.ASK, stamp=stamp) for _ in range(2)]

    assert ([each.known for each in asked], state()) == ([False, True], "open")


def test_a_payment_is_recorded_once_and_undone(plan):
    stamp = plan.stamp()

    paid = [cys(plan, PaymentStep.PAY, stamp=stamp, amount=2500) for _ in range(2)]
    assert ([each.known for each in paid], state()) == ([False, True], "paid")
    with pytest.raises(Impossible, match="paid already"):
        cys(plan, PaymentStep.PAY, amount=100)
    cys(plan, PaymentStep.UNDO, act=paid[0].act.number)

    assert state() == "open"


def test_a_claim_is_confirmed(plan):
    claim = cys(plan, PaymentStep.CLAIM, amount=2500)

    with pytest.raises(Impossible, match="Ann"):
        cys(plan, PaymentStep.CLAIM, amount=2500)
    cys(plan, PaymentStep.CONFIRM, claim=claim.act.key)

    assert state() == "paid"


def test_claims_of_two_parts_wait_side_by_side(plan):
    parts = [cys(plan, PaymentStep.CLAIM, amount=cents) for cents in (1000, 1500)]

    assert [each.known for each in parts] == [False, False]
    assert state() == "marked as paid"


def test_a_claim_is_disputed(plan):
    claim = cys(plan, PaymentStep.CLAIM, amount=2500)

    cys(plan, PaymentStep.DISPUTE, claim=claim.act.key, reason="nothing came")

    assert Act.objects.filter(kind="dispute").count() == 1


def test_what_is_left_is_forgiven_and_no_more(plan):
    cys(plan, PaymentStep.PAY, amount=2000)

    with pytest.raises(Impossible, match=r"5\.00 is left to pay"):
        cys(plan, PaymentStep.FORGIVE, amount=501, reason="a birthday")
    cys(plan, PaymentStep.FORGIVE, amount=500, reason="a birthday")

    payment = payment_now(28, 3)
    assert (payment.left_cents, payment.forgiven_cents) == (0, 500)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"step": PaymentStep.UNDO, "act": 1}, "No act"),
        ({"step": PaymentStep.UNDO, "act": 9999}, "No act"),
        ({"step": PaymentStep.CONFIRM, "claim": "nobody-claims"}, "claim"),
        ({"step": PaymentStep.PAY, "amount": 100, "place": 99}, "plan"),
    ],
)
def test_what_is_not_of_this_payment_is_refused(plan, said, told):
    with pytest.raises(Impossible, match=told):
        cys(plan, **said)


def test_a_claim_waits_for_its_own_answer_and_for_no_other(plan):
    plan.claims("Bo", "Ann", "5.00")

    claimed = cys(plan, PaymentStep.CLAIM, amount=2500)
    with pytest.raises(Impossible, match=f"Act {claimed.act.number} claims that already"):
        cys(plan, PaymentStep.CLAIM, amount=2500)

    assert (claimed.known, state()) == (False, "marked as paid")


def test_what_was_recorded_since_the_page_is_told(plan):
    """Ann's phone and the host's tablet both showed 25.00 as still due."""
    claim = cys(plan, PaymentStep.CLAIM, amount=2500)
    cys(plan, PaymentStep.CONFIRM, claim=claim.act.key, amount=100, shown={"shown": 2500})

    with pytest.raises(Changed, match=r"24\.00 is left"):
        cys(plan, PaymentStep.CONFIRM, claim=claim.act.key, amount=100, shown={"shown": 2500})

    assert payment_now(28, 3).left_cents == 2400


def test_a_part_that_is_confirmed_twice_with_one_key_is_one(plan):
    claim, stamp = cys(plan, PaymentStep.CLAIM, amount=2500), plan.stamp()

    said = {"stamp": stamp, "claim": claim.act.key, "amount": 100, "shown": {"shown": 2500}}
    answers = [cys(plan, PaymentStep.CONFIRM, **said) for _ in range(2)]

    assert ([each.known for each in answers], payment_now(28, 3).left_cents) == ([False, True], 2400)


@pytest.mark.parametrize(("step", "amount"), [(PaymentStep.CLAIM, 2501), (PaymentStep.PAY, 2600)])
def test_more_than_is_left_has_to_be_meant(plan, step, amount):
    with pytest.raises(Impossible, match="more than is left"):
        cys(plan, step, amount=amount)

    assert cys(plan, step, amount=amount, sure=True).known is False


def test_no_more_is_confirmed_than_was_claimed(plan):
    claim = cys(plan, PaymentStep.CLAIM, amount=500)

    with pytest.raises(Impossible, match=r"5\.00"):
        cys(plan, PaymentStep.CONFIRM, claim=claim.act.key, amount=501)


def test_a_claim_that_a_newer_payment_settled_is_not_confirmed_too(plan):
    claim = cys(plan, PaymentStep.CLAIM, amount=1000)
    paid = cys(plan, PaymentStep.PAY, amount=1000)

    with pytest.raises(Impossible, match=f"settled already, by act {paid.act.number}"):
        cys(plan, PaymentStep.CONFIRM, claim=claim.act.key)


def test_a_claim_to_somebody_the_next_plan_does_not_name_is_not_asked_about(plan):
    """Before the next plan a correction clears Cy's debt, and Ann confirms the 25.00 after all."""
    claim = cys(plan, PaymentStep.CLAIM, amount=2500)
    plan.corrects("Ann", "Cy", "25.00")
    plan.is_on(OCTOBER.replace(month=12, day=1))
    plan.consolidates(OCTOBER.replace(month=11, day=30))

    cys(plan, PaymentStep.CONFIRM, claim=claim.act.key)

    assert payment_now(28, 3).due_cents is None
