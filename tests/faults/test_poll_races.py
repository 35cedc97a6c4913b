"""Two tablets that choose a date at once, phones that answer at once, and an answer at the moment of the choice."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.db import connection

from hostdesk.mail.messages.commands import draft_messages
from reservations.acts import commands as acts_commands
from reservations.acts.facts import FactKind
from reservations.models import Fact, Night
from reservations.nights.commands import check_day
from reservations.polls import commands as polls_commands
from reservations.polls.commands import answer_poll, close_poll, decide_poll
from reservations.polls.rules import Suits
from tests.faults.racing import at_once, meeting, told
from tests.hostdesk.post import drafted
from tests.reservations.friday import cast, named, one
from tests.reservations.polls.dates import LIKE, Dates

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(2)
EVERYBODY = ("Bo", "Cy", "Di", "Eve")


@pytest.fixture
def dates():
    """A poll of four players; Di and Bo, in that order, can come on every Friday."""
    cast()
    dates = Dates()
    for name in ("Di", "Bo"):
        dates.says(name, "yyyy")
    return dates


def choosing(dates, key, which=0):
    stamp = dates.stamp(f"choose-{key}")
    return lambda: decide_poll(stamp=stamp, poll=dates.number, which=which, like=LIKE)


def saying(dates, name, key, suits=Suits.YES):
    stamp = replace(dates.stamp(f"{name}-says-{key}"), by=name, may_overrule=False)
    return lambda: answer_poll(stamp=stamp, poll=dates.number, player=one(name), suits=[suits] * 4)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_hosts_who_choose_at_once_make_one_night(dates, round_):
    outcomes = at_once(choosing(dates, "here", 0), choosing(dates, "there", 1))
    draft_messages()

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert (Night.objects.count(), dates.seated) == (1, ["Di", "Bo"])
    assert sorted(drafted())[:2] == ["date Bo", "date Di"]
    assert Fact.objects.filter(kind=FactKind.INVITE).count() == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_tap_that_comes_four_times_is_one_night(dates, round_):
    outcomes = at_once(*[choosing(dates, "double")] * 4)

    assert sorted(told(outcomes)) == ["known", "known", "known", "new"]
    assert (Night.objects.count(), Fact.objects.filter(kind=FactKind.ANSWER).count()) == (1, 2)


@pytest.mark.parametrize("round_", ROUNDS)
def test_phones_that_answer_at_once_are_seated_in_the_order_of_their_facts(dates, round_):
    """All four give the same answer at the same moment: each answer is kept, and the facts give the order."""
    outcomes = at_once(*[saying(dates, name, "now") for name in EVERYBODY])
    choosing(dates, "then")()

    assert told(outcomes) == ["new"] * 4
    order = [named(word.player) for word in dates.poll.dates[0].words]
    assert order[:2] == ["Di", "Bo"]
    assert [*dates.seated, *dates.waiting] == order


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_answer_sent_by_two_phones_is_one_fact(dates, round_):
    outcomes = at_once(*[saying(dates, "Eve", "twice")] * 2)

    assert sorted(told(outcomes)) == ["known", "new"]


@pytest.mark.parametrize("round_", ROUNDS)
def test_an_answer_in_the_moment_of_the_choice_counts_or_is_refused(dates, round_):
    answered, chosen = at_once(saying(dates, "Eve", "late"), choosing(dates, "now"))

    counts = told([answered]) == ["new"]
    assert told([answered, chosen]) in [["new", "new"], ["Impossible", "new"]]
    assert ("Eve" in dates.replies) == counts


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_date_that_is_chosen_while_the_poll_is_closed(dates, round_):
    stamp = dates.stamp("close-it")

    outcomes = at_once(choosing(dates, "now"), lambda: close_poll(stamp=stamp, poll=dates.number))

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert Night.objects.count() == (told(outcomes)[0] == "new")


def test_without_the_lock_there_would_be_two_nights(dates, unlocked, monkeypatch):
    """Control: without the lock, the race does happen."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )
    monkeypatch.setattr(polls_commands, "check_day", meeting(check_day, 2))

    at_once(choosing(dates, "here", 0), choosing(dates, "there", 1))

    assert Night.objects.count() == 2
