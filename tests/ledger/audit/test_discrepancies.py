"""Hints at the mistake behind a wrong count: every kind of mistake, with its sign at both places."""

from datetime import UTC, datetime

import pytest

from ledger.audit.discrepancies import CountedPlace, Discrepancy, Hint, SearchedAct, UnpaidNote, discrepancy_hints
from ledger.money.words import Means
from ledger.terms.bank_terms import Colour

DRAWER, CHIPS = CountedPlace.DRAWER, CountedPlace.CHIPS
WHITE, RED, BLUE = Colour("white", 5), Colour("red", 10), Colour("blue", 25)


def entry(number, kind, clock, cents, player="", not_cash=0, others=()):
    at = datetime.strptime(f"2026-11-20 {clock}", "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    return SearchedAct(number, kind, at, cents, player, not_cash, others)


def hints(place, cents, acts=(), **house):
    return discrepancy_hints(Discrepancy(place, cents, acts, **house))


def acts(found):
    return [hint.act for hint in found]


def sentences(found):
    return [hint.sentence for hint in found]


TWICE = (
    entry(12, "buy_in", "19:30:00", 5000, "Bo"),
    entry(40, "buy_in", "21:04:00", 2000, "Bo"),
    entry(41, "buy_in", "21:05:10", 2000, "Bo"),
)


@pytest.mark.parametrize("place", [DRAWER, CHIPS])
def test_the_other_of_two_counts_is_tried(place):
    """Bo counted 47.00 first and 45.00 last, the banker 40.00: 7.00 too little was recorded."""
    left = entry(33, "cash_out", "22:00:00", 4000, "Bo", others=(4500, 4700, 4700))

    found = hints(place, -700, [left])

    assert sentences(found) == [
        "Bo's cash-out of 40.00 at 22:00 (act 33) was also counted as 47.00: that would explain it."
    ]
    assert hints(place, 700, [left]) == ()


@pytest.mark.parametrize("place", [DRAWER, CHIPS])
def test_a_rebuy_recorded_twice_leaves_too_little(place):
    assert hints(place, -2000, TWICE) == (
        Hint(
            41,
            "Bo",
            (
                "Bo's rebuy of 20.00 at 21:04 and the one at 21:05 look like one recorded twice: "
                "undoing act 41 would explain it."
            ),
            900,
        ),
    )


@pytest.mark.parametrize(("place", "cents"), [(DRAWER, 2000), (CHIPS, 2000), (DRAWER, -2001), (CHIPS, -1999)])
def test_a_rebuy_recorded_twice_explains_no_other_difference(place, cents):
    assert 41 not in acts(hints(place, cents, TWICE))


@pytest.mark.parametrize(("clock", "found"), [("21:06:00", [41]), ("21:06:01", []), ("21:02:00", [41])])
def test_exactly_two_minutes_count_whichever_clock_is_behind(clock, found):
    entries = (entry(40, "buy_in", "21:04:00", 2000, "Bo"), entry(41, "buy_in", clock, 2000, "Bo"))

    assert acts(hints(DRAWER, -2000, entries)) == found


@pytest.mark.parametrize(
    "other",
    [
        entry(41, "buy_in", "21:05:00", 2000, "Cy"),
        entry(41, "cash_out", "21:05:00", 2000, "Bo"),
        entry(41, "buy_in", "21:05:00", 2001, "Bo"),
    ],
)
def test_acts_of_another_player_kind_or_amount_are_no_repetition(other):
    assert hints(DRAWER, -2000, (entry(40, "buy_in", "21:04:00", 2000, "Bo"), other)) == ()


@pytest.mark.parametrize("place", [DRAWER, CHIPS])
def test_a_cash_out_recorded_twice_leaves_too_much(place):
    entries = (entry(50, "cash_out", "23:10:00", 3500, "Cy"), entry(51, "cash_out", "23:11:00", 3500, "Cy"))

    assert acts(hints(place, 3500, entries)) == [51]
    assert acts(hints(place, -3500, entries)) == []


def test_of_two_buy_ins_only_the_one_in_cash_was_in_the_drawer():
    entries = (entry(40, "buy_in", "21:04:00", 2000, "Bo"), entry(41, "buy_in", "21:05:00", 2000, "Bo", 2000))

    assert sentences(hints(DRAWER, -2000, entries)) == [
        (
            "Bo's buy-in of 20.00 at 21:04 and the one at 21:05 look like one recorded twice: "
            "undoing act 40 would explain it."
        )
    ]


@pytest.mark.parametrize(
    ("place", "kind", "cents", "player", "difference", "beginning"),
    [
        (DRAWER, "float", 2000, "", -2000, "The addition to the float of 20.00 at 21:04"),
        (DRAWER, "final_pot", 300, "Bo", 300, "Bo's final pot of 3.00 at 21:04"),
        (CHIPS, "declare_chips", 200, "", -200, "The declaration of chips of 2.00 at 21:04"),
        (CHIPS, "declare_chips", -200, "", 200, "The declaration of chips of 2.00 at 21:04"),
    ],
)
def test_an_act_recorded_twice_is_named(place, kind, cents, player, difference, beginning):
    entries = (entry(60, kind, "21:04:00", cents, player), entry(61, kind, "21:05:00", cents, player))

    (found,) = hints(place, difference, entries)

    assert found.act == 61
    assert found.sentence.partition(" and the one")[0] == beginning


EVENING = (
    entry(10, "buy_in", "19:30:00", 2000, "Bo"),
    entry(11, "buy_in", "19:31:00", 2000, "Cy"),
    entry(12, "buy_in", "19:32:00", 3000, "Gil"),
    entry(50, "cash_out", "23:00:00", 1500, "Bo"),
    entry(51, "cash_out", "23:10:00", 5800, "Cy"),
)


@pytest.mark.parametrize("place", [DRAWER, CHIPS])
def test_a_usual_buy_in_that_was_not_recorded_leaves_too_much(place):
    assert hints(place, 2000, EVENING, usual_cents=2000) == (
        Hint(
            None,
            "Cy",
            "A buy-in of the usual 20.00 may not have been recorded. Bought as much the last time: Cy, Bo.",
            600,
        ),
    )
    assert hints(place, -2000, EVENING, usual_cents=2000) == ()


def test_an_amount_somebody_bought_the_last_time_may_be_missing_too():
    assert hints(DRAWER, 3000, EVENING, usual_cents=2000) == (
        Hint(None, "Gil", "A buy-in of 30.00 may not have been recorded. Bought as much the last time: Gil.", 500),
    )
    assert hints(DRAWER, 3001, EVENING, usual_cents=2000) == ()


def test_a_usual_buy_in_may_be_missing_though_nobody_bought_as_much():
    assert hints(CHIPS, 2500, EVENING, usual_cents=2500) == (
        Hint(None, "", "A buy-in of the usual 25.00 may not have been recorded.", 600),
    )


def test_only_the_last_purchase_of_a_player_counts():
    entries = (*EVENING[2:3], entry(20, "buy_in", "20:10:00", 1000, "Gil"))

    assert hints(DRAWER, 3000, entries) == ()
    assert [hint.player for hint in hints(DRAWER, 1000, entries)] == ["Gil"]


@pytest.mark.parametrize(
    ("place", "kind", "typed", "meant", "difference"),
    [
        (CHIPS, "cash_out", 6300, "36.00", 2700),
        (CHIPS, "cash_out", 3600, "63.00", -2700),
        (DRAWER, "cash_out", 6300, "36.00", 2700),
        (DRAWER, "buy_in", 1250, "15.20", 270),
        (CHIPS, "buy_in", 1520, "12.50", -270),
        (DRAWER, "float", 13000, "310.00", 18000),
        (DRAWER, "open", 31000, "130.00", -18000),
        (DRAWER, "buy_in", 500, "0.50", -450),
        (CHIPS, "cash_out", 50, "5.00", -450),
    ],
)
def test_two_digits_the_wrong_way_round(place, kind, typed, meant, difference):
    entries = (entry(33, kind, "22:00:00", typed, "Bo"),)

    (found,) = hints(place, difference, entries)

    assert (found.act, found.weight) == (33, 700)
    assert f"(act 33) may have been {meant}" in found.sentence
    assert hints(place, -difference, entries) == ()


@pytest.mark.parametrize(
    ("place", "typed", "difference"),
    [(CHIPS, 5000, 4500), (CHIPS, 1230, 1980), (DRAWER, 1250, 9), (CHIPS, 3300, 2700)],
    ids=["nobody writes 05.00", "not neighbours", "no such swap", "the same digits"],
)
def test_other_differences_are_no_swap_of_digits(place, typed, difference):
    entries = (entry(33, "cash_out", "22:00:00", typed, "Bo"),)

    assert hints(place, difference, entries) == ()
    assert hints(place, -difference, entries) == ()


def test_a_swap_in_the_odd_cents_never_reached_the_drawer():
    entries = (entry(33, "cash_out", "22:00:00", 2615, "Bo"),)

    assert acts(hints(CHIPS, -36, entries, payout_unit_cents=100)) == [33]
    assert acts(hints(DRAWER, -36, entries, payout_unit_cents=100)) == []
    assert acts(hints(DRAWER, -3600, entries, payout_unit_cents=100)) == [33]


@pytest.mark.parametrize(
    ("typed", "difference", "reading"),
    [
        (4000, 3600, "40 red chips, worth 4.00, typed as money"),
        (40, -360, "40 red chips, worth 4.00, typed as money"),
        (100, 90, "1 red chip, worth 0.10, typed as money"),
        (175, -525, "7.00, typed as 7 blue chips"),
        (25, -75, "1.00, typed as 1 blue chip"),
    ],
)
@pytest.mark.parametrize("place", [DRAWER, CHIPS])
def test_a_count_of_chips_taken_for_money(place, typed, difference, reading):
    entries = (entry(52, "cash_out", "23:10:00", typed, "Bo"),)

    found, *_ = hints(place, difference, entries, colours=(RED, BLUE))

    assert (found.act, found.weight) == (52, 750)
    assert f"(act 52) may be {reading}:" in found.sentence
    assert 750 not in [hint.weight for hint in hints(place, -difference, entries, colours=(RED, BLUE))]


def test_of_two_readings_with_the_same_amount_one_is_a_hint():
    entries = (entry(52, "cash_out", "23:10:00", 40, "Bo"),)

    found = hints(CHIPS, -360, entries, colours=(RED,))

    assert [hint.weight for hint in found] == [750, 700]


def test_only_an_even_amount_can_be_a_count_of_chips():
    entries = (entry(52, "cash_out", "23:10:00", 4025, "Bo"), entry(53, "buy_in", "23:11:00", 4000, "Bo"))

    assert hints(CHIPS, 3600, entries, colours=(RED,)) == ()
    assert hints(CHIPS, -3600, entries, colours=(RED,)) == ()


def test_one_colour_counted_as_another():
    entries = (entry(52, "cash_out", "23:10:00", 1235, "Bo"),)

    assert hints(CHIPS, 60, entries, colours=(WHITE, RED, BLUE)) == (
        Hint(
            52,
            "Bo",
            "Bo's cash-out of 12.35 at 23:10 (act 52) may hold 3 white chips counted as blue: that would explain it.",
            397,
        ),
    )
    assert sentences(hints(CHIPS, -60, entries, colours=(WHITE, RED, BLUE))) == [
        "Bo's cash-out of 12.35 at 23:10 (act 52) may hold 3 blue chips counted as white: that would explain it."
    ]


@pytest.mark.parametrize(
    ("typed", "cents", "found"),
    [(100, 60, [52]), (99, 60, []), (3000, 1500, [52]), (9999, 1515, []), (9999, 7, [])],
    ids=["just enough", "too small", "a full rack", "more than a rack", "not whole"],
)
def test_the_chips_have_to_be_in_the_cash_out(typed, cents, found):
    entries = (entry(52, "cash_out", "23:10:00", typed, "Bo"),)

    assert acts(hints(CHIPS, cents, entries, colours=(RED, BLUE))) == found


def test_odd_cents_left_for_the_final_pot_are_no_mistake():
    """Four players cashed out whole dollars: up to 3.96 may lie in the middle, and only more gets hints."""
    entries = [entry(number, "cash_out", "23:00:00", 4000, "Bo") for number in (30, 31, 32, 33)]

    found = [hints(CHIPS, cents, entries, colours=(WHITE, RED), payout_unit_cents=100) for cents in (-200, -400)]

    assert [len(each) for each in found] == [0, 3]


def test_no_colours_are_mixed_up_in_the_drawer_nor_if_they_are_worth_the_same():
    entries = (entry(52, "cash_out", "23:10:00", 1235, "Bo"),)

    assert hints(DRAWER, 60, entries, colours=(WHITE, RED, BLUE)) == ()
    assert hints(CHIPS, 60, entries, colours=(RED, Colour("pink", 10))) == ()


PAID = (
    entry(20, "buy_in", "20:00:00", 2500, "Bo"),
    entry(21, "buy_in", "20:10:00", 4000, "Cy", 4000),
    entry(50, "cash_out", "23:00:00", 3300, "Bo"),
    entry(51, "cash_out", "23:30:00", 7000, "Cy", 5500),
)


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (
            -2500,
            (
                "Bo's buy-in of 25.00 at 20:00 (act 20) is recorded with 25.00 in cash, "
                "but may have been paid by transfer: that would explain it."
            ),
        ),
        (
            -5500,
            (
                "Cy's cash-out of 70.00 at 23:30 (act 51) is recorded with 55.00 by transfer, "
                "but may have been paid in cash: that would explain it."
            ),
        ),
        (
            1500,
            (
                "Cy's cash-out of 70.00 at 23:30 (act 51) is recorded with 15.00 in cash, "
                "but may have been paid by transfer: that would explain it."
            ),
        ),
    ],
)
def test_paid_otherwise_than_recorded(difference, sentence):
    assert sentences(hints(DRAWER, difference, PAID, not_in_cash=(Means.TRANSFER,))) == [sentence]
    assert hints(DRAWER, difference, PAID) == ()
    assert hints(CHIPS, difference, PAID, not_in_cash=(Means.TRANSFER,)) == ()


