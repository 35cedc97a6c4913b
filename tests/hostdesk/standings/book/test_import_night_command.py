"""Notes, THE BOOK and the month in night logs: posted, known, exported, and the same on another machine."""

import json

import pytest

from ledger.audit import queries as audit_queries
from ledger.bank.queries import last_act
from ledger.management.locale_command import night_called
from ledger.months.queries import latest
from ledger.results.queries import results
from ledger.settle.fewest_payments import Settlement, Wishes
from reservations.players.queries import player_names
from tests.faults import tampered_nights
from tests.faults.tampered_nights import as_log
from tests.hostdesk.book_logs import (
    BO,
    BUY_IN,
    CLAIM,
    CORRECT,
    CY,
    EVERYTHING,
    MONTH,
    OLD_BOOK,
    OPEN,
    PAYMENT,
    STANDINGS,
)
from tests.hostdesk.logs import ANN, another_machine, exported, log, post, posted, refusal
from tests.running import Ran, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

EVEN = {**OLD_BOOK, "standings": [{"player": "Ann", "balance": "5"}, {"player": "Bo", "balance": "-5"}]}
PLAN = {**MONTH, "standings": EVEN["standings"], "payments": [{"payer": "Bo", "payee": "Ann", "amount": "5"}]}
LAPSED = log(
    ANN,
    BO,
    OPEN,
    BUY_IN,
    {"act": "buy_in", "player": "Ann", "amount": "20", "pay": "cash"},
    {"act": "last_hand"},
    {"act": "cash_out", "player": "Ann", "player_count": "40", "banker_count": "40"},
    {"act": "lapse_notes"},
    {"act": "count_drawer", "counted": "0"},
    {"act": "close"},
)


def head():
    act = last_act()
    return act and (act.number, act.head)


def rows():
    """Return the rows of THE BOOK below its header."""
    return run("book", "--csv").out.splitlines()[1:]


def ids(text):
    return [int(json.loads(line)["id"].removeprefix("line-")) for line in text.splitlines()]


def acts_of(text):
    """Return the acts of a file without their times, which are written with another offset."""
    return [{**json.loads(line), "at": None} for line in text.splitlines()]


@pytest.mark.pg
def test_everything_is_posted_and_known_from_then_on():
    first, again = post(EVERYTHING), post(EVERYTHING)

    assert (first, again) == (Ran(0, "posted 40 acts, 0 already known\n"), Ran(0, "posted 0 acts, 40 already known\n"))
    assert rows() == STANDINGS
    assert list(audit_queries.faults()) == []


@pytest.mark.parametrize(
    "content", [pytest.param(EVERYTHING, marks=pytest.mark.pg), as_log(tampered_nights.EVERYTHING), LAPSED]
)
def test_the_whole_ledger_has_the_same_head_elsewhere(content):
    with another_machine():
        posted(content)
        there, book, log_of_all = head(), rows(), exported("--all")

    posted(log_of_all)

    assert (head(), rows(), exported("--all")) == (there, book, log_of_all)


def test_a_note_that_lapsed_is_nobodys_debt():
    posted(LAPSED)

    assert (rows(), [each.result_cents for each in results_by_name().values()]) == ([], [2000, -2000])


def test_an_export_says_what_was_imported():
    posted(EVERYTHING)

    said = acts_of(exported("--all"))

    written = json.loads(EVERYTHING.replace("\n", ",").removesuffix(",").join("[]"))
    of_the_house = {"version": 1, "whole_dollars": True}
    assert [_as_values(act) for act in said] == [
        _as_values({**act, "at": None} | (of_the_house if act["act"] == "open" else {})) for act in written
    ]


def _as_values(value):
    """Return amounts as numbers, so that "20" equals "20.00"."""
    match value:
        case dict():
            return {name: each if name == "id" else _as_values(each) for name, each in value.items()}
        case list():
            return [_as_values(each) for each in value]
        case str() if value.replace(".", "").replace("-", "").isdecimal() and value.count("-") < 2:
            return float(value)
    return value


