"""The level clock: its display at any moment, its turns, and the acts that move it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.facts import FactKind, FactValue
from reservations.clock.rules import ClockState, LevelTurn, PlayedLevel, fold_clock, followed, in_minutes, now_at, turns

SECONDS, LAST = 20 * 60, 11
BEGUN = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
NEW_YORK, LONDON = ZoneInfo("America/New_York"), ZoneInfo("Europe/London")


def after(minutes=0, seconds=0.0):
    return BEGUN + timedelta(minutes=minutes, seconds=seconds)


def state(level=1, left=SECONDS, at=BEGUN, *, running=True):
    return ClockState(level, left, at, running, fact=7)


def paused(level=1, left=SECONDS, at=BEGUN):
    return state(level, left, at, running=False)


def shows(clock, minutes=0, seconds=0.0, last=LAST):
    """Return the level and the time left in it, that long after the start."""
    now = now_at(clock, SECONDS, last, after(minutes, seconds))
    return now.level, in_minutes(now.left)


def fact(id_, at=BEGUN, kind=FactKind.CLOCK, **outcome):
    return FactValue(id_, kind, at, outcome=outcome)


def test_a_clock_that_nobody_started_shows_nothing():
    assert fold_clock([]) is None
    assert fold_clock([fact(1, kind=FactKind.CALL, until="soon")]) is None


def test_the_last_fact_about_it_is_where_it_goes_on_from():
    facts = [
        fact(1, level=1, left=1200, running=True),
        fact(2, after(7), level=1, left=780, running=False),
        fact(3, after(9), kind=FactKind.MOVE, moves=[]),
    ]

    assert fold_clock(facts) == ClockState(1, 780, after(7), running=False, fact=2)


@pytest.mark.parametrize(
    ("minutes", "seconds", "shown"),
    [
        (0, 0, (1, "20:00")),
        (7, 19, (1, "12:41")),
        (19, 59, (1, "0:01")),
        (19, 59.999, (1, "0:01")),
        (20, 0, (2, "20:00")),
        (45, 0, (3, "15:00")),
        (199, 59, (10, "0:01")),
    ],
)
def test_it_counts_down_and_turns_to_the_second(minutes, seconds, shown):
    assert shows(state(), minutes, seconds) == shown


@pytest.mark.parametrize("minutes", [200, 201, 6000])
def test_the_last_level_stays_with_nothing_left(minutes):
    assert now_at(state(), SECONDS, LAST, after(minutes)) == state(11, 0, after(200))


def test_a_clock_that_is_set_to_the_last_level_has_nothing_left():
    assert now_at(paused(11), SECONDS, LAST, after(3)) == paused(11, 0)


def test_a_moment_within_a_second_keeps_when_it_turns():
    now = now_at(state(), SECONDS, LAST, after(7, 19.6))

    assert (now.left, now.at, now.at + timedelta(seconds=now.left)) == (761, after(7, 19), after(20))


def test_a_paused_clock_stands():
    assert shows(paused(4, 761), minutes=500) == (4, "12:41")
    assert turns(paused(4, 1), SECONDS, LAST, after(500)) == ()


def test_after_a_pause_it_goes_on_with_what_was_left():
    goes_on = state(4, 761, after(45))

    assert (shows(goes_on, 45), shows(goes_on, 57, 40), shows(goes_on, 57, 41)) == (
        (4, "12:41"),
        (4, "0:01"),
        (5, "20:00"),
    )


def test_each_turn_is_due_when_the_level_before_is_over():
    assert turns(state(2, 60), SECONDS, LAST, after(41)) == (
        LevelTurn(3, after(1)),
        LevelTurn(4, after(21)),
        LevelTurn(5, after(41)),
    )
    assert turns(state(2, 60), SECONDS, LAST, after(0, 59.999)) == ()


def test_there_is_no_turn_after_the_last_level():
    assert turns(state(10, 5), SECONDS, LAST, after(500)) == (LevelTurn(11, after(0, 5)),)
    assert turns(state(11, 0), SECONDS, LAST, after(500)) == ()


def test_what_it_shows_after_a_sleep_is_what_it_would_have_shown():
    stops = [after(minute) for minute in range(0, 181, 3)]
    watched = state()
    for stop in stops:
        watched = now_at(watched, SECONDS, LAST, stop)

    assert watched == now_at(state(), SECONDS, LAST, stops[-1])


def test_a_machine_whose_time_was_set_back_has_not_counted_yet():
    assert shows(state(at=after(10)), minutes=2) == (1, "20:00")


def test_midnight_is_a_minute_like_any_other():
    at = datetime(2026, 11, 20, 23, 50, tzinfo=NEW_YORK)

    assert turns(state(at=at), SECONDS, LAST, at + timedelta(minutes=20)) == (
        LevelTurn(2, datetime(2026, 11, 21, 5, 10, tzinfo=UTC)),
    )


@pytest.mark.parametrize(
    ("started", "looked"),
    [
        # The repeated hour and the skipped hour: in both cases the clock is read 25 minutes later.
        (datetime(2026, 11, 1, 1, 50, tzinfo=NEW_YORK), datetime(2026, 11, 1, 1, 15, tzinfo=NEW_YORK, fold=1)),
        (datetime(2026, 3, 8, 1, 50, tzinfo=NEW_YORK), datetime(2026, 3, 8, 3, 15, tzinfo=NEW_YORK)),
        (datetime(2026, 10, 25, 1, 50, tzinfo=LONDON), datetime(2026, 10, 25, 1, 15, tzinfo=LONDON, fold=1)),
        (datetime(2026, 3, 29, 0, 50, tzinfo=LONDON), datetime(2026, 3, 29, 2, 15, tzinfo=LONDON)),
    ],
)
def test_the_hour_that_comes_again_or_is_left_out_changes_nothing(started, looked):
    now = now_at(state(at=started), SECONDS, LAST, looked)

    assert (now.level, now.left, now.at.astimezone(UTC)) == (2, 15 * 60, looked.astimezone(UTC))


def test_the_acts_of_its_own_turns_move_it_nowhere():
    clock = state()

    assert followed(clock, PlayedLevel(2, after(20)), SECONDS, LAST) == clock
    assert followed(clock, PlayedLevel(4, after(60)), SECONDS, LAST) == clock


def test_a_turn_that_is_still_to_be_posted_moves_it_nowhere():
    clock = state()

    assert followed(clock, PlayedLevel(1, after(-30)), SECONDS, LAST) == clock
    assert shows(clock, 21) == (2, "19:00")


def test_a_level_that_is_posted_by_hand_begins_there():
    clock = followed(state(), PlayedLevel(3, after(8)), SECONDS, LAST)

    assert (shows(clock, 8), shows(clock, 28)) == ((3, "20:00"), (4, "20:00"))
    assert clock.fact == 7


def test_a_level_that_is_posted_by_hand_leaves_a_paused_clock_paused():
    assert followed(paused(2, 30), PlayedLevel(5, after(8)), SECONDS, LAST) == paused(5, SECONDS, after(8))


def test_a_turn_that_is_undone_gives_the_level_before_its_time_again():
    clock = followed(state(), PlayedLevel(1, after(22)), SECONDS, LAST)

    assert (shows(clock, 22), shows(clock, 42)) == ((1, "20:00"), (2, "20:00"))


def test_an_act_that_is_dated_before_the_clock_was_set_counts_from_then_on():
    assert followed(state(2, 300), PlayedLevel(6, after(-90)), SECONDS, LAST) == state(6)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59, "0:59"), (761, "12:41"), (3599, "59:59"), (3600, "1:00:00"), (7325, "2:02:05")],
)
def test_seconds_are_written_as_a_clock_shows_them(seconds, shown):
    assert in_minutes(seconds) == shown
