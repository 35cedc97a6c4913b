"""Plans by wish: through one or two hubs, without small payments; and the faults of plans from elsewhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.settle.fewest_payments import Payment, Settlement, Wishes, plan_fault, planned, settle, wished
from reservations.acts.problems import Impossible, Malformed

EVENING = {"Ann": 3000, "Bo": -1000, "Cy": -2500, "Dee": 500}
SMALL = {"Ann": 1250, "Bo": -1300, "Cy": 90, "Dee": -40}

BALANCES = st.lists(st.integers(-60, 60) | st.integers(-6, 6).map(lambda many: many * 50), min_size=1, max_size=9)


def standings_of(amounts):
    return dict(enumerate([*amounts, -sum(amounts)]))


def paid(plan):
    return [(each.payer, each.payee, each.cents) for each in plan.payments]


def test_small_sums_stay_where_they_are():
    plan = planned(SMALL, Wishes[str](least_cents=500))

    assert paid(plan) == [("Bo", "Ann", 1250)]
    assert plan.left(SMALL) == {"Bo": -50, "Cy": 90, "Dee": -40}
    assert (plan.lower_bound, plan.proven) == (1, True)


def test_who_owes_nearly_what_another_is_owed_pays_them():
    standings: dict[int, int] = {1: -1000, 2: -990, 3: 1200, 4: 980, 5: -190}

    plan = planned(standings, Wishes(least_cents=200))

    assert paid(plan) == [(1, 3, 1000), (2, 4, 980)]
    assert plan.left(standings) == {2: -10, 3: 200, 5: -190}


@pytest.mark.parametrize(
    ("standings", "least", "payments"),
    [
        ({"Ann": 500, "Bo": -500}, 500, [("Bo", "Ann", 500)]),
        ({"Ann": 499, "Bo": -499}, 500, []),
        ({"Ann": 1, "Bo": -1}, 1, [("Bo", "Ann", 1)]),
        ({"Ann": 500, "Bo": -1000, "Cy": 500}, 500, [("Bo", "Ann", 500), ("Bo", "Cy", 500)]),
        ({"Ann": 1000, "Bo": -500, "Cy": -500}, 500, [("Bo", "Ann", 500), ("Cy", "Ann", 500)]),
        ({"Ann": 501, "Bo": -1000, "Cy": 499}, 500, [("Bo", "Ann", 501)]),
        ({"Ann": 1000, "Bo": -501, "Cy": -499}, 500, [("Bo", "Ann", 501)]),
    ],
)
def test_a_sum_of_the_least_payment_is_paid_and_a_cent_less_stays(standings, least, payments):
    plan = planned(standings, Wishes[str](least_cents=least))

    assert (paid(plan), plan.lower_bound, plan.sentence) == (payments, len(payments), "Fewest possible: proven.")


def test_nobody_begins_with_a_payee_whose_sum_differs_by_a_whole_payment():
    """Bo's 20.00 and Ann's 25.00 differ by the least payment of 5.00: a start with Cy saves the fourth payment."""
    standings = {"Ann": 2500, "Bo": -2000, "Cy": 2400, "Dee": -1500, "Eve": -1400}

    plan = planned(standings, Wishes[str](least_cents=500))

    assert paid(plan) == [("Bo", "Cy", 2000), ("Dee", "Ann", 1500), ("Eve", "Ann", 1000)]
    assert (plan.left(standings), plan.proven) == ({"Cy": 400, "Eve": -400}, True)


def test_of_two_plans_with_as_many_payments_the_one_that_leaves_less_is_taken():
    """The fewest payments, less the small ones, would leave Dee and Eve 2.00 each; these leave Ann and Bo 1.00."""
    standings = {"Ann": 2600, "Bo": -1900, "Cy": -1600, "Dee": 1800, "Eve": -900}

    plan = planned(standings, Wishes[str](least_cents=500))

    assert paid(plan) == [("Bo", "Dee", 1800), ("Cy", "Ann", 1600), ("Eve", "Ann", 900)]
    assert plan.left(standings) == {"Ann": 100, "Bo": -100}


def test_nobody_has_to_pay_where_every_sum_is_small():
    plan = planned(SMALL, Wishes[str](least_cents=2000))

    assert (paid(plan), plan.proven, plan.left(SMALL)) == ([], True, {**SMALL})


def test_a_large_sum_that_only_small_ones_owe_stays():
    standings = {0: 1000, **dict.fromkeys(range(1, 11), -100)}

    assert paid(planned(standings, Wishes(least_cents=500))) == []


@given(BALANCES, st.integers(1, 120))
def test_no_payment_is_small_and_nothing_large_stays(amounts, least):
    standings = standings_of(amounts)

    plan = planned(standings, Wishes(least_cents=least))

    left = plan.left(standings)
    assert all(each.cents >= least for each in plan.payments)
    assert sum(left.values()) == 0
    assert all(0 <= cents * standings[who] <= standings[who] ** 2 for who, cents in left.items())
    assert len({cents > 0 for cents in left.values() if abs(cents) >= least}) <= 1
    assert plan.lower_bound <= len(plan.payments) <= max(0, sum(abs(each) >= least for each in standings.values()) - 1)
    assert plan_fault(standings, plan) == ""


@given(BALANCES.filter(lambda amounts: len(amounts) < 5), st.integers(1, 120))
def test_fewer_payments_than_the_bound_leave_somebody_who_could_pay(amounts, least):
    standings = standings_of(amounts)

    plan = planned(standings, Wishes(least_cents=least))

    assert plan.lower_bound <= _fewest(standings, least)


def _fewest(standings, least):
    """Return the fewest payments after which no debtor can pay a creditor ``least``, by trying them all."""
    left = [dict(standings)]
    for count in range(len(standings) + 1):
        after = []
        for each in left:
            payers = [who for who, cents in each.items() if cents <= -least]
            payees = [who for who, cents in each.items() if cents >= least]
            if not payers or not payees:
                return count
            for payer in payers:
                for payee in payees:
                    most = min(-each[payer], each[payee])
                    sums = {most, least, max(least, most - least + 1)}
                    after += [{**each, payer: each[payer] + some, payee: each[payee] - some} for some in sums]
        left = after
    return len(standings)


def test_two_hubs_share_the_work_and_settle_between_them():
    plan = planned(EVENING, Wishes("Ann", "Dee"))

    assert paid(plan) == [("Bo", "Dee", 1000), ("Cy", "Ann", 2500), ("Dee", "Ann", 500)]
    assert plan.sentence == "Fewest possible: proven."


def test_who_settle_among_themselves_have_the_same_hub():
    standings = {"Ann": 700, "Bo": -700, "Cy": 300, "Dee": -300, "Eve": 90, "Gus": -90, "Ida": 50, "Jo": -50}

    plan = planned(standings, Wishes("Ann", "Cy"))

    assert paid(plan) == [
        *[("Ann", "Eve", 90), ("Bo", "Ann", 700), ("Cy", "Ida", 50)],
        *[("Dee", "Cy", 300), ("Gus", "Ann", 90), ("Jo", "Cy", 50)],
    ]


@given(BALANCES, st.booleans(), st.sampled_from([0, 0, 30]))
def test_everybody_deals_with_one_hub(amounts, two, least):
    standings = {**standings_of(amounts), 98: 0, 99: 0}
    wishes = Wishes(0, 99 if two else None, least)

    plan = planned(standings, wishes)

    left = plan.left(standings)
    others = Counter(who for each in plan.payments for who in (each.payer, each.payee) if who not in wishes.hubs)
    between = [each for each in plan.payments if {each.payer, each.payee} <= set(wishes.hubs)]
    large = {who for who, cents in standings.items() if who not in wishes.hubs and abs(cents) >= max(1, least)}
    assert others == Counter(large)
    assert len(between) <= two
    assert all(abs(cents) < least for who, cents in left.items() if who not in wishes.hubs)
    assert (sum(left.values()), plan_fault(standings, plan)) == (0, "")


def test_two_hubs_are_two():
    with pytest.raises(Impossible):
        planned(EVENING, Wishes("Ann", "Ann"))


def test_no_wish_is_the_fewest_payments():
    nobody: list[str] = []

    assert planned(EVENING, wished(nobody, None)) == settle(EVENING)
    assert wished(["Ann", "Bo"], "2.50") == Wishes("Ann", "Bo", 250)


@pytest.mark.parametrize(("hubs", "least", "error"), [(["a", "b", "c"], None, Impossible), ([], "0", Malformed)])
def test_what_cannot_be_wished(hubs, least, error):
    with pytest.raises(error):
        wished(hubs, least)


@pytest.mark.parametrize(
    ("payments", "bound", "fault"),
    [
        ([("Bo", "Ann", 1250)], 1, ""),
        ([("Bo", "Ann", 1250), ("Dee", "Cy", 40)], 1, "A payment of this consolidation is too small for it."),
        (
            [("Bo", "Ann", 1300)],
            1,
            "In this consolidation somebody pays more than they owe, or gets more than they are owed.",
        ),
        ([], 0, "In this consolidation sums stay open that are large enough to be paid."),
        ([("Bo", "Ann", 600), ("Bo", "Ann", 650)], 1, "This consolidation takes more payments than are needed."),
        ([("Bo", "Ann", 1250)], 2, "This consolidation says that fewer are not possible."),
    ],
)
def test_what_is_wrong_with_a_plan_without_small_payments(payments, bound, fault):
    plan = Settlement(tuple(Payment(*each) for each in payments), bound, Wishes(least_cents=500))

    assert plan_fault(SMALL, plan) == fault


def test_through_a_hub_nothing_large_stays_either():
    plan = Settlement((Payment("Bo", "Dee", 1300),), 1, Wishes("Dee", None, 500))

    assert plan_fault(SMALL, plan) == "In this consolidation sums stay open that are large enough to be paid."
