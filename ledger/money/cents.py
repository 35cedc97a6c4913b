"""The only conversion of text to money and of money to text.

Money is a whole number of cents. Files and commands write ASCII digits with a point and one or two digits after it; a
person may also type space around it, the currency sign and the place's own separator. Number parsers of libraries suit
neither: they read 1,000 as one thousand or as one, and accept 1e3, 5_000 and ٣.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import NamedTuple

from reservations.acts.moments import within
from reservations.acts.problems import Malformed, quoted

MOST_CENTS = 10**8
"""The largest amount of a single act: 1000000.00."""

MOST_BALANCE_CENTS = 10**12 - 1
"""The largest balance of a player: 9999999999.99, owed or owing."""

_MOST_CHARACTERS = 20
_GRAMMAR = {".": re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?"), ",": re.compile(r"([0-9]+)(?:,([0-9]{1,2}))?")}
_MARK = {".": "point", ",": "comma"}


class BadAmount(Malformed):
    """A value that is not an amount, with the reason; the message repeats only the beginning of a text."""

    def __init__(self, text: object, reason: str) -> None:
        shown = quoted(text) if isinstance(text, str) else "This"
        super().__init__(f"{shown} is not an amount: {reason}.")


def parse_cents(text: object, *, zero: bool = False) -> int:
    """Return the cents of an amount as files and commands write it ("20", "0.05"), 1 to 10**8.

    With ``zero``, 0 is an amount too. Raises ``BadAmount`` with the reason for the mistake; a number that is not text
    (20 in JSON or TOML) is a mistake, because a decimal fraction may already be rounded.
    """
    if not isinstance(text, str):
        raise BadAmount(text, 'write it as text in quotes, like "20.00"')
    return _cents(text, ".", zero=zero)


def parse_signed_cents(text: object) -> int:
    """Return the cents of a balance as files and commands write it: an amount or zero, also with a minus.

    It may have up to ten digits before the point. Raises ``BadAmount`` as :func:`parse_cents` does.
    """
    if not isinstance(text, str):
        raise BadAmount(text, 'write it as text in quotes, like "-20.00"')
    owed = _cents(text.removeprefix("-"), ".", zero=True, most=MOST_BALANCE_CENTS)
    return -owed if text.startswith("-") else owed


class NumberStyle(NamedTuple):
    """How people write amounts: the separator before the cents, "." or ",", and the currency.

    ``pattern`` places the currency's sign, which may be empty: "${}" for instance; ``currency`` is its name, "euros".
    ``thousands`` is the sign between thousands for readers, "" for none; nobody types it.
    """

    separator: str = "."
    sign: str = "$"
    pattern: str = "${}"
    currency: str = "US dollars"
    thousands: str = ""


_style = ContextVar[Callable[[], NumberStyle]]("_style", default=NumberStyle)


def written_as(style: Callable[[], NumberStyle]) -> AbstractContextManager[None]:
    """Read and write amounts inside the block in the style that ``style`` returns; it is called at the first amount."""
    return within(_style, style)


@contextmanager
def without_thousands() -> Iterator[None]:
    """Write amounts without a sign between thousands inside the block: programs read files and terminals too."""
    style = _style.get()
    with written_as(lambda: style()._replace(thousands="")):
        yield


def style_now() -> NumberStyle:
    return _style.get()()


def parse_typed_cents(text: str, *, zero: bool = False) -> int:
    """Return the cents of a typed amount: space around it, a currency sign on either side, the place's separator.

    Raises ``BadAmount`` with the reason for the mistake.
    """
    separator, sign, *_ = style_now()
    if len(text) > _MOST_CHARACTERS * 2:
        raise BadAmount(text, "it is too long")
    bare = text.strip()
    if sign and bare.startswith(sign):
        bare = bare.removeprefix(sign).lstrip()
    elif sign and bare.endswith(sign):
        bare = bare.removesuffix(sign).rstrip()
    return _cents(bare, separator, zero=zero)


def check_cents(cents: int, *, zero: bool = False) -> None:
    """Check the cents of an act: from 1, or from 0 with ``zero``, up to ``MOST_CENTS``.

    Raises ``TypeError`` for anything but an ``int`` (a database may round it silently), ``BadAmount`` for an amount out
    of reach.
    """
    if type(cents) is not int:
        raise TypeError(f"Amounts are whole cents, not {type(cents).__name__}.")
    if not (0 if zero else 1) <= cents <= MOST_CENTS:
        least = "0.00" if zero else "0.01"
        raise BadAmount(format_cents(cents), f"it takes {least} to {format_cents(MOST_CENTS)}")


def format_cents(cents: int) -> str:
    """Write cents for files, in ASCII: "1234.50", "-0.05"."""
    if type(cents) is not int:
        raise TypeError(f"Cents are an int, not {type(cents).__name__}.")
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def swapped_digits(cents: int) -> Iterator[int]:
    """Yield the amounts with two neighbouring digits swapped: 36.00 for 63.00."""
    text = format_cents(cents)
    for one, other in pairwise(place for place, character in enumerate(text) if character != "."):
        swapped = list(text)
        swapped[one], swapped[other] = text[other], text[one]
        amount = int("".join(swapped).replace(".", ""))
        # Nobody writes 05.00.
        if amount != cents and format_cents(amount) == "".join(swapped):
            yield amount


def field_cents(cents: int) -> str:
    """Write cents for a form's field, as :func:`parse_typed_cents` reads them: "1234.50", "1234,50"."""
    return format_cents(cents).replace(".", style_now().separator)


