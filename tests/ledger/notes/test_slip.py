"""What the slip of a note says."""

from dataclasses import replace

import pytest

from ledger.notes.rules import NoteState
from tests.ledger.slips import SLIP


def test_the_face_in_words():
    assert SLIP.in_words == "Twenty-five and 50/100"


def test_the_code_is_the_address_or_the_number_with_the_head():
    assert [SLIP.coded, replace(SLIP, address="").coded] == [
        "http://desk.test/notes/12/",
        f"note 12 act 57 {SLIP.head}",
    ]


@pytest.mark.parametrize(
    ("out_cents", "state", "partly"),
    [(2550, NoteState.OUT, False), (1000, NoteState.OUT, True), (0, NoteState.PAID, False)],
)
def test_what_is_paid_in_part(out_cents, state, partly):
    assert replace(SLIP, out_cents=out_cents, state=state).is_partly_paid is partly
