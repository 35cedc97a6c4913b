"""The table behind a question about a hand: its house, the order of its players, and the chips and blinds it uses."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.table.table_help.answer_page import leaving_answer
from hostdesk.table.table_help.forms import LeavingForm
from hostdesk.table.table_help.page import Viewer, table_of
from hostdesk.table.table_help.views import QUESTIONS
from ledger.terms.bank_terms import Blinds
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house
from reservations.models import Night, Player
from reservations.nights.plans import Plan
from tests.hostdesk.seated import Tables
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
HOST = Viewer(is_host=True)
NOW = datetime(2026, 11, 20, 22, tzinfo=UTC)


def names(table):
    return [each.name for each in table.players]


@pytest.fixture
def evening():
    """An evening at dave's: Ann, Bo, Cy and Gil sit in that order from seat 1, and Bo has the button."""
    tables = Tables("dave-2018").play("Ann", "Bo", "Cy", "Gil")
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Gil"), 1):
        tables.sit(name, 1, seat)
    tables.button(2)
    return tables


def test_players_stand_in_the_order_after_the_button(evening):
    table = table_of(HOST, QueryDict(), evening.now)

    assert (names(table), table.has_button) == (["Cy", "Gil", "Ann", "Bo"], True)


def test_a_button_noted_long_ago_is_asked_for(evening):
    table = table_of(HOST, QueryDict(), evening.now + timedelta(hours=2))

    assert (names(table), table.has_button) == (["Ann", "Bo", "Cy", "Gil"], False)


def test_who_sees_no_names_has_letters(evening):
    table = table_of(Viewer(player=10**6), QueryDict("seats=4"), evening.now)

    assert (names(table), table.is_named, table.missed) == (["A", "B", "C", "D"], False, {})


@pytest.mark.parametrize(
    ("house", "chip", "blinds"),
    [("mike", 5, None), ("dave-2018", 25, Blinds(25, 50)), ("hybrid", 1, Blinds(1, 2)), ("ericn", 1, None)],
)
def test_the_smallest_chip_is_the_houses_or_else_the_small_blind(house, chip, blinds):
    make_house(document=load_preset(house))

    table = table_of(HOST, QueryDict(f"house={house}"), NOW)

    assert (table.smallest_chip_cents, table.blinds) == (chip, blinds)


def test_the_house_of_the_latest_night_is_asked_about_where_no_night_is_open(evening):
    table = table_of(HOST, QueryDict("night=1000000"), evening.now)

    assert (table.house, table.night) == (evening.night.house, None)


@pytest.mark.parametrize(("seats", "letters"), [("1", 2), ("30", 11), ("x", 6), ("", 6)])
def test_a_table_has_at_least_two_and_not_too_many(seats, letters):
    assert len(table_of(HOST, QueryDict(f"seats={seats}"), NOW).players) == letters


def test_who_left_since_the_button_was_noted_keeps_the_seat_for_the_dead_button(evening):
    evening.cash_out("Gil", "20.00", round_played=True)

    table = table_of(HOST, QueryDict(), evening.now)
    answer = leaving_answer(table, LeavingForm(QueryDict(), players=table.players))

    # Bo had the button, Cy the small blind, Gil the big one.
    assert answer["was"] == ("Bo", "Cy", "Gil")
    assert answer["hands"][2][:2] == [("Next", "Cy", "dead", "Ann"), ("2nd", "dead, at Gil", "Ann", "Bo")]


def test_where_nobody_knows_the_button_nobody_knows_who_posts(evening):
    table = table_of(HOST, QueryDict(), evening.now + timedelta(hours=2))

    assert leaving_answer(table, LeavingForm(QueryDict(), players=table.players)) == {}


def test_a_table_of_letters_begins_at_the_button():
    table = table_of(HOST, QueryDict("seats=6"), NOW)
    answer = leaving_answer(table, LeavingForm(QueryDict("left=C"), players=table.players))

    assert answer["was"] == ("A", "B", "C")
    assert answer["hands"][2] == [("Next", "B", "dead", "D"), ("2nd", "dead, at C", "D", "E"), ("3rd", "D", "E", "F")]


def test_players_without_seats_stand_in_the_order_in_which_they_came():
    evening = Tables("dave-2018").play("Ann", "Bo", "Cy", "Gil")
    cy = Player.objects.get(name="Cy").number

    table = table_of(HOST, QueryDict(f"button={cy}"), evening.now)
    answer = leaving_answer(table, LeavingForm(QueryDict(), players=table.players))

    assert (names(table), answer["was"]) == (["Gil", "Ann", "Bo", "Cy"], ("Cy", "Gil", "Ann"))


def test_a_closed_night_counts_with_the_blinds_it_was_played_for():
    evening = Evening("mike", small_blind="0.50", big_blind="1.00")
    evening.last_hand()
    evening.ends("200.00")

    table = table_of(HOST, QueryDict(f"night={evening.night.pk}"), NOW)

    assert table.blinds == Blinds(50, 100)


def test_a_planned_night_counts_with_the_blinds_of_its_plan():
    plan = Plan(NOW.date(), stakes={"small_blind": 50, "big_blind": 100})
    plan_nights(stamp=Stamp("planned-1", NOW), house="mike", plan=plan)

    table = table_of(HOST, QueryDict(f"night={Night.objects.get().pk}"), NOW)

    assert table.blinds == Blinds(50, 100)


def quoted(document, question):
    make_house(document=document)
    table = table_of(HOST, QueryDict(f"house={document['key']}"), NOW)
    return [each["number"] for each in table.articles(question)]


def test_the_articles_of_a_preset_are_quoted_by_their_numbers():
    mike, dave = load_preset("mike"), load_preset("dave-2018")

    assert (quoted(mike, "return"), quoted(dave, "return")) == ([], ["26", "25"])


def test_an_article_that_a_host_has_written_anew_under_its_number_is_not_quoted():
    document = load_preset("dave-2018")
    [missed] = (each for each in document["articles"] if each["number"] == "26")
    missed["title"] = "Dinner"

    assert quoted(document, "return") == ["25"]


def test_a_house_of_its_own_quotes_nothing():
    document = {**load_preset("dave-2018"), "key": "friday-game"}

    assert quoted(document, "split") == []


def test_every_article_that_is_quoted_is_one_of_its_preset():
    for key in preset_keys():
        numbers = {each["number"] for each in load_preset(key)["articles"]}
        make_house(document=load_preset(key))
        table = table_of(HOST, QueryDict(f"house={key}"), NOW)
        found = {each["number"] for question in QUESTIONS for each in table.articles(question)}

        assert found
        assert found <= numbers
