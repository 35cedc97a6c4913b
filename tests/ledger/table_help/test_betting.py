"""The least raise, betting that reopens or not, and chips put in silently: the texts' examples as rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.table_help.betting import BetRules, NextRaise, Rung, Silent, SilentMeaning, Wager, next_raise, silent_chips
from reservations.acts.problems import Impossible
from reservations.houses.seating_terms import ShortRaise

BLIND = Rung(0, 50, 100)
RULES = BetRules(50)


def after(*wagers, rules=RULES, over=None):
    """Return the next raise after wagers like ("Ann", 100), or ("Ann", 100, True) for a player who is all-in."""
    return next_raise([Wager(*each) for each in wagers], rules, over)


def test_with_blinds_of_25_and_50_the_first_raise_goes_to_a_dollar_and_the_next_to_one_fifty():
    assert after(over=BLIND).least_cents == 100
    assert after(("Ann", 100), over=BLIND).least_cents == 150


def test_a_bet_of_1_raised_to_5_is_raised_again_to_9_at_least():
    assert after(("Ann", 100), ("Bo", 500)) == NextRaise(500, 400, 900, None)


def test_an_all_in_short_of_a_raise_opens_nothing_for_those_who_have_acted():
    assert after(("Ann", 1000), ("Bo", 1000), ("Cy", 1600, True)) == NextRaise(1600, 1000, 2600, None, ("Ann", "Bo"))


def test_an_all_in_of_20_with_a_least_bet_of_100_is_raised_to_120_at_least():
    assert after(("Ann", 2000, True), rules=BetRules(10000)).least_cents == 12000


def test_a_full_all_in_raise_opens_the_betting_again():
    assert after(("Ann", 1000), ("Bo", 1000), ("Cy", 2000, True)).may_not == ()


def test_several_short_all_ins_open_it_once_they_come_to_a_raise():
    assert after(("Ann", 1000), ("Bo", 1600, True), ("Cy", 2000, True)) == NextRaise(2000, 1000, 3000, None)


def test_nothing_bet_yet_needs_the_least_bet():
    assert after() == NextRaise(0, 50, 50, None)


@pytest.mark.parametrize(
    ("cents", "sentence"),
    [(800, "8.00 is too little: at least 9.00, or all-in."), (499, "4.99 is less than a call of 5.00.")],
)
def test_a_wager_that_is_too_little_says_what_would_do(cents, sentence):
    with pytest.raises(Impossible, match=sentence):
        after(("Ann", 100), ("Bo", 500), ("Cy", cents))


MIKE = BetRules(5, least_raise_cents=5, greatest_bet_cents=50, greatest_raise_cents=50, most_raises=3)


def test_a_house_with_bounds_has_them_instead_of_the_raise_before():
    assert after(rules=MIKE) == NextRaise(0, 5, 5, 50)
    assert after(("Ann", 50), ("Bo", 100), rules=MIKE) == NextRaise(100, 5, 105, 150)


def test_after_three_raises_only_two_players_alone_go_on():
    bets = [("Ann", 5), ("Bo", 10), ("Cy", 15), ("Ann", 20)]

    assert [after(*bets[:count], rules=MIKE).is_capped for count in (3, 4)] == [False, True]


def test_a_straddle_is_what_the_round_begins_with():
    assert after(over=Rung(2, 400, 600)) == NextRaise(400, 200, 600, None)


FACING_2 = after(("Ann", 200))


@pytest.mark.parametrize(
    ("put", "one", "short", "means"),
    [
        # ericn: facing 2, one silent chip of 5 is a call, and 3 come back.
        (500, True, ShortRaise.CHOICE, Silent(SilentMeaning.CALL, 200, back_cents=300)),
        (500, True, ShortRaise.HALF, Silent(SilentMeaning.CALL, 200, back_cents=300)),
        # dave: half a raise or more is completed to a raise, less comes back.
        (300, False, ShortRaise.HALF, Silent(SilentMeaning.RAISE, 400, more_cents=100)),
        (299, False, ShortRaise.HALF, Silent(SilentMeaning.CALL, 200, back_cents=99)),
        (300, False, ShortRaise.UNSAID, Silent(SilentMeaning.RAISE, 400, more_cents=100)),
        # ericn: more than a call and less than a raise is the player's choice.
        (300, False, ShortRaise.CHOICE, Silent(SilentMeaning.CHOICE, 200, back_cents=100, more_cents=100)),
        (200, False, ShortRaise.HALF, Silent(SilentMeaning.CALL, 200)),
        (450, False, ShortRaise.HALF, Silent(SilentMeaning.RAISE, 450)),
        (150, False, ShortRaise.HALF, Silent(SilentMeaning.SHORT_CALL, 200, more_cents=50)),
        (100, True, ShortRaise.HALF, Silent(SilentMeaning.SHORT_CALL, 200, more_cents=100)),
    ],
)
def test_chips_put_in_without_a_word(put, one, short, means):
    assert silent_chips(put, FACING_2, one_chip=one, short=short) == means


@pytest.mark.parametrize(
    ("put", "means"), [(500, Silent(SilentMeaning.BET, 500)), (25, Silent(SilentMeaning.SHORT_BET, 50, more_cents=25))]
)
def test_a_chip_put_in_before_any_bet_is_a_bet(put, means):
    assert silent_chips(put, after(), one_chip=True, short=ShortRaise.HALF) == means


@given(st.lists(st.integers(1, 10_000), max_size=8))
def test_the_least_raise_never_falls_below_the_raise_before(steps):
    wagers, total = [], 0
    for number, step in enumerate(steps):
        total += step
        wagers.append(Wager(f"{number}", total, all_in=True))

    found = next_raise(wagers, RULES)

    assert found.call_cents == total
    assert found.least_cents - found.call_cents >= RULES.least_bet_cents
