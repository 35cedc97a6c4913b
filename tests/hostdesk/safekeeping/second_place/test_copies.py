"""Copies: their names, the time of the next one, the old ones to delete, and the time to warn the host."""

from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.safekeeping.second_place.copies import Copy, Recorded, copy_named, is_due, is_late, to_delete

NOW = datetime(2026, 11, 21, 3, 42, 5, tzinfo=UTC)
HEAD = "9f9ab5167f8f"
BOOKS = Recorded(act=412, head=HEAD, fact=90, rules=2, closed=300, is_open=True)


def made(before: timedelta = timedelta(0), act: int = 412) -> Copy:
    """Return a copy made that long ago."""
    return Copy(NOW - before, act, HEAD, ".sqlite3")


def hours(*ago: float) -> list[Copy]:
    """Return copies made that many hours ago; every copy has one act more than the next one in the list."""
    return [made(timedelta(hours=each), 412 - place) for place, each in enumerate(ago)]


def test_a_name_tells_the_time_the_act_and_the_head():
    copy = made()

    assert copy.name == "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.sqlite3.age"
    assert copy_named(copy.name) == copy


@pytest.mark.parametrize(
    "name",
    [
        "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.sqlite3",
        "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.sqlite3.age.partial",
        "hostdesk-20261199T034205Z-act412-9f9ab5167f8f.sqlite3.age",
        "photos.age",
        "hostdesk-20261121T034205Z-act412-9f9ab5167f8f.dump.age ",
    ],
)
def test_other_names_are_none_of_ours(name):
    assert copy_named(name) is None


def test_books_without_an_act_need_no_copy():
    assert not is_due(NOW, BOOKS._replace(act=0, closed=0), None, None)


def test_the_first_copy_is_due_at_once():
    assert is_due(NOW, BOOKS, None, None)


def test_nothing_is_due_while_nothing_was_recorded():
    assert not is_due(NOW, BOOKS, BOOKS.marks, made(timedelta(days=9)))


@pytest.mark.parametrize(
    ("is_open", "minutes", "due"), [(True, 9, False), (True, 10, True), (False, 59, False), (False, 60, True)]
)
def test_an_open_night_is_copied_every_ten_minutes_and_everything_else_every_hour(is_open, minutes, due):
    last = made(timedelta(minutes=minutes), act=400)

    assert is_due(NOW, BOOKS._replace(is_open=is_open), (400, HEAD, 90, 2), last) is due


@pytest.mark.parametrize("marks", [(412, HEAD, 91, 2), (412, HEAD, 90, 3), (412, "0" * 12, 90, 2)])
def test_answers_and_rules_are_recorded_too(marks):
    assert is_due(NOW, BOOKS, marks, made(timedelta(minutes=10)))


def test_a_close_is_copied_at_once():
    books = BOOKS._replace(closed=412, is_open=False)

    assert is_due(NOW, books, (411, HEAD, 90, 2), made(timedelta(minutes=1), act=411))


def test_a_clock_that_was_set_back_delays_no_copy():
    assert is_due(NOW, BOOKS, (400, HEAD, 90, 2), made(timedelta(hours=-3), act=400))


def test_all_copies_of_two_days_stay():
    copies = hours(*(each / 6 for each in range(6 * 48 + 1)))

    assert to_delete(NOW, copies, []) == []


def test_of_older_days_the_last_copy_stays():
    # Now is Sat 21 Nov, 3:42: three copies are of the 18th, two of the 17th.
    copies = hours(0, 60, 61, 62, 80, 81)

    assert to_delete(NOW, copies, []) == [copies[2], copies[3], copies[5]]


def test_of_older_months_the_last_copy_stays_for_ever():
    # 21 Nov 2026; 15 and 14 Oct; 3 and 1 Sep; 22 Nov 2016.
    copies = hours(0, *(24 * days for days in (37, 38, 79, 81, 3651)))

    assert to_delete(NOW, copies, []) == [copies[2], copies[4]]


def test_a_year_of_weekly_nights_leaves_some_fifty_copies():
    # One night a week of six hours, across midnight UTC, with a copy every ten minutes.
    nights = [timedelta(days=7 * week, minutes=10 * ten) for week in range(52) for ten in range(36)]
    copies = [made(ago, 9_000 - place) for place, ago in enumerate(nights)]

    stays = len(copies) - len(to_delete(NOW, copies, []))

    assert (len(copies), stays) == (1872, 36 + 4 * 2 + 11)


def test_the_copy_that_goes_furthest_never_goes_nor_does_the_one_just_made():
    # The first copy has the time of a clock a year ahead, the last one of a clock that is behind.
    copies = hours(-24 * 365, 60, 61)
    late = made(timedelta(days=40, hours=1), act=500)
    new = made(timedelta(days=40, hours=2), act=499)
    month = made(timedelta(days=40), act=1)

    gone = to_delete(NOW, [*copies, late, new, month], [new])

    assert gone == [copies[2]]


def test_without_copies_none_goes():
    assert to_delete(NOW, [], []) == []


@pytest.mark.parametrize(
    ("last", "waits", "late"),
    [
        (timedelta(days=3), None, False),
        (timedelta(days=3), timedelta(minutes=59), False),
        (timedelta(days=3), timedelta(hours=1), True),
        (timedelta(hours=24), timedelta(hours=20), False),
        (timedelta(hours=25), timedelta(hours=20), True),
        (None, timedelta(hours=1), True),
        (None, None, False),
    ],
)
def test_a_host_worries_a_day_after_the_last_copy_if_something_waits_for_the_next(last, waits, late):
    copy = None if last is None else made(last)

    assert is_late(NOW, copy, None if waits is None else NOW - waits) is late
