"""Wins and losses, night by night, in cents. Undone acts and their undoings count nothing."""

from dataclasses import dataclass

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from ledger.models import AccountKind, Bank, Transfer
from reservations.acts.kinds import Kind
from reservations.models import Night
from reservations.players.queries import people_at

_BOUGHT = Q(credit__kind=AccountKind.CHIPS)
_RECEIVED = Q(debit__kind=AccountKind.FINAL_POT) | (
    Q(debit__kind=AccountKind.CHIPS) & ~Q(credit__kind=AccountKind.FINAL_POT)
)


@dataclass(frozen=True)
class Result:
    """The cents that a player gave for chips in any form and was given for chips in any form."""

    bought_cents: int = 0
    received_cents: int = 0

    @property
    def result_cents(self) -> int:
        """The player's win (+) or loss (-)."""
        return self.received_cents - self.bought_cents


@dataclass(frozen=True, kw_only=True)
class Winning(Result):
    """The cents that one person, by number, gave for chips on one night and was given for them."""

    player: int
    night: int


def results(night: Night) -> dict[int, Result]:
    """Return each person's purchases and receipts on a night, by number; undone acts and undoings do not count.

    A merged player counts as their person at the close, in an open night as their present person.
    """
    closed = Bank.objects.filter(pk=night.pk).values_list("closed", flat=True).first()
    found = sorted(winnings(night=night, seen=closed), key=lambda winning: winning.player)
    return {winning.player: Result(winning.bought_cents, winning.received_cents) for winning in found}


def winnings(player: int | None = None, *, night: Night | None = None, seen: int | None = None) -> list[Winning]:
    """Return a line per person (or that one) and night (or that one) with chips bought or received.

    People are as merged by the act ``seen``, else as at present.
    """
    people = people_at(seen)
    moved = Transfer.objects.order_by().exclude(act__kind=Kind.REVERSE).filter(act__reversed_by=None)
    moved = moved.filter(_BOUGHT | _RECEIVED, player__isnull=False)
    if player is not None:
        moved = moved.filter(player__in=people.entries(player))
    if night is not None:
        moved = moved.filter(act__night=night)
    sums: dict[tuple[int, int], tuple[int, int]] = {}
    sides = {"bought": _BOUGHT, "received": _RECEIVED}
    sums_of = {name: Coalesce(Sum("cents", filter=side), 0) for name, side in sides.items()}
    rows = moved.values_list("player", "act__night").annotate(**sums_of)
    for number, on, bought_cents, received_cents in rows:
        person = people[number]
        before = sums.get((person, on), (0, 0))
        sums[person, on] = (before[0] + bought_cents, before[1] + received_cents)
    return [Winning(*cents, player=person, night=on) for (person, on), cents in sums.items()]
