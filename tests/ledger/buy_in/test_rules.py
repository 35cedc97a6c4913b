from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ledger.buy_in import rules as buy_in_rules
from ledger.buy_in.rules import Buyer
from ledger.money.words import Means
from ledger.terms.bank_terms import Blinds
from ledger.terms.limits import night_limits
from reservations.acts.problems import Refused, RuleViolation
from tests.ledger.houses import TERMS, ordinary

LATE = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
ANN_ARRIVES = Buyer("Ann", is_rebuy=False, stack_cents=None)
GIL = Buyer("Gil", is_rebuy=False, stack_cents=None, answered_for=False)


def ann_with(stack_cents):
    return Buyer("Ann", is_rebuy=True, stack_cents=stack_cents)


def check(house, amount_cents, buyer, pay=Means.CASH, within=None):
    found = buy_in_rules.check_buy_in(
        amount_cents, pay=pay, buyer=buyer, terms=TERMS[house], limits=within or ordinary(house)
    )
    return [each.term for each in found]


@pytest.mark.parametrize(
    ("house", "amount_cents", "violations"),
    [
        ("dave-2018", 999, ["minimum buy-in"]),
        ("dave-2018", 1000, []),
        ("dave-2018", 5000, []),
        ("dave-2018", 5001, ["maximum buy-in"]),
        ("dave-2020", 999, ["minimum buy-in"]),
        ("dave-2020", 1000, []),
        ("dave-2020", 5000, []),
        ("dave-2020", 5001, ["maximum buy-in"]),
        ("hybrid", 300, ["minimum buy-in"]),
        ("hybrid", 399, ["minimum buy-in", "multiples"]),
        ("hybrid", 400, []),
        ("hybrid", 401, ["multiples"]),
        ("hybrid", 450, ["multiples"]),
        ("hybrid", 1000, []),
        ("hybrid", 1001, ["maximum buy-in", "multiples"]),
        ("hybrid", 1100, ["maximum buy-in"]),
        ("ericn", 499, ["minimum buy-in"]),
        ("ericn", 500, []),
        ("ericn", 2000, []),
        ("ericn", 2001, ["maximum buy-in"]),
        ("mike", 250, ["minimum buy-in", "multiples"]),
        ("mike", 499, ["minimum buy-in", "multiples"]),
        ("mike", 500, []),
        ("mike", 501, ["multiples"]),
        ("mike", 750, ["multiples"]),
        ("mike", 100_000, []),
    ],
)
def test_first_buy_in_at_its_boundaries(house, amount_cents, violations):
    assert check(house, amount_cents, ANN_ARRIVES) == violations


@pytest.mark.parametrize(
    ("house", "stack_cents", "amount_cents", "violations"),
    [
        ("dave-2018", 4999, 1, []),
        ("dave-2018", 4999, 2, ["maximum after a rebuy"]),
        ("dave-2018", 5000, 1, ["maximum after a rebuy"]),
        ("dave-2018", 0, 5000, []),
        ("dave-2018", 0, 5001, ["maximum after a rebuy"]),
        ("dave-2018", 1, 1, []),
        ("dave-2020", 4000, 1000, []),
        ("dave-2020", 4000, 1001, ["maximum after a rebuy"]),
        ("hybrid", 0, 300, ["minimum buy-in"]),
        ("hybrid", 0, 400, []),
        ("hybrid", 0, 450, ["multiples"]),
        ("hybrid", 0, 1000, []),
        ("hybrid", 0, 1100, ["maximum buy-in"]),
        ("hybrid", 1, 400, ["rebuys when busted"]),
        ("hybrid", 300, 1000, ["rebuys when busted"]),
        ("ericn", 0, 1, []),
        ("ericn", 0, 2200, []),
        ("ericn", 0, 2201, ["maximum after a rebuy"]),
        ("ericn", 1200, 1000, []),
        ("ericn", 1200, 1001, ["maximum after a rebuy"]),
        ("ericn", 1999, 201, []),
        ("ericn", 1999, 202, ["maximum after a rebuy"]),
        ("ericn", 2000, 1, ["rebuys below the maximum"]),
        ("ericn", 2000, 201, ["rebuys below the maximum", "maximum after a rebuy"]),
        ("mike", None, 500, []),
        ("mike", 50_000, 500, []),
        ("mike", None, 501, ["multiples"]),
    ],
)
def test_rebuy_at_its_boundaries(house, stack_cents, amount_cents, violations):
    assert check(house, amount_cents, ann_with(stack_cents)) == violations


