"""``manage.py migrate``: all missing migrations or none, so that the version before can go on."""

import os

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from reservations.acts import append_only_schema
from tests.hostdesk.safekeeping.backups import books
from tests.museum import heads
from tests.replica import PROGRAMS
from tests.running import Ran, run

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

PACKAGE = """
from ledger import migrations
__path__ = [*migrations.__path__, *__path__]
"""
MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("ledger", "{after}")]
    operations = [migrations.RunSQL("{sql}")]
"""
REWRITES = "UPDATE reservations_act SET ruling = 'nobody agreed'"
NONSENSE = "INSERT INTO nowhere VALUES (1)"


@pytest.fixture
def plant(tmp_path, settings, monkeypatch):
    """Return a function that adds two missing migrations: one makes a table, and one runs that statement."""
    settings.VAR, settings.BACKUPS_KEPT = tmp_path, 1
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
    monkeypatch.syspath_prepend(tmp_path)

    def planted(name, statement):
        (_, last), *_ = MigrationLoader(None).graph.leaf_nodes("ledger")
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(PACKAGE)
        first = MIGRATION.format(after=last, sql="CREATE TABLE planted (number integer)")
        (tmp_path / name / "9998_first.py").write_text(first)
        (tmp_path / name / "9999_second.py").write_text(MIGRATION.format(after="9998_first", sql=statement))
        settings.MIGRATION_MODULES = {"ledger": name}

    return planted


def laid_down():
    """Return the content of the database: tables, migrations, triggers, acts."""
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return connection.introspection.table_names(), applied, append_only_schema.count(connection), heads()


@pytest.mark.parametrize(("name", "statement"), [("rewriting", REWRITES), ("unknowing", NONSENSE)])
def test_after_one_that_fails_the_version_before_goes_on(name, statement, plant, settings, tmp_path):
    books.add_players(1, 2)
    before = laid_down()
    plant(name, statement)

    failed = run("migrate", verbosity=0)
    after = laid_down()

    settings.MIGRATION_MODULES = {}
    books.add_player(3)
    (backup,) = (tmp_path / "backups").glob("[!.]*")
    lines = failed.err.splitlines()
    assert (failed.code, after) == (1, before)
    assert lines[0].startswith("CommandError: The books were not brought up to date: ledger.9999_second: ")
    assert lines[-2].startswith("Nothing in them has changed. Start the version that ran before: it goes on")
    assert lines[-1].endswith(f": {backup}")
    assert (run("migrate", verbosity=0), run("ledger_check"), len(heads())) == (Ran(0), Ran(0), 3)


def test_all_of_several_are_there_once_they_pass(plant):
    books.add_player(1)
    tables, applied, triggers, acts = laid_down()
    plant("passing", "DROP TABLE planted")

    done = run("migrate", verbosity=0)

    added = [("ledger", "9998_first"), ("ledger", "9999_second")]
    assert done.code == 0
    assert laid_down() == (tables, sorted([*applied, *added]), triggers, acts)
    MigrationRecorder(connection).migration_qs.filter(name__startswith="999").delete()
