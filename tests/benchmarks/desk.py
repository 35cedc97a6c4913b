"""A desk to measure: a host who is signed in, and a night of 24 players."""

from django.test import Client
from django.utils import timezone

from hostdesk.commands import open_night
from ledger.commands import buy_in
from ledger.terms import Means
from reservations.commands import record_player
from reservations.kinds import Stamp
from reservations.models import Night, Player
from tests.signed_in import host_client

SEATS = 24


def signed_in() -> Client:
    """Return the browser of a host, as a test client."""
    return host_client("Bench")


def full_night() -> Night:
    """Open a night with 24 players who have bought in."""
    now = timezone.now()
    players = [_player(f"Seat {number:02}", Stamp(f"seat-{number:05}", now)) for number in range(SEATS)]
    opened = open_night(
        stamp=Stamp("full-night-open", now), house="mike", date=now.date(), banker=players[0], float_cents=0
    )
    night = opened.act.night
    assert night is not None
    for player in players:
        stamp = Stamp(f"full-night-{player.number}", now)
        buy_in(stamp=stamp, night=night, player=player, amount_cents=1000, pay=Means.CASH)
    return night


def _player(name: str, stamp: Stamp) -> Player:
    return Player.objects.get(pk=record_player(stamp=stamp, name=name, regular=True).act.number)
