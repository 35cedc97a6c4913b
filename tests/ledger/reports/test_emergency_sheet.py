"""What stands on the emergency sheet, as values."""

import pytest

from ledger.reports.emergency_sheet_pdf import MOST_TERMS, PLACES, EmergencySheet, SheetPlayer

ANN = SheetPlayer("Ann", "BOA")


@pytest.mark.parametrize(
    ("known", "leaves", "blank"), [(0, 1, 12), (1, 1, 11), (12, 1, 0), (13, 2, 11), (24, 2, 0), (30, 3, 6)]
)
def test_there_are_as_many_leaves_as_the_players_need(known, leaves, blank):
    sheet = EmergencySheet(players=(ANN,) * known)

    assert [len(places) for places in sheet.leaves] == [PLACES] * leaves
    assert [one for places in sheet.leaves for one in places] == [ANN] * known + [SheetPlayer("")] * blank


@pytest.mark.parametrize(
    ("terms", "short"),
    [
        ((), ""),
        (("One.", "Two."), "One. Two."),
        (("One.", "x" * MOST_TERMS, "Three."), "One."),
        (("x" * MOST_TERMS,), ""),
    ],
)
def test_terms_stand_there_in_whole_sentences(terms, short):
    assert EmergencySheet(terms=terms).terms_in_short == short
