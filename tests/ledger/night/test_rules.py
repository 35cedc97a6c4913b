"""The rules of levels, stakes, the banker and the close."""

import pytest

from ledger.bank.history import NightBalances
from ledger.night.rules import Count, check_hand_over, check_level, check_stakes, close_faults
from reservations.acts.problems import Impossible
from tests.ledger.houses import TERMS


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            check_level(2, current=4, terms=TERMS["hybrid"]),
            "The blinds only go up: level 4 is being played, so level 2 is over.",
        ),
        (check_hand_over(TERMS["ericn"]), "One banker sells and takes back all chips for the whole night here."),
    ],
)
def test_a_broken_rule_says_what_is_wrong(found, sentence):
    assert [str(each) for each in found] == [sentence]


@pytest.mark.parametrize(
    ("level", "current", "violations"),
    [(1, None, []), (2, 1, []), (11, 2, []), (2, 2, ["levels rise"]), (1, 2, ["levels rise"])],
)
def test_levels_rise(level, current, violations):
    assert [each.term for each in check_level(level, current=current, terms=TERMS["hybrid"])] == violations


@pytest.mark.parametrize(
    ("house", "level", "sentence"),
    [
        ("hybrid", 0, "There is no level 0: the house has levels 1 to 11."),
        ("hybrid", 12, "There is no level 12: the house has levels 1 to 11."),
        ("mike", 1, "The blinds do not rise in this house: it has no levels."),
    ],
)
def test_a_level_that_the_house_does_not_have(house, level, sentence):
    with pytest.raises(Impossible) as refusal:
        check_level(level, current=None, terms=TERMS[house])

    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("house", "violations"),
    [("dave-2018", []), ("dave-2020", []), ("hybrid", []), ("ericn", ["one banker"]), ("mike", [])],
)
def test_hand_over_where_one_banker_keeps_the_bank(house, violations):
    assert [each.term for each in check_hand_over(TERMS[house])] == violations


@pytest.mark.parametrize(("chips_are_sold", "terms"), [(False, []), (True, ["stakes stand"])])
def test_stakes_stand_once_chips_are_sold(chips_are_sold, terms):
    assert [each.term for each in check_stakes(chips_are_sold=chips_are_sold)] == terms


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
