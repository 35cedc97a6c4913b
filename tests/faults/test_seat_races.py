"""Ten phones, two clocks, two hosts and one seat: the first one gets it, and the others wait in their order."""

import threading
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from reservations.acts import commands as acts_commands
from reservations.acts.facts import Cause, FactKind, Mark, Place, Reply
from reservations.acts.kinds import Stamp
from reservations.models import Fact, House, Night
from reservations.nights import commands as nights_commands
from reservations.rsvps import commands as rsvps_commands
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import disputed_strikes, strikes_of
from tests import all_commands as commands
from tests.faults.racing import ROUNDS, Task, at_once, meeting, told
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db(transaction=True)

TEN = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jo")
A_MOMENT = 0.05
LONG_BEFORE = 10_000


@pytest.fixture
def house() -> House:
    """A house like dave's, with ten players."""
    cast(guests=TEN[6:])
    return a_house()


@pytest.fixture
def slow(monkeypatch):
    """A desk that waits between looking for a seat and writing down the result."""
    place = rsvps_commands._place

    def after_a_moment(on: Any, **said: Any) -> Place:
        found = place(on, **said)
        threading.Event().wait(A_MOMENT)
        return found

    monkeypatch.setattr(rsvps_commands, "_place", after_a_moment)


@pytest.fixture
def unguarded(unlocked, monkeypatch):
    """The desk without its lock, and on SQLite without transactions, in which a writer with a stale read fails."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )


def said_at(key: str, before: float) -> Stamp:
    """Return a stamp of so many minutes before the start."""
    return Stamp(f"{key:_<8}", START - timedelta(minutes=before))


def saying(friday: Friday, name: str, key: str, reply: Reply = Reply.YES, before: float = LONG_BEFORE) -> Task:
    return doing(friday, "answer", name, key, before, reply=reply)


def doing(friday: Friday, verb: str, name: str, key: str, before: float = LONG_BEFORE, **said: Any) -> Task:
    player, command = one(name), getattr(commands, verb)
    by = said_at(key, before)
    return lambda: command(stamp=by, night=friday.night, player=player, **said)


def keeping_up(before: float) -> Task:
    return lambda: rsvps_commands.keep_up(now=START - timedelta(minutes=before))[0]


def asked(friday: Friday) -> list[str]:
    """Return the players who answered, in order of the facts."""
    facts = Fact.objects.filter(night=friday.night, kind=FactKind.ANSWER).select_related("player").order_by("id")
    return [fact.player.name for fact in facts]


def ten_at_once(house: House, again: int) -> Friday:
    """Let ten players ask for the last seat at the same moment."""
    friday = Friday(house, seats=1)
    at_once(*(saying(friday, name, f"ask-{again}-{name}") for name in TEN))
    return friday


def check_one_sits_and_nine_wait(friday: Friday) -> None:
    in_order = asked(friday)
    assert sorted(in_order) == sorted(TEN)
    assert (friday.seated, friday.waiting) == (in_order[:1], in_order[1:])


@pytest.mark.pg
@pytest.mark.parametrize("rounds", [5, pytest.param(300, marks=pytest.mark.long)])
def test_the_last_seat_asked_for_by_ten_seats_one_and_queues_nine(house, rounds):
    for again in range(rounds):
        check_one_sits_and_nine_wait(ten_at_once(house, again))


@pytest.mark.further
def test_a_slow_desk_seats_one_as_well(slow, house):
    check_one_sits_and_nine_wait(ten_at_once(house, 0))


@pytest.mark.pg
def test_without_the_lock_the_last_seat_is_overbooked(monkeypatch, unguarded, house):
    """Control: on the same desk, all ten find the seat free before any of them has written."""
    monkeypatch.setattr(rsvps_commands, "_place", meeting(rsvps_commands._place, len(TEN)))

    assert len(ten_at_once(house, 0).seated) > 1


@pytest.mark.pg
def test_a_double_tap_of_an_answer_is_one_fact(house):
    friday = Friday(house)
    for again in range(ROUNDS):
        outcomes = at_once(*[saying(friday, "Bo", f"tap-{again}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
    assert Fact.objects.filter(night=friday.night).count() == ROUNDS


@pytest.fixture
def fridays(house) -> list[Friday]:
    """Nights of two seats, one after the other: Bo and Cy sit, Di, Eve and Fay wait."""
    return [Friday(house).full("Bo", "Cy", "Di", "Eve", "Fay") for _ in range(ROUNDS)]


def given(friday: Friday, kind: FactKind = FactKind.SEAT) -> list[str]:
    """Return the players who were given seats, or offered them, in order of the facts."""
    facts = Fact.objects.filter(night=friday.night, kind=kind).select_related("player").order_by("id")
    return [fact.player.name for fact in facts]


@pytest.mark.further
def test_two_new_seats_and_two_clocks_give_each_once(fridays):
    for friday in fridays:
        Night.objects.filter(pk=friday.night.pk).update(seats=4)

        made = at_once(*[keeping_up(LONG_BEFORE)] * 2)

        assert made in ([0, 2], [2, 0])
        assert given(friday) == ["Di", "Eve"]
        assert (friday.seated, friday.waiting) == (["Bo", "Cy", "Di", "Eve"], ["Fay"])


@pytest.mark.further
def test_two_seats_given_up_while_two_clocks_run_are_given_once(fridays):
    for friday in fridays:
        leaving = [saying(friday, name, f"no-{friday.night.pk}-{name}", Reply.NO) for name in ("Bo", "Cy")]

        outcomes = at_once(*leaving, *[keeping_up(LONG_BEFORE)] * 2)

        assert told(outcomes[:2]) == ["new", "new"]
        assert (given(friday), friday.seated, friday.waiting) == (["Di", "Eve"], ["Di", "Eve"], ["Fay"])


@pytest.mark.pg
def test_two_clocks_offer_each_seat_once(fridays):
    for friday in fridays:
        Night.objects.filter(pk=friday.night.pk).update(seats=4)

        at_once(*[keeping_up(60)] * 2)

        assert given(friday, FactKind.OFFER) == ["Di", "Eve"]


def test_an_offer_that_is_taken_in_its_last_second_while_it_lapses(fridays):
    """In either order: Di takes the seat, or it goes on to Eve and Di is told so."""
    for friday in fridays:
        friday.no("Bo", before=60)
        taking = doing(friday, "take_offer", "Di", f"take-{friday.night.pk}", 30 + 1 / 60)

        outcomes = at_once(taking, keeping_up(30))

        after = (told(outcomes)[0], friday.seated, given(friday, FactKind.OFFER))
        assert after in [("new", ["Cy", "Di"], ["Di"]), ("Impossible", ["Cy"], ["Di", "Eve"])]
        assert friday.rsvp_state.taken == 2


@pytest.mark.further
def test_a_seat_for_eve_in_place_of_bo_while_bo_gives_it_up(fridays):
    """In either order: Eve gets Bo's seat, or it went to Di and Bo has no seat left to give."""
    for friday in fridays:
        night, bo = friday.night.pk, one("Bo")

        outcomes = at_once(
            doing(friday, "seat_player", "Eve", f"seat-{night}", reason="she drives", makes_room=[bo]),
            saying(friday, "Bo", f"no-{night}", Reply.NO),
        )

        assert (told(outcomes), friday.seated, friday.waiting) in [
            (["new", "new"], ["Cy", "Eve"], ["Di", "Fay"]),
            (["Impossible", "new"], ["Cy", "Di"], ["Eve", "Fay"]),
        ]


