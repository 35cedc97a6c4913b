"""The tables of attendance: "never" is a dash on the page and 0 in a file."""

from datetime import date
from decimal import Decimal

import pytest

from hostdesk.base.lists.queries import PlayerNight
from hostdesk.invitations.strikes.page import AttendedNight, TurnoutRow
from hostdesk.invitations.strikes.tables import AttendanceTable, PlayerNightTable
from hostdesk.people.players.player_page import nights_together
from reservations.models import Player
from reservations.strikes.outcomes import Outcome, Turnout

DAY = date(2026, 11, 20)
ROW = TurnoutRow(
    Player(number=2, name="<b>", name_key="<b>"),
    Turnout(nights=5, yes=4, no=0, came=3, late=1, excused=0, cancelled=0, no_shows=1),
)


def drawn(table):
    """Return the cells of the first row as the page has them."""
    return [str(cell) for cell in table.rows[0].cells]


def test_what_never_happened_is_a_dash_on_the_page():
    assert drawn(AttendanceTable([ROW]))[1:] == ["5", "4", "—", "3", "1", "—", "—", "1"]


def test_and_0_in_a_file():
    assert AttendanceTable([ROW]).cells()[1] == ["<b>", 5, 4, 0, 3, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("outcome", "drawn_as"),
    [
        (Outcome.CAME, '<span class="pill">came</span>'),
        (Outcome.NO_SHOW, '<span class="pill stop">no-show</span>'),
        (Outcome.CANCELLED, '<span class="pill stop">cancelled late</span>'),
    ],
)
def test_what_a_strike_may_be_for_stands_out(outcome, drawn_as):
    table = PlayerNightTable(nights_together([AttendedNight(1, DAY, "<b>", "yes with <b>", outcome)], []))

    assert drawn(table)[3:] == [drawn_as, "—", "—", "—", "—"]
    assert table.cells()[1] == [DAY, "<b>", "yes with <b>", str(outcome), None, None, None, None]


def test_a_night_that_was_attended_and_played_is_one_row_the_newest_first():
    attended = [AttendedNight(7, DAY, "Mike's game", "yes", Outcome.CAME)]
    played = [PlayerNight(night, DAY, "Mike's game", night == 7, 2000, 500) for night in (7, 8)]

    table = PlayerNightTable(nights_together(attended, played))

    assert [row[2:] for row in table.cells()[1:]] == [
        [None, None, Decimal("20.00"), Decimal("5.00"), None, "open"],
        ["yes", "came", Decimal("20.00"), Decimal("5.00"), Decimal("-15.00"), "closed"],
    ]
