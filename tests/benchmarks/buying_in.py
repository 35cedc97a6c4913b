"""The command of a buy-in against the insert of one bare row with the same durability."""

from collections.abc import Iterator
from itertools import count

from django.db import models

from hostdesk.invitations.nights.commands import open_night
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from reservations.acts.kinds import Stamp
from reservations.models import Player
from reservations.players.commands import record_player
from tests.benchmarks.ledgers import FIRST
from tests.benchmarks.timing import Line, ratio_line, side_by_side

ROUNDS = 200


class Bare(models.Model):
    """A row with just a number."""

    cents = models.IntegerField()

    class Meta:
        app_label = "benchmarks"


class BareAct(models.Model):
    """A bare act: no chain, no rules, no lock."""

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    at = models.DateTimeField()
    content = models.TextField()

    class Meta:
        app_label = "benchmarks"


class BareTransfer(models.Model):
    """The cents that a bare act moves."""

    act = models.ForeignKey(BareAct, models.PROTECT)
    debit = models.IntegerField()
    credit = models.IntegerField()
    cents = models.PositiveBigIntegerField()

    class Meta:
        app_label = "benchmarks"


BARE = (Bare, BareAct, BareTransfer)


def measure() -> Iterator[Line]:
    """Yield the ratio on a night that fills up with buy-ins during the measurement."""
    ann = Player.objects.get(pk=record_player(stamp=Stamp("bench-ann-01", FIRST), name="Ann", regular=True).act.number)
    opened = open_night(stamp=Stamp("bench-open-1", FIRST), house="mike", date=FIRST.date(), banker=ann, float_cents=0)
    night, numbers = opened.act.night, count()
    assert night is not None

    def command() -> None:
        stamp = Stamp(f"bench-buy-{next(numbers)}", FIRST)
        buy_in(stamp=stamp, night=night, player=ann, amount_cents=2000, pay=Means.CASH)

    times = side_by_side(ROUNDS, command, lambda: Bare(cents=2000).save(force_insert=True))
    yield ratio_line("buy-in command", "bare insert of one row, same durability", times)
