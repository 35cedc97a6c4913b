"""``manage.py serve`` as a host runs it."""

import json
import sqlite3
import urllib.request
from datetime import timedelta
from io import StringIO
from ipaddress import ip_network

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.timezone import now

from hostdesk.base.site.addresses import lan_addresses
from hostdesk.management.commands import serve
from hostdesk.management.commands.serve import Command
from reservations.acts.kept_head import KeptHead, keep_in
from tests import desk
from tests.signed_in import a_host
from tests.stories.months import an_october


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with desk.running(tmp_path_factory.mktemp("desk") / "var") as one:
        yield one


def test_it_makes_its_books_and_answers(running):
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/healthz", timeout=10) as answer:
        assert json.load(answer)["well"] is True

    assert sorted(path.name for path in running.folder.iterdir()) == [
        "hostdesk.sqlite3",
        "hostdesk.sqlite3-journal",
        "hostdesk.sqlite3.held",
        "secret",
    ]


def test_it_prints_where_it_is_and_a_qr_code(running):
    places = [f"    http://{host}:{running.port}/" for host in (*lan_addresses(), "127.0.0.1")]

    lines = running.printed.splitlines()

    entry = f"{places[0].rstrip('/')}{running.set_up_path}"
    assert [line for line in lines if "http" in line] == [entry, *places]
    assert f"The books are {running.folder}/hostdesk.sqlite3: no acts." in lines
    assert sum(line.startswith("████") for line in lines) > 10


def test_the_link_it_prints_is_for_the_set_up(running):
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}{running.set_up_path}", timeout=10) as answer:
        assert "Welcome to your desk" in answer.read().decode()


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_second_one_on_the_same_books_is_refused(running, command):
    second = desk.start(running.folder, desk.free_port(), command)

    said, _ = second.communicate(timeout=30)

    assert second.returncode == 1
    assert said.startswith(
        f"CommandError: Hostdesk is already running on hostdesk.sqlite3 (process {running.process.pid})."
    )


@pytest.mark.further
def test_other_commands_work_beside_it(running):
    beside = desk.start(running.folder, running.port, "showmigrations", "reservations")

    said, _ = beside.communicate(timeout=30)

    assert (beside.returncode, said.splitlines()[0]) == (0, "reservations")


def test_a_taken_port_is_told(running, tmp_path):
    other = desk.start(desk.laid_out(tmp_path), running.port, "serve")

    said, _ = other.communicate(timeout=30)

    assert other.returncode == 1
    assert said == (
        f"CommandError: Cannot listen on 0.0.0.0 port {running.port}: Address already in use. "
        "Another program may use the port; HOSTDESK_PORT sets another one.\n"
    )


@pytest.mark.long
def test_it_ends_cleanly_and_the_next_one_starts_as_after_one_that_was_killed(tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as first:
        assert first.stop() == 0
        assert first.process.stdout.read() == "The desk has stopped.\n"

    with desk.running(tmp_path) as second, sqlite3.connect(tmp_path / "hostdesk.sqlite3") as books:
        assert second.process.poll() is None
        assert books.execute("SELECT COUNT(*) FROM reservations_desk").fetchone() == (1,)
        second.process.kill()
        second.process.wait()

        with desk.running(tmp_path) as third:
            assert third.process.poll() is None
    books.close()


@pytest.mark.django_db
@pytest.mark.parametrize(("owed", "offered"), [(True, True), (False, False)])
def test_a_month_that_has_ended_is_offered(owed, offered):
    if owed:
        an_october()
    a_host()
    out = StringIO()

    Command(stdout=out).say_where()

    until = timezone.localdate().replace(day=1) - timedelta(days=1)
    assert (f"book/months/new/?until={until}\n" in out.getvalue()) is offered
    assert (f"{until:%B %Y} has ended. Consolidate THE BOOK at" in out.getvalue()) is offered


@pytest.mark.django_db
@pytest.mark.parametrize(("tls", "addresses", "told"), [(False, (), 1), (False, ("192.168.1.20",), 0), (True, (), 0)])
def test_a_computer_without_a_network_says_what_to_do(settings, monkeypatch, tls, addresses, told):
    settings.TLS = tls
    monkeypatch.setattr(serve, "lan_addresses", lambda: addresses)
    a_host()
    out = StringIO()

    Command(stdout=out).say_where()

    assert out.getvalue().splitlines().count(serve.NO_NETWORK) == told


@pytest.mark.django_db
@pytest.mark.parametrize(("tls", "who"), [(False, "They"), (True, "Only they")])
def test_a_private_network_is_told_at_the_start(settings, tls, who):
    settings.TLS, settings.NETWORKS = tls, (ip_network("100.64.0.0/10"), ip_network("10.8.0.0/24"))
    a_host()
    out = StringIO()

    Command(stdout=out).say_where()

    told = [line for line in out.getvalue().splitlines() if line.startswith("HOSTDESK_NETWORKS")]
    assert told == [
        f"HOSTDESK_NETWORKS lets in 100.64.0.0/10, 10.8.0.0/24. {who} and your home network can open the desk."
    ]


@pytest.mark.django_db(transaction=True)
def test_sign_ins_that_are_over_are_forgotten():
    for key, days in (("over", -1), ("lasting", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now() + timedelta(days=days))

    Command(stdout=StringIO()).prepare()

    assert [session.session_key for session in Session.objects.all()] == ["lasting"]


@pytest.mark.django_db(transaction=True)
def test_books_that_went_further_before_are_told_at_the_start(settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))
    out = StringIO()

    Command(stdout=out).prepare()

    assert out.getvalue().startswith("\nATTENTION. This is an older copy of the books, without 412 acts after act 0. ")


@pytest.mark.further
@pytest.mark.parametrize("is_empty", [False, True])
def test_it_starts_no_new_ledger_where_there_are_backups(is_empty, tmp_path):
    if is_empty:
        (tmp_path / "hostdesk.sqlite3").touch()
    backup = tmp_path / "backups" / "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.sqlite3"
    backup.parent.mkdir()
    backup.touch()

    refused = desk.start(tmp_path, desk.free_port(), "serve")
    said, _ = refused.communicate(timeout=30)

    assert refused.returncode == 1
    assert said == (
        f"CommandError: There is no database at {tmp_path}/hostdesk.sqlite3, but there are backups. "
        f"`.venv/bin/python manage.py restore {backup}` restores the newest one; "
        "`.venv/bin/python manage.py migrate` starts a new ledger.\n"
    )
    assert (tmp_path / "hostdesk.sqlite3").exists() is is_empty
