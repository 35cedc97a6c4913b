"""The calendar of the nights, a month at a time."""

from datetime import date

import pytest
from django.utils.timezone import localdate

from reservations.nights.commands import cancel_night
from tests.reservations.planned import a_night, stamp

pytestmark = pytest.mark.django_db


def test_a_night_stands_on_its_day_and_leads_to_its_page(desk):
    night = a_night(day=date(2099, 11, 20))

    page = desk.opens("/nights/?month=2099-11")

    assert page.links["19:00 Friday game 0 of 10"] == f"/nights/{night.pk}/"
    assert page.links["20"] == "/nights/plan/?date=2099-11-20"
    assert "Fri 20 Nov 2099 19:00 (Europe/Berlin) planned — 0 of 10" in page.text


def test_a_cancelled_night_is_struck_through(desk):
    cancel_night(stamp=stamp(), night=a_night(day=date(2099, 11, 20)), reason="Snow")

    html = desk.opens("/nights/?month=2099-11").html

    assert ('class="night off"' in html, ', cancelled"' in html) == (True, True)


def test_the_months_beside_it_are_a_link_away(desk):
    page = desk.opens("/nights/?month=2099-12")

    assert [page.links[name] for name in ("‹", "›", "Today")] == ["?month=2099-11", "?month=2100-01", "?month="]


@pytest.mark.parametrize("asked", ["?month=", "?month=2026-13", "?month=0001-01", "?month=<b>", "?month=2026-11-01"])
def test_this_month_is_shown_where_no_other_is_meant(desk, asked):
    page = desk.opens(f"/nights/{asked}")

    assert f"{localdate():%B %Y}" in page.text
    assert page.html.count('aria-current="date"') == 1


@pytest.mark.parametrize(
    ("asked", "leads_to"), [("", "?month=#month"), ("?month=2099-11", "?month=&month=2099-11#month")]
)
def test_the_old_address_leads_to_the_month_above_the_list(desk, asked, leads_to):
    moved = desk.client.get(f"/nights/calendar/{asked}")

    assert (moved.status_code, moved.url) == (301, f"/nights/{leads_to}")


def test_a_day_that_is_past_is_not_planned(desk):
    assert "/nights/plan/?date=" not in desk.opens("/nights/?month=2020-01").html
