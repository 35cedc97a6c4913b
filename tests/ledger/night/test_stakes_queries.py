"""The stakes of a night, before its bank is opened and afterwards."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.night.stakes_queries import limits_before, stakes_of, stated
from ledger.terms.bank_terms import Blinds, bank_terms
from tests.reservations.planned import a_night
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def terms_of(key):
    return bank_terms(load_preset(key))


def test_a_house_that_asks_says_so():
    assert tuple(stated(terms_of("ericn")).values())[:3] == (
        "The blinds are set when the night opens.",
        "The minimum buy-in is set when the night opens.",
        "The maximum buy-in is set when the night opens.",
    )


def test_the_nights_own_figures_take_their_place():
    figures = {"small_blind": 25, "big_blind": 50, "buy_in_min": 1000, "buy_in_max": 5000}

    assert tuple(stated(terms_of("ericn"), figures).values())[:3] == (
        "Blinds 0.25/0.50.",
        "The minimum buy-in is 10.00 (set for this night).",
        "The maximum buy-in is 50.00 (set for this night).",
    )


def test_limits_in_big_blinds_move_with_the_nights_blinds():
    limits = limits_before(terms_of("dave-2018"), {"small_blind": 50, "big_blind": 100})

    assert (limits.minimum_cents, limits.maximum_cents) == (2000, 10000)


def test_a_planned_night_is_played_for_the_stakes_of_its_house():
    stakes = stakes_of(a_night())

    assert (stakes.own, stakes.rules.version) == ({}, 1)
    assert (stakes.in_words, stakes.limits.maximum_cents) == ("Blinds 0.25/0.50", 5000)


def test_a_night_that_was_opened_is_played_for_its_own():
    evening = Evening("dave-2018", small_blind="0.50", big_blind="1.00", buy_in_max="80.00")

    stakes = stakes_of(evening.night)

    assert stakes.own == {"small_blind": 50, "big_blind": 100, "buy_in_max": 8000}
    assert (stakes.blinds, stakes.in_words) == (Blinds(50, 100), "Blinds 0.50/1.00")
    assert (stakes.limits.minimum_cents, stakes.limits.maximum_cents) == (2000, 8000)
    assert stakes.stated()[2] == "The maximum buy-in is $80.00 (set for this night)."
