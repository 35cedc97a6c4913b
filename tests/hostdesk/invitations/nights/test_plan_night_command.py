"""``manage.py plan_night``."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from reservations.models import Night
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def plan(date: str, house: str) -> str:
    out = StringIO()
    call_command("plan_night", date, "--house", house, stdout=out)
    return out.getvalue()


def test_a_night_is_planned_once() -> None:
    first = plan("2026-11-20", "dave-2018")
    second = plan("2026-11-20", "Dave's cash game (2018)")

    assert first == f"Planned: the night of Fri 20 Nov 2026 at Dave's cash game (2018), id {Night.objects.get().pk}.\n"
    assert second == first


def test_the_bank_opens_on_the_night_that_was_planned() -> None:
    plan("2026-11-20", "dave-2018")
    planned = Night.objects.get()

    evening = Evening("dave-2018")

    assert (evening.night, Night.objects.count()) == (planned, 1)


def test_a_plan_for_another_house_is_left_alone() -> None:
    plan("2026-11-20", "hybrid")

    Evening("dave-2018")

    assert Night.objects.planned().count() == 1


def test_an_unknown_house_is_told() -> None:
    with pytest.raises(CommandError, match="No house and no preset is called 'nope'"):
        plan("2026-11-20", "nope")


@pytest.mark.parametrize("day", ["2026-W47-5", "0001-01-01", "today"])
def test_a_day_that_is_none_is_told(day: str) -> None:
    with pytest.raises(CommandError, match=day):
        plan(day, "dave-2018")
