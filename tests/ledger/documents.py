"""Documents of rules for the tests: the shortest, one with every bank term, and edits of them."""

import copy
from typing import Any

SHORTEST: dict[str, Any] = {
    "buy_in": {"pays_with": ["cash"]},
    "rebuy": {"when": "any time"},
    "cash_out": {"when": "on leaving"},
}
EVERYTHING: dict[str, Any] = {
    "stakes": {"small_blind": "0.25", "big_blind": "0.50"},
    "buy_in": {
        "minimum": {"big_blinds": 20},
        "maximum": {"big_blinds": 100, "or_big_stack": True},
        "usual": {"maximum": True},
        "multiple": "5.00",
        "pays_with": ["cash", "transfer", "note", "book"],
        "chip_sales": True,
        "play_behind": True,
    },
    "rebuy": {"when": "below the maximum", "stack_asked": True, "minimum_binds": True, "maximum_percent": 110},
    "cash_out": {
        "when": "on leaving",
        "notice_minutes": 30,
        "equal_deals": True,
        "leaving_early_is_bad_manners": True,
        "whole_dollars": True,
    },
    "bank": {"one_banker": True, "guests_answered_for": True},
    "credit": {"limit": "100.00", "hard": True, "overdue_days": 31, "host_mark": "bog"},
    "conduct": {"jumped_bet": "0.20", "call_seconds": "somebody else's"},
    "chips": [{"colour": "red", "value": "0.10", "starred": True}, {"colour": "white", "value": "0.05", "stock": 100}],
    "seating": {"somebody": "else's"},
}
LEVELS: dict[str, Any] = {"minutes": 20, "blinds": [["0.01", "0.02"], ["0.02", "0.04"]]}


def edited(document, **edits):
    """The document with ``section__key=value`` put in; None takes the key away."""
    document = copy.deepcopy(document)
    for place, value in edits.items():
        section, _, key = place.partition("__")
        table = document.setdefault(section, {}) if key else document
        if value is None:
            del table[key or section]
        else:
            table[key or section] = value
    return document
