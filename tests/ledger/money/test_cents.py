"""Text becomes money and money becomes text."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money.cents import (
    BadAmount,
    field_cents,
    format_cents,
    parse_cents,
    parse_signed_cents,
    parse_typed_cents,
    show_cents,
    show_money,
    show_signed,
    swapped_digits,
    without_thousands,
)
from tests.written import written

DIGITS_ONLY = "only the digits 0 to 9 count, and one point before the cents"
NO_SIGN = "an amount carries no sign"
COMMA = "a comma can mean thousands or cents; write 1000.00 for a thousand and 1.00 for one"
QUOTES = 'write it as text in quotes, like "20.00"'


@pytest.mark.parametrize(
    ("text", "cents"),
    [("5", 500), ("5.00", 500), ("5.5", 550), ("0.05", 5), ("20", 2000), ("007", 700), ("1000000.00", 100_000_000)],
)
def test_an_amount_is_read(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-5", NO_SIGN),
        ("−5", NO_SIGN),
        ("+5", NO_SIGN),
        ("-0", NO_SIGN),
        ("0", "it has to be more than zero"),
        ("0.00", "it has to be more than zero"),
        ("0.005", "after the point there are one or two digits, the cents"),
        ("1.000", "after the point there are one or two digits, the cents"),
        ("1.000.000", "write the thousands without a point"),
        ("1e3", "write it out, without an exponent"),
        ("5_000", "write it without underscores"),
        (".5", "a digit is missing before the point"),
        ("5.", "a digit is missing after the point"),
        ("1,000", COMMA),
        ("5,50", COMMA),
        ("1,000.00", COMMA),
        ("٣", DIGITS_ONLY),
        ("１２", DIGITS_ONLY),
        ("NaN", DIGITS_ONLY),
        ("Infinity", DIGITS_ONLY),
        ("five", DIGITS_ONLY),
        ("$5", DIGITS_ONLY),
        ("1.2.3", DIGITS_ONLY),
        ("5\x00", DIGITS_ONLY),
        ("0x10", "only the digits 0 to 9 count"),
        ("", "it is empty"),
        (" ", "it is empty"),
        (" 5", "there is a space in it"),
        ("5\n", "there is a space in it"),
        ("1 000", "there is a space in it"),
        ("1000000.01", "it is more than 1000000.00"),
        ("99999999999999999", "it is more than 1000000.00"),
        ("9" * 30, "it is too long"),
        ("9" * 10_000_000, "it is too long"),
        (5, QUOTES),
        (5.0, QUOTES),
        (True, QUOTES),
        (None, QUOTES),
    ],
)
def test_what_is_no_amount_is_refused_with_the_reason(text, reason):
    with pytest.raises(BadAmount) as refusal:
        parse_cents(text)

    assert str(refusal.value).endswith(f" is not an amount: {reason}.")
    assert len(str(refusal.value)) < 150


def test_a_refusal_repeats_only_the_beginning_of_what_was_written():
    with pytest.raises(BadAmount) as refusal:
        parse_cents("9" * 10_000_000)

    assert str(refusal.value) == '"999999999999999999999999…" is not an amount: it is too long.'


def test_zero_is_an_amount_where_it_is_allowed():
    assert parse_cents("0", zero=True) == 0
    assert parse_typed_cents(" $0.00 ", zero=True) == 0
    with pytest.raises(BadAmount):
        parse_cents("-0", zero=True)


@pytest.mark.parametrize(
    ("text", "separator", "sign", "cents"),
    [
        (" 5 ", ".", "$", 500),
        ("$5", ".", "$", 500),
        ("$ 5.5", ".", "$", 550),
        ("€ 5,50", ",", "€", 550),
        ("5,50\u00a0€", ",", "€", 550),
        ("5", ",", "", 500),
    ],
)
def test_a_typed_amount_may_carry_space_the_sign_and_the_separator_of_the_house(text, separator, sign, cents):
    with written(separator=separator, sign=sign):
        assert parse_typed_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "separator", "sign", "reason"),
    [
        ("$-5", ".", "$", NO_SIGN),
        ("$$5", ".", "$", DIGITS_ONLY),
        ("$5$", ".", "$", DIGITS_ONLY),
        ("€5", ".", "$", DIGITS_ONLY),
        ("$", ".", "$", "it is empty"),
        ("5.50", ",", "€", "a point can mean thousands or cents; write 1000,00 for a thousand and 1,00 for one"),
        ("1,000", ",", "€", "after the comma there are one or two digits, the cents"),
        (",5", ",", "€", "a digit is missing before the comma"),
        ("1 000", ".", "", "there is a space in it"),
        ("٣", ".", "$", DIGITS_ONLY),
        (" " * 10_000_000, ".", "$", "it is too long"),
    ],
)
def test_a_typed_amount_is_refused_for_the_same_reasons(text, separator, sign, reason):
    with written(separator=separator, sign=sign), pytest.raises(BadAmount) as refusal:
        parse_typed_cents(text)

    assert str(refusal.value).endswith(f" is not an amount: {reason}.")


@pytest.mark.parametrize(
    ("cents", "text", "shown"),
    [
        (0, "0.00", "0.00"),
        (5, "0.05", "0.05"),
        (-5, "-0.05", "−0.05"),
        (2000, "20.00", "20.00"),
        (-123_456, "-1234.56", "−1234.56"),
        (100_000_000, "1000000.00", "1000000.00"),
    ],
)
def test_cents_are_written(cents, text, shown):
    assert format_cents(cents) == text
    assert show_cents(cents) == shown


@pytest.mark.parametrize("cents", [True, 5.0, "5", None])
def test_only_whole_cents_are_written(cents):
    with pytest.raises(TypeError):
        format_cents(cents)
    with pytest.raises(TypeError):
        show_cents(cents)


@given(st.integers(1, 10**8))
def test_what_is_written_is_read_back(cents):
    assert parse_cents(format_cents(cents)) == cents
    with written(separator=",", sign="€"):
        assert parse_typed_cents(f"€ {format_cents(cents)}".replace(".", ",")) == cents


@given(st.text(max_size=30) | st.text("0123456789.,-+eE_ $x", max_size=12))
def test_any_text_is_an_amount_or_refused(text):
    try:
        cents = parse_cents(text)
    except BadAmount as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017 - either outcome is fine, and both are checked
    else:
        assert 1 <= cents <= 10**8


def test_people_read_and_type_amounts_as_their_place_does():
    with written(separator=",", sign="€"):
        assert (show_cents(2050), show_cents(-5)) == ("20,50", "−0,05")
        assert [parse_typed_cents(text) for text in ("20,50", "€20,50", "20,50 €", "20")] == [2050, 2050, 2050, 2000]
        with pytest.raises(BadAmount, match="a point can mean thousands or cents"):
            parse_typed_cents("20.50")


SIGNS = [(".", ","), (".", "’"), (",", "."), (",", "\u00a0"), (",", "\u202f")]


@pytest.mark.parametrize(
    ("cents", "read"),
    [(99_999, "999.99"), (100_000, "1,000.00"), (-144_672, "−1,446.72"), (123_456_789, "1,234,567.89")],
)
def test_readers_see_a_sign_between_thousands(cents, read):
    with written(separator=".", sign="$", pattern="${}", thousands=","):
        assert show_cents(cents) == read
        assert show_money(cents) == (f"−${read[1:]}" if cents < 0 else f"${read}")
        assert show_signed(cents) == (read if cents < 0 else f"+{read}")


@given(st.integers(1, 10**8), st.sampled_from(SIGNS))
def test_a_field_holds_what_is_read_back(cents, signs):
    with written(separator=signs[0], sign="", thousands=signs[1]):
        assert parse_typed_cents(field_cents(cents)) == cents


@given(st.integers(-(10**12), 10**12), st.sampled_from(SIGNS))
def test_a_reader_s_amount_is_a_field_s_with_signs_between_groups_of_three(cents, signs):
    separator, thousands = signs

    with written(separator=separator, sign="", thousands=thousands):
        whole, rest = show_cents(cents).removeprefix("−").split(separator)
        plain = field_cents(abs(cents))

    first, *groups = whole.split(thousands)
    assert f"{first}{''.join(groups)}{separator}{rest}" == plain
    assert (1 <= len(first) <= 3, {len(group) for group in groups} <= {3}) == (True, True)


@given(st.integers(100_000, 10**8), st.sampled_from(SIGNS))
def test_a_reader_s_thousands_are_never_taken_for_another_amount(cents, signs):
    with written(separator=signs[0], sign="", thousands=signs[1]), pytest.raises(BadAmount):
        parse_typed_cents(show_cents(cents))


def test_no_sign_between_thousands_inside_the_block():
    with written(separator=",", sign="€", pattern="{} €", thousands="."):
        with without_thousands():
            inside = show_cents(144_672), show_money(-144_672)

        assert (inside, show_cents(144_672)) == (("1446,72", "−1446,72 €"), "1.446,72")


def test_files_never_follow_the_place():
    with written(separator=",", sign="€", thousands="."):
        assert (format_cents(2050), parse_cents("20.50")) == ("20.50", 2050)
        assert format_cents(144_672) == "1446.72"
        with pytest.raises(BadAmount):
            parse_cents("20,50")


def test_after_the_block_amounts_are_as_before():
    with written(separator=",", sign="€"), written(separator=".", sign="Fr."):
        pass

    assert (show_cents(2050), parse_typed_cents("$20.50")) == ("20.50", 2050)


def test_a_currency_without_a_sign_has_none():
    with written(separator=".", sign=""), pytest.raises(BadAmount):
        parse_typed_cents("$5")


def test_another_thread_is_in_no_other_place():
    seen = []

    with written(separator=",", sign="€"):
        thread = threading.Thread(target=lambda: seen.append(show_cents(2050)))
        thread.start()
        thread.join()

    assert seen == ["20.50"]


@pytest.mark.parametrize(
    ("text", "cents"),
    [("-5", -500), ("5.5", 550), ("0", 0), ("-0.00", 0), ("-9999999999.99", 1 - 10**12), ("9999999999.99", 10**12 - 1)],
)
def test_a_balance_is_read(text, cents):
    assert parse_signed_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (5, 'This is not an amount: write it as text in quotes, like "-20.00".'),
        ("", '"" is not an amount: it is empty.'),
        ("-", '"" is not an amount: it is empty.'),
        ("--5", f'"-5" is not an amount: {NO_SIGN}.'),
        ("+5", f'"+5" is not an amount: {NO_SIGN}.'),
        ("−5", f'"−5" is not an amount: {NO_SIGN}.'),
        ("- 5", '" 5" is not an amount: there is a space in it.'),
        ("-10000000000", '"10000000000" is not an amount: it is more than 9999999999.99.'),
    ],
)
def test_a_balance_that_is_none(text, sentence):
    with pytest.raises(BadAmount) as refusal:
        parse_signed_cents(text)

    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("cents", "amounts"), [(6300, [3600, 6030]), (1252, [2152, 1522, 1225]), (500, [50]), (1111, []), (0, [])]
)
def test_digits_the_wrong_way_round(cents, amounts):
    assert list(swapped_digits(cents)) == amounts