def test_a_night_that_is_called_off_while_somebody_answers(fridays):
    for friday in fridays:
        night = friday.night
        off = said_at(f"off-{night.pk}", LONG_BEFORE)

        outcomes = at_once(
            lambda: nights_commands.cancel_night(stamp=off, night=night, reason="snow"),  # noqa: B023 - at once, in this round
            saying(friday, "Ann", f"yes-{night.pk}"),
        )

        assert (told(outcomes), friday.waiting) in [
            (["new", "new"], ["Di", "Eve", "Fay", "Ann"]),
            (["new", "Impossible"], ["Di", "Eve", "Fay"]),
        ]


@pytest.mark.pg
def test_a_no_show_that_is_marked_twice_is_one_strike(fridays):
    for friday in fridays:
        keys = [f"mark-{friday.night.pk}-{tablet}" for tablet in (1, 2)]

        outcomes = at_once(*(doing(friday, "mark", "Bo", key, -30, mark=Mark.NO_SHOW) for key in keys))

        assert told(outcomes) == ["new", "new"]
    assert strikes("Bo") == [("no-show", "counts")] * ROUNDS


def pardoning(strike: int, key: str) -> Task:
    return lambda: strikes_commands.pardon(stamp=said_at(key, -60), strike=strike, reason="the bridge was closed")


def test_a_strike_that_two_hosts_pardon(fridays):
    for friday in fridays:
        friday.strike("Bo", Cause.NO_SHOW)
        strike = strikes_of(one("Bo"))[0].fact

        outcomes = at_once(*(pardoning(strike, f"pardon-{strike}-{host}") for host in (1, 2)))

        assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert strikes("Bo") == [("no-show", "pardoned")] * ROUNDS


def upholding(strike: int, key: str) -> Task:
    return lambda: strikes_commands.uphold(stamp=said_at(key, -60), strike=strike, reason="nobody saw him")


def test_a_contested_strike_that_two_hosts_let_stand_is_answered_once(fridays):
    for friday in fridays:
        friday.strike("Bo", Cause.NO_SHOW)
        strike = strikes_of(one("Bo"))[0].fact
        strikes_commands.contest(stamp=said_at(f"contest-{strike}", -50), strike=strike, words="the bridge was closed")

        outcomes = at_once(*(upholding(strike, f"uphold-{strike}-{host}") for host in (1, 2)))

        assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert (strikes("Bo"), disputed_strikes()) == ([("no-show", "counts")] * ROUNDS, [])


@pytest.mark.pg
def test_a_seat_given_up_too_late_on_two_tablets_is_one_strike_and_told_of_before():
    """The host's page announced the strike; the player's page was opened in time, and announces none."""
    cast()
    house = a_house(attendance={"late_change_minutes": 120, "taken_up_clears": False, "steps": [[9, "removed"]]})
    for again in range(ROUNDS):
        friday = Friday(house).full("Bo")

        outcomes = at_once(
            doing(friday, "answer", "Bo", f"host-{again}", 119, reply=Reply.NO),
            doing(friday, "answer", "Bo", f"phone-{again}", 119, reply=Reply.NO, warned=False),
        )

        assert (told(outcomes), friday.seated) in [(["new", "new"], []), (["new", "Unannounced"], [])]
    assert strikes("Bo") == [("late cancellation", "counts")] * ROUNDS
