import pytest

from ledger.bank.reconcile import Count, NightBalances, close_faults


@pytest.mark.parametrize(
    ("counted_cents", "difference_cents", "sentence"),
    [
        (21035, 35, "Expected 210.00, counted 210.35: 0.35 over."),
        (20999, -1, "Expected 210.00, counted 209.99: 0.01 short."),
        (21000, 0, "Expected 210.00, counted 210.00: it agrees."),
    ],
)
def test_a_count_beside_what_was_expected(counted_cents, difference_cents, sentence):
    count = Count(21000, counted_cents)

    assert count.difference_cents == difference_cents
    assert str(count) == sentence


@pytest.mark.parametrize(
    ("chips_cents", "final_pot_cents", "drawer_counted", "faults"),
    [
        (0, 0, True, ()),
        (1, 0, True, ("0.01 of chips are still in play: cash them out, or declare them missing.",)),
        (0, 35, True, ("The final pot still holds 0.35: play the last hand and say who won it.",)),
        (0, 0, False, ("The drawer has not been counted since it changed: count it.",)),
        (
            1200,
            100,
            False,
            (
                "12.00 of chips are still in play: cash them out, or declare them missing.",
                "The final pot still holds 1.00: play the last hand and say who won it.",
                "The drawer has not been counted since it changed: count it.",
            ),
        ),
    ],
)
def test_what_is_in_the_way_of_closing(chips_cents, final_pot_cents, drawer_counted, faults):
    balances = NightBalances(20000, chips_cents, final_pot_cents, 20000, 0)

    assert close_faults(balances, drawer_counted=drawer_counted) == faults


@pytest.mark.parametrize(
    ("drawer_cents", "float_cents", "over_short_cents"),
    [(20000, 20000, 0), (19965, 20000, 35), (20035, 20000, -35), (0, 0, 0), (0, 35, 35), (500, -1500, -2000)],
)
def test_a_night_closes_drained(drawer_cents, float_cents, over_short_cents):
    balances = NightBalances(drawer_cents, 0, 0, float_cents, over_short_cents)

    assert balances.banks_rest_cents == 0


@pytest.mark.parametrize(
    ("drawer_cents", "over_short_cents", "book_cents"), [(19999, 0, 1), (20000, 100, -100), (20000, 0, 0)]
)
def test_what_remains_of_the_float_goes_to_the_book(drawer_cents, over_short_cents, book_cents):
    assert NightBalances(drawer_cents, 0, 0, 20000, over_short_cents).banks_rest_cents == book_cents
