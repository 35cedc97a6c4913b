"""A person with two seats: the desk asks the inviter and the host, and one tap drops the second seat."""

from datetime import timedelta

import pytest

from reservations.nights import commands as nights_commands
from tests.hostdesk.ahead import a_friday, looks, says
from tests.played_once import played_once
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HOSTILE = "Zoe & <b>Max"
PLAYS = "Bo also plays here and has their own answer."


@pytest.fixture
@played_once
def friday():
    """A night with five seats."""
    return a_friday(seats=5)


def url(friday, name="", act=""):
    """Return the address of a night's guests, of a player's panel, or of a form there."""
    person = f"{one(name).number}/" if name else ""
    return f"/nights/{friday.night.pk}/guests/{person}" + (f"{act}/" if act else "")


def of(friday, name):
    """Return a player's answer and the resulting place."""
    return friday.rsvp_state.of(one(name).number)


def test_who_brings_somebody_who_plays_is_asked_and_has_the_seats(friday):
    friday.yes("Bo")

    page = says("Ann", friday, answer="yes", guests="bo\r\nZoe")

    assert "bo also plays here and has their own answer." in page.text
    assert (page.status, of(friday, "Ann").guests, friday.rsvp_state.taken) == (200, ("bo", "Zoe"), 4)


def test_nobody_learns_who_comes_by_naming_them_as_a_guest(friday):
    friday.yes("Ann", guests=("Bo", HOSTILE))
    before = looks("Ann", friday).text
    friday.yes("Bo")
    friday.yes("Cy", guests=(HOSTILE,))

    after = looks("Ann", friday).text

    asked = [(PLAYS in page, page.count("their own answer")) for page in (before, after)]
    assert asked == [(True, 1), (True, 1)]


def test_who_is_no_regular_is_brought_without_a_word(friday):
    friday.yes("Ann", guests=("Gil",))

    assert "their own answer" not in looks("Ann", friday).text


def test_one_tap_leaves_them_out_and_the_seat_goes_to_the_next(friday):
    """Five seats: Ann, Bo, Zoe, Bo again, and Cy; Di waits until only one Bo is left."""
    friday.full("Bo", "Cy")
    friday.yes("Ann", guests=("Bo", "Zoe"))
    friday.yes("Di")
    before = friday.waiting

    page = says("Ann", friday, answer="yes")

    assert (before, friday.waiting, friday.rsvp_state.taken) == (["Di"], [], 5)
    assert (of(friday, "Ann").guests, PLAYS in page.text) == (("Zoe",), False)


def test_the_host_is_asked_and_drops_the_doubled_one(desk, friday):
    late = friday.start + timedelta(hours=1)
    friday.yes("Bo")
    friday.yes("Ann", guests=("Bo", HOSTILE), expected_at=late)
    page = desk.opens(url(friday))

    after = desk.sends(page.form(f"/guests/{one('Ann').number}/answer/"))

    assert "Ann brings Bo . Bo is on the list too. Same person?" in page.text
    assert (of(friday, "Ann").guests, of(friday, "Ann").expected_at) == ((HOSTILE,), late)
    assert (friday.rsvp_state.taken, "they have two seats" in after.text) == (3, False)


def test_the_host_is_asked_on_both_sides_where_two_bring_them(desk, friday):
    friday.yes("Ann", guests=("Zoe",))
    friday.yes("Cy", guests=("ZOE",))

    page = desk.opens(url(friday))

    assert "Ann brings Zoe . Cy brings a guest of that name too." in page.text
    assert "Cy brings ZOE . Ann brings a guest of that name too." in page.text


def test_for_whom_a_seat_is_kept_is_looked_at_first(desk):
    friday = a_friday(seats=3, hours=1)
    friday.full("Bo", "Cy", "Di")
    friday.yes("Ann", guests=("Bo",))
    friday.no("Cy", before=59)
    friday.no("Di", before=58)

    page = desk.opens(url(friday))

    assert (of(friday, "Ann").place, page.links["See Ann…"]) == ("offered", url(friday, "Ann"))
    assert [form for form in page.forms if form.action == url(friday, "Ann", "answer")] == []


def test_once_the_night_is_off_nobody_is_asked(desk, friday):
    friday.yes("Bo")
    friday.yes("Ann", guests=("Bo",))
    nights_commands.cancel_night(stamp=friday.at(600), night=friday.night, reason="snow")

    pages = [desk.opens(url(friday)), looks("Ann", friday)]

    assert [("two seats" in page.text, PLAYS in page.text) for page in pages] == [(False, False)] * 2


def test_more_of_them_take_no_more_queries(desk, friday, django_assert_max_num_queries):
    friday.yes("Bo")
    friday.yes("Ann", guests=("Bo",))
    counts = []
    desk.client.get(url(friday))  # fills the cache of the house
    for name in ("Cy", "Di"):
        friday.yes(name)
        friday.yes("Ann", guests=("Bo", name))
        with django_assert_max_num_queries(100) as queries:
            desk.client.get(url(friday))
        counts.append(len(queries))

    assert counts[0] == counts[1]
