"""The fields that the desk fills in on the emergency sheet of a night."""

from datetime import date

import pytest

from hostdesk.invitations.nights.commands import plan_night
from hostdesk.invitations.nights.emergency_sheet_page import sheet_of
from ledger.bank.queries import last_act
from ledger.reports.emergency_sheet_pdf import SheetPlayer
from reservations.players.commands import record_player
from tests.ledger.the_book import regulars
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def planned(house="mike"):
    return sheet_of(plan_night(date=date(2026, 11, 27), house=house))


def test_before_the_night_the_regulars_stand_on_it():
    evening = Evening("mike")
    record_player(stamp=evening.stamp(), name="Bo", mark="BOB")
    record_player(stamp=evening.stamp(), name="Cy", removed=True)

    sheet = planned()

    assert sheet.players == (SheetPlayer("Ann"), SheetPlayer("Bo", "BOB"))
    assert (sheet.house, sheet.day, sheet.banker) == ("Mike's game", date(2026, 11, 27), "")
    assert (sheet.number, sheet.head) == (0, "")


def test_all_regulars_stand_on_it_however_many_there_are():
    names = [f"Player {number:02}" for number in range(1, 31)]
    regulars(*names)

    assert [player.name for player in planned().players] == names


@pytest.mark.parametrize("others", [11, 12, 29])
def test_everybody_who_plays_stands_on_the_sheet_of_an_open_night(others):
    evening = Evening("mike")
    names = [f"Player {number:02}" for number in range(1, others + 1)]
    regulars(*names)
    for name in names:
        evening.arrives(name)
    evening.arrives("Ann")

    assert [player.name for player in sheet_of(evening.night).players] == ["Ann", *names]


def test_an_open_night_has_who_takes_part_and_the_last_act():
    evening = Evening("mike")
    evening.buy_in("Gil", "20.00")
    evening.arrives("Bo")

    sheet = sheet_of(evening.night)

    last = last_act()
    assert sheet.players == (SheetPlayer("Bo"), SheetPlayer("Gil", invited_by="Ann"))
    assert (sheet.banker, sheet.number, sheet.head) == ("Ann", last.number, last.head)


def test_the_terms_and_chips_of_the_house_are_on_it():
    Evening("mike")

    sheet = planned()

    assert sheet.terms[:2] == ("The minimum buy-in is 5.00 (one multiple).", "No maximum buy-in.")
    assert sheet.chips == ("white 0.05", "red 0.10", "blue 0.25", "yellow 0.50", "black 1.00", "green 5.00")
    assert (sheet.stakes, sheet.cash_only, sheet.final_pot) == ("", False, True)


@pytest.mark.parametrize("house", ["dave-2018", "hybrid", "ericn"])
def test_a_house_that_takes_cash_alone(house):
    sheet = planned(house)

    assert (sheet.cash_only, sheet.final_pot) == (True, False)


def test_a_player_who_owes_by_a_ruling_needs_the_notes():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00", note="n1", ruling="he left his wallet")

    assert sheet_of(evening.night).cash_only is False


def test_an_open_night_has_its_own_figures():
    evening = Evening("ericn", small_blind="0.05", big_blind="0.10", buy_in_min="5", buy_in_max="20")

    sheet = sheet_of(evening.night)

    assert sheet.stakes == "Blinds 0.05/0.10"
    assert "The maximum buy-in is 20.00 (set for this night)." in sheet.terms
