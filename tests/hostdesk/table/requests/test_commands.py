"""A player asks, withdraws, is declined or is served: the request alone records no act."""

from functools import partial

import pytest

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.requests.commands import accept, ask, end_request
from hostdesk.table.requests.queries import open_requests, open_requests_on, own_requests
from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from ledger.night.commands import give_notice
from ledger.night.requests import Ended, Wanted
from reservations.acts.fact_queries import FactTaken
from reservations.acts.problems import Impossible, Malformed, Refused, Unknown
from reservations.models import Act
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo has bought 20.00 in cash and plays; Cy has arrived."""
    evening = Evening("mike")
    evening.it_is("21:04")
    evening.buy_in("Bo", "20.00")
    evening.arrives("Cy")
    return evening


def asks(evening, name, wanted, cents=None, key=""):
    night, player = evening.night, player_named(name)
    return ask(stamp=evening.stamp(key), night=night, player=player, wanted=wanted, amount_cents=cents)


def ends(evening, noted, how=Ended.DECLINED, word="", key=""):
    return end_request(stamp=evening.stamp(key), night=evening.night, wish=noted.fact.pk, how=how, word=word)


def sells(evening, noted, cents=2000, key="", name="Bo"):
    facts = {"night": evening.night, "player": player_named(name), "amount_cents": cents, "pay": Means.CASH}
    return accept(stamp=evening.stamp(key), wish=noted.fact.pk, run=buy_in, **facts)


def open_ones(evening):
    """Return the open requests: the player, the request, the amount and the means."""
    return [
        (each.name, each.request.wanted, each.request.cents, each.pay.value) for each in open_requests_on(evening.night)
    ]


def test_a_request_is_seen_and_records_no_act(evening):
    acts = Act.objects.count()

    asks(evening, "Bo", Wanted.REBUY, 2000)

    assert open_ones(evening) == [("Bo", Wanted.REBUY, 2000, "cash")]
    assert Act.objects.count() == acts


def test_nobody_asks_for_anything_at_first(evening):
    assert open_ones(evening) == []


def test_the_same_press_asks_once(evening):
    first = asks(evening, "Bo", Wanted.LEAVE, key="one-press")
    again = asks(evening, "Bo", Wanted.LEAVE, key="one-press")

    assert (again.fact, again.known) == (first.fact, True)
    with pytest.raises(FactTaken):
        asks(evening, "Bo", Wanted.CASH_OUT, key="one-press")


def test_one_of_a_kind_waits_at_a_time(evening):
    asks(evening, "Bo", Wanted.REBUY, 2000)
    asks(evening, "Bo", Wanted.LEAVE)

    with pytest.raises(Impossible, match="already, at 21:04"):
        asks(evening, "Bo", Wanted.REBUY, 500)


def test_accepting_sells_the_chips_and_ends_it(evening):
    asked = asks(evening, "Bo", Wanted.REBUY, 2000)

    sells(evening, asked)

    assert bank_of(evening.night).history.of(player_named("Bo").number).bought_cents == 4000
    assert open_ones(evening) == []


def test_of_two_tablets_one_sells(evening):
    asked = asks(evening, "Bo", Wanted.REBUY, 2000)
    first = sells(evening, asked, key="one-tablet")

    with pytest.raises(Impossible, match="already"):
        sells(evening, asked, key="the-other")

    assert sells(evening, asked, key="one-tablet").act == first.act


def test_a_sale_that_is_undone_leaves_the_wish(evening):
    asked = asks(evening, "Bo", Wanted.REBUY, 2000)

    evening.undo(sells(evening, asked))

    assert open_ones(evening) == [("Bo", Wanted.REBUY, 2000, "cash")]


def test_the_limits_are_those_of_the_house(evening):
    asked = asks(evening, "Bo", Wanted.REBUY, 1)

    with pytest.raises(Refused):
        sells(evening, asked, cents=1)

    assert len(open_ones(evening)) == 1


def test_a_notice_is_what_ends_leaving(evening):
    asked = asks(evening, "Bo", Wanted.LEAVE)
    facts = {"night": evening.night, "player": player_named("Bo")}

    accept(stamp=evening.stamp(), wish=asked.fact.pk, run=give_notice, **facts)

    assert open_ones(evening) == []
    with pytest.raises(Impossible, match="cannot be asked"):
        asks(evening, "Bo", Wanted.LEAVE)


def test_what_was_declined_is_told_to_who_asked_and_not_accepted(evening):
    asked = asks(evening, "Bo", Wanted.REBUY, 2000)

    ends(evening, asked, word="after this hand", key="says-no-1")
    ends(evening, asked, word="after this hand", key="says-no-1")

    mine = own_requests(tonight_of(evening.night), player_named("Bo").number, evening.now)
    assert ([each.word for each in mine.declined], mine.waiting) == (["after this hand"], [])
    with pytest.raises(Impossible, match="declined"):
        sells(evening, asked)
    with pytest.raises(Impossible, match="declined"):
        ends(evening, asked)


def test_what_was_withdrawn_is_neither_accepted_nor_told(evening):
    asked = asks(evening, "Bo", Wanted.CASH_OUT)

    ends(evening, asked, Ended.WITHDRAWN)

    mine = own_requests(tonight_of(evening.night), player_named("Bo").number, evening.now)
    assert (mine.declined, mine.waiting, mine.may_ask) == ([], [], [*Wanted])
    with pytest.raises(Impossible, match="Bo has withdrawn it"):
        ends(evening, asked)


def test_what_nobody_asked_for_cannot_be_answered(evening):
    asked = asks(evening, "Bo", Wanted.LEAVE)
    facts = {"night": evening.night, "player": player_named("Bo")}

    with pytest.raises(Unknown):
        end_request(stamp=evening.stamp(), night=evening.night, wish=asked.fact.pk + 1, how=Ended.DECLINED)
    with pytest.raises(Unknown):
        accept(stamp=evening.stamp(), wish=asked.fact.pk + 1, run=give_notice, **facts)


def test_who_has_no_chips_can_ask_for_the_first(evening):
    asks(evening, "Cy", Wanted.REBUY, 1000)

    with pytest.raises(Impossible):
        asks(evening, "Cy", Wanted.CASH_OUT)
    assert own_requests(tonight_of(evening.night), player_named("Cy").number, evening.now).is_rebuy is False


def test_chips_are_asked_for_with_an_amount(evening):
    with pytest.raises(Malformed):
        asks(evening, "Bo", Wanted.REBUY)


@pytest.mark.parametrize(("figure", "words"), [(3000, "10.00 more"), (2000, "no more chips")])
def test_a_limit_of_their_own_is_told_to_them_alone(evening, figure, words):
    say_own_limits(player=player_named("Bo"), figures={Limited.NIGHT: figure}, at=evening.now)

    with pytest.raises(Impossible, match=words):
        asks(evening, "Bo", Wanted.REBUY, 2000)

    assert open_ones(evening) == []


def test_a_request_ends_with_the_night(evening):
    asked = asks(evening, "Cy", Wanted.REBUY, 2000)
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.ends("200.00")

    assert open_requests(tonight_of(evening.night)) == []
    for task in (partial(asks, evening, "Bo", Wanted.REBUY, 100), partial(ends, evening, asked)):
        with pytest.raises(Impossible):
            task()


def test_in_a_house_that_looks_at_the_stack_more_is_asked():
    dave = Evening("dave-2018")
    dave.buy_in("Bo", "50.00")

    asks(dave, "Bo", Wanted.REBUY, 2000)

    assert [each.asks_more for each in open_requests_on(dave.night)] == [True]


def test_cash_accepts_a_request_also_of_a_player_who_owes_for_the_last_chips(evening):
    evening.buy_in("Bo", "20.00", pay="book")

    asks(evening, "Bo", Wanted.REBUY, 2000)

    assert open_ones(evening) == [("Bo", Wanted.REBUY, 2000, "cash")]
