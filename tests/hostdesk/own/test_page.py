"""What a player sees of their own on the nights that are open."""

from dataclasses import astuple

import pytest

from hostdesk.own.page import OwnNotes, own_nights, own_notes
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def tonight(name):
    """Return what somebody did, night by night: what they bought, sold and cashed out, in cents."""
    found = own_nights(player_named(name))
    return [([astuple(each)[1:] for each in one.bought], one.sold_cents, one.cashed_out_cents) for _, one in found]


def test_nobody_is_in_a_night_they_did_not_come_to(evening):
    evening.buy_in("Bo", "10.00")

    assert tonight("Cy") == []


def test_who_has_come_has_bought_nothing_yet(evening):
    evening.arrives("Cy")

    assert tonight("Cy") == [([], 0, None)]


def test_ones_own_buy_ins_and_nobody_elses(evening):
    evening.it_is("20:15")
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "20.00")
    evening.buy_in("Bo", "5.00", pay="book")

    [(night, bo)] = own_nights(player_named("Bo"))

    assert [(each.cents, each.paid) for each in bo.bought] == [(1000, "in cash"), (500, "in THE BOOK")]
    assert (bo.bought[0].at, bo.in_for_cents, night) == (evening.now, 1500, evening.night)


def test_a_buy_in_that_was_undone_is_not_there(evening):
    evening.buy_in("Bo", "10.00")
    evening.undo(evening.buy_in("Bo", "5.00"))

    assert tonight("Bo") == [([(1000, "in cash")], 0, None)]


def test_how_it_was_paid_is_as_it_stands_now(evening):
    evening.paid_by("book", of=evening.buy_in("Bo", "10.00"))

    assert tonight("Bo") == [([(1000, "in THE BOOK")], 0, None)]


def test_a_sale_between_players_names_nobody(evening):
    evening.buy_in("Bo", "20.00")
    evening.sells("Bo", "Cy", "10.00")

    assert tonight("Cy") == [([(1000, "from a player, in cash")], 0, None)]
    assert tonight("Bo") == [([(2000, "in cash")], 1000, None)]


def test_ones_own_notes_and_those_one_holds(evening):
    """Bo has 20.00 with the bank, and holds 5.00 of Cy, who has paid 1.50 of it."""
    evening.buy_in("Bo", "20.00", note="n1")
    evening.sells("Bo", "Cy", "5.00", note="n2")
    evening.redeems("n2", "1.50")

    found = [own_notes(player_named(name)) for name in ("Bo", "Cy", "Ann")]

    assert found == [OwnNotes(2000, 350), OwnNotes(350, 0), OwnNotes(0, 0)]


def test_what_was_cashed_out_is_ones_own_too(evening):
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00")

    assert tonight("Bo") == [([(2000, "in cash")], 0, 2500)]
    assert tonight("Cy") == [([(2000, "in cash")], 0, None)]


def test_a_duplicates_buy_ins_are_the_persons(evening):
    evening.buy_in("Bo", "10.00")
    evening.merges("Bo", into="Cy")

    assert tonight("Cy") == [([(1000, "in cash")], 0, None)]


def test_a_closed_night_is_not_tonight(evening):
    evening.arrives("Bo")
    evening.counts_drawer("200.00")
    evening.closes()

    assert tonight("Bo") == []


def test_two_open_nights_are_two(evening):
    evening.buy_in("Bo", "10.00")
    evening.opens("mike")
    evening.buy_in("Bo", "15.00")

    assert [bo.in_for_cents for _, bo in own_nights(player_named("Bo"))] == [1000, 1500]
