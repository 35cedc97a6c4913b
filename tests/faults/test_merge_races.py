"""A merge, its undoing and an answer at once: in any order, no player sits twice and no seat is lost."""

from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_many, merge_players
from ledger.undoing.commands import reverse
from reservations.acts.facts import FactKind, Reply
from reservations.acts.kinds import Stamp
from reservations.models import Act, Fact, House
from reservations.players import commands as players_commands
from tests.faults.racing import ROUNDS, Task, at_once, told
from tests.faults.test_seat_races import saying
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]
SOON = START - timedelta(days=5)


@pytest.fixture
def house() -> House:
    """A house where Bob, who may or may not be Bo, plays as a regular."""
    cast()
    players_commands.record_player(stamp=Stamp("Bob-is-here", START), name="Bob", regular=True)
    return a_house()


def merging(key: str) -> Task:
    return lambda: merge_players(stamp=Stamp(f"merge-{key}", SOON), player=one("Bob"), into=one("Bo"))


def merging_many(key: str) -> Task:
    return lambda: merge_many(stamp=Stamp(f"many-{key}", SOON), pairs=[(one("Bob"), one("Bo"))])


def parting(key: str) -> Task:
    return lambda: reverse(stamp=Stamp(f"part-{key}", SOON), of=f"merge-{key}", reason="They are two.")


def test_a_merge_and_a_no_under_the_other_name_lose_no_seat(house):
    for again in range(ROUNDS):
        friday, key = Friday(house, seats=1).full("Bo", "Cy"), f"{again:04}"

        outcomes = at_once(merging(key), saying(friday, "Bob", f"no-{key}", Reply.NO))

        assert told(outcomes) in (["new", "new"], ["new", "Merged"])
        assert (friday.seated, friday.waiting) == (["Bo"], ["Cy"])
        parting(key)()


def test_two_who_are_two_again_and_one_who_asks_for_the_seat_take_no_more_than_there_are(house):
    """Merged for a moment, Bo and Bob held one of two seats: Cy gets the other, or Bob gets it back and Cy waits."""
    for again in range(ROUNDS):
        friday, key = Friday(house).full("Bo", "Bob"), f"{again:04}"
        merging(key)()

        outcomes = at_once(parting(key), saying(friday, "Cy", f"yes-{key}"))

        assert told(outcomes) == ["new", "new"]
        assert (friday.seated, friday.waiting) in ((["Bo", "Cy"], ["Bob"]), (["Bo", "Bob"], ["Cy"]))


def test_many_merges_at_once_and_one_of_them_make_one_person(house):
    for again in range(ROUNDS):
        key = f"{again:04}"

        outcomes = at_once(merging(key), merging_many(key))

        merges = Act.objects.filter(kind="merge", reversed_by=None)
        assert sorted(told(outcomes)) in (["Impossible", "new"], ["Merged", "new"])
        assert merges.count() == 1
        reverse(stamp=Stamp(f"part-{key}", SOON), of=merges.get().key, reason="They are two.")


def test_a_merge_undone_twice_at_once_makes_room_once(house):
    friday = Friday(house).full("Bo", "Bob", "Cy")
    merging("0000")()
    friday.tick(9_000)

    outcomes = at_once(parting("0000"), parting("0000"))

    assert sorted(told(outcomes)) == ["known", "new"]
    assert Fact.objects.filter(night=friday.night, kind=FactKind.BUMP).count() == 1
    assert (friday.seated, friday.waiting) == (["Bo", "Cy"], ["Bob"])
