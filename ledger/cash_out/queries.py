"""A player cashes out: the facts and the rules of it, for the page that shows what it would be and for the command."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.timezone import localtime

from ledger.cash_out import rules
from ledger.cash_out.rules import Leaving, Papers, Part, Payout
from ledger.credit.rules import ON_CREDIT
from ledger.money.cents import show_cents
from ledger.night.queries import BankNow, book_tonight
from ledger.notes.register_queries import note_called
from reservations.acts.problems import Impossible, RuleViolation
from reservations.models import Player


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
    notice_at = now.history.notice_at(player.number)
    return Leaving(
        name=player.name,
        count_cents=count_cents,
        bought_cents=now.history.bought_cents(player.number),
        # A refusal tells the times of the clock on the wall, wherever the acts were stamped.
        at=localtime(at),
        notice_at=notice_at and localtime(notice_at),
        level_at=now.history.level_at,
        round_played=round_played,
        play_over=now.history.is_over,
    )


def payout_of(now: BankNow, player: Player, count_cents: int, parts: Sequence[Part] | None) -> Payout:
    """Return what is paid for a count, by ``parts`` where given.

    Raises ``MoreThanInPlay``, ``Unknown`` for a note that is none of tonight's, and what ``pay_out`` and
    ``take_payout`` raise.
    """
    if count_cents > now.balances.chips_cents:
        raise MoreThanInPlay(player.name, count_cents, now.balances.chips_cents)
    unit, drawer = now.terms.payout_unit_cents, now.balances.drawer_cents
    papers = papers_of(now, player)
    if parts is None:
        return rules.pay_out(count_cents, unit_cents=unit, drawer_cents=drawer, papers=papers)
    named = [replace(part, note=note_called(now.notes, part.note).name) if part.note else part for part in parts]
    return rules.take_payout(named, value_cents=count_cents, unit_cents=unit, drawer_cents=drawer, papers=papers)


def papers_of(now: BankNow, player: Player) -> Papers:
    """Return what of credit there is for a payout to that player: the notes in the bank, and tonight's debt."""
    held = [note for note in now.notes if note.is_out and note.holder is None]
    return Papers(
        own_notes={note.name: note.out_cents for note in held if note.owed_by == player.number},
        others={note.name: note.out_cents for note in held if note.owed_by != player.number},
        owes_tonight_cents=book_tonight(now.night).get(player.number, 0) if now.has_book else 0,
        has_book=now.has_book,
    )


def broken_by(leaving: Leaving, parts: Sequence[Part] | None, now: BankNow) -> tuple[RuleViolation, ...]:
    """Return every term that the cash-out breaks, those of its payout last."""
    of_payout = rules.check_payout(parts or (), now.terms, ON_CREDIT if now.has_book else ())
    return (*rules.check_cash_out(leaving, terms=now.terms), *of_payout)
