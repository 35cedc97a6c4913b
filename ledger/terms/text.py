"""The limits of a night as they are stated at its outset: sentences for paper and page (dave, "Stakes").

Pure. They say what is applied, with the numbers of this night, and where a figure comes from.
"""

from collections.abc import Iterator

from ledger.buy_in.rules import STACK_COUNTS, NightLimits, Origin
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, Blinds, CashOutWhen, Limit, Means, RebuyWhen, means_in_words

REBUYS = {
    RebuyWhen.ANY_TIME: "Rebuys at any time",
    RebuyWhen.BUSTED: "Rebuys only when busted, no add-ons",
    RebuyWhen.BELOW_MAXIMUM: "Rebuys between hands, with less than the maximum in front",
    RebuyWhen.UP_TO_MAXIMUM: "Rebuys between hands",
}


def statement(terms: BankTerms, limits: NightLimits, blinds: Blinds | None) -> tuple[str, ...]:
    """Return tonight's rules: buy-ins, means, credit, chips, rebuys, cash-outs, and what a jumped bet costs.

    ``blinds``: those that limits in big blinds are counted with. A limit that the house has and ``limits`` has no
    figure for is stated as the house has it, before a night has opened.
    """
    stakes = blinds or terms.blinds
    return (
        _figure("minimum", limits.minimum_cents, terms.minimum, _source(terms.minimum, limits.minimum_from, stakes)),
        _figure("maximum", limits.maximum_cents, terms.maximum, _source(terms.maximum, limits.maximum_from, stakes)),
        *_payment(terms, limits),
        *_credit(terms),
        _rebuys(terms, limits),
        *_cash_outs(terms),
    )


def stakes_in_words(terms: BankTerms, blinds: Blinds) -> str:
    """Say the blinds, and in a house with levels how they rise from there."""
    if not terms.levels:
        return f"Blinds {blinds}"
    return f"Blinds from {blinds} up to {terms.levels[-1]}, {len(terms.levels)} levels of {terms.level_minutes} minutes"


def _figure(word: str, cents: int | None, limit: Limit | None, source: str) -> str:
    if cents is not None:
        return f"The {word} buy-in is {show_cents(cents)}{f' ({source})' if source else ''}."
    if limit is None:
        return f"No {word} buy-in."
    return f"The {word} buy-in is {'set when the night opens' if limit.asked else source}."


def _source(limit: Limit | None, origin: Origin, blinds: Blinds | None) -> str:
    if origin is Origin.NIGHT:
        return "set for this night"
    if origin is Origin.BIG_STACK:
        return "the big stack"
    if limit is None or limit.cents is not None:
        return ""
    if limit.multiples is not None:
        return "one multiple" if limit.multiples == 1 else f"{limit.multiples} multiples"
    big = f" of {show_cents(blinds.big_cents)}" if blinds else ""
    return f"{limit.big_blinds} big blinds{big}{', or the big stack where that is more' if limit.or_big_stack else ''}"


def _payment(terms: BankTerms, limits: NightLimits) -> Iterator[str]:
    if limits.usual_cents is not None:
        yield f"The usual buy-in is {show_cents(limits.usual_cents)}."
    if limits.multiple_cents is not None:
        yield f"The bank sells chips in multiples of {show_cents(limits.multiple_cents)}."
    only = " only" if len(terms.pays_with) == 1 else ""
    yield f"Chips are paid for {means_in_words(terms.pays_with)}{only}."
    if terms.chip_sales:
        yield "Players may sell chips to each other; multiples and limits do not apply."
    else:
        yield "All chips come from the bank."
    if terms.play_behind:
        yield "Cash plays behind when that is declared before looking at the cards; no other cash is on the table."


def _credit(terms: BankTerms) -> Iterator[str]:
    if not terms.has_book:
        return
    charged = "; a note that a guest cannot pay goes to their inviter" if Means.NOTE in terms.pays_with else ""
    yield f"Only regulars owe THE BOOK{charged}."
    if terms.credit_limit_cents is not None:
        overruled = "nobody overrules it" if terms.credit_is_hard else "the host may overrule it"
        yield f"Nobody owes more than {show_cents(terms.credit_limit_cents)} in all; {overruled}."
    if terms.overdue_days is not None:
        yield f"Debts are overdue after {terms.overdue_days} days."
    if terms.host_mark is not None:
        yield f"Only the host signs with {terms.host_mark}."


def _rebuys(terms: BankTerms, limits: NightLimits) -> str:
    bounds = []
    if limits.minimum_cents is not None and terms.rebuy_minimum_binds:
        bounds.append(f"from {show_cents(limits.minimum_cents)}")
    if limits.maximum_cents is not None:
        # The same rounding as where the limit is checked: down to the cent.
        most = show_cents(limits.maximum_cents * terms.rebuy_maximum_percent // 100)
        bounds.append(f"up to {most} in front" if terms.rebuy_when in STACK_COUNTS else f"up to {most}")
    return f"{REBUYS[terms.rebuy_when]}{', ' if bounds else ''}{' '.join(bounds)}."


def _cash_outs(terms: BankTerms) -> Iterator[str]:
    if terms.cash_out_when is CashOutWhen.LEVELS:
        yield (
            f"Chips turn into cash within {terms.window_minutes} minutes after the blinds go up, "
            "and after the last hand."
        )
    elif terms.cash_out_when is CashOutWhen.END:
        yield "Chips turn into cash at the end of the night, after the last hand."
    else:
        yield "Chips turn into cash when their player leaves, and stay in play until then."
    if terms.notice_minutes is not None:
        yield f"Leaving takes {terms.notice_minutes} minutes or a round of notice; busted players may go at any time."
    if terms.equal_deals:
        yield "Nobody leaves before everybody has dealt the same number of hands; whoever leaves then cashes out."
    if terms.payout_unit_cents > 1:
        yield f"Payouts are multiples of {show_cents(terms.payout_unit_cents)}; the rest goes into the final pot."
    if terms.jumped_bet_cents is not None:
        yield f"A jumped bet that is past warning costs {show_cents(terms.jumped_bet_cents)}, straight into the pot."
