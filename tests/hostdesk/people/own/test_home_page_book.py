"""THE BOOK as one player reads it: every line, with each plan in its place once."""

from datetime import date

import pytest

from hostdesk.people.own.home_page import book_rows, owed_by, periods
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own, phone
from tests.stories.evening import Evening
from tests.stories.months import NOVEMBER, a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def rows(name):
    """Return a player's rows of THE BOOK, newest first: a line's text, or a plan's title and its payments' states."""
    player = player_named(name)
    return [
        (row.plan.title, [f"{each.state}" for each in row.plan.payments]) if row.plan else row.line and row.line.text
        for row in book_rows(player, owed_by(player))
    ]


def test_a_plan_stands_where_it_was_made():
    plan = a_plan()
    plan.pays_debt("Bo", "Ann", "5.00")

    assert rows("Bo") == [
        "You paid Ann",
        ("October 2024", ["paid", "open"]),
        "You cashed out",
        "You bought chips",
        "You bought chips",
    ]


def test_of_two_notes_that_go_into_the_book_by_one_act_the_last_comes_first():
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00", note="n1")
    evening.buy_in("Bo", "10.00", note="n2", stack="0.00")
    evening.commits()

    assert rows("Bo") == ["Your note n2 to the bank", "Your note n1 to the bank"]


def test_what_was_rolled_over_is_said_so_and_stands_in_the_next_plan():
    plan = a_plan()
    plan.is_on(NOVEMBER)
    plan.consolidates(NOVEMBER)

    assert rows("Cy")[:2] == [("November 2024", ["open"]), ("October 2024", ["rolled over"])]


def test_the_page_says_what_a_plan_asks_and_names_everybody():
    plan = a_plan()
    plan.is_on(NOVEMBER)
    plan.pays_debt("Cy", "Ann", "5.00")
    plan.consolidates(NOVEMBER)

    page = phone("Cy").opens(own("Cy", "book/"))

    assert "Plan November 2024 You pay Ann 20.00 open You paid Ann" in page.text
    assert "Plan October 2024 You pay Ann 25.00 20.00 rolled into the next plan" in page.text


@pytest.mark.parametrize("house", ["hybrid", "mike"])
def test_who_never_owed_and_was_never_owed_reads_nothing_of_the_book(house):
    Evening(house).buy_in("Bo", "10.00")

    assert "THE BOOK" not in phone("Bo").opens(own("Bo")).text


def test_a_ruling_that_lets_somebody_owe_brings_it_up_for_them_alone():
    Evening("hybrid").buy_in("Bo", "10.00", pay="book", ruling="no cash on him")

    shown = [own(name, "book/") in phone(name).opens(own(name)).leads_to for name in ("Bo", "Cy")]

    assert shown == [True, False]


def test_a_debt_that_is_paid_keeps_it_in_sight():
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00", pay="book")
    evening.pays_debt("Bo", "Ann", "10.00")

    assert own("Bo", "book/") in phone("Bo").opens(own("Bo")).leads_to


def test_the_periods_that_are_one_tap_away():
    assert periods(date(2026, 1, 31)) == [
        ("This month", "from=2026-01-01&to=2026-01-31"),
        ("Last month", "from=2025-12-01&to=2025-12-31"),
        ("This year", "from=2026-01-01&to=2026-12-31"),
        ("Last year", "from=2025-01-01&to=2025-12-31"),
        ("Everything", "from="),
    ]
