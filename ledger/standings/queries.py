"""Standings in THE BOOK: its debts to players, and theirs to it."""

from collections import Counter
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.models import Account, AccountKind, Transfer
from reservations.acts.kept_queries import ANY_NUMBER, KeptQuery
from reservations.acts.kinds import Kind
from reservations.models import Act, Player
from reservations.players.queries import people_at, same_person

EVER_IN_BOOK = Account.objects.filter(kind=AccountKind.BOOK, night=None)
"""The accounts that THE BOOK has: one is made when money first goes through it, and stays."""


def standings(on: date | None = None, *, seen: int | None = None, zone: tzinfo | None = None) -> dict[int, int]:
    """Return players' standings in cents by number: + THE BOOK owes them, - they owe it; no zeros.

    With ``on``: by the closed nights dated up to that day and the acts of no night up to it in local time, so that all
    standings sum to zero. Without ``on``: up to now. With ``seen``: by the acts up to that number, as if later acts had
    not happened. ``zone``: as for :func:`moved_until`. A merged player's standing is part of the person's, whatever the
    day: a debt follows the person.
    """
    # A merge moves money of one person: it is left out only if a day divides the acts.
    moved = Transfer.objects.order_by() if on is None else moved_until(on, seen, zone)
    if on is None and seen is not None:
        moved = moved.filter(act__lte=seen)
    # Zeros are left out below: here the database would sum everything twice.
    standings = people_at(seen).sums(_standing_by(moved))
    return {player: cents for player, cents in sorted(standings.items()) if cents}


def _standing_by(moved: QuerySet[Transfer]) -> QuerySet[Account, tuple[int, int]]:
    """Return the players with an account in THE BOOK, by number, and the sums of those transfers on it."""
    debited = moved.filter(debit=OuterRef("pk")).values("debit").annotate(all=Sum("cents")).values("all")
    credited = moved.filter(credit=OuterRef("pk")).values("credit").annotate(all=Sum("cents")).values("all")
    standing = Coalesce(Subquery(credited), 0) - Coalesce(Subquery(debited), 0)
    return Account.objects.filter(kind=AccountKind.BOOK).annotate(standing=standing).values_list("player", "standing")


_STANDING = KeptQuery(lambda player: _standing_by(Transfer.objects.order_by()).filter(player=player), ANY_NUMBER)


def standing_of(player: Player, *, alone: bool = False) -> int:
    """Return the present standing of one person, in cents; ``alone``: of their own account, before they are merged."""
    numbers = [player.number] if alone else same_person(player)
    return sum(int(cents) for number in numbers for _, cents in _STANDING.all(number))


def booked(moved: QuerySet[Transfer], *columns: str, seen: int | None = None) -> Counter[tuple[Any, ...]]:
    """Return the effects of those transfers on standings, in signed cents, by person and by those columns.

    People are as merged after the act ``seen``, else as at present.
    """
    people, sums = people_at(seen), Counter[tuple[Any, ...]]()
    for side, sign in (("debit", -1), ("credit", 1)):
        rows = moved.filter(**{f"{side}__kind": AccountKind.BOOK}).order_by()
        for player, *of_these, cents in rows.values_list(f"{side}__player", *columns, "cents"):
            sums[people[player], *of_these] += sign * cents
    return sums


def moved_until(on: date | None, seen: int | None = None, zone: tzinfo | None = None) -> QuerySet[Transfer]:
    """Return the transfers in the standings of that day, as of the act of that number; see :func:`standings`.

    The day ends by the clocks of ``zone``, else those of the desk. Movements of merges are left out: they go between
    two entries of one person, and the debtor does not depend on the day of the merge.
    """
    merges = Q(kind=Kind.MERGE) | Q(reverses__kind=Kind.MERGE)
    merging = Act.objects.filter(merges, night=None).values_list("number", flat=True)
    moved = Transfer.objects.order_by().exclude(act__in=list(merging))  # A list: there are few merges, usually none.
    if seen is not None:
        moved = moved.filter(act__number__lte=seen)
    return moved if on is None else on_the_day(moved, on, seen, zone)


def on_the_day(
    moved: QuerySet[Transfer], on: date, seen: int | None = None, zone: tzinfo | None = None
) -> QuerySet[Transfer]:
    """Return the transfers that count on that day: of closed nights, and of acts up to the end of the day."""
    closed = Q(act__night__bank__closed__isnull=False, act__night__date__lte=on)
    if seen is not None:
        closed &= Q(act__night__bank__closed__lte=seen)
    ends = timezone.make_aware(datetime.combine(on + timedelta(days=1), time.min), zone)
    return moved.filter(closed | Q(act__night=None, act__at__lt=ends))
