"""Paying with a note: the debtor's mark comes first; and what a form offers for it, or instead of credit."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hostdesk.notes.mark_queries import free_mark, mark_of
from hostdesk.tonight.commands import with_mark
from hostdesk.tonight.queries import Tonight
from ledger.buy_in.forms import PayForm
from ledger.credit.rules import AboveCreditLimit, GuestOwes
from ledger.terms.bank_terms import Means
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Player
from reservations.players.queries import as_they_are_now


def paying(form: PayForm, debtor: Player, command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the command; for a note of somebody without a mark, the one that first puts their mark on record."""
    if not form.is_valid() or form.cleaned_data["pay"] is not Means.NOTE:
        return command
    if is_recorded(form.cleaned_data["key"]) or mark_of(as_they_are_now(debtor)) is not None:
        return command
    return partial(with_mark, command=command, debtor=debtor, mark=form.cleaned_data["mark"])


def note_context(tonight: Tonight, debtor: Player) -> dict[str, Any]:
    """Return what a form offers for a note of that player: its mark, or one that is free."""
    if not tonight.takes_notes:
        return {}
    mark = mark_of(debtor)
    return {"mark": mark, "free_mark": "" if mark else free_mark(debtor)}


def instead_of_credit(form: PayForm, tonight: Tonight) -> dict[str, Any]:
    """Offer another means where the only terms that are broken are about credit."""
    violations = form.refusal.violations if form.refusal else ()
    if not violations or not all(isinstance(each, GuestOwes | AboveCreditLimit) for each in violations):
        return {}
    by_note = tonight.takes_notes and all(isinstance(each, GuestOwes) for each in violations)
    means = Means.NOTE if by_note else Means.CASH
    return {"suggestion": "tonight/_pay_instead.html", "instead": means} if means in tonight.means else {}
