"""The bank terms of a house: its rules for the money of a night. Pure.

Their rows are in ``bank_terms.toml``. Amounts are cents, times are minutes.
"""

import itertools
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ledger.money.cents import format_cents, parse_cents, show_cents
from ledger.money.words import Means
from reservations.acts.problems import Malformed
from reservations.houses import seating_terms
from reservations.parsing import documents
from reservations.parsing.names import name_key, parse_mark
from reservations.parsing.terms import document_type, terms_beside


class RebuyWhen(StrEnum):
    """The conditions of a rebuy."""

    ANY_TIME = "any time"
    BUSTED = "busted"
    BELOW_MAXIMUM = "below the maximum"
    UP_TO_MAXIMUM = "up to the maximum"


class CashOutWhen(StrEnum):
    ON_LEAVING = "on leaving"
    LEVELS = "when the blinds go up"
    END = "at the end"


_Cents = Annotated[int, documents.reader(parse_cents)]
_Amount = Annotated[int | None, documents.reader(parse_cents)]
_Times = Annotated[int | None, documents.whole(1, 10_000)]


@dataclass(frozen=True)
class Limit(documents.Section):
    """A limit of a buy-in in exactly one form.

    The forms are an amount, big blinds, multiples, a question at every opening, or (the usual buy-in only) the maximum.
    ``or_big_stack`` lifts the limit to the biggest stack in the game.
    """

    cents: Annotated[_Amount, Field(alias="amount")] = None
    big_blinds: _Times = None
    or_big_stack: documents.Flag = False
    multiples: _Times = None
    at_opening: Annotated[documents.Always, Field(alias="asked")] = False
    maximum: documents.Always = False


def _in_one_form(forms: Collection[str], also: Collection[str]) -> BeforeValidator:
    """Make the check that a limit has one of these forms; pydantic reports unknown keys."""

    def check(value: object) -> object:
        if not isinstance(value, Mapping):
            raise Malformed('Write it in braces, like {amount = "10.00"}.')
        others = {"amount", "big_blinds", "or_big_stack", "multiples", "asked", "maximum"} - {*forms, *also}
        is_known = all(key in (*forms, *also) for key in value)
        if (is_known and sum(form in value for form in forms) != 1) or any(key in others for key in value):
            raise Malformed(f"Write exactly one of {', '.join(forms)} in the braces.")
        return value

    return BeforeValidator(documents.collected(check))


@dataclass(frozen=True)
class Blinds:
    """The small and the big blind, in cents; ``str()`` writes the amounts for readers."""

    small_cents: _Cents
    big_cents: _Cents

    def __str__(self) -> str:
        return f"{show_cents(self.small_cents)}/{show_cents(self.big_cents)}"


def _rising(blinds: Blinds) -> Blinds:
    if blinds.small_cents > blinds.big_cents:
        # As in the file, in any locale.
        written = f"{format_cents(blinds.small_cents)}/{format_cents(blinds.big_cents)}"
        raise Malformed(f"In {written} the small blind is more than the big blind.")
    return blinds


@dataclass(frozen=True)
class Colour:
    """The chips of one colour; they may wait in reserve, and the rack holds ``stock`` of them (None: plenty)."""

    name: str
    cents: int
    reserve: bool = False
    stock: int | None = None


def _payout_unit(whole_dollars: object) -> int:
    if not isinstance(whole_dollars, bool):
        raise Malformed("Write true or false, without quotes.")
    return 100 if whole_dollars else 1


@dataclass(frozen=True, kw_only=True)
class BankTerms:
    """All bank terms of one version of a house's rules.

    ``blinds`` are those of a night without levels, or of the first level; ``jumped_bet_cents`` is the price of a jumped
    bet. ``least_raise_cents`` None: a raise is at least the bet or raise before it.
    """

    blinds: Blinds | None
    blinds_at_opening: bool
    levels: tuple[Blinds, ...] = ()
    level_minutes: int | None = None
    minimum: Limit | None = None
    maximum: Limit | None = None
    usual: Limit | None = None
    multiple_cents: int | None = None
    pays_with: tuple[Means, ...]
    chip_sales: bool = False
    play_behind: bool = False
    rebuy_when: RebuyWhen
    rebuy_needs_stack: bool = False
    rebuy_minimum_binds: bool = False
    rebuy_maximum_percent: int = 100
    cash_out_when: CashOutWhen
    window_minutes: int | None = None
    notice_minutes: int | None = None
    equal_deals: bool = False
    early_leave_is_bad_manners: bool = False
    payout_unit_cents: int = 1
    one_banker: bool = False
    guests_answered_for: bool = False
    credit_limit_cents: int | None = None
    credit_is_hard: bool = False
    overdue_days: int | None = None
    host_mark: str | None = None
    greatest_bet_cents: int | None = None
    least_raise_cents: int | None = None
    greatest_raise_cents: int | None = None
    jumped_bet_cents: int | None
    chips: tuple[Colour, ...]

    @cached_property
    def has_book(self) -> bool:
        return Means.BOOK in self.pays_with

    @property
    def chips_stay(self) -> bool:
        """Whether chips stay in play until their player leaves: nobody takes part of a stack off the table."""
        return self.cash_out_when is not CashOutWhen.END


