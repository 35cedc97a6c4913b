"""The fields of notes, THE BOOK and the month in a night log, without a database."""

import json
from datetime import date

import pytest

from hostdesk.imports.night_log.lines import players_in, read_line, write_fields, write_line
from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.words import Means
from reservations.acts.kinds import Kind
from reservations.acts.problems import Malformed
from tests.hostdesk.logs import BUY_IN, stamped

ON_A_NOTE = {**BUY_IN, "pay": "note", "note": "n1"}
CASH_OUT = {"act": "cash_out", "player": "Ann", "player_count": "20", "banker_count": "20"}
CORRECT = {"act": "correct", "debtor": "Bo", "creditor": "Ann", "amount": "5", "reason": "a slip"}
EVEN = [{"player": "Ann", "balance": "0.05"}, {"player": "Bo", "balance": "-0.05"}]
BALANCES = {"act": "balances", "standings": EVEN, "reason": "the old book"}
PLAN = [{"payer": "Bo", "payee": "Ann", "amount": "0.05"}]
MONTH = {"act": "consolidate", "until": "2026-10-31", "standings": EVEN, "payments": PLAN, "lower_bound": 1}
EACH_STANDING = "standings: a list belongs here, each with player and balance."
EACH_PAYMENT = "payments: a list belongs here, each with payer and payee and amount."
NO_TEXT = "a text in quotes belongs here."
NAMES = {1: "Ann", 2: "Bo"}


def read(act, **fields):
    return read_line(json.dumps({**stamped(act), **fields}))


@pytest.mark.parametrize(
    ("act", "fields", "sentence"),
    [
        ({**BUY_IN, "pay": "note"}, {}, "buy_in paid by note needs note, the name of the note."),
        ({**BUY_IN, "pay": "book"}, {"note": "n1"}, "note: buy_in names a note only if it is paid by note."),
        (BUY_IN, {"note": "n1"}, "note: buy_in names a note only if it is paid by note."),
        (ON_A_NOTE, {"note": ""}, 'note: "" is not a name: there is nothing to read in it.'),
        (ON_A_NOTE, {"note": 1}, f"note: {NO_TEXT}"),
        (
            ON_A_NOTE,
            {"note": "n" * 41},
            'note: "nnnnnnnnnnnnnnnnnnnnnnnn…" is not a name: it is longer than 40 characters.',
        ),
        (CASH_OUT, {"payout": [{"by": "note", "amount": "5", "note": None}]}, f"payout: {NO_TEXT}"),
        ({"act": "redeem_note", "amount": "5"}, {}, "redeem_note needs note."),
        ({"act": "note_unpaid"}, {}, "note_unpaid needs note."),
        ({"act": "commit_notes"}, {"note": ["n1"]}, f"note: {NO_TEXT}"),
        ({"act": "commit_notes"}, {"notes": "n1"}, 'commit_notes has no field "notes".'),
        ({"act": "lapse_notes"}, {"reason": "late"}, 'lapse_notes has no field "reason".'),
        ({"act": "payment"}, {}, "payment needs payer, payee, amount."),
        ({"act": "claim"}, {}, "claim needs payer, payee, amount."),
        ({"act": "dispute"}, {}, "dispute needs of, reason."),
        ({"act": "credit"}, {}, "credit needs player."),
        ({"act": "credit", "player": "Bo"}, {"hard": "yes"}, "hard: true or false belongs here."),
        (CORRECT, {"about": "last week"}, "about: 'last week' is no date as in 2026-11-20."),
        (BALANCES, {"standings": {}}, EACH_STANDING),
        (BALANCES, {"standings": ["Ann"]}, EACH_STANDING),
        (BALANCES, {"standings": [{"player": "Ann"}]}, EACH_STANDING),
        (BALANCES, {"standings": [{**EVEN[0], "mark": "BOA"}]}, EACH_STANDING),
        (BALANCES, {"standings": [{**EVEN[0], "player": 1}]}, f"standings: {NO_TEXT}"),
        (BALANCES, {"standings": [*EVEN, {"player": " ANN", "balance": "0"}]}, "standings: Ann is listed twice."),
        (MONTH, {"payments": 1}, EACH_PAYMENT),
        (
            MONTH,
            {"payments": [{**PLAN[0], "amount": "0"}]},
            'payments: "0" is not an amount: it has to be more than zero.',
        ),
        (MONTH, {"lower_bound": -1}, "lower_bound: a whole number from 0 on belongs here, without quotes."),
        (MONTH, {"lower_bound": "1"}, "lower_bound: a whole number from 0 on belongs here, without quotes."),
        (MONTH, {"until": "2026-10"}, "until: '2026-10' is no date as in 2026-11-20."),
    ],
)
def test_a_field_that_cannot_be_read(act, fields, sentence):
    with pytest.raises(Malformed) as refusal:
        read(act, **fields)

    assert str(refusal.value) == sentence


