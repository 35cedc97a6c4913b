"""The parts of the desk in use: pages show a part as soon as it is needed, and not before.

A part is needed once any version of any house has terms for it, and from its first use on. The rules are beside their
subjects; this module collects them in one query.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from ledger.bank.queries import terms_of
from ledger.models import Note, Transfer
from ledger.money.words import Means
from ledger.standings.queries import EVER_IN_BOOK
from reservations.acts.facts import FactKind
from reservations.acts.kept_queries import KeptQuery
from reservations.acts.moments import kept_with_books
from reservations.houses.queries import attendance_of, seating_terms_of_rules
from reservations.models import Desk, Fact, Night, Rules
from reservations.rsvps.door_queries import EVER_SHOWN_ID
from reservations.strikes.queries import EVER_STRUCK
from reservations.strikes.rules import counts_strikes
from reservations.tables.queries import EVER_SPLIT, PLANNED_AT_TWO_TABLES


class Needs(NamedTuple):
    """The parts in use, by the words of their pages; ``open_nights`` are the ids of the nights in play, by house.

    ``tables``: more people than one table seats, or two tables. ``ids``: players show their age. ``chips``: the colours
    of a case are known. ``houses``: there is a second house.
    """

    book: bool = False
    notes: bool = False
    tables: bool = False
    strikes: bool = False
    ids: bool = False
    chips: bool = False
    houses: bool = False
    open_nights: tuple[tuple[int, int], ...] = ()


BY_TERMS: Mapping[str, Callable[[Rules], object]] = {
    "book": lambda rules: terms_of(rules).has_book,
    "notes": lambda rules: Means.NOTE in terms_of(rules).pays_with,
    "chips": lambda rules: terms_of(rules).chips,
    "strikes": lambda rules: counts_strikes(attendance_of(rules)),
    "ids": lambda rules: attendance_of(rules).minimum_age,
}
"""The features for which a version of the rules has terms."""
BY_USE: Mapping[str, Iterable[QuerySet[Any]]] = {
    "book": (EVER_IN_BOOK, Note.objects.all()),
    "notes": (Note.objects.all(),),
    "tables": (PLANNED_AT_TWO_TABLES, EVER_SPLIT),
    "strikes": (EVER_STRUCK,),
    "ids": (EVER_SHOWN_ID,),
}
"""The features that were used once."""


@kept_with_books
def needs_now() -> Needs:
    """Return the parts in use now: in one query, and one more for versions of rules not read before."""
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for what, *row in _ALL.all():
        found[what].append(tuple(row))
    digests = {digest for *_, digest in found["rules"]}
    if unread := digests - _TERMS.keys():
        for rules in Rules.objects.filter(digest__in=unread):
            named = frozenset(name for name, has_terms in BY_TERMS.items() if has_terms(rules))
            _TERMS[rules.digest] = named, seating_terms_of_rules(rules).most
    people = [(house, many) for _, house, many, _ in found["people"]]
    people += [(house, len(json.loads(content)["players"])) for _, house, _, content in found["invited"]]
    most = {house: _TERMS[digest][1] for _, house, _, digest in sorted(found["rules"])}  # that of the newest version
    names = {name for digest in digests for name in _TERMS[digest][0]} | (BY_USE.keys() & found.keys())
    if any(many > most[house] for house, many in people):
        names.add("tables")
    if len(most) > 1:
        names.add("houses")
    return Needs(**dict.fromkeys(names, True), open_nights=tuple((night, house) for night, house, *_ in found["open"]))


_TERMS: dict[str, tuple[frozenset[str], int]] = {}
"""The features and the seats at one table of versions of the rules, by digest: a version never changes."""


def _row(
    rows: QuerySet[Any], what: str, number: Any = 0, house: Any = 0, many: Any = 0, text: Any = ""
) -> QuerySet[Any, Any]:
    """Return rows of one shape from any table: their sort, two ids, a count and a text."""
    numbers = (Value(value, IntegerField()) if value == 0 else value for value in (number, house, many))
    written = Value(text, CharField()) if text == "" else text
    return rows.order_by().values_list(Value(what, CharField()), *numbers, written)


def _everything() -> QuerySet[Any]:
    """Return the data: versions of rules, nights that are not over with their people, and the parts used so far."""
    is_open, desk = Q(bank__isnull=False, bank__closed=None), Desk.objects.filter(pk=Desk.ONE)
    opened = Night.objects.filter(is_open)
    ahead = Night.objects.filter(is_open | Q(bank=None, results=None), cancelled_at=None)
    invited = Fact.objects.filter(kind=FactKind.INVITE, night__in=ahead)
    # A night of many acts: counted by itself, the database need not sort them with all columns of the night.
    bought = Transfer.objects.filter(act__night=OuterRef("pk")).order_by().values("act__night")
    played = Coalesce(Subquery(bought.annotate(many=Count("player", distinct=True)).values("many")), 0)
    return _row(Rules.objects.all(), "rules", "version", "house", text="digest").union(
        _row(opened, "open", "pk", "house"),
        _row(invited, "invited", "night", "night__house", text="content"),
        _row(ahead.annotate(many=Count("facts__player", distinct=True)), "people", "pk", "house", "many"),
        _row(opened.annotate(many=played), "people", "pk", "house", "many"),
        *(_row(desk.filter(Exists(rows)), name) for name, uses in BY_USE.items() for rows in uses),
        all=True,
    )


_ALL = KeptQuery(_everything)
