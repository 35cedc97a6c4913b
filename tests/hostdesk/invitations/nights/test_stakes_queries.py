"""What a night is played for, before its bank is opened and afterwards."""

import pytest

from hostdesk.invitations.nights.stakes_queries import stakes_of
from ledger.terms.bank_terms import Blinds
from tests.reservations.planned import a_night
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


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
