"""The lines of one player in THE BOOK: their texts, and their sum, the standing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.book.own_queries import own_lines
from ledger.standings.queries import standing_of
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import NIGHT, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """The 10.00 of Gil's note n1 are charged to Ann, who invited him; Bo owes Cy 5.00 on n2, which is still out."""
    evening = Evening("mike")
    evening.buy_in("Cy", "20.00")
    evening.buy_in("Gil", "10.00", note="n1")
    evening.sells("Cy", "Bo", "5.00", note="n2")
    evening.charges_inviter("n1")
    return evening


def lines(name):
    return [(each.text, each.cents, each.running_cents) for each in own_lines(player_named(name))]


def test_a_note_is_told_to_everybody_it_concerns(evening):
    evening.commits("n2")

    assert lines("Ann") == [("The note n1 of Gil, your guest, to the bank: you answer for it", -1000, -1000)]
    assert lines("Bo") == [("Your note n2 to Cy", -500, -500)]
    assert lines("Cy") == [("The note n2 of Bo, which you held", 500, 500)]
    assert lines("Gil") == []


def test_the_lines_add_up_and_say_where_they_are_from(evening):
    evening.commits("n2")
    evening.pays_debt("Bo", "Cy", "2.00")

    of_the_night, between = own_lines(player_named("Bo"))

    assert (of_the_night.house, of_the_night.day, of_the_night.night) == ("Mike's game", NIGHT, evening.night.pk)
    assert (between.house, between.text, between.running_cents) == ("", "You paid Cy", standing_of(player_named("Bo")))


def test_what_was_taken_back_says_what_it_was_and_why(evening):
    evening.commits("n2")
    evening.undo(evening.pays_debt("Bo", "Cy", "2.00"))

    [_, paid, back] = own_lines(player_named("Bo"))

    assert (paid.undone, back.undone, back.text) == (True, True, "Taken back: “You paid Cy”")
    assert (paid.reason, back.reason, back.running_cents) == ("", "a slip", -500)


def test_a_note_taken_back_out_of_the_book_is_still_named(evening):
    evening.undo(evening.commits("n2"))

    assert [text for text, *_ in lines("Cy")][1:] == ["Taken back: “The note n2 of Bo, which you held”"]


def test_more_lines_ask_no_more_of_the_database(evening):
    bo = player_named("Bo")
    evening.pays_debt("Bo", "Cy", "1.00")
    with CaptureQueriesContext(connection) as few:
        own_lines(bo)
    for _ in range(3):
        evening.pays_debt("Bo", "Cy", "1.00")

    with CaptureQueriesContext(connection) as many:
        own_lines(bo)

    assert len(many) == len(few)
