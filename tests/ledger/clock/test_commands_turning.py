"""The turning clock: the acts it posts, the acts that move it, and the end of its run."""

from datetime import timedelta

import pytest

from ledger.clock.commands import turn_due
from ledger.clock.queries import night_clock
from reservations.acts.problems import SetAside
from reservations.acts.queries import Answer
from reservations.models import Act, Fact, Night
from tests.ledger.clocks import ClockEvening
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


def test_the_blinds_go_up_when_their_time_has_come(started):
    started.it_is("20:19:59")
    assert started.ticks() == 0
    started.it_is("20:20:00")

    assert (started.ticks(), started.ticks()) == (1, 0)

    assert (started.played, started.levels()) == (2, ["2 at 20:20:00 by the clock"])


def test_after_a_sleep_every_level_is_dated_when_it_was_due(started):
    started.it_is("21:07:12")

    assert (started.ticks(), started.shows()) == (3, "4 12:48")

    assert started.levels() == [
        f"{level} at {at}:00 by the clock" for level, at in ((2, "20:20"), (3, "20:40"), (4, "21:00"))
    ]


def test_it_stops_at_the_last_level(started):
    started.it_is("23:59")

    assert (started.ticks(), started.shows(), started.played) == (10, "11 last", 11)


def test_a_level_posted_by_hand_moves_it(started):
    started.it_is("20:05")
    started.level(3)
    started.it_is("20:24:59")

    assert (started.shows(), started.ticks()) == ("3 0:01", 0)

    started.it_is("20:25")
    assert (started.ticks(), started.levels()[-1]) == (1, "4 at 20:25:00 by the clock")


def test_a_turn_that_is_undone_is_not_posted_again_before_its_time(started):
    started.it_is("20:20:30")
    started.ticks()
    started.undo(_the_level_of(started))
    started.it_is("20:40:29")

    assert (started.shows(), started.ticks()) == ("1 0:01", 0)

    started.it_is("20:40:30")
    assert (started.ticks(), started.shows()) == (1, "2 20:00")


def test_the_undoing_of_an_older_level_moves_nothing(started):
    slip = started.level(2)
    started.it_is("20:05")
    started.level(4)
    started.it_is("20:10")

    started.undo(slip)

    assert started.shows() == "4 15:00"


def test_it_stops_with_the_last_hand(started):
    started.it_is("20:30")
    started.last_hand()
    started.it_is("21:30")

    assert (started.ticks(), started.levels()) == (1, ["2 at 20:20:00 by the clock"])
    with impossible("last hand"):
        started.pauses_clock()


def test_a_last_hand_that_is_undone_was_none(started):
    slip = started.last_hand()
    started.it_is("20:05")
    started.undo(slip)

    assert started.shows() == "1 15:00"


def test_it_stops_with_the_night(started):
    started.counts_drawer("200.00")
    started.closes()
    started.it_is("21:30")

    assert started.ticks() == 0
    with impossible("closed", "Fri 20 Nov 2026", "act 7"):
        started.pauses_clock()


def test_a_house_without_levels_has_no_clock():
    evening = ClockEvening("dave-2018")

    with impossible("This house has no levels, so no clock."):
        evening.starts_clock()


def test_a_night_that_closes_while_it_turns_takes_no_level(started, monkeypatch):
    """Another device closes the night after the look at the clock and before the lock."""
    started.it_is("20:20")

    def looked_at_before_the_close(night, terms):
        clock = night_clock(night, terms)
        started.counts_drawer("200.00")
        started.closes()
        return clock

    monkeypatch.setattr("ledger.clock.commands.night_clock", looked_at_before_the_close)

    assert (turn_due(started.now), started.levels()) == (0, [])


def test_without_a_clock_it_is_one_query(evening, django_assert_num_queries):
    Evening.opens(evening, "dave-2018")

    with django_assert_num_queries(1):
        assert turn_due(evening.now) == 0


def _the_level_of(evening):
    act = Act.objects.get(night=evening.night, kind="level")
    return Answer(act)


def test_a_night_whose_clock_cannot_be_read_keeps_no_other_from_turning(started):
    """The broken night has a clock but was never opened, which no command writes."""
    day = started.night.date - timedelta(days=1)
    broken = Night.objects.create(pk=-1, house=started.night.house, date=day)
    at = {"at": started.now, "recorded_at": started.now}
    Fact.objects.create(key="broken", kind="clock", night=broken, **at)
    started.it_is("20:20")

    with pytest.raises(SetAside, match="has not been opened"):
        started.ticks()

    assert started.levels() == ["2 at 20:20:00 by the clock"]
