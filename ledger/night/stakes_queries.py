"""The stakes and limits of a night: its house's, or its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ledger.bank.queries import bank_of, first_blinds, limits_of, terms_of
from ledger.bank.text import figures_in_words
from ledger.money.cents import Money, show_cents, show_money
from ledger.terms.bank_terms import BankTerms, Blinds
from ledger.terms.limits import NightLimits, countable, plan_faults
from ledger.terms.text import stakes_in_words, statement
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.messages.text import Occasion
from reservations.models import Night, Rules
from reservations.rsvps.queries import zone_of


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
        """The first blinds of the night; None while they are unknown, and in a house without blinds."""
        return first_blinds(self.terms, self.own)

    @property
    def limits(self) -> NightLimits:
        """The first limits of the night, as far as they can be computed already."""
        return limits_before(self.terms, self.own)

    @property
    def in_words(self) -> str:
        """The blinds, and how they rise: "Blinds 0.25/0.50"; "" without any, or while they are unknown."""
        return stakes_in_words(self.terms, self.blinds) if self.blinds else ""

    def stated(self, money: Money = show_money) -> tuple[str, ...]:
        """State stakes and limits in sentences; the sentence of a night's own limit marks it as that."""
        return tuple(stated(self.terms, self.own, money).values())


def stated(terms: BankTerms, figures: Mapping[str, int] | None = None, money: Money = show_cents) -> dict[str, str]:
    """State the limits of a house, or of a planned night with its own ``figures``, in sentences by their terms."""
    own = figures or {}
    stakes = first_blinds(terms, own)
    begins = {"stakes-asked": "The blinds are set when the night opens."} if terms.blinds_at_opening else {}
    if stakes is not None:
        begins = {"levels-blinds" if terms.levels else "stakes-big_blind": f"{stakes_in_words(terms, stakes)}."}
    return {**begins, **statement(terms, limits_before(terms, own), stakes, money)}


def limits_before(terms: BankTerms, figures: Mapping[str, int] | None = None) -> NightLimits:
    """Return the limits that a night with those figures would open with, as far as they can be computed already."""
    own = figures or {}
    stakes = first_blinds(terms, own)
    return limits_of(countable(terms, stakes), own, stakes)


def stakes_faults(terms: BankTerms, own: Mapping[str, int]) -> tuple[str, ...]:
    """Return the contradictions in a night's own figures under the terms of its house, in sentences."""
    blinds, least, most = first_blinds(terms, own), own.get("buy_in_min"), own.get("buy_in_max")
    return plan_faults(terms, blinds=blinds, minimum_cents=least, maximum_cents=most)


def planned_stakes(night: Night) -> str:
    """State the planned stakes of a night that differ from its house's; "" for none, and after the opening."""
    return figures_in_words(night.stakes, show_money) if night.rules_id is None else ""


def stakes_of(night: Night) -> NightStakes:
    """Return the present terms of a night: before its bank is opened those of its house's newest version."""
    if night.rules is None:
        return NightStakes(night.house.newest(), night.stakes)
    return NightStakes(night.rules, bank_of(night).history.figures)


def occasion_of(night: Night, terms: AttendanceTerms, *, place: str = "") -> Occasion:
    """Return a night with these terms for messages; ``place`` only for players who may know it."""
    confirm_by = None
    if night.starts_at is not None and terms.release_minutes is not None:
        confirm_by = night.starts_at - timedelta(minutes=terms.release_minutes)
    when = (night.date, zone_of(night), night.starts_at, night.ends_at)
    until = (night.maybe_until, confirm_by)
    stakes = planned_stakes(night)
    return Occasion(night.house.name, *when, night.seats, place, night.note, terms.invitation, *until, stakes)
