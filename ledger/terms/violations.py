"""The terms of a house that an act can break: each holds the facts and makes the sentence a person reads.

A broken term says what the rule is and what was met instead, with the numbers. It never decides anything: the rules
in ``limits`` and ``payout`` do, and return these. All amounts are cents.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Means
from reservations.acts.problems import RuleViolation

PAID = {
    Means.CASH: "in cash",
    Means.NOTE: "by bank note",
    Means.BOOK: "in THE BOOK",
    Means.TRANSFER: "by transfer",
}


def ways(means: tuple[Means, ...]) -> str:
    """Several means of payment as words: "in cash, by bank note or in THE BOOK"."""
    words = [PAID[one] for one in means]
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def elapsed(span: timedelta) -> str:
    """A length of time in minutes and seconds, begun seconds left out: "29:59"."""
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class NotAnsweredFor(RuleViolation):
    """A guest comes without an inviter (mike, "Notes and THE BOOK")."""

    term: ClassVar[str] = "guests are answered for"
    name: str

    def __str__(self) -> str:
        return f"{self.name} is a guest and nobody answers for {self.name}: say who invited them."


@dataclass(frozen=True)
class MeansNotTaken(RuleViolation):
    """Chips are to be paid for in a way the house does not take."""

    term: ClassVar[str] = "means of payment"
    pay: Means
    taken: tuple[Means, ...]

    def __str__(self) -> str:
        return f"Chips are paid for {ways(self.taken)} here, not {PAID[self.pay]}."


@dataclass(frozen=True)
class MeansNotPaidOut(RuleViolation):
    """Chips are to be turned into something the house does not pay out."""

    term: ClassVar[str] = "means of payment"
    by: Means
    taken: tuple[Means, ...]

    def __str__(self) -> str:
        return f"Chips are paid out {ways(self.taken)} here, not {PAID[self.by]}."


@dataclass(frozen=True)
class StackNotTold(RuleViolation):
    """A rebuy without the chips in front, in a house that asks for them."""

    term: ClassVar[str] = "stack at a rebuy"
    name: str

    def __str__(self) -> str:
        return f"{self.name} has bought in before: say how much {self.name} has in front."


@dataclass(frozen=True)
class OnlyWhenBusted(RuleViolation):
    """A rebuy with chips in front, where there are no add-ons (hybrid, "Re-buys")."""

    term: ClassVar[str] = "rebuys when busted"
    name: str
    stack_cents: int

    def __str__(self) -> str:
        return f"{self.name} has {show_cents(self.stack_cents)} in front: rebuys are only for busted players."


@dataclass(frozen=True)
class NotBelowMaximum(RuleViolation):
    """A rebuy with the maximum or more in front (ericn, "Rebuy")."""

    term: ClassVar[str] = "rebuys below the maximum"
    name: str
    stack_cents: int
    maximum_cents: int

    def __str__(self) -> str:
        return (
            f"Rebuys are for stacks below {show_cents(self.maximum_cents)}, "
            f"and {self.name} has {show_cents(self.stack_cents)} in front."
        )


@dataclass(frozen=True)
class BelowMinimum(RuleViolation):
    """Less than the least a player can buy."""

    term: ClassVar[str] = "minimum buy-in"
    amount_cents: int
    minimum_cents: int

    def __str__(self) -> str:
        return f"{show_cents(self.amount_cents)} is too little: at least {show_cents(self.minimum_cents)}."


@dataclass(frozen=True)
class AboveMaximum(RuleViolation):
    """More than the most a player can buy at once."""

    term: ClassVar[str] = "maximum buy-in"
    amount_cents: int
    maximum_cents: int

    def __str__(self) -> str:
        return f"{show_cents(self.amount_cents)} is too much: at most {show_cents(self.maximum_cents)}."


@dataclass(frozen=True)
class AboveMaximumInFront(RuleViolation):
    """A rebuy that would leave more in front than the house lets a rebuy reach."""

    term: ClassVar[str] = "maximum after a rebuy"
    name: str
    stack_cents: int
    maximum_cents: int

    def __str__(self) -> str:
        stack = show_cents(self.stack_cents) if self.stack_cents else "nothing"
        return f"{self.name} has {stack} in front: at most {show_cents(self.maximum_cents)} after a rebuy."


@dataclass(frozen=True)
class NotAMultiple(RuleViolation):
    """An amount that is no multiple of what the bank sells (hybrid, mike)."""

    term: ClassVar[str] = "multiples"
    amount_cents: int
    multiple_cents: int

    def __str__(self) -> str:
        return (
            f"The bank sells chips in multiples of {show_cents(self.multiple_cents)}, "
            f"and {show_cents(self.amount_cents)} is none."
        )


@dataclass(frozen=True)
class BankSellsAlone(RuleViolation):
    """A chip sale between players, where all chips come from the bank (ericn, "Going South" and "Banker")."""

    term: ClassVar[str] = "chip sales"

    def __str__(self) -> str:
        return "Players do not sell chips to each other here: all chips come from the bank."


@dataclass(frozen=True)
class LevelDoesNotRise(RuleViolation):
    """A level that is not above the one being played (hybrid, blinds that only go up)."""

    term: ClassVar[str] = "levels rise"
    level: int
    current: int

    def __str__(self) -> str:
        return f"The blinds only go up: level {self.current} is being played, so level {self.level} is over."


@dataclass(frozen=True)
class OneBanker(RuleViolation):
    """A hand-over, where one person keeps the bank for the whole night (ericn, "Banker")."""

    term: ClassVar[str] = "one banker"

    def __str__(self) -> str:
        return "One banker sells and takes back all chips for the whole night here."


@dataclass(frozen=True)
class BoughtNothing(RuleViolation):
    """Chips to cash out, of a player who bought none."""

    term: ClassVar[str] = "chips are bought"
    name: str
    count_cents: int

    def __str__(self) -> str:
        return f"{self.name} has bought no chips tonight and brings {show_cents(self.count_cents)}: whose are they?"


@dataclass(frozen=True)
class NoticeTooShort(RuleViolation):
    """Leaving without a round or so many minutes of notice (dave, "Leaving"). ``given``: how long ago, or None."""

    term: ClassVar[str] = "leave notice"
    name: str
    notice_minutes: int
    given: timedelta | None

    def __str__(self) -> str:
        rule = f"Leaving is announced {self.notice_minutes} minutes or a round ahead"
        if self.given is None:
            return f"{rule}: {self.name} has not announced it."
        if self.given < timedelta(0):
            return f"{rule}: the notice of {self.name} is dated later than this."
        return f"{rule}: {self.name} did so {elapsed(self.given)} ago."


@dataclass(frozen=True)
class WindowClosed(RuleViolation):
    """Chips to cash when the blinds have not just gone up (hybrid). ``since``: since the last level, or None."""

    term: ClassVar[str] = "cash-out window"
    window_minutes: int
    since: timedelta | None

    def __str__(self) -> str:
        rule = f"Chips turn into cash within {self.window_minutes} minutes after the blinds go up"
        if self.since is None:
            return f"{rule}: they have not gone up yet."
        return f"{rule}: that was {elapsed(self.since)} ago."


@dataclass(frozen=True)
class BeforeTheEnd(RuleViolation):
    """Chips to cash before the last hand (mike, "end of the session")."""

    term: ClassVar[str] = "cash at the end"

    def __str__(self) -> str:
        return "Chips turn into cash at the end of the night, when the last hand has been played."


@dataclass(frozen=True)
class UnequalDeals(RuleViolation):
    """A player leaves before everyone has dealt equally often (mike)."""

    term: ClassVar[str] = "equal deals"
    name: str

    def __str__(self) -> str:
        return f"{self.name} stays until the last dealer has dealt as many hands as the first."


@dataclass(frozen=True)
class CountsDiffer(RuleViolation):
    """The player and the banker count the same chips differently (dave, "the final payout")."""

    term: ClassVar[str] = "the count"
    name: str
    player_cents: int
    banker_cents: int

    def __str__(self) -> str:
        difference = self.banker_cents - self.player_cents
        direction = "more" if difference > 0 else "less"
        return (
            f"{self.name} expects {show_cents(self.player_cents)}, the banker counted {show_cents(self.banker_cents)}: "
            f"{show_cents(abs(difference))} {direction} than {self.name} says. Count again together."
        )


@dataclass(frozen=True)
class FinalPotNotWhole(RuleViolation):
    """A final pot with odd cents (mike, the last hand)."""

    term: ClassVar[str] = "whole final pot"
    total_cents: int
    unit_cents: int

    def __str__(self) -> str:
        over = self.total_cents % self.unit_cents
        short = self.unit_cents - over
        return (
            f"The final pot should be a multiple of {show_cents(self.unit_cents)}, and it is "
            f"{show_cents(self.total_cents)}: {show_cents(over)} too much, or {show_cents(short)} too little."
        )
