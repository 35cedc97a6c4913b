"""Commands on the clock of a night, and the acts that raise the blinds when it turns."""

from datetime import timedelta

import pytest

from reservations.acts.fact_queries import FactTaken
from tests.stories.evening import impossible

pytestmark = pytest.mark.django_db


def test_it_starts_at_the_first_level_and_posts_nothing(evening):
    answer = evening.starts_clock()

    assert (answer.remark, evening.shows()) == ("The clock runs: Level 1, 0.01 / 0.02.", "1 20:00")
    assert (evening.levels(), evening.ticks()) == ([], 0)


def test_it_starts_at_the_level_that_is_played(evening):
    evening.level(4)
    evening.it_is("20:05")

    evening.starts_clock()

    assert (evening.shows(), evening.levels()) == ("4 20:00", ["4 at 20:00:00"])


def test_it_runs_once(started):
    started.it_is("20:05")

    with impossible("The clock runs already."):
        started.starts_clock()


def test_the_same_press_again_is_the_same_answer(evening):
    answers = [evening.starts_clock(key="start-it") for _ in range(2)]

    assert ([each.known for each in answers], len(evening.facts())) == ([False, True], 1)
    assert answers[0].remark == answers[1].remark
    with pytest.raises(FactTaken):
        evening.pauses_clock(key="start-it")


@pytest.mark.parametrize(
    ("press", "said"), [("pauses_clock", ()), ("adds_time", (60,)), ("next_level", (3,)), ("back_from", (2,))]
)
def test_every_press_counts_once(started, press, said):
    started.it_is("20:20:30")

    answers = [getattr(started, press)(*said, key="the-same") for _ in range(2)]

    assert ([each.known for each in answers], len(started.facts())) == ([False, True], 2)


def test_a_pause_keeps_what_is_left(started):
    started.it_is("20:07:19")
    paused = started.pauses_clock()
    started.it_is("20:40:00")
    assert (paused.remark, started.shows(), started.ticks()) == (
        "The clock is paused with 12:41 left.",
        "1 12:41 paused",
        0,
    )

    assert started.starts_clock().remark == "The clock runs on: 12:41 left."

    started.it_is("20:52:41")
    assert (started.ticks(), started.levels()) == (1, ["2 at 20:52:41 by the clock"])


def test_a_pause_over_midnight_keeps_what_is_left(evening):
    evening.it_is("23:50")
    evening.starts_clock()
    evening.it_is("23:55")
    evening.pauses_clock()
    evening.now += timedelta(minutes=35)
    assert (evening.shows(), evening.ticks()) == ("1 15:00 paused", 0)

    evening.starts_clock()

    evening.now += timedelta(minutes=35)
    assert (evening.ticks(), evening.shows()) == (2, "3 20:00")
    assert evening.levels() == ["2 at 00:45:00 by the clock", "3 at 01:05:00 by the clock"]


def test_a_paused_clock_is_not_paused_again(started):
    started.pauses_clock()

    with impossible("The clock is paused already."):
        started.pauses_clock()


def test_a_press_after_a_turn_that_nobody_saw_posts_the_turn_first(started):
    started.it_is("20:20:02")

    started.pauses_clock()

    assert (started.shows(), started.levels()) == ("2 19:58 paused", ["2 at 20:20:00 by the clock"])


@pytest.mark.parametrize(("seconds", "said"), [(60, "1:00 more: 13:41 left."), (-60, "1:00 less: 11:41 left.")])
def test_a_level_can_last_longer_or_shorter(started, seconds, said):
    started.it_is("20:07:19")

    assert started.adds_time(seconds).remark == said

    assert started.shows() == f"1 {said.split()[2]}"


def test_a_level_does_not_end_by_a_minute_less(started):
    started.it_is("20:19:15")

    with impossible("0:45 is left"):
        started.adds_time(-60)
    with impossible("0:45 is left"):
        started.adds_time(-45)
    with impossible("No level lasts longer than a day."):
        started.adds_time(24 * 60 * 60)


@pytest.mark.parametrize(("seconds", "left"), [(60, "13:41"), (-60, "11:41")])
def test_a_paused_clock_can_be_given_time(started, seconds, left):
    started.it_is("20:07:19")
    started.pauses_clock()
    started.it_is("20:30")

    started.adds_time(seconds)

    assert (started.shows(), started.ticks()) == (f"1 {left} paused", 0)


