"""The view of a night for the table: seats, stakes, limits and the waiting list, and no player's money."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from hostdesk.invitations.nights.game_card_page import game_card_of
from hostdesk.table.tables.chart_page import OvalPlace
from hostdesk.table.tv.page import SHOWN, TvLevels, TvSeat, TvTable, tv_card_of, tv_of
from ledger.terms.bank_terms import Colour
from reservations.acts.facts import FactKind
from reservations.players.queries import player_named
from reservations.tables.draws import Card
from reservations.tables.seats import Spot
from tests.hostdesk.at_the_door import a_friday, opens
from tests.hostdesk.two_tables import NAMES, Tables
from tests.reservations.friday import a_house
from tests.stories.evening import Evening, a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]

LEVELS = TvLevels(1, 20, ("0.05 / 0.10",))
EIGHT = datetime(2026, 11, 20, 20, tzinfo=ZoneInfo("America/New_York"))


def seen(night, now=EIGHT):
    """Return the table's view at that moment."""
    return tv_of(night, now)


def sits(name, seat, **marks):
    """Return the row of a player in that seat."""
    return TvSeat(name, player_named(name).number, seat, **marks)


def lists(tv):
    """Return the tables with the names at them, by seat for players who have one."""
    return [(table.number, [(each.seat, each.name) for each in table.seats]) for table in tv.tables]


def test_everybody_sits_where_they_were_seated():
    tables = Tables(5).sits(one="Ann - Bo", two="Cy Di")

    tv = seen(tables.night)

    assert lists(tv) == [(1, [(1, "Ann"), (3, "Bo")]), (2, [(1, "Cy"), (2, "Di")])]
    assert tv.unseated == ("Gil",)


def test_the_button_and_who_is_away_are_marked():
    tables = Tables(3).sits(one="Ann Bo Cy").buttons(one=2)
    tables.does("set_away", player=player_named("Cy"), away=True)

    (table,) = seen(tables.night).tables

    above = [OvalPlace(1, col) for col in (1, 3, 5)]
    assert table.seats == (
        sits("Ann", 1, place=above[0]),
        sits("Bo", 2, has_button=True, place=above[1]),
        sits("Cy", 3, is_away=True, place=above[2]),
    )


def test_seats_that_nobody_has_are_told():
    tables = Tables(2).sits(one="Ann - Bo")
    tables.does("size_table", table=1, seats=5)

    (table,) = seen(tables.night).tables

    ann, bo = sits("Ann", 1, place=OvalPlace(1, 2)), sits("Bo", 3, place=OvalPlace(1, 8))
    assert table == TvTable((ann, bo), 1, {2: OvalPlace(1, 5), 4: OvalPlace(3, 8), 5: OvalPlace(3, 2)})


@pytest.mark.parametrize(("seats", "levels", "is_felt"), [(12, None, True), (13, None, False), (12, LEVELS, False)])
def test_the_tables_are_drawn_where_no_clock_needs_the_room_and_all_seats_fit(seats, levels, is_felt):
    tables = Tables(2).sits(one="Ann Bo")
    tables.does("size_table", table=1, seats=seats)

    assert replace(seen(tables.night), levels=levels).is_felt is is_felt


def test_a_button_at_a_seat_that_nobody_has_is_told():
    tables = Tables(3).sits(one="Ann Bo Cy").buttons(one=2)
    tables.does("stand_up", player=player_named("Bo"))

    (table,) = seen(tables.night).tables

    assert ([*(table.free or ())][:1], table.empty_button) == ([2], 2)
    assert [each.has_button for each in table.seats] == [False, False]


def test_full_names_are_not_shown_to_the_room():
    tables = Tables(1)
    for name in ("Bo Smith", "Cy Jones"):
        tables.knows(name)
        tables.arrives(name)
    tables.sits(one="Ann").does("take_seat", player=player_named("Bo Smith"), spot=Spot(1, 2))

    tv = seen(tables.night)

    assert (lists(tv), tv.unseated) == ([(1, [(1, "Ann"), (2, "Bo")])], ("Cy",))


def test_who_cashed_out_sits_nowhere():
    tables = Tables(3).sits(one="Ann Bo Cy")
    tables.buy_in("Bo", "20.00")
    tables.cash_out("Bo", "20.00", ruling="called home")

    assert lists(seen(tables.night)) == [(1, [(1, "Ann"), (3, "Cy")])]


