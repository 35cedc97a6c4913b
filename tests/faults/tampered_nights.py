"""The nights and months for the tests of tampering, as acts of a night log."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 11, 20, 20, tzinfo=UTC)
TABLE_AGREED = {"ruling": "the table agreed"}
Row = dict[str, Any]

PLAYERS: list[tuple[str, Row]] = [
    ("player", {"name": "Ann", "regular": True, "mark": "BOA"}),
    ("player", {"name": "Bo", "regular": True}),
    ("player", {"name": "Cy", "regular": False}),
    ("player", {"name": "Gil", "regular": False, "invited_by": "Ann"}),
    ("player", {"name": "cy", "regular": True, "mark": "BOC", "by": "Ann"}),
]
CLOSED: list[tuple[str, Row]] = [
    ("open", {"house": "dave-2018", "date": "2026-11-13", "banker": "Ann", "float": "100"}),
    ("arrive", {"player": "Gil"}),
    ("buy_in", {"player": "Bo", "amount": "20", "pay": "cash"}),
    ("buy_in", {"player": "Cy", "amount": "70", "pay": "cash", "by": "Ann", **TABLE_AGREED}),
    ("buy_in", {"player": "Gil", "amount": "50", "pay": "cash"}),
    ("reverse", {"of": "act-000010", "reason": "he changed his mind"}),
    ("change_pay", {"of": "act-000008", "pay": "transfer", **TABLE_AGREED}),
    ("hand_over", {"banker": "Bo"}),
    ("leave_notice", {"player": "Cy"}),
    ("last_hand", {}),
    ("cash_out", {"player": "Cy", "player_count": "45", "banker_count": "44.50", "count_ruling": "counted again"}),
    ("cash_out", {"player": "Bo", "player_count": "45", "banker_count": "45", **TABLE_AGREED}),
    ("declare_chips", {"missing": "0.50", "reason": "one chip rolled away"}),
    ("count_drawer", {"counted": "80"}),
    ("close", {}),
]
EMPTY: list[tuple[str, Row]] = [
    ("open", {"house": "hybrid", "date": "2026-11-20", "banker": "Cy", "float": "0"}),
    ("level", {"level": 2}),
    ("count_drawer", {"counted": "0"}),
    ("close", {}),
]
OPEN: list[tuple[str, Row]] = [
    ("open", {"house": "mike", "date": "2026-11-20", "banker": "Ann", "float": "50"}),
    ("buy_in", {"player": "Gil", "amount": "20", "pay": "cash"}),
    ("chip_sale", {"seller": "Gil", "buyer": "Bo", "amount": "5.05", "pay": "cash"}),
    ("hand_over", {"banker": "Cy"}),
    ("hand_over", {"banker": "Bo"}),
    ("reverse", {"of": "act-000029", "reason": "it is still Cy"}),
    ("cash_out", {"player": "Bo", "player_count": "5.05", "banker_count": "5.05", **TABLE_AGREED}),
]

DUPLICATES: list[tuple[str, Row]] = [
    ("player", {"name": "Boris", "formerly": "Bo"}),
    ("player", {"name": "Bob", "regular": True}),
    ("player", {"name": "Hal", "regular": False, "invited_by": "Bob"}),
    ("merge", {"player": "Bob", "into": "Boris"}),
    ("merge", {"player": "Hal", "into": "Gil"}),
    ("reverse", {"of": "act-000036", "reason": "two people after all"}),
]
"""Bo takes another name; he was on the list twice."""

CREDIT: list[tuple[str, Row]] = [
    ("open", {"house": "mike", "date": "2026-11-21", "banker": "Ann", "float": "30"}),
    ("buy_in", {"player": "Cy", "amount": "20", "pay": "note", "note": "n1"}),
    ("buy_in", {"player": "Gil", "amount": "20", "pay": "note", "note": "n2"}),
    ("chip_sale", {"seller": "Cy", "buyer": "Boris", "amount": "5", "pay": "note", "note": "n3"}),
    ("buy_in", {"player": "Ann", "amount": "20", "pay": "book"}),
    ("buy_in", {"player": "Cy", "amount": "5", "pay": "cash"}),
    ("change_pay", {"of": "act-000043", "pay": "note", "note": "n4"}),
    ("buy_in", {"player": "Ann", "amount": "5", "pay": "note", "note": "n5"}),
    ("reverse", {"of": "act-000045", "reason": "she has enough"}),
    ("redeem_note", {"note": "n1", "amount": "5"}),
    ("last_hand", {}),
    (
        "cash_out",
        {
            "player": "Cy",
            "player_count": "25",
            "banker_count": "25",
            "payout": [{"by": "own_note", "amount": "5", "note": "n4"}, {"by": "note", "amount": "20", "note": "n2"}],
        },
    ),
    ("cash_out", {"player": "Boris", "player_count": "5", "banker_count": "5"}),
    ("cash_out", {"player": "Gil", "player_count": "0", "banker_count": "0"}),
    ("cash_out", {"player": "Ann", "player_count": "35", "banker_count": "35"}),
    ("note_unpaid", {"note": "n2"}),
    ("commit_notes", {}),
    ("count_drawer", {"counted": "15"}),
    ("close", {}),
]
BETWEEN: list[tuple[str, Row]] = [
    (
        "balances",
        {"standings": [{"player": "Boris", "balance": "-7"}, {"player": "Cy", "balance": "7"}], "reason": "x"},
    ),
    ("credit", {"player": "Boris", "limit": "50", "hard": True}),
    ("correct", {"debtor": "Ann", "creditor": "Cy", "amount": "1", "reason": "a slip", "about": "2026-11-21"}),
    ("claim", {"payer": "Boris", "payee": "Cy", "amount": "3"}),
    ("payment", {"payer": "Boris", "payee": "Cy", "amount": "3", "claim": "act-000060"}),
    ("claim", {"payer": "Ann", "payee": "Cy", "amount": "2"}),
    ("dispute", {"of": "act-000062", "reason": "she has not"}),
]
"""Notes that end in every way but one, and THE BOOK between the nights."""
_WON = [{"player": "Ann", "net": "5", "bought": "20"}, {"player": "Cy", "net": "-4"}]
BROUGHT: list[tuple[str, Row]] = [
    ("results", {"house": "mike", "date": "2026-01-09", "results": _WON, "reason": "a chip too many"}),
    ("results", {"house": "mike", "date": "2026-01-16", "results": [{"player": "Ann", "net": "0"}]}),
    ("reverse", {"of": "act-000065", "reason": "not played"}),
    (
        "results",
        {"house": "mike", "date": "2026-01-02", "results": [{"player": "Boris", "net": "0"}], "starting": True},
    ),
]
"""Imported results: a night, an undone one, and a player's starting result."""


def as_log(acts: list[tuple[str, Row]]) -> bytes:
    """Write acts as a night log, a minute apart, with the ids act-000001 and so on."""
    numbered = [
        {"id": f"act-{number:06}", "at": (START + timedelta(minutes=number)).isoformat(), "act": kind, **fields}
        for number, (kind, fields) in enumerate(acts, start=1)
    ]
    return "\n".join(map(json.dumps, numbered)).encode()


EVERYTHING = [*PLAYERS, *CLOSED, *EMPTY, *OPEN, *DUPLICATES, *CREDIT, *BETWEEN, *BROUGHT]
