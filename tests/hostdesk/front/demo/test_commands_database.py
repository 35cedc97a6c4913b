from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import find_link, is_unspent
from hostdesk.front.demo import commands
from hostdesk.front.demo.commands import DemoState, NotDemoBooks
from hostdesk.models import Host, LinkKind
from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player
from tests.hostdesk.safekeeping.backups.books import opened


def record(key):
    """Record an act under that key."""
    record_player(stamp=Stamp(key, datetime(2026, 11, 20, 20, tzinfo=UTC)), name="Ann", regular=True)


def test_nothing_is_in_a_new_file(empty):
    assert commands.demo_state(timezone.now()) is DemoState.NOTHING


def test_a_file_without_tables_is_as_good(tmp_path, django_db_blocker):
    (tmp_path / "demo.sqlite3").touch()

    with django_db_blocker.unblock(), opened(tmp_path / "demo.sqlite3"):
        assert commands.demo_state(timezone.now()) is DemoState.NOTHING


@pytest.mark.parametrize(("days", "found"), [(0, DemoState.TODAYS), (1, DemoState.OLDER), (-1, DemoState.OLDER)])
def test_a_demo_is_of_the_day_it_was_made(days, found, empty):
    record("demo-00-001")

    assert commands.demo_state(timezone.now() + timedelta(days=days)) is found


def test_acts_of_somebody_else_are_refused(empty):
    record("kitchen-0001")
    record("demo-00-001")

    with pytest.raises(NotDemoBooks) as refused:
        commands.demo_state(timezone.now())

    assert str(refused.value) == f"{empty} has books that are not the demo's. The demo fills only its own."


def test_a_desk_that_was_only_set_up_is_refused(empty):
    Host.objects.make(name="Ann", password="seven of clubs")

    with pytest.raises(NotDemoBooks):
        commands.demo_state(timezone.now())


def test_it_starts_anew_with_an_empty_file(empty):
    record("demo-00-001")
    (empty.parent / "demo.sqlite3-journal").touch()

    commands.start_anew()

    assert commands.demo_state(timezone.now()) is DemoState.NOTHING
    assert not (empty.parent / "demo.sqlite3-journal").exists()
    assert oct(empty.stat().st_mode)[-3:] == "600"


def test_books_in_memory_are_refused(django_db_blocker):
    with django_db_blocker.unblock(), opened(Path(":memory:")), pytest.raises(NotDemoBooks) as refused:
        commands.demo_books()

    assert str(refused.value) == "The demo keeps its books in a SQLite file of its own: unset DATABASE_URL."


def is_a_place(path):
    with opened(path):
        try:
            commands.demo_books()
        except NotDemoBooks:
            return False
        return True


def test_only_a_file_is_a_place(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        places = [is_a_place(path) for path in (tmp_path / "demo.sqlite3", Path(":memory:"))]

    assert places == [True, False]


def test_the_link_is_the_hosts(empty):
    link = find_link(commands.host_link())

    assert link is not None
    assert (link.kind, link.host.name, is_unspent(link)) == (LinkKind.HOST, "Ann Hollis", True)


def test_every_start_has_a_link_of_its_own_and_the_same_host(empty):
    first, second = commands.host_link(), commands.host_link()

    assert first != second
    assert Host.objects.count() == 1
