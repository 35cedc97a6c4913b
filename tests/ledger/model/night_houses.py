"""The terms of the houses as plain literals, for the model of a night's bank (see `night_model`).

They share no code with the real bank, so a mistake would have to be made twice to stay hidden. Money is int cents,
durations are seconds.
"""

from typing import Literal, TypedDict

RebuyRule = Literal["any time", "busted", "below maximum", "up to maximum"]
Blinds = tuple[int, int]


class House(TypedDict):
    """The terms of a house that its bank needs. A variant is made with `{**HOUSES["dave-2018"], ...}`."""

    key: str
    blinds: Blinds | None
    levels: tuple[Blinds, ...]
    asked: bool  # blinds, minimum and maximum have to be given at the opening
    minimum: int | None
    minimum_big_blinds: int | None
    maximum: int | None
    maximum_big_blinds: int | None
    or_big_stack: bool
    multiple: int | None
    pays_with: tuple[str, ...]
    chip_sales: bool
    rebuy: RebuyRule
    rebuy_percent: int
    notice: int | None
    window: int | None
    at_the_end: bool
    equal_deals: bool
    unit: int
    one_banker: bool
    has_book: bool
    guests_answered_for: bool
    credit_limit: int | None
    credit_hard: bool


PLAIN: House = {
    "key": "",
    "blinds": None,
    "levels": (),
    "asked": False,
    "minimum": None,
    "minimum_big_blinds": None,
    "maximum": None,
    "maximum_big_blinds": None,
    "or_big_stack": False,
    "multiple": None,
    "pays_with": ("cash",),
    "chip_sales": False,
    "rebuy": "any time",
    "rebuy_percent": 100,
    "notice": None,
    "window": None,
    "at_the_end": False,
    "equal_deals": False,
    "unit": 1,
    "one_banker": False,
    "has_book": False,
    "guests_answered_for": False,
    "credit_limit": None,
    "credit_hard": False,
}
DAVE: House = {
    **PLAIN,
    "key": "dave-2018",
    "blinds": (25, 50),
    "minimum_big_blinds": 20,
    "maximum_big_blinds": 100,
    "or_big_stack": True,
    "rebuy": "up to maximum",
    "notice": 30 * 60,
}
HYBRID_LEVELS: tuple[Blinds, ...] = (
    (1, 2),
    (2, 4),
    (3, 6),
    (5, 10),
    (10, 20),
    (15, 30),
    (20, 40),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
)
HYBRID: House = {
    **PLAIN,
    "key": "hybrid",
    "blinds": (1, 2),
    "levels": HYBRID_LEVELS,
    "minimum": 400,
    "maximum": 1000,
    "multiple": 100,
    "rebuy": "busted",
    "window": 5 * 60,
}
ERICN: House = {
    **PLAIN,
    "key": "ericn",
    "asked": True,
    "rebuy": "below maximum",
    "rebuy_percent": 110,
    "one_banker": True,
}
MIKE: House = {
    **PLAIN,
    "key": "mike",
    "minimum": 500,
    "multiple": 500,
    "pays_with": ("cash", "note", "book"),
    "chip_sales": True,
    "at_the_end": True,
    "equal_deals": True,
    "unit": 100,
    "has_book": True,
    "guests_answered_for": True,
}
DAVE_2020: House = {**DAVE, "key": "dave-2020"}
HOUSES: dict[str, House] = {house["key"]: house for house in (DAVE, DAVE_2020, HYBRID, ERICN, MIKE)}
