"""The ledger's view of a night, at any moment of it."""

from datetime import date, datetime

import pytest

from ledger.bank import queries as night_queries
from ledger.terms.bank_terms import Blinds
from ledger.terms.limits import NightLimits, Origin
from reservations.acts.problems import Impossible
from reservations.models import Night
from tests.played_once import played_once
from tests.stories.evening import NEW_YORK, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def test_an_empty_ledger_has_no_last_act():
    assert night_queries.last_act() is None


def test_a_night_without_a_bank(evening):
    planned = Night.objects.create(date=date(2026, 11, 21), house=evening.night.house)

    with pytest.raises(Impossible) as refusal:
        night_queries.bank_of(planned)

    assert str(refusal.value) == "No bank has been opened on the night of Sat 21 Nov 2026."


def test_a_closed_bank_can_be_looked_at_and_takes_no_act(evening):
    evening.counts_drawer("200.00")
    closed = evening.closes()

    assert night_queries.bank_of(evening.night).bank.closed == closed.act
    with pytest.raises(Impossible) as refusal:
        night_queries.open_bank(evening.night)
    assert str(refusal.value) == "The night of Fri 20 Nov 2026 is closed (act 7): a closed night takes no act."


def test_what_was_undone_does_not_stand(evening):
    kept, slip = evening.buy_in("Ann", "5.00"), evening.buy_in("Bo", "10.00")
    evening.undo(slip)

    history = night_queries.history_of(evening.night)

    assert [each.number for each in history.acts] == [5, kept.act.number]


def test_a_moment_of_a_night_is_as_it_was_then(evening):
    slip = evening.buy_in("Bo", "10.00")
    undoing = evening.undo(slip)
    evening.buy_in("Ann", "5.00")

    moments = [
        [each.number for each in night_queries.history_of(evening.night, until=until).acts]
        for until in (5, slip.act.number, undoing.act.number)
    ]

    assert moments == [[5], [5, 6], [5]]


def test_the_blinds_of_the_level():
    evening = Evening("hybrid")
    before = night_queries.bank_of(evening.night).blinds
    evening.level(4)

    assert (before, night_queries.bank_of(evening.night).blinds) == (Blinds(1, 2), Blinds(5, 10))


def test_the_limits_now():
    evening = Evening("dave-2018", buy_in_min="5.00")
    evening.big_stack("80.00")

    assert night_queries.bank_of(evening.night).limits == NightLimits(
        500, 8000, 5000, None, minimum_from=Origin.NIGHT, without_stack_cents=5000
    )


def test_a_counted_drawer_is_uncounted_by_cash_but_not_by_chip_sales(evening):
    evening.buy_in("Ann", "10.00")
    uncounted = night_queries.drawer_is_counted(night_queries.bank_of(evening.night))
    evening.counts_drawer("210.00")
    evening.undo(evening.sells("Ann", "Bo", "2.50"))
    counted = night_queries.drawer_is_counted(night_queries.bank_of(evening.night))
    evening.buy_in("Bo", "5.00")

    moved = night_queries.drawer_is_counted(night_queries.bank_of(evening.night))

    assert (uncounted, counted, moved) == (False, True, False)


def test_times_are_instants(evening):
    evening.it_is("21:04:30")
    evening.notice("Ann")

    assert night_queries.history_of(evening.night).of(1).notice_at == datetime(2026, 11, 20, 21, 4, 30, tzinfo=NEW_YORK)
