"""A desk to measure: a host who is signed in, a night of 24 players, and a night with two full tables."""

from itertools import product

from django.test import Client
from django.utils import timezone

from hostdesk.invitations.nights.commands import open_night
from hostdesk.table.tables.queries import present_at, seating_now
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from reservations.acts.kinds import Stamp
from reservations.models import Night, Player
from reservations.players.commands import record_player
from reservations.tables.seat_commands import seat_everybody, split_table
from tests.signed_in import host_client

SEATS = 24


def signed_in() -> Client:
    """Return a test client that is signed in as a host."""
    return host_client("Bench")


def full_night(name: str = "full-night", seats: int = SEATS, times: int = 1) -> Night:
    """Open a night with that many players and buy-ins per player; every night needs a name of its own."""
    now = timezone.now()
    players = [_player(f"Seat {number:02}", Stamp(f"seat-{number:05}", now)) for number in range(seats)]
    stamp = Stamp(f"{name}-open", now)
    opened = open_night(stamp=stamp, house="mike", date=now.date(), banker=players[0], float_cents=0)
    night = opened.act.night
    assert night is not None
    for place, player in product(range(times), players):
        stamp = Stamp(f"{name}-{place}-{player.number}", now)
        buy_in(stamp=stamp, night=night, player=player, amount_cents=1000, pay=Means.CASH)
    return night


def seat_at_two_tables(night: Night) -> None:
    """Give every player of a night a seat, half of them at a second table."""
    here, stamps = present_at(night).here, (Stamp(f"two-tables-{number}", timezone.now()) for number in range(2))
    away = list(Player.objects.filter(pk__in=here[len(here) // 2 :]))
    seat_everybody(stamp=next(stamps), night=night, present=present_at(night))
    split_table(stamp=next(stamps), night=night, volunteers=away, present=present_at(night))
    sitting = seating_now(night)
    if [sitting.count(table) for table in (1, 2)] != [len(here) // 2] * 2:
        raise RuntimeError("The tables are not full.")


def _player(name: str, stamp: Stamp) -> Player:
    return Player.objects.get(pk=record_player(stamp=stamp, name=name, regular=True).act.number)
