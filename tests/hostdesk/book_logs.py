"""A night on credit and its aftermath, as a night log with every kind of act on notes and THE BOOK."""

from tests.hostdesk.logs import ANN, CLOSE, GIL, Act, log

BO: Act = {"act": "player", "name": "Bo", "regular": True, "mark": "BOB"}
CY: Act = {"act": "player", "name": "Cy", "regular": True}
BOB: Act = {"act": "player", "name": "Bob", "regular": True}
OLD_BOOK: Act = {
    "act": "balances",
    "standings": [{"player": "Ann", "balance": "10.00"}, {"player": "Bo", "balance": "-10.00"}],
    "reason": "the paper book",
}
OPEN: Act = {"act": "open", "house": "mike", "date": "2026-11-20", "banker": "Ann", "float": "20.00"}
BUY_IN: Act = {"act": "buy_in", "player": "Bo", "amount": "20.00", "pay": "note", "note": "n1"}
SALE: Act = {"act": "chip_sale", "seller": "Cy", "buyer": "Bo", "amount": "5.00", "pay": "note", "note": "n2"}
CASH_OUT: Act = {"act": "cash_out", "player": "Gil", "player_count": "0.50", "banker_count": "0.50"}
PAYMENT: Act = {"act": "payment", "payer": "Bo", "payee": "Cy", "amount": "3.00"}
CLAIM: Act = {**PAYMENT, "act": "claim"}
CORRECT: Act = {"act": "correct", "debtor": "Bo", "creditor": "Ann", "amount": "1.00", "reason": "a slip"}
MONTH: Act = {
    "act": "consolidate",
    "until": "2026-11-20",
    "standings": [
        {"player": "Ann", "balance": "-4.00"},
        {"player": "Bo", "balance": "-14.00"},
        {"player": "Cy", "balance": "18.00"},
    ],
    "payments": [{"payer": "Ann", "payee": "Cy", "amount": "4.00"}, {"payer": "Bo", "payee": "Cy", "amount": "14.00"}],
    "lower_bound": 2,
}

BEFORE = (
    *(ANN, BO, CY, GIL, BOB),  # 1 to 5
    OLD_BOOK,
    {"act": "credit", "player": "Bo", "limit": "100.00", "hard": False},
    {"act": "credit", "player": "Gil", "refuses": False},
)
NIGHT = (
    OPEN,  # 9
    BUY_IN,
    {**BUY_IN, "player": "Gil", "note": "the blue slip"},
    {"act": "buy_in", "player": "Cy", "amount": "10.00", "pay": "cash"},
    {"act": "buy_in", "player": "Ann", "amount": "10.00", "pay": "book"},
    SALE,
    {"act": "chip_sale", "seller": "Ann", "buyer": "Bob", "amount": "5.00", "pay": "book"},
    {"act": "redeem_note", "note": "n1", "amount": "5.00"},
    {"act": "redeem_note", "note": "n2", "amount": "2.00"},
    {"act": "change_pay", "of": "line-0012", "pay": "note", "note": "n3"},
    {"act": "last_hand"},
    CASH_OUT,
    {
        **CASH_OUT,
        "player": "Cy",
        "player_count": "30.50",
        "banker_count": "30.50",
        "payout": [
            {"by": "own_note", "amount": "10.00", "note": "n3"},
            {"by": "note", "amount": "20.00", "note": "the blue slip"},
        ],
    },
    {**CASH_OUT, "player": "Bo", "player_count": "24", "banker_count": "24"},
    {**CASH_OUT, "player": "Bob", "player_count": "0", "banker_count": "0"},
    {**CASH_OUT, "player": "Ann", "player_count": "5", "banker_count": "5"},
    {"act": "final_pot", "winner": "Bo"},
    {"act": "note_unpaid", "note": "the blue slip"},
    {"act": "commit_notes"},
    {"act": "count_drawer", "counted": "15.00"},
    CLOSE,
)
AFTER = (
    PAYMENT,  # 30
    CLAIM,
    {"act": "dispute", "of": "line-0031", "reason": "that was for the pizza"},
    {**CLAIM, "amount": "2.00"},
    {**PAYMENT, "amount": "2.00", "claim": "line-0033"},
    {**CORRECT, "about": "2026-11-20"},
    CORRECT,
    {"act": "reverse", "of": "line-0036", "reason": "once is enough"},
    {"act": "merge", "player": "Bob", "into": "Bo"},
    MONTH,  # 39
    {**PAYMENT, "amount": "10.00"},
)
EVERYTHING = log(*BEFORE, *NIGHT, *AFTER)
STANDINGS = ["Ann,-4.00", "Bo,-4.00", "Cy,8.00"]
"""THE BOOK at the end of the log."""
