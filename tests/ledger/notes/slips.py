"""A slip of a bank note for the papers: Fay owes the bank 25.50."""

from datetime import date

from ledger.notes.pdf import NoteSlip
from ledger.notes.rules import NoteState
from tests.ledger.evenings import HEAD

SLIP = NoteSlip(
    number=12,
    name="n3",
    house="Mike's game",
    date=date(2026, 11, 20),
    debtor="Fay",
    mark="BOF",
    holder="the bank",
    face_cents=2550,
    out_cents=2550,
    state=NoteState.OUT,
    act=57,
    head=HEAD,
    address="http://desk.test/notes/12/",
)
