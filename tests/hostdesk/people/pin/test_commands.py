"""Tries of a PIN, and the limits on their number."""

from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.models import PlayerPin, SignIn
from hostdesk.people.pin.commands import MOST_WRONG, TRIES, WAIT, Tried, digest_of, remove_pin, set_pin, try_pin
from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.pg]

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def phone(evening):
    """Bo's phone, with the PIN 123456."""
    bo = player_named("Bo")
    player_client(bo)
    set_pin(bo, "123456")
    return SignIn.objects.get()


def tries(phone, *pins, at=NOON):
    pin = PlayerPin.objects.get()
    return [try_pin(typed, of=pin, device=phone.pk, now=at) for typed in pins]


def test_the_right_one_opens_and_wrong_ones_before_it_are_forgotten(phone):
    wrong = ["000000"] * (TRIES - 1)

    assert tries(phone, *wrong, "123456") == [Tried.WRONG] * (TRIES - 1) + [Tried.RIGHT]
    assert tries(phone, *wrong, "123456")[-1] is Tried.RIGHT


def test_after_five_wrong_ones_the_next_counts_a_quarter_of_an_hour_later(phone):
    tries(phone, *["000000"] * TRIES)

    assert tries(phone, "123456", at=NOON + WAIT - timedelta(seconds=1)) == [Tried.TOO_SOON]
    assert tries(phone, "123456", at=NOON + WAIT) == [Tried.RIGHT]


def test_after_twenty_the_phone_is_signed_out(phone):
    came = [each for turn in range(4) for each in tries(phone, *["000000"] * TRIES, at=NOON + turn * WAIT)]

    phone.refresh_from_db()
    assert came == [Tried.WRONG] * (MOST_WRONG - 1) + [Tried.SIGNED_OUT]
    assert phone.ended_at is not None
    assert tries(phone, "123456", at=NOON + timedelta(days=1)) == [Tried.TOO_SOON]


def test_another_phone_of_the_player_is_not_kept_out(phone):
    tries(phone, *["000000"] * TRIES)
    player_client(player_named("Bo"))

    assert tries(SignIn.objects.latest("pk"), "123456") == [Tried.RIGHT]


def test_what_is_kept_is_of_the_player_and_of_the_desk(phone, settings):
    bo, cy = player_named("Bo"), player_named("Cy")
    kept = digest_of(bo, "123456")

    settings.SECRET_KEY = "of another desk"

    assert len({kept, digest_of(cy, "123456"), digest_of(bo, "123456")}) == 3


def test_a_pin_that_is_removed_is_gone_with_the_tries(phone):
    tries(phone, "000000")

    remove_pin(player_named("Bo"))

    phone.refresh_from_db()
    assert (PlayerPin.objects.count(), phone.pin_wrong) == (0, 0)


def test_a_merged_players_pin_can_be_removed(evening, phone):
    merge_players(stamp=Stamp("bo-is-cy-", NOON, "Ann"), player=player_named("Bo"), into=player_named("Cy"))

    remove_pin(player_named("Cy"))

    assert PlayerPin.objects.count() == 0
