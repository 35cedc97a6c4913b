"""The addresses that show a table on a screen: one at a time, kept as a digest only, read however they are typed."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import digest_of
from hostdesk.models import Link, LinkKind
from hostdesk.table.tv.commands import LASTS, end_screen, give_screen, screen_at, screen_of
from reservations.acts.problems import Impossible
from reservations.models import Night
from tests.stories.evening import Evening, a_closed_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return Evening("dave-2018")


def shown(secret, later=timedelta()):
    """Return the night that an address shows."""
    screen = screen_at(secret, timezone.now() + later)
    return screen and screen[1]


def test_an_address_shows_its_night(evening):
    first = evening.night
    secret = give_screen(first, made_by="Ann")
    evening.opens("mike")

    assert (shown(secret), shown(give_screen(evening.night, made_by="Ann"))) == (first, evening.night)


def test_only_a_digest_of_the_secret_is_kept(evening):
    letters = give_screen(evening.night, made_by="Ann").replace("-", "")

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM hostdesk_link")
        (row,) = cursor.fetchall()

    assert [column for column in row if letters in str(column)] == []
    assert Link.objects.get().digest == digest_of(letters)


def test_a_secret_is_three_times_four_letters_that_no_two_hands_take_for_others(evening):
    secrets = [give_screen(evening.night, made_by="Ann") for _ in range(20)]

    assert {tuple(map(len, secret.split("-"))) for secret in secrets} == {(4, 4, 4)}
    assert set("".join(secrets)) & set("ilo01ABC") == set()
    assert len(set(secrets)) == 20


@pytest.mark.parametrize("typed", [str.upper, lambda secret: secret.replace("-", ""), str.title])
def test_it_is_found_however_it_was_typed(evening, typed):
    secret = give_screen(evening.night, made_by="Ann")

    assert shown(typed(secret)) == evening.night


@pytest.mark.parametrize("secret", ["", "-", "x", "a" * 12, "ł🂡", "%00", "x" * 5000])
def test_an_address_that_was_never_given_shows_nothing(evening, secret):
    give_screen(evening.night, made_by="Ann")

    assert shown(secret) is None


def test_a_new_address_ends_the_one_before(evening):
    first, second = (give_screen(evening.night, made_by="Ann") for _ in range(2))

    assert (shown(first), shown(second)) == (None, evening.night)


def test_two_taps_of_one_form_give_one_address(evening):
    first, second = (give_screen(evening.night, made_by="Ann", key="k" * 20) for _ in range(2))

    assert (first, Link.objects.count()) == (second, 1)


def test_an_address_that_is_ended_shows_nothing(evening):
    secret = give_screen(evening.night, made_by="Ann")

    end_screen(evening.night)
    end_screen(evening.night)

    assert (shown(secret), screen_of(evening.night, timezone.now())) == (None, None)


def test_an_address_lasts_two_days(evening):
    secret = give_screen(evening.night, made_by="Ann")
    screen = screen_of(evening.night, timezone.now())

    assert screen is not None
    assert (screen.made_by, screen.expires_at) == ("Ann", screen.made_at + LASTS)
    assert (shown(secret, LASTS - timedelta(minutes=1)), shown(secret, LASTS)) == (evening.night, None)


def test_a_closed_night_gets_no_address(db):
    night = Night.objects.get(pk=a_closed_night().night.pk)

    with pytest.raises(Impossible, match="The night is closed"):
        give_screen(night, made_by="Ann")


def test_the_database_keeps_one_address_a_night(evening):
    give_screen(evening.night, made_by="Ann")
    now = timezone.now()

    with pytest.raises(IntegrityError), transaction.atomic():
        Link.objects.create(kind=LinkKind.SCREEN, digest="x", night=evening.night, made_at=now, expires_at=now)

    assert Link.objects.count() == 1
