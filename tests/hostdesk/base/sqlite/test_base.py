import pytest
from django.db import OperationalError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper as DjangosOwn

from hostdesk.base.sqlite.base import DatabaseWrapper, MissingDatabase

pytestmark = pytest.mark.django_db  # only for permission to open a connection: each test has a file of its own


def connection_to(path, kind=DatabaseWrapper):
    template = connections["default"].settings_dict
    return kind({**template, "ENGINE": "hostdesk.base.sqlite", "NAME": str(path), "OPTIONS": {}})


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(MissingDatabase, match=r"manage\.py migrate` starts a new one, `.+ restore FILE` restores"):
        connection_to(tmp_path / "moved.sqlite3").ensure_connection()

    assert list(tmp_path.iterdir()) == []


def test_djangos_own_backend_makes_an_empty_one(tmp_path):
    """Control: Django's own backend makes an empty database."""
    plain = connection_to(tmp_path / "moved.sqlite3", DjangosOwn)

    plain.ensure_connection()
    plain.close()

    assert [path.name for path in tmp_path.iterdir()] == ["moved.sqlite3"]


@pytest.mark.parametrize("name", ["desk.sqlite3", "Ann's night? 50% #1.sqlite3", "Łukasz ♠ %20.sqlite3"])
def test_a_file_that_was_made_opens_under_any_name(name, tmp_path):
    desk = connection_to(tmp_path / "var" / name)

    desk.make_file()
    with desk.cursor() as cursor:
        cursor.execute("CREATE TABLE night (id INTEGER)")
    desk.close()

    assert (tmp_path / "var" / name).stat().st_size > 0
    assert [path.name for path in (tmp_path / "var").iterdir()] == [name]


def test_making_it_twice_keeps_what_is_there(tmp_path):
    (tmp_path / "desk.sqlite3").write_text("a ledger")

    connection_to(tmp_path / "desk.sqlite3").make_file()

    assert (tmp_path / "desk.sqlite3").read_text() == "a ledger"


def test_memory_needs_no_file():
    desk = connection_to(":memory:")

    desk.make_file()
    desk.ensure_connection()
    desk.close()


def test_a_file_that_could_not_be_written_is_opened_anew(tmp_path, monkeypatch):
    """SQLite opens such a file for reading, and would not notice that it can be written again."""
    desk = connection_to(tmp_path / "desk.sqlite3")
    desk.make_file()
    with monkeypatch.context() as nobody:
        nobody.setattr("os.access", lambda path, mode: False)
        desk.ensure_connection()

    desk.close_if_unusable_or_obsolete()

    assert desk.connection is None


def test_after_a_fault_it_is_opened_anew_and_otherwise_not(tmp_path):
    desk = connection_to(tmp_path / "desk.sqlite3")
    desk.make_file()
    desk.ensure_connection()
    desk.close_if_unusable_or_obsolete()
    before = desk.connection is not None
    with pytest.raises(OperationalError), desk.cursor() as cursor:
        cursor.execute("SELECT * FROM nothing")

    desk.close_if_unusable_or_obsolete()

    assert (before, desk.connection) == (True, None)
