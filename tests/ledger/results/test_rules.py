"""Results without a bank: whether they add up, and whether any would count twice."""

from datetime import date

import pytest

from ledger.results.rules import NetResult, PastOf, check_past, check_results, difference_of, read_results
from reservations.acts.problems import Impossible, Malformed

NAMES = {1: "Ann", 2: "Bo"}
NINTH = date(2026, 1, 9)
TODAY = date(2026, 3, 1)


def test_what_was_bought_tells_what_was_received():
    assert NetResult(1, -500, 2000).received_cents == 1500
    assert NetResult(1, -500).received_cents is None


def test_an_act_keeps_what_was_written_down_and_no_more():
    results = (NetResult(1, 500, 2000), NetResult(2, -500))

    content = {"results": [each.content() for each in results]}

    assert content["results"] == [{"player": 1, "net": 500, "bought": 2000}, {"player": 2, "net": -500}]
    assert read_results(content) == results


def test_results_of_zero_need_no_reason():
    check_results([NetResult(1, 500), NetResult(2, -500)], NAMES, reason="")


def test_a_declared_difference_is_accepted():
    results = [NetResult(1, 500), NetResult(2, -300)]

    check_results(results, NAMES, reason="a chip too many")

    assert difference_of(results) == 200


@pytest.mark.parametrize(
    ("results", "reason", "told"),
    [
        ([], "", "no result"),
        ([NetResult(1, 5), NetResult(1, -5)], "", "Ann is listed twice"),
        ([NetResult(1, 10**8 + 1), NetResult(2, -(10**8) - 1)], "", "more than 1000000.00"),
        ([NetResult(1, 0, -1), NetResult(2, 0)], "", "Ann cannot lose more"),
        ([NetResult(1, 500), NetResult(2, -500, 400)], "", "Bo cannot lose more"),
        ([NetResult(1, 500), NetResult(2, -300)], "", r"\+2.00"),
        ([NetResult(1, 500), NetResult(2, -500)], "a slip", "no difference"),
    ],
)
def test_what_does_not_add_up_is_told_by_name(results, reason, told):
    with pytest.raises(Malformed, match=told):
        check_results(results, NAMES, reason=reason)


@pytest.mark.parametrize(
    ("starting", "past"),
    [
        (False, PastOf("Ann")),
        (False, PastOf("Ann", starts=date(2026, 1, 8))),
        (False, PastOf("Ann", {NINTH})),
        (True, PastOf("Ann", {date(2026, 1, 10)})),
    ],
)
def test_what_counts_once_is_accepted(starting, past):
    check_past(NINTH, starting=starting, today=TODAY, past=[past])


@pytest.mark.parametrize(
    ("starting", "past", "told"),
    [
        (False, PastOf("Ann", starts=NINTH), "covers all up to Fri 9 Jan 2026"),
        (True, PastOf("Ann", starts=date(2026, 1, 1)), "up to Thu 1 Jan 2026: undo"),
        (True, PastOf("Ann", {NINTH, TODAY}), "Ann played here on Fri 9 Jan 2026"),
    ],
)
def test_what_would_count_twice_is_refused(starting, past, told):
    with pytest.raises(Impossible, match=told):
        check_past(NINTH, starting=starting, today=TODAY, past=[past])


def test_a_night_of_today_is_over_by_now():
    check_past(TODAY, starting=False, today=TODAY, past=[PastOf("Ann", {NINTH})])


def test_no_result_comes_from_the_future():
    with pytest.raises(Impossible, match="still to come"):
        check_past(date(2026, 3, 2), starting=False, today=TODAY, past=[])
