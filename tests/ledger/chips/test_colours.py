"""Counting chips, and breaking an amount into them."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.chips.colours import (
    CannotBreak,
    Exchange,
    Sale,
    Sharing,
    after,
    break_amount,
    count,
    exchanges,
    hand_out,
    in_turn,
    rack,
    usable,
)
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Impossible, Malformed

WHITE, RED, BLUE = Colour("white", 5), Colour("red", 10), Colour("blue", 25)
YELLOW, BLACK, GREEN = Colour("yellow", 50, True), Colour("black", 100, True), Colour("green", 500, True)
MIKE = (WHITE, RED, BLUE, YELLOW, BLACK, GREEN)


def test_chips_are_counted_by_colour():
    assert count(MIKE, {"white": 3, "red": 2, "green": 1}) == 535
    assert count(MIKE, {}) == 0


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({"pink": 1}, 'There are no "pink" chips in this house.'),
        ({"white": -1}, "A number of white chips is a whole one, from 0 to 1000000."),
        ({"white": 1.0}, "A number of white chips is a whole one, from 0 to 1000000."),
        ({"white": True}, "A number of white chips is a whole one, from 0 to 1000000."),
        ({"white": 1_000_001}, "A number of white chips is a whole one, from 0 to 1000000."),
    ],
)
def test_a_count_that_cannot_be_right_is_refused(counts, sentence):
    with pytest.raises(Malformed) as refusal:
        count(MIKE, counts)

    assert str(refusal.value) == sentence
    with pytest.raises(Malformed, match=re.escape(sentence)):
        break_amount(500, MIKE, counts)


@pytest.mark.parametrize(
    ("cents", "stock", "chips"),
    [
        (500, None, "16 white, 12 red, 12 blue"),
        (1000, None, "25 white, 25 red, 25 blue"),
        (5, None, "1 white"),
        (15, None, "3 white"),
        (45, None, "2 white, 1 red, 1 blue"),
        (500, {"white": 5}, "5 white, 15 red, 13 blue"),
        (505, {"white": 0}, "18 red, 13 blue"),
        (500, {"white": 10, "red": 10, "blue": 14}, "10 white, 10 red, 14 blue"),
        (500, {"white": 10, "red": 10, "blue": 12}, "10 white, 10 red, 12 blue, 1 yellow"),
        (500, {"white": 10, "red": 3, "blue": 2}, "4 white, 3 red, 2 blue, 8 yellow"),
        (500, {"white": 0, "red": 0, "blue": 0}, "10 yellow"),
        (500, {"white": 0, "red": 0, "blue": 0, "yellow": 5}, "4 yellow, 3 black"),
        (500, {"white": 0, "red": 0, "blue": 0, "yellow": 0, "black": 0}, "1 green"),
    ],
)
def test_low_colours_go_out_first_and_the_reserve_for_the_rest(cents, stock, chips):
    assert str(break_amount(cents, MIKE, stock)) == chips


@pytest.mark.parametrize(
    ("cents", "colours", "stock", "sentence"),
    [
        (503, MIKE, None, "The chips in the rack do not make 5.03: they make 5.00, and 0.03 is left over."),
        (503, (WHITE,), None, "The chips in the rack do not make 5.03: they make 5.00, and 0.03 is left over."),
        (3, MIKE, None, "The chips in the rack do not make 0.03: they make 0.00, and 0.03 is left over."),
        (
            530,
            MIKE,
            {"white": 0, "red": 1},
            "The chips in the rack do not make 5.30: they make 5.25, and 0.05 is left over.",
        ),
        (500, (WHITE, RED), {"white": 60, "red": 10}, "The rack holds 4.00 in chips; 1.00 is missing."),
        (500, (), None, "This house has no chip colours."),
    ],
)
def test_what_the_rack_cannot_make_is_said(cents, colours, stock, sentence):
    with pytest.raises(CannotBreak) as refusal:
        break_amount(cents, colours, stock)

    assert str(refusal.value) == sentence


def test_nothing_is_not_broken():
    with pytest.raises(ValueError, match="one cent or more"):
        break_amount(0, MIKE)


def test_without_a_stock_the_numbers_of_the_house_hold():
    few = (Colour("white", 5, stock=8), RED)

    assert rack(few) == {"white": 8}
    assert str(break_amount(200, few)) == "8 white, 16 red"
    assert str(break_amount(200, few, {})) == "14 white, 13 red"


def test_the_largest_amount_of_all_is_broken_too():
    assert break_amount(10**8, MIKE, {"white": 7}).cents == 10**8


def test_the_rack_after_some_chips_are_handed_out():
    breakdown = break_amount(500, MIKE)

    assert after({"white": 20, "blue": 12, "green": 4}, breakdown) == {"white": 4, "blue": 0, "green": 4}
    with pytest.raises(Impossible) as refusal:
        after({"white": 20, "blue": 11}, breakdown)
    assert str(refusal.value) == "The rack holds 11 blue chips, not 12."


def test_each_sale_is_handed_out_from_what_the_rack_still_holds():
    """Of twenty white chips the first 2.00 take eight, with six red ones, and so do the next; the third find four."""
    few = [Colour("white", 10, stock=20), Colour("red", 20, stock=30)]

    first, second, third = (in_turn([200] * sales, few) for sales in (1, 2, 3))

    assert [str(each.last) for each in (first, second, third)] == ["8 white, 6 red", "8 white, 6 red", "4 white, 8 red"]
    assert (third.out, third.rack) == ({"white": 20, "red": 20}, {"white": 0, "red": 10})


def test_what_comes_back_is_in_the_rack_again():
    few = [Colour("white", 10, stock=8), Colour("red", 20)]

    back = in_turn([200, -200], few)
    more = in_turn([200, -200, 200], few)

    assert (back.by_colour, str(more.last)) == ([(few[0], 0, 8), (few[1], 0, None)], "8 white, 6 red")


def test_chips_that_were_given_count_instead_of_those_proposed():
    """The rack holds eight white chips; after 2.00 in red alone the next 2.00 still get all of them."""
    few = [Colour("white", 10, stock=8), Colour("red", 20, stock=30)]

    given, after_it = in_turn([Sale(200, {"red": 10})], few), in_turn([Sale(200, {"red": 10}), 200], few)
    more_than_there = in_turn([Sale(100, {"white": 10})], few)

    assert (given.out, given.rack) == ({"white": 0, "red": 10}, {"white": 8, "red": 20})
    assert (str(given.last), str(after_it.last)) == ("10 red", "8 white, 6 red")
    assert (more_than_there.out, more_than_there.rack) == ({"white": 10, "red": 0}, {"white": 0, "red": 30})


def test_what_the_rack_cannot_make_and_what_never_went_out_move_nothing():
    few = [Colour("white", 10, stock=8)]

    sold, back = in_turn([50, 100], few), in_turn([50, -80], few)

    assert (sold.last, sold.problem) == (None, "The rack holds 0.30 in chips; 0.70 is missing.")
    assert (sold.out, back.out, back.rack) == ({"white": 5}, {"white": 5}, {"white": 3})


racks = st.lists(
    st.tuples(st.integers(1, 12), st.booleans(), st.integers(0, 4)),
    min_size=1,
    max_size=4,
    unique_by=lambda row: row[0],
).map(lambda rows: [Colour(f"colour {cents}", cents, reserve, stock) for cents, reserve, stock in rows])


def ways(colours, cents):
    """Yield every choice of chips that makes the amount, by trying them all."""
    for numbers in itertools.product(*(range(colour.stock + 1) for colour in colours)):
        if sum(colour.cents * number for colour, number in zip(colours, numbers, strict=True)) == cents:
            yield numbers


def in_reserve(colours, numbers):
    return sum(colour.cents * number for colour, number in zip(colours, numbers, strict=True) if colour.reserve)


@settings(max_examples=300)
@given(racks, st.integers(1, 60))
def test_whatever_can_be_made_is_made_with_the_least_from_the_reserve(colours, cents):
    least = min((in_reserve(colours, numbers) for numbers in ways(colours, cents)), default=None)

    if least is None:
        with pytest.raises(CannotBreak):
            break_amount(cents, colours)
        return
    breakdown = break_amount(cents, colours)

    assert breakdown.cents == cents
    assert sum(colour.cents * number for colour, number in breakdown.counts if colour.reserve) == least
    assert all(0 < number <= (colour.stock or 0) for colour, number in breakdown.counts)


stocks = st.dictionaries(st.sampled_from(["red", "blue", "green"]), st.integers(0, 400))


@given(st.integers(1, 20_000), stocks)
def test_a_break_adds_up_and_stays_within_the_rack(nickels, stock):
    breakdown = break_amount(nickels * 5, MIKE, stock)

    left = after(stock, breakdown)

    assert breakdown.cents == count(MIKE, {colour.name: number for colour, number in breakdown.counts}) == nickels * 5
    assert all(0 <= left[name] <= stock[name] for name in stock)


def test_everybody_gets_a_share_of_a_counted_rack():
    """Twenty white chips for four players allow five for each, of which 2.00 take four; one alone would get eight."""
    few = [Colour("white", 10, stock=20), Colour("red", 20, stock=80)]

    sold = [in_turn([200] * sales, few, sharing=Sharing(4)) for sales in (1, 4, 5)]

    assert [str(each.last) for each in sold] == ["4 white, 8 red", "4 white, 8 red", "4 white, 8 red"]
    assert (sold[-1].rack, sold[-1].run_out) == ({"white": 0, "red": 40}, [(few[0], Exchange(few[1], few[0]))])


def test_when_low_chips_have_run_out_the_rest_goes_out():
    few = [Colour("white", 10, stock=4), Colour("red", 20, stock=30)]

    sold = in_turn([200, 200], few, sharing=Sharing(1))

    assert (str(sold.last), sold.change, sold.problem) == ("10 red", None, "")
    assert [(colour.name, str(change)) for colour, change in sold.run_out] == [("white", "1 red for 2 white")]


def test_what_the_rack_makes_only_after_a_change_says_so():
    """Only chips of 1.00 are left in the rack; for 0.50 of the next amount other players have the chips."""
    few = [Colour("white", 50, stock=4), Colour("red", 100, stock=20), Colour("green", 500, stock=2)]

    sold = in_turn([Sale(200, {"white": 4}), 450], few)

    assert (str(sold.change), str(sold.last)) == ("1 red for 2 white", "1 white, 4 red")
    assert (sold.out, sold.rack) == ({"white": 3, "red": 5, "green": 0}, {"white": 1, "red": 15, "green": 2})


def test_chips_are_changed_for_higher_ones_only():
    white, red = few = [Colour("white", 50, stock=4), Colour("red", 100, stock=20)]

    assert [*exchanges(white, few, {"white": 2, "red": 20}, {"white": 2})] == [Exchange(red, white)]


def test_what_no_change_helps_is_told():
    few = [Colour("white", 50, stock=1), Colour("red", 100, stock=20)]

    sold = in_turn([Sale(50, {"white": 1}), 450], few)

    assert (sold.last, sold.change) == (None, None)
    assert sold.problem == "The chips in the rack do not make 4.50: they make 4.00, and 0.50 is left over."


@pytest.mark.parametrize(
    ("bets", "names"),
    [
        ((), ["white", "red", "blue"]),
        ((5, 10), ["white", "red", "blue"]),
        ((10, 20), ["red", "blue"]),
        ((25, 50), ["blue"]),
        ((7, 14), ["white", "red", "blue"]),
    ],
)
def test_colours_that_are_too_low_for_the_bets_are_of_no_use(bets, names):
    assert [colour.name for colour in usable(MIKE, bets)] == names


def test_high_chips_wait_where_low_ones_make_the_amount():
    case = [Colour("white", 25, stock=100), Colour("red", 100, stock=100), Colour("green", 500, stock=100)]

    assert str(hand_out(1000, case, rack(case), Sharing(4))) == "8 white, 8 red"
    assert str(hand_out(500, case, rack(case), Sharing(4))) == "4 white, 4 red"
    assert str(hand_out(25, case, rack(case), Sharing(4))) == "1 white"


@given(st.lists(st.integers(1, 400), max_size=12), st.integers(1, 9), stocks)
def test_whatever_is_sold_no_chip_leaves_that_is_not_there(amounts, players, stock):
    case = [Colour(each.name, each.cents, each.reserve, stock.get(each.name)) for each in MIKE]

    now = in_turn([each * 5 for each in amounts], case, sharing=Sharing(players))

    assert all(now.rack[name] >= 0 and now.rack[name] + now.out[name] == stock[name] for name in stock)
    assert now.last is None or now.last.cents == amounts[-1] * 5


def mike_with(*stocks):
    return [Colour(each.name, each.cents, each.reserve, stock) for each, stock in zip(MIKE, stocks, strict=True)]


@pytest.mark.parametrize(
    ("stocks", "cents", "chips"),
    [
        ((16, 16, 16, 50, 50, 50), 500, "1 white, 2 red, 1 blue, 5 yellow, 2 black"),
        ((16, 16, 16, None, None, None), 500, "1 white, 2 red, 1 blue, 9 yellow"),
        ((16, 16, 16, 0, 50, 50), 500, "3 white, 1 red, 3 blue, 4 black"),
        ((16, 16, 16, 0, 0, 50), 500, "16 white, 12 red, 12 blue"),
        ((100, 100, 100, 100, 100, 50), 500, "10 white, 10 red, 10 blue, 2 yellow"),
        ((16, 16, 16, 50, 50, 50), 1500, "1 white, 2 red, 1 blue, 5 yellow, 2 black, 2 green"),
    ],
)
def test_the_first_of_a_table_gets_low_chips_and_leaves_some(stocks, cents, chips):
    """A ninth of 16 white, 16 red and 16 blue chips makes no round amount, so as many players share them as can."""
    case = mike_with(*stocks)

    assert str(hand_out(cents, case, rack(case), Sharing(9))) == chips


def everyone(cents, players, given=None):
    return [Sale(cents, (given or {}).get(place), players, place) for place in range(players)]


def each_gets(sales, case, before=()):
    """Return the chips after each of the sales, as a page shows them that looks between two sales."""
    return [in_turn([*before, *sales[:place]], case, sharing=Sharing(9)) for place in range(1, len(sales) + 1)]


def test_all_who_buy_at_once_get_the_same():
    """Eleven buyers share a rack for nine: the last two get nine white, eight red and nine blue chips too."""
    case = mike_with(100, 100, 100, 100, 100, 50)

    told = each_gets(everyone(1000, 11), case)

    assert [str(each.last) for each in told] == ["9 white, 8 red, 9 blue, 9 yellow, 2 black"] * 11
    assert told[-1].rack == {"white": 1, "red": 12, "blue": 1, "yellow": 1, "black": 78, "green": 50}


def test_those_who_buy_at_once_share_what_earlier_buyers_have_left():
    """Ten white, ten red and ten blue chips are left: each of five buyers gets at most two of each of these colours."""
    case = mike_with(100, 100, 100, 100, 100, 50)
    before = [Sale(3600, {"white": 90, "red": 90, "blue": 90})]

    told = each_gets(everyone(500, 5), case, before)

    assert [str(each.last) for each in told] == ["1 white, 2 red, 1 blue, 9 yellow"] * 5


def test_where_not_all_can_have_low_chips_as_many_do_as_can():
    case = mike_with(16, 16, 16, 50, 50, 50)

    told = [str(each.last) for each in each_gets(everyone(500, 11), case)]

    assert told[:8] == ["1 white, 2 red, 1 blue, 5 yellow, 2 black"] * 8
    assert told[8:] == ["2 blue, 3 yellow, 3 black"] * 3


@pytest.mark.parametrize("place", range(1, 4))
def test_other_chips_for_one_change_nothing_for_the_others(place):
    case = mike_with(100, 100, 100, 100, 100, 50)
    others = {place: {"yellow": 20}}

    told = [str(each.last) for each in each_gets(everyone(1000, 4, others), case)]

    assert told[place] == "20 yellow"
    assert {*told[:place], *told[place + 1 :]} == {"10 white, 10 red, 10 blue, 10 yellow, 1 black"}


counted = st.tuples(*(st.none() | st.integers(0, 120) for _ in MIKE)).map(lambda stocks: mike_with(*stocks))


@pytest.mark.further
@settings(max_examples=150)
@given(counted, st.lists(st.integers(1, 200), max_size=4), st.integers(1, 60), st.integers(1, 12))
def test_what_is_told_of_a_batch_is_what_the_rack_has_lost(case, before, nickels, players):
    earlier, sales = [each * 5 for each in before], everyone(nickels * 5, players)
    start = in_turn(earlier, case, sharing=Sharing(9))

    told = each_gets(sales, case, earlier)

    gone = {each.name: start.out[each.name] for each in case}
    for now in told:
        for colour, number in now.last.counts if now.last else ():
            gone[colour.name] += number
        for name, number in now.change.to_the_rack.items() if now.change else ():
            gone[name] -= number
        assert now.out == gone
        assert now.last is None or now.last.cents == nickels * 5
        assert all(now.rack[each.name] == each.stock - gone[each.name] >= 0 for each in case if each.stock is not None)
    assert told == each_gets(sales, case, earlier)


@pytest.mark.further
@settings(max_examples=150)
@given(counted, st.lists(st.integers(1, 200), max_size=4), st.integers(1, 60), st.integers(1, 12))
def test_what_the_rack_has_for_all_of_a_batch_all_get(case, before, nickels, players):
    earlier = [each * 5 for each in before]
    left = in_turn(earlier, case, sharing=Sharing(9)).rack

    told = [each.last for each in each_gets(everyone(nickels * 5, players), case, earlier)]

    if told[0] and all(number * players <= left.get(each.name, 10**9) for each, number in told[0].counts):
        assert told == told[:1] * players


@settings(max_examples=150)
@given(counted, st.integers(1, 60), st.integers(1, 12))
def test_nobody_of_a_batch_gets_more_than_another_where_one_share_has_low_chips(case, nickels, players):
    """All get the same number of each colour, so the low chips that do not divide stay in the rack."""
    share = {name: number // max(players, 9) for name, number in rack(case).items()}
    try:
        chips = break_amount(nickels * 5, case, share)
    except CannotBreak:
        return

    told = [each.last for each in each_gets(everyone(nickels * 5, players), case)]

    if any(each.cents * 4 < nickels * 5 for each, _ in chips.counts if not each.reserve):
        assert told == told[:1] * players
