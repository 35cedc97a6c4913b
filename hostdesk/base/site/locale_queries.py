"""The time zones, currencies and locales of a desk, by name, for forms."""

import zoneinfo
from functools import lru_cache

from babel.core import get_global
from babel.numbers import get_currency_name, get_currency_precision

from reservations.parsing.documents import beside

Choices = tuple[tuple[str, str], ...]
_IN_WORDS = "en"


def zones(own: str = "UTC") -> Choices:
    """Return the time zones by name: those of cities, UTC, and the machine's ``own``."""
    names = {name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith(("Etc/", "posix"))}
    return tuple((name, name.replace("_", " ")) for name in sorted(names | {"UTC", own}))


@lru_cache(maxsize=1)
def currencies() -> Choices:
    """Return the currencies in use today that have two decimals, by code and name."""
    used = {
        code
        for rows in get_global("territory_currencies").values()
        for code, _, until, is_tender in rows
        if until is None and is_tender and get_currency_precision(code) == 2
    }
    named = ((code, get_currency_name(code, locale=_IN_WORDS)) for code in used)
    return tuple((code, f"{name} ({code})") for code, name in sorted(named, key=lambda pair: pair[1]))


@lru_cache(maxsize=1)
def own_currencies() -> str:
    """Return the currency of every country as in "DE:EUR US:USD", for browsers, which know their country alone."""
    used, found = dict(currencies()), list[str]()
    for country, rows in get_global("territory_currencies").items():
        code = next((code for code, _, until, is_tender in rows if until is None and is_tender), "")
        found += [f"{country}:{code}"] if code in used else []
    return " ".join(found)


@lru_cache(maxsize=1)
def locales() -> Choices:
    """Return the locales by country and official language, with an example of an amount.

    They lie in a file, because babel reads and keeps every locale to name them: 90 MB of memory.
    """
    return tuple(beside(__file__, "locales.toml").items())
