"""Words for short nights of the model: acts with what they need and no more, under keys that are filled in."""

from datetime import datetime, timedelta
from typing import Any

from tests.ledger.night_model import Answer, NightModel
from tests.ledger.night_model_lines import House

FIGURES = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5", "buy_in_max": "20"}

Act = dict[str, Any]


def line(act: str, key: int = 0, *, second: int = 0, **fields: Any) -> Act:
    """An act some seconds into the evening, under a key made of a number."""
    at = datetime.fromisoformat("2026-11-20T20:00:00+01:00") + timedelta(seconds=second)
    return {"id": f"act-{key:06}", "at": at.isoformat(), "act": act, **fields}


def buy(player: str, amount: str, **fields: Any) -> Act:
    """A buy-in, in cash unless told otherwise."""
    return line("buy_in", **{"player": player, "amount": amount, "pay": "cash", **fields})


def leave(player: str, count: str, **fields: Any) -> Act:
    """A cash-out with both counts the same unless told otherwise."""
    return line("cash_out", **{"player": player, "player_count": count, "banker_count": count, **fields})


def play(house: House, *acts: Act) -> tuple[NightModel, list[Answer]]:
    """Ann, Bo, Cy and Ann's guest Gil, a night with Ann as banker and a float of 100.00, and these acts."""
    model = NightModel(house)
    for key, name in enumerate(("Ann", "Bo", "Cy"), start=900001):
        model.apply(line("player", key, name=name, regular=True))
    model.apply(line("player", 900004, name="Gil", regular=False, invited_by="Ann"))
    asked = FIGURES if house["asked"] else {}
    opening: Act = {"house": house["key"], "date": "2026-11-20", "banker": "Ann", "float": "100.00", **asked}
    assert model.apply(line("open", 900005, **opening)) == "ok"
    numbered = [{**act, "id": act["id"].replace("000000", f"{key:06}")} for key, act in enumerate(acts, start=1)]
    return model, [model.apply(act) for act in numbered]
