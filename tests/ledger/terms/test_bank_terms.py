"""The bank terms of a document: everything it can say, and nothing it does not."""

import pytest

from ledger.money.cents import written
from ledger.terms.bank_terms import (
    BankTerms,
    Blinds,
    CashOutWhen,
    Colour,
    Limit,
    Means,
    RebuyWhen,
    bank_terms,
    means_in_words,
)
from tests.ledger.documents import EVERYTHING, LEVELS, SHORTEST, edited


def test_what_is_left_out_is_not_a_term_of_the_house():
    assert bank_terms(SHORTEST) == BankTerms(
        blinds=None,
        blinds_asked=False,
        levels=(),
        level_minutes=None,
        minimum=None,
        maximum=None,
        usual=None,
        multiple_cents=None,
        pays_with=(Means.CASH,),
        chip_sales=False,
        play_behind=False,
        rebuy_when=RebuyWhen.ANY_TIME,
        rebuy_stack_asked=False,
        rebuy_minimum_binds=False,
        rebuy_maximum_percent=100,
        cash_out_when=CashOutWhen.ON_LEAVING,
        window_minutes=None,
        notice_minutes=None,
        equal_deals=False,
        early_leave_is_bad_manners=False,
        payout_unit_cents=1,
        one_banker=False,
        guests_answered_for=False,
        credit_limit_cents=None,
        credit_is_hard=False,
        overdue_days=None,
        host_mark=None,
        jumped_bet_cents=None,
        chips=(),
    )


def test_every_term_is_read():
    assert bank_terms(EVERYTHING) == BankTerms(
        blinds=Blinds(25, 50),
        blinds_asked=False,
        levels=(),
        level_minutes=None,
        minimum=Limit(big_blinds=20),
        maximum=Limit(big_blinds=100, or_big_stack=True),
        usual=Limit(maximum=True),
        multiple_cents=500,
        pays_with=(Means.CASH, Means.TRANSFER, Means.NOTE, Means.BOOK),
        chip_sales=True,
        play_behind=True,
        rebuy_when=RebuyWhen.BELOW_MAXIMUM,
        rebuy_stack_asked=True,
        rebuy_minimum_binds=True,
        rebuy_maximum_percent=110,
        cash_out_when=CashOutWhen.ON_LEAVING,
        window_minutes=None,
        notice_minutes=30,
        equal_deals=True,
        early_leave_is_bad_manners=True,
        payout_unit_cents=100,
        one_banker=True,
        guests_answered_for=True,
        credit_limit_cents=10000,
        credit_is_hard=True,
        overdue_days=31,
        host_mark="BOG",
        jumped_bet_cents=20,
        chips=(Colour("white", 5, stock=100), Colour("red", 10, reserve=True)),
    )


def test_a_house_with_levels_begins_at_the_first():
    document = edited(SHORTEST, levels=LEVELS, cash_out={"when": "when the blinds go up", "window_minutes": 5})

    terms = bank_terms(document)

    assert (terms.blinds, terms.level_minutes, terms.window_minutes) == (Blinds(1, 2), 20, 5)
    assert terms.levels == (Blinds(1, 2), Blinds(2, 4))
    assert [str(level) for level in terms.levels] == ["0.01/0.02", "0.02/0.04"]


def test_figures_may_be_asked_at_each_opening():
    document = edited(SHORTEST, stakes__asked=True, buy_in__minimum={"asked": True}, buy_in__maximum={"asked": True})

    terms = bank_terms(document)

    assert (terms.blinds, terms.blinds_asked) == (None, True)
    assert (terms.minimum, terms.maximum) == (Limit(asked=True), Limit(asked=True))


@pytest.mark.parametrize(("means", "has_book"), [(["cash"], False), (["cash", "book"], True)])
def test_a_house_where_the_book_pays_keeps_one(means, has_book):
    assert bank_terms(edited(SHORTEST, buy_in__pays_with=means)).has_book is has_book


@pytest.mark.parametrize(
    "edits",
    [
        {"buy_in__minimum": {"amount": "10.00"}, "buy_in__maximum": {"amount": "10.00"}},
        {"buy_in__multiple": "5.00", "buy_in__minimum": {"multiples": 2}, "buy_in__usual": {"amount": "10.00"}},
        {"levels": LEVELS, "buy_in__minimum": {"big_blinds": 20}, "buy_in__maximum": {"amount": "0.10"}},
        {"rebuy": {"when": "busted", "stack_asked": True}},
    ],
)
def test_terms_that_hold_together_are_taken(edits):
    assert isinstance(bank_terms(edited(SHORTEST, **edits)), BankTerms)


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((Means.CASH,), "in cash"),
        ((Means.CASH, Means.TRANSFER), "in cash or by transfer"),
        ((Means.CASH, Means.NOTE, Means.BOOK), "in cash, by bank note or in THE BOOK"),
    ],
)
def test_means_in_words(means, words):
    assert means_in_words(means) == words


def test_blinds_are_written_as_their_place_does():
    with written(separator=",", sign="€"):
        there = str(Blinds(25, 50))

    assert (there, str(Blinds(25, 50))) == ("0,25/0,50", "0.25/0.50")
