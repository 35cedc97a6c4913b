"""The inputs for a count by colour, or by notes and coins, with the typed values. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.money.cash import Denomination
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Colour

CLOSING = "closing"
"""The value of ``then`` in a cash-out begun at the closing, and the page it returns to."""


@dataclass(frozen=True)
class CountInput:
    """One input: the typed number of a colour or a value. ``cents`` is the worth of one of them."""

    name: str
    label: str
    cents: int
    value: str
    chip: bool = False
    coin: bool = False


@dataclass(frozen=True)
class CountInputs:
    """The inputs of a field, in order."""

    field: str
    rows: Sequence[CountInput]

    @property
    def written(self) -> bool:
        """Whether anything was typed in any of them."""
        return any(row.value for row in self.rows)


def chip_inputs(data: Mapping[str, str], field: str, colours: Sequence[Colour]) -> CountInputs:
    """Return the inputs for chips by colour, with the values of a form."""
    named = [(f"{field}-{place}", colour) for place, colour in enumerate(colours)]
    rows = [CountInput(name, colour.name, colour.cents, data.get(name, ""), chip=True) for name, colour in named]
    return CountInputs(field, rows)


def piece_inputs(data: Mapping[str, str], field: str, pieces: Sequence[Denomination]) -> CountInputs:
    """Return the inputs for notes and coins, with the values of a form."""
    named = [(f"{field}-{place}", piece) for place, piece in enumerate(pieces)]
    rows = [CountInput(name, show_cents(e.cents), e.cents, data.get(name, ""), coin=e.coin) for name, e in named]
    return CountInputs(field, rows)


def differed_at(night_id: int) -> str:
    """Return the session key for counts of chips that differed: rows of a player's number and both counts."""
    return f"differed-{night_id}"
