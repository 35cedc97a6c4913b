"""Conduct read from the facts of a night: jumped bets, warnings, rulings, and calls of the clock."""

from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import FactKind, FactValue
from reservations.conduct.rules import Call, Conduct, fold_conduct

ANN, BO, CY = 1, 2, 3
NINE = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def at(minutes):
    return NINE + timedelta(minutes=minutes)


def said(number, kind, player=None, **fields):
    """Return a fact of that number, recorded by Ann as many minutes after nine."""
    return FactValue(number, kind, at(number), player=player, by="Ann", **fields)


def jumped(number, player, *, warning=False):
    return said(number, FactKind.CONDUCT, player, content={"what": "jumped bet"}, outcome={"warning": warning})


def warned(number, player, words):
    return said(number, FactKind.CONDUCT, player, content={"what": "warning"}, reason=words)


def called(number, player):
    return said(number, FactKind.CALL, player, outcome={"until": at(number + 1).isoformat()})


def ended(number, about):
    return said(number, FactKind.CALL, about=about, content={"over": True})


def back(number, about):
    return said(number, FactKind.TAKE_BACK, about=about)


def test_nothing_happened():
    conduct = fold_conduct([])

    assert conduct == Conduct()
    assert (conduct.is_warned(1), conduct.penalties, conduct.call_at(NINE)) == (False, {}, None)


def test_the_tally_counts_what_cost_and_not_the_warning():
    facts = [jumped(1, BO, warning=True), jumped(2, CY), jumped(3, BO), jumped(4, CY)]

    conduct = fold_conduct(facts)

    assert conduct.penalties == {CY: 2, BO: 1}
    assert conduct.jumps == tuple(facts)


@pytest.mark.parametrize(("warnings", "is_warned"), [(0, True), (1, True), (2, False)])
def test_the_warnings_are_the_sessions_no_matter_who_had_them(warnings, is_warned):
    conduct = fold_conduct([jumped(1, BO, warning=True), warned(2, CY, "slow")])

    assert conduct.is_warned(warnings) is is_warned


def test_a_warning_that_was_taken_back_is_there_to_be_given():
    conduct = fold_conduct([jumped(1, BO, warning=True), back(2, 1)])

    assert (conduct.jumps, conduct.is_warned(1)) == ((), False)


def test_what_was_decided_then_stays_when_the_warning_before_it_goes():
    conduct = fold_conduct([jumped(1, BO, warning=True), jumped(2, CY), back(3, 1)])

    assert (conduct.penalties, conduct.is_warned(1)) == ({CY: 1}, False)


def test_warnings_and_rulings_are_kept_in_their_order():
    ruled = said(2, FactKind.RULED, content={"dispute": "a misdeal", "decision": "deal again", "decider": "the table"})

    conduct = fold_conduct([warned(1, BO, "slow"), ruled, warned(3, CY, "<b>")])

    assert conduct.warnings == (warned(1, BO, "slow"), warned(3, CY, "<b>"))
    assert conduct.rulings == (ruled,)


def test_the_clock_is_on_whom_it_was_called_last():
    conduct = fold_conduct([called(1, BO), ended(2, 1), called(3, CY)])

    assert conduct.call == Call(3, CY, until=at(4))
    assert [call.player for call in conduct.calls] == [BO, CY]


@pytest.mark.parametrize("last", [ended(2, 1), back(2, 1)])
def test_a_call_that_was_ended_or_taken_back_is_over(last):
    assert fold_conduct([called(1, BO), last]).call is None


def test_the_end_of_a_call_is_taken_back_like_anything_else():
    assert fold_conduct([called(1, BO), ended(2, 1), back(3, 2)]).call == Call(1, BO, until=at(2))


@pytest.mark.parametrize(
    ("seconds", "runs", "is_shown"), [(59, True, True), (60, False, True), (119, False, True), (120, False, False)]
)
def test_a_call_is_shown_for_a_minute_after_its_time_is_up(seconds, runs, is_shown):
    conduct, now = fold_conduct([called(1, BO)]), at(1) + timedelta(seconds=seconds)

    assert (conduct.running_at(now) is not None, conduct.call_at(now) is not None) == (runs, is_shown)


def test_facts_of_other_kinds_say_nothing_here():
    assert fold_conduct([said(1, FactKind.MOVE, content={"moves": []})]) == Conduct()
