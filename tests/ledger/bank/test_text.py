from typing import Any

import pytest

from ledger.bank.text import amount_of, decided, decision, phrase
from reservations.acts.kinds import Kind

NAMES = {1: "Ann", 2: "Bo"}


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("player", {"name": "Ann", "regular": True}, "Ann is on the list of players"),
        ("player", {"name": "Anna", "formerly": 1}, "Anna is the new name of a player"),
        ("player", {"name": "Ann", "removed": True}, "Ann is removed from the group"),
        ("player", {"name": "Ann", "removed": False}, "Ann is in the group again"),
        ("merge", {"player": 2, "into": 1}, "Bo is the same person as Ann"),
        ("open", {"banker": 1, "float": 20000}, "Bank opened by Ann, float"),
        ("stakes", {}, "Tonight's stakes and limits: those of the house"),
        (
            "stakes",
            {"small_blind": 50, "big_blind": 100, "buy_in_min": 2000, "buy_in_max": 8000, "or_big_stack": True},
            "Tonight's stakes and limits: blinds 0.50/1.00, buy-ins from 20.00 to 80.00, or the big stack",
        ),
        (
            "stakes",
            {"small_blind": 50, "buy_in_min": 500},
            "Tonight's stakes and limits: small blind 0.50, buy-ins from 5.00",
        ),
        (
            "stakes",
            {"big_blind": 50, "buy_in_min": 0},
            "Tonight's stakes and limits: big blind 0.50, no minimum buy-in",
        ),
        ("stakes", {"buy_in_max": 8000}, "Tonight's stakes and limits: buy-ins up to 80.00"),
        ("arrive", {"player": 2}, "Bo arrives"),
        ("float", {"amount": 1000}, "The banker adds to the float"),
        ("level", {"level": 3}, "The blinds go up to level 3"),
        ("big_stack", {"amount": 8000}, "The biggest stack is about"),
        ("buy_in", {"player": 2, "amount": 2000, "pay": "cash"}, "Bo buys in, paid in cash"),
        (
            "buy_in",
            {"player": 2, "amount": 1, "pay": "transfer", "stack": 300},
            "Bo buys in, paid by transfer, 3.00 in front",
        ),
        ("chip_sale", {"seller": 1, "buyer": 2, "amount": 5, "pay": "cash"}, "Ann sells chips to Bo, paid in cash"),
        ("change_pay", {"of": "Act 7", "pay": "transfer"}, "Act 7 was paid by transfer, not as recorded"),
        ("gave_others", {"of": "Act 7", "chips": {"white": 4}}, "For Act 7 other chips were given: 4 white"),
        ("leave", {"player": 2}, "Bo leaves without having bought chips"),
        ("play_behind", {"player": 2, "amount": 500}, "Bo plays cash behind"),
        ("leave_notice", {"player": 2}, "Bo gives notice of leaving"),
        ("last_hand", {}, "The last hand has been played"),
        ("cash_out", {"player": 2, "player_count": 500, "banker_count": 500}, "Bo cashes out"),
        ("cash_out", {"player": 2, "player_count": 0, "banker_count": 0}, "Bo is busted and leaves"),
        (
            "cash_out",
            {"player": 2, "player_count": 600, "banker_count": 500},
            "Bo cashes out; their own count was 6.00",
        ),
        (
            "cash_out",
            {"player": 2, "player_count": 500, "banker_count": 500, "dealt": 6},
            "Bo cashes out; both ends have dealt equally: 6 and 6",
        ),
        (
            "cash_out",
            {"player": 2, "player_count": 500, "banker_count": 500, "round_played": True},
            "Bo cashes out; a round played since the notice, as claimed",
        ),
        (
            "cash_out",
            {"player": 2, "player_count": 500, "banker_count": 500, "plays_on": True},
            "Bo cashes out a part and plays on",
        ),
        ("final_pot", {"winner": 1}, "Ann wins the final pot"),
        ("declare_chips", {"missing": 7, "reason": "under the sofa"}, "0.07 of chips declared missing: under the sofa"),
        ("declare_chips", {"extra": 7, "reason": "from the attic"}, "0.07 of chips declared extra: from the attic"),
        ("hand_over", {"banker": 2}, "Bo takes over the bank"),
        ("count_drawer", {"counted": 100}, "The drawer is counted"),
        ("close", {}, "The night is closed"),
        ("redeem_note", {"note": "n1", "amount": 5}, "The note n1 is paid in cash"),
        ("note_unpaid", {"note": "n1"}, "The note n1 goes to the inviter of its debtor"),
        ("commit_notes", {}, "Into THE BOOK: all notes still out"),
        ("commit_notes", {"note": "n1"}, "Into THE BOOK: the note n1"),
        ("lapse_notes", {}, "Of no value any more: all notes still out"),
        ("lapse_notes", {"note": "n2"}, "Of no value any more: the note n2"),
        ("payment", {"payer": 1, "payee": 2, "amount": 5}, "Ann pays Bo"),
        ("payment", {"payer": 1, "payee": 2, "amount": 5, "claim": "key"}, "Ann pays Bo (as claimed)"),
        ("balances", {"standings": [], "reason": "the old book"}, "An old book is imported: the old book"),
        ("correct", {"debtor": 1, "creditor": 2, "reason": "a slip"}, "Correction: Ann owes Bo more: a slip"),
        (
            "correct",
            {"debtor": 1, "creditor": 2, "reason": "a slip", "about": "2026-10-31"},
            "Correction about the night of Sat 31 Oct 2026: Ann owes Bo more: a slip",
        ),
        ("credit", {"player": 1, "limit": 500, "hard": True}, "Ann: may owe 5.00 at most, the limit is hard"),
        ("credit", {"player": 1, "refuses": True}, "Ann: wants no credit"),
        ("claim", {"payer": 1, "payee": 2, "amount": 5}, "Ann says they paid Bo"),
        ("dispute", {"of": "Act 7", "reason": "no"}, "Act 7 is disputed: no"),
        (
            "consolidate",
            {"until": "2026-10-31", "payments": [1, 2], "hub": 2},
            "THE BOOK is consolidated up to Sat 31 Oct 2026: 2 payments, all through Bo",
        ),
        (
            "consolidate",
            {"until": "2026-10-31", "payments": [1], "hub": 2, "second_hub": 1, "no_payment_under": 500},
            "THE BOOK is consolidated up to Sat 31 Oct 2026: 1 payment, all through Bo or Ann, no payment under 5.00",
        ),
        (
            "results",
            {"date": "2026-01-09", "results": [{"player": 1, "net": 500}, {"player": 2, "net": -300}], "reason": "?"},
            "Results of Fri 9 Jan 2026: 2 players; +2.00 is nobody's: ?",
        ),
        (
            "results",
            {"date": "2026-01-09", "results": [{"player": 1, "net": 0}], "starting": True},
            "Starting results up to Fri 9 Jan 2026: 1 player",
        ),
        ("reverse", {"of": "Act 7", "reason": "wrong player"}, "Act 7 is undone: wrong player"),
    ],
)
def test_an_act_is_a_phrase(kind: str, fields: dict[str, Any], words: str) -> None:
    assert phrase(kind, fields, NAMES) == words


