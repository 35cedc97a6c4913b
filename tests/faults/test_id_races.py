"""Two tablets at once in a house that asks for IDs: the ID and the chips are recorded together, once or not at all."""

import pytest

from hostdesk.invitations.nights.commands import open_night
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.table.tonight.commands import with_id
from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from reservations.acts.facts import FactKind
from reservations.houses.commands import make_house
from reservations.models import Fact
from tests.faults.racing import AT, ROUNDS, at_once, faults, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night(players):
    """An open night for players of 21 and over."""
    house = make_house(document={**own_document(OwnGame("Ann's game")), "door": {"minimum_age": 21}}).house
    opening = open_night(stamp=stamp("opening"), house=house.key, date=AT.date(), banker=players[0], float_cents=20000)
    return opening.act.night


def sells(night, player, key, *, seen):
    facts = {"player": player, "amount_cents": 1000, "pay": Means.CASH, "id_seen": seen, "whose": player}
    return lambda: with_id(stamp=stamp(key, ruling=""), command=buy_in, night=night, **facts)


def test_one_press_that_comes_twice_sells_once_and_sees_the_id_once(night, players):
    for number in range(1, ROUNDS + 1):
        both = [sells(night, players[1], f"press-{number}", seen=True)] * 2

        outcomes = at_once(*both)

        assert (sorted(told(outcomes)), bank_of(night).balances.chips_cents) == (["known", "new"], number * 1000)
    assert Fact.objects.filter(kind=FactKind.ID_SEEN).count() == 1
    assert faults() == []


def test_who_has_not_shown_an_id_gets_chips_only_after_the_tablet_that_sees_it(night, players):
    outcomes = at_once(sells(night, players[1], "unseen-1", seen=False), sells(night, players[1], "seen-1", seen=True))

    sold = sum(each == "new" for each in told(outcomes))
    assert told(outcomes)[1] == "new"
    assert bank_of(night).balances.chips_cents == sold * 1000
    assert faults() == []
