"""Nights that were taken back whole: the nights, the obstacles, and the keys of their acts."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db.models.functions import Coalesce

from ledger.book.payment_queries import Forgiving, payments_and_claims
from ledger.book.queries import later_corrections, night_changes
from ledger.models import AccountKind, Bank, Transfer
from ledger.money.cents import show_cents
from ledger.months.queries import consolidations
from ledger.settle.fewest_payments import settle
from ledger.undoing.taking_back import ActMoved
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Fact, Night
from reservations.players.queries import player_names

_HELD: Mapping[str, int] = {AccountKind.DRAWER: 1, AccountKind.CHIPS: -1, AccountKind.FINAL_POT: -1}
"""The accounts that are never below zero, and the sign of their balance then."""
_NO_ANSWERS = (FactKind.PLAN, FactKind.CHANGE)


def taken_back_by(night: Night) -> Act | None:
    """Return the act that undid the close of a night, the first of its taking back, or its results; else None."""
    return Act.objects.filter(night=night, reverses__kind__in=(Kind.CLOSE, Kind.RESULTS)).first()


def acts_to_undo(night: Night) -> list[ActMoved]:
    """Return the acts of a night in effect, in their order, with their movements."""
    held, notes = defaultdict[int, Counter[str]](Counter), defaultdict[int, set[int]](set)
    stand = in_effect(Act.objects.filter(night=night))
    moved = Transfer.objects.filter(act__in=stand).order_by("number")
    for act, debit, credit, cents, note in moved.values_list("act", "debit__kind", "credit__kind", "cents", "note"):
        for kind, signed in ((debit, cents), (credit, -cents)):
            if kind in _HELD:
                held[act][kind] += signed * _HELD[kind]
        notes[act] |= {note} - {None}
    return [
        ActMoved(number, key, json.loads(content).get("of", ""), held[number], frozenset(notes[number]))
        for number, key, content in stand.order_by("number").values_list("number", "key", "content")
    ]


def why_not_taken_back(night: Night, closed: int) -> str:
    """Return the obstacle to taking back whole the night closed by the act ``closed``, in a sentence, or "".

    People have answered to it here; a consolidation has counted it; a correction is about it; or one of the payments
    that clear it was made, or forgiven, since.
    """
    if Fact.objects.filter(night=night).exclude(kind__in=_NO_ANSWERS).exists():
        return (
            f"The {night} was played at this desk, with answers and seats: only a night that came in as a file can be "
            "taken back whole. Correct THE BOOK instead."
        )
    if night.results_id is not None:
        return ""  # nothing of it went into THE BOOK
    taken = next((month for month in consolidations() if month.number > closed and month.until >= night.date), None)
    if taken is not None:
        return (
            f"The consolidation of act {taken.number}, {taken.title}, has counted the {night}. "
            f"Undo act {taken.number} first, or correct THE BOOK instead."
        )
    if corrected := [act.number for act, _ in later_corrections(night) if act.number > closed]:
        return f"A correction of THE BOOK is about the {night}: undo {_in_turn(corrected)} first."
    pairs = {(payment.payer, payment.payee) for payment in settle(night_changes(night)).payments}
    recorded = payments_and_claims()
    since = [*recorded.payments(closed), *recorded.forgivings(closed)]
    since = [payment for payment in since if (payment.payer, payment.payee) in pairs]
    if since:
        names = player_names({player for payment in since for player in (payment.payer, payment.payee)})
        texts = "; ".join(
            f"{names[payment.payee]} has forgiven {names[payment.payer]} {show_cents(payment.cents)}"
            if isinstance(payment, Forgiving)
            else f"{names[payment.payer]} has paid {names[payment.payee]} {show_cents(payment.cents)}"
            for payment in since
        )
        return f"Payments depend on the {night}: {texts}. Undo {_in_turn(payment.number for payment in since)} first."
    return ""


def _in_turn(numbers: Iterable[int]) -> str:
    return ", then ".join(f"act {number}" for number in sorted(numbers, reverse=True))


def in_part() -> list[Night]:
    """Return the nights of which only a part was taken back."""
    banks = Bank.objects.filter(closed__reversed_by__isnull=False, opened__reversed_by=None).select_related("night")
    return [bank.night for bank in banks.order_by("opened")]


def keys_taken_back(known: Collection[str] = ()) -> frozenset[str]:
    """Return the keys of all acts of nights that were taken back, for `free_key`.

    ``known`` are the keys of a file: a night whose taking back is among them is left out.
    """
    undoing = Coalesce("bank__closed__reversed_by__key", "results__reversed_by__key")
    nights = Night.objects.annotate(undoing=undoing).filter(undoing__isnull=False).values_list("pk", "undoing")
    unknown = [night for night, key in nights if key not in known]
    return frozenset(Act.objects.filter(night__in=unknown).values_list("key", flat=True))
