"""The rules of a house for an online game, before any posting."""

from dataclasses import replace
from datetime import date

import pytest

from hostdesk.imports.pokernow.reading import Evening, Sitting, figures_of
from hostdesk.imports.pokernow.rules import (
    ImportWishes,
    declared,
    odd_cents,
    open_figures,
    paid_out,
    pays_with,
    undeclared,
)
from ledger.cash_out.payout import PayoutPart
from ledger.money.words import Means
from ledger.terms.bank_terms import Limit
from tests.ledger.houses import TERMS

CHOSEN = "keeps it in THE BOOK; --declare-to NAME chooses somebody else."


def sitting(bought_cents, back_cents, line=2):
    return Sitting(line, "Bo", "BoBoBoBoBo", None, None, bought_cents, back_cents, file="game.csv")


def evening(*figures):
    return Evening(date(2026, 11, 20), tuple(sitting(*each) for each in figures), ("game.csv",))


def test_what_a_sitting_came_to():
    assert figures_of(5000, 48) == "50.00 bought and 0.48 back"


@pytest.mark.parametrize(
    ("figures", "difference"), [([], 0), ([(5000, 5100), (5000, 4900)], 0), ([(5000, 5100)], 100), ([(5000, 0)], -5000)]
)
def test_what_came_back_beyond_what_was_bought(figures, difference):
    assert evening(*figures).difference_cents == difference


@pytest.mark.parametrize("house", ["dave-2018", "dave-2020", "hybrid", "ericn"])
def test_a_cash_house_takes_odd_cents_and_pays_cash(house):
    assert [*odd_cents([sitting(5001, 5001)], TERMS[house], house="The house")] == []
    assert pays_with(TERMS[house], ImportWishes(house)) == Means.CASH


@pytest.mark.parametrize(("settled", "means"), [(False, Means.BOOK), (True, Means.CASH)])
def test_a_house_with_the_book_pays_with_it_unless_all_is_settled(settled, means):
    assert pays_with(TERMS["mike"], ImportWishes("mike", settled=settled)) == means


def test_a_cash_house_that_pays_whole_dollars_names_every_row_with_odd_cents():
    terms = replace(TERMS["dave-2018"], payout_unit_cents=100)
    game = [sitting(5000, 5099, line=4), sitting(5001, 5000, line=3), sitting(100, 100)]

    assert [*odd_cents(game, terms, house="The house")] == [
        ("game.csv", 4, "The house pays whole dollars, and this is 50.00 bought and 50.99 back."),
        ("game.csv", 3, "The house pays whole dollars, and this is 50.01 bought and 50.00 back."),
    ]


def test_the_book_takes_odd_cents():
    assert [*odd_cents([sitting(5000, 5099), sitting(5000, 4901)], TERMS["mike"], house="The house")] == []
    assert paid_out(5099, TERMS["mike"], Means.BOOK) == [PayoutPart(Means.BOOK, 5099)]


@pytest.mark.parametrize(
    ("back_cents", "parts"),
    [
        (5099, [PayoutPart(Means.CASH, 5000), PayoutPart(Means.TRANSFER, 99)]),
        (99, [PayoutPart(Means.TRANSFER, 99)]),
        (5000, None),
    ],
)
def test_what_is_settled_needs_no_coins(back_cents, parts):
    assert paid_out(back_cents, TERMS["mike"], Means.CASH) == parts


@pytest.mark.parametrize(
    ("house", "back_cents", "means"), [("mike", 5000, Means.BOOK), ("dave-2018", 5099, Means.CASH)]
)
def test_whole_payouts_follow_the_order_of_paying_out(house, back_cents, means):
    assert paid_out(back_cents, TERMS[house], means) is None


@pytest.mark.parametrize(
    ("back_cents", "sentence"),
    [
        (4999, "the nets sum to −0.01, less came back than was bought: --declare REASON books it."),
        (5001, "the nets sum to 0.01, more came back than was bought: --declare REASON books it."),
    ],
)
def test_nets_that_do_not_sum_to_zero_need_a_reason(back_cents, sentence):
    told = f"{sentence} It is nobody's result; --declare-to NAME says who bears it."

    assert [*undeclared([evening((5000, 5000)), evening((5000, back_cents))])] == [("game.csv", 1, told)]


@pytest.mark.parametrize(
    ("bearer", "has_book", "back_cents", "told"),
    [
        ("", False, 4999, "−0.01, declared missing (why): nobody's result. It is over/short of the bank."),
        (*("", True, 4999), f"−0.01, declared missing (why): nobody's result. Ann, the banker, {CHOSEN}"),
        (*("Bo", True, 5001), "0.01, declared extra (why): nobody's result. Bo, who takes the bank over, bears it."),
    ],
)
def test_who_bears_a_declared_difference_is_told(bearer, has_book, back_cents, told):
    wishes = ImportWishes("mike", reason="why", bearer=bearer)

    _, _, sentence = declared(evening((5000, back_cents)), wishes, banker="Ann", has_book=has_book)

    assert sentence == f"the nets sum to {told}"


@pytest.mark.parametrize("house", ["dave-2018", "dave-2020", "hybrid", "mike"])
def test_a_house_with_figures_of_its_own_is_given_none(house):
    assert open_figures([sitting(5000, 0)], TERMS[house]) == {}


def test_a_house_without_figures_is_given_those_of_the_game():
    figures = open_figures([sitting(5000, 0), sitting(700, 0), sitting(0, 5700)], TERMS["ericn"])

    assert figures == {"small_blind": 1, "big_blind": 1, "buy_in_min": 700, "buy_in_max": 5000}


def test_a_house_without_limits_is_asked_for_none():
    terms = replace(TERMS["ericn"], minimum=None, maximum=None)

    assert open_figures([sitting(5000, 0)], terms) == {"small_blind": 1, "big_blind": 1}


def test_a_game_without_a_buy_in_still_opens():
    assert open_figures([sitting(0, 0)], TERMS["ericn"]) == {
        "small_blind": 1,
        "big_blind": 1,
        "buy_in_min": 1,
        "buy_in_max": 1,
    }


@pytest.mark.parametrize(
    ("changes", "bought", "least_and_most"),
    [
        ({"maximum": Limit(cents=1000)}, (2000, 3000), (1000, None)),
        ({"maximum": Limit(cents=1000), "multiple_cents": 300}, (2000,), (900, None)),
        ({"minimum": Limit(cents=1000)}, (500, 700), (None, 1000)),
        ({"minimum": Limit(cents=1000), "multiple_cents": 300}, (500,), (None, 1200)),
        ({"multiple_cents": 500}, (701, 750), (500, 1000)),
        ({"multiple_cents": 500}, (100,), (500, 500)),
    ],
)
def test_figures_keep_to_what_the_house_has_of_its_own(changes, bought, least_and_most):
    figures = open_figures([sitting(cents, 0) for cents in bought], replace(TERMS["ericn"], **changes))

    assert (figures.get("buy_in_min"), figures.get("buy_in_max")) == least_and_most
