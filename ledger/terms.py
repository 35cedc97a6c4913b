"""The bank terms of a house: what a night may do with money, as plain values.

Pure. ``ledger.terms_reading`` reads them out of a document of rules. Amounts are cents, times are minutes.
"""

from dataclasses import dataclass
from enum import StrEnum

from ledger.money import show_cents


class Means(StrEnum):
    """What chips are paid with."""

    CASH = "cash"
    NOTE = "note"
    BOOK = "book"
    TRANSFER = "transfer"


class RebuyWhen(StrEnum):
    """When a player who has bought in tonight may buy again."""

    ANY_TIME = "any time"
    BUSTED = "busted"
    BELOW_MAXIMUM = "below the maximum"
    UP_TO_MAXIMUM = "up to the maximum"


class CashOutWhen(StrEnum):
    """When chips turn into cash."""

    ON_LEAVING = "on leaving"
    LEVELS = "when the blinds go up"
    END = "at the end"


@dataclass(frozen=True)
class Limit:
    """A limit of a buy-in in exactly one of its forms: an amount, big blinds, multiples, asked at each opening, or
    (the usual buy-in only) whatever the maximum is. ``or_big_stack`` lifts it to the biggest stack in the game."""

    cents: int | None = None
    big_blinds: int | None = None
    or_big_stack: bool = False
    multiples: int | None = None
    asked: bool = False
    maximum: bool = False


@dataclass(frozen=True)
class Blinds:
    """The small and the big blind, in cents; as text for people, as their place writes amounts."""

    small_cents: int
    big_cents: int

    def __str__(self) -> str:
        return f"{show_cents(self.small_cents)}/{show_cents(self.big_cents)}"


@dataclass(frozen=True)
class Colour:
    """The chips of one colour; they may wait in reserve, and the rack holds ``stock`` of them (None: plenty)."""

    name: str
    cents: int
    reserve: bool = False
    stock: int | None = None


@dataclass(frozen=True)
class BankTerms:
    """All bank terms of one version of a house's rules."""

    blinds: Blinds | None
    blinds_asked: bool
    levels: tuple[Blinds, ...]
    level_minutes: int | None
    minimum: Limit | None
    maximum: Limit | None
    usual: Limit | None
    multiple_cents: int | None
    pays_with: tuple[Means, ...]
    chip_sales: bool
    play_behind: bool
    rebuy_when: RebuyWhen
    rebuy_stack_asked: bool
    rebuy_minimum_binds: bool
    rebuy_maximum_percent: int
    cash_out_when: CashOutWhen
    window_minutes: int | None
    notice_minutes: int | None
    equal_deals: bool
    early_leave_is_bad_manners: bool
    payout_unit_cents: int
    one_banker: bool
    guests_answered_for: bool
    credit_limit_cents: int | None
    credit_is_hard: bool
    overdue_days: int | None
    host_mark: str | None
    jumped_bet_cents: int | None
    chips: tuple[Colour, ...]

    @property
    def has_book(self) -> bool:
        """Whether the house keeps THE BOOK."""
        return Means.BOOK in self.pays_with
