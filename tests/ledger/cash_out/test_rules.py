from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from ledger.cash_out import rules as cash_out_rules
from ledger.cash_out.payout import DoesNotAddUp, DrawerShort, Payout, PayoutPart, odd_of, pay_out, take_payout
from ledger.cash_out.rules import CashOutFacts, elapsed, slip_between
from ledger.money.words import Means
from reservations.acts.problems import RuleViolation
from tests.ledger.houses import KEYS, TERMS

AT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
EQUALLY_OR_AT_THE_END = (
    "Ann can cash out when the first and the last dealer have dealt equally, or after the last hand."
)
CASH, TRANSFER, BOOK = Means.CASH, Means.TRANSFER, Means.BOOK


def ann_leaves(
    count=2000,
    bought=2000,
    at=AT,
    notice_at=None,
    level_at=None,
    round_played=False,
    play_over=False,
    dealt=None,
    **level,
):
    return CashOutFacts("Ann", count, bought, at, notice_at, level_at, round_played, play_over, dealt, **level)


def ago(minutes=0, seconds=0):
    return AT - timedelta(minutes=minutes, seconds=seconds)


def violations(house, facts):
    return [each.term for each in cash_out_rules.check_cash_out(facts, terms=TERMS[house])]


@pytest.mark.parametrize(
    ("house", "facts", "terms"),
    [
        ("dave-2018", ann_leaves(), ["leave notice"]),
        ("dave-2018", ann_leaves(notice_at=ago(29, 59)), ["leave notice"]),
        ("dave-2018", ann_leaves(notice_at=ago(30)), []),
        ("dave-2018", ann_leaves(notice_at=ago(31)), []),
        ("dave-2018", ann_leaves(notice_at=AT + timedelta(seconds=1)), ["leave notice"]),
        ("dave-2018", ann_leaves(round_played=True), []),
        ("dave-2018", ann_leaves(play_over=True), []),
        ("dave-2018", ann_leaves(count=1), ["leave notice"]),
        ("dave-2018", ann_leaves(count=0), []),
        ("dave-2020", ann_leaves(notice_at=ago(29, 59)), ["leave notice"]),
        ("dave-2020", ann_leaves(notice_at=ago(30)), []),
        ("hybrid", ann_leaves(), ["cash-out window"]),
        ("hybrid", ann_leaves(level_at=ago(5, 1)), ["cash-out window"]),
        ("hybrid", ann_leaves(level_at=ago(5, 0.999)), []),
        ("hybrid", ann_leaves(level_at=ago(5)), []),
        ("hybrid", ann_leaves(level_at=ago(0)), []),
        ("hybrid", ann_leaves(level_at=AT + timedelta(hours=1)), []),
        ("hybrid", ann_leaves(play_over=True), []),
        ("hybrid", ann_leaves(count=1), ["cash-out window"]),
        ("hybrid", ann_leaves(count=0), []),
        ("ericn", ann_leaves(), []),
        ("mike", ann_leaves(), ["cash at the end", "equal deals"]),
        ("mike", ann_leaves(count=0), ["equal deals"]),
        ("mike", ann_leaves(play_over=True), []),
        ("mike", ann_leaves(count=0, play_over=True), []),
        ("mike", ann_leaves(dealt=(6, 6)), []),
        ("mike", ann_leaves(count=0, dealt=(6, 6)), []),
        ("mike", ann_leaves(dealt=(6, 5)), ["cash at the end", "equal deals"]),
        ("mike", ann_leaves(count=0, dealt=(5, 6)), ["equal deals"]),
        ("mike", ann_leaves(dealt=(6, 5), play_over=True), []),
        ("hybrid", ann_leaves(dealt=(6, 6)), ["cash-out window"]),
        ("dave-2018", ann_leaves(plays_on=True), ["all chips or none"]),
        ("dave-2018", ann_leaves(plays_on=True, play_over=True), []),
        ("hybrid", ann_leaves(plays_on=True, level_at=AT), ["all chips or none"]),
        ("hybrid", ann_leaves(plays_on=True), ["all chips or none", "cash-out window"]),
        ("ericn", ann_leaves(plays_on=True), ["all chips or none"]),
        ("mike", ann_leaves(plays_on=True), ["cash at the end"]),
        ("mike", ann_leaves(plays_on=True, play_over=True), []),
    ],
)
def test_when_each_house_lets_a_player_cash_out(house, facts, terms):
    assert violations(house, facts) == terms


@pytest.mark.parametrize("house", KEYS)
@pytest.mark.parametrize(
    ("count", "bought", "terms"), [(1, 0, ["chips are bought"]), (0, 0, []), (1, 1, []), (9000, 1, [])]
)
def test_chips_of_a_player_who_bought_none(house, count, bought, terms):
    assert violations(house, ann_leaves(count=count, bought=bought, play_over=True)) == terms


