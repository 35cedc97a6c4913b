"""A player's answers to a night: late, maybe, with guests, a seat given up too late, a reserved seat."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from reservations.acts.facts import Place
from reservations.models import Fact, Night
from tests.hostdesk.ahead import LATE, a_friday, clock, looks, night_of, place_of, says
from tests.hostdesk.browsing import own, phone
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, one, preset, strikes

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    return a_friday()


def test_yes_but_late(friday):
    page = says("Bo", friday, answer="yes", expected=clock(friday, 2))

    assert ("You come late, at " in page.text, f"{clock(friday, 2)}." in page.text) == (True, True)
    assert friday.rsvp_state.of(one("Bo").number).expected_at == friday.start + timedelta(hours=2)


@pytest.mark.parametrize(
    ("said", "words", "hours"),
    [({"expected": "late"}, "You come late, at ", 3), ({"in_time": "yes"}, "You come on time.", 0)],
)
def test_the_time_is_changed_later(friday, said, words, hours):
    friday.yes("Bo", expected_at=friday.start + timedelta(hours=1))
    said = {name: clock(friday, hours) if value == "late" else value for name, value in said.items()}

    page = says("Bo", friday, "expect", **said)

    assert (words in page.text, clock(friday, hours) in page.text) == (True, True)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("", "Enter the time you come."),
        ("25:00", "'25:00' is not a time like 20:30."),
        ("8pm", "'8pm' is not a time like 20:30."),
        ("start", "Enter a later time."),
    ],
)
def test_a_time_that_cannot_be_is_explained(friday, expected, words):
    friday.yes("Bo")

    page = says("Bo", friday, "expect", expected=clock(friday, 0) if expected == "start" else expected)

    assert (page.status, words in page.text) == (422, True)


def test_maybe_after_its_date_is_no_answer(friday):
    Night.objects.update(maybe_until=timezone.now() - timedelta(minutes=1))

    page = looks("Bo", friday)
    form = page.form("/answer/")
    refused = phone("Bo").sends(form, answer="maybe")

    assert "Maybe" not in page.text.split()
    assert (refused.status, "It is too late for a maybe: say yes or no." in refused.text) == (422, True)


def test_until_when_a_maybe_is_good_is_shown(friday):
    until = friday.start - timedelta(hours=48)
    Night.objects.update(maybe_until=until)

    told = f"{until.astimezone(ZoneInfo('America/New_York')):%H:%M}"

    assert f"{told} and keeps no seat." in looks("Bo", friday).text


def test_guests_are_brought_by_name(friday):
    page = says("Bo", friday, answer="yes", guests="Max\n")

    assert "You have 2 seats For you and Max." in page.text


@pytest.mark.parametrize(
    ("guests", "words"),
    [
        ("Max\nmax", "One of your guests is named twice"),
        ("a\nb\nc\nd\ne\nf", "6 guests are too many: at most 5"),
        ("x" * 41, "is not a name"),
    ],
)
def test_names_that_cannot_be_are_explained(friday, guests, words):
    page = says("Bo", friday, answer="yes", guests=guests)

    assert (page.status, words in page.text, Fact.objects.count()) == (422, True, 0)


def test_guests_who_do_not_fit_leave_a_choice(friday):
    friday.full("Ann", "Bo")

    page = says("Bo", friday, answer="yes", guests="Max")
    choice = next(each for each in page.forms if ("together", "yes", "submit") in each.buttons)
    kept = place_of("Bo", friday)
    waits = phone("Bo").sends(choice, together="yes")

    assert (page.status, kept, place_of("Bo", friday)) == (422, Place.SEAT, Place.WAITING)
    assert "There are not enough seats for your guests." in page.text
    assert "You need two seats together." in waits.text


def test_a_seat_is_given_up_with_one_tap_while_it_is_free(friday):
    friday.yes("Bo")

    page = says("Bo", friday, answer="no")

    assert "Your seat is free for somebody else." in page.text


def test_giving_up_a_seat_late_says_exactly_what_it_means_first():
    friday = a_friday(hours=1, house=a_house(attendance=LATE))
    friday.yes("Bo")

    asked = says("Bo", friday, answer="no")

    assert (asked.status, place_of("Bo", friday)) == (200, Place.SEAT)
    assert f"{clock(friday, -2)} this is a late change: strike 1. A friendly reminder follows." in asked.text


@pytest.mark.parametrize("answer", ["no", "maybe"])
@pytest.mark.parametrize("page", ["", "own"])
def test_a_seat_that_was_free_to_give_up_when_the_page_was_opened_asks_at_the_tap(answer, page):
    friday = a_friday(hours=3, house=a_house(attendance=LATE))
    friday.yes("Bo")
    opened = phone("Bo").opens(own("Bo") if page else night_of("Bo", friday))
    Night.objects.update(starts_at=friday.start - timedelta(minutes=90))  # as if 90 minutes had passed

    asked = phone("Bo").sends(opened.form("/answer/"), answer=answer)
    kept = place_of("Bo", friday), strikes("Bo")
    phone("Bo").sends(next(each for each in asked.forms if ("sure", "yes", "submit") in each.buttons), sure="yes")

    assert (asked.status, "strike 1" in asked.text, kept) == (200, True, (Place.SEAT, []))
    assert (place_of("Bo", friday), strikes("Bo")) == (Place.NONE, [("late cancellation", "counts")])


def test_a_player_who_moved_up_too_late_for_fair_notice_is_not_asked():
    friday = a_friday(hours=3, house=preset("ericn"), seats=1).full("Ann", "Bo")
    friday.no("Ann", before=180)
    Night.objects.update(starts_at=friday.start - timedelta(minutes=90))  # as if 90 minutes had passed

    page = says("Bo", friday, answer="no")

    assert (page.url, place_of("Bo", friday), strikes("Bo")) == (night_of("Bo", friday), Place.NONE, [])


def test_a_player_who_is_sure_gives_up_late_and_has_a_strike():
    friday = a_friday(hours=1, house=a_house(attendance=LATE))
    friday.yes("Bo")

    asked = says("Bo", friday, answer="no")
    page = phone("Bo").sends(
        next(each for each in asked.forms if ("sure", "yes", "submit") in each.buttons), sure="yes"
    )

    assert (page.url, place_of("Bo", friday)) == (night_of("Bo", friday), Place.NONE)
    assert "Late cancellation" in phone("Bo").opens(own("Bo", "me/")).text


def test_a_second_strike_is_said_to_remove():
    friday = a_friday(hours=1, house=preset("ericn"))
    friday.yes("Bo")
    Friday(friday.night.house, starts_at=friday.start - timedelta(days=7)).strike("Bo")

    assert "strike 2. You are removed from the group then" in says("Bo", friday, answer="no").text


def test_a_seat_that_is_kept_is_taken(friday):
    page = offered(friday, "yes")

    assert (place_of("Cy", friday), "You have a seat" in page.text) == (Place.SEAT, True)


def test_a_seat_that_is_kept_is_let_go_and_asked_for_again(friday):
    page = offered(friday, "no")
    let_go = place_of("Cy", friday)

    again = says("Cy", friday, answer="yes")

    assert ("The seat goes on to the next." in page.text, let_go) == (True, Place.WAITING)
    assert (again.status, place_of("Cy", friday)) == (200, Place.OFFERED)
    assert ("A seat is kept for you until" in again.text, "You are on the waiting list" in again.text) == (True, False)


def offered(friday, take):
    """Offer Cy the seat that Bo gave up a moment ago, and send Cy's answer."""
    Night.objects.update(house=a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30}))
    friday.full("Ann", "Bo", "Cy")
    friday.no("Bo", before=(friday.start - timezone.now()).total_seconds() / 60)
    page = looks("Cy", friday)
    assert "A seat is kept for you until" in page.text
    assert "30 minutes left" in page.text
    return says("Cy", friday, "offer", take=take)


def test_an_offer_that_is_over_is_not_taken(friday):
    friday.full("Ann", "Bo", "Cy")

    page = phone("Cy").sends(looks("Cy", friday).form("/answer/"), answer="yes")
    form = page.form("/answer/")
    form.action = night_of("Cy", friday, "offer/")
    late = phone("Cy").sends(form, take="yes")

    assert late.status == 422
    assert "The seat is not kept any more: it has gone on to the next." in late.text


def test_a_seat_is_confirmed():
    friday = a_friday(hours=3, house=a_house(confirmation={"asked_minutes": 300}))
    friday.yes("Bo")
    friday.tick(200)

    asked = looks("Bo", friday)
    page = says("Bo", friday, "confirm")

    assert "Please confirm that you come." in asked.text
    assert "Your seat is confirmed." in page.text
    assert "Please confirm" not in page.text
