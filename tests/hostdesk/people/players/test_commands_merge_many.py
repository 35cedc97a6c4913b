"""Many merges in one transaction: all of them or none."""

import pytest

from hostdesk.people.players.commands import merge_many
from reservations.models import Act, Player
from reservations.players.queries import player_named
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = Evening("mike")
    for name in ("Bob", "Bobby", "Cyril"):
        evening.knows(name)
    return evening


def merges(evening, *pairs, key=""):
    numbers = [(Player.objects.get(name=one), Player.objects.get(name=other)) for one, other in pairs]
    return merge_many(stamp=evening.stamp(key), pairs=numbers)


def merged():
    return dict(Player.objects.exclude(merged_into=None).values_list("name", "merged_into__name"))


def test_each_is_an_act_of_its_own(evening):
    answer = merges(evening, ("Bob", "Bo"), ("Cyril", "Cy"))

    assert merged() == {"Bob": "Bo", "Cyril": "Cy"}
    assert Act.objects.filter(kind="merge").count() == 2
    assert answer.remark == "Merged: Bob into Bo, Cyril into Cy."


def test_three_who_are_one_are_merged_whatever_the_pairs(evening):
    merges(evening, ("Bob", "Bo"), ("Bobby", "Bob"), ("Bobby", "Bo"))

    assert {player_named(name).name for name in ("Bob", "Bobby")} == {"Bob", "Bobby"}
    assert {Player.objects.get(name=name).survivor.name for name in ("Bob", "Bobby")} == {"Bo"}


def test_the_same_key_is_one_answer(evening):
    first = merges(evening, ("Bob", "Bo"), key="merge-many")

    again = merges(evening, ("Bob", "Bo"), key="merge-many")

    assert (again.act, again.known, Act.objects.filter(kind="merge").count()) == (first.act, True, 1)


def test_one_that_cannot_be_leaves_all_as_they_were(evening):
    evening.buy_in("Cy", "20.00")
    evening.buy_in("Cyril", "20.00")

    with impossible("Cyril and Cy have played on one night together: they are two people."):
        merges(evening, ("Bob", "Bo"), ("Cyril", "Cy"))


def test_whoever_is_one_person_already_is_not_merged_again(evening):
    merges(evening, ("Bob", "Bo"))

    with impossible("They are one person already."):
        merges(evening, ("Bob", "Bo"))


def test_what_is_refused_names_its_pair(evening):
    evening.knows("Gill", invited_by="Ann")

    with impossible("Ann and Gil: Gil is a guest of Ann"):
        merges(evening, ("Bob", "Bo"), ("Ann", "Gil"))
