"""Attendance on the pages: the list with its files, and a person's strikes with what the host says of them."""

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook
from zeal import zeal_context

from hostdesk.commands import merge_twins
from reservations import commands
from reservations.facts import Cause, Mark
from reservations.kinds import Stamp
from reservations.models import Fact
from reservations.strikes import strikes_of
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one, preset, strikes

pytestmark = pytest.mark.django_db

REMOVED = "removed from the group"


def started():
    """The start of a night a week ago, on the full hour."""
    return timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)


def friday(house, week=0, seats=3):
    """Plan a night at that house, so many weeks after the first."""
    start = started() + timedelta(days=week)
    return Friday(house, seats=seats, starts_at=start)


@pytest.fixture
@played_once
def house(db):
    """A house that removes somebody at the second strike."""
    cast()
    return preset("ericn")


@pytest.fixture
def struck(house):
    """A night on which Bo did not show up."""
    evening = friday(house).full("Bo", "Cy")
    evening.mark("Bo", Mark.NO_SHOW)
    return evening


def page_of(name):
    return f"/players/{one(name).number}/attendance/"


def read(desk, address):
    """The rows of a list as CSV."""
    return list(csv.reader(io.StringIO(desk.client.get(address).content.decode())))


# The list


def test_the_list_as_a_file(desk, struck):
    struck.do("mark_came", "Cy", 5, came=True)

    assert read(desk, "/attendance/?as=csv") == [
        ["Name", "Nights", "Said yes", "Said no", "Came", "Late", "Excused", "Cancelled late", "No-show"],
        ["Bo", "1", "1", "0", "0", "0", "0", "0", "1"],
        ["Cy", "1", "1", "0", "1", "0", "0", "0", "0"],
    ]


def test_the_workbook_has_the_same_and_numbers_are_numbers(desk, struck):
    sheet = load_workbook(io.BytesIO(desk.client.get("/attendance/?as=xlsx").content)).active

    assert [cell.value for cell in sheet[2]] == ["Bo", 1, 1, 0, 0, 0, 0, 0, 1]


def test_a_name_that_is_a_formula_is_none_in_the_file(desk, house):
    name = "=HYPERLINK(1)"
    commands.record_player(stamp=Stamp("formula-is-here", started()), name=name, regular=True)
    friday(house).full(name)

    assert read(desk, "/attendance/?as=csv")[1][0] == f"'{name}"


def test_a_period_and_a_house_narrow_it(desk, struck):
    other = friday(a_house("other"), week=1).full("Di")
    day = other.night.date

    assert [row[0] for row in read(desk, f"/attendance/?from={day}&as=csv")[1:]] == ["Di"]
    assert [row[0] for row in read(desk, f"/attendance/?to={struck.night.date}&as=csv")[1:]] == ["Bo", "Cy"]
    assert [row[0] for row in read(desk, "/attendance/?house=other&as=csv")[1:]] == ["Di"]
    assert read(desk, f"/attendance/?from={day + timedelta(days=1)}&as=csv")[1:] == []


@pytest.mark.parametrize("forged", ["from=x", "to=%00", "house=none", "from=2026-13-01", "sort=x", "page=99", "as=exe"])
def test_what_cannot_be_read_narrows_nothing(desk, struck, forged):
    page = desk.opens(f"/attendance/?{forged}")

    assert (page.status, "1 night held." in page.text) == (200, True)


def test_an_empty_list_says_what_it_is_for(desk):
    assert "lists who was asked, who came, and who did not" in desk.opens("/attendance/").text


def test_the_players_lead_to_it(desk, struck):
    assert desk.opens("/players/").links["Attendance"] == "/attendance/"
    assert desk.opens("/attendance/").links["Bo"] == page_of("Bo")


