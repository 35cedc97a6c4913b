"""THE BOOK: what it owes each player and what each player owes it."""

from collections import Counter
from datetime import date

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.models import Account, AccountKind, Transfer
from reservations.queries import people_at


def standings(on: date | None = None) -> dict[int, int]:
    """Return each player's standing in cents by their number: + THE BOOK owes them, - they owe it; none at zero.

    With ``on``: of the nights closed that are dated up to that day, and of the acts of no night that happened up to it
    in local time, so that all of them sum to zero. Without: up to now. A twin's standing is part of that of whom they
    have been merged into, whatever the day: a debt follows the person.
    """
    moved = _moved(on)
    debited = moved.filter(debit=OuterRef("pk")).values("debit").annotate(all=Sum("cents")).values("all")
    credited = moved.filter(credit=OuterRef("pk")).values("credit").annotate(all=Sum("cents")).values("all")
    standing = Coalesce(Subquery(credited), 0) - Coalesce(Subquery(debited), 0)
    books = Account.objects.filter(kind=AccountKind.BOOK).annotate(standing=standing).exclude(standing=0)
    people, standings = people_at(), Counter[int]()
    for player, cents in books.values_list("player", "standing"):
        standings[people.get(player, player)] += cents
    return {player: cents for player, cents in sorted(standings.items()) if cents}


def _moved(on: date | None) -> QuerySet[Transfer]:
    moved = Transfer.objects.order_by()
    if on is None:
        return moved
    closed = Q(act__night__bank__closed__isnull=False, act__night__date__lte=on)
    return moved.filter(closed | Q(act__night=None, act__at__date__lte=on))
