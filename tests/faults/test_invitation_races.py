"""Two tablets that invite overlapping lists of players at once: every player gets one letter."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.db import connection

from hostdesk.mail.messages.commands import draft_messages
from reservations.acts import commands as acts_commands
from reservations.acts.kinds import Stamp
from reservations.rsvps.queries import rsvp_state_of
from reservations.waiting_list import commands as lining
from reservations.waiting_list import commands as waiting_list_commands
from tests.faults.racing import at_once, meeting, told
from tests.hostdesk.post import before, drafted, friday
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(3)


def inviting(night, key, *names, **said):
    players = [one(name) for name in names]
    stamp = Stamp(f"{key:_<8}", before(9_000), "Ann")
    return lambda: waiting_list_commands.invite(stamp=stamp, night=night.night, players=players, **said)


def two_tablets(**said):
    """Invite Bo, Cy and Di from one tablet, and Cy, Di and Eve from another."""
    night = friday()
    outcomes = at_once(
        inviting(night, "one", "Bo", "Cy", "Di", **said), inviting(night, "two", "Cy", "Di", "Eve", **said)
    )
    draft_messages()
    return outcomes


@pytest.mark.parametrize("round_", ROUNDS)
def test_who_is_invited_from_two_tablets_gets_one_letter(round_):
    outcomes = two_tablets()

    assert told(outcomes) == ["new", "new"]
    assert sorted(drafted()) == ["invitation Bo", "invitation Cy", "invitation Di", "invitation Eve"]


@pytest.mark.parametrize("round_", ROUNDS)
def test_the_same_people_invited_from_four_tablets_are_invited_once(round_):
    night = friday()

    outcomes = at_once(*[inviting(night, f"from-{number}", "Bo", "Cy") for number in range(4)])
    draft_messages()

    assert sorted(told(outcomes)) == ["Impossible", "Impossible", "Impossible", "new"]
    assert drafted() == ["invitation Bo", "invitation Cy"]


def test_who_is_invited_again_from_two_tablets_gets_what_both_sent():
    two_tablets(again=True)

    assert sorted(drafted()) == [f"invitation {name}" for name in ("Bo", "Cy", "Cy", "Di", "Di", "Eve")]


def test_without_the_lock_some_would_get_two_letters(unlocked, monkeypatch):
    """Control: without the lock, the race does happen."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )
    monkeypatch.setattr(lining, "rsvp_state_of", meeting(rsvp_state_of, 2))

    two_tablets()

    assert len(drafted()) > 4
