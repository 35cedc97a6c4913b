"""The page of a night's reservations, as the host uses it: answers, messages on the page, and invitations."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Place
from reservations.models import Night
from reservations.nights import commands as nights_commands
from reservations.strikes import commands as strikes_commands
from tests.hostdesk.browsing import Page
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, one, preset, strikes
from tests.reservations.regulars import add
from tests.reservations.regulars import stamp as a_stamp

pytestmark = [pytest.mark.further, pytest.mark.django_db]

WHY = {"reason": "Promised last week"}

ACTS = ("answer", "confirm", "seat", "bump", "release", "pin", "favour")


def url(friday, name="", act=""):
    """Return the address of a night, of a player's panel on it, or of a form there."""
    person = f"guests/{one(name).number}/" if name else ""
    return f"/nights/{friday.night.pk}/{person}" + (f"{act}/" if act else "")


def sends(desk, friday, name, act, **said):
    """Open a player's panel and send its first form of that act."""
    return desk.sends(desk.opens(url(friday, name)).form(f"/{act}/"), **said)


def of(friday, name):
    """Return a player's answer and the resulting place."""
    return friday.rsvp_state.of(one(name).number)


def in_hours(hours):
    """Return the time in that many hours, on a full minute."""
    return (timezone.now() + timedelta(hours=hours)).replace(second=0, microsecond=0)


def test_the_page_says_who_comes_and_who_waits(desk, friday):
    friday.maybe("Fay")
    friday.no("Ann")

    page = desk.opens(url(friday))

    assert "2 of 2 seats taken · 2 waiting" in page.text
    assert "“2nd in line. One asked before you.”" in page.text
    assert [words for words in ("Seats", "Waiting list 2", "Maybe 1", "No 1") if words not in page.text] == []


@pytest.mark.parametrize("name", ["Bo", " bo "])
def test_a_name_leads_to_what_can_be_done(desk, friday, name):
    found = desk.client.get(url(friday), {"who": name})

    assert (found.status_code, found.url) == (302, url(friday, "Bo"))


@pytest.mark.parametrize("name", ["Nobody", "<b>", "\x00", "x" * 200])
def test_a_name_that_nobody_has_is_told(desk, friday, name):
    page = Page(desk.client.get(url(friday), {"who": name}), url(friday))

    assert page.status == 200
    assert page.links["Add them first"] == f"/players/add/?next={url(friday)}"


def test_a_yes_where_seats_are_free_is_a_seat_for_all_of_them(desk, empty):
    page = sends(desk, empty, "Bo", "answer", answer="yes", guests="Zoe\r\n\r\n")

    assert page.url == url(empty, "Bo")
    assert of(empty, "Bo").guests == ("Zoe",)
    assert "Has 2 seats With Zoe" in page.text


def test_who_comes_late_says_when_by_the_clock_of_the_night(desk, empty):
    late = empty.night.starts_at + timedelta(minutes=90)
    clock = f"{late.astimezone(NEW_YORK):%H:%M}"

    page = sends(desk, empty, "Bo", "answer", answer="yes", expected=clock)

    assert of(empty, "Bo").expected_at == late
    assert f"Comes at {clock}." in page.text


def test_who_asks_for_a_full_night_waits(desk, friday):
    page = sends(desk, friday, "Fay", "answer", answer="yes")

    assert friday.waiting == ["Di", "Eve", "Fay"]
    assert "Fay says yes. 3rd in line" in page.text


@pytest.mark.parametrize("answer", ["no", "maybe"])
def test_who_has_a_seat_gives_it_up_only_when_the_host_is_sure(desk, friday, answer):
    form = desk.opens(url(friday, "Bo")).form("/answer/")
    asked = desk.sends(form, answer=answer)
    before = friday.seated

    page = desk.sends(asked.form("/answer/"), answer=answer)

    assert "Bo gives up the seat. Di is next in line and moves up." in asked.text
    assert (before, friday.seated, page.status) == (["Bo", "Cy"], ["Cy", "Di"], 200)


@pytest.mark.parametrize(("name", "waiting"), [("Di", ["Eve"]), ("Gil", ["Di", "Eve"])])
def test_without_a_seat_a_no_needs_no_second_tap(desk, friday, name, waiting):
    page = sends(desk, friday, name, "answer", answer="no")

    assert (page.status, friday.waiting, of(friday, name).reply) == (200, waiting, "no")
    assert f"{name} says no." in page.text


def test_giving_up_a_seat_too_late_says_what_it_means(desk):
    cast()
    friday = Friday(preset("ericn"), starts_at=in_hours(1)).full("Bo")

    page = desk.opens(url(friday, "Bo"))
    desk.sends(next(each for each in page.forms if "asked" in each.fields), answer="no")

    limit = (friday.start - timedelta(hours=2)).astimezone(NEW_YORK)
    assert f"{limit:%H:%M} this is a late change: strike 1." in page.text
    assert strikes("Bo") == [("late cancellation", "counts")]


