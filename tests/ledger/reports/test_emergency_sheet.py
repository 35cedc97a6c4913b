"""What stands on the emergency sheet, as values."""

import pytest

from ledger.reports.emergency_sheet_pdf import MOST_PLAYERS, MOST_TERMS, EmergencySheet, SheetPlayer

ANN = SheetPlayer("Ann", "BOA")


@pytest.mark.parametrize(("known", "blank"), [(0, 12), (1, 11), (12, 0), (40, 0)])
def test_there_is_a_place_for_twelve_players(known, blank):
    sheet = EmergencySheet(players=(ANN,) * known)

    assert sheet.places == (ANN,) * min(known, MOST_PLAYERS) + (SheetPlayer(""),) * blank


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
