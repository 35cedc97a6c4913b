"""How a command writes: alone, in one durable transaction, all of it or nothing."""

import pytest
from django.db import transaction

from reservations.acts.commands import atomic_batch, command, lock_desk, one_by_one
from reservations.acts.problems import Impossible
from reservations.models import Desk, House

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


def test_a_command_inside_a_command_is_a_mistake_in_a_file_too():
    with pytest.raises(RuntimeError, match=r"^make was called inside another command$"), atomic_batch():
        make_by_another("one")


def test_commands_stand_alone_again_after_a_file():
    with pytest.raises(Impossible), atomic_batch():
        make("one", refuse=True)

    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        make("two")


def test_a_file_inside_a_transaction_is_a_mistake():
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), atomic_batch():
        make("one")


def test_there_is_one_desk():
    assert lock_desk() == Desk.objects.get()
    assert str(lock_desk()) == "the desk"


def failing(what):
    def job():
        raise what

    return job


def test_every_job_is_done_and_their_results_are_added():
    assert one_by_one([lambda: 2, lambda: None, lambda: 3]) == 5


def test_what_fails_holds_up_nothing_and_is_raised_at_the_end():
    done = []

    with pytest.raises(KeyError) as raised:
        one_by_one([lambda: done.append(1), failing(KeyError("level")), lambda: done.append(2)])

    assert (done, hasattr(raised.value, "__notes__")) == ([1, 2], False)


def test_of_several_that_fail_the_first_is_raised_and_tells_of_the_others():
    with pytest.raises(KeyError) as raised:
        one_by_one([failing(KeyError("level")), failing(ValueError("night")), failing(ValueError("seat"))])

    assert raised.value.__notes__ == ["and 2 more failed after it, the last with ValueError('seat')"]
