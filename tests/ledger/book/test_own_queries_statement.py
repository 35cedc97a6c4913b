"""Statements from the ledger: they add up to the standing, day by day."""

from datetime import date, timedelta

import pytest

from ledger.bank.queries import last_act
from ledger.book.own_queries import statement_of
from ledger.standings.queries import standing_of, standings
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import NIGHT, Evening

pytestmark = pytest.mark.django_db
DECEMBER = date(2026, 12, 1)


@pytest.fixture
@played_once
def evening():
    """Bo owes Ann 20.00 from 20 November, 15.00 of it by notes; on 1 December he paid her 5.00."""
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00", note="n1")
    evening.buy_in("Bo", "5.00", note="n2")
    evening.buy_in("Bo", "5.00", pay="book")
    evening.declares_missing("20.00")
    evening.commits()
    evening.ends("200.00")
    evening.now = evening.now.replace(month=12, day=1)
    evening.pays_debt("Bo", "Ann", "5.00")
    return evening


def statement(name, first=None, last=None):
    return statement_of(player_named(name), first, last)


def lines(said):
    return [
        (line.house, line.note and f"{line.note}, {line.note_name} of {line.note_of}", line.cents, line.running_cents)
        for line in said.lines
    ]


def test_each_line_says_which_night_it_is_from_and_whose_note_it_was(evening):
    said = statement("Bo")
    house = evening.night.house.name

    assert lines(said) == [
        (house, None, -500, -500),
        (house, "1, n1 of Bo", -1000, -1500),
        (house, "2, n2 of Bo", -500, -2000),
        ("", None, 500, -1500),
    ]
    assert (said.closing_cents, said.number, said.head) == (-1500, last_act().number, last_act().head)


def test_the_note_of_another_is_theirs(evening):
    evening.opens("mike", day=DECEMBER)
    evening.buy_in("Cy", "10.00")
    evening.sells("Cy", "Bo", "4.00", note="n1")
    evening.commits("n1")

    assert lines(statement("Cy")) == [(evening.night.house.name, "3, n1 of Bo", 400, 400)]


def test_periods_join_and_come_to_the_standing_of_their_last_day(evening):
    night, after = statement("Bo", last=NIGHT), statement("Bo", first=NIGHT + timedelta(1))

    assert (night.opening_cents, night.closing_cents) == (0, standings(NIGHT)[player_named("Bo").number])
    assert (after.opening_cents, after.closing_cents) == (-2000, standing_of(player_named("Bo")))


def test_an_open_night_counts_and_is_told(evening):
    evening.opens("mike", day=DECEMBER)
    evening.buy_in("Bo", "5.00", pay="book", stack="0.00")

    said = statement("Bo")

    assert said.open_nights == ((evening.night.house.name, DECEMBER),)
    assert said.closing_cents == standing_of(player_named("Bo")) == -2000


def test_two_entries_of_one_person_have_one_statement(evening):
    evening.knows("Bob")
    evening.takes_over(Bob="-3.00", Cy="3.00")
    evening.merges("Bob", "Bo")

    assert statement("Bo").closing_cents == standing_of(player_named("Bo")) == -1800
