"""The filters above the lists; a value that the list does not offer filters nothing."""

from datetime import date

import pytest

from hostdesk.base.lists.filters import NightFilter, PlayerFilter
from hostdesk.base.lists.queries import nights
from hostdesk.invitations.nights.commands import plan_night
from reservations.models import Player
from tests.reservations.regulars import add
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "days"),
    [
        ({}, [2027, 2026]),
        ({"year": "2027"}, [2027]),
        ({"house": "dave-2018"}, [2026]),
        ({"state": "open"}, [2026]),
        ({"state": "planned", "year": "2026"}, []),
        ({"state": "lost", "year": "soon", "house": "nope"}, [2027, 2026]),
    ],
)
def test_nights(asked, days):
    Evening("dave-2018")
    plan_night(date=date(2027, 1, 1), house="hybrid")

    assert [night.date.year for night in NightFilter(asked, queryset=nights()).qs] == days


def test_the_years_are_those_that_have_nights():
    plan_night(date=date(2027, 1, 1), house="hybrid")

    years = NightFilter({}, queryset=nights()).form.fields["year"].choices

    assert list(years) == [("", "All years"), ("2027", "2027")]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"name": "ÉE"}, ["Dée"]),
        ({"name": "%"}, []),
        ({"kind": "guest"}, ["Gil"]),
        ({"kind": "x"}, ["Ann", "Dée", "Gil"]),
    ],
)
def test_players(asked, names):
    for name in ("Ann", "Dée"):
        add(name, regular=True)
    add("Gil", regular=False)

    assert [player.name for player in PlayerFilter(asked, queryset=Player.objects.people()).qs] == names
