"""The offer after a refused sale: one press that keeps every rule that refused it."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.table.open_night.queries import PlayerTonight, Tonight
from ledger.buy_in.rules import ABOUT_AMOUNTS, MEANS, MINIMUM_AGE
from ledger.credit.rules import CREDIT_LIMIT, WHO_MAY_OWE
from ledger.entries.forms import PayForm
from ledger.money.cents import field_cents, show_cents, show_money
from ledger.money.words import PAID, Means
from reservations.acts.forms import ActForm

_PAYING = (WHO_MAY_OWE, CREDIT_LIMIT, MEANS)


@dataclass(frozen=True)
class Offer:
    """A button of those ``words`` that sends a form again with some fields changed; ``fields`` are all but the last."""

    fields: Sequence[tuple[str, str]]
    name: str
    value: str
    words: str


def offer(form: ActForm, words: str, **changed: str) -> Offer:
    """Return the form again as one press, with the fields in ``changed``; chips counted for an amount go with that."""
    again = [field for field in form.repeated_fields() if field[0].partition("-")[0] not in changed]
    *others, (name, value) = changed.items()
    return Offer([*again, *others], name, value, words)


def offer_instead(form: PayForm, tonight: Tonight, buyer: PlayerTonight | None = None) -> Offer | None:
    """Return the form that passes every rule that refused it; None without one, or if a rule is about something else.

    It has another amount, for the ``buyer``, other means of payment, or an ID seen now, or all of them.
    """
    refused = {violation.term for violation in form.refusal.violations} if form.refusal else set()
    if not refused or refused - {*ABOUT_AMOUNTS, *_PAYING, MINIMUM_AGE}:
        return None
    changed, cents = dict[str, str](), form.cleaned_data.get("amount") or 0
    means = Means.NOTE if refused & {*_PAYING} == {WHO_MAY_OWE} and tonight.takes_notes else Means.CASH
    is_untold = "stack at a rebuy" in refused
    if refused & {*ABOUT_AMOUNTS} and buyer:
        cents = tonight.nearest_for(buyer, cents, form.cleaned_data["stack"]) or 0
        changed |= {"busted": "yes"} if is_untold else {}
    if MINIMUM_AGE in refused:
        changed["id_seen"] = "yes"
    if refused & {*_PAYING}:
        changed["pay"] = means
    if refused & {*ABOUT_AMOUNTS}:
        changed["amount"] = field_cents(cents)
    if ("amount" in changed and not cents) or ("pay" in changed and means not in tonight.means):
        return None
    way = f", {PAID[means]}" if "pay" in changed else ""
    if MINIMUM_AGE in refused:
        return offer(form, f"ID seen, and sell {show_cents(cents)}{way}", **changed)
    if "amount" in changed:
        return offer(form, f"{'Busted: buy' if is_untold else 'Buy'} {show_money(cents)}{way}", **changed)
    return offer(form, "By bank note instead" if means is Means.NOTE else "In cash instead", **changed)
