"""What the pages of THE BOOK list: its acts between nights, and what one of them moved. A fixed number of queries."""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet

from hostdesk.book.tables import UNDOABLE
from hostdesk.lists.queries import ActRow, players_in
from ledger.book.changes import Change
from ledger.book.queries import entries
from ledger.book.report import InBook
from ledger.book.standing_queries import standings
from ledger.models import Transfer
from ledger.night.text import amount_of, said
from reservations.acts.kinds import Kind
from reservations.models import Act, Night
from reservations.parsing.names import name_key
from reservations.players.queries import people_at, persons_names_as_of, player_names

_IS_SHOWN: dict[str, Callable[[InBook], bool]] = {
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


def standings_asked_for(people: Iterable[InBook], asked: Mapping[str, Any]) -> list[InBook]:
    """Return the people whose standing the filter asks for, by ``name`` and by which side to ``show``."""
    called, is_shown = name_key(asked.get("name", "")), _IS_SHOWN[asked.get("show", "")]
    return [each for each in people if called in each.name_key and is_shown(each)]


def book_acts() -> QuerySet[Act]:
    """Return payments, corrections and old books, the newest first."""
    return Act.objects.filter(night=None, kind__in=UNDOABLE).select_related("reversed_by").order_by("-number")


def book_act_rows(acts: Iterable[Act]) -> list[ActRow]:
    """Return acts for people; a duplicate has the name of whom they were merged into."""
    acts = list(acts)
    people, names_then = people_at(), persons_names_as_of(max((act.number for act in acts), default=0))
    rows = []
    for act in acts:
        content = json.loads(act.content)
        standings_taken = content.get("standings", ())
        players = [*players_in(content), *(each["player"] for each in standings_taken)]
        # A merge is about both, who have one name by now.
        names = {**names_then, **player_names(players)} if act.kind == Kind.MERGE else names_then
        owed = sum(max(0, each["balance"]) for each in standings_taken)
        row = ActRow.of(
            act,
            [people[each] for each in players],
            names,
            text=said(act.kind, content, names),
            cents=owed if "standings" in content else amount_of(act.kind, content) or 0,
            rulings=(act.ruling,) if act.ruling else (),
        )
        rows.append(row)
    return rows


def acts_asked_for(rows: Iterable[ActRow], asked: Mapping[str, Any]) -> list[ActRow]:
    """Return the acts that the filter asks for."""
    return [each for each in rows if all(_IS_ASKED[name](each, value) for name, value in asked.items())]


def moved_by(act: Act) -> list[Change]:
    """Return what an act did to standings: of each person before it and its change, as it was right then."""
    after = standings(seen=act.number)
    changes: dict[int, int] = {}
    for each in entries(Transfer.objects.filter(act=act), seen=act.number):
        changes[each.player] = changes.get(each.player, 0) + each.cents
    names = player_names(changes)
    return [Change(names[player], after.get(player, 0) - cents, cents) for player, cents in changes.items()]


def opened_days() -> list[date]:
    """Return the dates on which a bank was opened, each once, the latest first."""
    return list(Night.objects.exclude(rules=None).order_by("-date").values_list("date", flat=True).distinct())
