"""Questions at the table, through the pages: the examples of the houses, each with its answer at its own address."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from reservations.acts.facts import FactKind
from reservations.houses.commands import make_house
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.hostdesk.seated import Tables
from tests.signed_in import banker_client, player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def ask(desk):
    """Return a function that asks a question at a house that comes with the product."""

    def asked(what, house, **said):
        make_house(document=load_preset(house))
        rest = "&".join(f"{name}={each}" for name, value in said.items() for each in value.split())
        return desk.opens(f"/table-help/{what}/?house={house}&{rest}")

    return asked


@pytest.fixture
def table():
    """An evening at dave's: Ann, Bo, Cy and Gil sit in that order from seat 1."""
    tables = Tables("dave-2018").play("Ann", "Bo", "Cy", "Gil")
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Gil"), 1):
        tables.sit(name, 1, seat)
    return tables


@pytest.mark.parametrize(
    ("what", "house", "said", "answer"),
    [
        # Odd chips
        ("split", "dave-2018", {"pot": "10.25", "ways": "2"}, "5.00 1 0.25 5.25 2 5.00"),
        ("split", "ericn", {"pot": "10.25", "chip": "0.25", "high": "B", "low": "A"}, "5.00 0.25 5.25"),
        ("split", "hybrid", {"pot": "0.05", "chip": "0.01", "high": "B", "low": "A"}, "0.01 0.03 0.02"),
        ("split", "mike", {"pot": "1.05", "ways": "2"}, "0.50 0.05"),
        ("split", "mike", {"pot": "1.10", "high": "C", "low": "A B"}, "0.25 0.25 0.55 0.05"),
        # Side pots
        (
            "side-pots",
            "dave-2018",
            {"in-A": "5", "in-B": "15", "in-C": "40", "wins-1": "A", "wins-2": "B"},
            "15.00 20.00 25.00",
        ),
        (
            "side-pots",
            "dave-2018",
            {"in-A": "5", "in-B": "15", "in-C": "15", "wins-1": "A", "low-1": "B", "wins-2": "C", "low-2": "B"},
            "7.50 17.50 10.00",
        ),
        # The least raise
        ("raise", "dave-2018", {"bet": "0.50", "raised": "1"}, "1.50 1.00 0.50"),
        ("raise", "hybrid", {"bet": "1", "raised": "5"}, "9.00 5.00 4.00"),
        ("raise", "ericn", {"big": "100", "all_in": "20"}, "120.00 20.00 100.00"),
        ("raise", "mike", {"bet": "0.50"}, "0.55 0.50 0.05 1.00"),
        ("raise", "hybrid", {"bet": "1", "raised": "5 9"}, "13.00 9.00 4.00"),
        # Chips put in without a word
        ("chips", "ericn", {"big": "1", "bet": "2", "put": "5", "chips": "one"}, "3.00"),
        ("chips", "dave-2018", {"bet": "2", "put": "3", "chips": "several"}, "4.00 1.00"),
        ("chips", "dave-2018", {"bet": "2", "put": "2.99", "chips": "several"}, "0.99"),
        ("chips", "ericn", {"bet": "2", "put": "3", "chips": "several"}, "1.00 4.00 1.00"),
        ("chips", "dave-2018", {"put": "0.25", "chips": "one"}, "0.50 0.25"),
        # Coming back
        ("return", "dave-2018", {"owes": "both"}, "0.75 0.50 0.25"),
        ("return", "dave-2018", {"owes": "between"}, "0.75 0.50 0.25"),
        ("return", "dave-2018", {"owes": "nothing"}, ""),
    ],
)
def test_the_answer_is_the_houses(ask, what, house, said, answer):
    page = ask(what, house, **said)

    assert page.status == 200
    assert page.receipt == answer


def test_an_all_in_short_of_a_raise_says_who_may_not_raise_again(ask):
    page = ask("raise", "dave-2018", bet="10", all_in="16")

    assert "26.00" in page.text
    assert "may call or fold and not raise again: who bet 10.00, and who called" in page.text


def test_three_raises_are_all_but_for_two_players(ask):
    page = ask("raise", "mike", bet="0.05", raised="0.10 0.15 0.20")

    assert "No further raise, unless only two play." in page.text


def test_straddles_stand_on_the_page_at_once(ask):
    page = ask("raise", "dave-2018", big="1")

    assert page.says("1.00 2.00 1 2.00 4.00 2 4.00 8.00 3 8.00 16.00")


