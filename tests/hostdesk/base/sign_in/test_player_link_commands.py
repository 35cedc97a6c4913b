"""The links to players' own pages: the players who get one, what became of each, and that an end is final."""

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import end_link, find_link, is_unspent, spend
from hostdesk.base.sign_in.player_link_commands import (
    SHOWN_OF_OLD,
    OutOfTheGroup,
    devices_of,
    end_device_of,
    end_link_of,
    give_link,
    given_links,
)
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.models import Link, LinkKind, SignIn
from reservations.acts.problems import Impossible
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import host_client, player_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def bo(evening):
    return player_named("Bo")


@pytest.fixture
def cy(evening):
    return player_named("Cy")


def states(player):
    return [(each.state, each.may_end) for each in given_links(player, timezone.now())]


def devices(player):
    return [each.pk for each in devices_of(player, timezone.now())]


def test_a_link_is_of_its_player(bo):
    link = find_link(give_link(bo, made_by="Hanna", key=new_key()))

    assert (link.kind, link.player, link.night, link.made_by) == (LinkKind.PLAYER, bo, None, "Hanna")


def test_a_new_link_ends_the_one_that_was_not_used(bo, cy):
    first, others = give_link(bo, made_by="Hanna", key=new_key()), give_link(cy, made_by="Hanna", key=new_key())

    give_link(bo, made_by="Hanna", key=new_key())

    links = [find_link(first), find_link(others)]
    assert [link is not None and spend(link) for link in links] == [False, True]
    assert states(bo) == [("not used yet", True), ("ended", False)]


def test_a_new_link_leaves_devices_signed_in(bo):
    player_client(bo)

    give_link(bo, made_by="Hanna", key=new_key())

    assert states(bo) == [("not used yet", True), ("in use", True)]


def test_who_is_out_of_the_group_gets_no_link(evening, bo):
    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    with pytest.raises(OutOfTheGroup, match="Bo was removed from the group"):
        give_link(bo, made_by="Hanna", key=new_key())

    assert Link.objects.count() == 0


def test_a_duplicates_link_is_that_of_whom_they_were_merged_into(evening, bo):
    gil = player_named("Gil")
    evening.merges("Gil", into="Bo")

    assert find_link(give_link(gil, made_by="Hanna", key=new_key())).player == bo


def test_what_became_of_links(bo):
    player_client(bo)
    phone = player_client(bo)
    phone.post("/sign-out/")
    give_link(bo, made_by="Hanna", key=new_key())
    Link.objects.filter(spent_at=None).update(expires_at=timezone.now())

    assert states(bo) == [("expired", False), ("signed out", False), ("in use", True)]


def test_of_links_that_are_over_only_the_latest_are_listed(bo):
    player_client(bo)
    for _ in range(SHOWN_OF_OLD + 2):
        give_link(bo, made_by="Hanna", key=new_key())

    assert states(bo) == [("not used yet", True), *[("ended", False)] * SHOWN_OF_OLD, ("in use", True)]


def test_the_devices_of_a_duplicate_are_the_persons(evening, bo):
    player_client(player_named("Gil"))
    evening.merges("Gil", into="Bo")

    assert devices(bo) == [SignIn.objects.get().pk]
    assert states(bo) == [("in use", True)]


def test_a_link_is_ended_with_its_device(bo):
    phone = player_client(bo)

    ended = end_link_of(bo, Link.objects.get().pk)

    assert (ended, devices(bo), states(bo)) == (True, [], [("ended", False)])
    assert phone.get(f"/own/{bo.number}/").status_code == 302


def test_nobody_elses_link_or_device_is_ended(bo, cy):
    host_client()
    player_client(cy)
    mine, theirs = SignIn.objects.order_by("pk")

    ended = end_link_of(bo, theirs.link_id or 0)
    end_device_of(bo, theirs.pk)
    end_device_of(bo, mine.pk)

    assert (ended, devices(cy), SignIn.objects.filter(ended_at=None).count()) == (False, [theirs.pk], 2)


def test_a_device_is_ended_with_its_link(bo):
    player_client(bo)
    player_client(bo)
    first, second = devices(bo)

    end_device_of(bo, first)

    assert devices(bo) == [second]
    assert states(bo) == [("ended", False), ("in use", True)]


def test_the_devices_of_a_link_that_was_taken_back_are_signed_in_no_more(bo):
    player_client(bo)

    end_link(Link.objects.get())

    assert devices(bo) == []


def test_a_double_tap_makes_one_link_and_shows_it_twice(bo):
    first, again = (give_link(bo, made_by="Hanna", key="k" * 20) for _ in range(2))

    assert (first == again, is_unspent(Link.objects.get())) == (True, True)
    assert give_link(bo, made_by="Hanna", key="l" * 20) != first


def test_a_form_whose_link_was_used_makes_no_other(bo):
    give_link(bo, made_by="Hanna", key="k" * 20)
    assert spend(Link.objects.get())

    with pytest.raises(Impossible):
        give_link(bo, made_by="Hanna", key="k" * 20)

    assert Link.objects.count() == 1
