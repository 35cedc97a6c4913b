"""The columns of tables: words for people, values for files."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from hostdesk.base.lists.tables import (
    CentsColumn,
    DayColumn,
    DeskTable,
    MomentColumn,
    NameColumn,
    NumberColumn,
    PhraseColumn,
)


class Mixed(DeskTable):
    name = NameColumn()
    said = PhraseColumn()
    many = NumberColumn()
    cents = CentsColumn()
    won = CentsColumn(signed=True)
    day = DayColumn()
    at = MomentColumn()


ROW = {
    "name": "<b>Bo</b>",
    "said": "Bo buys in",
    "many": 3,
    "cents": 1250,
    "won": 500,
    "day": date(2026, 11, 20),
    "at": datetime(2026, 11, 21, 2, 4, tzinfo=UTC),
}


def test_people_read_words():
    assert [str(cell) for cell in next(iter(Mixed([ROW]).rows))] == [
        "<bdi>&lt;b&gt;Bo&lt;/b&gt;</bdi>",
        '<bdi dir="ltr">Bo buys in</bdi>',
        *("3", "12.50", "+5.00", "Fri 20 Nov 2026", "21:04"),
    ]


def test_files_hold_values():
    heads, row = Mixed([ROW]).cells()

    assert heads == ["Name", "Said", "Many", "Cents", "Won", "Day", "At"]
    assert row == ["<b>Bo</b>", "Bo buys in", 3, Decimal("12.50"), Decimal("5.00"), ROW["day"], ROW["at"]]


def test_what_is_not_known_is_a_dash_and_an_empty_cell():
    nothing = dict.fromkeys(ROW)

    assert set(next(iter(Mixed([nothing]).rows))) == {"—"}
    assert Mixed([nothing]).cells()[1] == [None] * 7


@pytest.mark.parametrize(("won", "drawn"), [(-500, "−5.00"), (0, "0.00"), (1, "+0.01")])
def test_what_is_won_or_lost_has_its_sign(won, drawn):
    assert next(iter(Mixed([{**ROW, "won": won}]).rows)).get_cell("won") == drawn