def test_a_night_among_several_brings_nothing_that_happened_in_between():
    second = {"act": "open", "house": "hybrid", "date": "2026-11-27", "banker": "Ann", "float": "0"}
    with another_machine():
        posted(EVERYTHING + log(second, start=41))
        of_one, won = exported("2026-11-20"), results_by_name()

    posted(of_one)

    assert ids(of_one) == [1, 2, 3, 4, 5, *range(9, 30)]
    assert results_by_name() == won


def results_by_name():
    won = results(night_called("2026-11-20"))
    names = player_names(won)
    return {names[player]: result for player, result in won.items()}


@pytest.mark.parametrize("night", [{}, {"night": "no-such-night"}])
@pytest.mark.parametrize(
    "act",
    [OLD_BOOK, PAYMENT, CORRECT, CLAIM, {"act": "credit", "player": "Bo", "limit": "0", "hard": True, "refuses": True}],
    ids=lambda act: act["act"] if act else "",
)
def test_what_is_of_no_night_needs_none(act, night):
    posted(log(ANN, BO, CY, {**act, **night}))

    assert (last_act().kind, last_act().night) == (act["act"], None)


def test_a_claim_is_answered_without_a_night():
    posted(log(ANN, BO, CY, CLAIM, {"act": "dispute", "of": "line-0004", "reason": "not yet"}))

    assert json.loads(last_act().content) == {"of": "line-0004", "reason": "not yet"}


def test_a_plan_is_taken_as_it_is():
    around = [("Bo", "Cy"), ("Cy", "Ann")]
    payments = [{"payer": payer, "payee": payee, "amount": "5"} for payer, payee in around]

    posted(log(ANN, BO, CY, EVEN, {**PLAN, "payments": payments, "hub": "Cy", "lower_bound": 1}))

    plan = latest().plan
    assert [(each.payer, each.payee, each.cents) for each in plan.payments] == [(2, 3, 500), (3, 1, 500)]
    assert (plan.wishes.hub, plan.lower_bound) == (3, 1)


def test_a_plan_without_small_payments_is_taken_as_it_is():
    wishes = {"no_payment_under": "6", "hub": "Cy", "second_hub": "Bo"}

    posted(log(ANN, BO, CY, EVEN, {**PLAN, "payments": [], **wishes, "lower_bound": 0}))

    assert latest().plan == Settlement((), 0, Wishes(3, 2, 600))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"payments": []}, "The payments of this consolidation do not clear its standings."),
        (
            {"standings": [{"player": "Ann", "balance": "4"}, {"player": "Bo", "balance": "-4"}]},
            "The standings at the end of Fri 20 Nov 2026 are not those of this consolidation.",
        ),
        ({"hub": "Zoe"}, "No player is called Zoe: add them first."),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(changed, sentence):
    assert post(log(ANN, BO, EVEN, {**PLAN, **changed})) == refusal(sentence, line=4)


def test_two_names_of_one_player_are_one_player():
    renamed = {"act": "player", "name": "Boris", "formerly": "Bo"}
    twice = [{"player": "Bo", "balance": "5"}, {"player": "Boris", "balance": "-5"}]

    ran = post(log(ANN, BO, renamed, {**OLD_BOOK, "standings": twice}))

    assert ran == refusal("standings: Boris is Boris, who is listed twice.", line=4)


def test_a_taken_key_shows_both_books():
    other = {**EVEN, "id": "line-0003", "reason": "another one"}

    ran = post(log(ANN, BO, EVEN, other))

    book = '[{"player": "Ann", "balance": "5.00"}, {"player": "Bo", "balance": "-5.00"}]'
    assert ran == refusal(
        f'the id line-0003 is taken by act 3: balances {{"standings": {book}, "reason": "the paper book"}}. '
        f'This line says: balances {{"standings": {book}, "reason": "another one"}}.',
        line=4,
    )


def test_a_file_in_parts_comes_to_the_same():
    whole = EVERYTHING.splitlines(keepends=True)
    # Every part has the opening of the night to which the lines after it belong.
    for part in (whole[:20], whole[8:33], whole[8:]):
        posted("".join(part))

    assert (rows(), last_act().number) == (STANDINGS, len(whole))
