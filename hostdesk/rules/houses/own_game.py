"""A house from the answers to a few questions.

Pure. The rest of its terms are the plainest: chips turn into cash on leaving, rebuys are at any time, there is no
further question and no rule is missing.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses.presets import check_document
from ledger.money.cents import format_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import CashOutWhen, Limit, RebuyWhen
from reservations.houses.attendance_terms import Then
from reservations.parsing.documents import BadTerms, Fault, KeyPath

CHIPS = {
    5: (5, 25, 100, 500),
    10: (10, 50, 100, 500),
    25: (25, 100, 500, 2500),
    50: (50, 100, 500, 2500),
    100: (100, 500, 2500, 10000),
}
"""The values of white, red, green and black chips at a small blind, in cents."""
_COLOURS = ("white", "red", "green", "black")
_LEVELS = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30)
"""The blinds of every level, as multiples of the first level's."""
_LEVEL_MINUTES = 20
_LATE_MINUTES = 120
_STEPS = ((1, Then.REMINDER), (2, Then.BEHIND))
_STRIKE_NIGHTS = 10
_MOST_AT_A_TABLE = 11
_NO_KEYS = ("new",)
"""The words in the address of a page that no house may use as its key."""

_QUESTIONS: dict[KeyPath, str] = {
    ("name",): "house_name",
    ("stakes",): "stakes",
    ("levels",): "stakes",
    ("buy_in", "minimum"): "limits",
    ("buy_in", "maximum"): "limits",
    ("buy_in", "usual"): "usual",
    ("buy_in", "pays_with"): "credit",
    ("attendance", "seats"): "seats",
    ("seating", "most"): "seats",
    ("chips",): "chips",
}
"""The question that a place of the document answers."""


@dataclass(frozen=True)
class OwnGame:
    """A host's answers about their own game: amounts in cents, limits as a house has them, None for none.

    Without blinds it has none, unless every opening sets them (``blinds_at_opening``). ``strikes``: staying away has
    consequences. ``levels``: the blinds rise from those of the stakes. ``chips``: they are counted by colour.
    """

    name: str
    small_blind: int | None = None
    big_blind: int | None = None
    blinds_at_opening: bool = False
    minimum: Limit | None = None
    maximum: Limit | None = None
    usual: Limit | None = None
    pays_with: tuple[Means, ...] = (Means.CASH,)
    seats: int | None = None
    strikes: bool = False
    levels: bool = False
    chips: bool = False


def own_document(game: OwnGame, *, taken: Collection[str] = ()) -> dict[str, Any]:
    """Return the document of the house, with a key that is none of those ``taken``.

    Raises ``BadTerms`` for contradictory answers.
    """
    limits = {"minimum": game.minimum, "maximum": game.maximum, "usual": game.usual}
    document: dict[str, Any] = {
        "key": own_key(game.name, taken),
        "name": game.name,
        "summary": "A game of our own.",
        "buy_in": {
            **{name: _written(limit) for name, limit in limits.items() if limit is not None},
            "pays_with": [means.value for means in game.pays_with],
            "chip_sales": True,
        },
        "rebuy": {"when": RebuyWhen.ANY_TIME.value},
        "cash_out": {"when": CashOutWhen.ON_LEAVING.value},
    }
    small, big = game.small_blind, game.big_blind
    if game.blinds_at_opening:
        document["stakes"] = {"asked": True}
    elif small is not None and big is not None:
        if game.levels:
            rising = [[format_cents(times * small), format_cents(times * big)] for times in _LEVELS]
            document["levels"] = {"minutes": _LEVEL_MINUTES, "blinds": rising}
        else:
            document["stakes"] = {"small_blind": format_cents(small), "big_blind": format_cents(big)}
    if game.levels and "levels" not in document:
        raise BadTerms([Fault(("levels",), "Levels rise from the blinds; choose the blinds of the first level.")])
    if game.seats is not None:
        document["attendance"] = {"seats": game.seats}
        if game.seats <= _MOST_AT_A_TABLE:
            document["seating"] = {"most": game.seats}
    if game.strikes:
        document["attendance"] = {
            **document.get("attendance", {}),
            "late_change_minutes": _LATE_MINUTES,
            "steps": [[strikes, then.value] for strikes, then in _STEPS],
            "expires_after_nights": _STRIKE_NIGHTS,
        }
    if game.chips:
        values = CHIPS.get(small or 0) or (CHIPS[25] if small is None else (small, 4 * small, 20 * small, 100 * small))
        document["chips"] = [
            {"colour": colour, "value": format_cents(value)} for colour, value in zip(_COLOURS, values, strict=True)
        ]
    return check_document(document)


def _written(limit: Limit) -> dict[str, Any]:
    """Write a limit in its one form."""
    if limit.cents is not None:
        return {"amount": format_cents(limit.cents)}
    if limit.big_blinds is not None:
        return {"big_blinds": limit.big_blinds}
    return {"asked": True} if limit.at_opening else {"maximum": True}


def copied(document: Mapping[str, Any], name: str, *, taken: Collection[str] = ()) -> dict[str, Any]:
    """Return the document of a house under another name, with a key that is none of those ``taken``."""
    return check_document({**document, "key": own_key(name, taken), "name": name})


def own_key(name: str, taken: Collection[str] = ()) -> str:
    """Return the key of a house of that name: its letters a-z and digits, and a number if that one is taken."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    words = re.findall("[a-z0-9]+", "".join(sign for sign in plain if not unicodedata.combining(sign) and sign != "'"))
    key = "-".join(words)[:32].strip("-") or "our-game"
    number = 2
    free = key
    while free in taken or free in _NO_KEYS:
        free, number = f"{key}-{number}", number + 1
    return free


def faults_by_question(problem: BadTerms) -> Iterator[tuple[str, str]]:
    """Yield the faults of a document: the name of the question, "" for none, and the sentence."""
    for fault in problem.faults:
        question = _QUESTIONS.get(fault.place[:2]) or _QUESTIONS.get(fault.place[:1]) or ""
        yield question, fault.sentence if question else str(fault)
