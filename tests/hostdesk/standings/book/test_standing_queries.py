"""The players in arrears now, for the rules of waiting lists."""

from datetime import timedelta

import pytest

from hostdesk.standings.book.standing_queries import arrears_now
from ledger.book.commands import take_over_balances
from reservations.acts.kinds import Stamp
from tests.reservations.friday import START, a_house, cast, one, preset

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.mark.parametrize(("arrears", "who"), [("nothing", ()), ("behind", ("Bo",)), ("out", ("Bo",))])
def test_debts_are_asked_for_only_where_a_house_has_a_rule_about_them(arrears, who):
    cast()
    preset("mike")  # its debts are overdue after 31 days
    a_house(waiting={"arrears": arrears})
    standings, long_ago = {one("Bo"): -2000, one("Cy"): 2000}, START - timedelta(days=4000)
    take_over_balances(stamp=Stamp("the-old-book", long_ago), standings=standings, reason="the old book")

    owing = arrears_now()

    assert owing == {one(name).number for name in who}
