"""Claims of payment: they move no money, and are confirmed or disputed."""

import pytest

from ledger.book.payment_queries import ClaimState, payments_and_claims
from reservations.acts.problems import Impossible, Unknown
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible
from tests.stories.months import NOVEMBER, OCTOBER, a_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo owes Cy 20.00."""
    evening = Evening("mike")
    evening.takes_over(Bo="-20.00", Cy="20.00")
    return evening


def states():
    return [claim.state for claim in payments_and_claims().claims()]


def test_a_claim_moves_nothing(evening):
    evening.claims("Bo", "Cy", "20.00")

    assert (book(), states()) == ({"Bo": "-20.00", "Cy": "20.00"}, [ClaimState.OPEN])


def test_a_payment_confirms_it(evening):
    claim = evening.claims("Bo", "Cy", "20.00")

    evening.pays_debt("Bo", "Cy", "20.00", claim=claim)

    assert (book(), states()) == ({}, [ClaimState.CONFIRMED])


def test_a_part_of_it_leaves_the_rest_claimed(evening):
    claim = evening.claims("Bo", "Cy", "20.00")

    evening.pays_debt("Bo", "Cy", "1.00", claim=claim)
    part = payments_and_claims().claims()[0]
    evening.disputes(claim, "the rest is not here")
    evening.pays_debt("Bo", "Cy", "4.00", claim=claim)

    rest = payments_and_claims().claims()[0]
    assert (part.state, part.came_cents, part.left_cents) == (ClaimState.OPEN, 100, 1900)
    assert (rest.state, rest.left_cents, book()["Bo"]) == (ClaimState.DISPUTED, 1500, "-15.00")


@pytest.mark.parametrize("amount", ["20.00", "5.00"])
def test_a_newer_payment_of_the_same_amount_settles_what_was_claimed(evening, amount):
    """Bo claims 20.00. Cy's record of 20.00, without that claim, settles it; a record of 5.00 does not."""
    evening.claims("Bo", "Cy", "20.00")

    evening.pays_debt("Bo", "Cy", amount)

    assert states() == [ClaimState.SETTLED if amount == "20.00" else ClaimState.OPEN]


def test_what_a_newer_payment_settled_is_neither_confirmed_nor_disputed(evening):
    """Cy records the 20.00 that Bo claims, and on another tablet confirms the claim; an earlier version took both."""
    claim = evening.claims("Bo", "Cy", "20.00")
    paid = evening.pays_debt("Bo", "Cy", "20.00")

    told = (f"act {claim.act.number} is settled already", f"act {paid.act.number}")
    with impossible(*told):
        evening.pays_debt("Bo", "Cy", "20.00", claim=claim)
    with impossible(*told):
        evening.disputes(claim)
    evening.pays_debt("Bo", "Cy", "20.00", claim=claim, as_it_was=True)

    assert book() == {"Bo": "20.00", "Cy": "-20.00"}


def test_a_newer_claim_that_is_confirmed_settles_what_was_disputed_and_no_open_one(evening):
    """Bo claims 5.00 three times, last on a version that took doubles: the first is disputed, the last confirmed."""
    first = evening.claims("Bo", "Cy", "5.00")
    evening.disputes(first)
    evening.claims("Bo", "Cy", "5.00")
    last = evening.claims("Bo", "Cy", "5.00", as_it_was=True)

    evening.pays_debt("Bo", "Cy", "5.00", claim=last)

    assert states() == [ClaimState.SETTLED, ClaimState.OPEN, ClaimState.CONFIRMED]


def test_what_was_settled_is_open_again_once_the_payment_is_undone(evening):
    evening.claims("Bo", "Cy", "20.00")
    paid = evening.pays_debt("Bo", "Cy", "20.00")

    evening.undo(paid)

    assert states() == [ClaimState.OPEN]


