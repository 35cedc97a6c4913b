"""A recorded act is answered as recorded, whatever the database does after the commit."""

import sqlite3
from contextlib import ExitStack, contextmanager
from datetime import timedelta

import pytest
from django.core import signing
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from reservations.models import Act, Fact
from tests.reservations.friday import Friday, a_house, cast, one
from tests.signed_in import a_host, host_client, player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@contextmanager
def locked_after_the_commit(table):
    """Let another program lock the database as soon as a row of that table has been committed, and hold the lock."""
    locks: list[sqlite3.Connection] = []
    with ExitStack() as taken:

        def lock():
            if locks:
                return
            other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=0)
            taken.callback(other.close)
            other.execute("BEGIN EXCLUSIVE")
            locks.append(other)

        def watch(execute, sql, params, many, context):
            result = execute(sql, params, many, context)
            if sql.startswith(f'INSERT INTO "{table}"'):
                transaction.on_commit(lock)
            return result

        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=50")
        with connection.execute_wrapper(watch):
            yield


def without_exceptions(client):
    client.raise_request_exception = False
    return client


def is_said_to_be_recorded(answer):
    """Tell whether the answer is a redirect to the receipt, or the page that says "Recorded"."""
    return answer.status_code == 303 or (answer.status_code == 200 and b"<h1>Recorded</h1>" in answer.content)


def test_a_buy_in_is_recorded_though_the_database_is_gone_after_it():
    evening, client = Evening("dave-2018"), without_exceptions(host_client(a_host("Ann").name))
    client.get(f"/nights/{evening.night.pk}/tonight/")
    address = f"/nights/{evening.night.pk}/tonight/players/{one('Bo').number}/buy-in/"
    form = {"key": "the-same-form", "amount": "20", "pay": "cash"}

    with locked_after_the_commit("reservations_act"):
        answer = client.post(address, form)
        with pytest.raises(OperationalError):
            Act.objects.count()

    assert is_said_to_be_recorded(answer), (answer.status_code, answer.content)
    assert answer.status_code == 303 or b"Fault number" in answer.content
    assert is_said_to_be_recorded(client.post(address, form))
    assert Act.objects.filter(kind="buy_in").count() == 1


@pytest.mark.parametrize("who", ["the player", "the host"])
def test_an_answer_is_recorded_though_the_database_is_gone_after_it(who):
    cast()
    friday = Friday(a_house(), starts_at=timezone.now() + timedelta(days=3))
    bo = one("Bo")
    client = without_exceptions(player_client(bo) if who == "the player" else host_client(a_host("Ann").name))
    address = f"/own/{bo.number}/nights/{friday.night.pk}/answer/"
    form = {"key": "the-same-form", "answer": "yes"}

    with locked_after_the_commit("reservations_fact"):
        answer = client.post(address, form)
        with pytest.raises(OperationalError):
            Act.objects.count()

    assert is_said_to_be_recorded(answer), (answer.status_code, answer.content)
    assert is_said_to_be_recorded(client.post(address, form))
    assert Fact.objects.filter(kind="answer").count() == 1


def test_nothing_is_written_after_an_act_but_the_answer():
    evening, client = Evening("dave-2018"), host_client(a_host("Ann").name)
    address = f"/nights/{evening.night.pk}/tonight/players/{one('Bo').number}/buy-in/"
    written = []

    def watch(execute, sql, params, many, context):
        written.extend([sql.split('"')[1]] if sql.startswith(("INSERT", "UPDATE", "DELETE")) else [])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        client.post(address, {"key": "the-same-form", "amount": "20", "pay": "cash"})

    assert "reservations_act" in written
    assert not [table for table in written[written.index("reservations_act") :] if "session" in table]


def test_a_remark_that_was_not_signed_here_is_not_shown():
    evening, client = Evening("dave-2018"), host_client(a_host("Ann").name)
    forged = signing.dumps([0, "You won"], key="another", salt="said")

    page = client.get(f"/nights/{evening.night.pk}/tonight/conduct/?said={forged}")

    assert b"You won" not in page.content
