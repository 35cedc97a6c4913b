"""The place of the desk, and the amounts and times that follow from it."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from hostdesk.base.site.locale_queries import currencies, locales
from ledger.locale.queries import in_locale, number_style, the_desk
from ledger.money.cents import show_cents, show_money, style_now
from ledger.paper.layout import shown
from reservations.models import Desk
from tests.stories.evening import Evening

NINE_IN_THE_EVENING_UTC = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def the_environment_says_nothing(settings):
    settings.TIME_ZONE_IS_SET = False


def clock():
    return f"{timezone.localtime(NINE_IN_THE_EVENING_UTC):%H:%M}"


@pytest.mark.parametrize(
    ("locale", "currency", "expected"),
    [
        ("en_US", "USD", (".", "$", "${}", "US dollars", ",")),
        ("de_DE", "EUR", (",", "€", "{}\xa0€", "euros", ".")),
        ("de_CH", "CHF", (".", "CHF", "CHF\xa0{}", "Swiss francs", "’")),
        ("en_US", "CHF", (".", "CHF", "CHF\xa0{}", "Swiss francs", ",")),
        ("en_GB", "GBP", (".", "£", "£{}", "British pounds", ",")),
        ("pl_PL", "PLN", (",", "zł", "{}\xa0zł", "Polish zlotys", "\xa0")),
        ("ar_EG", "EGP", (".", "ج.م.\u200f", "{}\xa0EGP", "Egyptian pounds", ",")),
        ("ka_GE", "GEL", (",", "₾", "{}\xa0GEL", "Georgian laris", "\xa0")),
        ("fr_FR", "EUR", (",", "€", "{}\xa0€", "euros", "\u202f")),
        ("nowhere", "USD", (".", "$", "${}", "US dollars", ",")),
        ("", "", (".", "", "{}", "", ",")),
    ],
)
def test_how_a_place_writes_amounts(locale, currency, expected):
    assert number_style(locale, currency) == expected


def test_every_amount_with_its_currency_can_be_printed():
    patterns = {number_style(locale, currency).pattern for locale, _ in locales() for currency, _ in currencies()}

    assert [each for each in patterns if shown(each) != each or each.count("{}") != 1] == []


def test_every_sign_between_thousands_can_be_printed_and_is_not_the_one_before_the_cents():
    styles = [number_style(locale, "USD") for locale, _ in locales()]

    assert {each.thousands for each in styles} == {",", ".", "’", "\u00a0", "\u202f"}
    assert [each for each in styles if shown(each.thousands) != each.thousands] == []
    assert [each for each in styles if each.thousands == each.separator] == []


def test_inside_the_block_it_is_there():
    with in_locale(Desk(time_zone="Europe/Berlin", currency="EUR", locale="de_DE")):
        assert (clock(), show_cents(2050), style_now().sign) == ("22:00", "20,50", "€")
        assert (show_money(2050), show_money(-5), style_now().currency) == ("20,50\xa0€", "−0,05\xa0€", "euros")

    assert (clock(), show_cents(2050), style_now().sign) == ("16:00", "20.50", "$")
    assert (show_money(2050), show_money(-5), style_now().currency) == ("$20.50", "−$0.05", "US dollars")


def test_a_time_zone_that_is_set_goes_before_the_row(settings):
    settings.TIME_ZONE_IS_SET = True

    with in_locale(Desk(time_zone="Europe/Berlin")):
        assert timezone.get_current_timezone_name() == "America/New_York"


def test_a_desk_that_says_no_zone_has_the_machine_s():
    with in_locale(Desk()):
        assert timezone.get_current_timezone_name() == "America/New_York"


@pytest.mark.pg
@pytest.mark.django_db
def test_home_is_where_the_row_says():
    Desk.objects.update(time_zone="Asia/Tokyo", currency="JPY", locale="ja_JP")

    with in_locale():
        assert (clock(), style_now().sign) == ("06:00", "￥")


@pytest.mark.django_db
def test_a_request_is_answered_at_home(client):
    Desk.objects.update(time_zone="Asia/Tokyo", locale="de_DE", currency="EUR")

    desk = client.get("/").wsgi_request.desk

    assert (desk.time_zone, desk.locale, desk.currency) == ("Asia/Tokyo", "de_DE", "EUR")


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_is_no_place(monkeypatch, tmp_path):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "moved.sqlite3"))

    desk = the_desk()

    assert (desk._state.adding, desk.time_zone, desk.currency) == (True, "", "USD")
    connection.close()


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "offset"), [("", "-05:00"), ("Europe/Berlin", "+01:00")])
def test_a_command_tells_the_time_at_home(zone, offset):
    Evening("dave-2018")
    Desk.objects.update(time_zone=zone)
    out = StringIO()

    call_command("export_night", "2026-11-20", stdout=out)

    assert [line.count(f'{offset}"') for line in out.getvalue().splitlines() if '"open"' in line] == [1]
