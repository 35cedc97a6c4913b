"""One export brought in by two tablets at once: its balances and its nights come in once."""

from dataclasses import replace
from datetime import date

import pytest

from hostdesk.imports.shared_expenses.commands import bring_balances, bring_nights
from ledger.standings.queries import standings
from reservations.models import Act, Player
from tests.faults.racing import AT, Task, at_once, faults, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]
CENTS = {"Ann": 1500, "Bo": -500, "Zoe": -1000}


def who(players: list[Player]) -> dict[str, Player | None]:
    return {"Ann": players[0], "Bo": players[1], "Zoe": None}


def taking_over(players: list[Player], key: str) -> Task:
    return lambda: bring_balances(stamp=stamp(key, ""), cents=CENTS, who=who(players), reason="Splitwise")


def bringing_nights(players: list[Player], key: str) -> Task:
    days = {date(2026, 11, day): CENTS for day in (6, 13)}
    its_stamp = replace(stamp(key, ""), at=AT)
    return lambda: bring_nights(stamp=its_stamp, days=days, who=who(players), house="mike").known


def test_balances_are_taken_over_once(players):
    outcomes = at_once(taking_over(players, "one"), taking_over(players, "two"))

    zoe = Player.objects.get(name="Zoe").number
    assert sorted(told(outcomes)) == ["known", "new"]
    assert (standings(), faults()) == ({1: 1500, 2: -500, zoe: -1000}, [])


def test_each_night_comes_in_once(players):
    outcomes = at_once(bringing_nights(players, "one"), bringing_nights(players, "two"))

    assert sorted(map(str, outcomes)) == ["0", "2"]
    assert (Act.objects.filter(kind="results").count(), Player.objects.filter(name="Zoe").count()) == (2, 1)
    assert faults() == []
