"""The conditions of levels, stakes, a new banker and a close; amounts in cents. Pure."""

from dataclasses import dataclass

from ledger.bank.history import NightBalances
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms
from reservations.acts.problems import Impossible, RuleViolation, violated_if


def check_level(level: int, *, current: int | None, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Check that the blinds go up to a level (from 1) above the present one; ``current`` None: no level was set yet.

    Raises: ``Impossible`` for a level that the house does not have.
    """
    if not terms.levels:
        raise Impossible("The blinds do not rise in this house: it has no levels.")
    if not 1 <= level <= len(terms.levels):
        raise Impossible(f"There is no level {level}: the house has levels 1 to {len(terms.levels)}.")
    sentence = f"The blinds only go up: level {current} is being played, so level {level} is over."
    return violated_if(current is not None and level <= current, "levels rise", sentence)


def check_stakes(*, chips_are_sold: bool) -> tuple[RuleViolation, ...]:
    """Check that no chips are sold: stakes and limits are stated at the outset (dave, hybrid)."""
    sentence = "Chips have been sold: tonight's stakes and limits stand from the first buy-in on."
    return violated_if(chips_are_sold, "stakes stand", sentence)


def check_hand_over(terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Check that the bank may pass to another banker: in some houses one keeps it all night (ericn, "Banker")."""
    sentence = "One banker sells and takes back all chips for the whole night here."
    return violated_if(terms.one_banker, "one banker", sentence)


@dataclass(frozen=True)
class Count:
    """A count of money or chips beside the expected sum."""

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


def close_faults(balances: NightBalances, *, drawer_counted: bool) -> tuple[str, ...]:
    """Return the obstacles to closing, in sentences with the remedy; () without any.

    ``drawer_counted``: since cash last went in or out. The sentences leave out the expected sum, so that nobody copies
    it.
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
