"""The nights of a month, in weeks."""

from datetime import date, time

import pytest

from hostdesk.invitations.nights.calendar_page import month_of, weeks_begin
from hostdesk.invitations.nights.commands import open_night, plan_night
from reservations.models import Night
from reservations.nights.commands import cancel_night
from reservations.players.queries import player_named
from tests.reservations.planned import FRIDAY, a_night, comes, stamp
from tests.stories.evening import a_closed_night

pytestmark = pytest.mark.django_db

NOVEMBER, TODAY = date(2026, 11, 1), date(2026, 11, 21)
SUNDAY = 6


def days(month):
    return [day for week in month.weeks for day in week]


def nights(month):
    return [night for week in month.weeks for day in week if day.in_month for night in day.nights]


def test_a_month_is_drawn_in_whole_weeks():
    month = month_of(NOVEMBER, TODAY)

    assert [f"{day.date:%a}" for day in month.weeks[0]] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert [str(day.date) for day in (days(month)[0], days(month)[-1])] == ["2026-10-26", "2026-12-06"]
    assert sum(day.in_month for day in days(month)) == 30


def test_nights_of_the_days_beside_the_month_are_shown():
    for day in (date(2026, 10, 25), date(2026, 10, 26), date(2026, 12, 6), date(2026, 12, 7)):
        a_night(day=day)

    shown = [str(day.date) for day in days(month_of(NOVEMBER, TODAY)) if day.nights]

    assert shown == ["2026-10-26", "2026-12-06"]


def test_weeks_begin_where_the_place_begins_them():
    assert [weeks_begin(locale) for locale in ("de_DE", "en_US", "ar_EG", "xx_YY", "")] == [0, 6, 5, 0, 0]
    assert f"{month_of(NOVEMBER, TODAY, weeks_from=SUNDAY).weeks[0][0].date:%A}" == "Sunday"


def test_today_is_marked():
    assert [day.date for day in days(month_of(NOVEMBER, TODAY)) if day.is_today] == [TODAY]
    assert [day for day in days(month_of(date(2027, 1, 1), TODAY)) if day.is_today] == []


@pytest.mark.parametrize(
    ("first", "before", "after"),
    [
        ("2026-11-01", "2026-10-01", "2026-12-01"),
        ("2026-12-01", "2026-11-01", "2027-01-01"),
        ("2027-01-01", "2026-12-01", "2027-02-01"),
        ("1900-01-01", "None", "1900-02-01"),
        ("2199-12-01", "2199-11-01", "None"),
    ],
)
def test_the_months_beside_it(first, before, after):
    month = month_of(date.fromisoformat(first), TODAY)

    assert (str(month.before), str(month.after)) == (before, after)


def test_a_night_says_when_it_starts_and_how_full_it_is():
    comes(a_night(seats=2), "Ann", "Bo", "Cy")

    [night] = nights(month_of(NOVEMBER, FRIDAY))

    assert (str(night.night.house), night.clock) == ("Friday game", "19:00")
    assert (night.filled, night.look, night.word) == ("2 of 2", "full", "full")


def test_a_night_for_as_many_as_come_says_how_many():
    comes(a_night(seats=None), "Ann")

    [night] = nights(month_of(NOVEMBER, FRIDAY))

    assert (night.filled, night.look, night.word) == ("1 coming", "free", "")


def test_a_night_that_is_off_says_no_more():
    cancel_night(stamp=stamp(), night=a_night(), reason="Snow")

    [night] = nights(month_of(NOVEMBER, TODAY))

    assert (night.look, night.word, night.filled) == ("off", "cancelled", "")


def test_a_night_says_whether_it_is_on_or_over():
    a_closed_night()
    open_night(stamp=stamp(), house="hybrid", date=TODAY, banker=player_named("Ann"), float_cents=0)
    Night.objects.update(date=TODAY)

    found = [(night.look, night.word, night.filled) for night in nights(month_of(NOVEMBER, TODAY))]

    assert found == [("past", "closed", ""), ("open", "open", "")]


def test_a_night_whose_bank_nobody_opened_is_over_after_its_day():
    a_night(day=date(2026, 11, 20))

    [night] = nights(month_of(NOVEMBER, TODAY))

    assert (night.look, night.word, night.filled) == ("past", "planned", "")


def test_nights_of_one_day_are_in_the_order_of_their_starts():
    plan_night(date=date(2026, 11, 27), house="hybrid")
    a_night(day=date(2026, 11, 27), starts=time(15))

    assert [night.clock for night in nights(month_of(NOVEMBER, TODAY))] == ["", "15:00"]


def test_a_night_on_a_day_beside_the_month_is_drawn_and_not_listed():
    a_night(day=date(2026, 12, 4))

    month = month_of(NOVEMBER, TODAY)

    assert (nights(month), [day.date for day in days(month) if day.nights]) == ([], [date(2026, 12, 4)])


@pytest.mark.parametrize("count", [1, 3])
def test_more_nights_take_no_more_queries(count, django_assert_num_queries):
    for day in range(count):
        a_night(day=date(2026, 11, 24 + day))

    with django_assert_num_queries(3):
        month_of(NOVEMBER, TODAY)