@pytest.mark.parametrize(
    ("house", "facts", "sentence"),
    [
        ("ericn", ann_leaves(count=500, bought=0), "Ann has bought no chips tonight and brings 5.00: whose are they?"),
        ("dave-2018", ann_leaves(), "Leaving takes 30 minutes or a round of notice: Ann has given none."),
        (
            "dave-2018",
            ann_leaves(notice_at=ago(29, 59)),
            "Leaving takes 30 minutes or a round of notice: Ann gave it 29:59 ago.",
        ),
        (
            "dave-2018",
            ann_leaves(notice_at=AT + timedelta(seconds=1)),
            "Leaving takes 30 minutes or a round of notice: the notice of Ann is dated later than this.",
        ),
        (
            "hybrid",
            ann_leaves(),
            "Chips turn into cash within 5 minutes after the blinds go up: they have not gone up yet.",
        ),
        (
            "hybrid",
            ann_leaves(level_at=ago(5, 1)),
            "Chips turn into cash within 5 minutes after the blinds go up: that was 5:01 ago.",
        ),
        ("mike", ann_leaves(count=0), "Ann can cash out once everybody has dealt the same number of hands."),
        (
            "mike",
            ann_leaves(count=0, dealt=(6, 5), dealers=("Bo", "Cy")),
            "Hands dealt: Bo 6, Cy 5. They have to be equal.",
        ),
    ],
)
def test_a_violated_term_says_in_numbers_what_is_wrong(house, facts, sentence):
    assert [str(each) for each in cash_out_rules.check_cash_out(facts, terms=TERMS[house])] == [sentence]


def test_chips_before_the_end_say_when_they_turn_into_cash():
    at_the_end, _ = cash_out_rules.check_cash_out(ann_leaves(), terms=TERMS["mike"])

    assert str(at_the_end) == "Chips turn into cash at the end of the night, after the last hand."


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (59, "0:59"), (60, "1:00"), (301, "5:01"), (1799, "29:59"), (7200, "120:00")]
)
def test_elapsed_time_in_words(seconds, words):
    assert elapsed(timedelta(seconds=seconds)) == words


def test_all_terms_of_a_cash_out_are_told_at_once():
    facts = ann_leaves(bought=0)

    assert violations("mike", facts) == ["chips are bought", "cash at the end", "equal deals"]
    assert violations("dave-2018", facts) == ["chips are bought", "leave notice"]


def test_times_of_different_zones_are_compared_as_instants():
    new_york = timezone(timedelta(hours=-5))
    notice_at = datetime(2026, 11, 20, 15, 30, tzinfo=new_york)

    assert violations("dave-2018", ann_leaves(notice_at=notice_at)) == []
    assert violations("dave-2018", ann_leaves(notice_at=notice_at + timedelta(seconds=1))) == ["leave notice"]


def test_notice_runs_on_when_the_clocks_go_back():
    new_york = ZoneInfo("America/New_York")
    notice_at = datetime(2026, 11, 1, 1, 45, tzinfo=new_york)
    early, later = (datetime(2026, 11, 1, 1, minute, tzinfo=new_york, fold=1) for minute in (14, 15))

    assert violations("dave-2018", ann_leaves(at=early, notice_at=notice_at)) == ["leave notice"]
    assert violations("dave-2018", ann_leaves(at=later, notice_at=notice_at)) == []
    assert cash_out_rules.still_to_come(ann_leaves(at=early, notice_at=notice_at), TERMS["dave-2018"]) == (
        "Notice was given at 01:45: from 01:15 on it is met."
    )


@pytest.mark.parametrize("moment", ["at", "notice_at", "level_at", "next_level_at"])
def test_a_time_without_its_zone_is_refused(moment):
    with pytest.raises(ValueError, match=r"^A cash-out needs times that know their zone\.$"):
        ann_leaves(**{moment: AT.replace(tzinfo=None)})


