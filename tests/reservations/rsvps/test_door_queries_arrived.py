"""The players who came to a night: at the door until the bank opens, then at the table."""

from datetime import timedelta

import pytest

from hostdesk.invitations.nights.commands import open_night
from hostdesk.people.players.commands import merge_players
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from ledger.night.commands import arrive
from ledger.undoing.commands import reverse
from reservations.acts.kinds import Stamp
from reservations.models import Night
from reservations.rsvps.door_queries import arrived, arrived_on, is_due
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(a_house())


def opened(friday):
    stamp = Stamp("the-opening", START)
    answer = open_night(stamp=stamp, house="friday", date=START.date(), banker=one("Ann"), float_cents=0)
    assert answer.act.night == friday.night
    return Night.objects.get(pk=friday.night.pk)


def test_at_the_door_until_the_bank_is_open_and_at_the_table_then(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Bo", before=20, came=True)
    friday.do("mark_came", "Cy", before=15, came=True)
    friday.do("mark_came", "Cy", before=10, came=False)
    night = opened(friday)
    arrive(stamp=Stamp("bo-at-the-table", START), night=night, player=one("Bo"))
    said = {"night": night, "player": one("Di"), "amount_cents": 2000, "pay": Means.CASH}
    buy_in(stamp=Stamp("di-buys-in", START + timedelta(minutes=5)), **said)

    assert arrived(night) == {
        one("Bo").number: START - timedelta(minutes=20),
        one("Di").number: START + timedelta(minutes=5),
    }


def test_who_came_twice_came_the_first_time(friday):
    friday.do("mark_came", "Bo", before=-20, came=True)
    night = opened(friday)
    arrive(stamp=Stamp("bo-at-the-table", START), night=night, player=one("Bo"))

    assert arrived(night) == {one("Bo").number: START}


def test_an_arrival_that_was_undone_is_none(friday):
    night = opened(friday)
    arrive(stamp=Stamp("bo-at-the-table", START), night=night, player=one("Bo"))

    reverse(stamp=Stamp("not-at-the-table", START), of="bo-at-the-table", reason="it was Cy")

    assert arrived(night) == {}


def test_a_duplicate_who_came_is_the_person_who_came(friday):
    friday.do("mark_came", "Bo", before=20, came=True)

    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))

    assert arrived(friday.night) == {one("Cy").number: START - timedelta(minutes=20)}


def test_who_comes_later_is_due_from_their_own_time_on(friday):
    friday.yes("Bo", expected_at=START + timedelta(minutes=20))

    bo = friday.rsvp_state.of(one("Bo").number)

    assert [is_due(bo, friday.night, START + timedelta(minutes=late)) for late in (19, 20)] == [False, True]


def test_three_nights_cost_as_many_queries_as_one(friday, django_assert_num_queries):
    nights = [
        friday.night,
        *(Friday(friday.night.house, starts_at=START + timedelta(days=7 * n)).night for n in (1, 2)),
    ]

    with django_assert_num_queries(3):
        assert arrived_on(nights) == {night.pk: {} for night in nights}
