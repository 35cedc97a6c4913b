"""A player leaves the group by a form that is sent twice, and while their debt grows."""

from collections import Counter
from dataclasses import replace

import pytest

from hostdesk.people.players.commands import leave_group
from hostdesk.people.players.queries import who_left
from ledger.book.commands import correct_book
from ledger.standings.queries import standing_of
from reservations.models import Act, Player
from reservations.players.commands import record_player
from tests.faults.racing import Task, at_once, faults, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(3)


def owes(bo: Player, ann: Player, cents: int) -> Task:
    return lambda: correct_book(
        stamp=stamp(f"owes-{cents}"), debtor=bo, creditor=ann, amount_cents=cents, reason="the pizza"
    )


@pytest.fixture
def two() -> tuple[Player, Player]:
    """Bo and Ann; Bo owes 10.00."""
    for name in ("Bo", "Ann"):
        record_player(stamp=stamp(f"key-of-{name}", ""), name=name, regular=True)
    bo, ann = (Player.objects.get(name=name) for name in ("Bo", "Ann"))
    owes(bo, ann, 1000)()
    return bo, ann


def leaves(bo: Player) -> Task:
    shown = replace(stamp("leaves", ""), shown={"standing": -1000})
    return lambda: leave_group(stamp=shown, player=bo)


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_form_to_leave_that_is_sent_twice_is_one_act(two, round_):
    bo, _ = two
    before = Act.objects.count()

    outcomes = at_once(leaves(bo), leaves(bo))

    assert sorted(told(outcomes)) == ["known", "new"]
    assert (Act.objects.count() - before, [player for player, _ in who_left()], standing_of(bo)) == (1, [bo], -1000)
    assert faults() == []


@pytest.mark.parametrize("round_", ROUNDS)
def test_who_leaves_while_the_debt_grows_leaves_with_the_one_they_saw_or_not_at_all(two, round_):
    bo, ann = two

    outcomes = at_once(leaves(bo), owes(bo, ann, 500))

    bo.refresh_from_db()
    has_left = told(outcomes)[0] == "new"
    assert Counter(told(outcomes)) in (Counter({"new": 2}), Counter({"new": 1, "Changed": 1}))
    assert (bo.removed, standing_of(bo), faults()) == (has_left, -1500, [])
