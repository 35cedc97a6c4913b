"""The figures of nights; those of closed nights are kept."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.base.lists.queries import NightFigures, nights
from ledger.book.queries import aged_by_person, ages, entries
from ledger.reports.night_queries import night_report
from ledger.results.closed_queries import closed_nights, open_nights
from ledger.results.queries import winnings
from ledger.standings.queries import moved_until, standings
from reservations.acts.commands import atomic_batch
from reservations.models import Night
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def plays(evening: Evening, *, won: str = "50.00", lost: str = "10.00", pay: str = "book") -> None:
    """Let Ann buy for 20.00 and Bo for 40.00, and close the night."""
    evening.buy_in("Ann", "20.00", pay=pay)
    evening.buy_in("Bo", "40.00", pay=pay)
    evening.last_hand()
    evening.cash_out("Ann", won)
    evening.cash_out("Bo", lost)
    evening.counts_drawer("200.00")
    evening.closes()


def taken_back(evening: Evening, before: int) -> None:
    """Play a night, look at the kept figures, and roll all of it back."""
    with atomic_batch():
        plays(evening)
        assert closed_nights().number > before
        raise ZeroDivisionError


def figures() -> list[tuple[int | None, int | None, int | None]]:
    """Return each night's figures in the list, in the order of opening."""
    rows = map(NightFigures().row, nights().order_by("pk"))
    return [(row.players, row.sold_cents, row.over_cents) for row in rows]


def test_a_night_has_its_figures(evening):
    assert figures() == [(2, 6000, 45)]


def test_a_night_that_was_closed_since_is_read_and_no_other():
    evening = Evening("mike")
    plays(evening)
    first = closed_nights()
    evening.opens("mike")
    plays(evening, won="30.00", lost="30.00")

    second = closed_nights()

    (kept,) = first.nights
    assert (len(second.nights), second.nights[kept] is first.nights[kept]) == (2, True)
    assert closed_nights() is second


def test_while_no_night_is_closed_it_costs_one_query():
    plays(Evening("mike"))
    closed_nights()

    with CaptureQueriesContext(connection) as asked:
        closed_nights()

    assert len(asked) == 1


def test_what_was_taken_back_with_its_transaction_is_not_kept():
    evening = Evening("mike")
    plays(evening)
    before = closed_nights().number
    evening.opens("mike")

    with pytest.raises(ZeroDivisionError):
        taken_back(evening, before)

    [still_open] = open_nights(closed_nights()).values()
    assert (closed_nights().number, still_open.booked) == (before, {})


def test_a_players_nights_are_those_of_all_winnings():
    evening = Evening("mike")
    plays(evening)
    evening.opens("mike")
    plays(evening, won="15.00", lost="45.00")

    found = {number: (sums.nights, sums.result_cents) for number, sums in closed_nights().players.items()}

    assert found
    for number, (played, cents) in found.items():
        lines = winnings(number)
        assert (sorted(line.night for line in lines), sum(line.result_cents for line in lines)) == (played, cents)


def test_ages_are_those_of_all_entries_read_one_by_one():
    evening = Evening("mike")
    evening.knows("Bob")
    plays(evening)
    evening.pays_debt("Bo", "Ann", "5.00")
    evening.undo(evening.pays_debt("Bo", "Ann", "2.00"))
    evening.opens("mike")
    evening.buy_in("Bob", "20.00", pay="book")

    for change in (lambda: None, lambda: evening.merges("Bob", into="Bo")):
        change()
        assert ages() == aged_by_person(entries(moved_until(None)))
        assert {player: sum(each.cents for each in left) for player, left in ages().items()} == standings()


def test_a_duplicate_is_counted_as_they_were_at_the_close():
    evening = Evening("dave-2018")
    plays(evening, pay="cash")
    evening.knows("Bob")
    evening.opens("dave-2018")
    for name in ("Bo", "Bob", "Cy"):
        evening.buy_in(name, "20.00")
    counted = [[players for players, *_ in figures()]]

    bob = evening.merges("Bob", into="Bo")
    counted.append([players for players, *_ in figures()])
    evening.merges("Bo", into="Cy")
    counted.append([players for players, *_ in figures()])
    evening.last_hand()
    evening.cash_out("Cy", "60.00")
    evening.counts_drawer("200.00")
    evening.closes()
    evening.undo(bob)

    assert counted == [[2, 3], [2, 2], [2, 1]]
    assert [players for players, *_ in figures()] == [
        len(night_report(night).players) for night in Night.objects.order_by("pk")
    ]
