"""The input for every kind of payment details, and the details kept of it."""

from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.standings.paying.kinds import KINDS, Way, is_iban, needs_no_bic, parse_details
from reservations.acts.problems import Malformed

TYPED = [
    ("iban", {"iban": "de89 3704 0044 0532 0130 00", "name": "Ann Lee"}, "DE89370400440532013000"),
    ("paypal", {"name": "https://www.paypal.me/AnnLee"}, "AnnLee"),
    ("paypal", {"name": "paypal.com/paypalme/AnnLee"}, "AnnLee"),
    ("paypal", {"name": "@AnnLee"}, "AnnLee"),
    ("venmo", {"name": "venmo.com/u/Ann-Lee"}, "Ann-Lee"),
    ("cash_app", {"name": "$AnnLee"}, "AnnLee"),
    ("cash_app", {"name": "https://cash.app/$AnnLee"}, "AnnLee"),
    ("revolut", {"name": "revolut.me/annlee"}, "annlee"),
    ("zelle", {"account": "(212) 555-0123"}, "+12125550123"),
    ("zelle", {"account": "ann@bank.example"}, "ann@bank.example"),
    ("interac", {"account": "416 555 0123"}, "+14165550123"),
    ("swish", {"number": "070-123 45 67"}, "+46701234567"),
    ("swish", {"number": "123 123 45 67"}, "1231234567"),
    ("swish", {"number": "46701234567"}, "+46701234567"),
    ("swish", {"number": "+46 (0)70 123 45 67"}, "+46701234567"),
    ("swish", {"number": "0046 70 123 45 67"}, "+46701234567"),
    ("mobilepay", {"number": "+45 20 12 34 56"}, "+4520123456"),
    ("vipps", {"number": "912 34 567"}, "+4791234567"),
    ("twint", {"number": "079 123 45 67"}, "+41791234567"),
    ("bizum", {"number": "612 345 678"}, "+34612345678"),
    ("pix", {"key": "123.456.789-09", "name": "Ann", "town": "Recife"}, "12345678909"),
    ("pix", {"key": "11.222.333/0001-81", "name": "Ann", "town": "Recife"}, "11222333000181"),
    ("pix", {"key": "Ann@Bank.example", "name": "Ann", "town": "Recife"}, "ann@bank.example"),
    ("pix", {"key": "+55 11 91234-5678", "name": "Ann", "town": "Recife"}, "+5511912345678"),
    ("upi", {"account": "ann@bank", "name": "Ann"}, "ann@bank"),
    ("payid", {"account": "0412 345 678"}, "+61412345678"),
    ("payid", {"account": "+61 412 345 678"}, "+61412345678"),
    ("payid", {"account": "61 412 345 678"}, "+61412345678"),  # not an ABN: its check digits do not fit
    ("payid", {"account": "51 824 753 556"}, "51824753556"),  # the example of the Australian Business Register
    ("mb_way", {"number": "912 345 678"}, "+351912345678"),
    ("wero", {"account": "+49 151 23456789"}, "+4915123456789"),
    ("crypto", {"address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "coin": "Bitcoin"}, None),
    ("page", {"page": "https://pay.example/ann?a=1"}, "https://pay.example/ann?a=1"),
    ("text", {"text": " cash only "}, "cash only"),
]


@pytest.mark.parametrize(("key", "typed", "kept"), TYPED)
def test_what_is_typed_is_kept_in_one_form(key, typed, kept):
    first = next(iter(typed))

    assert parse_details(KINDS[key], typed)[first] == (kept or typed[first])


def test_every_kind_is_typed_above_and_names_the_source_of_its_format():
    assert {key for key, *_ in TYPED} == set(KINDS)
    assert [key for key, kind in KINDS.items() if not (kind.name and kind.source and kind.asks)] == []


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("iban", {"iban": "DE89 3704 0044 0532 0130 01", "name": "Ann"}),
        ("iban", {"iban": "DE89 3704 0044 0532 0130 00"}),  # no name
        ("iban", {"iban": "DE89370400440532013000", "name": "Ann", "country": "Switzerland"}),
        ("iban", {"iban": "CH65ABCDE000000000001", "name": "Ann"}),  # its check digits fit
        *(("iban", {"iban": iban, "name": "Ann"}) for iban in ("", "DE89-3704-0044", "DE89.3704", "²", "D")),
        ("iban", {"iban": "CH5800791123000889012", "name": "Ann", "postcode": "CH-2501"}),
        ("iban", {"iban": "DE89370400440532013000", "name": "Ann", "postcode": "80331", "country": "LI"}),
        ("pix", {"key": "²", "name": "Ann", "town": "Recife"}),
        ("pix", {"key": "12345678909", "name": "\u0301", "town": "Recife"}),  # without its accent it is empty
        ("pix", {"key": "12345678909", "name": "Ann", "town": "\u0301"}),
        ("payid", {"account": "51 824 753 557"}),
        ("pix", {"key": "(11) 91234-5678", "name": "Ann", "town": "Recife"}),  # a phone number, not a CPF
        ("pix", {"key": "11.222.333/0001-82", "name": "Ann", "town": "Recife"}),
        ("paypal", {"name": "Ann Lee"}),
        ("paypal", {"name": "a" * 21}),
        ("paypal", {"name": "Ann/../Bo"}),
        ("venmo", {"name": "Ann&amount=1"}),
        ("cash_app", {"name": "$123"}),
        ("zelle", {"account": "0123"}),
        ("mobilepay", {"number": "040 123 4567"}),  # Danish or Finnish?
        ("upi", {"account": "ann", "name": "Ann"}),
        ("page", {"page": "http://pay.example/ann"}),
        ("page", {"page": "https://paypal.com@pay.example/ann"}),
        ("page", {"page": 'https://pay.example/"><script>'}),
        ("page", {"page": "javascript:alert(1)"}),
        ("text", {"text": ""}),
        ("text", {"text": "a\nb"}),
    ],
)
def test_anything_else_is_refused(key, typed):
    with pytest.raises(Malformed):
        parse_details(KINDS[key], typed)