@pytest.mark.parametrize(
    ("difference", "found"),
    [(4000, [(None, 500), (21, 450)]), (-4000, []), (3300, [(50, 450)]), (-3300, []), (2500, [(None, 500)])],
)
def test_the_sign_tells_cash_from_transfer(difference, found):
    listed = hints(DRAWER, difference, PAID, not_in_cash=(Means.TRANSFER,))

    assert [(hint.act, hint.weight) for hint in listed] == found


@pytest.mark.parametrize(
    ("cents", "not_cash", "sentence"),
    [
        (-2000, 0, "with 20.00 in cash, but may have been paid by bank note or in THE BOOK: that would explain it."),
        (2000, 2000, "with 20.00 otherwise than in cash, but may have been paid in cash: that would explain it."),
    ],
)
def test_several_other_means_are_named_together(cents, not_cash, sentence):
    entries = (entry(20, "buy_in", "21:00:00", 2000, "Bo", not_cash),)

    found = hints(DRAWER, cents, entries, not_in_cash=(Means.NOTE, Means.BOOK))

    assert found[-1].sentence == f"Bo's buy-in of 20.00 at 21:00 (act 20) is recorded {sentence}"


UNPAID = (UnpaidNote("n1", "Bo", 2500, None), UnpaidNote("n2", "Gil", 2000, 31))


