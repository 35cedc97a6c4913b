"""The verbs of the bank. Each locks the desk, answers a known key as before, reads the facts, asks the rules, writes.

All raise, besides what they say: ``KeyTaken`` for a key that belongs to other content, ``Refused`` when the act breaks
terms of the house and carries no ruling, ``Impossible`` for a night that is closed or has no bank. Nothing is recorded
then.
"""

from ledger.commands.banking import add_float, close_night, count_drawer, hand_over
from ledger.commands.booking import correct_book, pay_debt, set_credit, take_over_balances
from ledger.commands.buying import buy_in, change_pay, sell_chips
from ledger.commands.cashing_out import cash_out, declare_chips, win_final_pot
from ledger.commands.claiming import claim_payment, dispute_claim
from ledger.commands.consolidating import consolidate, record_consolidation
from ledger.commands.noting import charge_inviter, commit_notes, lapse_notes, redeem_note
from ledger.commands.playing import arrive, estimate_big_stack, give_notice, play_last_hand, raise_level
from ledger.commands.undoing import reverse

__all__ = [
    "add_float",
    "arrive",
    "buy_in",
    "cash_out",
    "change_pay",
    "charge_inviter",
    "claim_payment",
    "close_night",
    "commit_notes",
    "consolidate",
    "correct_book",
    "count_drawer",
    "declare_chips",
    "dispute_claim",
    "estimate_big_stack",
    "give_notice",
    "hand_over",
    "lapse_notes",
    "pay_debt",
    "play_last_hand",
    "raise_level",
    "record_consolidation",
    "redeem_note",
    "reverse",
    "sell_chips",
    "set_credit",
    "take_over_balances",
    "win_final_pot",
]
