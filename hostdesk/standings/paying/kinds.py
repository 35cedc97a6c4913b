"""The kinds of payment details: their fields, and the checks of these. ``kinds.toml`` has a section for every kind.

Pure. Checked details contain no character with a meaning in a link, except those in ``safe``.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from anyascii import anyascii

from reservations.acts.problems import Malformed, quoted
from reservations.parsing.documents import beside
from reservations.parsing.names import parse_line

MOST_CHARACTERS = 120
TEXT, PAGE = "text", "page"
"""The kinds of free text, and of an https address."""
Details = Mapping[str, str]
"""What is kept of one way to be paid: checked text by the name of its field."""

_TABLE = beside(__file__, "kinds.toml")
_PATTERNS: Mapping[str, str] = _TABLE["patterns"]
_LENGTHS: Mapping[str, int] = _TABLE["ibans"]["lengths"]
_UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\ufeff]")
"""Marks without a form of their own, which come along when a text is copied, and which banks refuse."""
_AS_A_NUMBER = re.compile(r"[+(0-9][0-9 ()./\u00a0-]*")


class Ask(NamedTuple):
    """A field of a kind: its label, and patterns, one of which must fit its whole text; ``hint`` has them in words.

    ``starts`` is the pattern of the start that is cut off: the address before a name. An ``address`` is an optional
    part of the payee's address, which only a code shows. ``safe`` are the characters besides letters and digits that
    are not escaped in a link. ``check`` names the test of a text in the right form, for example of its check digits.
    """

    label: str
    takes: tuple[str, ...]
    hint: str
    starts: str = ""
    optional: bool = False
    address: bool = False
    safe: str = ""
    check: str = ""

    def fits(self, text: str) -> bool:
        """Tell whether this field takes a text. Its form is tested first, since the check relies on it."""
        has_form = any(re.fullmatch(_PATTERNS.get(pattern, pattern), text) for pattern in self.takes)
        return has_form and (not self.check or _CHECKS[self.check](text))


class PaymentKind(NamedTuple):
    """A kind of payment details, as ``kinds.toml`` describes it. ``currencies`` is None for any of them.

    ``starts`` has the currency of an account by its first characters, where that depends on them. ``whole`` are the
    currencies of which its link takes whole amounts alone.
    """

    key: str
    name: str
    asks: Mapping[str, Ask]
    source: str
    by: str = ""
    offer: str = ""
    country: str = ""
    currencies: Collection[str] | None = None
    starts: Mapping[str, str] = {}
    whole: Collection[str] = ()
    text: int = 0
    link: str = ""
    code: str = ""

    def carries(self, currency: str) -> bool:
        """Tell whether money of a currency, as in EUR, is paid this way."""
        return self.currencies is None or currency in self.currencies


class Way(NamedTuple):
    """A way to pay somebody: a kind with its checked details.

    ``row`` is the number of its row, ``since`` its first day; None for rows from before days were noted.
    """

    kind: PaymentKind
    details: Details
    row: int = 0
    since: datetime | None = None

    @property
    def account(self) -> str:
        """The first detail of its kind, which is never blank."""
        return self.details[next(iter(self.kind.asks))]

    @property
    def shown(self) -> str:
        """The account, for a list; an IBAN in groups of four."""
        return shown_detail(next(iter(self.kind.asks)), self.account)

    @property
    def pays(self) -> str:
        """How one pays this way, after "Pay 12.00"; a page is called by its host."""
        host = urlsplit(self.account).netloc if self.kind.key == PAGE else ""
        return f"at {host}" if host else self.kind.by or f"with {self.kind.name}"

    def carries(self, currency: str) -> bool:
        """Tell whether money of a currency is paid to this account."""
        own = next((of for start, of in self.kind.starts.items() if self.account.startswith(start)), currency)
        return own == currency and self.kind.carries(currency)

    def is_newer_than(self, paid_at: datetime | None) -> bool:
        """Tell whether it came after somebody's last payment, or, for None, before they ever paid."""
        return self.since is not None and (paid_at is None or self.since > paid_at)


def _read(key: str, *, asks: Mapping[str, dict[str, Any]], **about: Any) -> PaymentKind:
    """Return a kind from its section of the file."""
    fields = {name: Ask(takes=tuple(ask.pop("takes")), **ask) for name, ask in asks.items()}
    return PaymentKind(key, asks=fields, **about)


KINDS: Mapping[str, PaymentKind] = {key: _read(key, **section) for key, section in _TABLE["kinds"].items()}
"""All kinds by key, in the order in which they are offered."""


