"""What a night is played for: its house's stakes and limits, or those that it has set for itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses.queries import limits_before, stated
from ledger.buy_in.rules import NightLimits, plan_faults
from ledger.money.cents import Money, show_money
from ledger.night.queries import bank_of, first_blinds, terms_of
from ledger.night.text import figures_in_words
from ledger.terms.bank_terms import BankTerms, Blinds
from ledger.terms.text import stakes_in_words
from reservations.models import Night, Rules


@dataclass(frozen=True)
class NightStakes:
    """A night's terms: the ``rules`` that hold, and of `history.FIGURES` those that are its ``own``."""

    rules: Rules
    own: Mapping[str, Any]

    @property
    def terms(self) -> BankTerms:
        return terms_of(self.rules)

    @property
    def blinds(self) -> Blinds | None:
        """The blinds it begins with; None while nobody has said them, and in a house without blinds."""
        return first_blinds(self.terms, self.own)

    @property
    def limits(self) -> NightLimits:
        """The limits it begins with, as far as they can be counted already."""
        return limits_before(self.terms, self.own)

    @property
    def in_words(self) -> str:
        """The blinds, and how they rise: "Blinds 0.25/0.50"; "" if there are none, or nobody has said them."""
        return stakes_in_words(self.terms, self.blinds) if self.blinds else ""

    def stated(self, money: Money = show_money) -> tuple[str, ...]:
        """State stakes and limits in sentences; where a limit is the night's own, its sentence says so."""
        return tuple(stated(self.terms, self.own, money).values())


def stakes_faults(terms: BankTerms, own: Mapping[str, int]) -> tuple[str, ...]:
    """Return what contradicts itself in a night's own figures under the terms of its house, a sentence each."""
    blinds, least, most = first_blinds(terms, own), own.get("buy_in_min"), own.get("buy_in_max")
    return plan_faults(terms, blinds=blinds, minimum_cents=least, maximum_cents=most)


def planned_stakes(night: Night) -> str:
    """Say what a night is planned to be played for otherwise than its house; "" for nothing, and once it is opened."""
    return figures_in_words(night.stakes, show_money) if night.rules_id is None else ""


def stakes_of(night: Night) -> NightStakes:
    """Return the terms of a night as they stand: before its bank is opened those of its house's newest version."""
    if night.rules is None:
        return NightStakes(night.house.newest(), night.stakes)
    return NightStakes(night.rules, bank_of(night).history.figures)
