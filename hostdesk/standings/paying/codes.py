"""The QR codes of bank transfers and of Pix, out of checked parts.

Pure. ``kinds.toml`` names the documents of the formats. Amounts are cents.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import segno
from anyascii import anyascii
from segno.helpers import make_epc_qr

from hostdesk.standings.paying.kinds import Details, needs_no_bic, postcode_fault
from ledger.money.cents import format_cents

_SWISS_LETTERS = re.compile("[\x20-\x7e\xa0-\u017fȘșȚț€]*")
_WITH_REFERENCE = range(30_000, 32_000)
"""The bank numbers of QR-IBANs: a Swiss QR-bill for one needs a reference, which only the payee's bank can give."""
_MOST_EPC = 260
"""The bytes of an EPC code that are left for its name and text: 331 with the longest IBAN and amount."""
_PIX, _REAL = "br.gov.bcb.pix", "986"
_PIX_NAME, _PIX_TOWN, _PIX_ACCOUNT = 25, 15, 99  # characters


Draws = Callable[[], segno.QRCode]
"""Draws a QR code: few pages that name one show it."""


def bank_code(details: Details, cents: int, currency: str, text: str) -> Draws | None:
    """Return the drawing function for the code of a transfer: Swiss QR-bill or EPC code; None if there is none."""
    if swiss := swiss_bill(details, cents, currency, text):
        return partial(segno.make_qr, swiss.encode(), error="m", boost_error=False)
    if currency == "EUR" and needs_no_bic(details["iban"]):
        room = _MOST_EPC - len(details["name"].encode())
        if short := text.encode()[: max(0, room)].decode(errors="ignore").strip():
            amount = Decimal(format_cents(cents))
            return partial(make_epc_qr, details["name"], details["iban"], amount, text=short, encoding="utf-8")
    return None


def swiss_bill(details: Details, cents: int, currency: str, text: str) -> str:
    """Return the content of a Swiss QR-bill without a reference; "" if it is not possible.

    It is for Swiss francs and euros, to an IBAN of Switzerland or Liechtenstein that is no QR-IBAN, with the payee's
    postcode and town, all in Latin letters.
    """
    iban, country = details["iban"], details["iban"][:2]
    place = [details.get(key, "") for key in ("street", "number", "postcode", "town")]
    if country not in ("CH", "LI") or currency not in ("CHF", "EUR") or int(iban[4:9]) in _WITH_REFERENCE:
        return ""
    is_latin = all(_SWISS_LETTERS.fullmatch(part) for part in (details["name"], *place, text))
    if not is_latin or not all(place[2:]) or postcode_fault(details):
        return ""
    payee = ["S", details["name"], *place, details.get("country", country)]
    nobody = [""] * 7
    lines = ["SPC", "0200", "1", iban, *payee, *nobody, format_cents(cents), currency, *nobody, "NON", "", text, "EPD"]
    return "\n".join(lines)


def pix_payload(details: Details, cents: int | None, text: str) -> str:
    """Return the BR Code of a Pix: the content of its QR code, which an app also takes as “copia e cola”.

    ``cents`` None leaves the amount to the payer.
    """
    account = _field(0, _PIX) + _field(1, details["key"])
    if short := _plain(text, _PIX_ACCOUNT - len(account) - 4):
        account += _field(2, short)
    fields = [_field(0, "01"), _field(26, account), _field(52, "0000"), _field(53, _REAL)]
    if cents is not None:
        fields.append(_field(54, format_cents(cents)))
    fields += [_field(58, "BR"), _field(59, _plain(details["name"], _PIX_NAME))]
    fields += [_field(60, _plain(details["town"], _PIX_TOWN)), _field(62, _field(5, "***")), "6304"]
    payload = "".join(fields)
    return f"{payload}{crc_hqx(payload.encode(), 0xFFFF):04X}"


def _field(number: int, value: str) -> str:
    """Return a field of a BR Code: its number, its length, its value."""
    return f"{number:02}{len(value):02}{value}"


def _plain(text: str, most: int) -> str:
    """Return a text in plain Latin letters without accents, at most so long."""
    return anyascii(text).strip()[: max(0, most)].strip()
