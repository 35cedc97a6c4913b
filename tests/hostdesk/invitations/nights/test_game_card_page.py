"""The desk's text on the game card of a night: the figures of the house, or the night's own."""

from datetime import date

import pytest
from django.test import RequestFactory

from hostdesk.base.sign_in.group_link_commands import make_group_link
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.invitations.nights.commands import plan_night
from hostdesk.invitations.nights.game_card_page import game_card_of, rules_behind_link
from ledger.terms.bank_terms import Colour
from tests.reservations.planned import a_night
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
ASKED = {"small_blind": "0.25", "big_blind": "0.50", "buy_in_min": "10.00", "buy_in_max": "60.00"}


@pytest.mark.parametrize(
    ("house", "figures", "headlines"),
    [
        ("dave-2018", {}, [("Blinds", "0.25/0.50"), ("Buy-in", "$10.00 to $50.00, or the big stack")]),
        ("hybrid", {}, [("Blinds begin at", "0.01/0.02"), ("Buy-in", "$4.00 to $10.00")]),
        ("ericn", ASKED, [("Blinds", "0.25/0.50"), ("Buy-in", "$10.00 to $60.00")]),
        ("mike", {}, [("Bets", "up to $0.50"), ("Buy-in", "from $5.00"), ("Usual buy-in", "$10.00")]),
        ("mike", {"buy_in_min": "10.00", "buy_in_max": "10.00"}, [("Bets", "up to $0.50"), ("Buy-in", "$10.00")]),
    ],
)
def test_the_headlines_are_the_stakes_and_the_limits(house, figures, headlines):
    card = game_card_of(Evening(house, **figures).night)

    assert [*card.headlines] == headlines


@pytest.mark.parametrize(
    ("house", "headlines"),
    [
        ("ericn", [("Blinds", "set at opening"), ("Buy-in", "set at opening")]),
        ("dave-2018", [("Blinds", "0.25/0.50"), ("Buy-in", "$10.00 to $50.00, or the big stack")]),
    ],
)
def test_before_the_bank_is_opened_the_house_speaks(house, headlines):
    card = game_card_of(plan_night(date=date(2026, 11, 27), house=house))

    assert ([*card.headlines], card.banker, card.own) == (headlines, "", ())


@pytest.mark.parametrize(
    ("house", "figures", "own"),
    [
        ("dave-2018", {}, []),
        ("ericn", ASKED, []),
        (
            "dave-2018",
            {"small_blind": "0.50", "big_blind": "1.00", "buy_in_max": "80.00"},
            [
                "Blinds 0.50/1.00; the house has 0.25/0.50.",
                "Buy-in from $20.00; the house has $10.00.",
                "Buy-in up to $80.00; the house has $50.00, or the big stack.",
            ],
        ),
        ("hybrid", {"buy_in_min": "6.00"}, ["Buy-in from $6.00; the house has $4.00."]),
        ("mike", {"buy_in_max": "40.00"}, ["Buy-in up to $40.00."]),
        ("mike", {"small_blind": "0.25", "big_blind": "0.50"}, ["Blinds 0.25/0.50."]),
    ],
)
def test_it_says_what_is_only_of_this_night(house, figures, own):
    assert [*game_card_of(Evening(house, **figures).night).own] == own


def test_stakes_that_are_set_anew_stand_on_it():
    evening = Evening("dave-2018", buy_in_max="80.00")
    evening.stakes(small_blind="0.50", big_blind="1.00")

    card = game_card_of(evening.night)

    assert card.headlines == (("Blinds", "0.50/1.00"), ("Buy-in", "$20.00 to $100.00, or the big stack"))
    assert card.own[0] == "Blinds 0.50/1.00; the house has 0.25/0.50."


def test_stakes_that_are_planned_stand_on_it():
    night = a_night(stakes={"buy_in_max": 3000})

    assert game_card_of(night).own == ("Buy-in up to $30.00; the house has $50.00.",)


def test_it_tells_the_chips_the_levels_and_how_to_get_in_and_out():
    mike, hybrid = game_card_of(Evening("mike").night), game_card_of(plan_night(date=date(2026, 12, 4), house="hybrid"))

    assert mike.chips[:2] == (Colour("white", 5), Colour("red", 10))
    assert [each.reserve for each in mike.chips] == [False, False, False, True, True, True]
    assert (hybrid.levels[0], hybrid.levels[-1], hybrid.level_minutes) == ("0.01/0.02", "1.00/2.00", 20)
    assert [subject for subject, _ in mike.subjects] == ["Buying chips", "Leaving", "Betting"]
    told = dict(mike.subjects)
    assert "Chips are paid for in cash, by bank note or in THE BOOK." in told["Buying chips"]
    assert told["Leaving"][-1] == "Payouts are multiples of $1.00; the rest goes into the final pot."


def test_its_code_leads_to_the_rules_where_others_reach_the_desk(settings):
    settings.URL = "https://poker.example.org"

    card = game_card_of(Evening("mike").night, RequestFactory().get("/"))

    assert card.address == "https://poker.example.org/houses/mike/rules/"


def test_where_everybody_may_read_them_it_leads_there_by_the_group_link(settings):
    settings.URL, night = "https://poker.example.org", Evening("mike").night
    without = rules_behind_link(night)

    secret = secret_of(make_group_link(night, made_by="Ann"))

    by_link = f"/group/{secret}/rules/"
    assert (without, rules_behind_link(night)) == ("", by_link)
    assert game_card_of(night, leads_to=without).address == "https://poker.example.org/houses/mike/rules/"
    assert game_card_of(night, leads_to=by_link).address == f"https://poker.example.org{by_link}"


def test_what_does_not_stand_on_it_changes_nothing():
    evening = Evening("mike")
    before = game_card_of(evening.night)
    evening.buy_in("Bo", "20.00")

    bought = game_card_of(evening.night)
    evening.hands_over_to("Bo")

    assert bought == before
    assert game_card_of(evening.night).banker == "Bo"
