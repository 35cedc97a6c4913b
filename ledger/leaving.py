"""A player cashes out: the facts and the rules of it, for the page that shows what it would be and for the command."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.timezone import localtime

from ledger import payout
from ledger.money import show_cents
from ledger.payout import Leaving, Part, Payout
from ledger.queries import BankNow
from reservations.models import Player
from reservations.problems import BrokenTerm, Impossible


class MoreThanInPlay(Impossible):
    """A count of more chips than are out: some were counted wrong, never written down, or are not the bank's."""

    def __init__(self, name: str, count_cents: int, in_play_cents: int) -> None:
        self.extra_cents = count_cents - in_play_cents
        super().__init__(
            f"{name}'s count is {show_cents(count_cents)}, but {show_cents(in_play_cents)} of chips are in play: "
            f"count again, or declare {show_cents(self.extra_cents)} extra first."
        )


def leaving_of(now: BankNow, player: Player, count_cents: int, at: datetime, *, round_played: bool) -> Leaving:
    """Return the facts of a cash-out at that moment, its times as the clock on the wall tells them."""
    notice_at = now.course.notice_at(player.number)
    return Leaving(
        name=player.name,
        count_cents=count_cents,
        bought_cents=now.course.bought_cents(player.number),
        # A refusal tells the times of the clock on the wall, wherever the acts were stamped.
        at=localtime(at),
        notice_at=notice_at and localtime(notice_at),
        level_at=now.course.level_at,
        round_played=round_played,
        play_over=now.course.is_over,
    )


def payout_of(now: BankNow, player: Player, count_cents: int, parts: Sequence[Part] | None) -> Payout:
    """Return what is paid for a count, by ``parts`` where given.

    Raises ``MoreThanInPlay``, and what ``pay_out`` and ``take_payout`` raise.
    """
    if count_cents > now.balances.chips_cents:
        raise MoreThanInPlay(player.name, count_cents, now.balances.chips_cents)
    unit, drawer = now.terms.payout_unit_cents, now.balances.drawer_cents
    if parts is None:
        return payout.pay_out(count_cents, unit_cents=unit, drawer_cents=drawer)
    return payout.take_payout(parts, value_cents=count_cents, unit_cents=unit, drawer_cents=drawer)


def broken_by(leaving: Leaving, parts: Sequence[Part] | None, now: BankNow) -> tuple[BrokenTerm, ...]:
    """Return every term that the cash-out breaks, those of its payout last."""
    return (*payout.check_cash_out(leaving, terms=now.terms), *payout.check_payout(parts or (), now.terms))
