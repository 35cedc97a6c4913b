"""The further acts of a night are behind *More…*, without the parts that the night does not need."""

import pytest

from hostdesk.table.tables.queries import present_at
from ledger.money.words import Means
from reservations.players.queries import player_named
from reservations.tables.seat_commands import seat_everybody, size_table, split_table
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
OF_TWO_TABLES = ("Two tables", "Table changes", "Balance", "One table")
OF_CREDIT = ("credit", "note", "THE BOOK")


def plays(house, *names, seats=11):
    evening = Evening(house)
    for name in names:
        evening.arrives(name)
    present = present_at(evening.night)
    size_table(stamp=evening.stamp(), night=evening.night, present=present, table=1, seats=seats)
    seat_everybody(stamp=evening.stamp(), night=evening.night, present=present)
    return evening


def more(desk, evening):
    return desk.opens(f"/nights/{evening.night.pk}/tonight/?more=yes")


def shown(page, labels):
    return [each for each in labels if each in page.links]


def test_the_page_of_the_night_has_none_of_it(desk):
    evening = Evening("dave-2018")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/")

    assert shown(page, ["Add to the float", "Stakes", "Rules", "Close the night…"]) == []
    assert page.links["More…"] == f"/nights/{evening.night.pk}/tonight/?more=yes"


def test_once_all_have_cashed_out_the_close_is_in_sight(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/")

    assert page.links["Close the night…"] == f"/nights/{evening.night.pk}/closing/"


@pytest.mark.parametrize(
    ("seats", "tables"), [(11, []), (2, ["Two tables"])], ids=["all at one table", "more than one seats"]
)
def test_a_second_table_is_thought_of_once_more_are_here_than_one_seats(desk, seats, tables):
    evening = plays("dave-2018", "Ann", "Bo", "Cy", seats=seats)

    assert shown(more(desk, evening), OF_TWO_TABLES) == tables


def test_two_tables_are_balanced_and_changed_and_become_one(desk):
    evening = plays("dave-2018", "Ann", "Bo", "Cy", "Gil")
    stamp, present = evening.stamp(ruling="as we like"), present_at(evening.night)
    split_table(stamp=stamp, night=evening.night, volunteers=[], present=present)

    assert shown(more(desk, evening), OF_TWO_TABLES) == ["Table changes", "Balance", "One table"]


@pytest.mark.parametrize(("house", "says"), [("dave-2018", []), ("mike", [*OF_CREDIT])])
def test_a_house_without_credit_says_nothing_of_notes_and_the_book(desk, house, says):
    evening = Evening(house)
    evening.buy_in("Bo", "40.00")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")

    assert [each for each in OF_CREDIT if each in page.part("tonight")] == says


def test_the_first_debt_brings_credit_into_sight(desk):
    evening = Evening("dave-2018")
    page = desk.opens(f"/nights/{evening.night.pk}/tonight/")

    evening.buy_in("Bo", "40.00", pay=Means.BOOK, ruling="he forgot his purse")

    after = desk.opens(f"/nights/{evening.night.pk}/tonight/")
    assert ("On credit" in page.text, "On credit 40.00 ▸" in after.links) == (False, True)


@pytest.mark.parametrize(("house", "has_chips"), [("hybrid", False), ("mike", True)])
def test_chips_on_the_table_need_their_colours(desk, house, has_chips):
    evening = Evening(house)

    assert ("Chips on the table" in more(desk, evening).text) is has_chips


@pytest.mark.parametrize(("house", "leads"), [("dave-2018", False), ("hybrid", True)])
def test_without_levels_there_is_no_clock_and_with_them_it_leads_to_its_panel(desk, house, leads):
    evening = Evening(house)

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/")

    assert any(link.endswith("/clock/") for link in page.links.values()) is leads
