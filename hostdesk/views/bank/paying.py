"""Paying with a note, whatever it pays for: the debtor's mark comes first, and a name that is taken is told."""

from collections.abc import Callable
from typing import Any

from hostdesk.bank.marks import free_mark, mark_of
from hostdesk.bank.tonight import Tonight
from hostdesk.commands import record_player
from ledger.broken_credit import AboveCreditLimit, GuestOwes
from ledger.forms import PayForm
from ledger.paying import NoteTaken
from ledger.terms import Means
from reservations.acts import Answer, is_recorded
from reservations.desk import whole_file
from reservations.kinds import Stamp
from reservations.models import Player
from reservations.problems import Malformed
from reservations.queries import as_they_are_now


class MarkNeeded(Malformed):
    """Somebody pays with a note and has no mark to sign it with."""

    def __init__(self, debtor: Player) -> None:
        self.free = free_mark(debtor)
        super().__init__(f"{debtor} has not signed a note yet: say with which mark. {self.free} is free.")


def paid_with(stamp: Stamp, form: PayForm, debtor: Player, act: Callable[[], Answer]) -> Answer:
    """Run the command; for a note of somebody without a mark, put their mark on record first, both or neither.

    Raises ``MarkNeeded``, and what the command raises; what is free instead is kept in the form.
    """
    said = form.cleaned_data
    try:
        if said["pay"] is not Means.NOTE or is_recorded(stamp.key):
            return act()
        with whole_file():
            _record_mark(stamp, debtor, said["mark"])
            return act()
    except NoteTaken as problem:
        form.free_note = problem.free
        raise
    except MarkNeeded as problem:
        form.free_mark = problem.free
        raise


def _record_mark(stamp: Stamp, debtor: Player, mark: str) -> None:
    debtor = as_they_are_now(debtor)
    if mark_of(debtor) is not None:
        return
    if not mark:
        raise MarkNeeded(debtor)
    own = Stamp(f"{stamp.key}.mark", stamp.at, stamp.by, stamp.ruling)
    record_player(stamp=own, name=debtor.name, mark=mark)


def note_context(tonight: Tonight, debtor: Player) -> dict[str, Any]:
    """Return what a form offers for a note of that player: its mark, or one that is free."""
    if not tonight.takes_notes:
        return {}
    mark = mark_of(debtor)
    return {"mark": mark, "free_mark": "" if mark else free_mark(debtor)}


def instead_of_credit(form: PayForm, tonight: Tonight) -> dict[str, Any]:
    """Offer another means where the only terms that are broken are about credit."""
    broken = form.refusal.broken if form.refusal else ()
    if not broken or not all(isinstance(each, GuestOwes | AboveCreditLimit) for each in broken):
        return {}
    by_note = tonight.takes_notes and all(isinstance(each, GuestOwes) for each in broken)
    means = Means.NOTE if by_note else Means.CASH
    return {"suggestion": "hostdesk/_pay_instead.html", "instead": means} if means in tonight.means else {}
