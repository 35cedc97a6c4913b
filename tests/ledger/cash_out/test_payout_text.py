"""A payout in the words of the table."""

from ledger.cash_out.payout_text import PaidLine, in_words, is_plain
from ledger.cash_out.rules import Papers, Part, Way

NOTES = Papers(own_notes={"n1": 2500, "n2": 1000}, owes_tonight_cents=1000, has_book=True)


def test_a_note_goes_back_whole_or_in_part():
    parts = (Part(Way.OWN_NOTE, 2500, "n1"), Part(Way.OWN_NOTE, 400, "n2"))

    assert in_words(parts, NOTES) == (
        PaidLine(Way.OWN_NOTE, "note n1 back", 2500),
        PaidLine(Way.OWN_NOTE, "note n2 back", 400, of_cents=1000),
    )


def test_tonights_debt_is_struck_out_before_there_is_credit():
    assert in_words([Part(Way.BOOK, 1500)], NOTES) == (
        PaidLine(Way.BOOK, "struck out in THE BOOK", 1000),
        PaidLine(Way.BOOK, "to their credit in THE BOOK", 500),
    )


def test_the_debt_is_struck_out_once():
    parts = (Part(Way.BOOK, 1000), Part(Way.CASH, 300), Part(Way.BOOK, 500))

    assert [(each.text, each.cents) for each in in_words(parts, NOTES)] == [
        ("struck out in THE BOOK", 1000),
        ("in cash", 300),
        ("to their credit in THE BOOK", 500),
    ]


def test_what_the_book_owes_a_player_from_tonight_is_no_debt():
    assert in_words([Part(Way.BOOK, 500)], Papers(owes_tonight_cents=-700, has_book=True)) == (
        PaidLine(Way.BOOK, "to their credit in THE BOOK", 500),
    )


def test_a_note_of_somebody_else_is_handed_on():
    parts = (Part(Way.NOTE, 2000, "n3"), Part(Way.TRANSFER, 100))

    assert [each.text for each in in_words(parts, NOTES)] == ["note n3 handed on", "by transfer"]


def test_cash_and_transfer_need_no_words():
    assert is_plain((Part(Way.CASH, 100), Part(Way.TRANSFER, 100)))
    assert not is_plain((Part(Way.CASH, 100), Part(Way.BOOK, 100)))
