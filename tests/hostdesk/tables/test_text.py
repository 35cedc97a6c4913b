"""What the panels of tables say."""

import pytest

from hostdesk.tables import text
from reservations.houses.seating_terms import MissedBlinds
from reservations.tables.seats import Missed


@pytest.mark.parametrize(
    ("counts", "named"), [([7], "only one table"), ([6, 6], "6 at each table"), ([6, 7], "7 at table 2")]
)
def test_how_many_sit_where(counts, named):
    assert text.counts_in_words(counts).count(named) == 1


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (text.too_few_to_split(0, 11), "No players yet"),
        (text.too_few_to_split(1, 11), "1 is here"),
        (text.split_into(12, 6, 6), "12 are here: split into two tables of 6"),
        (text.split_into(11, 6, 5), "tables of 6 and 5"),
        (text.too_many_to_merge(9, 8), "9 are left: two tables become one at 8"),
        (text.waits(1), "1 hand:"),
        (text.waits(3), "3 hands:"),
    ],
)
def test_numbers_are_said_as_people_say_them(words, named):
    assert words.count(named) == 1


@pytest.mark.parametrize(
    ("missed", "terms", "named"),
    [
        (Missed(small=True), MissedBlinds.PUT_IN, "owe none"),
        (Missed(small=True), MissedBlinds.NOTHING, "no blinds"),
        (Missed(), MissedBlinds.POSTED, "no blinds"),
        (Missed(big=True), MissedBlinds.POSTED, "post the big blind,"),
        (Missed(small=True), MissedBlinds.POSTED, "small one is dead"),
        (Missed(small=True, big=True), MissedBlinds.POSTED, "post both blinds"),
    ],
)
def test_who_comes_back_owes_what_the_house_says(missed, terms, named):
    assert text.coming_back(missed, terms).count(named) == 1


def test_without_missed_blinds_there_are_no_words():
    assert text.blinds_in_words(Missed()) == ""
