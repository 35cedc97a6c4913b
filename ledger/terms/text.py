"""The limits of a night as stated at its start: sentences for paper and page (dave, "Stakes").

Pure. The sentences state the applied terms, with the numbers of this night and their origin. They are in the rows of
the terms; this module has those that need more than one term.
"""

from ledger.money.cents import Money, show_cents
from ledger.money.words import Means, means_in_words
from ledger.terms.bank_terms import TERMS, BankTerms, Blinds, Limit
from ledger.terms.limits import STACK_COUNTS, NightLimits, Origin
from reservations.parsing.terms import stated


def statement(
    terms: BankTerms, limits: NightLimits, blinds: Blinds | None, money: Money = show_cents
) -> dict[str, str]:
    """Return tonight's rules by term: buy-ins, means, credit, chips, rebuys, cash-outs, bets, a jumped bet's price.

    ``blinds`` convert limits in big blinds. Before the opening, a house's limit without a figure in ``limits`` is
    stated in the house's own form. ``money`` writes the amounts: a page shows their currency, a paper names it
    once.
    """
    stakes, least = blinds or terms.blinds, money(limits.minimum_cents) if limits.minimum_cents else ""
    in_blinds = f" of {money(stakes.big_cents)}" if stakes else ""
    minimum = None if limits.minimum_cents == 0 else terms.minimum
    most = limits.maximum_in_words(money)
    charged = "; a note that a guest cannot pay goes to their inviter" if Means.NOTE in terms.pays_with else ""
    return stated(
        TERMS,
        terms,
        {
            "amount": money,
            "number": str,
            "text": str,
            "usual": lambda _: money(limits.usual_cents or 0),
            "means": lambda means: f"{means_in_words(means)}{' only' if len(means) == 1 else ''}",
            "charged": lambda _: charged,
            "overruled": lambda _: "nobody overrules it" if terms.credit_is_hard else "the host may overrule it",
            "bounds": lambda _: _rebuy_bounds(terms, limits, money),
            "window": lambda _: str(terms.window_minutes),
        },
        {
            "stakes-asked": False,
            "buy_in-minimum": _figure("minimum", least, minimum, limits.minimum_from, in_blinds),
            "buy_in-maximum": _figure("maximum", most, terms.maximum, limits.maximum_from, in_blinds),
            "buy_in-usual": limits.usual_cents is not None,
            "credit-regulars_only": terms.has_book,
            "cash_out-whole_dollars": terms.payout_unit_cents > 1,
            "betting-greatest_bet": betting_bounds(terms, money),
        },
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


def _figure(word: str, amount: str, limit: Limit | None, origin: Origin, in_blinds: str) -> str:
    """State a limit with its ``amount`` and origin; without an amount, in the house's own form."""
    if amount and origin is Origin.NIGHT:
        return f"The {word} buy-in is {amount} (set for this night)."
    if limit is None:
        return f"No {word} buy-in."
    if limit.at_opening:
        return f"The {word} buy-in is set when the night opens."
    source = ""
    if limit.multiples is not None:
        source = "one multiple" if limit.multiples == 1 else f"{limit.multiples} multiples"
    elif limit.big_blinds is not None:
        source = f"{limit.big_blinds} big blinds{in_blinds}"
    if amount:
        return f"The {word} buy-in is {amount}{f' ({source})' if source else ''}."
    return f"The {word} buy-in is {source}{', or the big stack where that is more' if limit.or_big_stack else ''}."


def _rebuy_bounds(terms: BankTerms, limits: NightLimits, money: Money) -> str:
    bounds = []
    if limits.minimum_cents and terms.rebuy_minimum_binds:
        bounds.append(f"from {money(limits.minimum_cents)}")
    if limits.maximum_cents is not None:
        # The check of the limit rounds in the same way: down to the cent.
        most = money(limits.maximum_cents * terms.rebuy_maximum_percent // 100)
        bounds.append(f"up to {most} in front" if terms.rebuy_when in STACK_COUNTS else f"up to {most}")
    return f", {' '.join(bounds)}" if bounds else ""
