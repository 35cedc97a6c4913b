"""The lines of THE BOOK in plain words, as one player reads them."""

import pytest

from ledger.book.own_text import LineSource, in_plain_words

ANN, BO, CY, GIL = 1, 2, 3, 4
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", GIL: "Gil"}


@pytest.mark.parametrize(
    ("kind", "fields", "is_plus", "words"),
    [
        ("buy_in", {"player": BO}, False, "You bought chips"),
        ("chip_sale", {"seller": CY, "buyer": BO}, False, "You bought chips from Cy"),
        ("chip_sale", {"seller": BO, "buyer": CY}, True, "You sold chips to Cy"),
        ("change_pay", {}, True, "Chips you had bought were paid after all"),
        ("change_pay", {}, False, "Chips you had bought were not paid after all"),
        ("cash_out", {"player": BO}, True, "You cashed out"),
        ("final_pot", {"winner": BO}, True, "You won the final pot"),
        ("close", {}, True, "You ran the bank: this was left over for you"),
        ("close", {}, False, "You ran the bank: this was missing"),
        ("payment", {"payer": BO, "payee": CY}, True, "You paid Cy"),
        ("payment", {"payer": CY, "payee": BO}, False, "Cy paid you"),
        ("claim", {"payer": BO, "payee": CY}, True, "You said that you paid Cy"),
        ("claim", {"payer": CY, "payee": BO}, False, "Cy says they paid you"),
        ("credit", {"player": BO, "refuses": True}, True, "You want no credit"),
        ("credit", {"player": BO, "refuses": False}, False, "You take credit again"),
        ("balances", {"reason": "the old notebook"}, False, "From an older book: the old notebook"),
        ("correct", {"debtor": BO, "creditor": CY, "reason": "a slip"}, False, "Correction, you owe Cy more: a slip"),
        (
            "correct",
            {"debtor": CY, "creditor": BO, "reason": "a slip", "about": "2026-11-20"},
            True,
            "Correction about Fri 20 Nov 2026, Cy owes you more: a slip",
        ),
        ("last_hand", {}, True, "The last hand has been played"),
    ],
)
def test_a_line_speaks_to_its_reader(kind, fields, is_plus, words):
    assert in_plain_words(LineSource(kind, fields, is_plus), BO, NAMES) == words


@pytest.mark.parametrize(
    ("kind", "debtor", "holder", "words"),
    [
        ("commit_notes", BO, None, "Your note n2 to the bank"),
        ("commit_notes", BO, CY, "Your note n2 to Cy"),
        ("commit_notes", CY, BO, "The note n2 of Cy, which you held"),
        ("note_unpaid", GIL, None, "The note n2 of Gil, your guest, to the bank: you answer for it"),
        ("note_unpaid", GIL, CY, "The note n2 of Gil, your guest, to Cy: you answer for it"),
        ("note_unpaid", GIL, BO, "The note n2 of Gil, which you held"),
    ],
)
def test_a_note_names_who_wrote_it_and_who_had_it(kind, debtor, holder, words):
    assert in_plain_words(LineSource(kind, {}, False, "n2", debtor, holder), BO, NAMES) == words


def test_what_was_taken_back_is_told_as_it_was():
    paid = LineSource("payment", {"payer": BO, "payee": CY}, True)

    assert in_plain_words(LineSource("reverse", {}, False, undoes=paid), BO, NAMES) == "Taken back: “You paid Cy”"
