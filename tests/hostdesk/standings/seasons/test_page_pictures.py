"""The pictures of a season on the host's tablet and on players' phones: they show only data from the table."""

from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from hostdesk.standings.seasons.page import season_pictures
from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from ledger.seasons.report import Entrant, SeasonReport, line_of
from reservations.players.commands import rename_player
from reservations.players.queries import player_named
from tests.ledger.seasons.autumn import ALL, FRIDAYS, an_autumn, plays
from tests.ledger.seasons.nights import AUTUMN, CY, lines
from tests.signed_in import host_client, player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

URL = "/seasons/pictures/?season=2026"


def pictures(answer):
    return {pair.wide.key: pair.wide for pair in answer.context["pairs"]}


def shares(shared):
    share_seasons(shared=shared, records_shown=True, least_nights=1)


def phone(name="Bo"):
    return player_client(player_named(name))


def test_the_host_sees_every_picture():
    an_autumn()

    answer = host_client().get(URL)

    found = pictures(answer)
    assert [*found] == ["net", "won", "attendance", "hours"]
    assert found["net"].table.headings == ("After", "Ann", "Bo", "Gil")
    assert found["hours"].table.rows[0] == ("20:00 to 21:00", "6", "0")


def test_a_tap_on_a_name_shows_one_player_over_the_others():
    an_autumn()
    bo = player_named("Bo").number

    answer = host_client().get(f"/seasons/pictures/?season=all&player={bo}")

    assert (answer.context["picked"], answer.context["query"]) == (bo, "?season=all&player=")
    assert pictures(answer)["hours"].table.rows == (("20:00 to 21:00", "3", "0"), ("21:00 to 22:00", "0", "1"))
    assert 'class="tone-accent" points="' in answer.content.decode()


def test_a_season_without_nights_has_no_picture():
    an_autumn()

    assert pictures(host_client().get("/seasons/pictures/?season=1999")) == {}


@pytest.mark.parametrize(
    ("shared", "names"), [(Shared.WHOLE, ("Ann", "Bo", "Gil")), (Shared.RANKS, ("Bo",)), (Shared.OWN, ("Bo",))]
)
def test_a_player_sees_the_results_that_the_host_shares(shared, names):
    an_autumn()
    shares(shared)

    found = pictures(phone().get(URL))

    assert found["net"].table.headings[1:] == names
    assert sorted(row[0] for row in found["won"].table.rows) == [*names]


@pytest.mark.parametrize(
    ("shared", "names"), [(Shared.WHOLE, ["Ann", "Bo", "Gil"]), (Shared.RANKS, []), (Shared.OWN, [])]
)
def test_a_player_chooses_among_the_names_that_the_host_shares(shared, names):
    an_autumn()
    shares(shared)

    assert [*phone().get("/seasons/?season=2026").context["page"].names.values()] == names


def test_with_ranks_alone_a_player_sees_who_came_and_when_only_they_bought():
    an_autumn()
    shares(Shared.RANKS)

    found = pictures(phone().get(URL))

    assert found["attendance"].table.headings[2:] == ("Ann", "Bo", "Gil")
    assert found["hours"].table.rows == (("20:00 to 21:00", "2", "0"), ("21:00 to 22:00", "0", "1"))


def test_who_keeps_results_private_is_in_no_picture_of_others():
    an_autumn()
    shares(Shared.WHOLE)
    keep_results_private(player=player_named("Ann"), on=True)

    found = pictures(phone().get(f"{URL}&player={player_named('Ann').number}"))

    assert found["net"].table.headings == ("After", "Bo", "Gil")
    assert found["attendance"].table.headings == ("Night", "Players", "Bo", "Gil")
    assert "Ann" in pictures(phone("Ann").get(URL))["net"].table.headings


def test_who_played_on_no_night_sees_none_where_each_sees_only_themselves():
    an_autumn()
    shares(Shared.OWN)

    assert pictures(phone("Cy").get(URL)) == {}


def test_pictures_are_drawn_again_when_a_night_is_closed_and_not_before():
    evening = an_autumn()
    every = "/seasons/pictures/?season=all"
    before = pictures(host_client().get(every))["net"]

    evening.opens("dave-2018", day=FRIDAYS[3] + timedelta(days=7))
    opened = pictures(host_client().get(every))["net"]
    plays(evening, Bo=("20.00", "25.00"), Cy=("20.00", "15.00"))
    closed = pictures(host_client().get(every))["net"]

    assert opened is before
    assert (len(before.table.rows), len(closed.table.rows)) == (4, 5)


def test_a_new_name_is_in_the_pictures_at_once():
    evening = an_autumn()
    before = pictures(host_client().get(URL))["net"]

    rename_player(stamp=evening.stamp(), player=player_named("Bo"), name="Bob")

    assert before.table.headings == ("After", "Ann", "Bo", "Gil")
    assert pictures(host_client().get(URL))["net"].table.headings == ("After", "Ann", "Bob", "Gil")


@pytest.mark.parametrize("start", [0, 500])
def test_who_only_begins_with_a_result_has_a_line_and_no_square(start):
    cy = line_of(Entrant("Cy"), (), player=CY, starting_cents=start)
    report = SeasonReport(ALL, AUTUMN, (*lines()[:2], cy))

    found = {pair.wide.key: pair.wide for pair in season_pictures(report, Shared.WHOLE, None, 0, UTC)}

    assert found["net"].table.headings == (("After", "Ann", "Cy", "Bo") if start else ("After", "Ann", "Bo"))
    assert season_pictures(replace(report, nights=()), Shared.WHOLE, None, 0, UTC) == ()
    assert bool(season_pictures(report, Shared.OWN, CY, CY, UTC)) == bool(start)
