from dataclasses import replace

import pytest

from ledger.buy_in.rules import Allowance, Buyer, allowance
from ledger.terms.bank_terms import RebuyWhen
from ledger.terms.limits import NightLimits
from tests.ledger.houses import TERMS, ordinary

ANN_ARRIVES = Buyer("Ann", is_rebuy=False, stack_cents=None)


def ann_with(stack_cents):
    return Buyer("Ann", is_rebuy=True, stack_cents=stack_cents)


def allowed(house, buyer, within=None):
    return str(allowance(buyer=buyer, terms=TERMS[house], limits=within or ordinary(house)))


@pytest.mark.parametrize(
    ("least_cents", "most_cents", "multiple_cents", "sentence"),
    [
        (1, 1000, None, "Ann can buy up to 10.00."),
        (100, 1000, 100, "Ann can buy up to 10.00, in multiples of 1.00."),
        (400, 1000, 100, "Ann can buy 4.00 to 10.00, in multiples of 1.00."),
        (1000, 5000, None, "Ann can buy 10.00 to 50.00."),
        (1000, 1000, None, "Ann can buy exactly 10.00."),
        (1000, 1000, 100, "Ann can buy exactly 10.00."),
        (1000, 999, None, "Ann can buy nothing now."),
        (500, None, 500, "Ann can buy any multiple of 5.00."),
        (1000, None, 500, "Ann can buy 10.00 or more, in multiples of 5.00."),
        (1000, None, None, "Ann can buy 10.00 or more."),
        (1, None, None, "Ann can buy any amount."),
    ],
)
def test_allowance_in_words(least_cents, most_cents, multiple_cents, sentence):
    assert str(Allowance("Ann", least_cents, most_cents, multiple_cents)) == sentence


@pytest.mark.parametrize(
    ("least_cents", "most_cents", "nothing"), [(1, 0, True), (1, 1, False), (400, 399, True), (500, None, False)]
)
def test_allowance_of_nothing(least_cents, most_cents, nothing):
    assert Allowance("Ann", least_cents, most_cents, None).nothing is nothing


@pytest.mark.parametrize(
    ("least_cents", "most_cents", "multiple_cents", "cents", "nearest_cents"),
    [
        (400, 1000, 100, 300, 400),
        (400, 1000, 100, 449, 400),
        (400, 1000, 100, 450, 500),
        (400, 1000, 100, 1100, 1000),
        (500, None, 500, 1300, 1500),
        (1, None, None, 1234, 1234),
        (400, 0, 100, 500, None),
    ],
)
def test_the_nearest_amount_that_can_be_bought(least_cents, most_cents, multiple_cents, cents, nearest_cents):
    assert Allowance("Ann", least_cents, most_cents, multiple_cents).nearest_to(cents) == nearest_cents


def test_what_would_change_an_allowance_of_nothing():
    found = Allowance("Ann", 400, 0, 100, unless="only when busted")

    assert str(found) == "Ann can buy nothing now, only when busted."


def test_allowance_when_nobody_said_what_is_in_front():
    found = Allowance("Ann", 1, 2200, None, stack_unknown=True)

    assert str(found) == "With nothing in front Ann can buy up to 22.00."


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ("dave-2018", "Ann can buy 10.00 to 50.00."),
        ("dave-2020", "Ann can buy 10.00 to 50.00."),
        ("hybrid", "Ann can buy 4.00 to 10.00, in multiples of 1.00."),
        ("ericn", "Ann can buy 5.00 to 20.00."),
        ("mike", "Ann can buy any multiple of 5.00, or ask the players."),
    ],
)
def test_allowance_of_a_first_buy_in(house, sentence):
    assert allowed(house, ANN_ARRIVES) == sentence


