from dataclasses import replace

import pytest

from ledger.money.words import Means
from ledger.terms.bank_terms import Blinds, Limit
from ledger.terms.limits import night_limits
from ledger.terms.text import stakes_in_words, statement
from tests.ledger.houses import TERMS, ordinary

PLAY_BEHIND = "Cash plays behind when that is declared before looking at the cards; no other cash is on the table."
ON_LEAVING = "Chips turn into cash when their player leaves, and stay in play until then."
DAVE = (
    "The minimum buy-in is 10.00 (20 big blinds of 0.50).",
    "The maximum buy-in is 50.00, or the big stack (100 big blinds of 0.50).",
    "The usual buy-in is 50.00.",
    "Chips are paid for in cash only.",
    "All chips come from the bank.",
    PLAY_BEHIND,
    "Rebuys between hands, up to 50.00 in front.",
    ON_LEAVING,
    "Leaving takes 30 minutes or a round of notice; busted players may go at any time.",
)


def sentences(*night):
    return tuple(statement(*night).values())


@pytest.mark.parametrize(
    ("house", "stated"),
    [
        ("dave-2018", DAVE),
        ("dave-2020", DAVE),
        (
            "hybrid",
            (
                "The minimum buy-in is 4.00.",
                "The maximum buy-in is 10.00.",
                "The usual buy-in is 10.00.",
                "The bank sells chips in multiples of 1.00.",
                "Chips are paid for in cash only.",
                "All chips come from the bank.",
                PLAY_BEHIND,
                "Rebuys only when busted, no add-ons, from 4.00 up to 10.00.",
                "Chips turn into cash within 5 minutes after the blinds go up, and after the last hand.",
            ),
        ),
        (
            "ericn",
            (
                "The minimum buy-in is 5.00 (set for this night).",
                "The maximum buy-in is 20.00 (set for this night).",
                "The usual buy-in is 20.00.",
                "Chips are paid for in cash only.",
                "All chips come from the bank.",
                "One banker runs the bank for the whole night.",
                "Rebuys between hands, with less than the maximum in front, up to 22.00 in front.",
                ON_LEAVING,
                "Leaving before the game is over is bad manners; the table may tease.",
            ),
        ),
        (
            "mike",
            (
                "The minimum buy-in is 5.00 (one multiple).",
                "No maximum buy-in.",
                "The usual buy-in is 10.00.",
                "The bank sells chips in multiples of 5.00.",
                "Chips are paid for in cash, by bank note or in THE BOOK.",
                "Players may sell chips to each other; multiples and limits do not apply.",
                "Only regulars owe THE BOOK; a note that a guest cannot pay goes to their inviter.",
                "A guest comes with an inviter who answers for them.",
                "Debts are overdue after 31 days.",
                "Only the host signs with BOG.",
                "Rebuys at any time.",
                "Chips turn into cash at the end of the night, after the last hand.",
                "Nobody leaves before everybody has dealt the same number of hands; whoever leaves then cashes out.",
                "Payouts are multiples of 1.00; the rest goes into the final pot.",
                "Unless the game says otherwise, a bet is at most 0.50, a raise is at least 0.05 and at most 0.50.",
                "A jumped bet that is past warning costs 0.20, straight into the pot.",
            ),
        ),
    ],
)
def test_limits_of_each_house_as_stated_at_the_outset(house, stated):
    assert sentences(TERMS[house], ordinary(house), None) == stated


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        ({"greatest_bet_cents": 200}, "Unless the game says otherwise, a bet is at most 2.00."),
        ({"least_raise_cents": 25}, "Unless the game says otherwise, a raise is at least 0.25."),
        ({"greatest_raise_cents": 500}, "Unless the game says otherwise, a raise is at most 5.00."),
    ],
)
def test_bounds_of_bets_and_raises_are_told_one_by_one(bounds, sentence):
    terms = replace(TERMS["hybrid"], **bounds)

    assert sentences(terms, ordinary("hybrid"), None)[-1] == sentence