_LEVEL = Annotated[
    Blinds,
    documents.pair("small_cents", "big_cents", 'Write each level as its two blinds, like ["0.25", "0.50"].'),
    AfterValidator(documents.collected(_rising)),
]
TERMS = terms_beside(__file__, "bank_terms.toml", BankTerms, chips=Colour)
_SHARED = (term for term in seating_terms.TERMS if term.table in seating_terms.SHARED)
BankDocument = document_type(
    "BankDocument",
    (*TERMS, *(replace(term, read="elsewhere") for term in _SHARED)),
    {
        "amount": lambda _: Annotated[int | None, documents.reader(parse_cents)],
        "levels": lambda term: Annotated[tuple[_LEVEL, ...], documents.listed(term.most)],
        "limit": lambda term: Annotated[Limit | None, _in_one_form(term.forms, term.also)],
        "means": lambda term: Annotated[tuple[Means, ...], documents.listed(term.most)],
        "mark": lambda _: Annotated[str | None, documents.reader(lambda value: parse_mark(documents.text(value)))],
        "whole dollars": lambda _: Annotated[int, documents.reader(_payout_unit)],
        "elsewhere": lambda _: object,
    },
)


def bank_terms(document: Mapping[str, object]) -> BankTerms:
    """Read the bank terms of a document of rules; in a house with levels the blinds are those of the first level.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and contradictions.
    """
    reading = documents.read(BankDocument, document)
    found = reading.content
    small, big = found.stakes.small_blind, found.stakes.big_blind
    first = found.levels.levels[0] if found.levels.levels else None
    terms = BankTerms(
        blinds=first if small is None or big is None else Blinds(small, big),
        chips=tuple(sorted((Colour(**vars(row)) for row in found.chips), key=lambda colour: colour.cents)),
        **documents.together(BankTerms, found),
    )
    names = [name_key(colour.name) for colour in found.chips]
    twice = (
        (names[number] in names[:number], f"There are {colour.name} chips already.", ("chips", number, "colour"))
        for number, colour in enumerate(found.chips)
    )
    reading.check(itertools.chain(_of_stakes(found.stakes, reading.given), _of_limits(terms), _of_play(terms), twice))
    return terms


_SMALL, _BIG, _AT_OPENING = ("stakes", "small_blind"), ("stakes", "big_blind"), ("stakes", "asked")
_STAKES, _LEVELS = ("stakes",), ("levels",)
_LEVEL_BLINDS, _LEVEL_MINUTES = ("levels", "blinds"), ("levels", "minutes")
_MINIMUM, _MAXIMUM, _USUAL = ("buy_in", "minimum"), ("buy_in", "maximum"), ("buy_in", "usual")
_MULTIPLE, _PAYS_WITH = ("buy_in", "multiple"), ("buy_in", "pays_with")
_REBUY, _CASH_OUT = ("rebuy", "when"), ("cash_out", "when")


def _of_stakes(stakes: Any, given: Container[documents.KeyPath]) -> Iterator[documents.Contradiction]:
    """Yield possible contradictions of the blinds: whether they apply, and their place; so do the functions below."""
    for missing, there in ((_SMALL, _BIG), (_BIG, _SMALL)):
        half = there in given and missing not in given
        yield half, "The small and the big blind belong together; write both.", missing
    twice = _AT_OPENING in given and (_SMALL in given or _BIG in given)
    yield twice, "Blinds are either written here or asked at each opening; leave one of them out.", _AT_OPENING
    swapped = stakes.small_blind is not None and stakes.big_blind is not None and stakes.small_blind > stakes.big_blind
    yield swapped, "The small blind is more than the big blind.", _SMALL
    for missing, there in ((_LEVEL_BLINDS, _LEVEL_MINUTES), (_LEVEL_MINUTES, _LEVEL_BLINDS)):
        half = there in given and missing not in given
        yield half, "Levels need both their blinds and the minutes that each of them lasts.", missing
    both = _LEVEL_BLINDS in given and any(place in given for place in (_SMALL, _BIG, _AT_OPENING))
    yield both, "A night with levels begins at the first of them; leave the small and the big blind out.", _LEVEL_BLINDS