def show_cents(cents: int) -> str:
    """Write cents for readers, never for a field or a file: "1,234.50", "−0.05", "1.234,50"."""
    if type(cents) is not int:
        raise TypeError(f"Cents are an int, not {type(cents).__name__}.")
    whole, rest = divmod(abs(cents), 100)
    style = _style.get()()
    return f"{'−' if cents < 0 else ''}{f'{whole:,}'.replace(',', style.thousands)}{style.separator}{rest:02}"


Money = Callable[[int], str]
"""Writes cents for readers, with the currency or without."""


def show_money(cents: int) -> str:
    """Write cents for readers with the currency's sign, for an amount alone: "$20.00", "−$20.00", "20,00 €"."""
    return f"{'−' if cents < 0 else ''}{_style.get()().pattern.format(show_cents(abs(cents)))}"


def show_signed(cents: int) -> str:
    """Write cents for readers as ``show_cents``, with a plus above zero: "+20.00", "−0.05", "0.00"."""
    return f"+{show_cents(cents)}" if cents > 0 else show_cents(cents)


def _cents(text: str, separator: str, *, zero: bool, most: int = MOST_CENTS) -> int:
    if len(text) > _MOST_CHARACTERS:
        raise BadAmount(text, "it is too long")
    match = _GRAMMAR[separator].fullmatch(text)
    if match is None:
        raise BadAmount(text, _why_not(text, separator))
    cents = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if cents == 0 and not zero:
        raise BadAmount(text, "it has to be more than zero")
    if cents > most:
        raise BadAmount(text, f"it is more than {format_cents(most).replace('.', separator)}")
    return cents


def _why_not(text: str, separator: str) -> str:
    """Return the mistake in a text that the grammar refuses."""
    mark = _MARK[separator]
    other = "," if separator == "." else "."
    point, advice = re.escape(separator), f"write 1000{separator}00 for a thousand and 1{separator}00 for one"
    reasons = (
        (r"\s*", "it is empty"),
        (r"[-−‐‑‒–+].*", "an amount carries no sign"),
        (r"0[xXbBoO].*", "only the digits 0 to 9 count"),
        (r"[0-9.,]+[eE].*", "write it out, without an exponent"),
        (r".*_.*", "write it without underscores"),
        (r".*\s.*", "there is a space in it"),
        (rf".*{re.escape(other)}.*", f"a {_MARK[other]} can mean thousands or cents; {advice}"),
        (rf"[0-9]{{1,3}}(?:{point}[0-9]{{3}}){{2,}}", f"write the thousands without a {mark}"),
        (rf"{point}[0-9]*", f"a digit is missing before the {mark}"),
        (rf"[0-9]+{point}", f"a digit is missing after the {mark}"),
        (rf"[0-9]+{point}[0-9]{{3,}}", f"after the {mark} there are one or two digits, the cents"),
    )
    for pattern, reason in reasons:
        if re.fullmatch(pattern, text, re.DOTALL):
            return reason
    return f"only the digits 0 to 9 count, and one {mark} before the cents"
