"""A player is forgotten while an act about them is recorded: one comes first, and neither is half done."""

import pytest

from hostdesk.people.players.commands import forget_player
from ledger.audit.queries import faults
from ledger.book import commands as book_commands
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Player
from reservations.players import commands as players_commands
from tests.faults.racing import Task, at_once, told
from tests.reservations.friday import START, a_house, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def zed() -> Player:
    """Zed, a regular who has never played."""
    cast()
    a_house()
    players_commands.record_player(stamp=Stamp("Zed-is-here", START), name="Zed", regular=True)
    return one("Zed")


def forgetting(player: Player, key: str) -> Task:
    return lambda: forget_player(stamp=Stamp(key, START), player=player)


def test_two_taps_forget_once(zed):
    outcomes = at_once(forgetting(zed, "forget-zed"), forgetting(zed, "forget-zed"))

    assert sorted(told(outcomes)) == ["known", "new"]
    assert (Fact.objects.filter(kind=FactKind.FORGET).count(), [*faults()]) == (1, [])


def test_a_debt_and_a_forgetting_at_once_leave_no_name_behind_that_owes(zed):
    said = {"debtor": zed, "creditor": one("Bo"), "amount_cents": 500, "reason": "a lift"}

    outcomes = at_once(
        forgetting(zed, "forget-zed"), lambda: book_commands.correct_book(stamp=Stamp("zed-owes", START), **said)
    )

    zed.refresh_from_db()
    assert (zed.forgotten, sorted(told(outcomes))) in ((True, ["new", "new"]), (False, ["Impossible", "new"]))
    assert [*faults()] == []