@pytest.mark.parametrize(
    ("house", "stack_cents", "sentence"),
    [
        ("dave-2018", 0, "Ann can buy up to 50.00."),
        ("dave-2018", 4998, "Ann can buy up to 0.02."),
        ("dave-2018", 4999, "Ann can buy exactly 0.01."),
        ("dave-2018", 5000, "Ann can buy nothing now, only with less than 50.00 in front."),
        ("dave-2018", 9000, "Ann can buy nothing now, only with less than 50.00 in front."),
        ("dave-2020", None, "With nothing in front Ann can buy up to 50.00."),
        ("hybrid", 0, "Ann can buy 4.00 to 10.00, in multiples of 1.00."),
        ("hybrid", 1, "Ann can buy nothing now, only when busted."),
        ("hybrid", None, "With nothing in front Ann can buy 4.00 to 10.00, in multiples of 1.00."),
        ("ericn", 1200, "Ann can buy up to 10.00."),
        ("ericn", 1999, "Ann can buy up to 2.01."),
        ("ericn", 2000, "Ann can buy nothing now, only with less than 20.00 in front."),
        ("ericn", None, "With nothing in front Ann can buy up to 22.00."),
        ("mike", None, "Ann can buy any multiple of 5.00, or ask the players."),
        ("mike", 50_000, "Ann can buy any multiple of 5.00, or ask the players."),
    ],
)
def test_allowance_of_a_rebuy(house, stack_cents, sentence):
    assert allowed(house, ann_with(stack_cents)) == sentence


@pytest.mark.parametrize(
    ("minimum_cents", "maximum_cents", "sentence"),
    [
        (450, 990, "Ann can buy 5.00 to 9.00, in multiples of 1.00."),
        (450, 599, "Ann can buy exactly 5.00."),
        (450, 499, "Ann can buy nothing now."),
    ],
)
def test_allowance_keeps_to_multiples(minimum_cents, maximum_cents, sentence):
    within = NightLimits(minimum_cents, maximum_cents, None, 100)

    assert allowed("hybrid", ANN_ARRIVES, within=within) == sentence


@pytest.mark.parametrize(
    ("rebuy_when", "within", "stack_cents", "sentence"),
    [
        (
            RebuyWhen.UP_TO_MAXIMUM,
            NightLimits(500, 2000, None, 500),
            1501,
            "Ann can buy nothing now, only with less than 15.01 in front.",
        ),
        (
            RebuyWhen.BELOW_MAXIMUM,
            NightLimits(500, 2000, None, 500),
            1999,
            "Ann can buy nothing now, only with less than 15.01 in front.",
        ),
        (RebuyWhen.UP_TO_MAXIMUM, NightLimits(500, 500, None, 500), 1, "Ann can buy nothing now, only when busted."),
        (RebuyWhen.UP_TO_MAXIMUM, NightLimits(500, 400, None, 500), 1, "Ann can buy nothing now."),
        (RebuyWhen.ANY_TIME, NightLimits(500, 400, None, 500), 1, "Ann can buy nothing now."),
        (RebuyWhen.ANY_TIME, NightLimits(500, 400, None, 500), 0, "Ann can buy nothing now."),
        (RebuyWhen.BELOW_MAXIMUM, NightLimits(None, None, None, None), 9000, "Ann can buy any amount."),
    ],
)
def test_allowance_says_what_would_change_it(rebuy_when, within, stack_cents, sentence):
    terms = replace(TERMS["dave-2018"], rebuy_when=rebuy_when)

    found = allowance(buyer=ann_with(stack_cents), terms=terms, limits=within)

    assert str(found) == sentence


def test_a_minimum_that_binds_rebuys_too():
    terms = replace(TERMS["dave-2018"], rebuy_minimum_binds=True)

    found = allowance(buyer=ann_with(4000), terms=terms, limits=ordinary("dave-2018"))

    assert str(found) == "Ann can buy exactly 10.00."


def test_a_first_buy_in_does_not_wait_for_a_smaller_stack():
    bo = Buyer("Bo", is_rebuy=False, stack_cents=300)

    assert allowed("hybrid", bo, within=NightLimits(450, 499, None, 100)) == "Bo can buy nothing now."
