"""The tables of nights and players: the words in a cell and the values in a file."""

from datetime import date
from decimal import Decimal

import pytest

from hostdesk.base.lists.queries import PlayerRow, nights
from hostdesk.base.lists.tables import NightTable, PlayerTable
from hostdesk.invitations.nights.commands import plan_night
from reservations.models import Player
from tests.stories.evening import Evening

DAY = date(2026, 11, 20)


def player(name="Ann", *, regular=True, invited_by=None, result_cents=-1050, last_seen=DAY):
    told = Player(number=1, name=name, name_key=name.lower(), regular=regular, invited_by=invited_by)
    return PlayerRow(told, 2, result_cents, last_seen)


def shown(table, column):
    return [str(row.get_cell(column)) for row in table.paginated_rows]


@pytest.mark.django_db
def test_a_night_leads_to_its_page_and_an_open_one_stands_out():
    evening = Evening("dave-2018")
    planned = plan_night(date=date(2026, 11, 27), house="dave-2018")

    table = NightTable(nights())

    assert shown(table, "date") == [
        f'<a href="/nights/{planned.pk}/">Fri 27 Nov 2026</a>',
        f'<a href="/nights/{evening.night.pk}/">Fri 20 Nov 2026</a>',
    ]
    assert [shown(table, each) for each in ("players", "over_cents")] == [["0 coming", "0"], ["—", ""]]
    assert shown(table, "state") == ['<span class="pill">planned</span>', '<span class="pill on">open</span>']
    assert [row[2:] for row in table.cells()[1:]] == [
        ["planned", None, None, None, None],
        ["open", "Ann", 0, Decimal("0.00"), Decimal("0.00")],
    ]


def test_a_guest_is_marked_and_a_regular_is_not():
    guests = [player(regular=False, invited_by=Player(name="<b>")), player(regular=False)]

    assert shown(PlayerTable([player(), *guests]), "name") == [
        ann := '<a href="/players/1/"><bdi>Ann</bdi></a>',
        f'{ann} <span class="hint">guest of <bdi>&lt;b&gt;</bdi></span>',
        f'{ann} <span class="hint">guest</span>',
    ]
    assert [row[1] for row in PlayerTable(guests).cells()[1:]] == ["guest of <b>", "guest"]


@pytest.mark.parametrize(
    ("sort", "names"),
    [("name", ["Ann", "bo", "Cy"]), ("-result_cents", ["bo", "Cy", "Ann"]), ("last_seen", ["Cy", "Ann", "bo"])],
)
def test_players_are_sorted_by_what_a_column_holds(sort, names):
    bo = player("bo", result_cents=1050, last_seen=date(2026, 11, 21))
    cy = player("Cy", result_cents=0, last_seen=None)

    table = PlayerTable([bo, cy, player()], order_by=sort)

    assert [row.record.player.name for row in table.rows] == names