@pytest.mark.parametrize(
    ("what", "said", "sentence"),
    [
        ("split", {"ways": "2"}, "Enter the pot."),
        ("split", {"pot": "ten", "ways": "2"}, "is not an amount"),
        ("split", {"pot": "10", "high": "Z"}, "Choose among the players at the table."),
        ("side-pots", {"in-A": "much"}, "is not an amount"),
        ("raise", {"raised": "5"}, "Enter what was bet first"),
        ("raise", {"bet": "1", "raised": "1.50"}, "at least 2.00, or all-in."),
        ("raise", {"bet": "1", "raised": "five"}, "is not an amount"),
        ("raise", {"bet": "1", "raised": "2 " * 21}, "At most 20 raises"),
        ("chips", {"chips": "one"}, "Enter what was put in."),
    ],
)
def test_what_cannot_be_counted_says_why_and_keeps_the_rest(ask, what, said, sentence):
    page = ask(what, "dave-2018", **said)

    assert page.status == 200
    assert sentence in page.text


def test_every_question_is_open_before_anything_is_asked(desk):
    make_house(document=load_preset("ericn"))
    page = desk.opens("/table-help/?house=ericn")
    asked = [address for address in page.leads_to if address.startswith("/table-help/")]

    assert [desk.opens(address).receipt for address in asked] == [""] * 6


def test_without_a_house_it_counts_by_the_usual_rules(desk):
    assert desk.opens("/table-help/split/?pot=1.01&chip=0.01&ways=2").receipt == "0.50 1 0.01 0.51 2 0.50"
    assert desk.opens("/table-help/return/?small=1&big=2&owes=both").status == 200


def test_a_question_that_there_is_not_is_not_found(desk):
    assert desk.opens("/table-help/poker/").status == 404


def test_who_leaves_is_one_tap(desk, table):
    bo, gil = player_named("Bo").number, player_named("Gil").number

    page = desk.opens(f"/table-help/button/?button={bo}&left={gil}")

    # Cy had the small blind, Gil the big one: Gil's empty seat has the small blind next, and then the button.
    assert page.receipt == "Cy Ann 2 Gil Ann Bo 3 Ann Bo Cy"


def test_blinds_that_players_owe_are_said_without_being_asked_for(desk, table):
    table.missed("Cy", small=True, big=True)

    assert desk.opens("/table-help/return/").says("Cy 0.75")


def test_a_button_that_nobody_noted_can_be_said(desk, table):
    asked = f"/table-help/split/?pot=10.25&button={player_named('Cy').number}"

    page = desk.opens(f"{asked}&high={player_named('Ann').number}&high={player_named('Gil').number}")

    assert page.receipt == "Gil 0.25 5.25 Ann 5.00"


@pytest.mark.parametrize(("who", "sees"), [("banker", True), ("Bo", True), ("Eve", False)])
def test_names_are_for_those_at_the_table(table, who, sees):
    table.knows("Eve")
    player = player_named("Ann" if who == "banker" else who)
    browser = Browser(banker_client(table.night, player) if who == "banker" else player_client(player))

    page = browser.opens(f"/table-help/split/?night={table.night.pk}")

    assert ("Gil" in page.text) == sees
    assert page.status == 200


def test_asking_records_nothing_and_costs_the_same_however_many_sit_there(desk, table, django_assert_max_num_queries):
    before = (Act.objects.count(), Fact.objects.exclude(kind=FactKind.ANSWER).count())

    with django_assert_max_num_queries(26):
        desk.opens("/table-help/split/?pot=10.25&ways=2")

    assert (Act.objects.count(), Fact.objects.exclude(kind=FactKind.ANSWER).count()) == before


def test_from_tonight_an_answer_is_four_taps_away(desk, table):
    tonight = desk.opens(f"/nights/{table.night.pk}/tonight/?more=yes")
    at_the_table = desk.opens(tonight.links["Pots and bets"])
    split = desk.opens(next(each for each in at_the_table.leads_to if "/split/" in each))

    answer = desk.opens(f"{split.url}&pot=10.25&ways=2")

    assert answer.receipt == "5.00 1 0.25 5.25 2 5.00"


def test_a_players_pages_lead_to_the_table_with_their_names(table):
    bo = player_named("Bo")
    browser = Browser(player_client(bo))

    links = browser.opens(f"/own/{bo.number}/").links

    assert "Gil" in browser.opens(f"{links['Pots, bets']}".replace("/?", "/split/?")).text
