"""The results of a player's nights, in one line and behind *My nights*."""

from datetime import date

import pytest

from hostdesk.people.own.nights_page import own_result, own_season
from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from reservations.models import Desk, Night
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.hostdesk.imports.results.winter import NINTH, SIXTEENTH, brings, knows
from tests.ledger.seasons.autumn import FRIDAYS, an_autumn, plays
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]
TODAY = date(2026, 12, 24)


def season(name, **asked):
    return own_season(player_named(name), Desk.objects.get(), TODAY, asked)


def test_a_season_in_one_line():
    an_autumn()

    ann = season("Ann")

    assert ann.line is not None
    assert (ann.line.net_cents, ann.line.nights, ann.rank, ann.ranked_count) == (2500, 3, 1, 2)
    assert (ann.streak, ann.hours) == ("1 up", "9:59")


def test_what_came_back_of_what_was_bought_and_to_which_nights_they_came():
    an_autumn()

    ann, gil = season("Ann"), season("Gil")

    assert ann.came is not None
    assert [*ann.came.wide.table.rows[0]] == ["Fri 20 Nov 2026", "2", "●"]
    assert (gil.came, gil.returned) == (None, "−100 %")


def test_every_night_with_the_season_after_it():
    an_autumn()

    found = season("Bo").nights

    assert [(each.day, each.result_cents, each.net_cents, each.bought_cents, each.hours) for each in found] == [
        (FRIDAYS[1], 500, -500, 2000, "3:00"),
        (FRIDAYS[0], -1000, -1000, 2000, "3:00"),
    ]
    assert {each.house for each in found} == {"Dave's cash game (2018)"}


def test_another_season_and_who_did_not_play_in_it():
    an_autumn()

    bo, gil = season("Bo", season="2027"), season("Gil", season="2027")

    assert (len(bo.nights), bo.rank) == (1, 1)
    assert (gil.line, gil.rank, gil.streak, gil.hours, gil.nights, gil.spark) == (None, None, "", "", [], "")


def test_what_was_brought_along_is_counted_and_marked():
    knows("Ann", "Bo")
    brings(NINTH, starting=True, Ann=4000, Bo=-4000)
    brings(SIXTEENTH, Ann=1500, Bo=-1500)

    ann = season("Ann", season="all")

    assert [(each.result_cents, each.net_cents, each.hours, each.of_results) for each in ann.nights] == [
        (1500, 5500, "", True)
    ]
    assert (ann.hours, phone("Ann").opens(own("Ann", "nights/?season=all")).says("+15.00 +55.00 +40.00 +40.00")) == (
        "",
        True,
    )


def test_who_has_a_start_and_no_night_yet_has_one_all_the_same():
    knows("Ann", "Bo")
    brings(SIXTEENTH, starting=True, Ann=4000, Bo=-4000)

    ann, page = season("Ann", season="all"), phone("Ann").opens(own("Ann", "nights/?season=all"))

    assert (ann.spark, ann.picture, ann.nights, page.status) == ("", None, [], 200)


def three_more():
    """Let Ann win 5.00 from Bo and from Cy on three more Fridays."""
    evening = an_autumn()
    for day in (11, 18, 25):
        evening.opens("dave-2018", day=date(2026, 12, day))
        plays(evening, Ann=("20.00", "30.00"), Bo=("20.00", "15.00"), Cy=("20.00", "15.00"))


def test_with_whom_one_plays_best_by_first_names_or_as_the_host_shares_them():
    three_more()
    first = season("Ann").best_with
    share_seasons(shared=Shared.WHOLE, records_shown=True, least_nights=1)

    assert first == season("Ann").best_with == [("Cy", 3, "+10.00 *", "+8.33 *")]


def test_with_whom_one_plays_worse_is_not_told():
    three_more()

    assert season("Bo").best_with == []


def test_who_keeps_results_private_is_not_named():
    three_more()
    keep_results_private(player=player_named("Cy"), on=True)

    assert season("Ann").best_with == []


def test_the_course_is_drawn_from_two_nights_on():
    an_autumn()

    ann, gil = season("Ann"), season("Gil")

    assert ann.picture is not None
    assert (ann.picture.narrow.table.rows[-1][-1], gil.picture) == ("+25.00", None)


def test_the_page_has_the_season_of_the_address_and_its_filter():
    an_autumn()

    page = phone("Bo").opens(own("Bo", "nights/?season=2027"))

    assert ("Season 2027" in page.text, "Fri 8 Jan 2027" in page.text, "Fri 20 Nov" in page.text) == (True, True, False)
    assert any(form.method == "get" and form.lets_say("season", ["all"]) for form in page.forms)


def test_a_season_without_a_night_leads_to_all():
    an_autumn()

    page = phone("Gil").opens(own("Gil", "nights/?season=2025"))

    assert ("You played no night of these." in page.text, page.links["All nights"]) == (True, "?season=all")


def test_the_table_of_the_season_is_a_tap_away_where_it_is_shared():
    an_autumn()
    before = phone("Bo").opens(own("Bo", "nights/")).links
    share_seasons(shared=Shared.RANKS, records_shown=True, least_nights=1)

    after = phone("Bo").opens(own("Bo", "nights/?season=2026")).links

    assert ("Table of the season" in before, "Table of the season" in after) == (False, True)


def test_a_host_reads_what_the_player_reads():
    an_autumn()

    page = Browser(host_client()).opens(own("Bo", "nights/?season=2026"))

    assert (page.status, "−5.00" in page.text, "My nights 2026" in page.text) == (200, True, False)


def test_a_players_picture_of_a_night_tells_their_money_and_no_other_name():
    """Bo paid in 20.00 on the second Friday and left with 25.00."""
    an_autumn()
    bo, night = player_named("Bo"), Night.objects.get(date=FRIDAYS[1])

    mine = own_result(bo, night)

    assert mine.sentence == "Bo turned 20 into 25"
    assert mine.figures == (("Result", "+5.00"), ("Buy-ins", "1"), ("Hours", "3:00"))
    assert mine.course[-1] == (1, 1)


def test_the_picture_is_sent_to_who_played_and_to_nobody_else():
    an_autumn()
    first, third = (Night.objects.get(date=FRIDAYS[each]).pk for each in (0, 2))
    client = phone("Bo").client

    sent = client.get(own("Bo", f"nights/?picture={first}"))
    others = [client.get(own("Bo", f"nights/?picture={each}")).status_code for each in (third, 99)]

    assert (sent["Content-Type"], sent.content[:4]) == ("image/png", b"\x89PNG")
    assert others == [404, 404]
