"""Two entries of one person become one: the entry for new acts, the data that stays, and who answers for a guest."""

import pytest
from django.db import IntegrityError

from hostdesk.mail.messages.commands import set_email
from hostdesk.mail.messages.queries import email_of
from hostdesk.people.players.commands import merge_players
from reservations.acts.problems import Impossible
from reservations.acts.queries import Merged
from reservations.models import Act, Player
from reservations.players import queries as players_queries
from reservations.players.commands import record_player, rename_player
from tests.reservations.regulars import add, player, stamp

pytestmark = pytest.mark.django_db


def merge(name, into, key=""):
    return merge_players(stamp=stamp(key), player=player(name), into=player(into))


@pytest.fixture(autouse=True)
def players():
    """Ann, Bo and Bob are the regulars 1, 2 and 3; Gil, number 4, is Bob's guest."""
    for name in ("Ann", "Bo", "Bob"):
        add(name, regular=True)
    add("Gil", regular=False, invited_by=player("Bob"))


def test_a_duplicate_is_merged_and_keeps_its_row():
    answer = merge("Bob", "Bo")

    assert (answer.act.kind, answer.act.content, answer.act.night) == ("merge", '{"into":2,"player":3}', None)
    assert (player("Bob").merged_into, player("Bob").survivor) == (player("Bo"), player("Bo"))


def test_the_same_person_is_all_of_their_numbers():
    merge("Bob", "Bo")
    merge("Bo", "Ann")

    assert [players_queries.same_person(player(name)) for name in ("Ann", "Bo", "Bob")] == [[1, 2, 3]] * 3
    assert players_queries.same_person(player("Gil")) == [4]
    assert [each.name for each in Player.objects.people()] == ["Ann", "Gil"]


def test_who_everybody_is_at_any_moment():
    merge("Bob", "Bo")
    merge("Bo", "Ann")

    moments = [players_queries.people_at(number) for number in (4, 5, 6, None)]

    assert moments == [{}, {3: 2}, {3: 1, 2: 1}, {3: 1, 2: 1}]


def test_who_a_duplicate_was_and_when():
    merge("Bob", "Bo")
    merge("Bo", "Ann")

    assert players_queries.merges_over_time() == [
        players_queries.MergedSpan(duplicate=3, person=2, since=5, until=6),
        players_queries.MergedSpan(duplicate=3, person=1, since=6, until=None),
        players_queries.MergedSpan(duplicate=2, person=1, since=6, until=None),
    ]


def test_names_at_any_moment_are_those_of_the_person():
    merge("Bob", "Bo")
    rename_player(stamp=stamp(), player=player("Bo"), name="Boris")

    assert [players_queries.persons_names_as_of(number)[3] for number in (4, 5, 6)] == ["Bob", "Bo", "Boris"]
    assert players_queries.names_as_of(6)[3] == "Bob"


@pytest.mark.parametrize(
    "act",
    [
        lambda bob: add("BOB", mark="BOB"),
        lambda bob: add("Hal", regular=False, invited_by=bob),
        lambda bob: rename_player(stamp=stamp(), player=bob, name="Robert"),
        lambda bob: merge("Bob", "Ann"),
        lambda bob: merge("Ann", "Bob"),
        lambda bob: merge("Bo", "Bob"),
        lambda bob: merge("Bob", "Bo"),
    ],
    ids=["updated", "invites", "renamed", "merged again", "merged into", "the other way round", "the same again"],
)
def test_a_duplicate_takes_no_new_act(act):
    merge("Bob", "Bo")

    with pytest.raises(Merged) as refusal:
        act(player("Bob"))

    assert str(refusal.value) == "Bob is the same as Bo since act 5: use Bo."
    assert Act.objects.count() == 5


def test_who_to_use_is_the_last_of_them():
    merge("Bob", "Bo")
    merge("Bo", "Ann")

    with pytest.raises(Merged) as refusal:
        add("Bob", regular=True)

    assert str(refusal.value) == "Bob is the same as Bo since act 5: use Ann."


def test_what_was_known_of_a_duplicate_is_still_known():
    merge("Bob", "Bo", key="merge-01")

    again = merge("Bob", "Bo", key="merge-01")
    before = record_player(stamp=stamp("player-03"), name="Bob", regular=True)

    assert [(each.known, each.act.number) for each in (again, before)] == [(True, 5), (True, 3)]


def test_nobody_is_merged_into_themselves():
    with pytest.raises(Impossible) as refusal:
        merge("Bo", "Bo")

    assert str(refusal.value) == "Bo cannot be merged into themselves."


def test_the_database_knows_that_nobody_is_their_own_duplicate():
    with pytest.raises(IntegrityError):
        Player.objects.filter(name="Bo").update(merged_into=player("Bo"))


def test_two_marks_are_not_one():
    add("Bo", mark="BOD")
    add("Bob", mark="BOB")

    with pytest.raises(Impossible) as refusal:
        merge("Bob", "Bo")

    assert str(refusal.value) == "Bob signs notes BOB and Bo BOD: one person has one mark."


@pytest.mark.parametrize("marked", ["Bo", "Bob"])
def test_one_mark_stays_where_it_is(marked):
    add(marked, mark="BOB")

    merge("Bob", "Bo")

    assert player(marked).mark == "BOB"


@pytest.mark.parametrize(("name", "into", "stands"), [("Gil", "Ann", (True, None)), ("Ann", "Gil", (False, 3))])
def test_what_is_said_of_the_one_who_remains_stands(name, into, stands):
    merge(name, into)

    assert (player(into).regular, player(into).invited_by_id) == stands


@pytest.mark.parametrize(("duplicate", "by"), [("", ""), ("bob@example.org", "Ann")])
def test_who_wanted_no_e_mail_as_the_duplicate_wants_none_as_the_one_who_remains(duplicate, by):
    set_email(player("Bo"), "bo@example.org", wanted=True)
    set_email(player("Bob"), duplicate, wanted=False, by=by)

    merge("Bob", "Bo")

    kept = email_of(player("Bo"))
    assert (kept.address, kept.wanted, kept.stopped_by) == ("bo@example.org", False, by)


def test_a_duplicates_guests_are_answered_for_by_the_one_who_remains():
    merge("Bob", "Bo")
    before = players_queries.as_they_are_now(player("Gil")).is_answered_for
    add("Bo", regular=False)

    assert (before, players_queries.as_they_are_now(player("Gil")).is_answered_for) == (True, False)


def test_a_guest_does_not_come_to_answer_for_themselves():
    with pytest.raises(Impossible) as refusal:
        merge("Bob", "Gil")

    assert str(refusal.value) == "Gil is a guest of Bob: merge Gil into Bob, not the other way round."
    add("Gil", regular=True)
    assert not merge("Bob", "Gil").known
