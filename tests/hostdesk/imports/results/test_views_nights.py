"""A night of results only is marked as one on every page that shows it."""

from datetime import date

import pytest

from ledger.undoing.commands import take_back_night
from reservations.models import Night
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import NINTH, SIXTEENTH, brings, knows, stamp
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def night(db):
    """On 9 January 2026 Ann won 15.00 from Bo, and 2.00 from no player."""
    knows("Ann", "Bo")
    brings(NINTH, reason="a chip too many", Ann=1700, Bo=-1500)
    return Night.objects.get()


def test_the_list_of_nights_says_so(night):
    rows = host_client().get("/nights/").context["table"].rows

    assert [(str(row.record.state), row.record.players, row.record.sold_cents) for row in rows] == [
        ("results only", 2, None)
    ]


def test_the_page_of_the_night_has_results_and_no_bank(night):
    page = host_client().get(f"/nights/{night.pk}/")

    report = page.context["brought"]
    assert (page.templates[0].name, str(page.context["state"])) == ("invitations/nights/night.html", "results only")
    assert [(line.name, line.net_cents) for line in report.lines] == [("Ann", 1700), ("Bo", -1500)]
    assert (report.difference_cents, report.reason) == (200, "a chip too many")


def test_the_paper_is_the_same_for_the_same_ledger(night):
    papers = [host_client().get(f"/nights/{night.pk}/report.pdf") for _ in range(2)]

    assert papers[0]["Content-Type"] == "application/pdf"
    assert papers[0].content == papers[1].content


def test_the_page_of_a_player_counts_it(night):
    page = host_client().get(f"/players/{player_named('Ann').number}/")

    told = [(str(row.state), row.bought_cents, row.result_cents) for row in page.context["played"]]
    assert (told, page.context["closed_nights"], page.context["result_cents"]) == (
        [("results only", None, 1700)],
        1,
        1700,
    )


def test_it_leads_home(night):
    assert [*host_client().get("/?stay=yes").context["closed"]] == [night]


def test_it_is_no_planned_night(night):
    host = host_client()

    answers = [host.get(f"/nights/{night.pk}/{page}/") for page in ("open", "change", "cancel")]

    assert [answer.status_code for answer in answers] == [302, 302, 302]


def test_it_is_taken_back_from_its_page(night):
    host = host_client()
    key = host.get(f"/nights/{night.pk}/take-back/").context["key"]

    host.post(f"/nights/{night.pk}/take-back/", {"key": key, "reason": "the wrong year"})

    page = host.get(f"/nights/{night.pk}/")
    assert (str(page.context["state"]), page.context["taken_back"].number) == ("taken back", 4)


def test_a_corrected_night_stands_beside_the_one_taken_back(night):
    take_back_night(stamp=stamp("back"), night=night, reason="a slip")
    brings(SIXTEENTH, Ann=500, Bo=-500)

    rows = host_client().get("/nights/").context["table"].rows

    assert [str(row.record.state) for row in rows] == ["results only", "taken back"]


def test_the_season_says_how_many_nights_are_of_results_only(night):
    number = player_named("Ann").number

    page = host_client().get(f"/seasons/?season=all&player={number}").context["page"]

    assert (page.report.of_results, page.nights) == (1, ((night.pk, NINTH, 1700, True),))


def test_the_page_of_a_player_has_what_they_started_with(night):
    brings(date(2026, 1, 1), starting=True, Ann=300, Bo=-300)

    page = host_client().get(f"/players/{player_named('Ann').number}/")

    assert (page.context["start_cents"], page.context["result_cents"]) == (300, 2000)