@pytest.mark.parametrize("balance", [5, None, "1e3", "+5", "5,00", "−5", "--5", "12345678901"])
def test_a_balance_that_is_none(balance):
    with pytest.raises(Malformed) as refusal:
        read(BALANCES, standings=[{"player": "Ann", "balance": balance}])

    assert str(refusal.value).startswith("standings: ")


def test_a_note_goes_by_its_name():
    assert read(ON_A_NOTE, note=" the blue slip ").fields["note"] == "the blue slip"


def test_a_payout_in_every_way():
    ways = [
        {"by": "own_note", "amount": "5", "note": "n1"},
        {"by": "own_note", "amount": "4"},
        {"by": "note", "amount": "3", "note": "n2"},
        {"by": "book", "amount": "2"},
        {"by": "transfer", "amount": "1"},
    ]

    assert read(CASH_OUT, payout=ways).fields["payout"] == [
        PayoutPart(PayoutMeans.OWN_NOTE, 500, "n1"),
        PayoutPart(PayoutMeans.OWN_NOTE, 400),
        PayoutPart(PayoutMeans.NOTE, 300, "n2"),
        PayoutPart(PayoutMeans.BOOK, 200),
        PayoutPart(PayoutMeans.TRANSFER, 100),
    ]


def test_an_old_book_by_name():
    line = read(BALANCES)

    assert line.fields == {"standings": [("Ann", 5), ("Bo", -5)], "reason": "the old book"}


def test_a_month_by_name():
    line = read(MONTH, hub="Cy", lower_bound=0)

    assert (line.kind, line.fields) == (
        Kind.CONSOLIDATE,
        {
            "until": date(2026, 10, 31),
            "hub": "Cy",
            "standings": [("Ann", 5), ("Bo", -5)],
            "payments": [("Bo", "Ann", 5)],
            "lower_bound": 0,
        },
    )


@pytest.mark.parametrize(
    ("kind", "content", "players"),
    [
        ("buy_in", {"player": 1, "amount": 5, "pay": "note", "note": "n1"}, {1}),
        ("commit_notes", {}, set()),
        ("correct", {"debtor": 1, "creditor": 2, "amount": 5, "reason": "a slip"}, {1, 2}),
        ("balances", {"standings": [{"player": 1, "balance": 5}, {"player": 2, "balance": -5}], "reason": "x"}, {1, 2}),
        ("consolidate", {"hub": 3, "standings": [], "payments": [{"payer": 4, "payee": 5, "amount": 1}]}, {3, 4, 5}),
    ],
)
def test_whom_an_act_names(kind, content, players):
    assert players_in(kind, content) == players


def test_what_a_debt_is_written_as():
    content = {"payer": 2, "payee": 1, "amount": 500, "claim": "line-0001"}

    assert write_fields("payment", content, NAMES) == {
        "payer": "Bo",
        "payee": "Ann",
        "amount": "5.00",
        "claim": "line-0001",
    }


def test_a_month_through_two_people_without_small_payments_is_written_as_it_is_read():
    wishes = {"hub": 1, "second_hub": 2, "no_payment_under": 500}
    content = {"until": "2026-10-31", **wishes, "standings": [], "payments": [], "lower_bound": 0}

    fields = write_fields("consolidate", content, NAMES)

    assert (fields["hub"], fields["second_hub"], fields["no_payment_under"]) == ("Ann", "Bo", "5.00")
    assert read({**stamped({"act": "consolidate"}), **fields}).fields["no_payment_under"] == 500
    assert players_in("consolidate", content) == {1, 2}


def test_a_month_is_written_as_it_is_read():
    lists = {
        "standings": [{"player": 1, "balance": 5}, {"player": 2, "balance": -5}],
        "payments": [{"payer": 2, "payee": 1, "amount": 5}],
    }
    fields = write_fields("consolidate", {"until": "2026-10-31", **lists, "lower_bound": 1}, NAMES)

    assert write_line({**stamped({"act": "consolidate"}), **fields}) == write_line(stamped(MONTH))


def test_means_are_means():
    assert read(ON_A_NOTE).fields["pay"] is Means.NOTE
