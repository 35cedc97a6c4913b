"""One cell of a results sheet: an amount in any usual form, or a day. Pure.

A cell is text, or a workbook's value: a number or a day.
"""

import re
import unicodedata
from calendar import month_abbr, month_name
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from ledger.money.cents import MOST_CENTS, format_cents
from reservations.acts.problems import Malformed, quoted
from reservations.parsing.days import YEARS

Cell = str | int | float | Decimal | date | datetime | None

_MOST_CHARACTERS = 60
_MINUS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"))
_CODES = re.compile(r"(?<![a-z])(usd|eur|gbp|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|kr|zł|kč|ft|fr|r)\.?(?![a-z])")
_AMOUNT = re.compile(
    r"(?P<whole>\d{1,3}(?P<group>[ '’.,])\d{3}(?:(?P=group)\d{3})*|\d*)(?:(?P<point>[.,])(?P<rest>\d{1,2}))?", re.ASCII
)
_NOTHING = {"", "-", "--", "n/a", "na"}


@dataclass(frozen=True)
class Amount:
    """Signed cents, and the signs in the text before the cents and between thousands; "" for none."""

    cents: int
    point: str = ""
    group: str = ""


def text_of(cell: Cell) -> str:
    """Return a cell as one line of text, without space around it."""
    return "" if cell is None else " ".join(str(cell).split())


_DUST = Decimal("0.001")


def is_empty(cell: Cell) -> bool:
    """Tell whether a cell is empty, a dash, or n/a."""
    return text_of(cell).translate(_MINUS).casefold() in _NOTHING


def read_amount(cell: Cell) -> Amount:
    """Read an amount with any currency, any minus or parentheses, a point or a comma before the cents.

    Three digits after a sign are thousands, since money has two. Raises ``Malformed`` with the reason.
    """
    if isinstance(cell, int | float | Decimal) and not isinstance(cell, bool):
        # Rounded as the sheet shows it: a spreadsheet's sums end in ...999 or ...001 far behind the cents.
        exact = Decimal(str(cell)) * 100
        if not exact.is_finite() or abs(exact - round(exact)) > _DUST:
            raise Malformed(f"{text_of(cell)} has more than two digits of cents.")
        return _in_reach(Amount(round(exact)), text_of(cell))
    text = text_of(cell)
    if len(text) > _MOST_CHARACTERS or isinstance(cell, date | bool):
        raise Malformed(f"{quoted(text)} is not an amount.")
    bare = unicodedata.normalize("NFKC", text).translate(_MINUS).casefold()
    bare = "".join(sign for sign in _CODES.sub("", bare) if unicodedata.category(sign) != "Sc")
    signs = [sign for sign in ("(", "-", "+") if sign in bare]
    if signs == ["("] and re.fullmatch(r"\s*\([^()]*\)\s*", bare):
        bare = bare.replace("(", "").replace(")", "")
    elif signs and re.fullmatch(r"\s*[-+][^-+()]*|[^-+()]*-\s*", bare):
        bare = bare.replace("-", "").replace("+", "")
    found = _AMOUNT.fullmatch(" ".join(bare.split()))
    if found is None or not (found["whole"] or found["rest"]):
        raise Malformed(f"{quoted(text)} is not an amount.")
    group, point = found["group"] or "", found["point"] or ""
    whole = re.sub(r"\D", "", found["whole"]) or "0"
    if group and (group == point or whole.startswith("0")):
        raise Malformed(f"{quoted(text)} is not an amount: after the cents' sign come one or two digits.")
    cents = int(whole) * 100 + int((found["rest"] or "0").ljust(2, "0"))
    return _in_reach(Amount(-cents if signs and signs != ["+"] else cents, point, group), text)


def _in_reach(amount: Amount, text: str) -> Amount:
    if abs(amount.cents) > MOST_CENTS:
        raise Malformed(f"{quoted(text)} is more than {format_cents(MOST_CENTS)}.")
    return amount


@dataclass(frozen=True)
class DayRead:
    """A day as written: read with the day before the month, and with the month first, else None."""

    day_first: date | None
    month_first: date | None

    @property
    def is_open(self) -> bool:
        """Whether it could be two days."""
        return None not in (self.day_first, self.month_first) and self.day_first != self.month_first


_MONTHS = {name.lower(): number for names in (month_name, month_abbr) for number, name in enumerate(names) if name}
_MONTHS |= {"sept": 9}
_WEEKDAY = re.compile(r"(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?[.,]* ")
_TIME = re.compile(r"[t ]\d{1,2}:\d{2}.*")
_NUMBERS = re.compile(r"(\d{1,4})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{1,4})\.?", re.ASCII)
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]+)[-/., ]+(\d{4}|\d{2})", re.ASCII)
_MONTH_DAY = re.compile(r"([a-z]+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})", re.ASCII)


def read_day(cell: Cell) -> DayRead | None:
    """Return the day of a cell, with its year; None for another text."""
    if isinstance(cell, date):
        day = cell.date() if isinstance(cell, datetime) else cell
        return DayRead(day, day)
    text = text_of(cell) if isinstance(cell, str) else ""
    if not text or len(text) > _MOST_CHARACTERS:
        return None
    bare = _TIME.sub("", _WEEKDAY.sub("", unicodedata.normalize("NFKC", text).casefold(), count=1)).strip()
    if found := _NUMBERS.fullmatch(bare):
        one, two, three = found.groups()
        if len(one) == 4 and len(three) <= 2:
            return _written(_day(one, two, three), _day(one, two, three))
        is_year = len(one) <= 2 and len(three) in (2, 4)
        return _written(_day(three, two, one), _day(three, one, two)) if is_year else None
    if found := _DAY_MONTH.fullmatch(bare):
        number, month, year = found.groups()
    elif found := _MONTH_DAY.fullmatch(bare):
        month, number, year = found.groups()
    else:
        return None
    named = _day(year, _MONTHS.get(month, 0), number)
    return _written(named, named)


def is_yearless(cell: Cell) -> bool:
    """Tell whether a text would be a day if it had a year behind it."""
    text = text_of(cell)
    return read_day(cell) is None and any(read_day(f"{text}{sign}2000") is not None for sign in (" ", "", "/", "-"))


def _day(year: str, month: str | int, day: str) -> date | None:
    """Return that day; a year of two digits is of this century; None if it is not in the calendar."""
    try:
        found = date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None
    return found if found.year in YEARS else None


def _written(day_first: date | None, month_first: date | None) -> DayRead | None:
    return None if day_first is None and month_first is None else DayRead(day_first, month_first)