@pytest.mark.parametrize(
    ("house", "facts", "sentence"),
    [
        ("dave-2018", ann_leaves(), "With notice at 21:00 it is met from 21:30 on."),
        ("dave-2018", ann_leaves(notice_at=ago(10)), "Notice was given at 20:50: from 21:20 on it is met."),
        ("dave-2018", ann_leaves(notice_at=ago(29, 59)), "Notice was given at 20:30: from 21:01 on it is met."),
        ("dave-2018", ann_leaves(at=ago(0, -8)), "With notice at 21:01 it is met from 21:31 on."),
        ("dave-2018", ann_leaves(notice_at=ago(30)), ""),
        ("dave-2018", ann_leaves(bought=0, play_over=True), ""),
        ("hybrid", ann_leaves(), "Ann can cash out when the blinds next go up, or after the last hand."),
        ("hybrid", ann_leaves(level_at=ago(5)), ""),
        (
            "hybrid",
            ann_leaves(next_level_at=AT + timedelta(minutes=20)),
            "Ann can cash out when the blinds next go up (next at 21:20, open until 21:25), or after the last hand.",
        ),
        (
            "hybrid",
            ann_leaves(next_level_at=AT + timedelta(minutes=20, seconds=7)),
            "Ann can cash out when the blinds next go up (next at 21:21, open until 21:25), or after the last hand.",
        ),
        ("hybrid", ann_leaves(level_at=ago(6), is_last_level=True), "Ann can cash out after the last hand."),
        ("ericn", ann_leaves(), ""),
        ("mike", ann_leaves(), EQUALLY_OR_AT_THE_END),
        ("mike", ann_leaves(count=0), EQUALLY_OR_AT_THE_END),
        ("mike", ann_leaves(dealt=(6, 6)), ""),
        ("mike", ann_leaves(dealt=(6, 5)), EQUALLY_OR_AT_THE_END),
        ("mike", ann_leaves(play_over=True), ""),
    ],
)
def test_what_a_cash_out_still_waits_for(house, facts, sentence):
    assert cash_out_rules.still_to_come(facts, terms=TERMS[house]) == sentence


@pytest.mark.parametrize(
    ("house", "facts", "sentence"),
    [
        (
            "ericn",
            ann_leaves(),
            "Off already, Ann? Cashing out before the game is over is bad manners; the table may tease.",
        ),
        ("ericn", ann_leaves(play_over=True), ""),
        ("ericn", ann_leaves(count=0), ""),
        ("dave-2018", ann_leaves(), ""),
    ],
)
def test_ericn_remarks_on_who_leaves_early(house, facts, sentence):
    assert cash_out_rules.remark(facts, terms=TERMS[house]) == sentence


@pytest.mark.parametrize(
    ("player_cents", "banker_cents", "differ"),
    [
        (2000, 2000, ()),
        (0, 0, ()),
        (2001, 2000, ("Ann expects 20.01, the banker counted 20.00: 0.01 less than Ann says. Count again together.",)),
        (2000, 2100, ("Ann expects 20.00, the banker counted 21.00: 1.00 more than Ann says. Count again together.",)),
    ],
)
def test_both_counts_agree_to_the_cent(player_cents, banker_cents, differ):
    found = cash_out_rules.check_counts(player_cents, banker_cents, "Ann")

    assert found == tuple(RuleViolation("the count", sentence) for sentence in differ)


@pytest.mark.parametrize(("value_cents", "unit_cents", "odd_cents"), [(3540, 100, 40), (3500, 100, 0), (3540, 1, 0)])
def test_the_odd_cents_of_a_value(value_cents, unit_cents, odd_cents):
    assert odd_of(value_cents, unit_cents) == odd_cents


@pytest.mark.parametrize(
    ("value_cents", "unit_cents", "drawer_cents", "expected"),
    [
        (2035, 1, 2035, Payout(0, (PayoutPart(CASH, 2035),))),
        (2035, 100, 2000, Payout(35, (PayoutPart(CASH, 2000),))),
        (2000, 100, 9000, Payout(0, (PayoutPart(CASH, 2000),))),
        (99, 100, 0, Payout(99, ())),
        (0, 1, 0, Payout(0, ())),
    ],
)
def test_paying_out_in_order(value_cents, unit_cents, drawer_cents, expected):
    assert pay_out(value_cents, unit_cents=unit_cents, drawer_cents=drawer_cents) == expected


def test_a_drawer_one_cent_short_says_what_the_banker_puts_in():
    with pytest.raises(DrawerShort) as refusal:
        pay_out(2000, unit_cents=1, drawer_cents=1999)

    assert str(refusal.value) == (
        "20.00 are to be paid in cash and the drawer holds 19.99: the banker must put in 0.01 first."
    )


@pytest.mark.parametrize(
    ("parts", "value_cents", "unit_cents", "drawer_cents", "odd_cents"),
    [
        ([PayoutPart(CASH, 2000)], 2000, 1, 2000, 0),
        ([PayoutPart(CASH, 500), PayoutPart(TRANSFER, 1500)], 2000, 1, 500, 0),
        ([PayoutPart(CASH, 500), PayoutPart(CASH, 500)], 1035, 100, 1000, 35),
        ([], 35, 100, 0, 35),
        ([PayoutPart(BOOK, 1035)], 1035, 100, 0, 0),
        ([PayoutPart(CASH, 500), PayoutPart(BOOK, 535)], 1035, 100, 500, 0),
        ([PayoutPart(CASH, 1000), PayoutPart(TRANSFER, 35)], 1035, 100, 1000, 0),
        ([PayoutPart(CASH, 500), PayoutPart(BOOK, 500)], 1035, 100, 500, 35),
    ],
)
def test_a_payout_given_by_hand(parts, value_cents, unit_cents, drawer_cents, odd_cents):
    found = take_payout(parts, value_cents=value_cents, unit_cents=unit_cents, drawer_cents=drawer_cents)

    assert found == Payout(odd_cents, tuple(parts))


