"""Two tablets and one player who leaves: the chips are paid once, no matter which tablet is first."""

import re

import pytest
from django.utils import timezone

from ledger.bank.queries import bank_of
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.money.words import Means
from ledger.night import commands as night_commands
from reservations.models import Night, Player
from tests.faults.racing import AT, ROUNDS, Task, at_once, faults, opened, stamp, told
from tests.signed_in import host_client

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def played(players: list[Player], day: int) -> Night:
    """Play a night to its last hand: Bo is in for 40.00 and Cy for 60.00, enough to pay Bo's 30.00 three times."""
    night = opened(players, day)
    for player, cents in zip(players[1:], (4000, 6000), strict=True):
        buying(night, player, f"in-{day}-{player}", cents)()
    night_commands.play_last_hand(stamp=stamp(f"over-{day}"), night=night)
    return night


def buying(night: Night, player: Player, key: str, cents: int) -> Task:
    return lambda: buy_in_commands.buy_in(
        stamp=stamp(key), night=night, player=player, amount_cents=cents, pay=Means.CASH
    )


def paying(night: Night, player: Player, key: str, in_for: str = "4000") -> Task:
    """Preview a payout of 30.00 on a tablet of its own; return the press that pays it."""
    tablet, address = host_client(key), f"/nights/{night.pk}/tonight/players/{player.number}/cash-out/"
    said = {"key": stamp(key).key, "step": "pay", "player_count": "30.00", "in_for": in_for}
    shown = tablet.post(f"{address}live/", said, headers={"HX-Request": "true"}).content.decode()
    said["plan"] = re.findall(r'name="plan" value="(.*)"', shown)[0]
    return lambda: tablet.post(address, said).status_code


def carelessly(night: Night, player: Player, key: str) -> Task:
    """Pay 30.00 like a tablet that looked before the lock."""
    return lambda: cash_out_commands.cash_out(
        stamp=stamp(key), night=night, player=player, player_count_cents=3000, banker_count_cents=3000
    )


@pytest.mark.parametrize(("keys", "second"), [(("one", "two"), "409"), (("one", "one"), "303")])
def test_a_player_is_paid_once_by_two_tablets(players, keys, second, monkeypatch):
    """Both have shown Bo's 30.00: one pays, and the other is told; the same form sent twice is answered twice."""
    monkeypatch.setattr(timezone, "now", lambda: AT)
    for day in range(1, ROUNDS + 1):
        night = played(players, day)

        outcomes = at_once(*[paying(night, players[1], f"pay-{day}-{key}") for key in keys])

        balances = bank_of(night).balances
        assert (sorted(map(str, outcomes)), balances.drawer_cents, balances.chips_cents) == (
            ["303", second],
            17000,
            7000,
        )
    assert faults() == []


def test_two_tablets_that_pay_two_players_are_asked_nothing(players, monkeypatch):
    """Bo and Cy get 30.00 each from the 200.00 in the drawer, in either order; each page showed the other's chips."""
    monkeypatch.setattr(timezone, "now", lambda: AT)
    for day in range(1, ROUNDS + 1):
        night = played(players, day)
        bos, cys = (
            paying(night, player, f"pay-{day}-{player}", in_for)
            for player, in_for in zip(players[1:], ("4000", "6000"), strict=True)
        )

        outcomes = at_once(bos, cys)

        assert (outcomes, bank_of(night).balances.drawer_cents) == ([303, 303], 14000)
    assert faults() == []


def test_a_rebuy_at_the_same_instant_is_counted_or_comes_after(players, monkeypatch):
    """Bo's 30.00 are paid before he buys 20.00, or the rebuy comes first and the chips are counted again."""
    monkeypatch.setattr(timezone, "now", lambda: AT)
    for day in range(1, ROUNDS + 1):
        night = played(players, day)

        paid, _ = at_once(paying(night, players[1], f"pay-{day}"), buying(night, players[1], f"again-{day}", 2000))

        assert (paid, bank_of(night).balances.chips_cents) in [(303, 9000), (409, 12000)]
    assert faults() == []


def test_looked_at_before_the_lock_a_player_is_paid_twice(players):
    """Control: both saw Bo's 30.00 before the lock, and both payments are recorded."""
    night, bo = played(players, 1), players[1]

    outcomes = at_once(*[carelessly(night, bo, f"pay-{tablet}") for tablet in (1, 2)])

    assert told(outcomes) == ["new", "new"]
    assert bank_of(night).balances.drawer_cents == 14000
