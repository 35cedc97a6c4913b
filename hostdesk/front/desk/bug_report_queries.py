"""The report of a bug: the data to find it from afar, without a name, an amount, an address or a secret.

This module lists its possible parts; no text is copied and cleaned afterwards. An act has its kind, its players as p1,
p2 and the desk's own words; every other text is "…" and every number "#".
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import Count, QuerySet

from hostdesk import VERSION
from hostdesk.base.faults.kept_faults import last_faults
from hostdesk.base.site.environment import ALL_SETTINGS
from hostdesk.base.site.health_queries import check_health
from hostdesk.base.site.troubles import trouble_in
from hostdesk.imports.night_log.lines import FIELDS
from ledger.cash_out.payout import PayoutMeans
from ledger.money.words import Means
from reservations.acts.kinds import Kind
from reservations.models import Act, Desk, Fact, Player

ACTS = 300
"""The number of acts from the end of the log in the report."""
Part = Callable[[], Iterator[str]]
_WORDS = {*map(str, Means), *map(str, PayoutMeans)}
_INTRODUCTION = """\
Hostdesk: report of a bug

Nothing in it says who plays here or for how much: players are p1, p2, amounts #, other texts …
Read it before you send it, and say what you did, what you expected and what happened instead.
"""


def bug_report(acts: int = ACTS) -> str:
    """Return the whole report, with that many acts at most. An unreadable part has its fault in its place."""
    text = [_INTRODUCTION]
    parts: dict[str, Part] = {**PARTS, f"The last acts, {acts} at most": partial(end_of_the_log, acts)}
    for title, lines in parts.items():
        text.append(f"== {title}\n")
        try:
            text += lines()
        except Exception as fault:  # noqa: BLE001 - whatever is broken, the other parts still help
            trouble = trouble_in(fault)
            text.append(f"cannot be read: {trouble.what if trouble else type(fault).__name__}")
        text.append("")
    return "\n".join(text)


def versions() -> Iterator[str]:
    """Yield the versions of the program and its environment."""
    yield f"Hostdesk {VERSION}, Django {django.get_version()}, Python {platform.python_version()} on {sys.platform}"
    yield f"{connection.vendor} {'.'.join(map(str, connection.get_database_version()))}"


def installation() -> Iterator[str]:
    """Yield the chosen settings, with the values of those without names of people."""
    yield f"set: {', '.join(name for name in ALL_SETTINGS if os.environ.get(name)) or 'nothing'}"
    yield f"https {settings.TLS}, demo {settings.DEMO}, debug {settings.DEBUG}, backups kept {settings.BACKUPS_KEPT}"
    for desk in Desk.objects.all():
        yield f"currency {desk.currency}, amounts as in {desk.locale}, paper {desk.paper or 'as usual there'}"


def findings() -> Iterator[str]:
    """Yield the findings of the doctor and the monitor, in the words that are the same on every desk."""
    out = StringIO()
    try:
        call_command("doctor", "--bare", stdout=out)
    except SystemExit:
        yield "The doctor finds something wrong."
    yield from out.getvalue().splitlines()
    health = check_health()
    yield f"database {health.database}, head as kept beside it {not health.head_fault}"
    yield f"migrations missing {health.migrations_missing}, triggers {health.triggers} of {health.triggers_expected}"
    for name, state in health.rounds.items():
        yield f"{name}: stopped {state['stopped']}, failed {state['failed']}, set aside {len(state['set_aside'])}"


def broken() -> Iterator[str]:
    """Yield the last faults with their places in the program."""
    for fault in last_faults(settings.FAULTS):
        yield f"{fault.number}, {fault.times} times, last {fault.at}, {fault.page}: {fault.what}"
        yield from (f"    {line}" for line in fault.trace)


def shape() -> Iterator[str]:
    """Count the rows of every table, the acts and the facts by kind."""
    for app in ("reservations", "ledger", "hostdesk"):
        for model in apps.get_app_config(app).get_models():
            yield f"{model._meta.label} {QuerySet(model).count()}"
    for kinds in (Act, Fact):
        for kind, number in kinds.objects.values_list("kind").annotate(Count("pk")).order_by("kind"):
            yield f"{kinds.__name__.lower()} {kind} {number}"


def end_of_the_log(most: int) -> Iterator[str]:
    """Yield the last acts, the newest at the end."""
    people = {number: f"p{place}" for place, number in enumerate(Player.objects.values_list("pk", flat=True), 1)}
    for act in reversed(Act.objects.order_by("-number")[:most]):
        content, is_known = json.loads(act.content), act.kind in list(Kind)
        types = FIELDS.get(Kind(act.kind), {}) if is_known else {}
        players = {name: types[name].players(content[name]) for name in types if name in content}
        named = {name: [people.get(number, "p?") for number in numbers] for name, numbers in players.items()}
        fields = [f"{name}={_bare(content[name], theirs)}" for name, theirs in named.items()]
        overruled = len(json.loads(act.overruled))
        notes = [f"night n{act.night_id}"] * bool(act.night_id) + [f"overrules {overruled}"] * bool(overruled)
        notes += [people.get(act.number, "")] * (act.number in people)
        notes += [f"undoes {act.reverses_id}"] * bool(act.reverses_id)
        yield f"{act.number} {act.at:%Y-%m-%dT%H:%MZ} {act.kind if is_known else '…'} {' '.join([*notes, *fields])}"


def _bare(value: Any, people: list[str]) -> str:
    """Return the public part of a value: a player's number, a word of the desk's own, yes or no, or a count."""
    if people:
        return "+".join(people)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return "#"
    if isinstance(value, list | dict):
        return f"({len(value)})"
    return value if value in _WORDS else "…"


PARTS: dict[str, Part] = {
    "Program": versions,
    "Installation": installation,
    "What the doctor finds": findings,
    "What broke last": broken,
    "What is in the books": shape,
}