@pytest.mark.parametrize(
    ("cents", "act", "sentence"),
    [
        (2500, None, "The note n1 of Bo may have been paid in cash, 25.00, and not recorded: that would explain it."),
        (
            2000,
            31,
            (
                "The note n2 of Gil (ended by act 31) may have been paid in cash, 20.00, and not recorded: "
                "that would explain it."
            ),
        ),
    ],
)
def test_a_note_paid_in_cash_that_was_not_recorded(cents, act, sentence):
    found = hints(DRAWER, cents, (), unpaid_notes=UNPAID)

    assert [(each.act, each.sentence) for each in found] == [(act, sentence)]


def test_a_note_that_was_not_paid_takes_nothing_from_the_drawer_and_no_chips():
    assert hints(DRAWER, -2500, (), unpaid_notes=UNPAID) == ()
    assert hints(CHIPS, 2500, (), unpaid_notes=UNPAID) == ()


def test_a_payment_of_a_note_is_searched_like_a_buy_in():
    entries = (entry(40, "redeem_note", "22:00:00", 3600, "Bo"), entry(41, "redeem_note", "22:01:00", 3600, "Bo"))

    assert acts(hints(DRAWER, -3600, entries)) == [41]
    assert acts(hints(DRAWER, 2700, entries[:1])) == [40]
    assert hints(CHIPS, -3600, entries) == ()


