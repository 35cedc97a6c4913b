"""Every list: sorted, filtered, in pages, as a file; any address gets an answer, and more rows take no more queries."""

import csv
import io
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate
from openpyxl import load_workbook
from zeal import NPlusOneError, zeal_context

from hostdesk.invitations.nights.commands import plan_night
from ledger.models import Bank
from ledger.paper.sizes import PRINTED_ON
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from reservations.acts.moments import within
from reservations.models import Act, Night
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

LISTS = ("/nights/", "/players/", "/players/{ann}/", "/history/")


class Season(Evening):
    """Consecutive nights, each with two players of its own and one act more than the night before."""

    def __init__(self):
        super().__init__("dave-2018")
        self.plays(0)

    def plays(self, number):
        self.knows(f"Dee {number}")
        self.buy_in("Ann", "40.00")
        self.buy_in(f"Dee {number}", f"{20 + number}.00")
        Night.objects.filter(pk=self.night.pk).update(date=date(2026, 11, 20) + timedelta(days=number))

    def goes_on(self, number):
        for each in range(1, number):
            self.opens("dave-2018")
            self.plays(each)

    def address(self, pattern):
        return pattern.format(ann=player_named("Ann").number, night=self.night.pk)


@pytest.fixture
def season():
    return Season()


def read(desk, address):
    """Return the rows of a list as CSV."""
    answer = desk.client.get(address)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode())))


@pytest.mark.parametrize("pattern", LISTS)
def test_three_rows_take_no_more_queries_than_one(desk, season, pattern):
    desk.opens(season.address(pattern))  # a process reads the rules of a house once
    with CaptureQueriesContext(connection) as one, zeal_context():
        desk.opens(season.address(pattern))
    season.goes_on(3)
    desk.opens(season.address(pattern))  # and the decisions in the books once, until more is recorded
    with CaptureQueriesContext(connection) as three, zeal_context():
        desk.opens(season.address(pattern))

    assert len(three) == len(one)


def test_a_query_a_row_is_noticed(season):
    season.goes_on(3)

    with zeal_context(), pytest.raises(NPlusOneError):
        [night.house.name for night in Night.objects.all()]


@pytest.mark.parametrize("pattern", LISTS)
@pytest.mark.parametrize(
    "forged",
    [
        *("sort=password", "sort=-", "sort=name&sort=--x", "page=0", "page=-1", "page=99", "page=x", "page=1e9"),
        *("as=exe", "house=nope", "house=%00", "year=abcd", "year=-1", "state=gone", "kind=none", "kind=%00"),
        *(
            "player=0",
            "player=99999999999999999999",
            "player=x",
            "name=%00",
            "name=%25_'\"",
            "receipt=1x",
            "per_page=0",
        ),
    ],
)
def test_whatever_the_address_says_there_is_an_answer(desk, season, pattern, forged):
    assert desk.client.get(f"{season.address(pattern)}?{forged}").status_code == 200


@pytest.mark.parametrize("pattern", LISTS)
def test_a_list_is_a_file_too(desk, season, pattern):
    address = season.address(pattern)

    sheet = load_workbook(io.BytesIO(desk.client.get(f"{address}?as=xlsx").content)).active
    heads = [cell.value for cell in sheet[1]]

    assert heads == read(desk, f"{address}?as=csv")[0]
    assert all(head for head in heads)


def test_a_list_has_25_rows_a_page_and_a_file_has_all(desk, season):
    for day in range(30):
        plan_night(date=date(2027, 1, 1) + timedelta(days=day), house="dave-2018")

    first, second = desk.opens("/nights/?sort=date"), desk.opens("/nights/?sort=date&page=2")

    assert (first.html.count('<tr role="row"'), second.html.count('<tr role="row"')) == (26, 7)
    assert "1 to 25 of 31" in first.text
    assert len(read(desk, "/nights/?as=csv&page=2")) == 32


def test_the_nights_begin_with_what_is_on_and_next(desk, season):
    season.goes_on(2)
    Bank.objects.filter(night__date="2026-11-20").update(closed=Act.objects.earliest("number"))
    for weeks in range(7, 0, -1):
        plan_night(date=localdate() + timedelta(weeks=weeks), house="mike")

    rows = [row[0] for row in read(desk, "/nights/?as=csv")[1:]]

    planned = [(localdate() + timedelta(weeks=weeks)).isoformat() for weeks in range(1, 8)]
    assert rows == ["2026-11-21", *planned, "2026-11-20"]


