"""The present players at the tables of a night by the ledger, their seats, and the seating chart on paper."""

from collections.abc import Collection
from dataclasses import replace

from hostdesk.table.open_night.queries import Tonight
from ledger.bank.history import NightHistory
from ledger.bank.queries import history_of
from ledger.models import Bank
from reservations.models import Night
from reservations.rsvps.door_queries import turned_away
from reservations.tables.queries import seating_of
from reservations.tables.seats import Present, Seating


def present_at(night: Night) -> Present:
    """Return the players at the tables of a night whose bank was opened: come, and not cashed out for good."""
    is_closed = Bank.objects.filter(pk=night.pk).exclude(closed=None).exists()
    return replace(present_in(history_of(night), turned_away(night)), is_over=is_closed)


def present_tonight(tonight: Tonight) -> Present:
    """Return the players at the tables of a night that was read already."""
    return replace(present_in(tonight.now.history, tonight.turned_away), is_over=not tonight.is_open)


def present_in(history: NightHistory, away: Collection[int] = ()) -> Present:
    """Return the players present after that history, in order of arrival, without those turned ``away``.

    A player who only answers for another, or banks without playing, is there once they arrive or have chips.
    """
    gone, holding = history.who_left(), history.holding()
    here = tuple(number for number in history.players if number not in gone and number not in away)
    back = {number: player.back_at for number, player in history.players.items() if player.back_at}
    return Present(here, history.banker, without_chips=frozenset(here).difference(holding), back=back)


def seating_now(night: Night) -> Seating:
    """Return the tables of a night with the present players."""
    return seating_of(night).only(present_at(night))


def tables_in_words(night: Night) -> str:
    """State the number of players at the tables of a night: "11 at the table", "13 at two tables", "no players yet"."""
    here = len(present_at(night).here)
    where = "two tables" if seating_now(night).tables > 1 else "the table"
    return f"{here} at {where}" if here else "no players yet"
