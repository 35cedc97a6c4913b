"""What should be there, what is, and what is still in the way of closing a night.

Pure. All amounts are cents. Sign, for over and short alike: + the banker bears a shortage, − an excess.
"""

from dataclasses import dataclass

from ledger.money.cents import show_cents


@dataclass(frozen=True)
class Count:
    """A count of money or chips beside what the books expect."""

    expected_cents: int
    counted_cents: int

    @property
    def difference_cents(self) -> int:
        """+ too much, − too little."""
        return self.counted_cents - self.expected_cents

    def __str__(self) -> str:
        counted = f"Expected {show_cents(self.expected_cents)}, counted {show_cents(self.counted_cents)}"
        if not self.difference_cents:
            return f"{counted}: it agrees."
        direction = "over" if self.difference_cents > 0 else "short"
        return f"{counted}: {show_cents(abs(self.difference_cents))} {direction}."


@dataclass(frozen=True)
class NightBalances:
    """Where the money of a night stands.

    ``chips_cents`` in play, ``final_pot_cents`` and ``float_cents`` (what the bank owes the banker) are counted
    positive, and so is ``notes_out_cents``, what is owed on notes of any holder; ``over_short_cents`` is + for
    what is missing, which the banker bears.
    """

    drawer_cents: int
    chips_cents: int
    final_pot_cents: int
    float_cents: int
    over_short_cents: int
    notes_out_cents: int = 0

    @property
    def banks_rest_cents(self) -> int:
        """What a close leaves of the float: + owed to the banker, − more than was theirs is taken home."""
        return self.float_cents - self.over_short_cents - self.drawer_cents


def close_faults(balances: NightBalances, *, drawer_counted: bool) -> tuple[str, ...]:
    """Return what is in the way of closing, a sentence each with what to do; () if nothing is.

    ``drawer_counted``: since cash last went in or out. What should be in it is not told: people would copy the figure.
    """
    chips, pot = show_cents(balances.chips_cents), show_cents(balances.final_pot_cents)
    notes = show_cents(balances.notes_out_cents)
    faults = (
        (balances.chips_cents != 0, f"{chips} of chips are still in play: cash them out, or declare them missing."),
        (balances.final_pot_cents != 0, f"The final pot still holds {pot}: play the last hand and say who won it."),
        (
            balances.notes_out_cents != 0,
            f"Notes for {notes} are still out: have them paid, commit them to THE BOOK, or let them lapse.",
        ),
        (not drawer_counted, "The drawer has not been counted since it changed: count it."),
    )
    return tuple(sentence for stands, sentence in faults if stands)