def test_of_the_planned_nights_the_nearest_are_listed_unless_all_are_asked_for(desk, season):
    for weeks in range(7):
        plan_night(date=localdate() + timedelta(weeks=weeks), house="mike")

    page = desk.opens("/nights/")

    assert page.links["2 more planned nights…"] == "?state=planned"
    assert [desk.opens(f"/nights/{asked}").html.count('<tr role="row"') - 1 for asked in ("", "?state=planned")] == [
        6,
        7,
    ]


def test_a_list_is_sorted_by_its_heads(desk, season):
    season.goes_on(3)

    sold = [row[5] for row in read(desk, "/nights/?as=csv&sort=sold_cents")[1:]]
    back = [row[5] for row in read(desk, "/nights/?as=csv&sort=-sold_cents")[1:]]

    assert (sold, back) == (["60.00", "61.00", "62.00"], ["62.00", "61.00", "60.00"])


def test_the_head_says_how_the_list_is_sorted(desk, season):
    page = desk.opens("/players/?sort=-result_cents")

    assert page.html.count('aria-sort="descending"') == 1
    assert page.links["Result▼"] == "?sort=result_cents"


def test_filters_narrow_and_are_kept_by_the_heads_and_the_file(desk, season):
    plan_night(date=date(2027, 1, 1), house="hybrid")

    page = desk.opens("/nights/?year=2027&house=hybrid&state=planned")

    assert page.links["Sold"] == "?year=2027&house=hybrid&state=planned&sort=sold_cents"
    assert [row[:3] for row in read(desk, f"/nights/{page.links['CSV']}")[1:]] == [
        ["2027-01-01", "Hybrid game", "planned"]
    ]


@pytest.mark.parametrize(
    ("asked", "names"),
    [("name=DEE", ["Dee 0"]), ("kind=guest", ["Gil"]), ("name=n&kind=regular", ["Ann"]), ("name=zz", [])],
)
def test_players_are_found_by_name_and_kind(desk, season, asked, names):
    assert [row[0] for row in read(desk, f"/players/?as=csv&{asked}")[1:]] == names


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/nights/", "No nights yet."),
        ("/players/", "No players yet."),
        ("/houses/", "No house yet."),
        ("/nights/?state=open", "No nights match."),
        ("/players/?name=x", "No players match."),
    ],
)
def test_an_empty_list_says_what_to_do(desk, address, sentence):
    assert sentence in desk.opens(address).text


def test_the_report_of_a_night_is_the_same_on_the_page_on_paper_and_in_the_file(desk, season):
    report = night_report(season.night)
    address = f"/nights/{season.night.pk}"

    page, rows = desk.opens(f"{address}/"), read(desk, f"{address}/results/")

    with within(PRINTED_ON, ("letter", "")):  # the size that the tests' desk prints on
        paper = night_report_pdf(report)

    assert desk.client.get(f"{address}/report.pdf").content == paper
    assert rows[1:] == [
        ["Ann", "40.00", "0.00", "0.00", "0.00", "0.00", "0.00", "40.00", "0.00"],
        ["Dee 0", "20.00", "0.00", "0.00", "0.00", "0.00", "0.00", "20.00", "0.00"],
    ]
    assert page.says("Ann 40.00 Dee 0 20.00")
    assert f"As of act {report.number} of the ledger. Ledger hash: {report.head}" in page.text


@pytest.mark.parametrize("pattern", ["/nights/", "/players/{ann}/"])
def test_one_house_needs_no_column_of_houses_but_in_a_file(desk, season, pattern):
    address = season.address(pattern)
    page = desk.opens(address)

    assert ("Dave's cash game" in page.text, 'name="house"' in page.html) == (False, False)
    assert "House" in read(desk, f"{address}?as=csv")[0]


def test_a_second_house_brings_the_column_and_the_filter(desk, season):
    season.opens("hybrid", banker="Bo")

    page = desk.opens("/nights/")

    assert ('name="house"' in page.html, "Hybrid game" in page.text, "Dave's cash game" in page.text) == (True,) * 3
