"""A payout in the words of the table."""

from ledger.cash_out.payout import PaidLine, PayoutCredit, PayoutMeans, PayoutPart, in_words, is_plain

NOTES = PayoutCredit(own_notes={"n1": 2500, "n2": 1000}, owes_tonight_cents=1000, has_book=True)


def test_a_note_goes_back_whole_or_in_part():
    parts = (PayoutPart(PayoutMeans.OWN_NOTE, 2500, "n1"), PayoutPart(PayoutMeans.OWN_NOTE, 400, "n2"))

    assert in_words(parts, NOTES) == (
        PaidLine(PayoutMeans.OWN_NOTE, "note n1 back", 2500),
        PaidLine(PayoutMeans.OWN_NOTE, "note n2 back", 400, of_cents=1000),
    )


def test_tonights_debt_is_struck_out_before_there_is_credit():
    assert in_words([PayoutPart(PayoutMeans.BOOK, 1500)], NOTES) == (
        PaidLine(PayoutMeans.BOOK, "struck out in THE BOOK", 1000),
        PaidLine(PayoutMeans.BOOK, "to their credit in THE BOOK", 500),
    )


def test_the_debt_is_struck_out_once():
    parts = (PayoutPart(PayoutMeans.BOOK, 1000), PayoutPart(PayoutMeans.CASH, 300), PayoutPart(PayoutMeans.BOOK, 500))

    assert [(each.text, each.cents) for each in in_words(parts, NOTES)] == [
        ("struck out in THE BOOK", 1000),
        ("in cash", 300),
        ("to their credit in THE BOOK", 500),
    ]


def test_what_the_book_owes_a_player_from_tonight_is_no_debt():
    assert in_words([PayoutPart(PayoutMeans.BOOK, 500)], PayoutCredit(owes_tonight_cents=-700, has_book=True)) == (
        PaidLine(PayoutMeans.BOOK, "to their credit in THE BOOK", 500),
    )


def test_a_note_of_somebody_else_is_handed_on():
    parts = (PayoutPart(PayoutMeans.NOTE, 2000, "n3"), PayoutPart(PayoutMeans.TRANSFER, 100))

    assert [each.text for each in in_words(parts, NOTES)] == ["note n3 handed on", "by transfer"]


def test_cash_and_transfer_need_no_words():
    assert is_plain((PayoutPart(PayoutMeans.CASH, 100), PayoutPart(PayoutMeans.TRANSFER, 100)))
    assert not is_plain((PayoutPart(PayoutMeans.CASH, 100), PayoutPart(PayoutMeans.BOOK, 100)))
