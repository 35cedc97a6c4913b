"""Bring shared expenses in, all or nothing: their balances into THE BOOK, or their days as nights of results only."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from hostdesk.imports.results.commands import record_results
from hostdesk.imports.ways_in.commands import Posted, planning
from hostdesk.imports.ways_in.queries import undone_keys
from ledger.book import commands as book_commands
from ledger.results.rules import NetResult
from ledger.undoing.taking_back import free_key
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Problem
from reservations.acts.queries import Answer, in_effect, is_recorded
from reservations.models import Act, Player
from reservations.parsing.days import day_of
from reservations.players.commands import record_player

Who = Mapping[str, Player | None]
"""Who somebody in a file is, by the name there; None for one who is new and is added as a regular."""

_PREFIX = "shared-"


def bring_balances(*, stamp: Stamp, cents: Mapping[str, int], who: Who, reason: str, dry_run: bool = False) -> Answer:
    """Add new players as regulars and take the balances over into THE BOOK, + it owes them, in signed cents by name.

    A ``dry_run`` rolls all of it back. The act's key is made of its content, so that a file comes in once; after an
    undoing it can come in again.

    Raises ``Impossible`` if THE BOOK has balances of that name already: a later export holds them as well; and the
    errors of ``take_over_balances``.
    """
    nonzero = {name: net for name, net in cents.items() if net}
    with planning(to_post=True, dry_run=dry_run):
        its_stamp = replace(stamp, key=_key("balances", reason, nonzero))
        acts = in_effect(Act.objects.filter(night=None, kind=Kind.BALANCES)).order_by("-number")
        called_so = (act for act in acts if json.loads(act.content)["reason"] == reason)
        if not is_recorded(its_stamp.key) and (there := next(called_so, None)):
            raise Impossible(
                f"THE BOOK has balances of the name {reason} since act {there.number}, and a later export holds them "
                f"as well. Undo act {there.number} first, or give these another name."
            )
        standings = Counter[Player]()
        for name, player in _people(its_stamp, nonzero, who).items():
            standings[player] += nonzero[name]
        return book_commands.take_over_balances(stamp=its_stamp, standings=standings, reason=reason)


def bring_nights(
    *, stamp: Stamp, days: Mapping[date, Mapping[str, int]], who: Who, house: str, dry_run: bool = False
) -> Posted:
    """Add new players as regulars and record a day as a night of results only: signed cents by name.

    The key of a night is made of its content: earlier nights are known, and a later export brings only its new nights.
    Raises ``Impossible``, with the day, for the errors of ``record_results``.
    """
    posted = Posted()
    with planning(to_post=True, dry_run=dry_run):
        names = dict.fromkeys(name for nets in days.values() for name in nets)
        people = _people(replace(stamp, key=_key("players", house, [*names])), names, who)
        posted.new = len([name for name in names if who[name] is None])
        for day, nets in days.items():
            cents = Counter[int]()
            for name, net in nets.items():
                cents[people[name].number] += net
            results = [NetResult(number, net) for number, net in cents.items()]
            its_stamp = replace(stamp, key=_key("night", house, day.isoformat(), nets))
            try:
                posted.count(1, record_results(stamp=its_stamp, house=house, date=day, results=results))
            except Problem as problem:
                raise Impossible(f"{day_of(day)}: {problem}") from problem
    return posted


def _key(*content: Any) -> str:
    """Return the key of an act with this content: another one after every undoing."""
    # The command refuses halves of a pair with all other texts that cannot be kept.
    text = json.dumps(content, ensure_ascii=False, default=str).encode(errors="surrogatepass")
    return free_key(f"{_PREFIX}{hashlib.sha256(text).hexdigest()[:40]}", undone_keys(_PREFIX))


def _people(stamp: Stamp, names: Mapping[str, Any], who: Who) -> dict[str, Player]:
    """Return the players by name; new ones are added in acts of their own."""
    people = {}
    for place, name in enumerate(names):
        if (player := who[name]) is None:
            added = record_player(stamp=stamp.part(f"-{place}"), name=name, regular=True)
            player = Player.objects.get(pk=added.act.number)
        people[name] = player
    return people
