"""The houses that the model of a ledger is compared in: the presets and variants of them.

Each is the model's terms beside the product's document.
"""

from typing import Any

from hostdesk.houses.presets import load_preset
from tests.ledger.model.night_model_houses import HOUSES, House

Document = dict[str, Any]


def _revised(key: str, **sections: Document) -> Document:
    """Return a preset's document with some keys of its sections changed; ``None`` takes a key out."""
    document = load_preset(key)
    for name, changes in sections.items():
        section = {**document.get(name, {}), **changes}
        document[name] = {key: value for key, value in section.items() if value is not None}
    return document


def _by_transfer(key: str) -> tuple[House, Document]:
    house: House = {**HOUSES[key], "pays_with": ("cash", "transfer")}
    return house, _revised(key, buy_in={"pays_with": ["cash", "transfer"]})


def _rising_limits() -> tuple[House, Document]:
    """Blinds that rise as hybrid's, limits and top-ups that follow them as dave's, and a notice of one minute."""
    limits = {"minimum": {"big_blinds": 20}, "maximum": {"big_blinds": 100, "or_big_stack": True}}
    house: House = {**HOUSES["dave-2018"], "key": "hybrid", "blinds": (1, 2), "levels": HOUSES["hybrid"]["levels"]}
    house = {**house, "notice": 60, "pays_with": ("cash", "transfer")}
    document = _revised(
        "hybrid",
        buy_in={"pays_with": ["cash", "transfer"], **limits, "usual": None, "multiple": None},
        rebuy={"when": "up to the maximum", "minimum_binds": False},
        cash_out={"when": "on leaving", "window_minutes": None, "notice_minutes": 1},
    )
    return house, document


def _any_way() -> tuple[House, Document]:
    """Mike's game with every means of payment, where people leave as they like and by the cent."""
    means = ("cash", "note", "book", "transfer")
    house: House = {**HOUSES["mike"], "pays_with": means, "at_the_end": False, "equal_deals": False, "unit": 1}
    leaving = {"when": "on leaving", "equal_deals": None, "whole_dollars": None}
    return house, _revised("mike", buy_in={"pays_with": [*means]}, cash_out=leaving)


def _on_credit(limit: int, *, hard: bool) -> tuple[House, Document]:
    """Mike's game, where nobody owes more than so many whole dollars."""
    house: House = {**HOUSES["mike"], "credit_limit": limit * 100, "credit_hard": hard}
    return house, _revised("mike", credit={"limit": f"{limit}.00", "hard": hard})


VARIANTS: dict[str, tuple[House, Document]] = {
    # The bank of dave-2020 is that of dave-2018.
    **{key: (house, load_preset(key)) for key, house in HOUSES.items() if key != "dave-2020"},
    "dave-2018 by transfer": _by_transfer("dave-2018"),
    "ericn by transfer": _by_transfer("ericn"),
    "rising limits": _rising_limits(),
    "any way": _any_way(),
    "up to 40.00": _on_credit(40, hard=False),
    "never above 60.00": _on_credit(60, hard=True),
}
