"""The time at which a player's own limit applies, and the amount it leaves to buy."""

from datetime import UTC, date, datetime, timedelta

import pytest

from reservations.own_limits.rules import Down, Limited, LimitSet, OwnLimit, limit_at, paused_until, room_cents

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
APRIL, MAY = date(2027, 4, 1).toordinal(), date(2027, 5, 1).toordinal()


def said(*figures, every=HOUR):
    return [LimitSet(figure, NOON + place * every) for place, figure in enumerate(figures)]


def test_a_first_limit_and_a_tighter_one_hold_at_once():
    assert limit_at(NOON, said(5000), Limited.NIGHT) == OwnLimit(5000)
    assert limit_at(NOON + HOUR, said(5000, 2000), Limited.NIGHT) == OwnLimit(2000)
    assert limit_at(NOON + HOUR, said(APRIL, MAY), Limited.PAUSE) == OwnLimit(MAY)


@pytest.mark.parametrize(
    ("what", "before", "after"),
    [(Limited.NIGHT, 5000, 9000), (Limited.REBUYS, 1, None), (Limited.PAUSE, MAY, APRIL), (Limited.PAUSE, MAY, None)],
)
def test_a_looser_one_holds_a_day_later(what, before, after):
    both = said(before, after)
    changes_at = NOON + HOUR + DAY

    assert limit_at(NOON + HOUR, both, what) == OwnLimit(before, after, changes_at)
    assert limit_at(changes_at - timedelta(seconds=1), both, what).figure == before
    assert limit_at(changes_at, both, what) == OwnLimit(after)


def test_what_is_said_meanwhile_takes_the_place_of_what_was_to_come():
    again = said(5000, 9000, 5000)
    less = said(5000, 9000, 7000)

    assert limit_at(NOON + 3 * DAY, again, Limited.NIGHT) == OwnLimit(5000)
    assert limit_at(NOON + 2 * HOUR, less, Limited.NIGHT) == OwnLimit(5000, 7000, NOON + 2 * HOUR + DAY)


def test_what_is_said_later_does_not_count_yet():
    assert limit_at(NOON - HOUR, said(5000), Limited.NIGHT) == OwnLimit()
    assert limit_at(NOON, said(5000, 2000), Limited.NIGHT) == OwnLimit(5000)


def test_a_pause_is_over_on_its_day():
    assert paused_until(OwnLimit(APRIL), date(2027, 3, 31)) == date(2027, 4, 1)
    assert paused_until(OwnLimit(APRIL), date(2027, 4, 1)) is None
    assert paused_until(OwnLimit(), date(2027, 4, 1)) is None


@pytest.mark.parametrize(
    ("figures", "down", "room"),
    [
        ({}, Down(3000, 0, True, 5), None),
        ({Limited.NIGHT: 5000}, Down(3000, 9000, True, 0), 2000),
        ({Limited.NIGHT: 5000}, Down(6000, 0, True, 0), 0),
        ({Limited.NIGHT: 5000}, Down(-1000, 0, True, 0), 6000),
        ({Limited.MONTH: 10000}, Down(2000, 7000, True, 0), 1000),
        ({Limited.MONTH: 10000}, Down(2000, -7000, True, 0), 15000),
        ({Limited.NIGHT: 5000, Limited.MONTH: 10000}, Down(0, 9000, False, 0), 1000),
        ({Limited.REBUYS: 1}, Down(2000, 0, True, 0), None),
        ({Limited.REBUYS: 1}, Down(2000, 0, True, 1), 0),
        ({Limited.REBUYS: 0}, Down(0, 0, False, 0), None),
        ({Limited.REBUYS: 0}, Down(2000, 0, True, 0), 0),
    ],
)
def test_what_limits_leave_to_buy(figures, down, room):
    assert room_cents(figures, down) == room