@pytest.mark.parametrize("answer", ["no", "maybe"])
def test_a_strike_that_the_open_panel_did_not_announce_is_asked_about_at_the_tap(desk, answer):
    cast()
    friday = Friday(preset("ericn"), starts_at=in_hours(3)).full("Bo")
    opened = desk.opens(url(friday, "Bo"))
    Night.objects.update(starts_at=friday.start - timedelta(minutes=90))  # as if 90 minutes had passed

    asked = desk.sends(next(each for each in opened.forms if "asked" in each.fields), answer=answer)
    kept = friday.seated, strikes("Bo")
    desk.sends(asked.form("/answer/"), answer=answer)

    limit = f"{(friday.start - timedelta(hours=2)).astimezone(NEW_YORK):%H:%M}."
    assert ("No strike until" in opened.text, limit in opened.text) == (True, True)  # with the day if past midnight
    assert (asked.status, "this is a late change: strike 1." in asked.text, kept) == (200, True, (["Bo"], []))
    assert (friday.seated, strikes("Bo")) == ([], [("late cancellation", "counts")])


def test_a_guest_who_finds_no_seat_waits_together_or_not_at_all(desk, friday):
    refused = sends(desk, friday, "Bo", "answer", guests="Zoe")
    page = desk.sends(refused.form("/answer/"), guests="Zoe", together="yes")

    assert (refused.status, page.status) == (422, 200)
    assert friday.seated == ["Cy", "Di"]
    assert friday.waiting == ["Eve", "Bo"]


def test_who_takes_a_seat_that_is_kept_keeps_their_guests(desk):
    cast()
    house = a_house(waiting={"moves_up": "by an offer"})
    friday = Friday(house, seats=3, starts_at=in_hours(72)).full("Bo", "Cy", "Eve")
    friday.yes("Di", guests=["Zoe", "Max & <b>"])
    for name in ("Bo", "Cy", "Eve"):
        friday.no(name, before=72 * 60)
    kept = of(friday, "Di").place

    sends(desk, friday, "Di", "answer", answer="yes")

    assert (kept, of(friday, "Di").place) == (Place.OFFERED, Place.SEAT)
    assert of(friday, "Di").guests == ("Zoe", "Max & <b>")


def test_who_is_barred_gets_no_seat_without_a_ruling(desk, empty):
    add("Fay", removed=True)

    refused = sends(desk, empty, "Fay", "answer", answer="yes")
    ruled = next(form for form in refused.forms if form.buttons == [("", "", "submit")] and "ruling" in form.fields)
    page = desk.sends(ruled, ruling="one more chance")

    assert (refused.status, page.status) == (422, 200)
    assert "Overruled by the host: one more chance" in page.text
    assert empty.seated == ["Fay"]


def test_a_seat_is_confirmed_for_somebody(desk):
    cast()
    house = a_house(confirmation={"asked_minutes": 48 * 60})
    friday = Friday(house, starts_at=in_hours(24)).full("Bo", "Cy")
    friday.tick(24 * 60)
    asked = desk.opens(url(friday)).text

    page = sends(desk, friday, "Bo", "confirm")

    assert "0 of 2 have." in asked
    assert "1 of 2 have." in page.text
    assert "Bo has confirmed. Has a seat" in page.text
    assert (of(friday, "Bo").confirmed, of(friday, "Cy").confirmed) == (True, False)


def test_all_regulars_who_have_not_answered_are_invited_at_once(desk, friday):
    page = desk.sends(desk.opens(url(friday)).form("/invite/"))

    assert friday.rsvp_state.invited == {one("Ann").number, one("Fay").number}
    assert (page.url, "2 are invited." in page.text) == (f"/nights/{friday.night.pk}/messages/", True)
    assert "All regulars are invited or have answered." in desk.opens(url(friday)).text


def test_the_host_chooses_whom_to_invite(desk, friday):
    form = [form for form in desk.opens(url(friday)).forms if form.action.endswith("/invite/")][-1]
    nobody = desk.sends(form)

    desk.sends(form, players=[str(one("Gil").number)])

    assert (nobody.status, "Choose whom to invite." in nobody.text) == (422, True)
    assert friday.rsvp_state.invited == {one("Gil").number}


