"""Queries whose SQL is built only once: they return the same rows as Django's own, with one query each."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db.models import Count

from reservations.acts.kept_queries import KeptQuery, KeptRows
from reservations.houses.commands import make_house
from reservations.models import Night

pytestmark = [pytest.mark.django_db, pytest.mark.pg]

WITH_HOUSE = KeptRows(lambda number: Night.objects.filter(pk=number), -1, related=("house", "rules"))
DATES = KeptQuery(lambda: Night.objects.order_by("-date").values_list("date", "house__name"))
BY_PLACE = KeptRows(lambda place: Night.objects.filter(place=place).order_by("date"), "nowhere")
STARTED = KeptQuery(
    lambda now: Night.objects.filter(starts_at__lte=now).values_list("pk"), datetime(1, 1, 2, tzinfo=ZoneInfo("UTC"))
)
COUNTED = KeptRows(
    lambda: Night.objects.annotate(others=Count("house__nights")), related=("house",), beside=("others",)
)


@pytest.fixture
def house():
    return make_house(document={"key": "friday", "name": "Friday game"}).house


def night(house, day=20, place="kitchen", **more):
    return Night.objects.create(date=date(2026, 11, day), house=house, place=place, **more)


def test_a_row_is_what_django_would_read(house):
    at = datetime(2026, 11, 20, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    one = night(house, starts_at=at, rules=house.newest(), stakes={"small_blind": 50})

    found, same = WITH_HOUSE.first(one.pk), Night.objects.get(pk=one.pk)

    assert [{**vars(each), "_state": None} for each in (found, found.house, found.rules)] == [
        {**vars(each), "_state": None} for each in (same, same.house, same.rules)
    ]
    assert (found.starts_at, found._state.adding, found._state.db) == (at, False, "default")


def test_its_relations_are_read_with_it_in_one_query(house, django_assert_num_queries):
    opened, planned = night(house, rules=house.newest()), night(house, day=21)

    with django_assert_num_queries(2):
        found = [WITH_HOUSE.first(each.pk) for each in (opened, planned)]
        relations = [(each.house, each.rules) for each in found]

    assert relations == [(house, house.newest()), (house, None)]


class AskedMeanwhile(tuple[str, ...]):
    """Names of relations that ask the same query again when they are first read, as a second thread would."""

    __slots__ = ()

    def __iter__(self):
        if not MEANWHILE:
            MEANWHILE.append(True)
            TWO_AT_ONCE.first(0)
        return super().__iter__()


MEANWHILE: list[bool] = []
TWO_AT_ONCE = KeptRows(lambda number: Night.objects.filter(pk=number), -1, related=AskedMeanwhile(["house", "rules"]))


def test_two_who_ask_first_at_the_same_moment_both_get_the_row(house):
    one = night(house, rules=house.newest())

    found = [TWO_AT_ONCE.first(one.pk) for _ in range(2)]

    assert [(each, each.house, each.rules) for each in found] == 2 * [(one, house, house.newest())]


def test_every_question_has_its_own_answer(house):
    first, second = night(house, day=21), night(house, day=20)
    night(house, place="garage")

    assert [BY_PLACE.objects(place) for place in ("kitchen", "nowhere", "")] == [[second, first], [], []]


def test_values_are_asked_for_without_a_row(house):
    night(house, day=20), night(house, day=21)

    assert DATES.all() == [(date(2026, 11, 21), "Friday game"), (date(2026, 11, 20), "Friday game")]


def test_a_moment_is_asked_for_by_its_own_clock(house):
    at = datetime(2026, 11, 20, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    one = night(house, starts_at=at)

    found = [STARTED.all(at - before) for before in (timedelta(0), timedelta(microseconds=1))]

    assert found == [[(one.pk,)], []]


def test_columns_beside_its_own_come_with_a_row(house):
    night(house, day=20), night(house, day=21)

    found = COUNTED.objects()

    assert [(vars(each)["others"], each.house) for each in found] == [(2, house), (2, house)]


@pytest.mark.parametrize("number", [0, -1, 2**63, -(2**63) - 1, 2**64])
def test_there_is_nothing_under_a_number_that_no_row_has(house, number):
    night(house)

    assert WITH_HOUSE.first(number) is None
