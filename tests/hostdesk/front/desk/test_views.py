import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from hostdesk.base.site.http_server import HEADERS
from hostdesk.base.site.league_queries import league_faults
from hostdesk.base.site.rounds import CLOCK, Round, known, the_clock
from reservations.acts import append_only_schema
from reservations.acts.kept_head import KeptHead, keep_in
from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player
from tests.hostdesk.supervision import ticking
from tests.signed_in import host_client
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db


def test_before_the_sign_in_no_player_is_named(client):
    record_player(stamp=Stamp("player-01", now()), name="Ann", regular=True)

    answer = client.get("/", follow=True)

    assert answer.redirect_chain == [("/sign-in/?next=%2F", 302)]
    assert "Ann" not in re.findall(r"\w+", answer.content.decode())


@pytest.mark.pg
def test_a_desk_that_is_well(client):
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert answer.json() == {
        "well": True,
        "database": True,
        "trouble": "",
        "migrations_missing": 0,
        "triggers": append_only_schema.expected(),
        "triggers_expected": append_only_schema.expected(),
        "head_fault": "",
        "league_faults": league_faults(),
        "second_place": None,
        "rounds": {},
    }


def test_a_desk_whose_clock_has_stopped(client):
    clock = ticking()

    with known(clock):
        well = client.get("/healthz")
        clock.well_at -= 300
        stopped = client.get("/healthz")

    assert (well.status_code, well.json()["rounds"][CLOCK]["stopped"]) == (200, False)
    assert (stopped.status_code, stopped.json()["rounds"][CLOCK]["stopped"]) == (503, True)


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_a_desk_without_its_triggers(client):
    remove_triggers(connection)
    try:
        answer = client.get("/healthz")
    finally:
        append_only_schema.install(connection)

    assert answer.status_code == 503
    assert (answer.json()["well"], answer.json()["triggers"]) == (False, 0)


def test_a_desk_whose_books_went_further_before(client, settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["well"]) == (503, False)
    assert answer.json()["head_fault"].startswith("This is an older copy of the books, without 412 acts after act 0. ")


@pytest.mark.pg
def test_a_desk_that_was_not_migrated(client):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ledger'")

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["migrations_missing"] > 0


@pytest.fixture
def moved_away(transactional_db, tmp_path):
    """Let the settings point to a database file that does not exist."""
    with pytest.MonkeyPatch.context() as patch:
        connection.close()
        patch.setitem(connection.settings_dict, "NAME", str(tmp_path / "moved.sqlite3"))
        yield tmp_path
    connection.close()


@pytest.mark.sqlite
def test_a_desk_whose_database_was_moved_away(client, moved_away):
    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["database"] is False
    assert list(moved_away.iterdir()) == []


@pytest.mark.sweep
@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/nothing", "/static/hostdesk/base/base.css", "/static/nothing.css", "/%00"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_every_answer_carries_the_headers(client, path, method):
    answer = client.generic(method, path)
    answer.close()

    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/healthz"])
def test_what_only_shows_takes_nothing(path, method):
    assert host_client().generic(method, path).status_code == 405


def test_a_page_that_is_not_there(client):
    answer = client.get("/nothing")

    assert answer.status_code == 404
    assert answer.templates[0].name == "404.html"


def test_a_fault_of_our_own(monkeypatch):
    monkeypatch.setattr("hostdesk.base.site.health_queries.migrations_missing", lambda: 1 / 0)

    answer = Client(raise_request_exception=False).get("/healthz")

    assert answer.status_code == 500
    assert b"Something broke" in answer.content
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_a_wrong_host_is_refused(client):
    answer = client.get("/", headers={"host": "evil.example"})

    assert answer.status_code == 400
    assert b"HOSTDESK_HOSTS" in answer.content
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_jump_of_the_clock_is_told_in_the_settings(desk, monkeypatch):
    monkeypatch.setattr(the_clock, "jump", (datetime(2026, 11, 20, 20, tzinfo=UTC), -3600))

    with known(Round(CLOCK, lambda now, goes_on: None, 1.0, 30.0)):
        text = desk.opens("/desk/?open=desk").text

    assert "The clock of this computer jumped back by 60 minutes, to Fri 20 Nov 2026, 15:00." in text
