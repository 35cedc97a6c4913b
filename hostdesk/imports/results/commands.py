"""Record results without a bank, of a night or as players' starting results; and post a sheet of them.

A sheet is posted whole or not at all, and no day is posted twice.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as day
from typing import Any

from django.utils import timezone

from hostdesk.imports.results.queries import Brings, DayIn, SheetPlan, plan_of
from hostdesk.imports.ways_in.commands import Posted, keep_import, planning
from hostdesk.imports.ways_in.queries import undone_keys
from hostdesk.invitations.nights.commands import rules_called
from ledger.entries.commands import write
from ledger.results.closed_queries import past_of
from ledger.results.queries import played_nights
from ledger.results.rules import NetResult, check_past, check_results
from ledger.undoing.taking_back import free_key
from reservations.acts.chain import canonical
from reservations.acts.commands import command, seal_rows
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faulty, Impossible, Problem
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.models import Act, Night
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.players.commands import record_player
from reservations.players.queries import player_names


@command
def record_results(
    *,
    stamp: Stamp,
    house: str,
    date: day,
    results: Sequence[NetResult],
    reason: str = "",
    starting: bool = False,
    beside: bool = False,
) -> Answer:
    """Record players' wins and losses on a night that had no bank here; nothing goes into THE BOOK.

    ``house`` as for ``open_night``. A ``reason`` declares results that do not sum to zero. ``starting``: they cover the
    time up to that day, before the first night. ``beside``: that date has another night, of another game.

    Raises ``Malformed`` for results that do not add up, ``Unknown`` for a missing house, ``Impossible`` for a date that
    has a night already or is still to come and for results that would count twice, ``Merged`` for a merged player.
    """
    found = rules_called(house).house
    nets = sorted(results, key=lambda result: result.player)
    content: dict[str, Any] = {"house": found.key, "date": date.isoformat(), "results": [net.content() for net in nets]}
    content |= {"reason": reason} if reason else {}
    content |= ({"starting": True} if starting else {}) | ({"beside": True} if beside else {})
    draft = act_once(Draft(Kind.RESULTS, stamp, content))
    check_not_merged(result.player for result in nets)
    names = player_names(result.player for result in nets)
    check_results(nets, names, reason=draft.content.get("reason", ""))
    check_past(date, starting=starting, today=timezone.localdate(), past=past_of(names))
    if starting:
        return Answer(write(draft, None, ()))
    held = played_nights().filter(date=date).select_related("house").first()
    if held is not None and not beside:
        raise Impossible(f"There is a night of {day_of(date)} at {held.house} already.")
    night = Night.objects.create(date=date, house=found)
    seal_rows([night])
    night.results = write(replace(draft, night=night), 0, ())
    night.save(update_fields=["results"])
    return Answer(night.results)


PREFIX = "results."
"""The start of the key of every act that came in with a sheet."""


def post_sheet(brings: Brings, stamp: Stamp, *, dry_run: bool = False) -> Posted:
    """Plan a sheet and post it, in one transaction that a dry run rolls back. Raises as `post_plan`."""
    with planning(to_post=True, dry_run=dry_run):
        return post_plan(plan_of(brings), stamp)


def post_plan(plan: SheetPlan, stamp: Stamp) -> Posted:
    """Post the new days of a plan that was made under the same lock, a day as a night of results only.

    Raises ``Faulty`` with all faults, by row; nothing is recorded then.
    """
    if faults := [*plan.faults, *plan.missing]:
        raise Faulty(sorted(set(faults)))
    posted = Posted(known=plan.known_days, nights=len(plan.to_post))
    used = {name_key(entry.name) for day in plan.to_post for entry in day.entries}
    numbers = {key: _number_of(plan, key, stamp, posted) for key in sorted(used)}
    taken = undone_keys(PREFIX)
    acts = [_post_day(plan.brings, day, numbers, stamp, taken, posted) for day in plan.to_post]
    keep_import([act.night for act in acts if act.night is not None])
    return posted


def _number_of(plan: SheetPlan, key: str, stamp: Stamp, posted: Posted) -> int:
    """Return the number of the player of a name; a new one is added first."""
    name = plan.people[key]
    if name.player is not None:
        return name.player.number
    digest = hashlib.sha256(key.encode()).hexdigest()[:24]
    own = Stamp(f"{PREFIX}player.{digest}", stamp.at, stamp.by)
    row = min(entry.row for day in plan.days for entry in day.entries if name_key(entry.name) == key)
    answer = record_player(stamp=own, name=name.text, regular=True)
    posted.count(row, answer)
    posted.remarks.append((row, f"{name.text} is new here and is added as a regular."))
    return answer.act.number


def _post_day(
    brings: Brings, day: DayIn, numbers: Mapping[str, int], stamp: Stamp, taken: frozenset[str], posted: Posted
) -> Act:
    """Record one day and return its act, under a key made of its content: the same sheet has the same keys."""
    entries = ((numbers[name_key(entry.name)], entry) for entry in day.entries)
    results = [NetResult(player, entry.net_cents, entry.bought_cents) for player, entry in entries]
    on = day.day or brings.until
    assert on is not None  # noqa: S101 - a plan without it is refused before
    parts = [brings.house, day.day is None, sorted((result.player, result.net_cents) for result in results)]
    parts += [day.game] if day.game else []
    digest = hashlib.sha256(canonical(parts).encode()).hexdigest()[:24]
    own = Stamp(free_key(f"{PREFIX}{on:%Y%m%d}.{digest}", taken), stamp.at, stamp.by)
    reason = brings.reason if day.difference_cents else ""
    of_what = {"starting": day.day is None, "beside": bool(day.day) and played_nights().filter(date=on).exists()}
    try:
        answer = record_results(stamp=own, house=brings.house, date=on, results=results, reason=reason, **of_what)
    except Problem as problem:
        raise Faulty([(day.entries[0].row, str(problem))]) from problem
    posted.count(day.entries[0].row, answer)
    return answer.act
