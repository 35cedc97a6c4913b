"""Pages leave out the features that the desk does not need: each word is looked for in its place, in both states."""

import re
from datetime import timedelta

import pytest

from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.rules.houses.own_game import OwnGame, own_document
from ledger.money.words import Means
from reservations.houses.commands import make_house
from reservations.models import Night
from reservations.nights.commands import cancel_night
from reservations.nights.plans import Plan
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own, phone
from tests.stories.evening import NIGHT, a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]
OF_THE_BOOK = r"THE BOOK|[Bb]ank notes?\b|\bcredit\b|[Ss]ettle up"
OF_THE_OTHERS = r"[Ss]trikes?\b|\bAttendance\b|\bBalance\b|Two tables|Table changes|One table|Will the chips do"
WORDS = re.compile(f"{OF_THE_BOOK}|{OF_THE_OTHERS}")
PAGES = [
    *("/?stay=yes", "/inbox/", "/print/", "/desk/", "/seasons/?season=all", "/houses/"),
    *("/nights/", "/nights/{closed}/", "/nights/{open}/", "/nights/{planned}/", "/nights/{planned}/cancel/"),
    *("/nights/{open}/tonight/", "/nights/{open}/tonight/?more=yes", "/nights/{open}/tonight/players/{bo}/"),
    *("/nights/{open}/closing/", "/nights/{open}/door/", "/nights/{off}/", "/nights/{off}/door/"),
    *("/nights/{planned}/door/{bo}/away/", "/players/", "/players/{bo}/", "/players/{bo}/?part=change"),
    *("/players/{bo}/?part=merge&with={cy}", "/players/{bo}/?part=id"),
]
OWN = ["", "me/", "nights/"]


def night_in_a_week(evening, weeks=1):
    """Plan a night of the same house in a week, or in that many weeks, and return it."""
    plan_nights(stamp=evening.stamp(), house=evening.night.house.key, plan=Plan(NIGHT + timedelta(weeks=weeks)))
    return Night.objects.get(date=NIGHT + timedelta(weeks=weeks))


def words_on(desk, evening, closed):
    """Return the words of `WORDS` on the pages of a host and of Bo's phone, by page."""
    planned, off = night_in_a_week(evening), night_in_a_week(evening, 2)
    cancel_night(stamp=evening.stamp(), night=off, reason="snow")
    numbers = {"closed": closed.pk, "open": evening.night.pk, "planned": planned.pk, "off": off.pk}
    numbers |= {name.lower(): player_named(name).number for name in ("Bo", "Cy")}
    pages = {address: desk.opens(address.format(**numbers)) for address in PAGES}
    pages |= {f"own {rest}": phone("Bo").opens(own("Bo", rest)) for rest in OWN}

    assert {page.status for page in pages.values()} == {200}
    return {address: found for address, page in pages.items() if (found := sorted({*WORDS.findall(page.text)}))}


def test_a_cash_game_at_one_table_says_nothing_of_debts_strikes_tables_and_colours(desk):
    evening = a_closed_night()
    closed = evening.night
    evening.opens("dave-2018")
    evening.buy_in("Bo", "20.00")

    assert words_on(desk, evening, closed) == {}


def test_where_there_is_all_of_it_the_same_pages_say_so(desk):
    evening = a_closed_night()
    closed = evening.night
    game = OwnGame("All of it", 25, 50, pays_with=(*Means,), strikes=True, chips=True)
    make_house(document={**own_document(game), "key": "all"})
    evening.opens("all")
    evening.buy_in("Bo", "20.00", pay="book")

    found = words_on(desk, evening, closed)

    assert {word.rstrip("s") for words in found.values() for word in words} >= {
        *("THE BOOK", "Bank note", "credit", "strike", "Attendance", "Will the chips do")
    }
    assert {"/print/", "/nights/{planned}/cancel/", "/nights/{open}/tonight/", "/players/{bo}/"} <= found.keys()
