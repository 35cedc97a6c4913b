"""Which bank terms of a house contradict each other, and what to say then. Pure."""

import itertools
from collections.abc import Iterator

from ledger.terms import BankTerms, CashOutWhen, Limit, Means, RebuyWhen
from reservations.documents import Contradiction

_MINIMUM, _MAXIMUM, _USUAL = "[buy_in] minimum", "[buy_in] maximum", "[buy_in] usual"
_REBUY, _CASH_OUT, _LEVELS, _STAKES = "[rebuy] when", "[cash_out] when", "[levels]", "[stakes]"


def contradictions(terms: BankTerms) -> Iterator[Contradiction]:
    """Yield what could contradict each other in those terms, whether it does or not."""
    yield from _of_limits(terms)
    yield from _of_usual(terms)
    yield from _of_play(terms)


def _of_limits(terms: BankTerms) -> Iterator[Contradiction]:
    falls = any(
        after.small_cents < before.small_cents or after.big_cents < before.big_cents
        for before, after in itertools.pairwise(terms.levels)
    )
    yield falls, "The blinds may not fall from one level to the next.", "[levels] blinds"
    for place, limit in ((_MINIMUM, terms.minimum), (_MAXIMUM, terms.maximum), (_USUAL, terms.usual)):
        countless = limit is not None and limit.big_blinds is not None and not (terms.blinds or terms.blinds_asked)
        yield countless, "There are no blinds to count in; write an amount, or the blinds.", place, _STAKES, _LEVELS
        unmultiplied = limit is not None and limit.multiples is not None and terms.multiple_cents is None
        yield unmultiplied, "Multiples of what? Write multiple under [buy_in].", place, "[buy_in] multiple"
    above = _exceeds(terms.minimum, terms.maximum, terms)
    yield above, "The minimum is more than the maximum, so no buy-in would do.", _MINIMUM, _MAXIMUM, _STAKES, _LEVELS


def _of_usual(terms: BankTerms) -> Iterator[Contradiction]:
    usual = terms.usual
    above = _exceeds(usual, terms.maximum, terms)
    yield above, "The usual buy-in is more than the maximum.", _USUAL, _MAXIMUM, _STAKES, _LEVELS
    below = _exceeds(terms.minimum, usual, terms)
    yield below, "The usual buy-in is less than the minimum.", _USUAL, _MINIMUM, _STAKES, _LEVELS
    boundless = usual is not None and usual.maximum and terms.maximum is None
    yield boundless, "There is no maximum for it to be; write an amount.", _USUAL, _MAXIMUM
    uneven = terms.multiple_cents is not None and (_cents(usual, terms) or 0) % terms.multiple_cents != 0
    yield uneven, "The usual buy-in is not made of whole multiples.", _USUAL, "[buy_in] multiple", _STAKES, _LEVELS


def _of_play(terms: BankTerms) -> Iterator[Contradiction]:
    bounded = terms.rebuy_when in (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)
    by_level = terms.cash_out_when == CashOutWhen.LEVELS
    loose_note = Means.NOTE in terms.pays_with and not terms.has_book
    yield loose_note, 'Notes end in THE BOOK; add "book" to the means, or leave "note" out.', "[buy_in] pays_with"
    blind = terms.rebuy_when != RebuyWhen.ANY_TIME and not terms.rebuy_stack_asked
    yield blind, "That depends on the stack; write stack_asked = true too.", _REBUY, "[rebuy] stack_asked"
    endless = bounded and terms.maximum is None
    yield endless, "There is no maximum to measure by; write one under [buy_in].", _REBUY, _MAXIMUM
    idle = terms.rebuy_maximum_percent != 100 and not bounded
    yield idle, "The rebuys have no maximum to take a percentage of.", "[rebuy] maximum_percent", _REBUY
    unbound = terms.rebuy_minimum_binds and terms.minimum is None
    yield unbound, "There is no minimum that could bind; write one.", "[rebuy] minimum_binds", _MINIMUM
    yield by_level and not terms.levels, "The blinds never go up here; write [levels] too.", _CASH_OUT, _LEVELS
    ajar = by_level != (terms.window_minutes is not None)
    yield ajar, f'Write it together with when = "{CashOutWhen.LEVELS}".', "[cash_out] window_minutes", _CASH_OUT
    no_debts = "Nobody owes anything here; pay with THE BOOK, or leave this out."
    owed = terms.credit_limit_cents is not None or terms.overdue_days is not None or terms.host_mark is not None
    yield owed and not terms.has_book, no_debts, "[credit]", "[buy_in] pays_with"
    limitless = terms.credit_is_hard and terms.credit_limit_cents is None
    yield limitless, "There is no limit that could be hard; write one.", "[credit] hard", "[credit] limit"
    early = terms.cash_out_when == CashOutWhen.END and terms.notice_minutes is not None
    yield early, "Nobody leaves before the end, so there is no notice.", "[cash_out] notice_minutes", _CASH_OUT


def _exceeds(limit: Limit | None, other: Limit | None, terms: BankTerms) -> bool:
    if limit and other and limit.big_blinds and other.big_blinds:
        return limit.big_blinds > other.big_blinds
    cents, others = _cents(limit, terms), _cents(other, terms)
    return cents is not None and others is not None and cents > others


def _cents(limit: Limit | None, terms: BankTerms) -> int | None:
    """Give what a limit comes to on every night of the house, None where that differs from night to night."""
    if limit is None:
        return None
    if limit.multiples is not None:
        return limit.multiples * (terms.multiple_cents or 0)
    if limit.big_blinds is not None and terms.blinds is not None and not terms.levels:
        return limit.big_blinds * terms.blinds.big_cents
    return limit.cents
