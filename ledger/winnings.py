"""Who won and lost what, night by night: sums over all nights, for the lists of nights and players.

Undone acts and their undoings count nothing. All amounts are cents.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import BigIntegerField, Case, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from ledger.models import AccountKind, Transfer
from reservations.kinds import Kind
from reservations.queries import twins_over_time

_BOUGHT = Q(credit__kind=AccountKind.CHIPS)
_RECEIVED = Q(debit__kind=AccountKind.FINAL_POT) | (
    Q(debit__kind=AccountKind.CHIPS) & ~Q(credit__kind=AccountKind.FINAL_POT)
)


@dataclass(frozen=True)
class Winning:
    """What one player, by number, gave for chips on one night and was given for them, in cents."""

    player: int
    night: int
    bought_cents: int
    received_cents: int

    @property
    def result_cents(self) -> int:
        """What the player won (+) or lost (-)."""
        return self.received_cents - self.bought_cents


def winnings(players: Iterable[int] | None = None) -> list[Winning]:
    """Return a line for each player and night on which they bought or received; of those players where told."""
    moved = _standing().filter(_BOUGHT | _RECEIVED, player__isnull=False)
    if players is not None:
        moved = moved.filter(player__in=[*players])
    rows = moved.values_list("player", "act__night").annotate(bought=_sum(_BOUGHT), got=_sum(_RECEIVED))
    return [Winning(*row) for row in rows]


def _sum(which: Q) -> Coalesce:
    return Coalesce(Sum("cents", filter=which), 0)


def _standing() -> QuerySet[Transfer]:
    return Transfer.objects.order_by().exclude(act__kind=Kind.REVERSE).filter(act__reversed_by=None)


def players_of_night() -> Subquery:
    """Return, beside each night of a query, how many people bought or received something.

    A twin counts as who they were when the night closed, in an open night as who they are now.
    """
    twins = []
    for time in twins_over_time():
        merged = Q(act__night__bank__closed__gte=time.since)
        if time.until is None:
            merged |= Q(act__night__bank__closed=None)
        else:
            merged &= Q(act__night__bank__closed__lt=time.until)
        twins.append(When(merged, player=time.twin, then=Value(time.person)))
    person = Case(*twins, default=F("player"), output_field=BigIntegerField())
    took_part = _of_night().filter(_BOUGHT | _RECEIVED, player__isnull=False)
    return _once_a_night(took_part, Count(person, distinct=True))


def sold_on_night() -> Subquery:
    """Return, beside each night of a query, the cents of chips that the bank sold."""
    return _once_a_night(_of_night().filter(_BOUGHT, act__kind=Kind.BUY_IN), Sum("cents"))


def over_on_night() -> Subquery:
    """Return, beside each night of a query, what was over (+) or short (-), cash and chips together, in cents."""
    kinds = (Kind.COUNT_DRAWER, Kind.DECLARE_CHIPS)
    signed = Case(
        When(credit__kind=AccountKind.OVER_SHORT, then=F("cents")),
        When(debit__kind=AccountKind.OVER_SHORT, then=Value(0, BigIntegerField()) - F("cents")),
        default=Value(0),
        output_field=BigIntegerField(),
    )
    return _once_a_night(_of_night().filter(act__kind__in=kinds), Sum(signed))


def _of_night() -> QuerySet[Transfer]:
    return _standing().filter(act__night=OuterRef("pk"))


def _once_a_night(moved: QuerySet[Transfer], figure: Count | Sum) -> Subquery:
    return Subquery(moved.values("act__night").annotate(figure=figure).values("figure"))
