"""QR codes of transfers and of Pix, compared with the examples in the documents of their formats."""

import pytest
import segno

from hostdesk.standings.paying.codes import bank_code, pix_payload, swiss_bill

SCHNEIDER = {
    "iban": "CH5800791123000889012",
    "name": "Robert Schneider AG",
    "street": "Rue du Lac",
    "number": "1268",
    "postcode": "2501",
    "town": "Biel",
}
ALSACE = {"iban": "FR1420041010050500013M02606", "name": "François D'Alsace S.A."}
FULANO = {"key": "123e4567-e12b-12d1-a456-426655440000", "name": "Fulano de Tal", "town": "BRASILIA"}


def same(draws, payload):
    """Tell whether a code looks like one with this payload and correction level M."""
    return draws() == segno.make_qr(payload, error="m", boost_error=False)


def test_the_example_of_the_epc_document():
    """EPC069-12 version 3.1, section 2.3: the example without a BIC, in UTF-8."""
    code = bank_code(ALSACE, 1230, "EUR", "Client:Marie Louise La Lune")

    lines = ["BCD", "002", "1", "SCT", "", "François D'Alsace S.A.", "FR1420041010050500013M02606", "EUR12.3", "", ""]
    assert code is not None
    assert same(code, "\n".join([*lines, "Client:Marie Louise La Lune"]).encode())


def test_the_first_example_of_the_swiss_document():
    """Implementation Guidelines QR-bill, appendix A, example 1, without a debtor."""
    text = "Rechnung Nr. 3139 für Gartenarbeiten und Entsorgung Schnittmaterial"

    payload = swiss_bill(SCHNEIDER, 394975, "CHF", text)

    payee = ["SPC", "0200", "1", "CH5800791123000889012", "S", "Robert Schneider AG", "Rue du Lac", "1268", "2501"]
    assert payload.split("\n") == [
        *(*payee, "Biel", "CH"),
        *[""] * 7,
        *("3949.75", "CHF"),
        *[""] * 7,
        *("NON", "", text, "EPD"),
    ]


def test_the_third_example_of_the_swiss_document():
    """Appendix A, example 3: a payee without a street. The amount is ours: the example leaves it to the payer."""
    army = {"iban": "CH3709000000304442225", "name": "Salvation Army Foundation Switzerland", "postcode": "3000"}

    payload = swiss_bill({**army, "town": "Bern", "country": "CH"}, 1200, "CHF", "Donation to the Winterfest Campaign")

    lines = payload.split("\n")
    assert lines[4:11] == ["S", "Salvation Army Foundation Switzerland", "", "", "3000", "Bern", "CH"]
    assert (len(lines), lines[18:20], lines[-4:]) == (
        31,
        ["12.00", "CHF"],
        ["NON", "", "Donation to the Winterfest Campaign", "EPD"],
    )


@pytest.mark.parametrize(
    ("changed", "currency", "text"),
    [
        ({}, "USD", "dinner"),
        ({"iban": "DE89370400440532013000"}, "EUR", "dinner"),
        ({"iban": "CH4431999123000889012"}, "CHF", "dinner"),  # a QR-IBAN needs a reference
        ({"town": ""}, "CHF", "dinner"),
        ({"postcode": ""}, "CHF", "dinner"),
        ({"postcode": "CH-2501"}, "CHF", "dinner"),
        ({"name": "Роберт"}, "CHF", "dinner"),
        ({}, "CHF", "обед"),
    ],
)
def test_without_what_it_needs_there_is_no_swiss_bill(changed, currency, text):
    assert swiss_bill({**SCHNEIDER, **changed}, 1200, currency, text) == ""


def test_a_swiss_account_in_euros_has_the_swiss_code():
    code = bank_code(SCHNEIDER, 1200, "EUR", "dinner")

    assert code is not None
    assert same(code, swiss_bill(SCHNEIDER, 1200, "EUR", "dinner").encode())


@pytest.mark.parametrize(
    ("iban", "currency"),
    [("DE89370400440532013000", "CHF"), ("GB82WEST12345698765432", "EUR"), ("CH5800791123000889012", "EUR")],
)
def test_without_a_bic_or_in_another_currency_there_is_no_code(iban, currency):
    assert bank_code({"iban": iban, "name": "Ann"}, 1200, currency, "dinner") is None


def test_a_text_that_is_too_long_for_the_code_is_cut_and_without_room_there_is_no_code():
    long = bank_code({**ALSACE, "name": "A" * 70}, 99_999_999_999, "EUR", "é" * 140)

    assert long is not None
    assert long().version == 13
    assert bank_code({**ALSACE, "name": "😀" * 70}, 1200, "EUR", "dinner") is None


def test_the_example_of_the_brazilian_manual():
    """Manual de Padrões para Iniciação do Pix: the static code without an amount, with its CRC 1D3D."""
    assert pix_payload(FULANO, None, "") == (
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000"
        "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
    )


def test_amount_and_text_of_a_pix_and_names_without_accents():
    angela = {"key": "ann@bank.example", "name": "Ângela Conceição de Souza Lima", "town": "São Paulo"}

    payload = pix_payload(angela, 1250, "jantar")

    assert payload[:-4] == (
        "00020126480014br.gov.bcb.pix0116ann@bank.example0206jantar"
        "520400005303986540512.505802BR5925Angela Conceicao de Souza6009Sao Paulo62070503***6304"
    )


def test_a_long_key_leaves_no_room_for_a_text():
    key = f"{'a' * 65}@bank.example"[:77]

    payload = pix_payload({**FULANO, "key": key}, 100, "dinner")

    assert payload[6:110] == f"26990014br.gov.bcb.pix0177{key}5"