def test_every_kind_of_act_has_its_phrase() -> None:
    fields = {
        "player": 1, "banker": 1, "winner": 1, "seller": 1, "buyer": 2, "name": "Ann", "level": 1, "pay": "cash",
        "of": "", "into": 2, "missing": 1, "reason": "", "player_count": 0, "banker_count": 0, "note": "n1",
        "payer": 1, "payee": 2, "debtor": 1, "creditor": 2, "limit": 1, "until": "2026-10-31", "payments": [],
        "date": "2026-01-09", "results": [],
    }  # fmt: skip

    assert [kind for kind in Kind if not phrase(kind, fields, NAMES)] == []


@pytest.mark.parametrize(
    ("kind", "fields", "cents"),
    [
        ("open", {"float": 20000}, 20000),
        ("buy_in", {"amount": 2000}, 2000),
        ("cash_out", {"player_count": 600, "banker_count": 500}, 500),
        ("count_drawer", {"counted": 0}, 0),
        ("arrive", {"player": 1}, None),
    ],
)
def test_an_act_has_one_amount_or_none(kind: str, fields: dict[str, Any], cents: int | None) -> None:
    assert amount_of(kind, fields) == cents


@pytest.mark.parametrize(
    ("ruling", "decided_by", "reason"),
    [
        ("last orbit", "the host", "last orbit"),
        ("late: the babysitter", "the host", "late: the babysitter"),
        ("the table agreed: last orbit", "the table", "last orbit"),
        ("The table agreed", "the table", "agreed"),
    ],
)
def test_a_ruling_says_who_decided(ruling: str, decided_by: str, reason: str) -> None:
    assert decision(ruling) == (decided_by, reason)


def test_of_each_ruling_that_was_needed_it_is_said_who_decided_and_why() -> None:
    assert decided("", "the table agreed: counted again") == ("the table: counted again",)
    assert decided("a sick child", "the table agreed") == ("the host: a sick child", "the table: agreed")
