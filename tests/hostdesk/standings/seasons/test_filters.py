"""The filter of the season, kept in the address."""

from datetime import date

import pytest

from hostdesk.rules.houses.presets import load_preset
from hostdesk.standings.seasons.filters import season_choice
from ledger.seasons.commands import make_season
from reservations.houses.commands import make_house
from reservations.models import Desk, House
from tests.ledger.seasons.autumn import an_autumn

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 30)


def chosen(**said):
    return season_choice(said, Desk.objects.get(), TODAY)


def offered(choice, field):
    return [value for value, _ in choice.form({1: "Ann"}).fields[field].choices]


def test_without_an_address_it_is_this_year_of_all_houses():
    an_autumn()

    choice = chosen()

    assert (choice.span.key, choice.span.house, choice.house, choice.player, choice.query) == (
        "2026",
        None,
        "",
        None,
        "",
    )
    assert offered(choice, "season") == ["", "2026-q4", "2026-q3", "2026-q2", "2026-q1", "2027", "all"]


def test_season_house_and_player_stand_in_the_address():
    an_autumn()

    choice = chosen(season="2026-q4", house="dave-2018", player="3")

    assert choice.query == "?season=2026-q4&house=dave-2018&player=3"
    assert (choice.span.house, choice.player) == (House.objects.get(key="dave-2018").pk, 3)
    assert choice.without_player.query == "?season=2026-q4&house=dave-2018"
    assert chosen().with_player(3).query == "?player=3"
    assert choice.form({3: "Cy"}).data.dict() == {"season": "2026-q4", "house": "dave-2018", "player": "3"}


@pytest.mark.parametrize("said", [{"season": "s99"}, {"season": "never"}, {"house": "nobody"}, {"player": "-3"}])
def test_what_is_not_offered_filters_nothing(said):
    an_autumn()

    assert chosen(**said) == chosen()


def test_the_current_season_is_no_choice_in_the_address():
    an_autumn()

    assert chosen(season="2026").query == ""


def test_a_season_of_the_hosts_own_is_current_while_it_runs():
    an_autumn()
    season = make_season(key="season-1", name="Winter", first=date(2026, 11, 1))

    assert (chosen().span.key, chosen().span.name) == (f"s{season.pk}", "Winter")
    assert chosen(season="2026").query == "?season=2026"


def test_a_season_of_the_only_house_is_current():
    an_autumn()
    make_season(key="season-1", name="At Dave's", first=date(2026, 11, 1), house=House.objects.get(key="dave-2018"))
    assert chosen().span.name == "At Dave's"

    make_house(document={**load_preset("mike"), "key": "another", "name": "Another"})

    assert (chosen().span.name, chosen(house="dave-2018").span.name) == ("2026", "At Dave's")


def test_one_house_and_no_player_need_no_choice():
    House.objects.exclude(pk=make_house(document=load_preset("mike")).house_id).delete()

    assert [*chosen().form({}).fields] == ["season"]


def test_from_how_many_nights_one_is_ranked_is_the_desks_word_in_a_year():
    Desk.objects.update(least_nights=4)

    assert (chosen().span.least_nights, chosen(season="2025").span.least_nights) == (4, 4)
