"""The desk's locale: its time zone, its currency, its way of writing amounts, and its paper.

Babel knows how a locale writes decimals and currency. It only formats; ``ledger.money.cents`` reads amounts. Files
never follow the locale.
"""

import re
import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name, get_currency_symbol
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from ledger.money.cents import NumberStyle, written_as
from ledger.paper.sizes import PRINTED_ON
from reservations.acts.head_queries import REACH
from reservations.acts.kept_queries import KeptRows
from reservations.acts.moments import within
from reservations.acts.queries import NEWEST
from reservations.models import Desk
from reservations.parsing.names import without_names
from reservations.players.queries import forgotten_names

_NOT_IN_FONT = re.compile("[\u058f\u060b\u0780-\u07bf\u0900-\u0dff\u1200-\u137f\u1780-\u17ff\u20bc\u20be\u2e80-\uffff]")
"""The currency signs and the scripts of their short names that the font of the papers has no glyphs for."""


_THOUSANDS = {".": (",", "’", "\u00a0"), ",": (".", "\u00a0", "\u202f")}
"""The signs between thousands that are on a page and in the font, by the sign before the cents; the usual one first."""

_LOCKED = "database is locked"
_DESK = KeptRows(lambda pk: Desk.objects.filter(pk=pk).annotate(**REACH, **NEWEST), -1, beside=(*REACH, *NEWEST))


def the_desk() -> Desk:
    """Return the desk's row, with the reach of the books (`REACH`, `NEWEST`), or an empty one if it cannot be read.

    The first query of a page then reports the fault. Raises ``OperationalError`` if another program has locked the
    database, since the page has waited for it once.
    """
    try:
        return _DESK.first(Desk.ONE) or Desk()
    except DatabaseError as fault:
        connection.close()
        if _LOCKED in str(fault):
            raise
        return Desk()


@contextmanager
def in_locale(desk: Desk | None = None) -> Iterator[None]:
    """Use the desk's time zone, amounts and paper inside the block; by default of this desk.

    Names of forgotten players are hidden there.
    """
    desk = the_desk() if desk is None else desk
    # HOSTDESK_TIME_ZONE goes before the time zone of the set-up; without either the machine's zone counts.
    zone = zoneinfo.ZoneInfo(("" if settings.TIME_ZONE_IS_SET else desk.time_zone) or settings.TIME_ZONE)
    # Babel reads a locale's data, a good part of a command's start, and few commands show amounts.
    style, paper = partial(number_style, desk.locale, desk.currency), (desk.paper, desk.locale)
    names = forgotten_names() if desk.forgets else {}
    with timezone.override(zone), written_as(style), within(PRINTED_ON, paper), without_names(names):
        yield


@lru_cache(maxsize=64)
def number_style(locale: str, currency: str) -> NumberStyle:
    """Return the signs before the cents and between thousands, and the currency's sign, place and English name."""
    try:
        found = Locale.parse(locale)
    except (UnknownLocaleError, ValueError):
        found = Locale.parse("en_US")
    decimal, group = (found.number_symbols["latn"][sign] for sign in ("decimal", "group"))
    sign = get_currency_symbol(currency, found)
    # The sign must be visible on a page and in the font of the papers; the code is.
    shown_sign = currency if not sign.isprintable() or _NOT_IN_FONT.search(sign) else sign
    form = found.currency_formats["standard"]
    gap = "\u00a0" if "\u00a0" in form.pattern or shown_sign[-1:].isalpha() else ""
    pattern = f"{shown_sign}{gap}{{}}" if "¤" in form.prefix[0] else f"{{}}{gap}{shown_sign}"
    separator = decimal if decimal in (".", ",") else "."
    thousands = group if group in _THOUSANDS[separator] else _THOUSANDS[separator][0]
    return NumberStyle(separator, sign, pattern, get_currency_name(currency, count=2, locale="en"), thousands)
