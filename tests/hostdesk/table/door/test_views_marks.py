"""The host's marks at the door for players who have not come: late, excused, a no-show, and taken back."""

from datetime import timedelta

import pytest

from reservations.acts.facts import Mark
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.at_the_door import a_friday, at_the_bank, form_of, mark_of, marks, opens, url
from tests.hostdesk.browsing import Form
from tests.reservations.friday import NEW_YORK, Friday, one, strikes

pytestmark = [pytest.mark.further, pytest.mark.django_db]


friday = pytest.fixture(a_friday)
opened = pytest.fixture(opens)
banker = pytest.fixture(at_the_bank)


def test_somebody_is_late_until_a_time(desk, friday):
    expected = friday.start + timedelta(minutes=90)

    page = marks(desk, friday, "Bo", "late", expected=f"{expected.astimezone(NEW_YORK):%H:%M}")

    assert (page.url, mark_of(friday, "Bo")) == (url(friday), Mark.LATE)
    assert friday.rsvp_state.of(one("Bo").number).expected_at == expected


def test_the_next_quarters_of_an_hour_are_offered(desk, friday):
    page = desk.opens(url(friday, f"{one('Bo').number}/?as=late"))

    offered = [value for name, value, _ in page.form(f"/{one('Bo').number}/").buttons if name == "expected"]

    assert (len(offered), {value[3:] in ("00", "15", "30", "45") for value in offered}) == (4, {True})


def test_somebody_is_excused(desk, friday):
    page = marks(desk, friday, "Bo", "excused", reason="ill")

    assert "Bo is marked excused." in page.text
    assert "Not coming: ill" in page.text
    assert (mark_of(friday, "Bo"), strikes("Bo")) == (Mark.EXCUSED, [])


def test_a_no_show_says_what_follows_before_it_is_one(desk, friday):
    asked = desk.opens(url(friday, f"{one('Bo').number}/?as=no-show"))

    marks(desk, friday, "Bo", "no-show")

    assert "It counts: strike 1. A friendly reminder follows: Bo sees it at the next sign-in" in asked.text
    assert strikes("Bo") == [("no-show", "counts")]


def test_a_no_show_leads_to_what_the_house_allows_next(desk, friday):
    friday.full("Eve", "Fay", "Di")

    page = marks(desk, friday, "Bo", "no-show")

    assert page.url == f"{url(friday)}#visitor-{one('Bo').number}"
    assert page.links["What follows…"] == f"/players/{one('Bo').number}/#attendance"
    assert page.links["Give the seat away…"] == f"/nights/{friday.night.pk}/?part=guests#guests"


def test_the_next_seat_of_a_no_show_can_be_bumped_or_deleted_at_the_door(desk, friday):
    ahead = Friday(friday.night.house, seats=1, starts_at=friday.start + timedelta(days=7)).full("Bo", "Cy")
    theirs = f"/nights/{ahead.night.pk}/guests/{one('Bo').number}/"

    page = marks(desk, friday, "Bo", "no-show")
    bumped = desk.sends(desk.opens(page.links["Bump…"]).form("/bump/"), reason="a no-show")

    assert (page.links["Bump…"], page.links["Delete…"]) == (f"{theirs}?open=bump", f"{theirs}?open=release")
    assert (bumped.url.partition("?")[0], ahead.seated) == (theirs, ["Cy"])


def test_who_only_waits_for_the_next_night_can_be_deleted_and_who_does_not_come_neither(desk, friday):
    ahead = Friday(friday.night.house, seats=1, starts_at=friday.start + timedelta(days=7)).full("Di", "Bo")
    page = marks(desk, friday, "Bo", "no-show")

    ahead.no("Bo", before=60)

    assert ("Bump…" in page.links, "Delete…" in page.links) == (False, True)
    assert "Delete…" not in desk.opens(url(friday)).links


def test_a_no_show_is_taken_back(desk, friday):
    page = marks(desk, friday, "Bo", "no-show")

    page = desk.sends(form_of(page, "Bo", ""), mark="none")

    assert "The mark of Bo is taken back." in page.text
    assert (mark_of(friday, "Bo"), strikes("Bo")) == (None, [("no-show", "not a strike")])


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "Choose an outcome: late, excused or no-show."),
        ({"mark": "gone"}, "gone"),
        ({"mark": "late", "expected": "noon"}, "is not a time like 20:30."),
        ({"mark": "excused", "reason": "a\u202eb"}, "cannot be kept"),
    ],
)
def test_what_cannot_be_noted_is_said(desk, friday, said, sentence):
    page = desk.sends(Form(url(friday, f"{one('Bo').number}/"), "post", {"key": ["some-key-1"]}), **said)

    assert (page.status, sentence in page.text, mark_of(friday, "Bo")) == (422, True, None)


def test_before_the_start_nobody_is_asked_about(desk):
    friday = a_friday(started=-60)

    page = desk.opens(url(friday))
    refused = marks(desk, friday, "Bo", "no-show")

    assert ("Not here yet" in page.text, "No-show…" in page.text) == (False, False)
    assert (refused.status, strikes("Bo")) == (422, [])


def test_a_seat_that_has_gone_on_is_not_taken_back(desk, friday):
    friday.night.seats = 2
    friday.night.save()
    friday.yes("Di", before=60)
    page = marks(desk, friday, "Bo", "excused")
    waiting_list_commands.seat_player(stamp=friday.at(-35), night=friday.night, player=one("Di"), reason="free")

    page = desk.sends(form_of(page, "Bo", ""), mark="none")

    assert (page.status, "Bo's seat was given away" in page.text) == (422, True)


@pytest.mark.parametrize(("mark", "before"), [("no-show", None), ("none", Mark.NO_SHOW), ("excused", Mark.NO_SHOW)])
def test_strikes_are_the_hosts(banker, opened, mark, before):
    if before:
        opened.mark("Bo", before)

    page = banker.sends(Form(url(opened, f"{one('Bo').number}/"), "post", {"key": ["some-key-1"]}), mark=mark)

    assert (page.status, mark_of(opened, "Bo")) == (403, before)


def test_the_banker_who_asks_for_a_no_show_is_asked_for_something_else(banker, opened):
    page = banker.opens(url(opened, f"{one('Bo').number}/?as=no-show"))

    assert ("Mark as a no-show" in page.text, "Mark as late" in page.text) == (False, True)
