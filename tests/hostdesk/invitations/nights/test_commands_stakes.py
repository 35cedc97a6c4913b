"""The commands that plan a night with its own stakes, and that let new articles into an open night."""

import json

import pytest

from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.rules.houses.presets import load_preset
from hostdesk.rules.houses.queries import open_nights_behind, rules_of_night
from ledger.night.stakes_queries import planned_stakes
from reservations.acts.fact_queries import FactTaken
from reservations.acts.problems import Impossible, Unknown
from reservations.houses.commands import revise_house
from tests.played_once import played_once
from tests.reservations.planned import a_night, plans
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db

SHOES = {"number": "99", "title": "Shoes", "text": "Shoes stay at the door.", "off_table": True}


@pytest.fixture
@played_once
def evening():
    """A night under version 1 of mike's rules; version 2 adds an article about shoes."""
    evening = Evening("mike")
    document = load_preset("mike")
    revise_house(house=evening.night.house, document={**document, "articles": [*document["articles"], SHOES]})
    return evening


def lets_in(evening, version, key=""):
    return let_articles_in(stamp=evening.stamp(key), night=evening.night, version=version)


def last_article(evening):
    return rules_of_night(evening.night).document["articles"][-1]


def test_a_night_is_planned_for_stakes_that_fit_its_house():
    night = a_night(stakes={"small_blind": 50, "big_blind": 100, "buy_in_max": 10000, "or_big_stack": False})

    assert night.stakes == {"small_blind": 50, "big_blind": 100, "buy_in_max": 10000}
    assert planned_stakes(night) == "blinds $0.50/$1.00, buy-ins up to $100.00"


@pytest.mark.parametrize("stakes", [{"buy_in_min": 9000}, {"or_big_stack": True}, {"small_blind": 51}])
def test_stakes_that_contradict_each_other_or_the_house_plan_no_night(stakes):
    with pytest.raises(Impossible):
        plans(stakes=stakes)


def test_articles_that_do_not_touch_the_game_come_in(evening):
    before = (last_article(evening) == SHOES, open_nights_behind(evening.night.house))

    noted = lets_in(evening, 2)

    assert before == (False, [evening.night])
    assert (last_article(evening), open_nights_behind(evening.night.house)) == (SHOES, [])
    assert json.loads(noted.fact.outcome)["articles"] == [["new", "99"]]


def test_the_articles_of_the_nights_own_version_come_back(evening):
    own = last_article(evening)
    lets_in(evening, 2)

    lets_in(evening, 1)

    assert last_article(evening) == own


def test_the_same_key_is_the_same_fact_and_no_other(evening):
    first, again = (lets_in(evening, 2, "let-in-it") for _ in range(2))

    assert (first.fact, first.known, again.known) == (again.fact, False, True)
    with pytest.raises(FactTaken):
        lets_in(evening, 1, "let-in-it")


@pytest.mark.parametrize(("version", "problem"), [(1, Impossible), (3, Unknown)])
def test_a_version_that_says_nothing_else_or_is_not_there_is_not_let_in(evening, version, problem):
    with pytest.raises(problem):
        lets_in(evening, version)


def test_a_version_before_the_nights_own_is_not_let_in(evening):
    evening.ends("200.00")
    evening.opens("mike", day=evening.now.date().replace(day=21))

    with impossible("Version 1 is older than the night's own, which is 2."):
        lets_in(evening, 1)


def test_into_a_closed_night_nothing_comes(evening):
    evening.ends("200.00")

    with pytest.raises(Impossible):
        lets_in(evening, 2)
