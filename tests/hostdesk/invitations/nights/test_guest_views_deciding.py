"""The host's decisions about guests and about the waiting list: seats and places in line, all with a reason."""

import pytest

from reservations.models import Fact
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db]

WHY = {"reason": "Promised last week"}


def url(friday, name="", act=""):
    """Return the address of a night's guests, of a player's panel, or of a form there."""
    person = f"{one(name).number}/" if name else ""
    return f"/nights/{friday.night.pk}/guests/{person}" + (f"{act}/" if act else "")


def sends(desk, friday, name, act, **said):
    """Open a player's panel and send its first form of that act."""
    return desk.sends(desk.opens(url(friday, name)).form(f"/{act}/"), **said)


def test_a_seat_is_given_where_one_is_free(desk, friday):
    friday.night.seats = 3
    friday.night.save(update_fields=["seats"])

    page = sends(desk, friday, "Eve", "seat", **WHY)

    assert (page.status, "Eve" in friday.seated) == (200, True)
    assert "Eve has a seat." in page.text


def test_beyond_the_seats_the_page_asks_who_makes_room(desk, friday):
    asked = sends(desk, friday, "Eve", "seat", **WHY)
    before = friday.seated

    page = desk.sends(asked.form("/seat/"), makes_room=str(one("Bo").number))

    assert "1 seat is needed. Who gives up a seat? Cy Bo" in asked.text
    assert (asked.status, before, page.status) == (422, ["Bo", "Cy"], 200)
    assert (friday.seated, friday.waiting) == (["Cy", "Eve"], ["Di", "Bo"])


def test_several_make_room_and_one_too_few_is_asked_again(desk, friday):
    friday.yes("Di", guests=["Ivy"])
    asked = sends(desk, friday, "Di", "seat", makes_room=str(one("Bo").number), **WHY)

    page = desk.sends(asked.form("/seat/"), makes_room=[str(one(name).number) for name in ("Bo", "Cy")])

    assert "1 more seat is needed for Di: say who makes room." in asked.text
    assert "2 seats are needed. Who gives up a seat?" in asked.text
    assert asked.form("/seat/").fields["makes_room"] == [str(one("Bo").number)]
    assert (asked.status, page.status, friday.seated) == (422, 200, ["Di"])


def test_only_who_has_a_seat_makes_room(desk, friday):
    pages = [sends(desk, friday, "Eve", "seat", makes_room=number, **WHY) for number in (one("Di").number, 99_999)]

    assert [page.status for page in pages] == [422, 422]
    assert friday.seated == ["Bo", "Cy"]


def test_a_seat_is_taken_away_with_a_reason(desk, friday):
    page = sends(desk, friday, "Bo", "bump", **WHY)

    assert (friday.seated, friday.waiting) == (["Cy", "Di"], ["Eve", "Bo"])
    assert "Bo is on the waiting list." in page.text
    assert "Why: Promised last week" in page.text


def test_a_reservation_is_deleted_with_a_reason(desk, friday):
    page = sends(desk, friday, "Di", "release", **WHY)

    assert friday.waiting == ["Eve"]
    assert "Removed Why: Promised last week" in page.text


def test_a_place_in_line_is_given_and_taken_back(desk, friday):
    pinned = sends(desk, friday, "Eve", "pin", position="1", **WHY)
    order = friday.waiting

    sends(desk, friday, "Eve", "pin", position="", **WHY)

    assert "pinned 1st" in pinned.text
    assert (order, friday.waiting) == (["Eve", "Di"], ["Di", "Eve"])


def test_the_host_favours_and_favours_no_more(desk, friday):
    sends(desk, friday, "Eve", "favour", **WHY)
    order = friday.waiting

    page = sends(desk, friday, "Eve", "favour", **WHY)

    assert (order, friday.waiting) == (["Eve", "Di"], ["Di", "Eve"])
    assert "Eve waits like the others." in page.text


def test_favour_where_the_house_has_none_takes_a_ruling(desk, empty):
    empty.full("Bo", "Cy", "Di", "Eve")

    refused = sends(desk, empty, "Eve", "favour", **WHY)
    page = desk.sends(refused.form("/favour/"), ruling="my birthday")

    assert (refused.status, "The friday game says no." in refused.text) == (422, True)
    assert (page.status, empty.waiting) == (200, ["Eve", "Di"])
    assert "Eve is favoured. Overruled by the host: my birthday" in page.text


@pytest.mark.parametrize("act", ["seat", "bump", "release", "pin", "favour"])
def test_nothing_is_decided_without_a_reason(desk, friday, act):
    name, before = "Bo" if act == "bump" else "Di", Fact.objects.count()

    page = sends(desk, friday, name, act, reason="  ")

    assert (page.status, Fact.objects.count()) == (422, before)
    assert "Give a reason; the player will read it." in page.text


def test_reasons_given_lately_are_offered(desk, friday):
    friday.do("bump", "Bo", reason="Came without shoes")

    form = desk.opens(url(friday, "Cy")).form("/bump/")

    assert form.buttons[0] == ("", "", "submit")
    assert form.buttons[1][1] == "Came without shoes"


@pytest.mark.parametrize(("name", "act"), [("Bo", "bump"), ("Di", "release"), ("Di", "pin"), ("Di", "favour")])
def test_pressed_twice_it_is_decided_once(desk, friday, name, act):
    form = desk.opens(url(friday, name)).form(f"/{act}/")

    pages = [desk.sends(form, **WHY) for _ in range(2)]

    assert [page.url for page in pages] == [url(friday, name)] * 2
    assert Fact.objects.filter(reason=WHY["reason"]).count() == 1


def test_a_form_that_was_used_for_something_else_is_a_conflict(desk, friday):
    form = desk.opens(url(friday, "Di")).form("/pin/")
    desk.sends(form, position="1", **WHY)

    page = desk.sends(form, position="2", **WHY)

    assert page.status == 409
    assert "This form has been used already" in page.text


def test_a_page_that_is_out_of_date_says_so(desk, friday):
    form = desk.opens(url(friday, "Bo")).form("/bump/")
    friday.do("bump", "Bo")

    page = desk.sends(form, **WHY)

    assert page.status == 422
    assert "Bo has no seat on the night of" in page.text
