"""Changes of planned nights, of one or of all that follow, and nights cancelled and restored."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from reservations.acts.fact_queries import FactTaken
from reservations.acts.problems import Changed, Impossible
from reservations.models import Night, Series
from reservations.nights.commands import cancel_night, change_night, end_series, restore_night
from reservations.nights.queries import plan_of
from reservations.rsvps.queries import rsvp_state_of
from tests.reservations.planned import FRIDAY, NOON, a_night, again, comes, plans, said_of, stamp, weekly

pytestmark = pytest.mark.django_db

SATURDAY = date(2026, 11, 21)
STARTED = datetime(2026, 11, 20, 18, tzinfo=UTC)


def changes(night, *, key="", at=NOON, shown=None, all_following=False, **said):
    shown = shown or plan_of(again(night))
    wanted = replace(shown, **said)
    return change_night(stamp=stamp(key, at), night=night, shown=shown, wanted=wanted, all_following=all_following)


def cancels(night, *, key="", reason="snow"):
    return cancel_night(stamp=stamp(key), night=night, reason=reason)


def restores(night, *, key="", at=NOON):
    return restore_night(stamp=stamp(key, at), night=night)


def test_what_is_changed_is_kept_as_it_was_and_is():
    night = a_night()

    changes(night, seats=8, place="Oak Street 1")

    assert (again(night).seats, again(night).place) == (8, "Oak Street 1")
    assert said_of(night) == [("change", "Ann", '{"place":["Elm Street 7","Oak Street 1"],"seats":[10,8]}')]


def test_a_night_is_moved_to_another_day_with_all_its_times():
    night = a_night(ends=time(1), maybe_hours=24)

    changes(night, day=SATURDAY, starts=time(20))

    night = again(night)
    assert (night.date, night.starts_at) == (SATURDAY, datetime(2026, 11, 21, 19, tzinfo=UTC))
    assert (night.ends_at.day, night.maybe_until.day) == (22, 20)
    [(_, _, content)] = said_of(night)
    assert list(json.loads(content)) == ["date", "ends_at", "maybe_until", "starts_at"]


@pytest.mark.parametrize(
    ("said", "remark"),
    [
        ({"note": "Snacks", "seats": 2}, "Changed. No one to notify."),
        ({"place": "Oak Street 1"}, "Changed. 1 player is told."),
        ({"starts": time(20)}, "Changed. 2 players are told."),
    ],
    ids=["the note and the seats", "the place", "the time"],
)
def test_who_is_told_of_a_change_is_said(said, remark):
    night = a_night(seats=1)
    comes(night, "Ann", "Bo")

    assert changes(night, **said).remark == remark


def test_who_comes_to_several_changed_nights_is_counted_once():
    nights = weekly()
    for night in nights[:2]:
        comes(night, "Ann", "Bo")

    noted = changes(nights[0], all_following=True, place="Oak Street 1")

    assert noted.remark == "Changed, and 3 nights after it. 2 players are told."


def test_the_same_change_twice_is_one():
    night = a_night()
    shown = plan_of(night)

    first, second = (changes(night, key="the-same", shown=shown, seats=8) for _ in range(2))

    assert (first.known, second.known, len(said_of(night))) == (False, True, 1)


def test_the_same_form_with_something_else_is_told():
    nights = weekly()
    shown = plan_of(nights[0])
    changes(nights[0], key="the-same", shown=shown, seats=8)

    for said in ({"seats": 9}, {"seats": 8, "all_following": True}):
        with pytest.raises(FactTaken):
            changes(nights[0], key="the-same", shown=shown, **said)


def test_two_who_change_the_same_thing_are_not_mixed_up():
    night = a_night()
    shown = plan_of(night)
    changes(night, shown=shown, seats=8)

    with pytest.raises(Changed, match="changed the seats meanwhile"):
        changes(night, shown=shown, seats=12)

    assert again(night).seats == 8


def test_nothing_is_recorded_where_nothing_is_different():
    night = a_night()

    with pytest.raises(Impossible, match=r"Nothing is different from before\."):
        changes(night)

    assert said_of(night) == []


def test_fewer_seats_than_are_taken_ask_who_makes_room():
    night = a_night(seats=4)
    comes(night, "Ann", "Bo", "Cy", "Di")

    with pytest.raises(Impossible, match=r"4 seats are taken on the night of .*: 2 must make room"):
        changes(night, seats=2)

    changes(night, seats=None)
    assert changes(night, seats=4).known is False


def test_a_night_that_has_started_keeps_its_times():
    night = a_night()

    with pytest.raises(Impossible, match="has started: its seats, tables, place and note can still be changed"):
        changes(night, at=STARTED, starts=time(20))

    changes(night, at=STARTED, tables=2, seats=12, note="The second table is upstairs")
    assert (again(night).tables, again(night).seats) == (2, 12)


def test_a_second_before_the_start_it_can_still_be_put_off():
    night = a_night()

    changes(night, at=STARTED - timedelta(seconds=1), starts=time(20))

    assert again(night).starts_at == STARTED + timedelta(hours=1)


def test_a_night_is_not_put_into_the_past():
    with pytest.raises(Impossible, match=r"That start is past already\."):
        changes(a_night(), starts=time(13))


def test_a_night_without_a_time_gets_one():
    night = a_night(starts=None)

    changes(night, starts=time(21))

    assert again(night).starts_at.hour == 20


def test_a_night_is_not_moved_onto_another():
    night, _ = a_night(), a_night(day=SATURDAY)

    with pytest.raises(Impossible, match="is planned on Sat 21 Nov 2026 already"):
        changes(night, day=SATURDAY)


def test_all_following_nights_change_in_the_same_fields():
    nights = weekly()
    changes(nights[2], place="Oak Street 1")

    noted = changes(nights[1], all_following=True, starts=time(20), maybe_hours=2)

    assert noted.remark == "Changed, and 2 nights after it. No one to notify."
    assert [night.starts_at.hour for night in map(again, nights)] == [18, 19, 19, 19]
    assert [night.place for night in map(again, nights)].count("Oak Street 1") == 1
    assert [len(said_of(night)) for night in nights] == [0, 1, 2, 1]


def test_the_series_changes_for_the_nights_to_come():
    nights = weekly()

    changes(nights[0], all_following=True, starts=time(20), seats=None, note="Snacks")

    series = Series.objects.get()
    assert (series.starts, series.seats, series.note, series.place) == (time(20), None, "Snacks", "Elm Street 7")


def test_one_night_alone_changes_nothing_of_its_series():
    nights = weekly()

    changes(nights[0], seats=8)

    assert Series.objects.get().seats == 10
    assert [night.seats for night in map(again, nights)] == [8, 10, 10, 10]


def test_following_nights_that_are_so_already_say_nothing():
    nights = weekly()
    changes(nights[1], seats=8)

    noted = changes(nights[0], all_following=True, seats=8)

    assert noted.remark == "Changed, and 2 nights after it. No one to notify."
    assert len(said_of(nights[1])) == 1


def test_hours_take_the_place_of_a_day_until_which_maybe_is_an_answer():
    nights = weekly(maybe_hours=19)  # 19 hours before the start: the end of the day before

    changes(nights[0], all_following=True, maybe_on=None, maybe_hours=24)

    assert [plan_of(again(night)).maybe_hours for night in nights] == [24, 24, 24, 24]


def test_cancelled_nights_of_a_series_are_left_as_they_are():
    nights = weekly()
    cancels(nights[2])

    changes(nights[0], all_following=True, seats=8)

    assert [night.seats for night in map(again, nights)] == [8, 8, 10, 8]


def test_a_following_night_that_is_fuller_stops_all_of_it():
    nights = weekly()
    comes(nights[3], "Ann", "Bo", "Cy")

    with pytest.raises(Impossible, match="3 seats are taken on the night of Fri 11 Dec 2026: 1 must make room"):
        changes(nights[0], all_following=True, seats=2)

    assert [night.seats for night in map(again, nights)] == [10] * 4


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"day": SATURDAY}, "A series keeps its day"),
        ({"maybe_on": date(2026, 11, 19)}, "For several nights, say how many hours before"),
    ],
)
def test_what_several_nights_cannot_have_together(said, sentence):
    with pytest.raises(Impossible, match=sentence):
        changes(weekly()[0], all_following=True, **said)


def test_a_night_alone_has_none_that_follow():
    with pytest.raises(Impossible, match="is not one of a series"):
        changes(a_night(), all_following=True, seats=8)


def test_a_cancelled_night_keeps_everybodys_place():
    night = a_night(seats=1)
    comes(night, "Ann", "Bo")

    noted = cancels(night)

    assert noted.remark == "2 players are told."
    assert (again(night).cancelled_at, rsvp_state_of(night).cancelled) == (NOON, True)
    assert [rsvp.place for rsvp in rsvp_state_of(night).rsvps.values()] == ["seat", "waiting"]
    assert said_of(night) == [("cancel", "Ann", "{}")]


@pytest.mark.parametrize(
    ("names", "remark"), [((), "No one to notify."), (("Ann",), "1 player is told.")], ids=["nobody", "one"]
)
def test_how_many_are_told(names, remark):
    night = a_night()
    comes(night, *names)

    assert cancels(night).remark == remark


def test_a_night_is_cancelled_once():
    night = a_night()

    first, second = cancels(night, key="the-same"), cancels(night, key="the-same")

    assert (first.known, second.known) == (False, True)
    with pytest.raises(Impossible, match="The night of Fri 20 Nov 2026 is cancelled already"):
        cancels(night)


def test_a_cancelled_night_is_not_changed():
    night = a_night()
    cancels(night)

    with pytest.raises(Impossible, match="The night of Fri 20 Nov 2026 is cancelled: restore it first"):
        changes(night, seats=8)


def test_a_night_whose_bank_was_opened_is_not_cancelled():
    night = a_night()
    Night.objects.filter(pk=night.pk).update(rules=night.house.newest())

    with pytest.raises(Impossible, match="has been opened: it cannot be cancelled any more"):
        cancels(night)
    with pytest.raises(Impossible, match="has started"):
        changes(night, day=SATURDAY)


def test_a_night_is_on_again_with_everybody_in_their_place():
    night = a_night(seats=1)
    comes(night, "Ann", "Bo")
    cancels(night)

    first, second = restores(night, key="the-same"), restores(night, key="the-same")

    assert (first.known, second.known, again(night).cancelled_at) == (False, True, None)
    assert [len(rsvps) for rsvps in (rsvp_state_of(night).seated, rsvp_state_of(night).waiting)] == [1, 1]
    assert [kind for kind, _, _ in said_of(night)] == ["cancel", "restore"]


def test_a_night_that_is_on_is_not_restored():
    with pytest.raises(Impossible, match="is not cancelled"):
        restores(a_night())


def test_a_night_that_would_have_started_stays_cancelled():
    night = a_night()
    cancels(night)

    with pytest.raises(Impossible, match="would have started already"):
        restores(night, at=STARTED)


def test_a_night_is_not_restored_beside_another():
    night = a_night()
    cancels(night)
    plans()

    with pytest.raises(Impossible, match="is planned on Fri 20 Nov 2026 already"):
        restores(night)


def test_a_series_is_ended_after_a_day():
    nights = weekly(until=None)
    comes(nights[2], "Ann", "Bo")
    comes(nights[3], "Ann")

    noted = end_series(stamp=stamp(), series=Series.objects.get(), after=nights[1].date, reason="moving house")

    assert noted.remark == "Cancelled with it: 11 nights. 2 players are told."
    assert [night.cancelled_at is None for night in map(again, nights)] == [True, True] + [False] * 11
    assert (Series.objects.get().until, said_of(nights[2])) == (nights[1].date, [("cancel", "Ann", "{}")])


def test_a_series_without_later_nights_is_ended_all_the_same():
    weekly(until=None)

    noted = end_series(stamp=stamp(), series=Series.objects.get(), after=date(2027, 2, 18))

    assert noted.remark == "Cancelled with it: 0 nights. No one to notify."


def test_a_series_is_ended_once():
    weekly()
    series = Series.objects.get()

    first, second = (end_series(stamp=stamp("the-same"), series=series, after=FRIDAY) for _ in range(2))

    assert (first.known, second.known) == (False, True)
    with pytest.raises(Impossible, match="ends on Fri 20 Nov 2026 already"):
        end_series(stamp=stamp(), series=series, after=SATURDAY)


def test_a_night_that_has_started_is_no_part_of_the_end():
    nights = weekly()

    end_series(stamp=stamp(at=STARTED), series=Series.objects.get(), after=date(2026, 11, 19))

    assert [night.cancelled_at is None for night in map(again, nights)] == [True, False, False, False]


def test_more_seats_move_those_up_who_wait():
    night = a_night(seats=1)
    for name in ("Bo", "Cy"):
        comes(night, name)

    changes(night, seats=2)

    assert [len(rsvp_state_of(again(night)).seated), len(rsvp_state_of(again(night)).waiting)] == [2, 0]
