"""Payments with the amount filled in: links in their public form, and no input that breaks out of one."""

from urllib.parse import parse_qsl, urlsplit

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from hostdesk.standings.paying.filled import USUAL_TEXT, filled_in
from hostdesk.standings.paying.kinds import KINDS, Way, parse_details
from reservations.acts.problems import Malformed

DETAILS = {
    "iban": {"iban": "DE89370400440532013000", "name": "Ann Lee"},
    "paypal": {"name": "AnnLee"},
    "venmo": {"name": "Ann-Lee"},
    "cash_app": {"name": "AnnLee"},
    "revolut": {"name": "annlee"},
    "zelle": {"account": "+12125550123", "name": "Ann Lee"},
    "interac": {"account": "ann@bank.example"},
    "swish": {"number": "+46701234567"},
    "mobilepay": {"number": "+4520123456"},
    "vipps": {"number": "+4791234567"},
    "twint": {"number": "+41791234567"},
    "bizum": {"number": "+34612345678"},
    "pix": {"key": "ann@bank.example", "name": "Ann Lee", "town": "Recife"},
    "upi": {"account": "nadeem@npci", "name": "nadeem chinna"},
    "payid": {"account": "+61412345678"},
    "mb_way": {"number": "+351912345678"},
    "wero": {"account": "ann@bank.example"},
    "crypto": {"address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "coin": "Bitcoin"},
    "page": {"page": "https://pay.example/ann?a=1&b=2"},
    "text": {"text": "javascript:alert(1)"},
}
CURRENCIES = {"venmo": "USD", "cash_app": "USD", "zelle": "USD", "interac": "CAD", "swish": "SEK", "mobilepay": "DKK"}
CURRENCIES |= {"vipps": "NOK", "twint": "CHF", "pix": "BRL", "upi": "INR", "payid": "AUD"}


def way(key):
    return Way(KINDS[key], DETAILS[key])


def draws_code_of(made, text):
    return made.code == segno.make(text, error="m", micro=False)


def filled(key, cents=1200, text="dinner", currency=""):
    return filled_in(way(key), cents, currency or CURRENCIES.get(key, "EUR"), "Ann", text)


@pytest.mark.parametrize(
    ("key", "cents", "text", "link"),
    [
        ("paypal", 2500, "dinner", "https://paypal.me/AnnLee/25EUR"),
        ("paypal", 1250, "dinner", "https://paypal.me/AnnLee/12.50EUR"),
        (
            *("venmo", 1200, "fish & chips"),
            "https://venmo.com/?txn=pay&audience=private&recipients=Ann-Lee&amount=12&note=fish%20%26%20chips",
        ),
        ("cash_app", 1250, "dinner", "https://cash.app/$AnnLee/12.50"),
        ("revolut", 1200, "dinner", "https://revolut.me/annlee"),
        (
            *("swish", 14567, "middag"),
            "https://app.swish.nu/1/p/sw/?sw=46701234567&amt=145.67&cur=SEK&msg=middag&src=qr",
        ),
        # As in the samples of the UPI Linking Specifications, without a merchant's fields.
        ("upi", 1000, "Pay to me", "upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&am=10&cu=INR&tn=Pay%20to%20me"),
        ("page", 1200, "dinner", "https://pay.example/ann?a=1&b=2"),
    ],
)
def test_a_link_has_the_public_form_and_the_code_holds_it(key, cents, text, link):
    made = filled(key, cents, text)

    assert (made.link, draws_code_of(made, link)) == (link, True)


def test_where_there_is_no_public_form_name_number_and_amount_are_there_to_copy():
    made = filled("zelle")

    assert (made.link, made.code) == ("", None)
    assert made.copies == (
        *(("E-mail or mobile number", "+12125550123"), ("Name at the bank", "Ann Lee")),
        ("Amount", "12.00"),
    )
    assert made.notes == ("Zelle has no public link for a payment: copy these.",)


@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if not kind.link and key not in ("text", "crypto")])
def test_what_a_payer_types_by_hand_has_a_name_a_number_and_an_amount(key):
    copied = {text for _, text in filled(key).copies}
    given = DETAILS[key]

    assert {given.get("name", "Ann"), "12.00"} < copied
    assert {text for name, text in given.items() if name not in ("iban", "town")} <= copied


