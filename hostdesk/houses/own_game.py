"""A house of one's own, out of the few figures that the set-up asks for.

Pure. The rest of its terms are the plainest: chips turn into cash on leaving, nothing is asked and no rule is missing.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from hostdesk.houses.presets import check_document
from ledger.money.cents import format_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import CashOutWhen, RebuyWhen
from reservations.parsing.documents import BadTerms, KeyPath

_FIGURES: dict[KeyPath, str] = {
    ("name",): "house_name",
    ("stakes", "small_blind"): "small_blind",
    ("stakes", "big_blind"): "big_blind",
    ("buy_in", "minimum"): "minimum",
    ("buy_in", "maximum"): "maximum",
    ("buy_in", "usual"): "usual",
    ("buy_in", "multiple"): "multiple",
    ("buy_in", "pays_with"): "pays_with",
    ("rebuy", "when"): "rebuy_when",
}
"""The figure that a place of the document comes from."""


@dataclass(frozen=True)
class OwnGame:
    """What a host says of their own game; amounts in cents, ``None`` where there is no such limit."""

    name: str
    small_blind: int
    big_blind: int
    minimum: int | None = None
    maximum: int | None = None
    usual: int | None = None
    multiple: int | None = None
    pays_with: tuple[Means, ...] = (Means.CASH,)
    rebuy_when: RebuyWhen = RebuyWhen.ANY_TIME


def own_document(game: OwnGame, *, taken: Collection[str] = ()) -> dict[str, Any]:
    """Return the document of the house, with a key that is none of those ``taken``.

    Raises ``BadTerms`` for figures that contradict each other.
    """
    small, big = format_cents(game.small_blind), format_cents(game.big_blind)
    buy_in: dict[str, Any] = {
        name: {"amount": format_cents(cents)}
        for name, cents in (("minimum", game.minimum), ("maximum", game.maximum), ("usual", game.usual))
        if cents is not None
    }
    if game.multiple is not None:
        buy_in["multiple"] = format_cents(game.multiple)
    rebuy: dict[str, Any] = {"when": game.rebuy_when.value}
    if game.rebuy_when == RebuyWhen.UP_TO_MAXIMUM:
        rebuy["stack_asked"] = True
    document: dict[str, Any] = {
        "key": own_key(game.name, taken),
        "name": game.name,
        "summary": f"A game of our own, blinds {small}/{big}, with the figures it was set up with.",
        "stakes": {"small_blind": small, "big_blind": big},
        "buy_in": {**buy_in, "pays_with": [each.value for each in game.pays_with], "chip_sales": True},
        "rebuy": rebuy,
        "cash_out": {"when": CashOutWhen.ON_LEAVING.value},
    }
    return check_document(document)


def own_key(name: str, taken: Collection[str] = ()) -> str:
    """Return the key of a house of that name: its letters a-z and digits, and a number where that one is taken."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    words = re.findall("[a-z0-9]+", "".join(each for each in plain if not unicodedata.combining(each) and each != "'"))
    key = "-".join(words)[:32].strip("-") or "our-game"
    number = 2
    free = key
    while free in taken:
        free, number = f"{key}-{number}", number + 1
    return free


def faults_by_figure(problem: BadTerms) -> Iterator[tuple[str, str]]:
    """Yield each fault of a document as the name of its figure in ``OwnGame``, "" for none, and its sentence."""
    for fault in problem.faults:
        figure = _FIGURES.get(fault.place[:2], "")
        yield figure, fault.sentence if figure else str(fault)
