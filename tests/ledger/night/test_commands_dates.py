"""Acts at the table are dated near the night, from the day before to a week after; no ruling extends that."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db

HAPPENS = {
    "arrive": lambda evening, **said: evening.arrives("Cy", **said),
    "buy_in": lambda evening, **said: evening.buy_in("Cy", "20.00", **said),
    "chip_sale": lambda evening, **said: evening.sells("Bo", "Cy", "20.00", **said),
    "leave_notice": lambda evening, **said: evening.notice("Bo", **said),
    "last_hand": lambda evening, **said: evening.last_hand(**said),
    "cash_out": lambda evening, **said: evening.cash_out("Bo", "40.00", **said),
}


@pytest.fixture
def evening():
    """An evening on which Bo is in for 40.00."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    return evening


@pytest.mark.parametrize("days", [-1, 7])
@pytest.mark.parametrize("kind", HAPPENS)
def test_it_is_taken_from_the_day_before_to_a_week_after(evening, kind, days):
    evening.now += timedelta(days=days)

    act = HAPPENS[kind](evening, ruling="so be it").act

    assert (act.kind, act.at, act.ruling) == (kind, evening.now, "so be it")


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (-2, ("Wed 18 Nov 2026", "no act before Thu 19 Nov 2026")),
        (
            8,
            ("Sat 28 Nov 2026", "no act after Fri 27 Nov 2026", "Bring it in: .venv/bin/python manage.py import_night"),
        ),
    ],
)
@pytest.mark.parametrize("kind", HAPPENS)
def test_another_date_is_impossible_also_with_a_ruling(evening, kind, days, words):
    evening.now += timedelta(days=days)

    for ruling in ("", "so be it"):
        with impossible(*words):
            HAPPENS[kind](evening, ruling=ruling)


@pytest.mark.parametrize("kind", HAPPENS)
def test_what_was_recorded_is_known_whenever_it_comes_again(evening, kind):
    first = HAPPENS[kind](evening, key="once-upon", ruling="so be it")
    evening.now += timedelta(days=100)

    again = HAPPENS[kind](evening, key="once-upon", ruling="so be it")

    assert (again.act, again.known) == (first.act, True)


def test_the_date_that_is_written_counts_in_its_own_offset(evening):
    """23:00 on the 27th in New York is the 28th in London, where it would come too late."""
    evening.now += timedelta(days=7, hours=3)
    written = {"in New York": evening.now, "in London": evening.now.astimezone(ZoneInfo("Europe/London"))}

    evening.now = written["in London"]
    with impossible("Sat 28 Nov 2026", "no act after Fri 27 Nov 2026"):
        evening.last_hand()
    evening.now = written["in New York"]

    assert not evening.last_hand().known


def test_counting_and_closing_may_take_as_long_as_they_take(evening):
    evening.last_hand()
    evening.cash_out("Bo", "40.00")
    evening.now += timedelta(days=300)

    evening.ends("200.00")

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")


def test_a_night_that_is_closed_says_so_first(evening):
    evening.last_hand()
    evening.cash_out("Bo", "40.00")
    evening.ends("200.00")
    evening.now += timedelta(days=8)

    with impossible("is closed", "Fri 20 Nov 2026", "act 10"):
        evening.arrives("Cy")
