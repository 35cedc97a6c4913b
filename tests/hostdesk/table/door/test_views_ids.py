"""The page of a player's ID: the day, the witness, and a birth date only where the host wants it kept."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from reservations.models import Fact
from reservations.rsvps.door_queries import IdSeen, id_seen
from tests.played_once import played_once
from tests.reservations.friday import a_house, cast, one, preset

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def url():
    """The ID page of Bo, at a desk where one house has an age limit of 21 years."""
    cast()
    preset("ericn")
    return f"/players/{one('Bo').number}/id/"


def test_old_enough_is_noted_without_a_date(desk, url):
    page = desk.opens(url)

    after = desk.sends(page.form("/id/"), on="2026-11-20")

    assert "Not seen yet." in page.text
    assert "21 or over: seen" in page.text
    assert (after.url, id_seen(one("Bo"))) == (url.removesuffix("id/"), IdSeen(date(2026, 11, 20), "Ann", None))
    assert "ID seen on Fri 20 Nov 2026, by Ann" in after.text


def test_the_day_is_today_where_nothing_else_is_said(desk, url):
    desk.sends(desk.opens(url).form("/id/"))

    assert id_seen(one("Bo")).on == timezone.localdate()


def test_a_birth_date_is_kept_where_that_is_ticked(desk, url):
    page = desk.sends(desk.opens(url).form("/id/"), on="2026-11-20", keep_born="yes", born="1990-05-01")

    assert id_seen(one("Bo")).born == date(1990, 5, 1)
    assert "born Tue 1 May 1990" in page.text


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"born": "1990-05-01"}, "Keep the birth date"),
        ({"keep_born": "yes"}, "Enter the birth date"),
        ({"keep_born": "yes", "born": "2099-11-20"}, "Check the birth date."),
        ({"keep_born": "yes", "born": "soon"}, "soon"),
        ({"on": ""}, "Enter the day it was seen."),
        ({"on": "2099-01-01"}, "That day is in the future"),
    ],
)
def test_what_is_refused_is_not_kept(desk, url, said, sentence):
    page = desk.sends(desk.opens(url).form("/id/"), **{"on": "2026-11-19", **said})

    assert (page.status, sentence in page.text, Fact.objects.count()) == (422, True, 0)


def test_two_ages_are_one_old_enough(desk, url):
    a_house(door={"minimum_age": 18})

    page = desk.sends(desk.opens(url).form("/id/"), on="2026-11-19", keep_born="yes", born="2006-05-01")

    assert "Old enough: seen" in desk.opens(url).text
    assert (page.status, id_seen(one("Bo")).born) == (200, date(2006, 5, 1))


def test_where_nobody_is_asked_but_an_id_was_seen_once_that_is_said(desk):
    cast()
    url = f"/players/{one('Bo').number}/"
    before = desk.opens(url)
    desk.client.post(f"{url}id/", {"key": "seen-in-november", "on": "2026-11-20"})

    page = desk.opens(url)

    assert before.part("id") == ""
    assert "None of your houses has a minimum age now" in page.text


def test_pressed_twice_it_is_noted_once(desk, url):
    form = desk.opens(url).form("/id/")

    pages = [desk.sends(form) for _ in range(2)]

    assert (pages[0].url, Fact.objects.count()) == (pages[1].url, 1)


def test_the_same_form_for_another_day_is_a_conflict(desk, url):
    form = desk.opens(url).form("/id/")
    desk.sends(form)

    page = desk.sends(form, on=(timezone.localdate() - timedelta(days=1)).isoformat())

    assert (page.status, Fact.objects.count()) == (409, 1)
