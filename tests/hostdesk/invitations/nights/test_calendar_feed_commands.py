"""The addresses of calendars: one at a time, kept only as a digest, and the calendar behind every address."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import digest_of
from hostdesk.invitations.nights.calendar_feed_commands import calendar_at, end_feed, feed_of, give_feed
from hostdesk.models import Link, LinkKind
from ledger.undoing.commands import reverse
from reservations.players.commands import record_player
from tests.reservations.coming_soon import ComingSoon
from tests.signed_in import a_host

pytestmark = pytest.mark.django_db


@pytest.fixture
def soon():
    return ComingSoon()


@pytest.fixture
def bo(soon):
    return soon.player("Bo")


def name_at(secret, now=None):
    """Return the name of the calendar at an address; None if there is none."""
    calendar = calendar_at(secret, now or timezone.now())
    return calendar.name if calendar else None


def test_a_players_address_opens_their_calendar_and_a_hosts_the_desks(bo):
    secrets = [give_feed(bo), give_feed(a_host())]

    assert [name_at(secret) for secret in secrets] == ["Poker nights of Bo", "Poker nights"]


def test_only_a_digest_of_the_secret_is_kept(bo):
    secret = give_feed(bo)

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM hostdesk_link")
        (row,) = cursor.fetchall()

    assert [column for column in row if secret in str(column)] == []
    assert (Link.objects.get().digest, len(secret)) == (digest_of(secret), 43)


@pytest.mark.parametrize("secret", ["", "x", "0" * 43, "ł🂡", "%00"])
def test_an_address_that_was_never_given_opens_nothing(bo, secret):
    give_feed(bo)

    assert name_at(secret) is None


def test_the_digest_itself_opens_nothing(bo):
    give_feed(bo)

    assert name_at(Link.objects.get().digest) is None


def test_a_new_address_ends_the_one_before(bo, soon):
    others = give_feed(soon.player("Cy"))
    first, second = give_feed(bo), give_feed(bo)

    assert [name_at(secret) for secret in (first, second, others)] == [None, "Poker nights of Bo", "Poker nights of Cy"]


def test_two_taps_of_one_form_give_one_address(bo):
    first, second = (give_feed(bo, "k" * 20) for _ in range(2))

    assert (first, Link.objects.count()) == (second, 1)


def test_an_address_that_is_ended_opens_nothing(bo):
    secret, hosts = give_feed(bo), give_feed(a_host())

    end_feed(bo)
    end_feed(bo)

    assert (name_at(secret), feed_of(bo), name_at(hosts)) == (None, None, "Poker nights")


def test_who_is_out_of_the_group_has_none_until_they_are_taken_back(bo, soon):
    secret, found = give_feed(bo), []

    for removed in (True, False):
        record_player(stamp=soon.stamp(), name="Bo", removed=removed)
        found.append(name_at(secret))

    assert found == [None, "Poker nights of Bo"]


def test_a_duplicates_address_opens_the_persons_calendar_for_as_long_as_they_are_one(bo, soon):
    secret = give_feed(bo)
    merged = soon.merges("Bo", into="Cy")
    as_one = name_at(secret)

    reverse(stamp=soon.stamp(), of=merged.act.key, reason="They are two.")

    assert (as_one, name_at(secret)) == ("Poker nights of Cy", "Poker nights of Bo")


def test_a_person_ends_the_addresses_of_their_duplicates_too(bo, soon):
    cy = soon.player("Cy")
    secrets = [give_feed(bo), give_feed(cy)]
    soon.merges("Bo", into="Cy")

    new = give_feed(cy)

    assert [name_at(secret) for secret in (*secrets, new)] == [None, None, "Poker nights of Cy"]


def test_the_address_of_an_out_of_the_group_duplicates_person_opens_nothing(bo, soon):
    secret = give_feed(bo)
    soon.merges("Bo", into="Cy")

    record_player(stamp=soon.stamp(), name="Cy", removed=True)

    assert name_at(secret) is None


def test_a_host_who_is_removed_has_no_calendar(soon):
    host = a_host("Mo")
    secret = give_feed(host)

    host.delete()

    assert name_at(secret) is None


def test_it_is_noted_when_a_calendar_was_read_but_not_at_every_look(bo):
    secret, now = give_feed(bo), timezone.now()
    found = [feed_of(bo).read_at]

    for minutes in (0, 59, 60):
        name_at(secret, now + timedelta(minutes=minutes))
        found.append(feed_of(bo).read_at)

    assert found == [None, now, now, now + timedelta(minutes=60)]


def test_the_database_keeps_one_address_a_player_and_never_one_of_nobody(bo):
    give_feed(bo)
    for more in ({"player": bo}, {}, {"player": bo, "host": a_host(), "ended_at": timezone.now()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Link.objects.create(kind=LinkKind.CALENDAR, digest=str(more)[:60], made_at=timezone.now(), **more)

    assert Link.objects.count() == 1