@pytest.mark.parametrize(
    ("cents", "link"), [(125000, "https://paypal.me/AnnLee/1250HUF"), (125050, "")], ids=["whole", "with decimals"]
)
def test_a_currency_without_decimals_has_a_link_for_whole_amounts_alone(cents, link):
    made = filled("paypal", cents, currency="HUF")

    says = ["PayPal takes whole HUF alone: agree on a round amount, and type it there."]
    assert (made.link, made.draws is None, [*made.notes]) == (link, not link, [] if link else says)
    assert ("Amount in HUF", f"{cents / 100:.2f}") in made.copies


def test_every_kind_but_own_words_has_a_link_a_code_or_a_sentence_that_there_is_none():
    bare = [key for key in KINDS if not (filled(key).link or filled(key).code or filled(key).notes)]

    assert (set(DETAILS), bare) == (set(KINDS), ["text"])


def test_a_page_without_an_amount_in_its_link_says_so():
    assert filled("revolut").notes == ("Revolut has no public link with an amount: type it there.",)


@pytest.mark.parametrize(("key", "currency"), [("paypal", "RSD"), ("swish", "EUR"), ("pix", "USD")])
def test_a_way_that_cannot_carry_the_currency_says_so_and_fills_in_nothing(key, currency):
    made = filled(key, currency=currency)

    assert (made.link, made.code, [label for label, _ in made.copies if "Amount" in label]) == ("", None, [])
    assert (made.title, made.words.startswith(f"{made.title}, ")) == (f"{KINDS[key].name}: not in {currency}", True)
    assert made.notes == (f"{KINDS[key].name} does not carry {currency}. Agree on an amount first.",)


def test_an_address_of_a_coin_is_shown_and_the_amount_is_agreed_on():
    made = filled("crypto")

    assert (draws_code_of(made, DETAILS["crypto"]["address"]), made.has_amount) == (True, False)
    assert [len(made.copies), *made.notes] == [2, "Crypto does not carry EUR. Agree on an amount first."]


def test_free_text_is_neither_a_link_nor_a_code_which_a_camera_would_open():
    made = filled("text")

    assert (made.link, made.copies[0], made.code) == ("", ("Details", "javascript:alert(1)"), None)


def test_an_amount_names_its_currency_where_the_kind_takes_several():
    labels = [[label for label, _ in filled(key).copies if "Amount" in label] for key in ("mobilepay", "iban", "swish")]

    assert labels == [["Amount in DKK"], ["Amount in EUR"], ["Amount"]]


def test_only_some_codes_carry_the_amount():
    with_amount = [key for key in KINDS if filled(key).has_amount]

    assert with_amount == ["iban", "paypal", "venmo", "cash_app", "swish", "pix", "upi"]


def test_a_page_opens_beside_the_desk_and_an_app_does_not():
    assert [filled(key).opens_tab for key in ("paypal", "upi", "iban")] == [True, False, False]


def test_paper_names_the_kind_and_short_details():
    pix, iban, text = (filled(key).words for key in ("pix", "iban", "text"))

    assert (pix.split(": ")[0], "000201264800" in pix) == ("Pix", False)
    assert (iban, text) == (
        "Bank transfer: DE89 3704 0044 0532 0130 00, Ann Lee, 12.00, dinner",
        "javascript:alert(1), 12.00",
    )


def test_a_bank_transfer_is_copied_and_scanned():
    made = filled("iban")

    assert made.copies == (
        *(("IBAN", "DE89 3704 0044 0532 0130 00"), ("Name on the account", "Ann Lee")),
        *(("Amount in EUR", "12.00"), ("Text", "dinner")),
    )
    assert (made.code is not None, made.notes, made.is_swiss) == (True, (), False)


def test_a_bank_transfer_in_another_currency_is_copied():
    made = filled("iban", currency="USD")

    assert (made.code, made.svg(), made.notes) == (
        *(None, b""),
        ("There is no QR code for this account and currency: copy these.",),
    )


def test_a_swiss_bill_has_its_cross_and_keeps_the_address_to_itself():
    details = {"iban": "CH5800791123000889012", "name": "Ann Lee", "postcode": "2501", "town": "Biel"}

    made = filled_in(Way(KINDS["iban"], details), 1200, "CHF", "Ann", "dinner")

    assert ([label for label, _ in made.copies], made.is_swiss) == (
        ["IBAN", "Name on the account", "Amount in CHF", "Text"],
        True,
    )
    assert (made.svg().count(b"<svg"), made.svg().count(b"</svg>"), b"M.5.5h6v6h-6z" in made.svg()) == (1, 1, True)
    assert b"M.5.5h6v6h-6z" not in filled("iban").svg()