def test_no_difference_no_hints():
    assert hints(DRAWER, 0, TWICE, usual_cents=2000) == ()
    assert hints(CHIPS, -2000, ()) == ()


def test_the_likeliest_come_first_and_of_equals_the_later_act():
    entries = (
        entry(10, "buy_in", "19:30:00", 900, "Ann"),
        entry(30, "cash_out", "22:00:00", 1000, "Gil"),
        entry(31, "cash_out", "22:30:00", 2100, "Bo"),
        entry(32, "cash_out", "23:00:00", 2100, "Cy"),
        entry(40, "cash_out", "23:10:00", 900, "Ann"),
        entry(41, "cash_out", "23:11:00", 900, "Ann"),
    )

    found = hints(CHIPS, 900, entries, usual_cents=900, colours=(RED, Colour("black", 100)))

    assert [(hint.act, hint.weight) for hint in found] == [
        (41, 900),
        (30, 750),
        (32, 700),
        (31, 700),
        (None, 600),
        (32, 390),
    ]


def test_one_kind_of_guess_crowds_out_no_other():
    entries = [entry(number, "cash_out", f"22:{number}:00", 3000, f"Player {number}") for number in range(20, 50)]

    found = hints(CHIPS, 300, entries, usual_cents=300, colours=(RED, BLUE))

    assert acts(found) == [None, 49, 48, 47]
    assert acts(hints(CHIPS, 300, entries[::-1], usual_cents=300, colours=(BLUE, RED))) == acts(found)


def test_a_hostile_name_is_only_a_name():
    entries = (entry(33, "cash_out", "22:00:00", 6300, "{0.__class__} <b>%s"),)

    assert sentences(hints(CHIPS, 2700, entries)) == [
        (
            "{0.__class__} <b>%s's cash-out of 63.00 at 22:00 (act 33) may have been 36.00, with two digits swapped: "
            "that would explain it."
        )
    ]
