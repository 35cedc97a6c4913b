"""Where the desk stands: its time zone, its currency, and how amounts are written there.

Babel knows how a place writes its decimals and its currency. It only ever formats; amounts are read by
``ledger.money.cents``. Files never follow the place.
"""

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_symbol
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from ledger.money.cents import written
from reservations.models import Desk


def the_desk() -> Desk:
    """Return the desk's row, or one that says nothing where it cannot be read.

    A database that is away is told by whoever asks it for more than the time.
    """
    try:
        return Desk.objects.filter(pk=Desk.ONE).first() or Desk()
    except DatabaseError:
        connection.close()
        return Desk()


@contextmanager
def at(desk: Desk) -> Iterator[None]:
    """Tell the time, and write amounts, as the desk's place does, inside the block."""
    separator, sign = style(desk.locale, desk.currency)
    with timezone.override(zone_of(desk)), written(separator=separator, sign=sign):
        yield


@contextmanager
def at_home() -> Iterator[None]:
    """Tell the time, and write amounts, as the place of this installation's desk does, inside the block."""
    with at(the_desk()):
        yield


def zone_of(desk: Desk) -> zoneinfo.ZoneInfo:
    """Return the desk's time zone: HOSTDESK_TIME_ZONE where it is set, else what was set up, else the machine's."""
    chosen = "" if settings.TIME_ZONE_IS_SET else desk.time_zone
    return zoneinfo.ZoneInfo(chosen or settings.TIME_ZONE)


@lru_cache(maxsize=64)
def style(locale: str, currency: str) -> tuple[str, str]:
    """Return the decimal separator, "." or ",", and the sign of the currency as the place writes them."""
    try:
        place = Locale.parse(locale)
    except (UnknownLocaleError, ValueError):
        return ".", "$"
    decimal = place.number_symbols["latn"]["decimal"]
    return (decimal if decimal in (".", ",") else "."), get_currency_symbol(currency, place)
