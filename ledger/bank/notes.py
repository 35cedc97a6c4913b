"""Bank notes after their transfers: their rest, holder and end; in cents. Pure."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from reservations.acts.kinds import Kind
from reservations.players.people import NOT_MERGED, People


class NoteState(StrEnum):
    """The states of a note. It ends once."""

    OUT = "out"
    PAID = "paid"
    HANDED_BACK = "handed back"
    COMMITTED = "committed"
    LAPSED = "lapsed"
    CHARGED = "charged to the inviter"
    PAID_OTHERWISE = "paid otherwise"
    VOID = "void"


ENDED_BY = {
    Kind.REDEEM_NOTE: NoteState.PAID,
    Kind.CASH_OUT: NoteState.HANDED_BACK,
    Kind.COMMIT_NOTES: NoteState.COMMITTED,
    Kind.LAPSE_NOTES: NoteState.LAPSED,
    Kind.NOTE_UNPAID: NoteState.CHARGED,
    Kind.CHANGE_PAY: NoteState.PAID_OTHERWISE,
}
"""How a note ends, by the act that took its last cent."""


@dataclass(frozen=True)
class WrittenNote:
    """A note as written by the act of that number: its debtor, face, and night (by id)."""

    number: int
    name: str
    act: int
    night: int
    debtor: int
    face_cents: int


@dataclass(frozen=True)
class NoteTransfer:
    """A transfer of a note, not undone, and the players whose notes accounts it moved; None for other accounts."""

    act: int
    kind: str
    debited: int | None
    credited: int | None
    cents: int


@dataclass(frozen=True)
class NoteNow(WrittenNote):
    """A note at present. ``debtor`` wrote it and ``holder`` was given it, by the numbers of their accounts.

    ``owed_by`` and ``held_by`` are the persons of those two. The bank is no holder. ``ended_by`` is the number of the
    act that ended it; None while it is out, and if it was voided.
    """

    out_cents: int
    holder: int | None
    state: NoteState
    ended_by: int | None
    owed_by: int
    held_by: int | None

    @property
    def is_out(self) -> bool:
        return self.state is NoteState.OUT


def note_now(written: WrittenNote, steps: Sequence[NoteTransfer], people: People = NOT_MERGED) -> NoteNow:
    """Return a note after those transfers, in their order, with the persons of one moment."""
    owed: Counter[int] = Counter()
    for step in steps:
        if step.debited is not None:
            owed[step.debited] += step.cents
        if step.credited is not None:
            owed[step.credited] -= step.cents
    out, last, state = owed[written.debtor], steps[-1] if steps else None, NoteState.VOID
    if last is not None:
        state = NoteState.OUT if out else ENDED_BY[Kind(last.kind)]
    # The last receiver of a note holds it, whatever its rest.
    holders = (step.credited for step in reversed(steps) if step.credited not in (None, written.debtor))
    holder = next(holders, None)
    return NoteNow(
        **vars(written),
        out_cents=out,
        holder=holder,
        state=state,
        ended_by=None if last is None or state is NoteState.OUT else last.act,
        owed_by=people[written.debtor],
        held_by=None if holder is None else people[holder],
    )


def next_name(names: Collection[str]) -> str:
    """Return a name for the next note of a night: "n1", "n2" and so on, the first free name after the last."""
    taken = {name.casefold() for name in names}
    number = len(taken) + 1
    while f"n{number}" in taken:
        number += 1
    return f"n{number}"
