"""The limits of a night as its outset states them: sentences for paper and page (dave, "Stakes").

Pure. The sentences state the applied terms, with the numbers of this night and their origin.
"""

from ledger.money.cents import Money, show_cents
from ledger.money.words import Means, means_in_words
from ledger.terms.bank_terms import BankTerms, Blinds, CashOutWhen, Limit, RebuyWhen
from ledger.terms.limits import STACK_COUNTS, NightLimits, Origin
from reservations.houses.text import stated

REBUYS = {
    RebuyWhen.ANY_TIME: "Rebuys at any time",
    RebuyWhen.BUSTED: "Rebuys only when busted, no add-ons",
    RebuyWhen.BELOW_MAXIMUM: "Rebuys between hands, with less than the maximum in front",
    RebuyWhen.UP_TO_MAXIMUM: "Rebuys between hands",
}
_CASH_OUTS = {
    CashOutWhen.LEVELS: "Chips turn into cash within {} minutes after the blinds go up, and after the last hand.",
    CashOutWhen.END: "Chips turn into cash at the end of the night, after the last hand.",
    CashOutWhen.ON_LEAVING: "Chips turn into cash when their player leaves, and stay in play until then.",
}


def statement(
    terms: BankTerms, limits: NightLimits, blinds: Blinds | None, money: Money = show_cents
) -> dict[str, str]:
    """Return tonight's rules by term: buy-ins, means, credit, chips, rebuys, cash-outs, bets, a jumped bet's price.

    ``blinds`` convert limits in big blinds. Before the opening, a house's limit without a figure in ``limits`` is
    stated in the house's own form. ``money`` writes the amounts: a page shows the currency of each, a paper names it
    once.
    """
    stakes, least = blinds or terms.blinds, money(limits.minimum_cents) if limits.minimum_cents else ""
    each_blind = f" of {money(stakes.big_cents)}" if stakes else ""
    minimum = None if limits.minimum_cents == 0 else terms.minimum
    jumped = f"A jumped bet that is past warning costs {money(terms.jumped_bet_cents or 0)}"
    charged = "; a note that a guest cannot pay goes to their inviter" if Means.NOTE in terms.pays_with else ""
    most_owed = f"Nobody owes more than {money(terms.credit_limit_cents or 0)} in all"
    overruled = "nobody overrules it" if terms.credit_is_hard else "the host may overrule it"
    sales = "All chips come from the bank."
    if terms.chip_sales:
        sales = "Players may sell chips to each other; multiples and limits do not apply."
    return stated(
        {
            "buy_in-minimum": _figure("minimum", least, minimum, limits.minimum_from, each_blind),
            "buy_in-maximum": _figure(
                "maximum", limits.maximum_in_words(money), terms.maximum, limits.maximum_from, each_blind
            ),
            "buy_in-usual": limits.usual_cents is not None and f"The usual buy-in is {money(limits.usual_cents)}.",
            "buy_in-multiple": limits.multiple_cents is not None
            and f"The bank sells chips in multiples of {money(limits.multiple_cents)}.",
            "buy_in-pays_with": f"Chips are paid for {means_in_words(terms.pays_with)}"
            f"{' only' if len(terms.pays_with) == 1 else ''}.",
            "buy_in-chip_sales": sales,
            "bank-one_banker": terms.one_banker and "One banker runs the bank for the whole night.",
            "buy_in-play_behind": terms.play_behind
            and "Cash plays behind when that is declared before looking at the cards; no other cash is on the table.",
            "credit-regulars_only": terms.has_book and f"Only regulars owe THE BOOK{charged}.",
            "bank-guests_answered_for": terms.guests_answered_for
            and "A guest comes with an inviter who answers for them.",
            "credit-limit": terms.credit_limit_cents is not None and f"{most_owed}; {overruled}.",
            "credit-overdue_days": terms.overdue_days is not None
            and f"Debts are overdue after {terms.overdue_days} days.",
            "credit-host_mark": terms.host_mark is not None and f"Only the host signs with {terms.host_mark}.",
            "rebuy-when": _rebuys(terms, limits, money),
            "cash_out-when": _CASH_OUTS[terms.cash_out_when].format(terms.window_minutes),
            "cash_out-notice_minutes": terms.notice_minutes is not None
            and f"Leaving takes {terms.notice_minutes} minutes or a round of notice; busted players may go at any "
            "time.",
            "cash_out-equal_deals": terms.equal_deals
            and "Nobody leaves before everybody has dealt the same number of hands; whoever leaves then cashes out.",
            "cash_out-leaving_early_is_bad_manners": terms.early_leave_is_bad_manners
            and "Leaving before the game is over is bad manners; the table may tease.",
            "cash_out-whole_dollars": terms.payout_unit_cents > 1
            and f"Payouts are multiples of {money(terms.payout_unit_cents)}; the rest goes into the final pot.",
            "betting-greatest_bet": betting_bounds(terms, money) or None,
            "conduct-jumped_bet": terms.jumped_bet_cents is not None and f"{jumped}, straight into the pot.",
        }
    )


def betting_bounds(terms: BankTerms, money: Money = show_cents) -> str:
    """State the bounds of bets and raises; "" if the house has none."""
    raised = (("at least", terms.least_raise_cents), ("at most", terms.greatest_raise_cents))
    raises = " and ".join(f"{bound} {money(cents)}" for bound, cents in raised if cents is not None)
    bets = [f"a bet is at most {money(terms.greatest_bet_cents)}"] if terms.greatest_bet_cents is not None else []
    bets += [f"a raise is {raises}"] if raises else []
    return f"Unless the game says otherwise, {', '.join(bets)}." if bets else ""


def stakes_in_words(terms: BankTerms, blinds: Blinds) -> str:
    """State the blinds, and in a house with levels how they rise."""
    if not terms.levels:
        return f"Blinds {blinds}"
    return f"Blinds from {blinds} up to {terms.levels[-1]}, {len(terms.levels)} levels of {terms.level_minutes} minutes"


def _figure(word: str, amount: str, limit: Limit | None, origin: Origin, each_blind: str) -> str:
    """State a limit with its ``amount`` and origin; without an amount, in the house's own form."""
    if amount and origin is Origin.NIGHT:
        return f"The {word} buy-in is {amount} (set for this night)."
    if limit is None:
        return f"No {word} buy-in."
    if limit.asked:
        return f"The {word} buy-in is set when the night opens."
    source = ""
    if limit.multiples is not None:
        source = "one multiple" if limit.multiples == 1 else f"{limit.multiples} multiples"
    elif limit.big_blinds is not None:
        source = f"{limit.big_blinds} big blinds{each_blind}"
    if amount:
        return f"The {word} buy-in is {amount}{f' ({source})' if source else ''}."
    return f"The {word} buy-in is {source}{', or the big stack where that is more' if limit.or_big_stack else ''}."


def _rebuys(terms: BankTerms, limits: NightLimits, money: Money) -> str:
    bounds = []
    if limits.minimum_cents and terms.rebuy_minimum_binds:
        bounds.append(f"from {money(limits.minimum_cents)}")
    if limits.maximum_cents is not None:
        # The check of the limit rounds in the same way: down to the cent.
        most = money(limits.maximum_cents * terms.rebuy_maximum_percent // 100)
        bounds.append(f"up to {most} in front" if terms.rebuy_when in STACK_COUNTS else f"up to {most}")
    return f"{REBUYS[terms.rebuy_when]}{', ' if bounds else ''}{' '.join(bounds)}."
