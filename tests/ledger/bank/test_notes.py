"""Notes folded from their transfers."""

import pytest

from ledger.bank.notes import NoteState, NoteTransfer, WrittenNote, next_name, note_now

ANN, BO = 1, 2
N1 = WrittenNote(7, "n1", 20, 3, ANN, 2000)
TO_THE_BANK = NoteTransfer(20, "buy_in", ANN, None, 2000)
TO_BO = (NoteTransfer(20, "chip_sale", ANN, None, 2000), NoteTransfer(20, "chip_sale", None, BO, 2000))


def test_a_note_in_the_bank_is_out():
    note = note_now(N1, [TO_THE_BANK])

    assert (note.face_cents, note.out_cents, note.holder, note.state, note.ended_by) == (2000, 2000, None, "out", None)
    assert note.is_out


def test_a_note_that_a_player_took_is_theirs():
    note = note_now(N1, TO_BO)

    assert (note.out_cents, note.holder, note.state) == (2000, BO, NoteState.OUT)


def test_a_note_that_was_handed_on_is_the_new_holders():
    note = note_now(N1, [TO_THE_BANK, NoteTransfer(25, "cash_out", None, BO, 2000)])

    assert (note.out_cents, note.holder, note.state) == (2000, BO, NoteState.OUT)


def test_part_of_it_may_be_paid():
    note = note_now(N1, [*TO_BO, NoteTransfer(22, "redeem_note", BO, ANN, 500)])

    assert (note.out_cents, note.holder, note.state, note.ended_by) == (1500, BO, NoteState.OUT, None)


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("redeem_note", NoteState.PAID),
        ("cash_out", NoteState.HANDED_BACK),
        ("commit_notes", NoteState.COMMITTED),
        ("lapse_notes", NoteState.LAPSED),
        ("note_unpaid", NoteState.CHARGED),
        ("change_pay", NoteState.PAID_OTHERWISE),
    ],
)
def test_what_takes_the_last_cent_ends_it(kind, state):
    note = note_now(
        N1, [TO_THE_BANK, NoteTransfer(22, "redeem_note", None, ANN, 500), NoteTransfer(30, kind, None, ANN, 1500)]
    )

    assert (note.out_cents, note.state, note.ended_by, note.is_out) == (0, state, 30, False)


def test_a_player_who_held_it_last_is_still_told_when_it_has_ended():
    note = note_now(N1, [*TO_BO, NoteTransfer(30, "lapse_notes", BO, ANN, 2000)])

    assert (note.holder, note.state) == (BO, NoteState.LAPSED)


def test_a_note_whose_writing_was_undone_is_void():
    note = note_now(N1, [])

    assert (note.out_cents, note.state, note.ended_by) == (0, NoteState.VOID, None)


@pytest.mark.parametrize(
    ("names", "free"), [([], "n1"), (["n1"], "n2"), (["N2"], "n3"), (["n1", "scrap"], "n3"), (["n2", "n3"], "n4")]
)
def test_a_free_name_is_offered(names, free):
    assert next_name(names) == free