def test_a_pix_is_scanned_or_pasted():
    made = filled("pix")

    payload = dict(made.copies)["Pix code, to copy and paste"]
    assert (payload[:12], draws_code_of(made, payload)) == ("000201264800", True)


@pytest.mark.parametrize("text", ["", " \n "])
def test_a_payment_without_a_text_has_the_usual_one_which_names_no_game(text):
    assert dict(filled("iban", text=text).copies)["Text"] == USUAL_TEXT


def test_a_text_is_one_line_and_cut_to_what_the_way_carries():
    assert dict(filled("swish", text="a\nb " + "c" * 100).copies)["Text"] == f"a b {'c' * 46}"


@pytest.mark.sweep
@given(text=st.text(max_size=200), cents=st.integers(1, 100_000_000))
@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if kind.link])
def test_no_text_breaks_out_of_a_link(key, text, cents):
    usual, made = urlsplit(filled(key).link), urlsplit(filled(key, cents, text).link)

    said = [name for name, _ in parse_qsl(made.query, keep_blank_values=True)]
    assert (made.scheme, made.netloc, made.fragment) == (usual.scheme, usual.netloc, "")
    assert said == [name for name, _ in parse_qsl(usual.query)]
    assert filled(key, cents, text).link.isascii()
    assert not set(filled(key, cents, text).link) & set("\"'<>\\ \n`{}")


@pytest.mark.sweep
@given(
    typed=st.text(max_size=60) | st.text("aB17@$:/?&=#%.-_+'\"<> {}\\", max_size=40).map("https://pay.example/".__add__)
)
@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if kind.link])
def test_no_detail_that_is_kept_breaks_out_of_a_link(key, typed):
    usual = urlsplit(filled(key).link)
    try:
        details = parse_details(KINDS[key], dict.fromkeys(KINDS[key].asks, typed))
    except Malformed:
        return

    link = filled_in(Way(KINDS[key], details), 1200, CURRENCIES.get(key, "EUR"), "Ann", "dinner").link

    made = urlsplit(link)
    assert (made.scheme, key == "page" or made.netloc == usual.netloc) == (usual.scheme, True)
    assert (made.username, made.fragment, link.isascii(), set(link) & set('"<>\\ \n`{}')) == (None, "", True, set())


@given(name=st.text(min_size=1, max_size=70), text=st.text(max_size=140))
def test_no_name_or_text_adds_a_line_to_a_bank_code(name, text):
    try:
        details = parse_details(KINDS["iban"], {"iban": "DE89370400440532013000", "name": name})
    except Malformed:
        return

    made = filled_in(Way(KINDS["iban"], details), 1200, "EUR", "Ann", text)

    assert all("\n" not in copied for _, copied in made.copies)
    assert made.code is None or made.code.version in range(1, 14)


BREAKS_OUT = (
    "a&amount=1",
    "a#b",
    "a%26b",
    "a\nb",
    "a\u202eb",
    "a\u200fb",
    '"><b>',
    "a?pn=b",
    "💶",
    "a\u2028b",
    "a{amount}b",
)
TYPED = [(key, ask, text) for key, kind in KINDS.items() for ask in kind.asks for text in BREAKS_OUT]


def told_by(link):
    return dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))


@pytest.mark.sweep
@pytest.mark.parametrize(("key", "ask", "text"), TYPED, ids=map(repr, TYPED))
def test_a_field_that_is_made_to_break_out_is_refused_or_stands_whole_in_its_place(key, ask, text):
    try:
        details = parse_details(KINDS[key], {**DETAILS[key], ask: text})
    except Malformed:
        return

    made, usual = filled_in(Way(KINDS[key], details), 1200, CURRENCIES.get(key, "EUR"), "Ann", "dinner"), filled(key)

    assert all(character.isprintable() or key == "text" for _, copied in made.copies for character in copied)
    if key != "page":
        there = urlsplit(usual.link)._replace(query="").geturl()
        assert urlsplit(made.link)._replace(query="").geturl() == there.replace(
            DETAILS[key].get(ask) or " ", details.get(ask, "")
        )
        assert told_by(made.link).keys() == told_by(usual.link).keys()
        assert {*told_by(made.link).values()} - {*told_by(usual.link).values()} <= {details.get(ask)}
