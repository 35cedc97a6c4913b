"""Attendance on the pages: the list with its files, and the links to it."""

import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook
from zeal import zeal_context

from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.players import commands as players_commands
from tests.reservations.friday import Friday, a_house, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def friday(house, days=0):
    """Return a night of three seats that began a week ago, or that many days later."""
    start = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)
    return Friday(house, seats=3, starts_at=start + timedelta(days=days))


def removed(house):
    """Let Bo miss two nights."""
    friday(house).strike("Bo")
    friday(house, days=1).strike("Bo")


def page_of(name):
    return f"/players/{one(name).number}/"


# The list


def test_the_list_as_a_file(desk, struck):
    struck.do("mark_came", "Cy", 5, came=True)

    assert desk.rows("/attendance/?as=csv") == [
        ["Name", "Nights", "Said yes", "Said no", "Came", "Late", "Excused", "Cancelled late", "No-show"],
        ["Bo", "1", "1", "0", "0", "0", "0", "0", "1"],
        ["Cy", "1", "1", "0", "1", "0", "0", "0", "0"],
    ]


def test_the_workbook_has_the_same_and_numbers_are_numbers(desk, struck):
    sheet = load_workbook(io.BytesIO(desk.client.get("/attendance/?as=xlsx").content)).active

    assert [cell.value for cell in sheet[2]] == ["Bo", 1, 1, 0, 0, 0, 0, 0, 1]


def test_a_name_that_is_a_formula_is_none_in_the_file(desk, house):
    name = "=HYPERLINK(1)"
    players_commands.record_player(stamp=Stamp("formula-is-here", timezone.now()), name=name, regular=True)
    friday(house).full(name)

    assert desk.rows("/attendance/?as=csv")[1][0] == f"'{name}"


def test_a_period_and_a_house_narrow_it(desk, struck):
    other = friday(a_house("other"), days=1).full("Di")
    day = other.night.date

    assert [row[0] for row in desk.rows(f"/attendance/?from={day}&as=csv")[1:]] == ["Di"]
    assert [row[0] for row in desk.rows(f"/attendance/?to={struck.night.date}&as=csv")[1:]] == ["Bo", "Cy"]
    assert [row[0] for row in desk.rows("/attendance/?house=other&as=csv")[1:]] == ["Di"]
    assert desk.rows(f"/attendance/?from={day + timedelta(days=1)}&as=csv")[1:] == []


@pytest.mark.parametrize("forged", ["from=x", "to=%00", "house=none", "from=2026-13-01", "sort=x", "page=99", "as=exe"])
def test_what_cannot_be_read_narrows_nothing(desk, struck, forged):
    page = desk.opens(f"/attendance/?{forged}")

    assert (page.status, "1 night held." in page.text) == (200, True)


def test_an_empty_list_says_what_it_is_for(desk):
    assert "Once a night has begun" in desk.opens("/attendance/").text


def test_the_players_lead_to_it(desk, struck):
    assert desk.opens("/players/").links["Attendance"] == "/attendance/"
    assert desk.opens("/attendance/").links["Bo"] == page_of("Bo")


@pytest.mark.parametrize("pattern", ["/attendance/", "/players/", "/players/{bo}/"])
def test_three_rows_take_no_more_queries_than_one(desk, struck, pattern):
    address = pattern.format(bo=one("Bo").number)
    desk.opens(address)
    with CaptureQueriesContext(connection) as few, zeal_context():
        desk.opens(address)
    friday(struck.night.house, days=1).full("Bo", "Cy", "Di").mark("Bo", Mark.NO_SHOW)
    friday(a_house(), days=2).full("Bo", "Di", "Eve").strike("Di")
    desk.opens(address)  # the rules of a house are read only once
    with CaptureQueriesContext(connection) as many, zeal_context():
        desk.opens(address)

    assert len(many) == len(few)


# The links to it


def test_the_page_of_the_player_says_so(desk, struck):
    page = desk.opens(f"/players/{one('Bo').number}/")

    assert "EricN's game 1 strike" in page.text


def test_the_page_of_the_player_says_that_they_were_removed(desk, house):
    removed(house)

    assert "EricN's game removed from the group" in desk.opens(page_of("Bo")).text
    assert "2 strikes" in desk.opens("/players/").text


def test_a_duplicate_leads_to_the_person(desk, struck):
    duplicate = page_of("Bo")
    merge_players(stamp=Stamp("bo-is-cy-now", timezone.now()), player=one("Bo"), into=one("Cy"))

    page = desk.opens(duplicate)

    assert (page.url, "1 of 2" in page.text) == (page_of("Cy"), True)


@pytest.mark.parametrize("address", ["/players/999/", "/strikes/999/pardon/", "/strikes/999/unmark/"])
def test_what_is_not_there(desk, struck, address):
    answer = desk.client.post(address, {}) if "strikes" in address else desk.client.get(address)

    assert answer.status_code == 404
