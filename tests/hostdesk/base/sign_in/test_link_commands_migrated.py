"""Links of group chats, calendars and screens move into the one table of links and back, with the rows that use it."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from hostdesk.models import Link
from tests.museum import exhibited
from tests.running import Ran, run

pytestmark = pytest.mark.pg

BEFORE, JOINED = "0023_known_places", "0024_one_table_of_links"
MADE = datetime(2026, 3, 6, 19, tzinfo=UTC)
ENDED, EXPIRES, READ = (MADE + timedelta(days=days) for days in (1, 2, 3))
OLD = {"GroupLink": "group", "CalendarFeed": "calendar", "TableScreen": "screen"}


def tables():
    """Return the models at the current state of the migrations."""
    executor = MigrationExecutor(connection)
    return executor.loader.project_state([*executor.loader.applied_migrations]).apps


def model(name):
    return tables().get_model("hostdesk", name)


@contextmanager
def museum(folder):
    """Keep the books of version 1.0.0, migrated up to the step before the one under test."""
    with exhibited("1.0.0", folder):
        call_command("migrate", "reservations", verbosity=0, no_backup=True)
        call_command("migrate", "hostdesk", BEFORE, verbosity=0, no_backup=True)
        yield


def rows(name, *, without=("id",)):
    """Return the rows of a table in order, as values by column."""
    return [
        {column: value for column, value in row.items() if column not in without}
        for row in model(name).objects.order_by("pk").values()
    ]


def gives_all_kinds():
    """Give a live and an ended link of each kind and subject; the numbers of the tables overlap and have gaps."""
    found = tables()
    player, other = found.get_model("reservations", "Player").objects.order_by("pk")[:2]
    night, later = found.get_model("reservations", "Night").objects.order_by("pk")[:2]
    series = found.get_model("reservations", "Series").objects.get()
    poll = found.get_model("reservations", "Fact").objects.order_by("pk")[0]
    host = model("Host").objects.create(name="Ann", name_key="ann", password="!")
    number = iter(range(100))

    def give(name, **said):
        for ended in (None, ENDED):
            row = {"digest": f"{next(number):064}", "made_at": MADE, "ended_at": ended, **said}
            model(name).objects.create(**row)

    model("Link").objects.create(kind="host", host_id=host.pk, digest="h", made_at=MADE, expires_at=EXPIRES)
    gone = model("GroupLink").objects.create(night_id=night.pk, digest="gone", seed="gone", made_at=MADE)
    for place in ({"night_id": later.pk}, {"series_id": series.pk}, {"poll_id": poll.pk}):
        give("GroupLink", seed=f"seed of {place}", made_by="Ann", **place)
    gone.delete()
    give("CalendarFeed", player_id=player.pk, read_at=READ)
    give("CalendarFeed", host_id=host.pk)
    give("TableScreen", night_id=night.pk, made_by="Bo", expires_at=EXPIRES)
    for group in model("GroupLink").objects.all():
        said = {"what": "look", "hour": MADE, "group_link_id": group.pk}
        model("GroupLinkUse").objects.create(address="10.0.0.1", times=group.pk, **said)
        claim = {"key": f"claim {group.pk}", "name": group.seed[:30], "made_at": MADE, "group_link_id": group.pk}
        model("NameClaim").objects.create(brought_by_id=other.pk, **claim)


def whose(name):
    """Return the digest of the link behind each row of a table that refers to group links."""
    goal = model(name)._meta.get_field("group_link").related_model
    digests = dict(goal.objects.values_list("pk", "digest"))
    return [digests[number] for number in model(name).objects.order_by("pk").values_list("group_link_id", flat=True)]


@pytest.mark.long
def test_every_link_moves_with_its_uses_and_claims_and_back(tmp_path, django_db_blocker):
    with django_db_blocker.unblock(), museum(tmp_path):
        gives_all_kinds()
        before = {name: rows(name) for name in OLD}
        others = {
            name: (rows(name, without=("id", "group_link_id")), whose(name)) for name in ("NameClaim", "GroupLinkUse")
        }

        call_command("migrate", "hostdesk", JOINED, verbosity=0, no_backup=True)
        links = list(model("Link").objects.order_by("pk").values())
        after = {
            name: [{column: row[column] for column in before[name][0]} for row in links if row["kind"] == kind]
            for name, kind in OLD.items()
        }
        others_after = {
            name: (rows(name, without=("id", "group_link_id")), whose(name)) for name in ("NameClaim", "GroupLinkUse")
        }
        left, checked = [name for name in OLD if f"hostdesk_{name.lower()}" in table_names()], run("ledger_check")

        call_command("migrate", "hostdesk", BEFORE, verbosity=0, no_backup=True)
        back = {name: rows(name) for name in OLD}
        others_back = {
            name: (rows(name, without=("id", "group_link_id")), whose(name)) for name in ("NameClaim", "GroupLinkUse")
        }
        kinds = [*model("Link").objects.values_list("kind", flat=True)]
        call_command("migrate", verbosity=0, no_backup=True)
        again = Link.objects.count()

    assert {name: len(found) for name, found in before.items()} == {"GroupLink": 6, "CalendarFeed": 4, "TableScreen": 2}
    assert (after, others_after) == (before, others)
    assert (left, checked, len(links), again) == ([], Ran(0), 13, 13)
    assert (back, others_back, kinds) == (before, others, ["host"])


def table_names():
    return connection.introspection.table_names()


@pytest.mark.further
def test_after_it_the_database_keeps_one_address_of_a_kind_for_a_subject(tmp_path, django_db_blocker):
    with django_db_blocker.unblock(), museum(tmp_path):
        gives_all_kinds()
        call_command("migrate", verbosity=0, no_backup=True)
        refused = []
        for link in Link.objects.filter(kind__in=OLD.values(), ended_at=None).order_by("pk"):
            link.pk, link.digest = None, f"another {link.digest[:50]}"
            try:
                with transaction.atomic():
                    link.save(force_insert=True)
            except IntegrityError:
                refused.append(link.kind)

    assert refused == ["group"] * 3 + ["calendar"] * 2 + ["screen"]
