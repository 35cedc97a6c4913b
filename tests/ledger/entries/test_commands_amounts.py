"""The commands themselves refuse amounts that no act can have, whichever code calls them."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.cash_out.payout import PayoutPart
from ledger.money.cents import BadAmount
from ledger.money.words import Means
from reservations.models import Act
from reservations.players.queries import player_named
from tests import all_commands as commands
from tests.ledger.transfer_house import friday

pytestmark = pytest.mark.django_db

CALLS: dict[str, Callable[..., dict[str, Any]]] = {
    "add_float": lambda cents: {"amount_cents": cents},
    "estimate_big_stack": lambda cents: {"amount_cents": cents},
    "count_drawer": lambda cents: {"counted_cents": cents},
    "declare_chips": lambda cents: {"extra_cents": cents, "reason": "from the attic"},
    "buy_in": lambda cents: {"player": player_named("Bo"), "amount_cents": cents, "pay": Means.CASH},
    "cash_out": lambda cents: {"player": player_named("Bo"), "player_count_cents": cents, "banker_count_cents": cents},
    "sell_chips": lambda cents: {
        "seller": player_named("Bo"),
        "buyer": player_named("Cy"),
        "amount_cents": cents,
        "pay": Means.CASH,
    },
}


def call(name: str, cents: Any) -> None:
    evening = friday()
    getattr(commands, name)(stamp=evening.stamp("friday-amount"), night=evening.night, **CALLS[name](cents))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("cents", [10.5, "10", True])
def test_what_is_not_whole_cents_is_a_mistake_of_the_caller(name: str, cents: object) -> None:
    with pytest.raises(TypeError):
        call(name, cents)

    assert not Act.objects.filter(key="friday-amount").exists()


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("cents", [-1, 10**8 + 1])
def test_what_is_out_of_reach_is_refused(name: str, cents: int) -> None:
    with pytest.raises(BadAmount):
        call(name, cents)

    assert not Act.objects.filter(key="friday-amount").exists()


@pytest.mark.parametrize("name", sorted(CALLS.keys() - {"count_drawer", "cash_out"}))
def test_nothing_is_no_amount(name: str) -> None:
    with pytest.raises(BadAmount):
        call(name, 0)


def test_a_part_of_a_payout_is_more_than_nothing() -> None:
    with pytest.raises(BadAmount):
        PayoutPart(Means.CASH, 0)
