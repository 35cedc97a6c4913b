"""The sign of the difference that an act explains, at both places and for every kind of act."""

from datetime import UTC, datetime

import pytest

from ledger.audit.discrepancies import CountedPlace, Discrepancy, SearchedAct
from reservations.acts.kinds import Kind

AT = datetime(2026, 11, 20, 21, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "drawer_cents", "chips_cents"),
    [
        ("open", -2000, 0),
        ("float", -2000, 0),
        ("buy_in", -2000, -2000),
        ("cash_out", 2000, 2000),
        ("final_pot", 2000, 0),
        ("declare_chips", 0, -2000),
        ("chip_sale", 0, 0),
        ("count_drawer", 0, 0),
    ],
)
def test_what_undoing_an_act_of_20_explains(kind, drawer_cents, chips_cents):
    entry = SearchedAct(41, kind, AT, 2000, "Bo")

    assert _explained(CountedPlace.DRAWER, entry) == drawer_cents
    assert _explained(CountedPlace.CHIPS, entry) == chips_cents


def _explained(place, entry, **house):
    every = (-2000, -1900, -1500, -500, 500, 1500, 1900, 2000)
    return next((cents for cents in every if Discrepancy(place, cents, (), **house).is_explained(entry)), 0)


@pytest.mark.parametrize(
    ("kind", "cents", "not_cash_cents", "unit", "explained"),
    [
        ("buy_in", 2000, 2000, 1, 0),
        ("cash_out", 2000, 2000, 1, 0),
        ("cash_out", 2000, 500, 1, 1500),
        ("cash_out", 1940, 0, 1, 0),
        ("cash_out", 1940, 0, 100, 1900),
        ("cash_out", 1940, 1900, 100, 0),
        ("cash_out", 40, 0, 100, 0),
    ],
)
def test_the_drawer_knows_cash_alone(kind, cents, not_cash_cents, unit, explained):
    entry = SearchedAct(41, kind, AT, cents, "Bo", not_cash_cents)

    assert _explained(CountedPlace.DRAWER, entry, payout_unit_cents=unit) == explained


def test_chips_declared_missing_are_negative():
    entry = SearchedAct(41, "declare_chips", AT, -2000)

    assert _explained(CountedPlace.CHIPS, entry) == 2000


def test_another_amount_explains_what_lies_between():
    bought, left = SearchedAct(41, "buy_in", AT, 6300, "Bo"), SearchedAct(52, "cash_out", AT, 6300, "Bo")

    assert Discrepancy(CountedPlace.DRAWER, -2700, ()).is_explained(bought, 3600)
    assert Discrepancy(CountedPlace.CHIPS, 2700, ()).is_explained(left, 3600)
    assert not Discrepancy(CountedPlace.CHIPS, -2700, ()).is_explained(left, 3600)


def test_a_buy_in_all_by_transfer_stays_out_of_the_drawer_whatever_its_amount():
    entry = SearchedAct(41, "buy_in", AT, 2000, "Bo", 2000)

    assert not Discrepancy(CountedPlace.DRAWER, 18000, ()).is_explained(entry, 20000)
    assert Discrepancy(CountedPlace.CHIPS, 18000, ()).is_explained(entry, 20000)


def test_the_acts_of_a_kind_come_in_their_order():
    later, earlier, other = (
        SearchedAct(3, "buy_in", AT, 1),
        SearchedAct(1, "buy_in", AT, 1),
        SearchedAct(2, "float", AT, 1),
    )

    assert Discrepancy(CountedPlace.CHIPS, 1, (later, earlier, other)).of_kind(Kind.BUY_IN) == [earlier, later]
