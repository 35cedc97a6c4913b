"""The order of paying out where there are notes and THE BOOK (mike)."""

import pytest

from ledger.cash_out.payout import (
    DrawerShort,
    NotesShort,
    Payout,
    PayoutCredit,
    PayoutMeans,
    PayoutPart,
    pay_out,
    take_payout,
)
from ledger.cash_out.rules import check_payout
from ledger.money.words import Means
from tests.ledger.houses import TERMS

OWN = {"n1": 500, "n4": 1000}


def paid(value, *, drawer=10000, unit=100, **credit):
    return pay_out(value, unit_cents=unit, drawer_cents=drawer, credit=PayoutCredit(**{"has_book": True, **credit}))


def own(cents, note):
    return PayoutPart(PayoutMeans.OWN_NOTE, cents, note)


def booked(cents):
    return PayoutPart(PayoutMeans.BOOK, cents)


def cash(cents):
    return PayoutPart(PayoutMeans.CASH, cents)


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (399, [own(300, "n1")]),
        (500, [own(500, "n1")]),
        (700, [own(500, "n1"), own(200, "n4")]),
        (1500, [own(500, "n1"), own(1000, "n4")]),
        (1600, [own(500, "n1"), own(1000, "n4"), booked(100)]),
        (2500, [own(500, "n1"), own(1000, "n4"), booked(800), cash(200)]),
        (2800, [own(500, "n1"), own(1000, "n4"), booked(800), cash(400), booked(100)]),
        (0, []),
    ],
)
def test_notes_then_tonights_debt_then_cash_then_credit(value, parts):
    assert paid(value, drawer=400, own_notes=OWN, owes_tonight_cents=800).parts == tuple(parts)


def test_odd_cents_go_first():
    assert paid(2599, own_notes={"n1": 500}) == Payout(99, (own(500, "n1"), cash(2000)))


def test_who_is_owed_from_tonight_has_nothing_struck_out():
    assert paid(500, owes_tonight_cents=-800).parts == (cash(500),)


def test_without_the_book_the_drawer_has_to_hold_the_rest():
    with pytest.raises(DrawerShort) as problem:
        paid(2500, drawer=400, own_notes={"n1": 500}, has_book=False)

    assert str(problem.value) == (
        "20.00 are to be paid in cash and the drawer holds 4.00: the banker must put in 16.00 first."
    )


def taken(*parts, value=1500, own_notes=None, others=None):
    credit = PayoutCredit(own_notes=own_notes or {}, others=others or {}, has_book=True)
    return take_payout(parts, value_cents=value, unit_cents=1, drawer_cents=10000, credit=credit).parts


def test_parts_that_name_no_own_note_take_the_oldest():
    assert taken(PayoutPart(PayoutMeans.OWN_NOTE, 700), cash(800), own_notes=OWN) == (
        own(500, "n1"),
        own(200, "n4"),
        cash(800),
    )


def test_notes_after_the_last_one_needed_stay_in_the_bank():
    assert taken(PayoutPart(PayoutMeans.OWN_NOTE, 300), cash(1200), own_notes=OWN) == (own(300, "n1"), cash(1200))


def test_named_notes_are_set_aside_first():
    parts = taken(PayoutPart(PayoutMeans.OWN_NOTE, 1300), own(200, "n1"), own_notes=OWN)

    assert parts == (own(300, "n1"), own(1000, "n4"), own(200, "n1"))


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            (PayoutPart(PayoutMeans.OWN_NOTE, 1300), own(201, "n1")),
            "13.00 of own notes are handed back, and the bank holds 12.99 of them.",
        ),
        ((own(400, "n1"), own(101, "n1")), "The bank does not hold 1.01 of an own note n1."),
        ((own(100, "n9"),), "The bank does not hold 1.00 of an own note n9."),
        ((PayoutPart(PayoutMeans.NOTE, 300, "n9"),), "The bank holds no note n9 of another player."),
        ((PayoutPart(PayoutMeans.NOTE, 299, "n2"),), "The note n2 is handed on whole: 3.00 of it are out."),
        ((PayoutPart(PayoutMeans.NOTE, 300, "n2"),) * 2, "The note n2 is handed on whole: 3.00 of it are out."),
    ],
)
def test_notes_that_are_not_there_are_not_paid_out(parts, sentence):
    with pytest.raises(NotesShort) as problem:
        taken(*parts, value=sum(part.cents for part in parts), own_notes=OWN, others={"n2": 300})

    assert str(problem.value) == sentence


def test_a_whole_note_of_somebody_else_is_handed_on():
    assert taken(PayoutPart(PayoutMeans.NOTE, 300, "n2"), cash(1200), others={"n2": 300})[0] == PayoutPart(
        PayoutMeans.NOTE, 300, "n2"
    )


@pytest.mark.parametrize(
    ("house", "way", "tonight", "violations"),
    [
        ("dave-2018", PayoutMeans.BOOK, (), 1),
        ("dave-2018", PayoutMeans.NOTE, (), 1),
        ("dave-2018", PayoutMeans.OWN_NOTE, (), 0),
        ("dave-2018", PayoutMeans.BOOK, (Means.BOOK,), 0),
        ("mike", PayoutMeans.BOOK, (), 0),
        ("mike", PayoutMeans.TRANSFER, (), 1),
    ],
)
def test_a_house_pays_out_what_it_takes_or_has_taken_tonight(house, way, tonight, violations):
    assert len(check_payout([PayoutPart(way, 100)], TERMS[house], tonight)) == violations
