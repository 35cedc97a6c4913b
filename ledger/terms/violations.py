"""The bank terms that an act can violate: each holds the facts and makes the sentence a person reads.

A violation says what the rule is and what was asked for instead, with the numbers. It decides nothing: the rules of
``buy_in``, ``cash_out`` and ``credit`` do, and return these. All amounts are cents.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Means
from reservations.acts.problems import RuleViolation

PAID = {Means.CASH: "in cash", Means.NOTE: "by bank note", Means.BOOK: "in THE BOOK", Means.TRANSFER: "by transfer"}


def means_in_words(means: tuple[Means, ...]) -> str:
    """Name means of payment: "in cash, by bank note or in THE BOOK"."""
    words = [PAID[one] for one in means]
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def elapsed(span: timedelta) -> str:
    """Write a length of time in whole minutes and seconds: "29:59"."""
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class BankTermViolation(RuleViolation):
    """A violated bank term. ``text`` is its sentence, with the names of its fields where their values go."""

    text: ClassVar[str]

    def __str__(self) -> str:
        facts = vars(self)
        amounts = {name: show_cents(value) for name, value in facts.items() if name.endswith("_cents")}
        return self.text.format_map({**facts, **amounts})


@dataclass(frozen=True)
class NotAnsweredFor(BankTermViolation):
    """A guest comes without an inviter (mike, "Notes and THE BOOK")."""

    term = "guests are answered for"
    text = "{name} is a guest with no inviter: enter who invited them."
    name: str


@dataclass(frozen=True)
class MeansNotTaken(RuleViolation):
    """Chips are to be paid for in a way the house does not take."""

    term = "means of payment"
    pay: Means
    taken: tuple[Means, ...]

    def __str__(self) -> str:
        return f"Chips are paid for {means_in_words(self.taken)} here, not {PAID[self.pay]}."


@dataclass(frozen=True)
class MeansNotPaidOut(RuleViolation):
    """Chips are to be turned into something the house does not pay out."""

    term = "means of payment"
    by: Means
    taken: tuple[Means, ...]

    def __str__(self) -> str:
        return f"Chips are paid out {means_in_words(self.taken)} here, not {PAID[self.by]}."


@dataclass(frozen=True)
class StackNotTold(BankTermViolation):
    """A rebuy without the chips in front, in a house that asks for them."""

    term = "stack at a rebuy"
    text = "This is a rebuy: enter how much {name} has in front."
    name: str


@dataclass(frozen=True)
class OnlyWhenBusted(BankTermViolation):
    """A rebuy with chips in front, where there are no add-ons (hybrid, "Re-buys")."""

    term = "rebuys when busted"
    text = "{name} has {stack_cents} in front: rebuys are only for busted players."
    name: str
    stack_cents: int


@dataclass(frozen=True)
class NotBelowMaximum(BankTermViolation):
    """A rebuy with the maximum or more in front (ericn, "Rebuy")."""

    term = "rebuys below the maximum"
    text = "Rebuys are for stacks below {maximum_cents}, and {name} has {stack_cents} in front."
    name: str
    stack_cents: int
    maximum_cents: int


@dataclass(frozen=True)
class BelowMinimum(BankTermViolation):
    """Less than the least a player can buy."""

    term = "minimum buy-in"
    text = "{amount_cents} is too little: at least {minimum_cents}."
    amount_cents: int
    minimum_cents: int


@dataclass(frozen=True)
class AboveMaximum(BankTermViolation):
    """More than the most a player can buy at once."""

    term = "maximum buy-in"
    text = "{amount_cents} is too much: at most {maximum_cents}."
    amount_cents: int
    maximum_cents: int


@dataclass(frozen=True)
class AboveMaximumInFront(RuleViolation):
    """A rebuy that would leave more in front than the house lets a rebuy reach."""

    term = "maximum after a rebuy"
    name: str
    stack_cents: int
    maximum_cents: int

    def __str__(self) -> str:
        stack = show_cents(self.stack_cents) if self.stack_cents else "nothing"
        return f"{self.name} has {stack} in front: at most {show_cents(self.maximum_cents)} after a rebuy."


@dataclass(frozen=True)
class NotAMultiple(BankTermViolation):
    """An amount that is no multiple of what the bank sells (hybrid, mike)."""

    term = "multiples"
    text = "The bank sells chips in multiples of {multiple_cents}, not {amount_cents}."
    amount_cents: int
    multiple_cents: int


@dataclass(frozen=True)
class BankSellsAlone(BankTermViolation):
    """A chip sale between players, where all chips come from the bank (ericn, "Going South" and "Banker")."""

    term = "chip sales"
    text = "Players do not sell chips to each other here: all chips come from the bank."


@dataclass(frozen=True)
class LevelDoesNotRise(BankTermViolation):
    """A level that is not above the one being played (hybrid, blinds that only go up)."""

    term = "levels rise"
    text = "The blinds only go up: level {current} is being played, so level {level} is over."
    level: int
    current: int


@dataclass(frozen=True)
class OneBanker(BankTermViolation):
    """A hand-over, where one person keeps the bank for the whole night (ericn, "Banker")."""

    term = "one banker"
    text = "One banker sells and takes back all chips for the whole night here."


@dataclass(frozen=True)
class BoughtNothing(BankTermViolation):
    """Chips to cash out, of a player who bought none."""

    term = "chips are bought"
    text = "{name} has bought no chips tonight and brings {count_cents}: whose are they?"
    name: str
    count_cents: int


@dataclass(frozen=True)
class NoticeTooShort(RuleViolation):
    """Leaving without a round or so many minutes of notice (dave, "Leaving"). ``given``: how long ago, or None."""

    term = "leave notice"
    name: str
    notice_minutes: int
    given: timedelta | None

    def __str__(self) -> str:
        rule = f"Leaving takes {self.notice_minutes} minutes or a round of notice"
        if self.given is None:
            return f"{rule}: {self.name} has given none."
        if self.given < timedelta(0):
            return f"{rule}: the notice of {self.name} is dated later than this."
        return f"{rule}: {self.name} gave it {elapsed(self.given)} ago."


@dataclass(frozen=True)
class WindowClosed(RuleViolation):
    """Chips to cash when the blinds have not just gone up (hybrid). ``since``: since the last level, or None."""

    term = "cash-out window"
    window_minutes: int
    since: timedelta | None

    def __str__(self) -> str:
        rule = f"Chips turn into cash within {self.window_minutes} minutes after the blinds go up"
        if self.since is None:
            return f"{rule}: they have not gone up yet."
        return f"{rule}: that was {elapsed(self.since)} ago."


@dataclass(frozen=True)
class BeforeTheEnd(BankTermViolation):
    """Chips to cash before the last hand (mike, "end of the session")."""

    term = "cash at the end"
    text = "Chips turn into cash at the end of the night, after the last hand."


@dataclass(frozen=True)
class UnequalDeals(BankTermViolation):
    """A player leaves before everyone has dealt equally often (mike)."""

    term = "equal deals"
    text = "{name} stays until the last dealer has dealt as many hands as the first."
    name: str


@dataclass(frozen=True)
class CountsDiffer(RuleViolation):
    """The player and the banker count the same chips differently (dave, "the final payout")."""

    term = "the count"
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

    term = "whole final pot"
    total_cents: int
    unit_cents: int

    def __str__(self) -> str:
        over = self.total_cents % self.unit_cents
        short = self.unit_cents - over
        return (
            f"The final pot should be a multiple of {show_cents(self.unit_cents)}, and it is "
            f"{show_cents(self.total_cents)}: {show_cents(over)} too much, or {show_cents(short)} too little."
        )