def test_the_big_stack_in_force():
    limits = night_limits(TERMS["dave-2018"], blinds=None, big_stack_cents=8000)

    assert sentences(TERMS["dave-2018"], limits, None)[1] == (
        "The maximum buy-in is 50.00, or the big stack: 80.00 (100 big blinds of 0.50)."
    )


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ({}, "The maximum buy-in is 60.00 (set for this night)."),
        ({"or_big_stack": True}, "The maximum buy-in is 60.00, or the big stack: 85.00 (set for this night)."),
    ],
)
def test_a_maximum_of_the_nights_own_with_the_big_stack_or_without(own, sentence):
    limits = night_limits(TERMS["dave-2018"], blinds=None, maximum_cents=6000, big_stack_cents=8500, **own)

    assert sentences(TERMS["dave-2018"], limits, None)[1] == sentence


def test_a_night_may_have_no_minimum():
    limits = night_limits(TERMS["dave-2018"], blinds=None, minimum_cents=0)

    assert sentences(TERMS["dave-2018"], limits, None)[0] == "No minimum buy-in."


def test_big_blinds_of_the_night():
    blinds = Blinds(50, 100)
    limits = night_limits(TERMS["dave-2018"], blinds=blinds)

    assert sentences(TERMS["dave-2018"], limits, blinds)[0] == "The minimum buy-in is 20.00 (20 big blinds of 1.00)."


def test_a_limit_of_several_multiples():
    terms = replace(TERMS["mike"], maximum=Limit(multiples=4))
    limits = night_limits(terms, blinds=None)

    assert sentences(terms, limits, None)[1] == "The maximum buy-in is 20.00 (4 multiples)."


def test_limits_that_the_house_leaves_to_the_night():
    limits = night_limits(TERMS["ericn"], blinds=None)

    assert sentences(TERMS["ericn"], limits, None)[:3] == (
        "The minimum buy-in is set when the night opens.",
        "The maximum buy-in is set when the night opens.",
        "Chips are paid for in cash only.",
    )


def test_big_blinds_that_nobody_knows_yet():
    terms = replace(TERMS["ericn"], minimum=Limit(big_blinds=20), maximum=Limit(big_blinds=100, or_big_stack=True))
    limits = night_limits(TERMS["ericn"], blinds=None)

    assert sentences(terms, limits, None)[:2] == (
        "The minimum buy-in is 20 big blinds.",
        "The maximum buy-in is 100 big blinds, or the big stack where that is more.",
    )


@pytest.mark.parametrize(
    ("hard", "sentence"),
    [
        (False, "Nobody owes more than 100.00 in all; the host may overrule it."),
        (True, "Nobody owes more than 100.00 in all; nobody overrules it."),
    ],
)
def test_how_much_anybody_may_owe(hard, sentence):
    terms = replace(TERMS["mike"], credit_limit_cents=10000, credit_is_hard=hard)

    assert sentences(terms, ordinary("mike"), None)[8] == sentence


def test_a_house_without_notes_says_nothing_of_them():
    terms = replace(TERMS["mike"], pays_with=(Means.CASH, Means.BOOK), overdue_days=None, host_mark=None)

    assert sentences(terms, ordinary("mike"), None)[6:9:2] == ("Only regulars owe THE BOOK.", "Rebuys at any time.")


def test_blinds_that_rise_are_stated_with_their_levels():
    blinds = Blinds(10, 20)

    assert stakes_in_words(TERMS["dave-2018"], blinds) == "Blinds 0.10/0.20"
    assert stakes_in_words(TERMS["hybrid"], blinds) == (
        "Blinds from 0.10/0.20 up to 1.00/2.00, 11 levels of 20 minutes"
    )


def test_a_sentence_is_found_by_its_term():
    stated = statement(TERMS["mike"], ordinary("mike"), None)

    assert stated["buy_in-multiple"] == "The bank sells chips in multiples of 5.00."
    assert stated["conduct-jumped_bet"] == "A jumped bet that is past warning costs 0.20, straight into the pot."
