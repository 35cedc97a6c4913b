"""The emergency sheet, filled in by hand while the machine is away; what is known is printed on it. Pure."""

from dataclasses import dataclass
from datetime import date

MOST_PLAYERS = 12
"""How many players the sheet has a place for."""

MOST_TERMS = 900
"""How many characters of the house's terms it has room for."""


@dataclass(frozen=True)
class SheetPlayer:
    """An expected player: name, the mark of their notes, and for a guest the regular who answers for them."""

    name: str
    mark: str = ""
    invited_by: str = ""


@dataclass(frozen=True)
class EmergencySheet:
    """What is printed on the sheet; everything that is empty is written by hand.

    ``terms`` are the house's in sentences, ``chips`` its colours with their values. ``cash_only`` leaves out notes and
    THE BOOK, ``whole_dollars`` asks for odd cents and the final pot. ``number`` and ``head`` are those of the last act
    that the machine had.
    """

    house: str = ""
    day: date | None = None
    banker: str = ""
    stakes: str = ""
    terms: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    players: tuple[SheetPlayer, ...] = ()
    cash_only: bool = False
    final_pot: bool = True
    number: int = 0
    head: str = ""

    @property
    def places(self) -> tuple[SheetPlayer, ...]:
        """The places for players: those who are known, as many as there is room for, and blank ones."""
        known = self.players[:MOST_PLAYERS]
        return (*known, *(SheetPlayer("") for _ in range(MOST_PLAYERS - len(known))))

    @property
    def terms_in_short(self) -> str:
        """As many whole sentences of the terms as there is room for."""
        said = ""
        for sentence in self.terms:
            if len(said) + len(sentence) >= MOST_TERMS:
                break
            said = f"{said} {sentence}".strip()
        return said