def test_a_refusal_tells_the_rule():
    with pytest.raises(Malformed, match="it takes up to 20 letters and digits, as in AnnLee"):
        parse_details(KINDS["paypal"], {"name": "Ann Lee"})


def test_what_may_be_blank_is_left_out():
    typed = {"iban": "CH5800791123000889012", "name": "Ann", "street": "", "town": "Biel"}

    assert parse_details(KINDS["iban"], typed) == {"iban": "CH5800791123000889012", "name": "Ann", "town": "Biel"}


@pytest.mark.parametrize("country", ["DE", "AT"])
def test_who_lives_abroad_has_the_postcode_of_their_country(country):
    typed = {"iban": "CH5800791123000889012", "name": "Ann", "postcode": "80331", "country": country}

    assert parse_details(KINDS["iban"], typed)["postcode"] == "80331"


# The examples of about every third country in SWIFT's IBAN registry.
IBANS = [
    *("AD1200012030200359100100", "AT611904300234573201", "BE68539007547034", "BR1800360305000010009795493C1"),
    *("CH9300762011623852957", "CZ6508000000192000145399", "DE89370400440532013000", "DK5000400440116243"),
    *("ES9121000418450200051332", "FI2112345600000785", "FR1420041010050500013M02606", "GB29NWBK60161331926819"),
    *("HU42117730161111101800000000", "IE29AIBK93115212345678", "IT60X0542811101000000123456"),
    *("LI21088100002324013AA", "LU280019400644750000", "MT84MALT011000012345MTLCAST001S", "NL91ABNA0417164300"),
    *("NO9386011117947", "PL61109010140000071219812874", "PT50000201231234567890154", "SE4550000000058398257466"),
]


@pytest.mark.parametrize("iban", IBANS)
def test_an_iban_of_the_registry_is_one_and_no_longer_with_another_digit_or_one_less(iban):
    other = f"{iban[:-1]}{(int(iban[-1], 36) + 1) % 10}"

    assert (is_iban(iban), is_iban(other), is_iban(iban[:-1])) == (True, False, False)


def test_the_economic_area_needs_no_bic():
    assert [needs_no_bic(iban) for iban in ("DE89370400440532013000", "NO9386011117947", "CH93", "GB29")] == [
        *(True, True),
        *(False, False),
    ]


def test_a_way_is_listed_by_its_first_detail():
    ways = [
        Way(KINDS[key], {first: text})
        for key, first, text in (("iban", "iban", "DE89370400440532013000"), ("paypal", "name", "AnnLee"))
    ]

    assert [way.shown for way in ways] == ["DE89 3704 0044 0532 0130 00", "AnnLee"]


def test_a_way_is_new_until_it_was_paid_by():
    came = datetime(2026, 10, 31, 12, 0, tzinfo=UTC)
    way, old = Way(KINDS["iban"], {"iban": IBANS[0]}, 1, came), Way(KINDS["iban"], {"iban": IBANS[0]})

    assert [way.is_newer_than(paid) for paid in (None, came - timedelta(1), came, came + timedelta(1))] == [
        *(True, True),
        *(False, False),
    ]
    assert old.is_newer_than(None) is False


def test_a_button_says_how_one_pays():
    ways = [Way(KINDS["paypal"], {"name": "Ann"}), Way(KINDS["iban"], {"iban": IBANS[0]})]
    ways.append(Way(KINDS["page"], {"page": "https://pay.example:8443/ann?a=1"}))

    assert [way.pays for way in ways] == ["with PayPal", "by bank transfer", "at pay.example:8443"]


def test_a_danish_number_takes_kroner_and_a_finnish_one_euros():
    danish, finnish = (Way(KINDS["mobilepay"], {"number": number}) for number in ("+4520123456", "+358401234567"))

    carried = [way.carries(currency) for way in (danish, finnish) for currency in ("DKK", "EUR", "USD")]
    assert carried == [True, False, False, False, True, False]


def test_a_way_is_listed_by_what_its_kind_asks_first_however_the_database_orders_it():
    way = Way(KINDS["crypto"], {"coin": "Bitcoin", "address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"})

    assert way.shown == "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
