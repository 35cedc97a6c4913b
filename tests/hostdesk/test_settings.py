"""The settings, read back from the connection and from a process, not from the settings file."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.db import connection, connections, transaction

from hostdesk.base.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.further

ROOT = Path(__file__).resolve().parents[2]


def start(folder, *arguments, **environment):
    """Run ``manage.py`` as a separate installation in `folder`."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "HOSTDESK_VAR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


def another_writer_is_refused():
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE").connection.rollback()
    except sqlite3.OperationalError:
        return True
    else:
        return False
    finally:
        other.close()


@pytest.mark.sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal" if sqlite3.sqlite_version_info >= (3, 51, 3) else "persist"),
        ("synchronous", 3),  # EXTRA
        ("recursive_triggers", 1),
        ("foreign_keys", 1),
        ("fullfsync", 1),
        ("checkpoint_fullfsync", 1),
        ("busy_timeout", 20_000),
        ("mmap_size", 0),
    ],
)
def test_a_connection_to_sqlite_keeps_what_it_was_told(name, value):
    assert pragma(name) == value


@pytest.mark.sqlite
def test_a_connection_that_was_told_nothing_differs():
    """Control: SQLite's own defaults differ from the values that are read back."""
    with sqlite3.connect(":memory:") as plain:
        told_nothing = [plain.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "recursive_triggers")]
    plain.close()

    assert told_nothing == [2, 0]


@pytest.fixture
def mode(transactional_db):
    """Let a test choose how transactions begin on the open connection."""
    own: Any = connections["default"]
    own.ensure_connection()
    kept = own.transaction_mode
    yield lambda chosen: setattr(own, "transaction_mode", chosen)
    own.transaction_mode = kept


@pytest.mark.sqlite
def test_a_transaction_that_has_only_read_holds_the_write_lock(transactional_db):
    with transaction.atomic():
        pragma("user_version")

        assert another_writer_is_refused()


@pytest.mark.sqlite
def test_djangos_usual_transaction_holds_no_lock_yet(mode):
    """Control."""
    mode("DEFERRED")

    with transaction.atomic():
        pragma("user_version")

        assert not another_writer_is_refused()


@pytest.mark.sqlite
def test_the_tests_run_on_a_file_as_the_product_does():
    assert settings.DATABASES["default"]["ENGINE"] == "hostdesk.base.sqlite"
    assert not cast(DatabaseWrapper, connections["default"]).is_in_memory_db()
    assert settings.DATABASES["default"]["CONN_MAX_AGE"] is None


def test_the_rest():
    assert settings.USE_TZ is True
    assert settings.DEBUG is False
    assert settings.DEFAULT_AUTO_FIELD == "django.db.models.BigAutoField"
    assert settings.INSTALLED_APPS[:3] == ["reservations", "ledger", "hostdesk"]
    assert settings.AUTH_USER_MODEL == "hostdesk.Host"
    assert settings.DATABASES["default"].get("ATOMIC_REQUESTS", False) is False


def test_no_answer_leaves_without_headers_and_nobody_gets_past_the_guard():
    ours = [name.removeprefix("hostdesk.") for name in settings.MIDDLEWARE if name.startswith("hostdesk.")]

    assert ours == [
        "front.serving.middleware.head_without_body",
        "front.serving.middleware.security_headers",
        "front.serving.middleware.network_guard",
        "front.serving.middleware.compressed",
        "front.serving.middleware.recorded_guard",
        "base.site.poll_middleware.quiet_polls",
        "front.serving.middleware.standby_guard",
        "front.serving.middleware.desk_locale",
        "people.pin.guard.PinGuard",
        "base.sign_in.guard.Guard",
        "front.serving.middleware.forms_that_can_be_read",
        "front.serving.middleware.messages_of_facts",
    ]
    assert settings.MIDDLEWARE[:2] == [f"hostdesk.{each}" for each in ours[:2]]
    assert settings.MIDDLEWARE[-5:] == [*(f"hostdesk.{each}" for each in ours[-4:]), "axes.middleware.AxesMiddleware"]


def test_two_desks_on_one_machine_keep_their_cookies_apart(tmp_path):
    told = ({"HOSTDESK_PORT": "8000"}, {"HOSTDESK_PORT": "8001"}, {"HOSTDESK_PREFIX": "/a/b"})
    said = [start(tmp_path, "diffsettings", **each).stdout for each in told]

    names = [re.findall(r"^(?:SESSION|CSRF)_COOKIE_NAME = '([\w.]+)'", each, re.MULTILINE) for each in said]
    apart = [["desk8000", "form8000"], ["desk8001", "form8001"], ["desk8000.a.b", "form8000.a.b"]]
    assert [sorted(each) for each in names] == apart


def test_the_address_for_others_is_answered_and_a_proxy_elsewhere_is_listened_to(tmp_path):
    told = {"HOSTDESK_TLS": "yes", "HOSTDESK_URL": "https://desk.example:8443", "HOSTDESK_PROXY": "172.28.81.2"}

    said = start(tmp_path, "diffsettings", **told).stdout

    assert re.findall(r"'(desk\.[^']*)'\]", re.findall(r"^ALLOWED_HOSTS = (.*)", said, re.MULTILINE)[0]) == [
        "desk.example"
    ]
    assert re.findall(r"^LISTEN = '([^']*)'", said, re.MULTILINE) == ["0.0.0.0"]


def test_the_demo_writes_no_links_to_the_desk(tmp_path):
    told = {"HOSTDESK_DEMO": "yes", "HOSTDESK_URL": "http://desk.example"}

    assert re.findall(r"^URL = '([^']*)'", start(tmp_path, "diffsettings", **told).stdout, re.MULTILINE) == [""]


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"HOSTDESK_PORT": "eighty"}, "HOSTDESK_PORT is 'eighty'; it takes a whole number from 1 to 65535."),
        ({"HOSTDESK_DEBUG": "perhaps"}, "HOSTDESK_DEBUG is 'perhaps'; it takes yes or no."),
        (
            {"HOSTDESK_BACKUPS_KEEP": "3"},
            "HOSTDESK_BACKUPS_KEEP is not a setting of Hostdesk. Did you mean HOSTDESK_BACKUPS_KEPT",
        ),
        ({"HOSTDESK_NETWORKS": "0.0.0.0/0"}, "HOSTDESK_NETWORKS has 0.0.0.0/0, which reaches across the internet. "),
        ({"DATABASE_URL": "mysql://a:b@c/d"}, "DATABASE_URL (mysql) takes sqlite:////path/of/a/file or postgres://"),
    ],
)
def test_a_bad_setting_is_refused_in_one_sentence(environment, sentence, tmp_path):
    said = start(tmp_path, "check", **environment)

    assert said.returncode == 1
    assert said.stderr.startswith(f"Hostdesk cannot start: {sentence}")
    assert said.stderr.count("\n") == 1


def test_a_missing_database_is_refused_and_not_made(tmp_path):
    said = start(tmp_path, "showmigrations")

    assert said.returncode == 1
    assert said.stderr.startswith("Hostdesk cannot start: there is no database at ")
    assert os.listdir(tmp_path) == ["secret"]


def test_migrate_makes_it_for_its_owner_alone(tmp_path):
    made = start(tmp_path / "var", "migrate")

    assert made.stderr == ""
    assert {path.name: oct(path.stat().st_mode)[-3:] for path in (tmp_path / "var").iterdir()} == {
        "secret": "600",
        "hostdesk.sqlite3": "600",
        "hostdesk.sqlite3-journal": "600",
        "hostdesk.sqlite3.held": "600",
    }
