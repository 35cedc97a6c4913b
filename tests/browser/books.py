"""The books of a night as somebody would keep them on paper: what every number on the pages has to be.

Nothing of the product's ledger is used. Amounts are in cents.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True)
class Line:
    """One line on the paper. ``sold``, ``back`` and so on are what it adds to the columns."""

    name: str
    sold: int = 0
    back: int = 0
    drawer: int = 0
    final_pot: int = 0
    in_for: int = 0
    passed_on: int = 0
    result: int = 0
    leaves: bool = False


@dataclass
class Books:
    """The paper: its lines, and everybody who has come, in that order."""

    float_cents: int
    lines: list[Line] = field(default_factory=list)
    came: list[str] = field(default_factory=list)

    def buys(self, name: str, cents: int) -> None:
        """Chips from the bank for cash."""
        self.lines.append(Line(name, sold=cents, drawer=cents, in_for=cents, result=-cents))

    def sells(self, seller: str, buyer: str, cents: int) -> None:
        """Chips from one player to another, past the bank."""
        self.lines.append(Line(buyer, in_for=cents, result=-cents))
        self.lines.append(Line(seller, passed_on=cents, result=cents))

    def leaves(self, name: str, cents: int) -> None:
        """Chips for money: whole dollars to the player, the rest to the final pot."""
        paid = cents - cents % 100
        self.lines.append(Line(name, back=cents, drawer=-paid, final_pot=cents % 100, result=paid, leaves=True))

    def wins_final_pot(self, name: str) -> None:
        """The final pot to its winner."""
        cents = self.total("final_pot")
        self.lines.append(Line(name, drawer=-cents, final_pot=-cents, result=cents))

    def undoes(self, line: Line) -> None:
        """Strike a line out."""
        self.lines.remove(line)

    def total(self, column: str, name: str = "") -> int:
        """Add a column up, of everybody or of one player."""
        return sum(getattr(line, column) for line in self.lines if name in ("", line.name))

    @property
    def bank(self) -> list[str]:
        """The line of the bank as the page words it."""
        sold, back, final_pot = (self.total(column) for column in ("sold", "back", "final_pot"))
        pot = [f"Final pot {money(final_pot)}"] if final_pot else []
        drawer = self.float_cents + self.total("drawer")
        in_play = sold - back
        adds_up = [f"Sold ${money(sold)}", f"= in play {money(in_play)}", f"+ back {money(back)}"]
        return [*adds_up, *pot, f"Drawer ${money(drawer)}"]

    @property
    def names(self) -> list[str]:
        """Everybody in order of arrival, those who have left at the end."""
        return sorted(self.came, key=self.has_left)

    @property
    def in_for(self) -> list[str]:
        """What each of them has given for chips."""
        return [money(self.total("in_for", name)) if self.total("in_for", name) else "–" for name in self.names]

    def has_left(self, name: str) -> bool:
        """Tell whether somebody has cashed out."""
        return any(line.leaves for line in self.lines if line.name == name)

    @property
    def results(self) -> dict[str, str]:
        """What each player has won or lost, with the page's minus."""
        return {name: money(self.total("result", name)).replace("-", "−") for name in self.came}


def money(cents: int) -> str:
    """Write an amount as the pages do."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def worth(counts: Sequence[tuple[str, str]]) -> int:
    """Return what chips come to: how many there are, and what one of them is worth."""
    return sum(int(number) * int(Decimal(each) * 100) for number, each in counts)
