"""What a player can buy now, as a value and in words."""

from dataclasses import dataclass

from ledger.money.cents import show_cents


@dataclass(frozen=True)
class Allowance:
    """What a player can buy now, in cents, both ends included; ``most_cents`` None: no upper end."""

    name: str
    least_cents: int
    most_cents: int | None
    multiple_cents: int | None
    unless: str = ""
    stack_unknown: bool = False

    @property
    def nothing(self) -> bool:
        """Whether no amount at all would do."""
        return self.most_cents is not None and self.most_cents < self.least_cents

    def __str__(self) -> str:
        if self.nothing:
            return f"{self.name} can buy nothing now{self.unless and ', '}{self.unless}."
        who = f"With nothing in front {self.name}" if self.stack_unknown else self.name
        return f"{who} can buy {self._amounts()}."

    def _amounts(self) -> str:
        step = self.multiple_cents or 1
        if self.most_cents is None and self.least_cents == step:
            return f"any multiple of {show_cents(self.multiple_cents)}" if self.multiple_cents else "any amount"
        if self.most_cents == self.least_cents:
            return f"exactly {show_cents(self.least_cents)}"
        steps = f", in multiples of {show_cents(self.multiple_cents)}" if self.multiple_cents else ""
        return f"{self._range(step)}{steps}"

    def _range(self, step: int) -> str:
        if self.most_cents is None:
            return f"{show_cents(self.least_cents)} or more"
        if self.least_cents == step:
            return f"up to {show_cents(self.most_cents)}"
        return f"{show_cents(self.least_cents)} to {show_cents(self.most_cents)}"
