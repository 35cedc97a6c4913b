"""Reading and writing the lines of a night log, without a database."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.imports.night_log.lines import FIELDS, read_line, write_fields, write_line
from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.words import Means
from reservations.acts.kinds import Kind
from reservations.acts.problems import Malformed
from tests.hostdesk.logs import ANN, BUY_IN, CLOSE, GIL, OPEN, stamped

CASH_OUT = {"act": "cash_out", "player": "Ann", "player_count": "20", "banker_count": "20"}
SALE = {"act": "chip_sale", "seller": "Ann", "buyer": "Bo", "amount": "5", "pay": "cash"}
ODD_ID = "An act's id is 8 to 64 of the characters A-Z a-z 0-9 . _ - and nothing else."
COMMA = "a comma can mean thousands or cents; write 1000.00 for a thousand and 1.00 for one."
BY_AND_AMOUNT = "payout: each payment has by and amount, and one by note its note."
NAMES_A_NOTE = "payout: only a payment by note or own_note names a note."
NO_TIME = "is no time with an offset, as in 2026-11-20T21:04:00-05:00."


def read(act, **fields):
    return read_line(json.dumps({**stamped(act), **fields}))


def refusal_of(text):
    with pytest.raises(Malformed) as refusal:
        read_line(text)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"id": "abc', "this is not one JSON object (Unterminated string starting at, column 8)."),
        ('{"id": "abc"', "this is not one JSON object (Expecting ',' delimiter, column 13)."),
        ("{} {}", "this is not one JSON object (Extra data, column 4)."),
        ("nothing", "this is not one JSON object (Expecting value, column 1)."),
        ("\x00", "this is not one JSON object (Expecting value, column 1)."),
        ('{"id": "a\x00b"}', "this is not one JSON object (Invalid control character at, column 10)."),
        ('{"amount": NaN}', "this is not one JSON object (NaN is no JSON)."),
        ('{"amount": -Infinity}', "this is not one JSON object (-Infinity is no JSON)."),
        ('{"level": ' + "9" * 5000 + "}", "this is not one JSON object (a number of 5000 digits)."),
        ('{"id": "abc", "id": "abc"}', "this is not one JSON object (a field is there twice)."),
        ('{"payout": {"by": 1, "by": 1}}', "this is not one JSON object (a field is there twice)."),
        ("[" * 100_000, "this is not one JSON object (too many brackets inside each other)."),
        ("[]", "this is not a JSON object in braces."),
        ('"buy_in"', "this is not a JSON object in braces."),
        ("{}", "every act needs act."),
        ('{"act": 7}', "act: a text in quotes belongs here."),
        ('{"act": "raise"}', "'raise' is not an act of the night log."),
        ('{"act": "close"}', "every act needs id."),
        ('{"act": "close", "id": "line-0001"}', "every act needs at."),
    ],
)
def test_a_line_that_is_no_act(text, sentence):
    assert refusal_of(text) == sentence


@pytest.mark.sweep
@pytest.mark.parametrize("depth", [10, 100, *range(600, 1000, 3)])
def test_a_list_is_no_note_however_deep(depth):
    line = write_line(stamped({**BUY_IN, "pay": "note"})).replace('"pay"', f'"note": {"[" * depth}{"]" * depth}, "pay"')

    assert refusal_of(line) in (
        "note: a text in quotes belongs here.",
        "this is not one JSON object (too many brackets inside each other).",
    )


@pytest.mark.parametrize(
    ("act", "fields", "sentence"),
    [
        (BUY_IN, {"tip": "1.00"}, 'buy_in has no field "tip".'),
        (BUY_IN, {"count_ruling": "why"}, 'buy_in has no field "count_ruling".'),
        (BUY_IN, {"b\n\x1b[31m": 1, "a" * 30: 1}, 'buy_in has no field "aaaaaaaaaaaaaaaaaaaaaaaa…", "b��[31m".'),
        ({"act": "buy_in"}, {}, "buy_in needs player, amount, pay."),
        (CLOSE, {"id": "seven-7"}, ODD_ID),
        (CLOSE, {"id": "x" * 65}, ODD_ID),
        (CLOSE, {"id": "line 0001"}, ODD_ID),
        (CLOSE, {"id": "línea-0001"}, ODD_ID),
        (CLOSE, {"id": "line-0001\n"}, ODD_ID),
        (CLOSE, {"id": 12345678}, "id: a text in quotes belongs here."),
        (CLOSE, {"night": "seven-7"}, f"night: {ODD_ID}"),
        ({"act": "reverse", "of": "?", "reason": "x"}, {}, f"of: {ODD_ID}"),
        (CLOSE, {"at": "2026-11-20T21:04:00"}, f"at: '2026-11-20T21:04:00' {NO_TIME}"),
        (CLOSE, {"at": "2026-11-20 21:04:00Z"}, f"at: '2026-11-20 21:04:00Z' {NO_TIME}"),
        (CLOSE, {"at": "1899-12-31T21:04:00Z"}, "at: '1899-12-31T21:04:00Z' is out of reach: from 1900 to 2199."),
        (CLOSE, {"at": "2200-01-01T00:00:00Z"}, "at: '2200-01-01T00:00:00Z' is out of reach: from 1900 to 2199."),
        (CLOSE, {"at": "2026-02-29T21:04:00Z"}, "at: '2026-02-29T21:04:00Z' is not in the calendar."),
        (CLOSE, {"at": "2026-11-20T24:01:00Z"}, "at: '2026-11-20T24:01:00Z' is not in the calendar."),
        (CLOSE, {"at": "2026-11-20T21:04:00+25:00"}, "at: '2026-11-20T21:04:00+25:00' is not in the calendar."),
        (CLOSE, {"at": 1795212240}, "at: a text in quotes belongs here."),
        (OPEN, {"date": "2026-02-29"}, "date: '2026-02-29' is no date as in 2026-11-20."),
        (OPEN, {"date": "20261120"}, "date: '20261120' is no date as in 2026-11-20."),
        (OPEN, {"date": "1899-12-31"}, "date: 1899-12-31 is out of reach: from 1900 to 2199."),
        (OPEN, {"version": "1"}, "version: a whole number from 1 on belongs here, without quotes."),
        (OPEN, {"version": True}, "version: a whole number from 1 on belongs here, without quotes."),
        (OPEN, {"version": 1.0}, "version: a whole number from 1 on belongs here, without quotes."),
        (OPEN, {"version": 0}, "version: a whole number from 1 on belongs here, without quotes."),
        (ANN, {"regular": "true"}, "regular: true or false belongs here."),
        (ANN, {"regular": 1}, "regular: true or false belongs here."),
        (ANN, {"name": None}, "name: a text in quotes belongs here."),
        (BUY_IN, {"pay": "gold"}, "pay: 'gold' is no way to pay: cash, note, book, transfer."),
        (BUY_IN, {"pay": ["cash"]}, "pay: a text in quotes belongs here."),
        (
            SALE,
            {"pay": "transfer"},
            "pay: a transfer goes to the banker's account: players pay each other by cash, note or book.",
        ),
        *(
            ({"act": "gave_others", "of": "act-0001", "chips": chips}, {}, f"chips: {why}")
            for chips, why in (
                ([], "an object belongs here, with a number for each colour."),
                ({}, "an object belongs here, with a number for each colour."),
                ({"white": "4"}, "a whole number from 1 on belongs here, without quotes."),
            )
        ),
        (CASH_OUT, {"payout": {}}, "payout: a list of payments belongs here."),
        (CASH_OUT, {"payout": ["cash"]}, BY_AND_AMOUNT),
        (CASH_OUT, {"payout": [{"by": "cash"}]}, BY_AND_AMOUNT),
        (CASH_OUT, {"payout": [{"by": "cash", "amount": "1", "to": "Bo"}]}, BY_AND_AMOUNT),
        (CASH_OUT, {"payout": [{"by": "cash", "amount": "1", "note": "n1"}]}, NAMES_A_NOTE),
        (CASH_OUT, {"payout": [{"by": "book", "amount": "1", "note": "n1"}]}, NAMES_A_NOTE),
        (CASH_OUT, {"payout": [{"by": "note", "amount": "1"}]}, "payout: a payment by note names the note."),
        (
            CASH_OUT,
            {"payout": [{"by": "gold", "amount": "1"}]},
            "payout: 'gold' is no way to pay: cash, transfer, book, own_note, note.",
        ),
        (
            CASH_OUT,
            {"payout": [{"by": "cash", "amount": "0"}]},
            'payout: "0" is not an amount: it has to be more than zero.',
        ),
    ],
)
def test_a_field_that_cannot_be_read(act, fields, sentence):
    with pytest.raises(Malformed) as refusal:
        read(act, **fields)

    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (20, 'This is not an amount: write it as text in quotes, like "20.00".'),
        (0.1, 'This is not an amount: write it as text in quotes, like "20.00".'),
        (True, 'This is not an amount: write it as text in quotes, like "20.00".'),
        (None, 'This is not an amount: write it as text in quotes, like "20.00".'),
        (["20"], 'This is not an amount: write it as text in quotes, like "20.00".'),
        ("", '"" is not an amount: it is empty.'),
        ("0", '"0" is not an amount: it has to be more than zero.'),
        ("0.00", '"0.00" is not an amount: it has to be more than zero.'),
        ("1e3", '"1e3" is not an amount: write it out, without an exponent.'),
        ("-5", '"-5" is not an amount: an amount carries no sign.'),
        ("+5", '"+5" is not an amount: an amount carries no sign.'),
        ("1,000", f'"1,000" is not an amount: {COMMA}'),
        ("5_000", '"5_000" is not an amount: write it without underscores.'),
        (".5", '".5" is not an amount: a digit is missing before the point.'),
        ("5.", '"5." is not an amount: a digit is missing after the point.'),
        ("0.005", '"0.005" is not an amount: after the point there are one or two digits, the cents.'),
        (" 5", '" 5" is not an amount: there is a space in it.'),
        ("٣", '"٣" is not an amount: only the digits 0 to 9 count, and one point before the cents.'),
        ("１２", '"１２" is not an amount: only the digits 0 to 9 count, and one point before the cents.'),
        ("0x10", '"0x10" is not an amount: only the digits 0 to 9 count.'),
        ("NaN", '"NaN" is not an amount: only the digits 0 to 9 count, and one point before the cents.'),
        ("5\x00", '"5�" is not an amount: only the digits 0 to 9 count, and one point before the cents.'),
        ("9" * 30, '"999999999999999999999999…" is not an amount: it is too long.'),
        ("1000000.01", '"1000000.01" is not an amount: it is more than 1000000.00.'),
    ],
)
def test_an_amount_that_is_none(amount, reason):
    with pytest.raises(Malformed) as refusal:
        read(BUY_IN, amount=amount)

    assert str(refusal.value) == f"amount: {reason}"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", '"" is not a name: there is nothing to read in it.'),
        ("A\x00nn", '"A�nn" is not a name: it holds a control character, U+0000.'),
        ("\ud800", '"�" is not a name: it holds half of a character, U+D800.'),
        ("A\u202enn", '"A�nn" is not a name: it holds an invisible formatting character, U+202E.'),
        ("x" * 41, '"xxxxxxxxxxxxxxxxxxxxxxxx…" is not a name: it is longer than 40 characters.'),
    ],
)
@pytest.mark.parametrize(("act", "field"), [(ANN, "name"), (BUY_IN, "player"), (CLOSE, "by"), (GIL, "invited_by")])
def test_a_name_that_is_none(act, field, name, reason):
    with pytest.raises(Malformed) as refusal:
        read(act, **{field: name})

    assert str(refusal.value) == f"{field}: {reason}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" ", '" " cannot be kept: something has to be written here.'),
        ("a\nb", '"a�b" cannot be kept: it holds a character that has no place in a line of text, U+000A.'),
        ("\udfff", '"�" cannot be kept: it holds a character that has no place in a line of text, U+DFFF.'),
        ("\x00", '"�" cannot be kept: it holds a character that has no place in a line of text, U+0000.'),
        ("x" * 301, '"xxxxxxxxxxxxxxxxxxxxxxxx…" cannot be kept: it is longer than 300 characters.'),
    ],
)
@pytest.mark.parametrize(("act", "field"), [(CLOSE, "ruling"), (CASH_OUT, "count_ruling"), (OPEN, "house")])
def test_a_line_of_text_that_is_none(act, field, text, reason):
    with pytest.raises(Malformed) as refusal:
        read(act, **{field: text})

    assert str(refusal.value) == f"{field}: {reason}"


@pytest.mark.parametrize("at", ["2026-11-20T21:04Z", "2026-11-20T21:04:00.000Z", "2026-11-20T16:04:00-05:00"])
def test_times_are_instants(at):
    assert read(CLOSE, at=at).stamp.at == datetime(2026, 11, 20, 21, 4, tzinfo=UTC)


def test_what_every_act_may_say():
    line = read(CASH_OUT, id="x" * 64, by=" ann ", night="line-0007", ruling="fair", count_ruling="again")

    assert (line.stamp.key, line.stamp.by, line.night) == ("x" * 64, "ann", "line-0007")
    assert (line.stamp.ruling, line.stamp.count_ruling) == ("fair", "again")
    assert line.stamp.at.utcoffset() == timedelta(0)


def test_amounts_are_cents_players_names_and_payments_parts():
    line = read(CASH_OUT, player="Ann  X", banker_count="0", payout=[{"by": "cash", "amount": "1.5"}])

    assert line.kind is Kind.CASH_OUT
    assert line.fields == {
        "player": "Ann X",
        "player_count": 2000,
        "banker_count": 0,
        "payout": [PayoutPart(PayoutMeans.CASH, 150)],
    }


@pytest.mark.parametrize(("pay", "named"), [(Means.CASH, {}), (Means.NOTE, {"note": "n1"}), (Means.BOOK, {})])
def test_players_pay_each_other(pay, named):
    assert read(SALE, pay=pay.value, **named).fields["pay"] is pay


def test_only_a_few_amounts_may_be_nothing():
    may = {field for types in FIELDS.values() for field, how in types.items() if _takes_zero(how)}

    assert may == {"buy_in_min", "float", "stack", "player_count", "banker_count", "counted", "limit"}


def _takes_zero(how):
    try:
        return how.read("0") == 0
    except Malformed:
        return False


def test_what_is_written_reads_back():
    content = {
        "player": 7,
        "player_count": 2000,
        "banker_count": 1995,
        "round_played": True,
        "dealt": 6,
        "plays_on": True,
    }
    fields = write_fields("cash_out", {**content, "payout": [{"by": "cash", "amount": 1995}]}, {7: "Łukasz ♠"})

    written = write_line({**stamped({"act": "cash_out"}), **fields})

    assert read_line(written).fields == {
        "player": "Łukasz ♠",
        "player_count": 2000,
        "banker_count": 1995,
        "round_played": True,
        "dealt": 6,
        "plays_on": True,
        "payout": [PayoutPart(PayoutMeans.CASH, 1995)],
    }
