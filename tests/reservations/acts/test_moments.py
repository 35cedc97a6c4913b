"""Values that last for one block: a variable set inside it, and answers that a page reads only once."""

from contextvars import ContextVar
from datetime import date

import pytest

from reservations.acts.moments import at_one_moment, kept_with_books, read_once, within
from reservations.houses.commands import make_house
from reservations.models import Night

pytestmark = pytest.mark.django_db

SIDE = ContextVar("SIDE", default="left")


@pytest.fixture
def house():
    return make_house(document={"key": "friday", "name": "Friday game"}).house


def night(house, day=20, place="kitchen", **more):
    return Night.objects.create(date=date(2026, 11, day), house=house, place=place, **more)


def test_a_variable_has_its_value_inside_the_block_and_the_one_before_after_it():
    with within(SIDE, "right"):
        inside = SIDE.get()
        with pytest.raises(ZeroDivisionError), within(SIDE, "up"):
            _ = 1 / 0
        again = SIDE.get()

    assert (inside, again, SIDE.get()) == ("right", "right", "left")


@read_once
def nights_at(place):
    return list(Night.objects.filter(place=place))


def test_a_page_that_records_nothing_reads_an_answer_once(house, django_assert_num_queries):
    night(house)

    with at_one_moment(), django_assert_num_queries(2):
        answers = [nights_at("kitchen"), nights_at("kitchen"), nights_at("attic")]

    assert [len(found) for found in answers] == [1, 1, 0]


@read_once
def nights_by_place(place):
    return list(Night.objects.filter(place=place))


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


@kept_with_books
def nights_in(place):
    return list(Night.objects.filter(place=place))


def test_pages_of_the_same_books_share_an_answer_until_the_books_go_further(house, django_assert_num_queries):
    night(house)
    found = []

    with django_assert_num_queries(2):
        for books in ("as of act 1", "as of act 1", "as of act 2"):
            with at_one_moment(books=books):
                found.append(len(nights_in("kitchen")))

    assert found == [1, 1, 1]


def test_what_is_recorded_is_seen_by_the_next_page_and_by_commands(house):
    with at_one_moment(books="as of act 1"):
        before = len(nights_in("kitchen"))
    night(house)

    by_a_command = len(nights_in("kitchen"))
    with at_one_moment():
        in_a_batch = len(nights_in("kitchen"))
    with at_one_moment(books="as of act 2"):
        on_a_page = len(nights_in("kitchen"))

    assert (before, by_a_command, in_a_batch, on_a_page) == (0, 1, 1, 1)