@pytest.mark.parametrize(
    ("parts", "unit_cents", "sentence"),
    [
        ([PayoutPart(CASH, 1999)], 1, "The payout comes to 19.99, but 20.35 is to be paid: 0.36 too little."),
        ([PayoutPart(CASH, 2036)], 1, "The payout comes to 20.36, but 20.35 is to be paid: 0.01 too much."),
        (
            [PayoutPart(CASH, 2035)],
            100,
            "The payout comes to 20.35, but 20.00 is to be paid and 0.35 goes into the final pot: 0.35 too much.",
        ),
        (
            [PayoutPart(CASH, 1035), PayoutPart(BOOK, 1000)],
            100,
            "The payout comes to 20.35, but 20.00 is to be paid and 0.35 goes into the final pot: 0.35 too much.",
        ),
        ([], 1, "The payout comes to 0.00, but 20.35 is to be paid: 20.35 too little."),
    ],
)
def test_a_payout_that_does_not_add_up(parts, unit_cents, sentence):
    with pytest.raises(DoesNotAddUp) as refusal:
        take_payout(parts, value_cents=2035, unit_cents=unit_cents, drawer_cents=9000)

    assert str(refusal.value) == sentence


def test_only_the_cash_of_a_payout_must_be_in_the_drawer():
    parts = [PayoutPart(CASH, 501), PayoutPart(TRANSFER, 1499)]

    with pytest.raises(DrawerShort, match=r"the banker must put in 0\.01 first"):
        take_payout(parts, value_cents=2000, unit_cents=1, drawer_cents=500)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([PayoutPart(CASH, 2000)], ()),
        ([], ()),
        (
            [PayoutPart(TRANSFER, 500), PayoutPart(CASH, 1000), PayoutPart(TRANSFER, 500)],
            (RuleViolation("means of payment", "Chips are paid out in cash here, not by transfer."),),
        ),
    ],
)
def test_a_payout_takes_the_ways_of_the_house(parts, expected):
    assert cash_out_rules.check_payout(parts, TERMS["dave-2018"]) == expected


@pytest.mark.parametrize(
    ("total_cents", "unit_cents", "expected"),
    [
        (300, 100, ()),
        (299, 100, ("The final pot should be a multiple of 1.00, and it is 2.99: 0.99 too much, or 0.01 too little.",)),
        (301, 100, ("The final pot should be a multiple of 1.00, and it is 3.01: 0.01 too much, or 0.99 too little.",)),
        (335, 1, ()),
    ],
)
def test_final_pot_comes_to_whole_dollars(total_cents, unit_cents, expected):
    found = cash_out_rules.check_final_pot(total_cents, unit_cents=unit_cents)

    assert found == tuple(RuleViolation("whole final pot", sentence) for sentence in expected)


@pytest.mark.parametrize(
    ("paid_cents", "unit_cents", "found"), [(2035, 100, ["whole payouts"]), (2000, 100, []), (2035, 1, [])]
)
def test_odd_cents_that_are_paid_out_break_a_term(paid_cents, unit_cents, found):
    assert [each.term for each in cash_out_rules.check_whole_payout(paid_cents, 2035, unit_cents=unit_cents)] == found


def test_mike_alone_pays_whole_dollars():
    assert {key: TERMS[key].payout_unit_cents for key in KEYS} == {
        "dave-2018": 1,
        "dave-2020": 1,
        "hybrid": 1,
        "ericn": 1,
        "mike": 100,
    }


def test_where_deals_need_not_be_equal_the_end_of_the_night_is_waited_for():
    terms = replace(TERMS["mike"], equal_deals=False)

    assert (
        cash_out_rules.still_to_come(ann_leaves(dealt=(6, 6)), terms=terms) == "Ann can cash out after the last hand."
    )


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (3600, 6300, "Two digits may be swapped."),
        (12520, 1252, "The point may be in the wrong place: 12.52 or 125.20."),
        (5, 500, "The point may be in the wrong place: 0.05 or 5.00."),
        (4520, 4420, "They are exactly 1.00 apart: one digit or one stack may be counted wrong."),
        (4520, 5520, "They are exactly 10.00 apart: one digit or one stack may be counted wrong."),
        (4520, 4545, ""),
        (0, 4520, ""),
    ],
)
def test_what_stands_out_of_two_counts(one, other, words):
    assert (slip_between(one, other), slip_between(other, one)) == (words, words)