def parse_details(kind: PaymentKind, typed: Mapping[str, str]) -> Details:
    """Return the details of a kind as they are kept, from the texts typed by field; blank optional ones are left out.

    Raises ``Malformed`` with the rule that a field breaks.
    """
    kept = {key: parse_detail(kind, key, typed.get(key, "")) for key in kind.asks}
    if fault := postcode_fault(kept):
        raise Malformed(fault)
    return {key: text for key, text in kept.items() if text}


def postcode_fault(details: Details) -> str:
    """Return the rule that the postcode of an account in Switzerland or Liechtenstein breaks; "" where it breaks none.

    The payee lives in the country of the account, unless they name another one.
    """
    country, postcode = details.get("country") or details.get("iban", "")[:2], details.get("postcode")
    if country in ("CH", "LI") and postcode and not re.fullmatch("[0-9]{4}", postcode):
        return f"{quoted(postcode)} is no postcode there: it takes four digits, or another country."
    return ""


def parse_detail(kind: PaymentKind, key: str, typed: str) -> str:
    """Return one detail of a kind as it is kept; "" for an optional one that is blank. Raises ``Malformed``."""
    ask, text = kind.asks[key], parse_line(typed, MOST_CHARACTERS, empty=True)
    text = text if kind.key == TEXT else _UNSEEN.sub("", text)
    bare = re.sub(f"^(?:{ask.starts})", "", text, flags=re.IGNORECASE).removesuffix("/") if ask.starts else text
    if key == "iban":
        bare = re.sub(r"\s", "", bare).upper()
    elif kind.code == "pix" and "@" in bare:
        bare = bare.lower()  # as the central bank's directory keeps it
    elif not ask.fits(bare) and _AS_A_NUMBER.fullmatch(bare):
        bare = re.sub(r"^(\+|00)(.*)\(0\)", r"\1\2", bare)
        digits = re.sub(r"\D", "", bare)
        is_whole = ask.fits(digits) and not bare.startswith("+")
        bare = digits if is_whole else _with_country(ask, bare, digits, kind.country)
    if not bare and (ask.optional or ask.address):
        return ""
    if not ask.fits(bare):
        raise Malformed(f"{quoted(text)} does not fit “{ask.label}”: it takes {ask.hint}.")
    return bare


def is_iban(text: str) -> bool:
    """Tell whether a text in the form of an IBAN has its country's length and right check digits (ISO 7064, mod 97-10).

    In Switzerland and Liechtenstein the number of the bank has only digits.
    """
    if text[:2] in ("CH", "LI") and not text[4:9].isdigit():
        return False
    digits = "".join(str(int(character, 36)) for character in text[4:] + text[:4])
    return len(text) == _LENGTHS.get(text[:2]) and int(digits) % 97 == 1


def is_tax_number(digits: str) -> bool:
    """Tell whether the last two digits of a Brazilian CPF (11) or CNPJ (14) check the others (mod 11)."""
    weights, ends = 8 if len(digits) == 14 else 10, (len(digits) - 2, len(digits) - 1)
    sums = [sum(int(digit) * (2 + at % weights) for at, digit in enumerate(reversed(digits[:end]))) for end in ends]
    return [total * 10 % 11 % 10 for total in sums] == [int(digit) for digit in digits[-2:]]


def is_business_number(digits: str) -> bool:
    """Tell whether the first two digits of an Australian ABN (11) check the others (mod 89)."""
    weights = (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    return (sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True)) - weights[0]) % 89 == 0


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "iban": is_iban,
    "tax": lambda text: not text.isdigit() or is_tax_number(text),
    "abn": lambda text: not text.isdigit() or is_business_number(text),
    "latin": lambda text: bool(anyascii(text).strip()),
}


def needs_no_bic(iban: str) -> bool:
    """Tell whether an EPC code leads to an IBAN without a BIC: in the European Economic Area."""
    return iban[:2] in _TABLE["ibans"]["without_bic"]


def shown_detail(key: str, text: str) -> str:
    """Return a detail for readers: an IBAN in groups of four, anything else as it is."""
    return " ".join(re.findall(".{1,4}", text)) if key == "iban" else text


def _with_country(ask: Ask, number: str, digits: str, country: str) -> str:
    """Return a typed phone number as + and digits; ``country`` goes before one that is typed without its country."""
    if number.startswith("+") or (country and digits.startswith(country) and ask.fits(f"+{digits}")):
        return f"+{digits}"
    if digits.startswith("00"):
        return f"+{digits[2:]}"
    return f"+{country}{digits.removeprefix('0')}" if country else digits
