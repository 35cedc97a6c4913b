"""A night taken back twice at once, and beside a consolidation: it is undone once, and no plan holds half of it."""

from datetime import date

import pytest

from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.money.words import Means
from ledger.months import commands as months_commands
from ledger.months.queries import consolidations
from ledger.night import commands as night_commands
from ledger.standings.queries import standings
from ledger.undoing.commands import take_back_night
from reservations.models import Act, Night, Player
from tests.faults.racing import ROUNDS, Task, at_once, faults, opened, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


def closed(players: list[Player], day: int) -> Night:
    """Play a night on which Ann wins 10.00 from Bo, all in THE BOOK."""
    night, (ann, bo, _) = opened(players, day), players
    for player in (ann, bo):
        buy_in_commands.buy_in(
            stamp=stamp(f"in-{day}-{player}"), night=night, player=player, amount_cents=2000, pay=Means.BOOK
        )
    for player, cents in ((bo, 1000), (ann, 3000)):
        cash_out_commands.cash_out(
            stamp=stamp(f"out-{day}-{player}"),
            night=night,
            player=player,
            player_count_cents=cents,
            banker_count_cents=cents,
        )
    night_commands.count_drawer(stamp=stamp(f"count-{day}"), night=night, counted_cents=9000)
    night_commands.close_night(stamp=stamp(f"close-{day}"), night=night)
    return night


def taking_back(night: Night, key: str) -> Task:
    return lambda: take_back_night(stamp=stamp(key), night=night, reason="the wrong file")


def consolidating(key: str, day: int) -> Task:
    return lambda: months_commands.consolidate(stamp=stamp(key), until=date(2026, 11, day))


def test_three_at_once_undo_it_once(players):
    night = closed(players, 7)
    acts = Act.objects.filter(night=night).count()

    outcomes = at_once(taking_back(night, "one"), taking_back(night, "two"), taking_back(night, "one"))

    assert sorted(told(outcomes)) == ["known", "known", "new"]
    assert Act.objects.filter(night=night).count() == 2 * acts
    assert (standings(), faults()) == ({}, [])


def test_a_plan_has_all_of_it_or_nothing(players):
    for day in range(1, ROUNDS):
        night = closed(players, day)
        close = Act.objects.latest("number").number

        outcomes = at_once(taking_back(night, f"back-{day}"), consolidating(f"plan-{day}", day))

        plans = [each.number for each in consolidations() if each.number > close]
        undoings = [*Act.objects.filter(night=night, number__gt=close).values_list("number", flat=True)]
        assert sorted(told(outcomes)) in (["Impossible", "new"], ["new", "new"])
        assert undoings == [] or plans == [] or min(plans) > max(undoings)
        assert faults() == []