def _of_limits(terms: BankTerms) -> Iterator[documents.Contradiction]:
    usual = terms.usual
    falls = any(
        after.small_cents < before.small_cents or after.big_cents < before.big_cents
        for before, after in itertools.pairwise(terms.levels)
    )
    yield falls, "The blinds may not fall from one level to the next.", _LEVEL_BLINDS
    for place, limit in ((_MINIMUM, terms.minimum), (_MAXIMUM, terms.maximum), (_USUAL, terms.usual)):
        countless = limit is not None and limit.big_blinds is not None and not (terms.blinds or terms.blinds_at_opening)
        yield countless, "There are no blinds to count in; write an amount, or the blinds.", place, _STAKES, _LEVELS
        unmultiplied = limit is not None and limit.multiples is not None and terms.multiple_cents is None
        yield unmultiplied, "Multiples of what? Write the multiple too.", place, _MULTIPLE
    above = _exceeds(terms.minimum, terms.maximum, terms)
    yield above, "The minimum is more than the maximum, so no buy-in would do.", _MINIMUM, _MAXIMUM, _STAKES, _LEVELS
    beyond = _exceeds(usual, terms.maximum, terms)
    yield beyond, "The usual buy-in is more than the maximum.", _USUAL, _MAXIMUM, _STAKES, _LEVELS
    below = _exceeds(terms.minimum, usual, terms)
    yield below, "The usual buy-in is less than the minimum.", _USUAL, _MINIMUM, _STAKES, _LEVELS
    boundless = usual is not None and usual.maximum and terms.maximum is None
    yield boundless, "There is no maximum for it to be; write an amount.", _USUAL, _MAXIMUM
    uneven = terms.multiple_cents is not None and (_cents(usual, terms) or 0) % terms.multiple_cents != 0
    yield uneven, "The usual buy-in is not made of whole multiples.", _USUAL, _MULTIPLE, _STAKES, _LEVELS


def _of_play(terms: BankTerms) -> Iterator[documents.Contradiction]:
    bounded = terms.rebuy_when in (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)
    by_level = terms.cash_out_when == CashOutWhen.LEVELS
    loose_note = Means.NOTE in terms.pays_with and not terms.has_book
    yield loose_note, "Notes end in THE BOOK; take THE BOOK as well, or no notes.", _PAYS_WITH
    blind = terms.rebuy_when != RebuyWhen.ANY_TIME and not terms.rebuy_needs_stack
    yield blind, "That depends on the stack; have it asked for too.", _REBUY, ("rebuy", "stack_asked")
    endless = bounded and terms.maximum is None
    yield endless, "There is no maximum to measure by; write one.", _REBUY, _MAXIMUM
    idle = terms.rebuy_maximum_percent != 100 and not bounded
    yield idle, "The rebuys have no maximum to take a percentage of.", ("rebuy", "maximum_percent"), _REBUY
    unbound = terms.rebuy_minimum_binds and terms.minimum is None
    yield unbound, "There is no minimum that could bind; write one.", ("rebuy", "minimum_binds"), _MINIMUM
    yield by_level and not terms.levels, "The blinds never go up here; write levels too.", _CASH_OUT, _LEVELS
    ajar = by_level != (terms.window_minutes is not None)
    takes_one = f'Cashing out "{CashOutWhen.LEVELS}" takes a window, and nothing else does.'
    yield ajar, takes_one, ("cash_out", "window_minutes"), _CASH_OUT
    no_debts = "Nobody owes anything here; pay with THE BOOK, or leave this out."
    owed = terms.credit_limit_cents is not None or terms.overdue_days is not None or terms.host_mark is not None
    yield owed and not terms.has_book, no_debts, ("credit",), _PAYS_WITH
    limitless = terms.credit_is_hard and terms.credit_limit_cents is None
    yield limitless, "There is no limit that could be hard; write one.", ("credit", "hard"), ("credit", "limit")
    early = terms.cash_out_when == CashOutWhen.END and terms.notice_minutes is not None
    yield early, "Nobody leaves before the end, so there is no notice.", ("cash_out", "notice_minutes"), _CASH_OUT
    least, greatest = terms.least_raise_cents, terms.greatest_raise_cents
    crossed = least is not None and greatest is not None and least > greatest
    raises = (("betting", "least_raise"), ("betting", "greatest_raise"))
    yield crossed, "The least raise is more than the greatest, so no raise would do.", *raises


def _exceeds(limit: Limit | None, other: Limit | None, terms: BankTerms) -> bool:
    if limit and other and limit.big_blinds and other.big_blinds:
        return limit.big_blinds > other.big_blinds
    cents, others = _cents(limit, terms), _cents(other, terms)
    return cents is not None and others is not None and cents > others


def _cents(limit: Limit | None, terms: BankTerms) -> int | None:
    """Return the cents of a limit, the same on every night of the house; None if nights differ."""
    if limit is None:
        return None
    if limit.multiples is not None:
        return limit.multiples * (terms.multiple_cents or 0)
    if limit.big_blinds is not None and terms.blinds is not None and not terms.levels:
        return limit.big_blinds * terms.blinds.big_cents
    return limit.cents
