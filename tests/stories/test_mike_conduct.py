"""Mike's game, jumped bets: one warning for the whole session, then 0.20 into the pot, without any act of the bank.

Source: houses, mike, *Conduct and rulings*.
"""

import pytest

from hostdesk.table.conduct.queries import penalty_of
from ledger.money.cents import format_cents
from ledger.reports.night_queries import night_report, tally_of
from reservations.conduct import commands as conduct_commands
from reservations.conduct.queries import conduct_of
from reservations.models import Night
from reservations.players.queries import player_named, player_names
from reservations.tables import seat_commands as seat_commands
from reservations.tables.seats import Present
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


class Table(Evening):
    """An evening on which players jump bets."""

    def jumps(self, name):
        return conduct_commands.jump_bet(stamp=self.stamp(), night=self.night, player=player_named(name))

    def tally(self, night: Night | None = None):
        """Return the penalties that each player put into pots, by name, and their sum."""
        conduct = conduct_of(night or self.night)
        sheet = tally_of(conduct, player_names(jump.player or 0 for jump in conduct.jumps), penalty_of(self.night))
        return {each.name: format_cents(each.cents) for each in sheet.rows}, format_cents(sheet.cents)


@pytest.fixture
def table():
    """Return an evening at mike's on which Ann and Bo have bought chips."""
    table = Table("mike")
    table.buy_in("Ann", "10.00")
    table.buy_in("Bo", "20.00")
    return table


def test_the_tally_and_the_bank_through_a_whole_evening(table):
    table.jumps("Bo")
    assert table.tally() == ({"Bo": "0.00"}, "0.00")
    table.jumps("Ann")
    assert table.tally() == ({"Ann": "0.20", "Bo": "0.00"}, "0.20")
    table.jumps("Ann")
    assert table.tally() == ({"Ann": "0.40", "Bo": "0.00"}, "0.40")
    table.jumps("Bo")
    assert table.tally() == ({"Ann": "0.40", "Bo": "0.20"}, "0.60")
    table.stands(drawer="230.00", chips="30.00")

    table.last_hand()
    table.cash_out("Ann", "9.00")
    table.cash_out("Bo", "21.00")
    table.counts_drawer("200.00")
    table.closes()

    assert table.results() == {"Ann": "-1.00", "Bo": "1.00"}
    assert table.tally() == ({"Ann": "0.40", "Bo": "0.20"}, "0.60")
    printed = night_report(table.night).tally
    assert ([(each.name, each.cents) for each in printed.rows], printed.cents) == ([("Ann", 40), ("Bo", 20)], 60)


def test_the_evening_is_the_same_to_the_bank_without_a_jumped_bet(table):
    before = (table.results(), table.night.acts.count())

    for name in ("Bo", "Ann", "Bo", "Bo"):
        table.jumps(name)

    assert (table.results(), table.night.acts.count()) == before
    table.stands(drawer="230.00", chips="30.00")


def test_a_penalty_that_was_a_slip_is_taken_back(table):
    table.jumps("Bo")
    slip = table.jumps("Ann")
    table.jumps("Ann")

    seat_commands.take_back(stamp=table.stamp(), night=table.night, fact=slip.fact.pk, present=Present(()))

    assert table.tally() == ({"Ann": "0.20", "Bo": "0.00"}, "0.20")


def test_the_warning_is_there_again_where_it_was_a_slip(table):
    slip = table.jumps("Bo")
    seat_commands.take_back(stamp=table.stamp(), night=table.night, fact=slip.fact.pk, present=Present(()))

    table.jumps("Ann")

    assert table.tally() == ({"Ann": "0.00"}, "0.00")


def test_the_next_session_has_a_warning_of_its_own(table):
    first = table.night
    for _ in range(2):
        table.jumps("Bo")
    table.opens("mike")

    table.jumps("Bo")

    assert (table.tally(), table.tally(first)) == (({"Bo": "0.00"}, "0.00"), ({"Bo": "0.20"}, "0.20"))
