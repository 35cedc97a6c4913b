"""The places in which a desk can stand.

After a new version of babel, ``manage.py shell -c "from tests.hostdesk.base.site import test_locale_queries as places;
places.write()"`` writes the file of the places anew.
"""

import json
import zoneinfo
from functools import partial
from pathlib import Path

from babel import Locale
from babel.languages import get_official_languages
from babel.localedata import locale_identifiers

from hostdesk.base.site import locale_queries
from hostdesk.base.site.locale_queries import currencies, locales, own_currencies, zones
from ledger.locale.queries import number_style
from ledger.money.cents import show_cents, written_as


def known_to_babel() -> list[tuple[str, str]]:
    """Return the locales of countries and their official languages with a sample amount in each, sorted by name."""
    english, named = Locale.parse("en"), []
    for locale in (Locale.parse(identifier) for identifier in locale_identifiers() if identifier.count("_") == 1):
        if locale.territory and locale.language in get_official_languages(locale.territory, de_facto=True):
            country = english.territories.get(locale.territory, locale.territory)
            with written_as(partial(number_style, str(locale), "USD")):
                named.append((str(locale), f"{country} ({locale.get_language_name('en')}): {show_cents(123450)}"))
    return sorted(named, key=lambda each: each[1])


def write() -> None:
    """Write the file of the places."""
    lines = (f"{locale} = {json.dumps(name, ensure_ascii=False)}\n" for locale, name in known_to_babel())
    Path(locale_queries.__file__).with_name("locales.toml").write_text("".join(lines), encoding="utf-8")


def test_every_zone_is_one():
    names = [name for name, _ in zones()]

    assert {"UTC", "Europe/Berlin", "America/New_York", "America/Argentina/Buenos_Aires"} < set(names)
    assert set(names) <= zoneinfo.available_timezones()
    assert names == sorted(names)


def test_the_machine_s_own_zone_can_be_kept():
    assert ("Etc/UTC", "Etc/UTC") in zones("Etc/UTC")
    assert "Etc/UTC" not in dict(zones())


def test_the_currencies_have_cents_and_are_paid_with_today():
    codes = dict(currencies())

    assert (codes["EUR"], codes["USD"]) == ("Euro (EUR)", "US Dollar (USD)")
    assert [code for code in ("JPY", "KWD", "DEM", "XAU") if code in codes] == []


def test_the_places_show_how_they_write_amounts():
    places = dict(locales())

    assert places["en_US"] == "United States (English): 1,234.50"
    assert places["de_DE"] == "Germany (German): 1.234,50"
    assert places["de_CH"] == "Switzerland (German): 1’234.50"


def test_the_file_of_the_places_says_what_babel_knows():
    assert [*locales()] == known_to_babel()


def test_a_locale_no_official_speaks_is_left_out():
    assert "en_DE" not in dict(locales())


def test_every_place_and_every_currency_can_be_written():
    written = {number_style(locale, currency)[0] for locale, _ in locales() for currency, _ in currencies()[:5]}

    assert written == {".", ","}


def test_a_country_has_its_currency_if_the_desk_can_count_in_it():
    """The yen has no decimals, so the desk does not offer it."""
    found = dict(each.split(":") for each in own_currencies().split())

    assert [found.get(country) for country in ("DE", "US", "CH", "JP", "AQ")] == ["EUR", "USD", "CHF", None, None]