def test_next_lets_the_blinds_go_up_at_once(started):
    started.it_is("20:07:19")

    assert started.next_level(2).remark == "Level 2, 0.02 / 0.04."

    assert (started.shows(), started.played, started.levels()) == ("2 20:00", 2, ["2 at 20:07:19"])


def test_next_leaves_a_paused_clock_paused(started):
    started.pauses_clock()

    started.next_level(2)

    assert started.shows() == "2 20:00 paused"


def test_next_to_the_last_level_leaves_nothing_to_count(started):
    started.next_level(11)

    assert (started.shows(), started.facts()[-1]["left"]) == ("11 last", 0)


def test_two_who_press_next_raise_it_once(started):
    started.next_level(2)

    with impossible("level 2 is being played"):
        started.next_level(2)


def test_next_after_the_turn_that_nobody_saw_is_told_so(started):
    started.it_is("20:20:01")

    with impossible("level 2 is being played"):
        started.next_level(2)


def test_there_is_no_level_after_the_last(started):
    with impossible("no level 12", "1 to 11"):
        started.next_level(12)


def test_at_the_last_level_nobody_gets_further(started):
    started.it_is("23:59")
    started.ticks()

    with impossible("no level 12", "1 to 11"):
        started.next_level(12)
    with impossible("level 11 is being played"):
        started.next_level(11)
    assert (started.shows(), len(started.levels())) == ("11 last", 10)


def test_back_from_a_turn_gives_the_level_its_whole_time(started):
    started.it_is("20:21")
    started.ticks()

    assert started.back_from(2).remark == "Back to level 1: 20:00 left."

    assert (started.shows(), started.played) == ("1 20:00", None)
    assert started.levels() == ["2 at 20:20:00 by the clock", "back at 20:21:00"]


def test_after_going_back_the_level_turns_again(started):
    started.it_is("20:21")
    started.back_from(2)

    started.it_is("20:41")

    assert (started.ticks(), started.levels()[-1]) == (1, "2 at 20:41:00 by the clock")


def test_back_from_a_level_that_was_cut_short_gives_back_what_was_left(started):
    started.it_is("20:07:19")
    started.next_level(2)
    started.it_is("20:08")

    assert started.back_from(2).remark == "Back to level 1: 12:41 left."

    assert started.shows() == "1 12:41"


def test_back_goes_to_the_level_that_was_played_before(started):
    started.next_level(3)
    started.next_level(7)

    assert started.back_from(7).remark == "Back to level 3: 20:00 left."

    assert (started.shows(), started.played) == ("3 20:00", 3)


def test_back_from_the_last_level_goes_on_counting(started):
    started.it_is("23:59")
    started.ticks()

    started.back_from(11)

    assert started.shows() == "10 20:00"


def test_two_who_go_back_go_one_level_back(started):
    started.next_level(2)
    started.next_level(3)
    started.back_from(3)

    with impossible("level 2 is being played", "not level 3"):
        started.back_from(3)


def test_there_is_nothing_before_the_first_level(started):
    with impossible("no level to go back to"):
        started.back_from(1)


def test_an_act_that_begins_the_first_level_is_no_step_to_go_back(started):
    started.level(1)

    with impossible("The blinds have not gone up yet: there is no level to go back to."):
        started.back_from(1)

    started.next_level(2)
    assert started.back_from(2).remark == "Back to level 1: 20:00 left."


def test_a_key_of_an_act_is_not_taken_for_a_press(started):
    slip = started.level(2, key="the-level")
    started.undo(slip)

    with impossible("form", "used already"):
        started.next_level(2, key="the-level")


@pytest.mark.parametrize(("press", "said"), [("starts_clock", ()), ("pauses_clock", ()), ("adds_time", (60,))])
def test_the_last_level_is_not_counted(started, press, said):
    started.it_is("23:59")
    started.ticks()

    with impossible("level 11 is the last"):
        getattr(started, press)(*said)


def test_at_the_last_level_there_is_nothing_to_start(evening):
    evening.level(11)

    with impossible("level 11 is the last"):
        evening.starts_clock()


@pytest.mark.parametrize(
    ("press", "said"), [("pauses_clock", ()), ("adds_time", (60,)), ("next_level", (2,)), ("back_from", (2,))]
)
def test_before_its_start_there_is_nothing_to_press(evening, press, said):
    with impossible("The clock has not been started."):
        getattr(evening, press)(*said)
