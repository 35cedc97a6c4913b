"""THE BOOK line by line."""

from datetime import date

import pytest

from ledger.book.queries import ages, history, later_corrections, night_changes, overdue_cents
from ledger.standings.ages import AgedPart
from ledger.standings.queries import standings
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, book

pytestmark = pytest.mark.django_db
NIGHT = date(2026, 11, 20)


@pytest.fixture
@played_once
def evening():
    """Bo owes 20.00 from 20 November, by two notes and a buy-in; his payment of 5.00 to Ann on 1 December is undone."""
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00", note="n1")
    evening.buy_in("Bo", "5.00", note="n2")
    evening.buy_in("Bo", "5.00", pay="book")
    evening.declares_missing("20.00")
    evening.commits()
    evening.ends("200.00")
    evening.now = evening.now.replace(month=12, day=1)
    evening.undo(evening.pays_debt("Bo", "Ann", "5.00"))
    return evening


def lines(name, on=None):
    return [(line.text, line.note, line.cents, line.running_cents) for line in history(player(name), on)]


def player(name):
    return player_named(name).number


def test_where_each_line_came_from(evening):
    assert lines("Bo") == [
        ("Bo buys in, paid in THE BOOK", None, -500, -500),
        ("The note n1 goes into THE BOOK", 1, -1000, -1500),
        ("The note n2 goes into THE BOOK", 2, -500, -2000),
        ("Bo pays Ann", None, 500, -1500),
        ("Act 13 is undone: a slip", None, -500, -2000),
    ]


def test_what_was_undone_is_marked(evening):
    assert [line.undone for line in history(player("Bo"))] == [False, False, False, True, True]


def test_the_day_of_a_line_is_that_of_its_night(evening):
    days = [line.day for line in history(player("Bo"))]

    assert days == [NIGHT, NIGHT, NIGHT, date(2026, 12, 1), date(2026, 12, 1)]


def test_the_lines_of_a_day_make_its_standing(evening):
    assert [line[3] for line in lines("Bo", NIGHT)] == [-500, -1500, -2000]
    assert lines("Bo", date(2026, 11, 19)) == []


def test_what_a_night_changed(evening):
    assert night_changes(evening.night) == {player("Ann"): 2000, player("Bo"): -2000}


def test_what_a_merge_moves_between_two_of_one_person_is_no_line(evening):
    evening.knows("Bob")
    evening.takes_over(Bob="-3.00", Cy="3.00")
    evening.merges("Bob", "Bo")

    assert [line[2] for line in lines("Bo")] == [-500, -1000, -500, 500, -500, -300]
    assert book() == {"Ann": "20.00", "Bo": "-23.00", "Cy": "3.00"}


def test_a_debt_is_as_old_as_what_is_left_of_it(evening):
    evening.pays_debt("Bo", "Ann", "12.00")

    left = ages()[player("Bo")]

    # The payment that was undone on 1 December made no new debt: the debt is as old as before.
    assert [(each.day, each.cents) for each in left] == [(NIGHT, -800)]
    assert sum(each.cents for each in ages()[player("Ann")]) == 800


def test_ages_on_a_day_and_as_of_an_act(evening):
    assert [each.cents for each in ages(NIGHT)[player("Ann")]] == [2000]
    assert ages(NIGHT, seen=5) == {}


@pytest.mark.parametrize(
    ("on", "late"),
    [(date(2026, 12, 21), {}), (date(2026, 12, 22), {2: 2000}), (date(2027, 1, 1), {2: 2000}), (NIGHT, {})],
)
def test_only_debts_older_than_the_term_are_overdue(evening, on, late):
    assert overdue_cents(on) == late


def test_corrections_about_a_night_come_to_it_later(evening):
    about = evening.corrects("Bo", "Cy", "1.00", about=NIGHT)
    evening.undo(evening.corrects("Bo", "Cy", "2.00", about=NIGHT))
    evening.corrects("Bo", "Cy", "3.00")

    assert [(act.number, fields["amount"]) for act, fields in later_corrections(evening.night)] == [
        (about.act.number, 100)
    ]


def test_standings_as_of_an_act_do_not_know_what_came_later(evening):
    closed = Act.objects.get(kind="close").number
    evening.corrects("Bo", "Cy", "3.00")

    assert standings(date(2026, 12, 1), seen=closed) == {player("Ann"): 2000, player("Bo"): -2000}
    assert standings(date(2026, 12, 1), seen=closed - 1) == {}
    assert AgedPart(NIGHT, closed, 2000) in ages(seen=closed)[player("Ann")]


def test_what_was_bought_and_won_on_one_night_is_no_old_debt(evening):
    evening.opens("mike", day=date(2026, 12, 4))
    evening.buy_in("Bo", "10.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "10.00", payout={"book": "10.00"})

    assert ages()[player("Bo")] == [AgedPart(NIGHT, Act.objects.get(kind="commit_notes").number, -2000)]


def test_what_is_left_of_the_float_is_told_as_the_bankers(evening):
    evening.opens("mike", day=date(2026, 12, 4))
    evening.buy_in("Bo", "10.00")
    evening.last_hand()
    evening.cash_out("Bo", "10.00", payout={"book": "10.00"})
    evening.ends("210.00")

    assert [lines("Ann")[place][:3] for place in (0, -1)] == [
        ("The bank's balance goes to its banker", None, 2000),
        ("The banker pays the bank's balance", None, -1000),
    ]
