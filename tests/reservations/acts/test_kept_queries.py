"""Questions whose SQL is put together once: the same rows as Django's own, for one query each."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from reservations.acts.kept_queries import KeptQuery, at_one_moment, read_once
from reservations.houses.commands import make_house
from reservations.models import Night

pytestmark = [pytest.mark.django_db, pytest.mark.pg]

WITH_HOUSE = KeptQuery(lambda number: Night.objects.select_related("house", "rules").filter(pk=number), -1)
DATES = KeptQuery(lambda: Night.objects.order_by("-date").values_list("date", "house__name"))
BY_PLACE = KeptQuery(lambda place: Night.objects.filter(place=place).order_by("date"), "nowhere")


@pytest.fixture
def house():
    return make_house(document={"key": "friday", "name": "Friday game"}).house


def night(house, day=20, place="kitchen", **more):
    return Night.objects.create(date=date(2026, 11, day), house=house, place=place, **more)


def test_a_row_is_what_django_would_read(house):
    at = datetime(2026, 11, 20, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    one = night(house, starts_at=at, rules=house.newest())

    found, same = WITH_HOUSE.first(one.pk), Night.objects.get(pk=one.pk)

    assert {**vars(found), "_state": None} == {**vars(same), "_state": None}
    assert (found.starts_at, found._state.adding, found._state.db) == (at, False, "default")


def test_its_relations_are_read_with_it_in_one_query(house, django_assert_num_queries):
    opened, planned = night(house, rules=house.newest()), night(house, day=21)

    with django_assert_num_queries(2):
        found = [WITH_HOUSE.first(each.pk) for each in (opened, planned)]
        relations = [(each.house, each.rules) for each in found]

    assert relations == [(house, house.newest()), (house, None)]


def test_every_question_has_its_own_answer(house):
    first, second = night(house, day=21), night(house, day=20)
    night(house, place="garage")

    assert [BY_PLACE.all(place) for place in ("kitchen", "nowhere", "")] == [[second, first], [], []]


def test_values_are_asked_for_without_a_row(house):
    night(house, day=20), night(house, day=21)

    assert DATES.all() == [(date(2026, 11, 21), "Friday game"), (date(2026, 11, 20), "Friday game")]


@pytest.mark.parametrize("number", [0, -1, 2**63, -(2**63) - 1, 2**64])
def test_there_is_nothing_under_a_number_that_no_row_has(house, number):
    night(house)

    assert WITH_HOUSE.first(number) is None


@read_once
def nights_at(place):
    return BY_PLACE.all(place)


def test_a_page_that_records_nothing_reads_an_answer_once(house, django_assert_num_queries):
    night(house)

    with at_one_moment(), django_assert_num_queries(2):
        answers = [nights_at("kitchen"), nights_at("kitchen"), nights_at("attic")]

    assert [len(found) for found in answers] == [1, 1, 0]


@read_once
def nights_by_place(place):
    return BY_PLACE.all(place)


def test_a_batch_reads_once_what_it_does_not_change_and_all_else_each_time(house):
    night(house)

    with at_one_moment(nights_at):
        before = len(nights_at("kitchen")), len(nights_by_place("kitchen"))
        night(house)
        after = len(nights_at("kitchen")), len(nights_by_place("kitchen"))

    assert (before, after) == ((1, 1), (1, 2))


def test_elsewhere_it_is_read_each_time(house):
    with at_one_moment():
        before = nights_at("kitchen")
    night(house)

    after = nights_at("kitchen")

    assert (len(before), len(after)) == (0, 1)
