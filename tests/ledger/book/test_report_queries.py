"""THE BOOK read from the ledger: on any day, with open nights, duplicates and undone acts."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.book.pdf import book_pdf
from ledger.book.queries import book_report, history, standings_report
from ledger.book.report import OpenNight
from ledger.standings.ages import AgedPart
from ledger.standings.queries import standings
from reservations.acts.chain import GENESIS
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

TODAY = date(2026, 12, 31)


@pytest.fixture
@played_once
def evening():
    """The closed night of 20 November: Ann (1), the banker, is owed 25.00; Bo (2) owes 15.00 and Cy (3) 10.00."""
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.buy_in("Bo", "20.00", pay="book")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.last_hand()
    evening.cash_out("Ann", "45.00", payout={"cash": "45.00"})
    evening.cash_out("Bo", "5.00", payout={"book": "5.00"})
    evening.ends("175.00")
    return evening


def told(report):
    return {each.name: each.cents for each in report.people}


def test_an_empty_ledger_has_an_empty_book():
    report = book_report()

    assert (report.people, report.number, report.head, report.adds_up) == ((), 0, GENESIS, True)


def test_everybody_with_their_standing(evening):
    report = standings_report(today=TODAY)

    assert told(report) == {"Ann": 2500, "Bo": -1500, "Cy": -1000}
    assert (report.number, report.head) == (Act.objects.latest("number").number, Act.objects.latest("number").head)
    assert (report.day, report.term_days, report.total_cents) == (TODAY, 31, 0)


def test_it_says_what_the_standings_say_on_every_day(evening):
    evening.pays_debt("Bo", "Ann", "10.00")
    evening.opens("mike", day=date(2026, 11, 21))
    evening.buy_in("Cy", "5.00", pay="book")
    days = [None, *(date(2026, 11, day) for day in (19, 20, 21))]

    found = [{each.number: each.cents for each in standings_report(today=TODAY, on=day).standing} for day in days]

    assert found == [dict(sorted(standings(day).items(), key=lambda each: each[1])) for day in days]


def test_a_night_that_is_open_is_in_it_only_now(evening):
    evening.opens("mike", day=date(2026, 11, 21))
    evening.buy_in("Cy", "5.00", pay="book")

    now, then = standings_report(today=TODAY), standings_report(today=TODAY, on=TODAY)

    assert now.open_nights == (OpenNight(evening.night.pk, date(2026, 11, 21), "Mike's game", -500),)
    assert (now.total_cents, now.adds_up, then.open_nights, then.total_cents) == (-500, True, (), 0)


def test_what_is_left_and_what_is_overdue(evening):
    evening.pays_debt("Bo", "Ann", "10.00")
    last = [line.act for line in history(2) if line.night][-1]

    bo = standings_report(today=TODAY).people[1]

    assert bo.left == [AgedPart(date(2026, 11, 20), last, -500)]
    assert (bo.since, bo.overdue_cents) == (date(2026, 11, 20), 500)
    assert standings_report(today=TODAY, on=date(2026, 12, 21)).people[1].overdue_cents == 0


def test_a_guest_is_told_with_who_answers_for_them():
    evening = Evening("mike")
    evening.takes_over(Ann="-1.00", Gil="1.00")
    evening.merges("Ann", into="Bo")

    found = {each.name: (each.regular, each.guest_of) for each in standings_report(today=TODAY).people}

    assert found == {"Bo": (True, ""), "Gil": (False, "Bo")}


def test_the_lines_lead_from_nothing_to_the_standing(evening):
    paid = evening.pays_debt("Bo", "Ann", "10.00")
    evening.undo(paid)

    rows = next(each for each in book_report().people if each.name == "Bo").rows

    assert [(row.text, row.cents, row.running_cents, row.undone) for row in rows] == [
        ("Bo buys in, paid in THE BOOK", -2000, -2000, False),
        ("Bo cashes out", 500, -1500, False),
        ("Bo pays Ann", 1000, -500, True),
        (f"Act {paid.act.number} is undone: a slip", -1000, -1500, True),
    ]


def test_what_is_undone_later_still_stands_on_the_day():
    evening = Evening("mike")
    paid = evening.takes_over(Ann="5.00", Bo="-5.00")
    evening.now = evening.now.replace(day=25)
    evening.undo(paid)

    then, now = history(player_named("Bo").number, date(2026, 11, 20)), history(player_named("Bo").number)

    assert [(line.running_cents, line.undone) for line in then] == [(-500, False)]
    assert [(line.running_cents, line.undone) for line in now] == [(-500, True), (0, True)]


def test_paper_counts_ages_to_the_last_act_so_that_it_never_changes(evening):
    evening.now = evening.now.replace(month=12, day=24)
    evening.pays_debt("Bo", "Ann", "10.00")

    report = book_report()

    assert (report.on, report.day, report.people[1].overdue_cents) == (None, date(2026, 12, 24), 500)
    assert book_pdf(report) == book_pdf(book_report())


@pytest.mark.parametrize("read", [lambda: standings_report(today=TODAY), book_report])
def test_thirty_players_take_no_more_queries_than_one(read):
    evening = Evening("mike")
    evening.takes_over(Ann="-1.00", Bo="1.00")
    read()
    with CaptureQueriesContext(connection) as one:
        read()
    for number in range(30):
        evening.knows(f"Dee {number}")
        evening.takes_over(**{f"Dee {number}": "-1.00", "Bo": "1.00"})
    with CaptureQueriesContext(connection) as thirty:
        report = read()

    assert (len(report.people), len(thirty)) == (32, len(one))
