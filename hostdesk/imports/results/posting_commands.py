"""Post a results sheet through the commands: all of it or nothing; known days are posted once."""

import hashlib
from collections.abc import Mapping

from hostdesk.imports.results.commands import record_results
from hostdesk.imports.results.queries import Brings, DayIn, SheetPlan, plan_of
from hostdesk.imports.ways_in.commands import Posted, keep_import, planning
from hostdesk.imports.ways_in.queries import undone_keys
from ledger.results.queries import played_nights
from ledger.undoing.taking_back import free_key
from reservations.acts.chain import canonical
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Faulty, Problem
from reservations.models import Act
from reservations.parsing.names import name_key
from reservations.players.commands import record_player

PREFIX = "results."
"""The start of the key of every act that came in with a sheet."""


def post_sheet(brings: Brings, stamp: Stamp, *, dry_run: bool = False) -> Posted:
    """Plan a sheet and post it, in one transaction that a dry run rolls back. Raises as `post_plan`."""
    with planning(to_post=True, dry_run=dry_run):
        return post_plan(plan_of(brings), stamp)


def post_plan(plan: SheetPlan, stamp: Stamp) -> Posted:
    """Post the new days of a plan that was made under the same lock, each as a night of results only.

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
    results = [entry.result(numbers[name_key(entry.name)]) for entry in day.entries]
    on = day.day or brings.until
    assert on is not None  # noqa: S101 - asked for before
    parts = [brings.house, day.day is None, sorted((result.player, result.net_cents) for result in results)]
    parts += [day.game] if day.game else []
    digest = hashlib.sha256(canonical(parts).encode()).hexdigest()[:24]
    own = Stamp(free_key(f"{PREFIX}{on:%Y%m%d}.{digest}", taken), stamp.at, stamp.by)
    reason = brings.reason if day.difference_cents else ""
    try:
        answer = record_results(
            stamp=own,
            house=brings.house,
            date=on,
            results=results,
            reason=reason,
            starting=day.day is None,
            beside=day.day is not None and played_nights().filter(date=on).exists(),
        )
    except Problem as problem:
        raise Faulty([(day.entries[0].row, str(problem))]) from problem
    posted.count(day.entries[0].row, answer)
    return answer.act
