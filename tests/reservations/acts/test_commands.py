"""How a command writes: alone, in one durable transaction, all or nothing."""

import threading
import time
from collections import deque

import pytest
from django.db import OperationalError, connections, transaction

from reservations.acts import commands
from reservations.acts.commands import atomic_batch, command, one_by_one
from reservations.acts.problems import Impossible, SetAside
from reservations.models import House

pytestmark = pytest.mark.django_db


@command
def make(key, *, refuse=False):
    """A command that makes a house, and may find out too late that it should not."""
    House.objects.create(key=key, name=key, name_key=key)
    if refuse:
        raise Impossible("too late")
    return key


@command
def make_by_another(key):
    return make(key)


def make_both(first, second, *, refuse=False):
    with atomic_batch():
        make(first)
        make(second, refuse=refuse)


def make_in_two_files(first, second, third, *, refuse=False):
    with atomic_batch():
        make_both(first, second)
        make(third, refuse=refuse)


def houses():
    return sorted(House.objects.values_list("key", flat=True))


def test_a_command_answers_and_keeps_what_it_wrote():
    assert make("one") == "one"
    assert houses() == ["one"]


def test_a_command_keeps_its_name_and_words():
    assert (make.__name__, make.__doc__) == (
        "make",
        "A command that makes a house, and may find out too late that it should not.",
    )


def test_nothing_is_kept_of_a_command_that_refuses():
    with pytest.raises(Impossible):
        make("one", refuse=True)

    assert houses() == []


def test_a_command_inside_a_command_is_a_mistake():
    with pytest.raises(RuntimeError, match=r"^make was called inside another command$"):
        make_by_another("one")

    assert houses() == []


def test_a_command_runs_again_after_one_that_refused():
    with pytest.raises(Impossible):
        make("one", refuse=True)
    with pytest.raises(RuntimeError):
        make_by_another("two")

    make("three")

    assert houses() == ["three"]


def test_a_command_inside_a_transaction_of_somebody_else_is_a_mistake():
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        make("one")

    assert houses() == []


def test_the_commands_of_a_file_are_kept_together():
    make_both("one", "two")

    assert houses() == ["one", "two"]


def test_a_file_is_taken_back_with_all_of_its_commands():
    with pytest.raises(Impossible):
        make_both("one", "two", refuse=True)

    assert houses() == []


def test_a_file_inside_a_file_is_kept_or_taken_back_with_it():
    make_in_two_files("one", "two", "three")
    with pytest.raises(Impossible):
        make_in_two_files("four", "five", "six", refuse=True)

    assert houses() == ["one", "three", "two"]


def test_a_command_inside_a_command_is_a_mistake_in_a_file_too():
    with pytest.raises(RuntimeError, match=r"^make was called inside another command$"), atomic_batch():
        make_by_another("one")


def test_commands_stand_alone_again_after_a_file():
    with pytest.raises(Impossible), atomic_batch():
        make("one", refuse=True)

    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        make("two")


def test_who_waits_in_vain_for_another_thread_asks_the_database_and_lets_the_next_one_follow(monkeypatch):
    another = threading.Event()
    monkeypatch.setattr(commands, "_PATIENCE", 0)
    monkeypatch.setattr(commands, "_in_line", deque([another]))

    make("one")

    assert (houses(), another.is_set(), [*commands._in_line]) == (["one"], True, [another])


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_threads_write_in_the_order_in_which_they_asked():
    def makes(key):
        try:
            make(key)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=makes, args=[key]) for key in "defabc"]
    with atomic_batch():
        for place, thread in enumerate(threads, start=2):
            thread.start()
            while len(commands._in_line) < place:
                time.sleep(0.001)
    for thread in threads:
        thread.join()

    assert [*House.objects.order_by("pk").values_list("key", flat=True)] == [*"defabc"]


def test_a_file_inside_a_transaction_is_a_mistake():
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), atomic_batch():
        make("one")


def failing(what):
    def job():
        raise what

    return job


def test_every_job_is_done_and_their_results_are_added():
    assert one_by_one([("a", lambda: 2), ("b", lambda: None), ("c", lambda: 3)]) == 5


def test_what_fails_is_set_aside_and_holds_up_nothing():
    jobs = [("a", lambda: 1), ("b", failing(KeyError("level"))), ("c", lambda: 2)]

    with pytest.raises(SetAside) as raised:
        one_by_one(jobs)

    assert (raised.value.done, raised.value.words()) == (3, {"b": "KeyError('level')"})


def test_what_was_set_aside_inside_a_job_keeps_its_name():
    inside = [("the night", failing(Impossible("It has no start."))), ("the seat", lambda: 2)]

    with pytest.raises(SetAside, match="the night: It has no start") as raised:
        one_by_one([("all nights", lambda: one_by_one(inside)), ("the rest", lambda: 1)])

    assert raised.value.done == 3


@pytest.mark.parametrize("fault", [OperationalError("database is locked"), OSError("disk I/O error")])
def test_a_fault_of_the_machine_ends_it_at_once(fault):
    done = []

    with pytest.raises(type(fault)):
        one_by_one([("a", failing(fault)), ("b", lambda: done.append(1))])

    assert done == []