@pytest.mark.parametrize(("amount_cents", "violations"), [(8000, []), (8001, ["maximum buy-in"])])
def test_dave_lets_a_newcomer_match_the_big_stack(amount_cents, violations):
    within = night_limits(TERMS["dave-2018"], blinds=Blinds(25, 50), big_stack_cents=8000)

    assert check("dave-2018", amount_cents, ANN_ARRIVES, within=within) == violations


@pytest.mark.parametrize(
    ("maximum_cents", "most_cents"), [(2000, 2200), (1999, 2198), (1001, 1101), (1009, 1109), (999, 1098)]
)
def test_ericn_rounds_110_percent_down_to_the_cent(maximum_cents, most_cents):
    within = night_limits(TERMS["ericn"], blinds=Blinds(10, 20), minimum_cents=500, maximum_cents=maximum_cents)

    assert check("ericn", most_cents, ann_with(0), within=within) == []
    assert check("ericn", most_cents + 1, ann_with(0), within=within) == ["maximum after a rebuy"]


@pytest.mark.parametrize(
    ("house", "amount_cents", "violations"),
    [
        ("dave-2018", 1000, ["stack at a rebuy"]),
        ("dave-2018", 5001, ["stack at a rebuy", "maximum buy-in"]),
        ("dave-2020", 1000, ["stack at a rebuy"]),
        ("hybrid", 400, ["stack at a rebuy"]),
        ("hybrid", 450, ["stack at a rebuy", "multiples"]),
        ("ericn", 2200, ["stack at a rebuy"]),
        ("ericn", 2201, ["stack at a rebuy", "maximum buy-in"]),
        ("mike", 500, []),
    ],
)
def test_rebuy_without_the_stack_in_front(house, amount_cents, violations):
    assert check(house, amount_cents, ann_with(None)) == violations


@pytest.mark.parametrize(
    ("house", "taken"),
    [
        ("dave-2018", [Means.CASH]),
        ("dave-2020", [Means.CASH]),
        ("hybrid", [Means.CASH]),
        ("ericn", [Means.CASH]),
        ("mike", [Means.CASH, Means.NOTE, Means.BOOK]),
    ],
)
def test_means_of_payment_of_each_house(house, taken):
    found = [pay for pay in Means if not buy_in_rules.check_means(pay, TERMS[house])]

    assert found == taken


@pytest.mark.parametrize("house", ["dave-2018", "dave-2020", "hybrid", "ericn", "mike"])
def test_a_transfer_is_refused_beside_everything_else(house):
    assert check(house, 1000, ANN_ARRIVES, pay=Means.TRANSFER) == ["means of payment"]


@pytest.mark.parametrize(
    ("house", "violations"),
    [("dave-2018", []), ("dave-2020", []), ("hybrid", []), ("ericn", []), ("mike", ["guests are answered for"])],
)
def test_a_guest_whom_nobody_answers_for(house, violations):
    assert check(house, 1000, GIL) == violations
    assert [each.term for each in buy_in_rules.check_arrival("Gil", TERMS[house], answered_for=False)] == violations


@pytest.mark.parametrize("house", ["dave-2018", "mike"])
def test_a_guest_with_an_inviter_may_come(house):
    assert buy_in_rules.check_arrival("Gil", TERMS[house], answered_for=True) == ()


def test_all_terms_of_a_purchase_are_told_at_once():
    violations = check("hybrid", 1150, ann_with(300), pay=Means.TRANSFER)

    assert violations == ["means of payment", "rebuys when busted", "maximum buy-in", "multiples"]


def test_a_refusal_reads_like_a_friend_who_knows_the_rules():
    terms, within, ann = TERMS["ericn"], ordinary("ericn"), ann_with(1200)
    violations = buy_in_rules.check_buy_in(1001, pay=Means.CASH, buyer=ann, terms=terms, limits=within)
    allowance = buy_in_rules.allowance(buyer=ann, terms=terms, limits=within)

    assert [each.term for each in violations] == ["maximum after a rebuy"]
    assert str(Refused(violations, allowed=str(allowance), house="EricN's game")) == (
        "EricN's game: Ann has 12.00 in front: at most 22.00 after a rebuy. Ann can buy up to 10.00."
    )


def test_a_refusal_with_the_maximum_in_front():
    found = buy_in_rules.check_buy_in(
        1, pay=Means.CASH, buyer=ann_with(2000), terms=TERMS["ericn"], limits=ordinary("ericn")
    )

    sentence = "Rebuys are for stacks below 20.00, and Ann has 20.00 in front."
    assert found == (RuleViolation("rebuys below the maximum", sentence),)


