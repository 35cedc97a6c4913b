"""What has been counted piece by piece, chips or notes and coins, as a form shows it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.money.cash import Denomination
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Colour


@dataclass(frozen=True)
class Row:
    """One input: how many there are of a colour or a value, as it was typed. ``cents`` is what one of them is worth."""

    name: str
    label: str
    cents: int
    value: str
    chip: bool = False
    coin: bool = False


@dataclass(frozen=True)
class Rows:
    """The inputs of a field, in order."""

    field: str
    rows: Sequence[Row]

    @property
    def written(self) -> bool:
        """Whether anything was typed in any of them."""
        return any(row.value for row in self.rows)


def chip_rows(data: Mapping[str, str], field: str, colours: Sequence[Colour]) -> Rows:
    """Return the inputs for chips by colour, with what a form says."""
    names = (f"{field}-{place}" for place in range(len(colours)))
    return Rows(
        field,
        [
            Row(name, each.name, each.cents, data.get(name, ""), chip=True)
            for name, each in zip(names, colours, strict=True)
        ],
    )


def piece_rows(data: Mapping[str, str], field: str, pieces: Sequence[Denomination]) -> Rows:
    """Return the inputs for notes and coins, with what a form says."""
    names = (f"{field}-{place}" for place in range(len(pieces)))
    return Rows(
        field,
        [
            Row(name, show_cents(each.cents), each.cents, data.get(name, ""), coin=each.coin)
            for name, each in zip(names, pieces, strict=True)
        ],
    )
