"""Post a results sheet through the commands: all of it or nothing; known days are posted once."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from hostdesk.imports.results.commands import Posted, keep_import, record_results
from hostdesk.imports.results.queries import DayIn, Plan, plan_of
from hostdesk.imports.results.sheets import Sheet
from hostdesk.invitations.nights.commands import rules_called
from ledger.money.cents import show_signed
from ledger.results.queries import played_nights
from ledger.undoing.taking_back import free_key
from reservations.acts.chain import canonical
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faulty, Problem
from reservations.models import Act, Player
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.players.commands import record_player

PREFIX = "results."
"""The start of the key of every act that came in with a sheet."""


@dataclass(frozen=True)
class Brings:
    """A sheet to post: read, with the players of its names by `field_of` each, its house, and the host's options.

    ``reason`` declares nights that do not sum to zero, ``until`` is the last day of starting results. ``beside``:
    nights of its days that have other results are other games.
    """

    sheet: Sheet
    house: str
    choices: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    until: date | None = None
    beside: bool = False


def post_sheet(brings: Brings, stamp: Stamp, *, dry_run: bool = False) -> Posted:
    """Post the new days, each as a night of results only, in one transaction that a dry run rolls back.

    Raises ``Faulty`` with all faults, by row; nothing is recorded then.
    """
    posted = Posted()
    with atomic_batch(dry_run=dry_run):
        plan = plan_of(brings.sheet, brings.choices, brings.until, beside=brings.beside)
        if faults := [*brings.sheet.faults, *plan.faults, *not_said(brings, plan)]:
            raise Faulty(sorted(set(faults)))
        posted.known = plan.known_days
        posted.nights = len(plan.to_post)
        numbers = {key: each.person.number for key, each in plan.people.items() if each.person is not None}
        if plan.to_post:
            used = {name_key(entry.name) for each in plan.to_post for entry in each.entries}
            for key in sorted(plan.people.keys() & used - numbers.keys()):
                numbers[key] = _number_of(plan, key, stamp, posted)
        undone = Act.objects.filter(kind=Kind.RESULTS, reversed_by__isnull=False)
        taken = frozenset(undone.values_list("key", flat=True))
        acts = [_post_day(brings, each, numbers, stamp, taken, posted) for each in plan.to_post]
        keep_import([act.night for act in acts if act.night is not None])
    return posted


def not_said(brings: Brings, plan: Plan) -> list[tuple[int, str]]:
    """Return the host's missing answers: the day, the player of a name, the reason of a difference, the house."""
    sheet = brings.sheet
    first = min((each.row for each in sheet.entries), default=1)
    faults = []
    if sheet.open_day is not None:
        faults.append((first, "the dates can be read with the day first or the month first: say which."))
    if sheet.is_unit_open:
        faults.append((first, "the amounts are large and have no cents: say whether they count cents or whole units."))
    if sheet.is_starting and brings.until is None:
        faults.append((first, "these results have no date: say up to which day players start with them."))
    for each in plan.asked:
        if not each.choice:
            row = min(entry.row for entry in sheet.entries if name_key(entry.name) == name_key(each.text))
            near = " or ".join(str(player) for player in each.alike)
            faults.append((row, f"{each.text}: is this {near}, or somebody new?"))
    if not brings.reason:
        for day in plan.uneven:
            on = day_of(day.day) if day.day else "the starting results"
            told = f"{on}: the results sum to {show_signed(day.difference_cents)}, not to zero: give a reason."
            faults.append((day.entries[0].row, told))
    try:
        rules_called(brings.house)
    except Problem as problem:
        faults.append((first, str(problem)))
    return faults


def _number_of(plan: Plan, key: str, stamp: Stamp, posted: Posted) -> int:
    """Return the number of the player chosen for a name; a new one is added first."""
    name = plan.people[key]
    if name.choice.isdigit():
        return Player.objects.person(int(name.choice)).number
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
    said = [brings.house, day.day is None, sorted((each.player, each.net_cents) for each in results)]
    said += [day.game] if day.game else []
    digest = hashlib.sha256(canonical(said).encode()).hexdigest()[:24]
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