@pytest.mark.parametrize("pattern", ["/attendance/", "/players/{bo}/attendance/", "/players/", "/players/{bo}/"])
def test_three_rows_take_no_more_queries_than_one(desk, struck, pattern):
    address = pattern.format(bo=one("Bo").number)
    desk.opens(address)
    with CaptureQueriesContext(connection) as few, zeal_context():
        desk.opens(address)
    friday(struck.night.house, week=1).full("Bo", "Cy", "Di").mark("Bo", Mark.NO_SHOW)
    friday(a_house(), week=2).full("Bo", "Di", "Eve").strike("Di")
    with CaptureQueriesContext(connection) as many, zeal_context():
        desk.opens(address)

    assert len(many) == len(few)


# A person


def test_a_strike_stands_with_its_night_and_what_it_means(desk, struck):
    page = desk.opens(page_of("Bo"))

    assert "1 of 2: at the second strike removed from the group" in page.text
    assert "No-show, " in page.text
    assert page.links[f"{struck.night.date:%a} {struck.night.date.day} {struck.night.date:%b %Y}"]
    assert "What followed then: a friendly reminder." in page.text


def test_without_a_strike_it_says_so(desk, house):
    assert "No strike, in no house." in desk.opens(page_of("Di")).text


def test_the_host_pardons_with_a_reason(desk, struck):
    page = desk.opens(page_of("Bo"))

    page = desk.sends(page.form("/pardon/"), reason="a flat tyre")

    assert strikes("Bo") == [("no-show", "pardoned")]
    assert "The strike is pardoned." in page.text
    assert "Pardoned: a flat tyre" in page.text
    assert "No strike counts." in page.text


def test_the_host_says_that_it_was_none(desk, struck):
    desk.sends(desk.opens(page_of("Bo")).form("/unmark/"), reason="he was here")

    assert strikes("Bo") == [("no-show", "not a strike")]


@pytest.mark.parametrize("form", ["/pardon/", "/unmark/"])
def test_without_a_reason_nothing_is_recorded(desk, struck, form):
    page = desk.sends(desk.opens(page_of("Bo")).form(form), reason="")

    assert page.status == 422
    assert strikes("Bo") == [("no-show", "counts")]


def test_two_hosts_pardon_at_once_and_one_is_told(desk, struck):
    first, second = (desk.opens(page_of("Bo")).form("/pardon/") for _ in range(2))

    desk.sends(first, reason="a flat tyre")
    late = desk.sends(second, reason="his birthday")

    assert (late.status, "This strike does not count any more: pardoned." in late.text) == (422, True)
    assert Fact.objects.filter(kind="pardon").count() == 1


