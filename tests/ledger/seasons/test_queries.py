"""Reading a season: each night is read once, and no outdated figure is shown."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Season
from ledger.results.closed_queries import closed_nights
from ledger.results.queries import winnings
from ledger.seasons.commands import keep_results_private, make_season
from ledger.seasons.queries import _kept_nights, own_spans, season_nights, season_report, span_in_address, years_played
from ledger.seasons.spans import Span
from reservations.acts.commands import atomic_batch
from reservations.models import Act, Night
from reservations.players.queries import person_named, player_named
from tests.ledger.seasons.autumn import ALL, FRIDAYS, NEXT_YEAR, YEAR, an_autumn, dave, figures, plays
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db


def test_a_year_has_its_nights_and_their_players():
    an_autumn()

    assert figures() == {"Bo": (2, -500), "Ann": (3, 2500), "Gil": (1, -2000)}
    assert figures(NEXT_YEAR) == {"Bo": (1, 500), "Cy": (1, -500)}
    assert figures(ALL)["Bo"] == (3, 0)


def test_hours_go_from_the_first_chips_to_the_cash_out():
    an_autumn()

    assert figures(YEAR, "minutes", "hourly_cents") == {
        "Bo": (180 + 180, -83),
        "Ann": (239 + 180 + 180, 250),
        "Gil": (180, -667),
    }


def test_what_was_bought_and_bought_again_is_told():
    an_autumn()

    assert figures(YEAR, "bought_cents", "return_percent", "rebuys") == {
        "Bo": (4000, -12, pytest.approx(0.5)),
        "Ann": (6000, 42, 0),
        "Gil": (2000, -100, 0),
    }


def test_who_came_first_besides_the_banker_is_known_of_each_night():
    an_autumn()

    bo, gil, cy = (player_named(name).number for name in ("Bo", "Gil", "Cy"))
    assert [night.first_here for night in season_nights(ALL)] == [bo, bo, gil, bo]
    assert cy in [each.player for each in season_nights(ALL)[3].played]


def test_results_are_those_of_all_winnings():
    an_autumn()

    read = {
        (night.night, each.player): (each.bought_cents, each.result_cents)
        for night in season_nights(ALL)
        for each in night.played
    }
    assert read == {(each.night, each.player): (each.bought_cents, each.result_cents) for each in winnings()}


def test_time_away_from_the_table_is_not_counted():
    evening = Evening("mike")
    evening.buy_in("Bo", "60.00")
    evening.buy_in("Ann", "60.00")
    evening.it_is("21:00")
    evening.cash_out("Bo", "60.00", ruling="he has to fetch his wife")
    evening.it_is("22:00")
    evening.buy_in("Bo", "60.00", ruling="and is back")
    evening.it_is("22:30")
    evening.last_hand()
    evening.cash_out("Bo", "60.00")
    evening.cash_out("Ann", "60.00")
    evening.ends("200.00")

    assert figures(YEAR, "minutes", "rebuys") == {"Bo": (90, 1), "Ann": (150, 0)}


def test_who_takes_a_part_off_the_table_plays_on():
    evening = Evening("mike")
    evening.buy_in("Ann", "60.00")
    evening.buy_in("Bo", "60.00")
    evening.it_is("21:00")
    evening.cash_out("Ann", "20.00", plays_on=True, ruling="the table agreed")
    evening.it_is("22:00")
    evening.last_hand()
    evening.cash_out("Ann", "40.00")
    evening.cash_out("Bo", "60.00")
    evening.ends("200.00")

    assert figures(YEAR, "minutes", "net_cents") == {"Ann": (120, 0), "Bo": (120, 0)}


def test_chips_bought_from_a_player_and_undone_acts():
    evening = Evening("mike")
    evening.buy_in("Ann", "40.00")
    evening.undo(evening.buy_in("Bo", "30.00"))
    evening.sells("Ann", "Bo", "20.00")
    evening.it_is("21:30")
    evening.last_hand()
    evening.cash_out("Ann", "15.00")
    evening.cash_out("Bo", "25.00")
    evening.ends("200.00")

    told = figures(YEAR, "net_cents", "bought_cents", "rebuys", "minutes")

    assert told == {"Ann": (-500, 4000, 0, 90), "Bo": (500, 2000, 0, 90)}


def test_who_was_here_and_never_bought_is_not_in_the_table():
    evening = Evening("dave-2018")
    evening.arrives("Cy")
    evening.leaves("Cy")
    plays(evening, Ann=("20.00", "20.00"))

    assert figures() == {"Ann": (1, 0)}


def test_one_who_won_only_the_final_pot_is_in_it():
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.it_is("21:00")
    evening.last_hand()
    evening.cash_out("Ann", "19.50")
    evening.final_pot("Cy")
    evening.ends("200.00")

    told = figures(YEAR, "net_cents", "bought_cents", "minutes")

    assert told == {"Ann": (-100, 2000, 60), "Cy": (100, 0, None)}


def test_a_night_counts_once_it_is_closed():
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "20.00")
    assert figures() == {}
    evening.last_hand()
    evening.cash_out("Ann", "20.00")
    evening.ends("200.00")

    assert figures() == {"Ann": (1, 0)}


def test_a_night_whose_close_was_undone_counts_nothing():
    an_autumn()
    close = Night.objects.get(date=FRIDAYS[2]).bank.closed
    last = Act.objects.latest("number")
    Act.objects.create(
        number=last.number + 1,
        key="undone-close",
        kind="reverse",
        night=close.night,
        at=last.at,
        content="{}",
        reverses=close,
        recorded_at=last.at,
        head="h",
        seal="s",
    )

    assert figures() == {"Bo": (2, -500), "Ann": (2, 500)}


def test_merged_players_are_one_in_every_night_and_two_again_when_it_is_undone():
    evening = an_autumn()
    before = figures()
    merge = evening.merges("Gil", into="Ann")
    assert figures() == {"Bo": (2, -500), "Ann": (3, 500)}

    evening.undo(merge)

    assert figures() == before


def test_a_correction_of_the_book_changes_no_result():
    evening = an_autumn()
    before = figures()

    evening.corrects("Bo", "Ann", "5.00", about=FRIDAYS[0])

    assert figures() == before


def test_a_new_name_is_that_of_the_table_and_its_figures_stay():
    evening = an_autumn()
    figures()

    evening.renames("Bo", to="Bobby")

    assert figures()["Bobby"] == (2, -500)


def test_a_season_can_be_of_one_house():
    evening = an_autumn()
    evening.opens("mike", day=FRIDAYS[1])
    plays(evening, Cy=("20.00", "20.00"))

    assert [*figures(YEAR.in_house(dave()))] == ["Bo", "Ann", "Gil"]
    assert figures()["Cy"] == (1, 0)


def test_while_nothing_is_recorded_the_report_is_kept():
    evening = an_autumn()
    first = season_report(YEAR)
    assert season_report(YEAR) is first

    evening.knows("Dot")

    assert season_report(YEAR) is not first


def taken_back(evening):
    """Play a night, look at the season, and roll all of it back."""
    with atomic_batch():
        plays(evening, Cy=("20.00", "20.00"), Bo=("20.00", "20.00"))
        assert figures()["Cy"] == (1, 0)
        raise ZeroDivisionError


def test_what_was_taken_back_with_its_transaction_is_not_kept():
    evening = an_autumn()
    before = figures()
    evening.opens("dave-2018", day=FRIDAYS[2])
    with pytest.raises(ZeroDivisionError):
        taken_back(evening)
    assert figures() == before

    plays(evening, Cy=("20.00", "25.00"), Bo=("20.00", "15.00"))

    assert figures()["Cy"] == (1, 500)


def test_what_is_kept_of_a_night_is_known_by_the_seal_of_its_close():
    """Control: with another seal under the same number, the night is read anew."""
    an_autumn()
    kept = season_nights(YEAR)
    assert season_nights(YEAR)[0].played is kept[0].played

    remove_triggers(connection)
    Act.objects.filter(number=kept[0].number).update(seal="other")

    assert season_nights(YEAR)[0].played is not kept[0].played
    assert season_nights(YEAR)[0].played == kept[0].played


def test_a_season_is_whole_when_there_is_no_room_for_more_nights():
    an_autumn()
    _kept_nights.clear()
    kept = len(season_nights(YEAR))
    _kept_nights.update({(-number, 0, ""): ((), None) for number in range(10_001)})

    found = len(season_nights(ALL))

    assert (kept, found, len(_kept_nights)) == (3, 4, 1)


def test_a_ledger_that_was_put_in_its_place_is_read_anew():
    """Control: the last act keeps its number and has another seal."""
    an_autumn()
    kept = season_report(YEAR)
    assert season_report(YEAR) is kept

    remove_triggers(connection)
    Act.objects.filter(number=Act.objects.latest("number").number).update(seal="other")

    assert season_report(YEAR) is not kept
    assert season_report(YEAR) == kept


@pytest.mark.parametrize("nights", [1, 3])
def test_it_is_read_in_as_many_queries_whatever_the_past(nights):
    evening = Evening("dave-2018")
    plays(evening, Ann=("20.00", "20.00"))
    for day in FRIDAYS[1:nights]:
        evening.opens("dave-2018", day=day)
        plays(evening, Ann=("20.00", "20.00"))
    closed_nights()  # what the process keeps of other books is read anew, by two statements or one

    with CaptureQueriesContext(connection) as cold:
        season_report(YEAR)
    with CaptureQueriesContext(connection) as warm:
        season_report(YEAR)

    assert (len(cold), len(warm)) == (9, 3)


def test_private_results_are_marked_and_counted():
    evening = an_autumn()
    keep_results_private(player=player_named("Bo"), on=True)

    assert figures(YEAR, "is_private", "net_cents")["Bo"] == (True, -500)
    evening.merges("Bo", into="Cy")
    assert figures(YEAR, "is_private")["Cy"] == (True,)

    keep_results_private(player=person_named("Cy"), on=False)

    assert figures(YEAR, "is_private")["Cy"] == (False,)


def test_the_hosts_seasons_come_first_and_are_found_by_their_key():
    an_autumn()
    make_season(key="season-1", name="Since March", first=date(2026, 3, 1), least_nights=2)
    make_season(key="season-2", name="Winter", first=date(2026, 12, 1), last=date(2027, 2, 28))

    winter, march = own_spans()

    assert (winter.name, march) == ("Winter", Span(march.key, "Since March", date(2026, 3, 1), least_nights=2))
    assert figures(winter) == {"Ann": (1, 2000), "Gil": (1, -2000), "Bo": (1, 500), "Cy": (1, -500)}
    assert span_in_address(march.key, own_spans()) == march
    assert span_in_address("2026", own_spans(), 4) == replace(YEAR, least_nights=4)
    assert span_in_address("s0", own_spans()) is None
    assert str(Season.objects.earliest("pk")) == "Since March"


def test_years_with_nights_are_those_from_the_first_to_the_last():
    assert [*years_played()] == []

    an_autumn()

    assert [*years_played()] == [2027, 2026]


def test_a_desk_without_nights_has_an_empty_season():
    report = season_report(YEAR)

    assert (report.nights, report.lines) == ((), ())
