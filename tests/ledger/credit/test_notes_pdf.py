"""Slips of bank notes on paper: every word of the note is there, inside its frame, four notes to a page."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.bank.notes import NoteState
from ledger.credit.notes_pdf import NoteSlip, note_slip_pdf, note_slips_pdf
from ledger.paper.layout import shown
from tests.ledger.evenings import HEAD, HOSTILE
from tests.ledger.reading import pages, places

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


def words(slip):
    """Return every piece of text of a slip, in the order in which it is drawn."""
    return [text for text, _, _ in places(note_slip_pdf(slip))]


def test_the_counterfoil_and_the_note_say_the_same():
    drawn = words(SLIP)

    assert drawn[: drawn.index("BANK NOTE")] == [
        *("✂", "COUNTERFOIL", "No. 12", "amount", "$25.50", "debtor", "Fay", "mark", "BOF", "note", "n3"),
        *("holder", "the bank", "night", "20 November 2026"),
    ]
    assert drawn[drawn.index("BANK NOTE") :][:7] == [
        *("BANK NOTE", "Mike's game · 20 November 2026", "No. 12"),
        *("For chips received, I owe the holder of this note", "$25.50", "Twenty-five and 50/100 US dollars"),
        "Held by the bank · the note n3 of this night",
    ]


def test_it_is_signed_and_tells_where_it_stands_in_the_ledger():
    drawn = words(SLIP)

    assert drawn[drawn.index("signed by Fay") - 2 :][:6] == [
        *("BOF", "mark", "signed by Fay"),
        "Void after the night unless paid or written into THE BOOK.",
        *("act 57 ·", HEAD[:16]),
    ]


def test_the_same_slip_gives_the_same_bytes():
    assert note_slip_pdf(SLIP) == note_slip_pdf(SLIP)


@pytest.mark.parametrize("other", [{"address": "http://desk.test/notes/13/"}, {"address": ""}])
def test_the_code_is_the_address_or_else_the_number_and_the_head(other):
    slip = replace(SLIP, **other)

    assert note_slip_pdf(SLIP) != note_slip_pdf(slip)
    assert (note_slip_pdf(slip) == note_slip_pdf(replace(slip, act=58))) is False


def test_what_is_paid_in_part_says_what_is_still_out():
    part = "Paid in part: $10.00 is still out."

    assert [part in words(replace(SLIP, out_cents=cents)) for cents in (1000, 2550)] == [True, False]


@pytest.mark.parametrize(("state", "said"), [(NoteState.PAID, "PAID"), (NoteState.CHARGED, "CHARGED TO THE INVITER")])
def test_a_note_that_has_ended_says_so_across(state, said):
    assert said in words(replace(SLIP, out_cents=0, state=state))


def test_four_to_a_page():
    slips = [replace(SLIP, number=number) for number in range(1, 11)]

    papers = pages(note_slips_pdf(slips, number=80, head=HEAD))

    assert [" ".join(page).count("No. ") for page in papers] == [8, 8, 4]


def test_no_note_is_a_page_that_says_so():
    ((_, first, *_),) = pages(note_slips_pdf([], number=80, head=HEAD))

    assert first == "No notes are out"


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_only_a_name(name):
    slip = replace(SLIP, debtor=name, holder=name, house=name, name=name)

    assert note_slip_pdf(slip)


def test_the_longest_of_everything_stays_inside_the_frame():
    wide = "W" * 40
    slip = replace(SLIP, debtor=wide, holder=wide, house=wide, name=wide, mark="WWWWWWWW", face_cents=77_777_777)

    left = {x for _, x, _ in places(note_slip_pdf(slip))}

    assert (min(left) > 50, max(left) < 545) == (True, True)


def test_the_longest_amount_is_written_out_in_full():
    slip = replace(SLIP, face_cents=77_777_777)

    written = " ".join(words(slip))

    assert "Seven hundred seventy-seven thousand" in written


def test_a_note_without_a_mark_leaves_room_for_one():
    assert shown("________") in words(replace(SLIP, mark=""))