def test_a_dispute_of_a_claim_that_was_taken_back_is_about_nothing(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    dispute = evening.disputes(claim)

    seen = payments_and_claims().claims(after=claim.act.number)

    assert (seen, dispute.known) == ([], False)


def test_a_dispute_says_why(evening):
    claim = evening.claims("Bo", "Cy", "20.00")

    answer = evening.disputes(claim, "nothing came")

    found = payments_and_claims().claims()[0]
    assert (found.state, found.reason, found.answer) == (ClaimState.DISPUTED, "nothing came", answer.act.number)


def test_a_disputed_claim_may_be_confirmed_in_the_end(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    evening.disputes(claim)

    evening.pays_debt("Bo", "Cy", "20.00", claim=claim)

    assert (book(), states()) == ({}, [ClaimState.CONFIRMED])


def test_a_claim_is_confirmed_once(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    paid = evening.pays_debt("Bo", "Cy", "20.00", claim=claim)

    with impossible(f"act {claim.act.number} was confirmed", f"by act {paid.act.number}"):
        evening.pays_debt("Bo", "Cy", "20.00", claim=claim)


def test_a_claim_is_disputed_once(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    first = evening.disputes(claim)

    with impossible(f"act {claim.act.number} is disputed", f"by act {first.act.number}"):
        evening.disputes(claim, "still nothing")


def test_a_claim_is_about_two_people(evening):
    claim = evening.claims("Bo", "Cy", "20.00")

    with impossible(f"act {claim.act.number}", "not about Bo and Ann"):
        evening.pays_debt("Bo", "Ann", "20.00", claim=claim)


def test_nobody_claims_to_have_paid_themselves(evening):
    with impossible("Bo cannot pay themselves."):
        evening.claims("Bo", "Bo", "20.00")


def test_a_claim_that_was_taken_back_is_none(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    evening.undo(claim)

    with pytest.raises(Unknown) as problem:
        evening.disputes(claim)

    assert str(problem.value) == f"There is no claim with the id {claim.act.key}, or it was undone."


def test_an_answered_claim_is_not_taken_back(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    dispute = evening.disputes(claim)
    other = evening.claims("Bo", "Cy", "1.00")
    evening.pays_debt("Bo", "Cy", "1.00", claim=other)

    with pytest.raises(Impossible) as problem:
        evening.undo(claim)

    assert str(problem.value) == (
        f"Act {claim.act.number} (claim) cannot be undone yet: others depend on it. "
        f"Undo act {dispute.act.number} first."
    )


def test_undoing_the_answer_opens_it_again(evening):
    claim = evening.claims("Bo", "Cy", "20.00")
    paid = evening.pays_debt("Bo", "Cy", "20.00", claim=claim)

    evening.undo(paid)

    assert (book(), states()) == ({"Bo": "-20.00", "Cy": "20.00"}, [ClaimState.OPEN])


@pytest.mark.parametrize("act", ["claims", "disputes"])
def test_the_same_key_is_the_same_answer(evening, act):
    claim = evening.claims("Bo", "Cy", "20.00", key="the-same-key")
    said = {
        "claims": lambda: evening.claims("Bo", "Cy", "20.00", key="the-same-key"),
        "disputes": lambda: evening.disputes(claim, key="another-key"),
    }[act]

    first, again = said(), said()

    assert (again.known, again.act) == (True, first.act)


def test_the_same_claim_is_not_taken_twice_while_it_waits(evening):
    """Of the 20.00 that Bo claims 15.00 came, and 5.00 wait: he claims no 5.00 again until the claim is disputed."""
    claim = evening.claims("Bo", "Cy", "20.00")
    evening.pays_debt("Bo", "Cy", "15.00", claim=claim)

    with impossible(f"act {claim.act.number}", "not answered"):
        evening.claims("Bo", "Cy", "5.00", ruling="he insists")
    evening.claims("Bo", "Cy", "4.00")
    evening.disputes(claim)

    assert evening.claims("Bo", "Cy", "5.00").known is False


def test_no_more_is_confirmed_than_is_left_of_a_claim(evening):
    """Of the 20.00 that Bo claims 15.00 came; an earlier version took 6.00 more."""
    claim = evening.claims("Bo", "Cy", "20.00")
    evening.pays_debt("Bo", "Cy", "15.00", claim=claim)

    with impossible("5.00", "confirm that"):
        evening.pays_debt("Bo", "Cy", "6.00", claim=claim, ruling="he insists")
    evening.pays_debt("Bo", "Cy", "6.00", claim=claim, as_it_was=True)

    assert (states(), book()) == ([ClaimState.CONFIRMED], {"Bo": "1.00", "Cy": "-1.00"})


@pytest.fixture
def months():
    """By the plan of October Bo pays Ann 5.00 and Dee 5.00, and Cy pays Ann 25.00; it is the 5th of November."""
    months = a_plan()
    months.is_on(OCTOBER.replace(month=11, day=5))
    return months


def test_what_the_latest_plan_has_as_paid_is_claimed_no_more(months):
    """Bo pays Ann her 5.00, then claims it on his phone; an earlier version took that."""
    months.pays_debt("Bo", "Ann", "5.00")

    with impossible("Bo has nothing left to pay Ann"):
        months.claims("Bo", "Ann", "5.00", ruling="he insists")
    months.claims("Bo", "Dee", "5.00")
    months.claims("Bo", "Ann", "5.00", as_it_was=True)

    assert states() == [ClaimState.OPEN, ClaimState.OPEN]


def test_payments_of_all_that_its_plan_had_settle_a_claim(months):
    """Cy claims 25.00 and pays Ann 20.00 and 5.00: the claim would count them twice."""
    claim = months.claims("Cy", "Ann", "25.00")
    months.pays_debt("Cy", "Ann", "20.00")
    months.pays_debt("Cy", "Ann", "5.00")

    with impossible("is paid already"):
        months.pays_debt("Cy", "Ann", "25.00", claim=claim)
    with impossible("is paid already"):
        months.disputes(claim)
    months.disputes(claim, as_it_was=True)

    assert "Cy" not in book()


def test_a_claim_of_a_past_plan_is_not_confirmed_once_the_next_plan_is_paid_between_the_two(months):
    """Bo claims to have paid Ann's 5.00, and pays it by the next plan, in two parts; Dee still waits for hers."""
    claim = months.claims("Bo", "Ann", "5.00")
    months.is_on(NOVEMBER.replace(month=12, day=1))
    months.consolidates(NOVEMBER)
    for amount in ("2.00", "3.00"):
        months.pays_debt("Bo", "Ann", amount)

    with impossible("Bo has paid Ann since, by the plan of act 30", "must not count twice"):
        months.pays_debt("Bo", "Ann", "5.00", claim=claim)
    months.disputes(claim)

    assert (states(), book()["Bo"]) == ([ClaimState.DISPUTED], "-5.00")


def test_a_claim_of_a_past_plan_is_settled_once_its_payer_has_paid_all_of_the_next(months):
    """Cy claims 25.00, and pays Ann 20.00 and 5.00 by the next plan; an earlier version took a confirmation."""
    claim = months.claims("Cy", "Ann", "25.00")
    months.is_on(NOVEMBER.replace(month=12, day=1))
    months.consolidates(NOVEMBER)
    for amount in ("20.00", "5.00"):
        months.pays_debt("Cy", "Ann", amount)

    with impossible("Cy has paid all of the latest plan since", f"act {claim.act.number} is settled"):
        months.disputes(claim)
    months.pays_debt("Cy", "Ann", "25.00", claim=claim, as_it_was=True)

    assert book()["Cy"] == "25.00"