@pytest.mark.parametrize(
    ("house", "amount_cents", "buyer", "sentence"),
    [
        ("mike", 1000, GIL, "Gil is a guest with no inviter: enter who invited them."),
        ("dave-2018", 1000, ann_with(None), "This is a rebuy: enter how much Ann has in front."),
        ("hybrid", 400, ann_with(300), "Ann has 3.00 in front: rebuys are only for busted players."),
        ("dave-2018", 999, ANN_ARRIVES, "9.99 is too little: at least 10.00."),
        ("dave-2018", 5001, ANN_ARRIVES, "50.01 is too much: at most 50.00."),
        ("ericn", 1001, ann_with(1200), "Ann has 12.00 in front: at most 22.00 after a rebuy."),
        ("ericn", 2201, Buyer("<b>Bo</b>", True, 0), "<b>Bo</b> has nothing in front: at most 22.00 after a rebuy."),
        ("hybrid", 450, ANN_ARRIVES, "The bank sells chips in multiples of 1.00, not 4.50."),
    ],
)
def test_a_violated_term_says_in_numbers_what_is_wrong(house, amount_cents, buyer, sentence):
    found = buy_in_rules.check_buy_in(
        amount_cents, pay=Means.CASH, buyer=buyer, terms=TERMS[house], limits=ordinary(house)
    )

    assert [str(each) for each in found] == [sentence]


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (buy_in_rules.check_means(Means.TRANSFER, TERMS["ericn"]), "Chips are paid for in cash here, not by transfer."),
        (
            buy_in_rules.check_means(Means.TRANSFER, TERMS["mike"]),
            "Chips are paid for in cash, by bank note or in THE BOOK here, not by transfer.",
        ),
        (
            buy_in_rules.check_chip_sale(Means.CASH, TERMS["ericn"]),
            "Players do not sell chips to each other here: all chips come from the bank.",
        ),
    ],
)
def test_the_other_terms_of_the_bank_say_what_is_wrong(found, sentence):
    assert [str(each) for each in found] == [sentence]


@pytest.mark.parametrize(
    ("house", "pay", "violations"),
    [
        ("dave-2018", Means.CASH, ["chip sales"]),
        ("dave-2020", Means.BOOK, ["chip sales", "means of payment"]),
        ("hybrid", Means.CASH, ["chip sales"]),
        ("ericn", Means.CASH, ["chip sales"]),
        ("mike", Means.CASH, []),
        ("mike", Means.TRANSFER, ["means of payment"]),
    ],
)
def test_chip_sales_where_they_are_allowed(house, pay, violations):
    assert [each.term for each in buy_in_rules.check_chip_sale(pay, TERMS[house])] == violations


def test_who_was_turned_away_at_the_door_gets_no_chips():
    [violation] = buy_in_rules.check_admission("Gil", "under 21")

    assert violation.term == "turned away"
    assert buy_in_rules.check_admission("Gil", "") == ()


def minutes_ago(minutes, seconds=0):
    return LATE - timedelta(minutes=minutes, seconds=seconds)


@pytest.mark.parametrize(
    ("house", "busted_at", "level_at", "terms"),
    [
        ("hybrid", LATE, None, []),
        ("hybrid", minutes_ago(5), None, []),
        ("hybrid", minutes_ago(5, 0.9), None, []),
        ("hybrid", minutes_ago(5, 1), None, ["rebuy in time"]),
        ("hybrid", minutes_ago(18), minutes_ago(4), []),
        ("hybrid", minutes_ago(18), minutes_ago(6), ["rebuy in time"]),
        ("hybrid", minutes_ago(18).astimezone(ZoneInfo("America/New_York")), None, ["rebuy in time"]),
        ("dave-2018", minutes_ago(60), None, []),
        ("mike", minutes_ago(60), None, []),
    ],
)
def test_a_busted_player_buys_again_at_once_or_when_the_blinds_go_up(house, busted_at, level_at, terms):
    found = buy_in_rules.check_rebuy_time("Bo", busted_at, at=LATE, level_at=level_at, terms=TERMS[house])

    assert [each.term for each in found] == terms


def test_a_late_rebuy_is_told_when_the_player_busted_and_when_it_would_be_in_time():
    [late] = buy_in_rules.check_rebuy_time("Bo", minutes_ago(20), at=LATE, level_at=None, terms=TERMS["hybrid"])

    assert str(late) == (
        "Busted players buy again within 5 minutes, or within 5 minutes after the blinds go up: Bo busted at 21:40."
    )
