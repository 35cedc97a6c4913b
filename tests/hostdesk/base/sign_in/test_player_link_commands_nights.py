"""The links to a night: one for each player, shown again until it is used, and over with the night."""

from datetime import timedelta

import pytest
from django.core import serializers
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import digest_of, end_link, spend
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_answer_links, give_link, given_links
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.models import Link
from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from reservations.models import Night
from reservations.players.commands import record_player
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def night():
    cast()
    ahead = timezone.now().replace(microsecond=0) + timedelta(days=30)
    return Friday(a_house(), starts_at=ahead).night


def given(night, *names):
    """Give these players links, and return their secrets by name."""
    give_answer_links(night, [one(name).number for name in names], made_by="Ann")
    return {name: answer_secrets(night).get(one(name).number, "") for name in names}


def of(secret):
    return Link.objects.get(digest=digest_of(secret))


def test_each_player_has_one_and_it_is_written_again(night):
    first, again = given(night, "Bo", "Cy"), given(night, "Bo", "Cy")

    assert (first == again, len({*first.values()}), Link.objects.count()) == (True, 2, 2)
    link = of(first["Bo"])
    assert (link.person, link.night, link.made_by) == (one("Bo"), night, "Ann")


def test_a_link_that_was_used_is_not_written_again_and_another_one_can_be_made(night):
    used = given(night, "Bo")["Bo"]
    assert spend(of(used))

    assert answer_secrets(night) == {}
    assert given(night, "Bo")["Bo"] not in ("", used)


def test_the_links_of_two_nights_leave_each_other_alone(night):
    other = Friday(night.house, starts_at=night.starts_at + timedelta(days=7)).night

    first, second = given(night, "Bo"), given(other, "Bo")
    give_link(one("Bo"), made_by="Ann", key=new_key())

    assert first != second
    assert (given(night, "Bo"), given(other, "Bo")) == (first, second)


@pytest.mark.parametrize("days", [-2, -3])
def test_a_link_is_over_with_the_day_after_its_night(night, days):
    secret = given(night, "Bo")["Bo"]

    Night.objects.update(date=timezone.localdate() + timedelta(days=days), starts_at=None)

    night.refresh_from_db()
    assert (spend(of(secret)), answer_secrets(night)) == (False, {})


def test_a_night_that_is_put_off_takes_its_links_along(night):
    secret = given(night, "Bo")["Bo"]

    Night.objects.update(date=night.date + timedelta(days=300))

    assert spend(of(secret))


def test_who_was_two_has_a_link_under_each_name_and_both_are_good(night):
    both = given(night, "Bo", "Cy")
    merge_players(stamp=Stamp("cy-is-bo", START), player=one("Cy"), into=one("Bo"))

    assert answer_secrets(night) == {one("Bo").number: both["Cy"]}
    assert given(night, "Bo") == {"Bo": both["Cy"]}
    assert [spend(of(secret)) for secret in both.values()] == [True, True]


def test_who_is_removed_has_none_until_they_are_taken_back(night):
    secret = given(night, "Bo")["Bo"]

    record_player(stamp=Stamp("bo-is-out", START), name="Bo", removed=True)
    out = answer_secrets(night)
    record_player(stamp=Stamp("bo-is-back", START), name="Bo", removed=False)

    assert (out, answer_secrets(night)) == ({}, {one("Bo").number: secret})


def test_a_link_that_was_ended_is_made_anew(night):
    ended = given(night, "Bo")["Bo"]
    end_link(of(ended))

    assert given(night, "Bo")["Bo"] not in ("", ended)
    assert [each.state for each in given_links(one("Bo"), timezone.now())] == ["not used yet", "ended"]


def test_a_copy_of_the_books_without_the_desks_secret_opens_nothing(night, settings):
    """A backup holds the rows, but not the desk's secret, which lies beside the books."""
    secret = given(night, "Bo")["Bo"]
    kept = serializers.serialize("json", Link.objects.all())

    settings.SECRET_KEY = "that of another machine, forty characters"

    assert secret not in kept
    assert answer_secrets(night) == {}
    assert given(night, "Bo")["Bo"] not in ("", secret)
    assert Link.objects.filter(ended_at=None).count() == 1