def test_without_seats_everybody_who_is_here_is_named_in_order_of_arrival():
    assert lists(seen(Tables(3).night)) == [(None, [(None, "Ann"), (None, "Bo"), (None, "Cy")])]


@pytest.mark.parametrize(("people", "lengths"), [(0, []), (11, [11]), (12, [6, 6]), (13, [7, 6])])
def test_many_are_named_in_lists_of_one_length(people, lengths):
    assert [len(table.seats) for table in seen(Tables(people).night).tables] == lengths


@pytest.mark.parametrize(("people", "crowd"), [(0, "few"), (6, "few"), (7, "some"), (8, "some"), (9, "many")])
def test_more_people_are_written_smaller(people, crowd):
    assert seen(Tables(people).night).crowd == crowd


def test_a_table_with_many_seats_is_written_smallest():
    tables = Tables(13)
    tables.does("size_table", table=1, seats=13)
    tables.sits(one="Ann Bo Cy Gil Di Eve Fay Hal Ivy Jo Kim Lou")

    assert seen(tables.night).crowd == "most"


def test_the_blinds_and_the_limits_of_a_house_without_levels():
    tv = seen(Evening("dave-2018").night)

    assert (tv.blinds, tv.levels, tv.minimum_cents, tv.maximum) == (
        *("0.25 / 0.50", None, 1000),
        "$50.00, or the big stack",
    )


def test_a_house_that_says_no_blinds_has_none():
    assert seen(Evening("mike").night).blinds == ""


@pytest.mark.parametrize(
    ("level", "blinds", "then"),
    [(1, "0.01 / 0.02", "0.02 / 0.04"), (11, "1.00 / 2.00", ""), (3, "0.03 / 0.06", "0.05 / 0.10")],
)
def test_the_levels_of_a_house_that_has_them(level, blinds, then):
    evening = Evening("hybrid")
    if level > 1:
        evening.level(level)

    tv = seen(evening.night)

    assert tv.levels is not None
    assert (tv.blinds, tv.levels.level, tv.levels.next_blinds) == (blinds, level, then)
    assert (len(tv.levels.blinds), tv.levels.milliseconds) == (11, 20 * 60 * 1000)


def test_levels_know_what_comes_next():
    levels = TvLevels(1, 20, ("0.01 / 0.02", "0.02 / 0.04"))

    assert levels.next_blinds == "0.02 / 0.04"


def test_who_waits_is_told_by_first_name_in_the_order_of_the_house():
    friday = a_friday(house=a_house())
    friday.yes("Eve", guests=("Zoe",), before=120)
    friday.yes("Di", guests=("Max", "Moe"), before=90)

    tv = seen(opens(friday).night)

    assert (tv.waiting, tv.more_waiting) == (("Di +2",), 0)


def test_a_night_where_nobody_waits_says_nothing():
    assert seen(opens(a_friday(house=a_house())).night).waiting == ()


