"""An attacker with access to the file of the books: books to tamper with, and random edits of them.

Edits hit any checked table, any column, any row. ``docs/trust.md`` says what lies outside.
"""

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.invitations.nights.commands import plan_night, plan_nights
from hostdesk.rules.houses.presets import load_preset
from ledger.models import PrivateResults, Season
from ledger.months.commands import consolidate
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house, revise_house
from reservations.models import Desk, Night, Player
from reservations.nights.plans import Plan, Repeats
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.waiting_list.commands import invite
from tests.faults.tampered_nights import EVERYTHING, START, Row, as_log

OUTSIDE = (PrivateResults, Season)
"""The tables of the two apps that no digest covers: no figure is calculated from them."""
MODELS = [
    model
    for app in ("reservations", "ledger")
    for model in apps.get_app_config(app).get_models()
    if model not in OUTSIDE
]
COVERED: dict[type[models.Model], set[str]] = {Desk: {"id", "time_zone", "currency", "locale"}}
"""The checked columns of the tables that also have unchecked ones."""
HARMLESS = {(Night, "uid_is_shared")}
"""The columns that no record depends on: whether a night went into calendars under one UID for all its readers.

No mail gains weight by it: the UIDs of readers are made with the desk's key.
"""
TRIES = 200
_BLANK = ((models.DateTimeField, START), (models.DateField, START.date()), (models.TimeField, START.time()))


def books() -> None:
    """Make a closed night, one without any money and an open one, at houses of which one has two versions.

    After them a renamed player, one who is merged into another, and one who was merged for a moment; then a closed
    night on credit, and a month of THE BOOK; results that were brought along; a planned night and those of a series,
    invited players, and a player's own limits.
    """
    house = make_house(document=load_preset("mike")).house
    revise_house(house=house, document={**load_preset("mike"), "summary": "As before, and colder."})
    post_log(read_log(as_log(EVERYTHING)))
    consolidate(stamp=Stamp(key="act-month", at=START), until=date(2026, 11, 20))
    night, ann, start = plan_night(date=date(2026, 12, 4), house="mike"), Player.objects.get(name="Ann"), time(19, 30)
    for name in ("Ann", "Gil"):
        invited = Player.objects.get(name=name)
        invite(stamp=Stamp(key=f"invite-{name}", at=START), night=night, players=[invited])
    plan = Plan(day=date(2026, 12, 6), starts=start, ends=time(23), zone="Europe/Berlin", seats=9, place="Kitchen")
    every = Repeats(every="weekly", interval=4, first=plan.day, until=date(2027, 1, 30))
    plan_nights(stamp=Stamp(key="act-series", at=START), house="hybrid", plan=plan, repeats=every)
    say_own_limits(player=ann, figures={Limited.NIGHT: 5000, Limited.PAUSE: None}, at=START)


def ignore_checks(*, on: bool) -> None:
    """Make SQLite accept values that its CHECKs refuse; PostgreSQL has no such switch."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA ignore_check_constraints = {int(on)}")


def write(model: type[models.Model], column: str, row: Row, value: Any) -> None:
    """Write one cell behind the product's back."""
    field = model._meta.get_field(column)
    assert isinstance(field, models.Field)
    write_as_it_is(model, column, row, field.get_db_prep_value(value, connection))


def write_as_it_is(model: type[models.Model], column: str, row: Row, value: Any) -> None:
    """Write one cell behind the product's back, whatever the types of the columns."""
    field, key = model._meta.get_field(column), model._meta.pk
    assert isinstance(field, models.Field)
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(model._meta.db_table)
        column = connection.ops.quote_name(str(field.column))
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {key.column} = %s", [value, row[key.attname]])


@dataclass(frozen=True)
class Changed:
    """A change: ``what`` names the kind of row and of change, ``words`` tell all of it, with the values of the row."""

    what: str
    words: str


