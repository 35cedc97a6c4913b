"""The page of a results sheet: a preview, questions, and a confirmation; the form carries the file."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from hostdesk.imports.ways_in.queries import NEW, field_of
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span
from reservations.models import House, Night
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import knows
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

URL = "/bring/sheet/"
LIST = "date,player,net\n2026-01-09,Ann,12.50\n2026-01-09,Bo,-12.50\n"
HOUSE = {"house": "mike"}


@pytest.fixture
def host(db):
    knows("Ann", "Bo")
    return host_client()


def shown(host, text, **said):
    return host.post(URL, {"file": SimpleUploadedFile("sheet.csv", text.encode()), **HOUSE, **said})


def sent(host, page, **said):
    """Send the form on the page, with the file that it carries."""
    columns = {name: role.value for _, _, name, role in page.context["columns"]}
    return host.post(URL, {"parcel": page.context["form"].handed_on, **columns, **HOUSE, **said})


def seasons():
    return {line.name: line.net_cents for line in season_report(Span("", "")).lines}


def test_a_file_is_shown_before_anything_is_recorded(host):
    page = shown(host, LIST, then="bring")

    assert [len(each.entries) for each in page.context["plan"].to_post] == [2]
    assert Night.objects.count() == 0


def test_a_preview_makes_no_house(host):
    page = shown(host, LIST)

    assert (page.context["missing"], House.objects.count()) == ([], 0)


def test_what_was_shown_comes_in_once_it_is_confirmed(host):
    answer = sent(host, shown(host, LIST), then="bring")

    assert (answer.status_code, answer["Location"].startswith("/bring/")) == (303, True)
    assert host.get(answer["Location"]).context["last_remark"] == "1 night brought in."
    assert seasons() == {"Ann": 1250, "Bo": -1250}


def test_a_second_time_it_is_known(host):
    page = shown(host, LIST)
    sent(host, page, then="bring")

    again = sent(host, page, then="bring")

    assert host.get(again["Location"]).context["last_remark"] == "Nothing is new in this sheet. 1 night known already."
    assert Night.objects.count() == 1


def test_names_and_a_reason_are_said_in_the_form(host):
    page = shown(host, "date,player,net\n2026-01-09,Ann K,2\n2026-01-09,Zoe,-1\n")
    assert [each.text for each, _ in page.context["doubtful"]] == ["Ann K"]

    refused = sent(host, page, then="bring")
    number = str(player_named("Ann").number)
    sent(host, refused, then="bring", reason="a chip", **{field_of("Ann K"): number, field_of("Zoe"): NEW})

    assert (refused.status_code, len(refused.context["missing"])) == (422, 2)
    assert seasons() == {"Ann": 200, "Zoe": -100}


def test_dates_that_could_be_two_days_are_asked_about(host):
    page = shown(host, "date,player,net\n3/4/2026,Ann,2\n3/4/2026,Bo,-2\n")
    assert page.context["sheet"].open_day.is_open

    again = sent(host, page, order="month", then="show")
    sent(host, again, order="month", then="bring")

    assert str(Night.objects.get().date) == "2026-03-04"


def test_columns_are_chosen_otherwise(host):
    page = shown(host, "a,b,c\n2026-01-09,Ann,5\n2026-01-09,Bo,-5\n")
    columns = {"column-0": "date", "column-1": "player", "column-2": "net"}

    again = sent(host, page, **columns)

    assert [len(each.entries) for each in again.context["plan"].to_post] == [2]
    assert sent(host, page, **{"column-0": "nonsense"}).context["sheet"].roles == page.context["sheet"].roles


def test_starting_results_ask_for_their_day(host):
    page = shown(host, "player,net\nAnn,5\nBo,-5\n")

    assert sent(host, page, then="bring").status_code == 422
    assert sent(host, page, then="bring", until="2026-01-01").status_code == 303
    assert seasons() == {"Ann": 500, "Bo": -500}


def test_starting_results_are_taken_to_end_before_the_first_night(host):
    sent(host, shown(host, LIST), then="bring")
    page = shown(host, "player,net\nAnn,5\nBo,-5\n")

    assert page.context["form"]["until"].value() == "2026-01-08"
    answer = sent(host, page, then="bring", until="2026-01-08")
    assert host.get(answer["Location"]).context["last_remark"] == "What players start with is brought in."


def test_the_columns_are_said_as_they_were_read(host):
    told = [shown(host, text).context["read_as"] for text in (LIST, "Date,Ann,Bo,Total\n2026-01-09,5,-5,0\n")]

    assert told == [["A date", "B player", "C net"], ["A date", "D left out", "the others results"]]


def test_starting_results_are_listed_and_can_be_undone(host):
    sent(host, shown(host, "player,net\nAnn,5\nBo,-5\n"), then="bring", until="2026-01-01")
    [(start, lines)] = host.get("/bring/").context["starting"]
    assert [(line.name, line.net_cents) for line in lines] == [("Ann", 500), ("Bo", -500)]

    answer = host.post(f"/bring/start/{start.number}/undo/", {"key": "undo-it-1", "reason": "a slip"})

    assert host.get(answer["Location"]).context["last_remark"] == "The starting results are undone."
    assert (host.get("/bring/").context["starting"], seasons()) == ([], {})


def test_everything_that_is_wrong_is_told(host):
    page = shown(host, "date,player,net\n2026-01-09,Ann,x\n2026-01-32,Bo,1\n")

    assert ([row for row, _ in page.context["faults"]], page.context["more"]) == ([2, 3], 0)
    assert sent(host, page, then="bring").context["faults"] == page.context["faults"]


def test_what_only_the_command_refuses_is_told(host):
    sent(host, shown(host, "player,net\nAnn,5\nBo,-5\n"), then="bring", until="2026-02-01")

    refused = sent(host, shown(host, LIST), then="bring")

    assert "starting result" in refused.context["faults"][0][1]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"parcel": "UEs="},
        {"file": SimpleUploadedFile("sheet.csv", b"")},
        {"file": SimpleUploadedFile("sheet.xlsx", b"PK\x03\x04")},
    ],
)
def test_a_file_that_cannot_be_read_is_refused(host, data):
    assert host.post(URL, {**HOUSE, **data}).status_code == 422


def test_the_ways_in_lead_there(host):
    assert URL in host.get("/bring/").content.decode()
    assert "/bring/" in host.get("/players/").content.decode()
    assert "/bring/" in host.get("/nights/").content.decode()
    assert "/bring/" in host.get("/?stay=yes").content.decode()


def test_the_unit_is_asked_and_the_totals_show_what_it_makes(host):
    page = shown(host, "date,player,net\n2026-01-09,Ann,250000\n2026-01-09,Bo,-250000\n")

    refused = sent(host, page, then="bring")
    again = sent(host, refused, then="show", unit="cents")
    sent(host, again, then="bring", unit="cents")

    assert (page.context["sheet"].is_unit_open, refused.status_code) == (True, 422)
    totals = [each.context["plan"].totals for each in (page, again)]
    assert totals == [[("Ann", 1, 25_000_000), ("Bo", 1, -25_000_000)], [("Ann", 1, 250_000), ("Bo", 1, -250_000)]]
    assert seasons() == {"Ann": 250_000, "Bo": -250_000}


def test_another_game_of_a_date_is_asked_about(host):
    sent(host, shown(host, LIST), then="bring")

    page = shown(host, LIST.replace("12.50", "3.00"))
    refused = sent(host, page, then="bring")
    sent(host, refused, then="bring", beside="on")

    assert (page.context["plan"].may_be_beside, refused.status_code) == (True, 422)
    assert (Night.objects.count(), seasons()) == (2, {"Ann": 1550, "Bo": -1550})
