"""Ways to be paid: a player can have several, and each has the day on which it was added."""

from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.models import PaymentWay
from hostdesk.people.players.commands import merge_players
from hostdesk.standings.paying.commands import MOST_WAYS, add_way, remove_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.standings.paying.queries import ways_of
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from tests.ledger.the_book import regulars

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def bo():
    regulars("Bo", "Cy")
    return player_named("Bo")


def adds(player, key, at=NOON, **typed):
    add_way(player=player, kind=KINDS[key], typed=typed, at=at)


def kept(player):
    return [(way.kind.key, way.shown, way.since) for way in ways_of([player.number]).get(player.number, ())]


def test_several_ways_are_kept_in_their_order_and_one_is_removed(bo):
    adds(bo, "paypal", name="paypal.me/BoLee")
    adds(bo, "text", at=NOON + timedelta(days=1), text="cash only")

    remove_way(player=bo, row=PaymentWay.objects.get(kind="paypal").pk)

    assert kept(bo) == [("text", "cash only", NOON + timedelta(days=1))]


def test_a_double_tap_keeps_one_way_with_its_first_day(bo):
    adds(bo, "paypal", name="BoLee")
    adds(bo, "paypal", at=NOON + timedelta(seconds=1), name="@BoLee")

    assert kept(bo) == [("paypal", "BoLee", NOON)]


def test_the_ways_of_a_duplicate_are_those_of_the_person(bo):
    cy = player_named("Cy")
    adds(cy, "paypal", name="CyLee")
    merge_players(stamp=Stamp("merge-cy", NOON), player=cy, into=bo)

    adds(bo, "paypal", name="CyLee")

    assert kept(bo) == [("paypal", "CyLee", NOON)]
    remove_way(player=bo, row=PaymentWay.objects.get().pk)
    assert kept(bo) == []


def test_after_a_merge_what_the_duplicate_had_alone_is_new_to_those_who_owe_the_kept_player(bo):
    """Cy's ways are older than the last payments of Bo's debtors, who never saw them."""
    cy, merged = player_named("Cy"), NOON + timedelta(days=9)
    adds(cy, "paypal", at=NOON - timedelta(days=2), name="BoLee")
    adds(cy, "venmo", at=NOON - timedelta(days=1), name="Cy-Lee")
    PaymentWay.objects.create(player=cy, kind="text", details={"text": "to Cy"})
    adds(bo, "paypal", name="BoLee")

    merge_players(stamp=Stamp("merge-cy", merged), player=cy, into=bo)

    assert kept(bo) == [("paypal", "BoLee", NOON), ("venmo", "Cy-Lee", merged), ("text", "to Cy", merged)]
    remove_way(player=bo, row=PaymentWay.objects.get(kind="paypal", player=bo).pk)
    assert [key for key, *_ in kept(bo)] == ["venmo", "text"]


@pytest.mark.pg
def test_details_come_back_in_the_order_of_their_kind(bo):
    """PostgreSQL keeps the shorter name of a detail first: the coin before the address, the name before the account."""
    adds(bo, "crypto", coin="Bitcoin", address="bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
    adds(bo, "zelle", name="Bo Lee", account="bo@bank.example")

    [crypto, zelle] = ways_of([bo.number])[bo.number]

    assert (crypto.shown, zelle.shown) == ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bo@bank.example")
    assert [*zelle.details] == ["account", "name"]


def test_another_account_of_a_kind_is_another_way(bo):
    adds(bo, "paypal", name="BoLee")
    adds(bo, "paypal", at=NOON + timedelta(days=1), name="BoLee2")

    assert [shown for _, shown, _ in kept(bo)] == ["BoLee", "BoLee2"]


def test_details_that_do_not_fit_are_not_kept(bo):
    with pytest.raises(Malformed):
        adds(bo, "iban", iban="DE89370400440532013001", name="Bo")

    assert kept(bo) == []


def test_there_is_an_end_to_it(bo):
    for number in range(MOST_WAYS):
        adds(bo, "text", text=f"way {number}")

    with pytest.raises(Impossible, match="At most 8 ways"):
        adds(bo, "text", text="one more")

    assert len(kept(bo)) == MOST_WAYS


def test_nobody_removes_the_way_of_another_player(bo):
    adds(bo, "paypal", name="BoLee")

    remove_way(player=player_named("Cy"), row=PaymentWay.objects.get().pk)

    assert len(kept(bo)) == 1


def test_they_are_neither_act_nor_fact(bo):
    before = Act.objects.count(), Fact.objects.count()

    adds(bo, "paypal", name="BoLee")

    assert (Act.objects.count(), Fact.objects.count()) == before
