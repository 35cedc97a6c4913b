"""Standings of THE BOOK now: those on a page, the changes by an act, and the players in arrears.

Commands read them too, so this module does not import the drawing of papers.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.timezone import localdate

from ledger.book.changes import Change
from ledger.book.queries import overdue_cents
from ledger.book.report import BookPlayer
from ledger.models import Transfer
from ledger.standings.queries import booked, standings
from reservations.houses.attendance_terms import Arrears
from reservations.houses.queries import all_versions, attendance_of
from reservations.models import Act
from reservations.parsing.names import name_key
from reservations.players.queries import player_names

_IS_SHOWN: dict[str, Callable[[BookPlayer], bool]] = {
    "": lambda _: True,
    "owes": lambda person: person.owes,
    "owed": lambda person: not person.owes,
    "overdue": lambda person: person.overdue_cents > 0,
}


def standings_shown(people: Iterable[BookPlayer], filters: Mapping[str, Any]) -> list[BookPlayer]:
    """Return the players that match the filter, by ``name`` and by the side to ``show``."""
    called, is_shown = name_key(filters.get("name", "")), _IS_SHOWN[filters.get("show", "")]
    return [person for person in people if called in person.name_key and is_shown(person)]


def moved_by(act: Act) -> list[Change]:
    """Return the effect of an act on standings: every player's before it, and its change."""
    after = standings(seen=act.number)
    booked_by_it = booked(Transfer.objects.filter(act=act), seen=act.number)
    changes = {player: cents for (player,), cents in sorted(booked_by_it.items()) if cents}
    names = player_names(changes)
    return [Change(names[player], after.get(player, 0) - cents, cents) for player, cents in changes.items()]


def arrears_now() -> frozenset[int]:
    """Return the numbers of players whose debts in THE BOOK are overdue today; empty without a house's rule for it."""
    # The clock needs it every few seconds, and the whole of THE BOOK is read for it.
    if not any(attendance_of(rules).arrears != Arrears.NOTHING for rules in all_versions()):
        return frozenset()
    return frozenset(overdue_cents(localdate()))
