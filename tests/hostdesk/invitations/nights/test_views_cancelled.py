"""The pages that call nights off and on again, and end a series."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reservations.models import Fact, Night, Series
from reservations.nights.commands import cancel_night
from reservations.nights.plans import WEEKS, Repeats
from reservations.parsing.days import day_of
from tests.reservations.planned import a_night, again, comes, plans, said_of, stamp

pytestmark = [pytest.mark.further, pytest.mark.django_db]

FRIDAY = date(2099, 11, 20)


def cancelling(desk, night):
    return desk.opens(f"/nights/{night.pk}/cancel/").form("/cancel/")


def test_who_is_told_is_said_before_a_night_is_cancelled(desk):
    night = a_night(day=FRIDAY, seats=1)
    comes(night, "Bo", "<b>")

    page = desk.opens(f"/nights/{night.pk}/cancel/")

    assert "2 players are told: <b> Bo" in page.text


def test_a_night_is_cancelled_with_a_reason(desk, night):
    page = desk.sends(cancelling(desk, night), reason="Snow everywhere")

    assert page.url == f"/nights/{night.pk}/"
    assert "No one to notify." in page.text
    assert "This night is cancelled: Snow everywhere" in page.text
    assert [name for name in ("Open the bank", "Change", "Cancel the night…") if name in page.links] == []


def test_a_night_is_not_cancelled_without_a_reason(desk, night):
    page = desk.sends(cancelling(desk, night), reason=" ")

    assert (page.status, again(night).cancelled_at) == (422, None)
    assert "Give a reason; the player will read it." in page.text


def test_a_double_tap_cancels_once(desk, night):
    form = cancelling(desk, night)

    pages = [desk.sends(form, reason="Snow") for _ in range(2)]

    assert ([page.status for page in pages], len(said_of(night))) == ([200, 200], 1)


def test_two_tablets_that_cancel_the_same_night(desk, night):
    form = cancelling(desk, night)
    desk.sends(cancelling(desk, night), reason="Snow")

    page = desk.sends(form, reason="Ice")

    assert (page.status, len(said_of(night))) == (422, 1)
    assert page.alert == "20 2099"


def test_skipping_one_of_a_series_leaves_the_others(desk, series):
    night = series.nights.order_by("date")[1]

    page = desk.opens(f"/nights/{night.pk}/cancel/")
    desk.sends(page.form("/cancel/"), reason="Holidays")

    assert (page.links["End the series"], "Skip this night" in page.text) == (f"/series/{series.pk}/", True)
    assert [each.cancelled_at is None for each in series.nights.order_by("date")] == [True, False, True, True]


def test_a_night_is_on_again(desk, night):
    cancel_night(stamp=stamp(), night=night, reason="Snow")

    page = desk.sends(desk.opens(f"/nights/{night.pk}/").form("/restore/"))

    assert "The night is on again, with the same seats and waiting list." in page.text
    assert again(night).cancelled_at is None


def test_a_night_that_cannot_be_on_again_is_told(desk, night):
    cancel_night(stamp=stamp(), night=night, reason="Snow")
    form = desk.opens(f"/nights/{night.pk}/").form("/restore/")
    a_night(day=FRIDAY)

    page = desk.sends(form)

    assert page.status == 422
    assert page.alert == "20 2099"


@pytest.mark.parametrize("part", ["change", "cancel"])
def test_what_cannot_be_done_any_more_leads_to_the_night(desk, night, part):
    cancel_night(stamp=stamp(), night=night, reason="Snow")

    assert desk.opens(f"/nights/{night.pk}/{part}/").url == f"/nights/{night.pk}/"


@pytest.mark.parametrize("part", ["change/", "cancel/"])
def test_a_night_that_is_not_there_is_not_found(desk, part):
    assert [desk.client.get(f"/nights/{pk}/{part}").status_code for pk in (0, 99, 10**30)] == [404, 404, 404]


def test_the_bank_of_a_cancelled_night_is_not_opened(desk, night):
    cancel_night(stamp=stamp(), night=night, reason="Snow")

    assert desk.opens(f"/nights/{night.pk}/open/").url == f"/nights/{night.pk}/"


def test_a_series_shows_its_nights(desk, series):
    comes(series.nights.order_by("date")[0], "Bo")

    page = desk.opens(f"/series/{series.pk}/")

    assert "Every Friday Friday game Fri 20 Nov 2099 to Fri 11 Dec 2099" in page.text
    assert "Fri 20 Nov 2099 19:00 (Europe/Berlin) planned 1 of 10" in page.text


def test_what_ending_a_series_means_is_said_first(desk, series):
    comes(series.nights.order_by("date")[3], "Bo", "Cy")

    page = desk.opens(f"/series/{series.pk}/?after=2099-11-27")

    assert "Cancelled with it: Fri 4 Dec 2099 Fri 11 Dec 2099 2 players are told: Bo Cy" in page.text
    assert Series.objects.get().until == date(2099, 12, 11)


def test_a_series_is_ended(desk, series):
    form = desk.opens(f"/series/{series.pk}/?after=2099-11-27").form(f"/series/{series.pk}/")

    page = desk.sends(form, reason="We move house")

    assert "Cancelled with it: 2 nights. No one to notify." in page.text
    assert Fact.objects.filter(kind="cancel", reason="We move house").count() == 2


def test_ending_it_where_it_has_ended_already_is_told(desk, series):
    form = desk.opens(f"/series/{series.pk}/?after=2099-12-11").form(f"/series/{series.pk}/")

    page = desk.sends(form)

    assert page.status == 422
    assert f"The series of Friday game from {day_of(FRIDAY)} ends on Fri 11 Dec 2099 already." in page.text


@pytest.mark.parametrize("after", ["", "<b>", "2099-02-30"])
def test_a_day_that_is_none_ends_nothing(desk, series, after):
    page = desk.opens(f"/series/{series.pk}/?after={after}")

    assert (page.status, "Preview" in page.text) == (200, True)
    assert desk.client.post(f"/series/{series.pk}/", {"after": after, "key": "some-key-1"}).status_code == 422


def test_past_nights_of_a_series_come_after_those_ahead(desk, series):
    first = series.nights.order_by("date")[0]
    Night.objects.filter(pk=first.pk).update(date=date(2020, 1, 3))

    page = desk.opens(f"/series/{series.pk}/")

    assert page.text.index("Fri 11 Dec 2099 19:00") < page.text.index("Fri 3 Jan 2020")


def test_more_nights_take_no_more_queries(desk, series, django_assert_num_queries):
    address = f"/series/{series.pk}/?after=2099-11-20"
    desk.opens(address)
    with CaptureQueriesContext(connection) as four:
        desk.opens(address)
    plans(day=date(2099, 11, 21), repeats=Repeats(WEEKS, 1, date(2099, 11, 21)))
    Night.objects.filter(series__gt=series.pk).update(series=series)

    with django_assert_num_queries(len(four)):
        desk.opens(address)


def test_home_and_the_list_say_when_a_night_starts(desk, night):
    pages = [desk.opens(address).text for address in ("/", "/nights/")]

    assert re.search(r"Fri 20 Nov 2099\W+19:00 to about 01:00 \(Europe/Berlin\)", pages[0])
    assert "Fri 20 Nov 2099 19:00 (Europe/Berlin)" in pages[1]


def test_a_cancelled_night_is_left_out_at_home_and_struck_in_the_list(desk, night):
    cancel_night(stamp=stamp(), night=night, reason="Snow")

    assert "2099" not in desk.opens("/").text
    assert 'class="undone' in desk.opens("/nights/?state=cancelled").html