def test_a_double_tap_is_one_pardon(desk, struck):
    form = desk.opens(page_of("Bo")).form("/pardon/")

    pages = [desk.sends(form, reason="a flat tyre") for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert Fact.objects.filter(kind="pardon").count() == 1


def test_a_key_that_said_something_else_is_a_conflict(desk, struck):
    page = desk.opens(page_of("Bo"))
    desk.sends(page.form("/unmark/"), reason="he was here")

    page.form("/pardon/").fields["key"] = page.form("/unmark/").fields["key"]

    assert desk.sends(page.form("/pardon/"), reason="a flat tyre").status == 409


def test_the_players_own_words_stand_beside_it(desk, struck):
    strike = strikes_of(one("Bo"))[0].fact
    commands.contest(stamp=struck.at(-90), strike=strike, words="<b>I was at the door")

    page = desk.opens(page_of("Bo"))

    assert "Bo contests it: <b>I was at the door" in page.text


def test_a_strike_that_expired_offers_nothing(desk, db):
    cast()
    house = a_house(attendance={"expires_after_nights": 1})
    friday(house).strike("Bo")
    later = friday(house, week=1).night
    later.rules = house.newest()
    later.save(update_fields=["rules"])

    page = desk.opens(page_of("Bo"))

    assert "Expired: " in page.text
    assert [form.action for form in page.forms if "/strikes/" in form.action] == []


def removed(house):
    """Let Bo stay away twice."""
    for week in (0, 1):
        friday(house, week).strike("Bo")


def test_who_was_removed_is_taken_back(desk, house):
    removed(house)
    page = desk.opens(page_of("Bo"))
    assert REMOVED in page.text

    page = desk.sends(page.form("/reinstate/"), reason="we talked")

    assert strikes("Bo") == [("no-show", "spent"), ("no-show", "spent")]
    assert [form.action for form in page.forms if "reinstate" in form.action] == []


def test_taken_back_twice_is_told(desk, house):
    removed(house)
    first, second = (desk.opens(page_of("Bo")).form("/reinstate/") for _ in range(2))
    desk.sends(first, reason="we talked")

    late = desk.sends(second, reason="we talked")

    assert (late.status, "No strike of Bo counts at EricN's game." in late.text) == (422, True)


@pytest.mark.parametrize(("house_id", "status"), [("", 422), ("x", 422), ("999999", 404)])
def test_a_house_that_is_none(desk, house, house_id, status):
    removed(house)

    page = desk.sends(desk.opens(page_of("Bo")).form("/reinstate/"), house=house_id, reason="we talked")

    assert page.status == status


# A strike by hand


def by_hand(desk, evening, **said):
    form = desk.opens(page_of("Bo")).form("/strike/")
    return desk.sends(form, night=str(evening.night.pk), cause=Cause.NO_SHOW.value, reason="nobody saw him", **said)


def test_what_follows_is_shown_before_a_strike_is_recorded(desk, house):
    friday(house).strike("Bo")
    evening = friday(house, week=1)

    page = by_hand(desk, evening)

    assert "2 strikes: removed from the group" in page.text
    assert "Their reservations for the nights of this house to come are ended at once." in page.text
    assert len(strikes("Bo")) == 1


def test_what_they_had_answered_is_shown_beside_a_strike_by_hand(desk, house):
    evening = friday(house)
    unanswered = by_hand(desk, evening)
    evening.no("Bo", before=300)

    page = by_hand(desk, evening)

    assert "For that night they have no answer." in unanswered.text
    assert "For that night they answered no on " in page.text


def test_then_it_is_recorded(desk, house):
    evening = friday(house)
    looked = by_hand(desk, evening)

    page = desk.sends(looked.form("/strike/"), confirm="yes")

    assert strikes("Bo") == [("no-show", "counts")]
    assert "Bo has a strike." in page.text
    assert "nobody saw him" in page.text


def test_a_night_with_a_strike_has_no_second(desk, struck):
    page = by_hand(desk, struck, confirm="yes")

    assert (page.status, "has a strike of the night of" in page.text) == (422, True)


@pytest.mark.parametrize("missing", ["night", "cause", "reason"])
def test_a_strike_says_of_which_night_what_for_and_why(desk, house, missing):
    said = {"night": str(friday(house).night.pk), "cause": "no-show", "reason": "nobody saw him", missing: ""}

    page = desk.sends(desk.opens(page_of("Bo")).form("/strike/"), **said)

    assert (page.status, strikes("Bo")) == (422, [])


def test_a_night_to_come_has_no_strikes(desk, house):
    later = Friday(house, starts_at=timezone.now() + timedelta(days=1))
    friday(house)

    assert by_hand(desk, later).status == 422


# What leads to it


def test_the_page_of_the_player_says_so(desk, struck):
    page = desk.opens(f"/players/{one('Bo').number}/")

    assert "1 strike" in page.text
    assert page.links["Attendance"] == page_of("Bo")


def test_the_page_of_the_player_says_that_they_were_removed(desk, house):
    removed(house)

    assert "removed from the group ( EricN's game )" in desk.opens(f"/players/{one('Bo').number}/").text
    assert "2 strikes" in desk.opens("/players/").text


def test_a_twin_leads_to_the_person(desk, struck):
    twin = page_of("Bo")
    merge_twins(stamp=Stamp("bo-is-cy-now", timezone.now()), player=one("Bo"), into=one("Cy"))

    page = desk.opens(twin)

    assert (page.url, "1 of 2" in page.text) == (page_of("Cy"), True)


@pytest.mark.parametrize("address", ["/players/999/attendance/", "/strikes/999/pardon/", "/strikes/999/unmark/"])
def test_what_is_not_there(desk, struck, address):
    answer = desk.client.post(address, {}) if "strikes" in address else desk.client.get(address)

    assert answer.status_code == 404
