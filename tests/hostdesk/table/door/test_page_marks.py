"""The number of players not accounted for, and the consequences of a no-show, shown before it is recorded."""

from datetime import timedelta

import pytest

from hostdesk.table.door.page import no_show_means
from reservations.acts.facts import Mark
from reservations.rsvps.door_queries import not_accounted_for
from tests.hostdesk.at_the_door import clock
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db

TWO_STEPS = {"steps": [[1, "reminder"], [2, "removed"]], "grace_minutes": 15}


@pytest.fixture
@played_once
def friday():
    """A night at 19:00 with four seats, at a house with a quarter of an hour of grace."""
    cast()
    return Friday(a_house(attendance=TWO_STEPS), seats=4)


def test_so_many_are_not_accounted_for(friday):
    friday.full("Ann", "Bo", "Cy").yes("Di", expected_at=clock("20:30:00"))
    friday.do("mark_came", "Ann", 5, came=True)
    friday.mark("Bo", Mark.EXCUSED)

    found = [not_accounted_for(friday.night, clock(text)) for text in ("18:59:59", "19:40:00", "20:30:00")]

    assert found == [0, 1, 2]


def test_what_follows_from_a_no_show_is_said_before(friday):
    friday.full("Bo")
    first = no_show_means(one("Bo"), friday.night)
    Friday(friday.night.house, starts_at=START - timedelta(weeks=1)).full("Bo").mark("Bo", Mark.NO_SHOW)

    second = no_show_means(one("Bo"), friday.night)

    assert first == (
        "It counts: strike 1.",
        "A friendly reminder follows: Bo sees it at the next sign-in, and it is drafted for you to send.",
    )
    assert second == (
        "It counts: strike 2.",
        (
            "Bo is removed from the group here: reservations for later nights are deleted, "
            "and there are no new ones until you take Bo back."
        ),
    )


def test_a_house_may_leave_what_follows_to_the_host():
    cast()
    friday = Friday(a_house(attendance={"no_show_weight": 2}))

    weight, consequences = no_show_means(one("Bo"), friday.night)

    assert "2 strikes" in weight
    assert "No consequences in this house" in consequences