class Tamperer:
    """Picks a cell and another value for it, at random, but always the same ones."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rows = {model: list(model._base_manager.values()) for model in MODELS}
        self.columns = [
            (model, field)
            for model in MODELS
            for field in model._meta.concrete_fields
            if field.name in COVERED.get(model, {field.name}) and (model, field.name) not in HARMLESS
        ]

    def change(self) -> Changed:
        """Edit a cell, delete a row, or let two rows change places; the kind of change and the table are random."""
        while True:
            model, how = self.chance.choice(MODELS), self.chance.choice(("edited", "edited", "deleted", "swapped"))
            rows = self.rows[model]
            if how == "edited":
                _, field = self.chance.choice([each for each in self.columns if each[0] is model])
                if what := self.edit(model, field):
                    return Changed(f"{model.__name__}: {how}", what)
            elif len(rows) > (how == "swapped"):
                these = self.chance.sample(rows, 1 + (how == "swapped"))
                self._displace(model, [row[model._meta.pk.attname] for row in these])
                return Changed(f"{model.__name__}: {how}", f"{model.__name__} {how}: {these}")

    def _displace(self, model: type[models.Model], keys: list[int]) -> None:
        """Delete a row, or swap the numbers of two rows."""
        table, key = (connection.ops.quote_name(str(name)) for name in (model._meta.db_table, model._meta.pk.column))
        with connection.cursor() as cursor:
            if len(keys) == 1:
                cursor.execute(f"DELETE FROM {table} WHERE {key} = %s", keys)
                return
            for new, old in ((-1, keys[0]), (keys[0], keys[1]), (keys[1], -1)):
                cursor.execute(f"UPDATE {table} SET {key} = %s WHERE {key} = %s", [new, old])

    def edit(self, model: type[models.Model], field: "models.Field[Any, Any]") -> str:
        """Edit a cell of that column as the database allows it, and describe the edit; "" if it never allows one."""
        for _ in range(TRIES):
            row = self.chance.choice(self.rows[model])
            old = row[field.attname]
            new = self.other(model, field, old)
            try:
                with transaction.atomic():
                    write(model, field.name, row, new)
            except DatabaseError:
                continue  # A constraint refuses this value: try another one.
            if new != old:
                return f"{model.__name__}.{field.name} of {row}: {new}"
        return ""

    def other(self, model: type[models.Model], field: "models.Field[Any, Any]", old: Any) -> Any:
        """Return another value of the same type; sometimes null, where null is allowed."""
        if field.null and self.chance.random() < 0.2:
            return None
        if isinstance(old, bool):
            return not old
        if old is None:
            old = next((blank for kind, blank in _BLANK if isinstance(field, kind)), None)
        if isinstance(old, dict):
            return {**old, "big_blind": old.get("big_blind", 0) + 25}
        if isinstance(field, models.UUIDField):
            return UUID(int=self.chance.getrandbits(128))
        if isinstance(old, time):
            return old.replace(minute=(old.minute + self.chance.randint(1, 59)) % 60)
        if isinstance(old, datetime):
            return old + self.chance.choice([-1, 1]) * self.chance.choice([timedelta(microseconds=1), timedelta(1)])
        if isinstance(old, date):
            return old + timedelta(self.chance.choice([-1, 1, 7]))
        if isinstance(field, models.CharField | models.TextField):
            return self.retyped(old or "")
        here = [row[field.attname] for row in self.rows[model]]
        nearby = [(old or 0) - 1, (old or 0) + 1, max(filter(None, here), default=0) + 1]
        return self.chance.choice([*nearby, self.chance.choice(here)])

    def retyped(self, old: str) -> str:
        """Change, add or drop one character."""
        place, letter = self.chance.randrange(len(old) + 1), self.chance.choice("0aZ é}")
        new = old[:place] + letter + old[place + self.chance.choice([0, 1, 1, 1]) :]
        # PostgreSQL drops a space behind a full column, so the edit would change nothing.
        return old if new.rstrip(" ") == old else new