@pytest.mark.parametrize(
    ("minutes", "leaving"), [(10, [("Cy", 35), ("Bo", 40)]), (35, [("Bo", 40)]), (39, [("Bo", 40)]), (40, [])]
)
def test_who_has_announced_to_leave_is_named_while_their_notice_runs(minutes, leaving):
    """At dave's the notice is half an hour: Cy gives it at 20:05 and Bo at 20:10."""
    tables = Tables(4)
    for clock, name in (("20:05", "Cy"), ("20:10", "Bo")):
        tables.it_is(clock)
        tables.notice(name)

    tv = seen(tables.night, EIGHT + timedelta(minutes=minutes))

    assert [(name, (until - EIGHT) // timedelta(minutes=1)) for name, until in tv.leaving] == leaving


def test_who_leaves_is_told_by_first_name():
    tables = Tables(1)
    tables.knows("Bo Smith")
    tables.arrives("Bo Smith")
    tables.notice("Bo Smith")

    tv, until = seen(tables.night), EIGHT + timedelta(minutes=30)

    assert (tv.leaving, tv.changes_at) == ((("Bo", until),), until)


def test_where_a_notice_is_not_of_minutes_nothing_is_counted_down():
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00")
    evening.notice("Bo")

    tv = seen(evening.night)

    assert (tv.leaving, tv.changes_at) == ((), None)


def test_a_duplicate_is_who_they_were_merged_into():
    tables = Tables(3).sits(one="Ann Bo Cy")
    tables.merges("Cy", into="Gil")

    assert lists(seen(tables.night)) == [(1, [(1, "Ann"), (2, "Bo"), (3, "Gil")])]


def test_a_night_that_is_over_shows_nobody():
    tv = seen(a_closed_night().night)

    assert (tv.is_open, tv.tables, tv.blinds, tv.waiting) == (False, (), "", ())


@pytest.mark.parametrize(
    ("chips", "levels", "lists", "crowd"),
    [(0, 0, [], "few"), (6, 0, [], "few"), (9, 11, [11], "many"), (7, 12, [6, 6], "some"), (0, 60, [30, 30], "most")],
)
def test_the_lists_of_a_card_are_as_few_as_are_legible(chips, levels, lists, crowd):
    card = game_card_of(Evening("mike").night)
    colours = tuple(Colour(f"colour {number}", 5) for number in range(chips))

    laid_out = tv_card_of(replace(card, chips=colours, levels=("0.25/0.50",) * levels))

    assert ([*map(len, laid_out.levels)], laid_out.crowd) == (lists, crowd)
    assert [number for column in laid_out.levels for number, _ in column] == [*range(1, levels + 1)]


THREE = {"Ann": "9h", "Bo": "Kc", "Cy": "2d"}


def cards(**dealt):
    """Return the cards that were dealt at the table, by the numbers of their players."""
    return {player_named(name).number: [Card.of(code)] for name, code in dealt.items()}


def test_the_cards_that_drew_the_seats_are_shown_with_the_numbers_of_those_who_go_there():
    tables = Tables(3)
    fact = tables.does("seat_everybody", cards=cards(**THREE))

    tv = seen(tables.night, fact.at)

    assert (tv.draw.fact, tv.draw.heading, tv.draw_ends, tv.changes_at) == (fact.pk, "Seats", *[fact.at + SHOWN] * 2)
    assert [(each.name, each.card.code, each.number) for each in tv.draw.rounds[0].cards] == [
        (name, code, player_named(name).number) for name, code in THREE.items()
    ]
    assert lists(tv) == [(1, [(1, "Bo"), (2, "Ann"), (3, "Cy")])]


def test_nobody_goes_anywhere_for_the_button_and_who_won_it_is_named():
    tables = Tables(3).sits(one="Ann Bo Cy")
    fact = tables.does("draw_button", table=1, cards=cards(**THREE))

    draw = seen(tables.night, fact.at).draw

    assert (draw.winner, draw.seat, {each.number for each in draw.rounds[0].cards}) == ("Bo", 2, {0})


def test_in_a_split_only_those_who_move_go_to_a_seat():
    tables = Tables(12).sits(one=" ".join(NAMES[:11]))
    fact = tables.does("split_table", volunteers=[], cards=list.sort)

    draw = seen(tables.night, fact.at).draw

    moved = {each.name for each in draw.rounds[0].cards if each.number}
    assert (moved, len(moved)) == (set(tables.table(2).values()), 6)


def test_a_draw_is_shown_for_a_minute():
    tables = Tables(3)
    fact = tables.does("seat_everybody", cards=cards(**THREE))
    just, over = (seen(tables.night, fact.at + SHOWN + timedelta(seconds=second)) for second in (0, 1))

    assert (just.draw is None, over.draw, over.changes_at) == (False, None, None)


def test_a_draw_that_is_taken_back_is_shown_no_longer():
    tables = Tables(3)
    fact = tables.does("seat_everybody", cards=cards(**THREE))
    back = tables.does("take_back", fact=fact.pk)

    assert (back.kind, seen(tables.night, back.at).draw) == (FactKind.TAKE_BACK, None)


def test_seats_in_the_order_of_arrival_are_no_show():
    tables = Tables(3)
    fact = tables.does("seat_everybody")

    assert seen(tables.night, fact.at).draw is None


def test_who_has_left_since_is_still_among_those_who_drew():
    tables = Tables(3)
    fact = tables.does("seat_everybody", cards=cards(**THREE))
    tables.leaves("Cy")

    tv = seen(tables.night, fact.at)

    assert [each.name for each in tv.draw.rounds[0].cards] == ["Ann", "Bo", "Cy"]
    assert lists(tv) == [(1, [(1, "Bo"), (2, "Ann")])]
