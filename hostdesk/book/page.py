"""What the pages of THE BOOK list: standings, its acts between nights, and what one of them moved."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hostdesk.lists.queries import ActRow
from ledger.book.changes import Change
from ledger.book.report import BookPlayer
from ledger.book.standing_queries import booked, standings
from ledger.models import Transfer
from reservations.models import Act
from reservations.parsing.names import name_key
from reservations.players.queries import player_names

_IS_SHOWN: dict[str, Callable[[BookPlayer], bool]] = {
    "": lambda each: True,
    "owes": lambda each: each.owes,
    "owed": lambda each: not each.owes,
    "overdue": lambda each: each.overdue_cents > 0,
}

_IS_ASKED: dict[str, Callable[[ActRow, Any], bool]] = {
    "kind": lambda each, kind: each.kind == kind,
    "player": lambda each, player: player in each.players,
    "since": lambda each, day: each.day >= day,
    "until": lambda each, day: each.day <= day,
    "amount": lambda each, cents: each.cents == cents,
    "words": lambda each, words: name_key(words) in name_key(each.text),
    "state": lambda each, state: (state == "undone") is (each.undone_by is not None),
}


def standings_asked_for(people: Iterable[BookPlayer], asked: Mapping[str, Any]) -> list[BookPlayer]:
    """Return the players that the filter asks for, by ``name`` and by which side to ``show``."""
    called, is_shown = name_key(asked.get("name", "")), _IS_SHOWN[asked.get("show", "")]
    return [each for each in people if called in each.name_key and is_shown(each)]


def chosen_by(row: ActRow, asked: Mapping[str, Any]) -> bool:
    """Tell whether the filter asks for that act."""
    return all(_IS_ASKED[name](row, value) for name, value in asked.items())


def moved_by(act: Act) -> list[Change]:
    """Return what an act did to standings: each player's before it, and its change."""
    after = standings(seen=act.number)
    booked_by_it = booked(Transfer.objects.filter(act=act), seen=act.number)
    changes = {player: cents for (player,), cents in sorted(booked_by_it.items()) if cents}
    names = player_names(changes)
    return [Change(names[player], after.get(player, 0) - cents, cents) for player, cents in changes.items()]
