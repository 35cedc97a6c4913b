"""The requests of players, and the end of a request."""

from datetime import UTC, datetime, timedelta

import pytest

from ledger.bank.history import NightHistory, RecordedAct
from ledger.night.requests import Ended, Wanted, fold_requests, may_ask_for
from reservations.acts.facts import FactKind, FactValue

AT = datetime(2026, 11, 20, 21, 4, tzinfo=UTC)
BO, CY = 2, 3


def asks(fact, wanted, player=BO, cents=None, act=10):
    return FactValue(
        fact, FactKind.REQUEST, AT, player=player, content={"wanted": wanted, "amount": cents}, outcome={"act": act}
    )


def over(about, how="declined", reason=""):
    at = AT + timedelta(minutes=1)
    return FactValue(99, FactKind.REQUEST_OVER, at, player=BO, about=about, reason=reason, content={"how": how})


def after(*acts):
    """Return a night in which Bo bought chips by act 0, with more acts, given by kind and player, from 11 on."""
    pairs = [("buy_in", BO), *acts]
    return NightHistory(
        [
            RecordedAct(
                place and place + 10,
                f"key-{place}",
                kind,
                AT,
                {"player": who, "amount": 100, "pay": "cash", "banker_count": 0},
            )
            for place, (kind, who) in enumerate(pairs)
        ]
    )


def test_a_request_waits_until_it_is_answered():
    [asked] = fold_requests([asks(7, "rebuy", cents=2000)])

    assert (asked.fact, asked.player, asked.wanted, asked.cents) == (7, BO, Wanted.REBUY, 2000)
    assert asked.is_open(after())


def test_it_is_declined_with_a_word():
    [asked] = fold_requests([asks(7, "leave"), over(7, reason="after this hand")])

    assert (asked.ended, asked.word, asked.is_open(after())) == (Ended.DECLINED, "after this hand", False)


def test_a_word_about_one_ends_no_other():
    first, second = fold_requests([asks(7, "leave"), asks(8, "rebuy", cents=100), over(8, "withdrawn")])

    assert (first.ended, second.ended) == (None, Ended.WITHDRAWN)


def test_the_newest_of_a_kind_takes_the_place_of_the_one_before():
    found = fold_requests([asks(7, "rebuy", cents=100), asks(8, "leave"), asks(9, "rebuy", cents=200)])

    assert [(each.fact, each.cents) for each in found] == [(8, None), (9, 200)]


@pytest.mark.parametrize(
    ("wanted", "act", "is_open"),
    [
        ("rebuy", ("buy_in", BO), False),
        ("rebuy", ("buy_in", CY), True),
        ("rebuy", ("leave_notice", BO), True),
        ("cash out", ("buy_in", BO), True),
        ("cash out", ("cash_out", BO), False),
        ("leave", ("leave_notice", BO), False),
        ("leave", ("leave_notice", CY), True),
    ],
)
def test_it_is_over_once_it_has_happened_whoever_recorded_it(wanted, act, is_open):
    [asked] = fold_requests([asks(7, wanted)])

    assert asked.is_open(after(act)) is is_open


def test_what_happened_before_they_asked_ends_nothing():
    [asked] = fold_requests([asks(7, "rebuy", act=11)])

    assert asked.is_open(after(("buy_in", BO)))


def test_chips_can_be_asked_for_before_the_first_and_the_rest_with_chips():
    assert may_ask_for(CY, after(("arrive", CY)), []) == [Wanted.REBUY]
    assert may_ask_for(BO, after(), []) == [*Wanted]
    assert may_ask_for(BO, after(), [Wanted.REBUY]) == [Wanted.CASH_OUT, Wanted.LEAVE]
    assert may_ask_for(BO, after(("leave_notice", BO)), []) == [Wanted.REBUY, Wanted.CASH_OUT]


def test_who_is_not_there_asks_for_nothing():
    assert may_ask_for(CY, after(), []) == []
    assert may_ask_for(BO, after(("cash_out", BO)), []) == []
