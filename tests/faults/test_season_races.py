"""Two tablets that make and change one season."""

from datetime import date

import pytest

from ledger.models import Season
from ledger.seasons.commands import change_season, make_season
from tests.faults.racing import at_once

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

MARCH = date(2026, 3, 1)


def making(key, name="Since March"):
    return lambda: make_season(key=key, name=name, first=MARCH).pk


def test_one_form_sent_by_two_is_one_season():
    outcomes = at_once(*[making("the-same")] * 4)

    assert outcomes == [Season.objects.get().pk] * 4


def test_two_forms_of_one_name_are_one_season():
    outcomes = at_once(making("form-one"), making("form-two"))

    assert sorted(type(each).__name__ for each in outcomes) == ["Impossible", "int"]
    assert Season.objects.count() == 1


def test_of_two_who_change_the_same_season_one_is_told():
    season = make_season(key="form-one", name="Since March", first=MARCH).pk

    outcomes = at_once(
        *(lambda name=name: change_season(season=season, shown=0, name=name, first=MARCH).pk for name in ("A", "B"))
    )

    assert sorted(type(each).__name__ for each in outcomes) == ["Changed", "int"]
    assert Season.objects.get().changes == 1
