"""The page of a house: its rules in words, and their versions."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from tests.played_once import played_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def mikes():
    return make_house(document=load_preset("mike")).house


def test_a_house_says_in_short_what_it_plays_by(desk, mikes):
    page = desk.opens("/houses/mike/")

    assert "Cash-out at the end, in multiples of 1.00" in page.text
    assert ('class="chip chip-white"' in page.html, "white 0.05" in page.text) == (True, True)
    assert "Version 1, since" in page.text
    assert [page.links[name] for name in ("Rules", "Change the rules", "Will the chips do?")] == [
        *("/houses/mike/rules/", "/houses/mike/change/", "/chips/mike/")
    ]


def test_the_rules_say_every_term_in_words(desk, mikes):
    page = desk.opens("/houses/mike/rules/")

    assert "The bank sells chips in multiples of 5.00." in page.text
    assert "Players may sell chips to each other; multiples and limits do not apply." in page.text


def test_the_rules_say_what_staying_away_means_and_what_holds_at_the_tables(desk):
    make_house(document=load_preset("ericn"))

    page = desk.opens("/houses/ericn/rules/")

    assert (
        "Giving up a seat less than 2 hours before the start is a no-show; exactly 2 hours is still fine. "
        "It stays a strike even if somebody else takes the seat."
    ) in page.text
    assert "The blinds of players who are away are put in for them, so none is missed." in page.text
    assert "Anybody may call the clock: the player to act then has 1 minute, or the hand is dead." in page.text


def test_levels_are_said(desk):
    make_house(document=load_preset("hybrid"))

    assert "The levels: 0.01/0.02, 0.02/0.04" in desk.opens("/houses/hybrid/rules/").text


def test_a_house_that_is_not_there_is_not_found(desk):
    assert desk.client.get("/houses/nope/").status_code == 404


@pytest.mark.parametrize("asked", ["version=9", "version=x", "saved=9", "saved=<b>"])
def test_a_version_that_is_not_there_is_the_newest(desk, mikes, asked):
    page = desk.opens(f"/houses/mike/?{asked}")

    assert (page.status, "is saved" in page.text) == (200, False)
