"""What the pages of THE BOOK list: its acts between nights, and what one of them moved. A fixed number of queries."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.listing import players_in
from ledger.book import entries
from ledger.book_changes import Change
from ledger.book_report import BookReport, InBook
from ledger.models import Transfer
from ledger.standings import standings
from ledger.wording import amount_of, said
from reservations.kinds import Kind
from reservations.models import Act, Night
from reservations.names import name_key
from reservations.queries import people_at, persons_names_as_of, player_names

UNDOABLE = (Kind.PAYMENT, Kind.CORRECT, Kind.BALANCES)
"""The kinds of act that write into THE BOOK between nights, each of which its page undoes."""


@dataclass(frozen=True)
class BookAct:
    """One of them, for people; ``cents`` is what it moved from one side of THE BOOK to the other."""

    number: int
    at: datetime
    kind: str
    text: str
    players: tuple[int, ...]
    names: str
    cents: int
    by: str
    undone_by: int | None
    rulings: tuple[str, ...]

    @property
    def day(self) -> date:
        """The day it was recorded on, where the desk stands."""
        return timezone.localdate(self.at)


@dataclass(frozen=True)
class StandingRow:
    """Somebody's standing on the list, with how old it is on the day it is read."""

    person: InBook
    name_key: str
    days: int | None

    @property
    def number(self) -> int:
        """Who it is."""
        return self.person.number

    @property
    def name(self) -> str:
        """Their name."""
        return self.person.name

    @property
    def regular(self) -> bool:
        """Whether they play as a regular."""
        return self.person.regular

    @property
    def word(self) -> str:
        """Whether they owe or are owed."""
        return self.person.word

    @property
    def cents(self) -> int:
        """The standing."""
        return self.person.cents

    @property
    def since(self) -> date | None:
        """Since when there is some of it."""
        return self.person.since

    @property
    def overdue_cents(self) -> int:
        """How much of it is overdue."""
        return self.person.overdue_cents


def standing_rows(report: BookReport, said: Mapping[str, Any]) -> list[StandingRow]:
    """Return the standings of a report as the filter narrows them, whoever owes most first."""
    called = name_key(said.get("name", ""))
    return [
        StandingRow(each, name_key(each.name), None if each.since is None else (report.day - each.since).days)
        for each in report.standing
        if called in name_key(each.name) and _IS_SHOWN[said.get("show", "")](each)
    ]


_IS_SHOWN: dict[str, Callable[[InBook], bool]] = {
    "": lambda each: True,
    "owes": lambda each: each.owes,
    "owed": lambda each: not each.owes,
    "overdue": lambda each: each.overdue_cents > 0,
}


def book_acts() -> QuerySet[Act]:
    """Return payments, corrections and old books, the newest first."""
    return Act.objects.filter(night=None, kind__in=UNDOABLE).select_related("reversed_by").order_by("-number")


def book_act_rows(acts: Iterable[Act]) -> list[BookAct]:
    """Return acts for people; a twin has the name of whom they were merged into."""
    acts = list(acts)
    people, names = people_at(), persons_names_as_of(max((act.number for act in acts), default=0))
    return [_book_act(act, people, names) for act in acts]


def narrowed(rows: Iterable[BookAct], said: Mapping[str, Any]) -> list[BookAct]:
    """Return the acts that the filter asks for."""
    return [each for each in rows if all(_IS_ASKED[name](each, value) for name, value in said.items())]


_IS_ASKED: dict[str, Callable[[BookAct, Any], bool]] = {
    "kind": lambda each, kind: each.kind == kind,
    "player": lambda each, player: player in each.players,
    "since": lambda each, day: each.day >= day,
    "until": lambda each, day: each.day <= day,
    "amount": lambda each, cents: each.cents == cents,
    "words": lambda each, words: name_key(words) in name_key(each.text),
    "state": lambda each, state: (state == "undone") is (each.undone_by is not None),
}


def _book_act(act: Act, people: Mapping[int, int], names: Mapping[int, str]) -> BookAct:
    content = json.loads(act.content)
    if act.kind == Kind.MERGE:  # The two have one name by now, and both are meant.
        names = {**names, **player_names(players_of(content))}
    players = tuple(dict.fromkeys(people.get(each, each) for each in players_of(content)))
    return BookAct(
        number=act.number,
        at=act.at,
        kind=act.kind,
        text=said(act.kind, content, names),
        players=players,
        names=", ".join(names[each] for each in players),
        cents=_moved(act.kind, content),
        by=act.by,
        undone_by=getattr(getattr(act, "reversed_by", None), "number", None),
        rulings=(act.ruling,) if act.ruling else (),
    )


def players_of(content: Mapping[str, Any]) -> list[int]:
    """Return the players an act is about, by number, those of an old book among them."""
    return [*players_in(content), *(each["player"] for each in content.get("standings", ()))]


def _moved(kind: str, content: Mapping[str, Any]) -> int:
    owed = (max(0, each["balance"]) for each in content.get("standings", ()))
    return sum(owed) if "standings" in content else amount_of(kind, content) or 0


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
