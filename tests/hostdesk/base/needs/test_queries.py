"""The features that the desk needs: both states of each, used ones that stay, and the number of queries it takes."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.base.needs.queries import Needs, needs_now
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.rules.houses.presets import load_preset
from ledger.money.words import Means
from reservations.acts.facts import Cause
from reservations.houses.commands import make_house, revise_house
from reservations.models import Night
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from reservations.strikes.commands import see_id, strike
from reservations.waiting_list.commands import invite
from tests.hostdesk.two_tables import Tables
from tests.reservations.planned import FRIDAY, NOON, a_night, comes, friday_document, friday_game, stamp
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
BLINDS = {"small_blind": 25, "big_blind": 50}


def named(needs: Needs) -> list[str]:
    """Return the names of the features in use."""
    return [name for name, is_used in needs._asdict().items() if is_used is True]


def needed():
    return named(needs_now())


def plays(game, key="another"):
    """Make a house with a game of its own."""
    return make_house(document={**own_document(game), "key": key}).house


def revised(**sections):
    """Give the Friday game a version with these sections, and then one without them."""
    return once_as({**friday_document(), **sections})


def once_as(document):
    """Give the Friday game a version of this document, then its own again; return the needs after each of the two."""
    house = friday_game()
    revise_house(house=house, document=document)
    with_them = needed()
    revise_house(house=house, document=friday_document(), reason="not needed")
    return with_them, needed()


def test_a_new_desk_needs_nothing():
    assert needs_now() == Needs()


def test_a_plain_cash_game_needs_nothing():
    friday_game()

    assert needs_now() == Needs()


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        ({"pays_with": (Means.CASH, Means.BOOK)}, ["book"]),
        ({"pays_with": (Means.CASH, Means.BOOK, Means.NOTE)}, ["book", "notes"]),
        ({"strikes": True}, ["strikes"]),
        ({"chips": True, **BLINDS}, ["chips"]),
    ],
)
def test_the_terms_of_a_house_bring_up_their_row(answers, names):
    plays(OwnGame("Another game", **answers))

    assert needed() == names


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        ({"pays_with": (Means.CASH, Means.BOOK, Means.NOTE)}, ["book", "notes"]),
        ({"strikes": True}, ["strikes"]),
        ({"chips": True}, ["chips"]),
    ],
)
def test_what_a_version_had_terms_for_stays_in_sight_after_one_without_them(answers, names):
    document = {**own_document(OwnGame("Friday game", 25, 50, **answers)), "key": "friday"}

    assert once_as(document) == (names, names)


def test_a_house_that_asks_for_an_age_brings_up_ids_and_keeps_them_in_sight_without_it():
    assert revised(door={"minimum_age": 21}) == (["ids"], ["ids"])


def test_steps_of_strikes_stay_in_sight_after_a_version_without_them():
    assert revised(attendance={"steps": [[2, "reminder"]]}) == (["strikes"], ["strikes"])


def test_a_seat_given_up_too_late_is_a_term_of_strikes():
    assert revised(attendance={"late_change_minutes": 120}) == (["strikes"], ["strikes"])


def test_terms_of_waiting_and_reminding_are_none_of_strikes():
    assert revised(waiting={"regulars_first": True}, confirmation={"asked_minutes": 60}) == ([], [])


def test_a_second_house_brings_up_houses():
    friday_game()
    plays(OwnGame("Another game"))

    assert needed() == ["houses"]


def test_a_ruling_that_lets_somebody_owe_brings_up_the_book():
    evening = Evening("dave-2018")
    before = needed()
    evening.buy_in("Bo", "20.00", pay="book", ruling="no cash on him")

    assert (before, needed()) == ([], ["book"])


def test_a_ruling_that_lets_somebody_write_a_note_brings_up_notes_and_the_book():
    evening = Evening("dave-2018")
    before = needed()
    evening.buy_in("Bo", "20.00", note="n1", ruling="his birthday")

    assert (before, needed()) == ([], ["book", "notes"])


def test_paid_debts_keep_the_book_in_sight():
    evening = Evening("dave-2018")
    sale = evening.buy_in("Bo", "20.00", pay="book", ruling="no cash on him")
    evening.paid_by("cash", sale)

    assert needed() == ["book"]


def test_an_old_balance_that_was_brought_along_brings_up_the_book():
    evening = Evening("dave-2018")
    evening.takes_over(Bo="-20.00", Cy="20.00")

    assert needed() == ["book"]


def test_a_strike_that_was_marked_brings_up_strikes():
    night = a_night()
    record_player(stamp=stamp(), name="Bo", regular=True)
    late = NOON + timedelta(hours=8)
    strike(stamp=stamp(at=late), night=night, player=player_named("Bo"), cause=Cause.NO_SHOW, reason="away")

    assert needed() == ["strikes"]


def test_an_id_that_was_seen_brings_up_ids():
    friday_game()
    record_player(stamp=stamp(), name="Bo", regular=True)
    see_id(stamp=stamp(), player=player_named("Bo"), on=date(2026, 11, 20))

    assert needed() == ["ids"]


def knows(many):
    """Add that many players, and return them."""
    names = [f"Player {number}" for number in range(many)]
    for name in names:
        record_player(stamp=stamp(), name=name, regular=True)
    return [player_named(name) for name in names]


@pytest.mark.parametrize(("people", "names"), [(11, []), (12, ["tables"])])
def test_more_players_invited_than_one_table_seats_bring_up_tables(people, names):
    night = a_night()
    invite(stamp=stamp(), night=night, players=knows(people))

    assert needed() == names


@pytest.mark.further
@pytest.mark.parametrize(("people", "names"), [(11, []), (12, ["tables"])])
def test_more_players_with_an_answer_than_one_table_seats_bring_up_tables(people, names):
    night = a_night(seats=None)
    comes(night, *(each.name for each in knows(people)))

    assert needed() == names


def test_more_players_with_chips_than_one_table_seats_bring_up_tables():
    evening = Evening("dave-2018")
    before = needed()
    for number in range(12):
        evening.knows(f"Player {number}")
        evening.buy_in(f"Player {number}", "20.00")

    assert (before, needed()) == ([], ["tables"])


def test_a_night_planned_for_two_tables_brings_up_tables():
    a_night(seats=16, tables=2)

    assert needed() == ["tables"]


def test_a_table_that_was_split_keeps_tables_in_sight_after_the_night():
    tables = Tables(12)
    tables.does("split_table", volunteers=[])
    Night.objects.update(cancelled_at=None)
    tables.last_hand()
    tables.counts_drawer("200.00")
    tables.closes()

    assert (needed(), needs_now().open_nights) == (["tables"], ())


def test_the_open_nights_are_named_with_their_houses():
    evening = Evening("dave-2018")
    first = evening.night
    evening.opens("hybrid", banker="Bo", day=evening.day + timedelta(days=1))

    found = needs_now()

    assert found.open_nights == ((first.pk, first.house_id), (evening.night.pk, evening.night.house_id))
    assert named(found) == ["houses"]


def test_it_takes_one_query_however_much_there_is_and_one_more_for_rules_that_are_new():
    make_house(document=load_preset("mike"))
    with CaptureQueriesContext(connection) as new:
        needs_now()
    invited = knows(3)
    friday_game()
    for day in range(3):
        invite(stamp=stamp(), night=a_night(day=FRIDAY + timedelta(days=day)), players=invited)
    with CaptureQueriesContext(connection) as known:
        needs_now()
    with CaptureQueriesContext(connection) as again:
        needs_now()

    assert [len(each) for each in (new, known, again)] == [2, 2, 1]


def test_a_page_asks_for_it_once_however_much_of_it_is_shown():
    make_house(document=load_preset("mike"))
    host = host_client()
    host.get("/houses/")
    with CaptureQueriesContext(connection) as asked:
        needs = host.get("/houses/").context["needs"]

    assert len([each for each in asked if "'invited'" in each["sql"]]) == 1
    assert (needs.book, needs.notes, needs.tables, needs.open_nights) == (True, True, False, ())


def test_what_shows_none_of_it_does_not_ask():
    night = Evening("dave-2018").night
    host = host_client()
    with CaptureQueriesContext(connection) as asked:
        host.get(f"/nights/{night.pk}/clock.json")
        host.get("/keys/")

    assert [each for each in asked if "'invited'" in each["sql"]] == []