def test_who_is_invited_already_is_invited_again_only_with_a_tick(desk, friday):
    desk.sends(desk.opens(url(friday)).form("/invite/"))
    form = [form for form in desk.opens(url(friday)).forms if form.action.endswith("/invite/")][-1]
    asked = [str(one("Fay").number)]

    refused = desk.sends(form, players=asked)
    again = desk.sends(refused.form("/invite/"), players=asked, again="yes")

    assert (refused.status, refused.form("/invite/").fields["players"]) == (422, asked)
    assert (again.status, "One is invited." in again.text) == (200, True)


@pytest.mark.parametrize("players", [["99999"], ["0"], ["x"], ["-1"]])
def test_who_is_not_there_is_not_invited(desk, friday, players):
    page = desk.sends(desk.opens(url(friday)).form("/invite/"), players=players)

    assert page.status == 422
    assert friday.rsvp_state.invited == frozenset()


def test_after_the_start_nothing_moves_by_itself(desk):
    cast()
    friday = Friday(a_house(), starts_at=in_hours(-1)).full("Bo", "Cy", "Di")

    page = desk.opens(url(friday))
    sends(desk, friday, "Di", "seat", makes_room=str(one("Bo").number), **WHY)

    assert "only you give seats now" in page.text
    assert (friday.seated, friday.waiting) == (["Cy", "Di"], ["Bo"])


def test_a_bank_that_opens_early_leaves_the_line_to_itself(desk):
    cast()
    friday = Friday(a_house(), starts_at=in_hours(1)).full("Bo", "Cy", "Di")
    Night.objects.update(rules=friday.night.house.newest())

    assert "A free seat is offered to the next in line for 30 minutes." in desk.opens(url(friday)).text


def test_a_cancelled_night_takes_no_changes(desk, friday):
    form = desk.opens(url(friday, "Bo")).form("/bump/")
    nights_commands.cancel_night(stamp=friday.at(0), night=friday.night, reason="The heating.")

    pages = [desk.opens(url(friday)), desk.opens(url(friday, "Bo")), desk.sends(form, **WHY)]

    assert [page.status for page in pages] == [200, 200, 422]
    assert [form.action for form in pages[1].forms if "/guests/" in form.action] == []


def test_a_cancelled_night_says_why_and_invites_nobody(desk, empty):
    nights_commands.cancel_night(stamp=empty.at(0), night=empty.night, reason="The heating.")

    said = desk.opens(url(empty)).part("main")

    assert "This night is cancelled: The heating." in said
    assert [words for words in ("Nobody has a seat yet", "Invite", "Who came, who did not") if words in said] == []


def test_a_house_with_a_minimum_age_flags_who_has_shown_no_id(desk):
    cast()
    friday = Friday(preset("ericn"), starts_at=in_hours(72)).full("Bo", "Cy")
    strikes_commands.see_id(stamp=friday.at(0), player=one("Cy"), on=timezone.localdate())

    page = desk.opens(url(friday))

    assert page.text.count("ID not seen") == 1


def test_the_address_of_a_duplicate_leads_to_the_person(desk, friday):
    merge_players(stamp=a_stamp("merge-of-duplicates"), player=one("Fay"), into=one("Di"))

    page = desk.opens(url(friday, "Fay"))

    assert page.url == url(friday, "Di")


def test_a_night_without_seats_or_a_time(desk):
    cast()
    friday = Friday(a_house(), seats=None, starts_at=None).full("Bo", "Cy")

    page = desk.opens(url(friday))

    assert "2 coming" in page.text
    assert of(friday, "Bo").has_seat


def test_the_old_address_leads_to_the_guests_with_the_name_that_is_looked_for(desk, friday):
    moved = desk.client.get(f"{url(friday)}guests/?who=Bo")

    assert (moved.status_code, moved.url) == (301, f"{url(friday)}?part=guests&who=Bo#guests")


@pytest.mark.parametrize("act", ACTS)
def test_the_address_of_a_form_leads_to_the_page_it_is_on(desk, friday, act):
    response = desk.client.get(url(friday, "Bo", act))

    assert (response.status_code, response.url) == (302, url(friday, "Bo"))


@pytest.mark.parametrize("rest", ["99/", "{night}/guests/99999/", "99/guests/1/"])
def test_what_is_not_there_is_not_found(desk, friday, rest):
    assert desk.client.get("/nights/" + rest.format(night=friday.night.pk)).status_code == 404


@pytest.mark.parametrize("name", ["", "Bo", "Di"])
def test_one_more_guest_takes_no_more_queries(desk, friday, name):
    desk.client.get(url(friday, name))
    counts = []
    desk.client.get(url(friday, name))  # fills the cache of the house
    for people in (("Ann",), ("Fay", "Gil")):
        friday.full(*people)
        with CaptureQueriesContext(connection) as queries:
            desk.client.get(url(friday, name))
        counts.append(len(queries))

    assert counts[0] == counts[1]
