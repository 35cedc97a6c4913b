"""A bank note on paper: what its slip and the counterfoil beside it say.

Pure. All amounts are cents.
"""

from dataclasses import dataclass
from datetime import date

from ledger.money.words import amount_in_words
from ledger.notes.rules import NoteState


@dataclass(frozen=True)
class NoteSlip:
    """What is printed of a note.

    ``number`` is that of the register, ``act`` and ``head`` are those of the act that wrote it. ``address`` is where
    the note is looked up on the desk; without one, the code on the slip holds the number and the head.
    """

    number: int
    name: str
    house: str
    date: date
    debtor: str
    mark: str
    holder: str
    face_cents: int
    out_cents: int
    state: NoteState
    act: int
    head: str
    address: str = ""

    @property
    def in_words(self) -> str:
        """The face of the note in words."""
        return amount_in_words(self.face_cents)

    @property
    def coded(self) -> str:
        """What the code on the slip says."""
        return self.address or f"note {self.number} act {self.act} {self.head}"

    @property
    def is_partly_paid(self) -> bool:
        """Whether something of it is paid, and something still out."""
        return self.state is NoteState.OUT and self.out_cents != self.face_cents
