"""The chips that a player's own limits allow tonight."""

from collections.abc import Collection
from datetime import datetime

from ledger.bank.queries import BankNow
from ledger.money.cents import show_cents
from ledger.results.closed_queries import closed_nights, open_nights
from reservations.acts.problems import Impossible
from reservations.models import Player
from reservations.own_limits.queries import figures_in_force
from reservations.own_limits.rules import Down, Limited, room_cents


class OwnLimitReached(Impossible):
    """More chips than the player's own limit, which only they can change."""


def check_own_limits(amount_cents: int, *, buyer: Player, now: BankNow, at: datetime, from_bank: bool = True) -> None:
    """Raise ``OwnLimitReached`` if that amount of chips is over the buyer's own limits of that time."""
    room = own_room_cents(buyer.number, now=now, at=at, from_bank=from_bank)
    if room is None or amount_cents <= room:
        return
    most = f"buys {show_cents(room)} more at most" if room else "buys no more chips"
    raise OwnLimitReached(f"{buyer} {most} tonight. That is {buyer}’s own wish, and only {buyer} can change it.")


def own_room_cents(number: int, *, now: BankNow, at: datetime, from_bank: bool = True) -> int | None:
    """Return the most chips, in cents, that a person's own limits allow at that time; None without a limit."""
    numbers = now.people.entries(number)
    if not (figures := figures_in_force(numbers, at)):
        return None
    so_far = now.history.of(number)
    buys = sum(act.kind == "buy_in" for act in so_far.bought)
    night_cents = so_far.bought_cents - so_far.sold_cents - (so_far.cashed_out_cents or 0)
    month_cents = _down_on_other_nights(numbers, now) if Limited.MONTH in figures else 0
    return room_cents(figures, Down(night_cents, month_cents, buys_again=from_bank and buys > 0, rebuys=buys - 1))


def _down_on_other_nights(numbers: Collection[int], now: BankNow) -> int:
    """Return a person's loss on the other nights of this night's month, in cents, + for a loss."""
    closed = closed_nights()
    nights = {**closed.nights, **open_nights(closed)}
    others = (sums for night, sums in nights.items() if night != now.night.pk)
    first = now.night.date.replace(day=1)
    same = [sums for sums in others if sums.day.replace(day=1) == first]
    return -sum(sums.results.get(number, 0) for sums in same for number in numbers)
