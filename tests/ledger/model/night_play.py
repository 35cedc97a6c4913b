"""Shorthand for short nights of the model: acts with their required fields alone, under keys that are filled in."""

from datetime import datetime, timedelta
from typing import Any

from tests.ledger.model.book_model import Answer, BookModel
from tests.ledger.model.night_houses import House

FIGURES = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5", "buy_in_max": "20"}

Act = dict[str, Any]


def line(act: str, key: int = 0, *, second: int = 0, **fields: Any) -> Act:
    """Return an act that many seconds into the evening, under a numbered key."""
    at = datetime.fromisoformat("2026-11-20T20:00:00+01:00") + timedelta(seconds=second)
    return {"id": f"act-{key:06}", "at": at.isoformat(), "act": act, **fields}


def buy(player: str, amount: str, **fields: Any) -> Act:
    """Return a buy-in, in cash unless told otherwise."""
    return line("buy_in", **{"player": player, "amount": amount, "pay": "cash", **fields})


def note(player: str, amount: str, name: str, **fields: Any) -> Act:
    """Return a buy-in that is paid with a note of that name."""
    return buy(player, amount, **{"pay": "note", "note": name, **fields})


def sell(seller: str, buyer: str, amount: str, **fields: Any) -> Act:
    """Return a sale from player to player, in cash unless told otherwise."""
    return line("chip_sale", **{"seller": seller, "buyer": buyer, "amount": amount, "pay": "cash", **fields})


def undo(number: int) -> Act:
    """Return the undoing of the act with that number in a short night."""
    return line("reverse", of=f"act-{number:06}", reason="a slip")


def leave(player: str, count: str, **fields: Any) -> Act:
    """Return a cash-out with two equal counts unless told otherwise."""
    return line("cash_out", **{"player": player, "player_count": count, "banker_count": count, **fields})


def part(by: str, amount: str, note: str = "") -> Act:
    """Return a part of a payout by hand."""
    return {"by": by, "amount": amount, **({"note": note} if note else {})}


def night_of(house: House, *acts: Act) -> list[Act]:
    """Return a night of Ann (banker), Bo, Cy and Ann's guest Gil, with a float of 100.00 and these acts, numbered."""
    regulars = [line("player", key, name=name, regular=True) for key, name in enumerate(("Ann", "Bo", "Cy"), 900001)]
    guest = line("player", 900004, name="Gil", regular=False, invited_by="Ann")
    numbered = [{**act, "id": act["id"].replace("000000", f"{key:06}")} for key, act in enumerate(acts, start=1)]
    return [*regulars, guest, opening(house, 900005), *numbered]


def play(house: House, *acts: Act) -> tuple[BookModel, list[Answer]]:
    """Play that night; return the model and its answers to these acts."""
    model = BookModel(house)
    answers = [model.apply(act) for act in night_of(house, *acts)]
    assert answers[:5] == ["ok"] * 5
    return model, answers[5:]


def opening(house: House, key: int = 0, **fields: Any) -> Act:
    """Return the opening of a night with Ann as banker and a float of 100.00, unless told otherwise."""
    asked = FIGURES if house["asked"] else {}
    return line(
        "open",
        key,
        **{"house": house["key"], "date": "2026-11-20", "banker": "Ann", "float": "100.00", **asked, **fields},
    )
