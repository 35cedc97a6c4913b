"""Every command of the bank gives a repeated key the same answer, and refuses the key with other content."""

import pytest

from ledger.bank.queries import bank_of, last_act
from reservations.acts.queries import Answer, KeyTaken
from reservations.models import Act
from tests.ledger.transfer_house import friday
from tests.played_once import played_once

pytestmark = pytest.mark.django_db


def bought():
    """Return the buy-in that the evening begins with."""
    return Answer(Act.objects.get(kind="buy_in"))


VERBS = {
    "arrive": (lambda e, **k: e.arrives("Bo", **k), lambda e, **k: e.arrives("Ann", **k)),
    "float": (lambda e, **k: e.adds("1.00", **k), lambda e, **k: e.adds("1.01", **k)),
    "stakes": (
        lambda e, **k: e.stakes(ruling="agreed", buy_in_max="60.00", **k),
        lambda e, **k: e.stakes(ruling="agreed", buy_in_max="60.01", **k),
    ),
    "big_stack": (lambda e, **k: e.big_stack("60.00", **k), lambda e, **k: e.big_stack("60.01", **k)),
    "buy_in": (lambda e, **k: e.buy_in("Bo", "20.00", **k), lambda e, **k: e.buy_in("Bo", "20.01", **k)),
    "change_pay": (
        lambda e, **k: e.paid_by("transfer", bought(), **k),
        lambda e, **k: e.paid_by("cash", bought(), **k),
    ),
    "play_behind": (lambda e, **k: e.behind("Ann", "1.00", **k), lambda e, **k: e.behind("Ann", "1.01", **k)),
    "leave_notice": (lambda e, **k: e.notice("Bo", **k), lambda e, **k: e.notice("Ann", **k)),
    "last_hand": (lambda e, **k: e.last_hand(**k), lambda e, **k: e.closes(**k)),
    "cash_out": (
        lambda e, **k: e.cash_out("Ann", "5.00", round_played=True, **k),
        lambda e, **k: e.cash_out("Ann", "5.00", round_played=False, **k),
    ),
    "declare_chips missing": (
        lambda e, **k: e.declares_missing("1.00", **k),
        lambda e, **k: e.declares_missing("1.00", "stolen", **k),
    ),
    "declare_chips extra": (
        lambda e, **k: e.declares_extra("1.00", **k),
        lambda e, **k: e.declares_missing("1.00", "from another set", **k),
    ),
    "hand_over": (lambda e, **k: e.hands_over_to("Bo", **k), lambda e, **k: e.hands_over_to("Cy", **k)),
    "count_drawer": (lambda e, **k: e.counts_drawer("219.00", **k), lambda e, **k: e.counts_drawer("220.00", **k)),
    "reverse": (lambda e, **k: e.undo(bought(), **k), lambda e, **k: e.undo(bought(), "another reason", **k)),
}


@pytest.fixture
@played_once
def evening():
    evening = friday()
    evening.buy_in("Ann", "20.00")
    return evening


@pytest.mark.parametrize("verb", [said for said, _ in VERBS.values()], ids=VERBS.keys())
def test_the_same_again_is_the_same_answer(evening, verb):
    first = verb(evening, key="two-taps")
    before = bank_of(evening.night).balances

    again = verb(evening, key="two-taps")

    assert (first.known, again.known, again.act) == (False, True, first.act)
    assert (last_act(), bank_of(evening.night).balances) == (first.act, before)


@pytest.mark.parametrize(("verb", "other"), VERBS.values(), ids=VERBS.keys())
def test_something_else_under_the_same_key_is_told(evening, verb, other):
    first = verb(evening, key="two-taps")

    with pytest.raises(KeyTaken) as taken:
        other(evening, key="two-taps")

    assert taken.value.act == last_act() == first.act


def test_the_final_pot_under_the_same_key():
    evening = friday(whole_dollars=True)
    evening.buy_in("Ann", "20.50")
    evening.last_hand()
    evening.cash_out("Ann", "19.50")
    first = evening.final_pot("Bo", key="the-pot-1", ruling="a chip is lost")

    assert evening.final_pot("Bo", key="the-pot-1").act == first.act
    with pytest.raises(KeyTaken):
        evening.final_pot("Ann", key="the-pot-1")
