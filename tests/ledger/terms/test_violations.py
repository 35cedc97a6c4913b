from datetime import timedelta

import pytest

from ledger.terms import violations as terms_violations
from ledger.terms.bank_terms import Means
from ledger.terms.violations import elapsed, means_in_words

MIKE = (Means.CASH, Means.NOTE, Means.BOOK)


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        (terms_violations.NotAnsweredFor("Gil"), "Gil is a guest with no inviter: enter who invited them."),
        (
            terms_violations.MeansNotTaken(Means.TRANSFER, (Means.CASH,)),
            "Chips are paid for in cash here, not by transfer.",
        ),
        (
            terms_violations.MeansNotTaken(Means.TRANSFER, MIKE),
            "Chips are paid for in cash, by bank note or in THE BOOK here, not by transfer.",
        ),
        (
            terms_violations.MeansNotPaidOut(Means.TRANSFER, (Means.CASH,)),
            "Chips are paid out in cash here, not by transfer.",
        ),
        (terms_violations.StackNotTold("Ann"), "This is a rebuy: enter how much Ann has in front."),
        (terms_violations.OnlyWhenBusted("Ann", 300), "Ann has 3.00 in front: rebuys are only for busted players."),
        (
            terms_violations.NotBelowMaximum("Ann", 2000, 2000),
            "Rebuys are for stacks below 20.00, and Ann has 20.00 in front.",
        ),
        (terms_violations.BelowMinimum(999, 1000), "9.99 is too little: at least 10.00."),
        (terms_violations.AboveMaximum(5001, 5000), "50.01 is too much: at most 50.00."),
        (
            terms_violations.AboveMaximumInFront("Ann", 1200, 2200),
            "Ann has 12.00 in front: at most 22.00 after a rebuy.",
        ),
        (
            terms_violations.AboveMaximumInFront("<b>Bo</b>", 0, 2200),
            "<b>Bo</b> has nothing in front: at most 22.00 after a rebuy.",
        ),
        (terms_violations.NotAMultiple(1150, 100), "The bank sells chips in multiples of 1.00, not 11.50."),
        (
            terms_violations.BankSellsAlone(),
            "Players do not sell chips to each other here: all chips come from the bank.",
        ),
        (
            terms_violations.LevelDoesNotRise(2, 4),
            "The blinds only go up: level 4 is being played, so level 2 is over.",
        ),
        (terms_violations.OneBanker(), "One banker sells and takes back all chips for the whole night here."),
        (terms_violations.BoughtNothing("Cy", 500), "Cy has bought no chips tonight and brings 5.00: whose are they?"),
        (
            terms_violations.NoticeTooShort("Ann", 30, None),
            "Leaving takes 30 minutes or a round of notice: Ann has given none.",
        ),
        (
            terms_violations.NoticeTooShort("Ann", 30, timedelta(minutes=29, seconds=59)),
            "Leaving takes 30 minutes or a round of notice: Ann gave it 29:59 ago.",
        ),
        (
            terms_violations.NoticeTooShort("Ann", 30, timedelta(seconds=-1)),
            "Leaving takes 30 minutes or a round of notice: the notice of Ann is dated later than this.",
        ),
        (
            terms_violations.WindowClosed(5, None),
            "Chips turn into cash within 5 minutes after the blinds go up: they have not gone up yet.",
        ),
        (
            terms_violations.WindowClosed(5, timedelta(minutes=5, seconds=1)),
            "Chips turn into cash within 5 minutes after the blinds go up: that was 5:01 ago.",
        ),
        (terms_violations.BeforeTheEnd(), "Chips turn into cash at the end of the night, after the last hand."),
        (terms_violations.UnequalDeals("Ann"), "Ann stays until the last dealer has dealt as many hands as the first."),
        (
            terms_violations.CountsDiffer("Ann", 2035, 2000),
            "Ann expects 20.35, the banker counted 20.00: 0.35 less than Ann says. Count again together.",
        ),
        (
            terms_violations.CountsDiffer("Ann", 2000, 2100),
            "Ann expects 20.00, the banker counted 21.00: 1.00 more than Ann says. Count again together.",
        ),
        (
            terms_violations.FinalPotNotWhole(335, 100),
            "The final pot should be a multiple of 1.00, and it is 3.35: 0.35 too much, or 0.65 too little.",
        ),
    ],
)
def test_every_violation_makes_its_sentence(term, sentence):
    assert str(term) == sentence


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((Means.CASH,), "in cash"),
        ((Means.CASH, Means.TRANSFER), "in cash or by transfer"),
        (MIKE, "in cash, by bank note or in THE BOOK"),
    ],
)
def test_means_in_words(means, words):
    assert means_in_words(means) == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (59, "0:59"), (60, "1:00"), (301, "5:01"), (1799, "29:59"), (7200, "120:00")]
)
def test_elapsed_time_in_words(seconds, words):
    assert elapsed(timedelta(seconds=seconds)) == words
