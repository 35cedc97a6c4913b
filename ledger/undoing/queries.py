"""The acts that depend on an act and must be undone before it; and nights that were taken back whole."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db.models import Case, F, Q, Sum, When
from django.db.models.functions import Coalesce

from ledger.bank.queries import BankNow
from ledger.book.payment_queries import Forgiving, payments_and_claims
from ledger.book.queries import later_corrections, night_changes
from ledger.models import HELD, Account, AccountKind, Bank, Transfer
from ledger.money.cents import show_cents
from ledger.months.queries import consolidations
from ledger.settle.fewest_payments import settle
from ledger.undoing.taking_back import ActMoved
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Fact, Night
from reservations.players.queries import player_names


def dependents_between_nights(act: Act) -> list[int]:
    """Return the numbers of the acts in effect that depend on an act of no night, the latest first.

    On a claim: its payment and its dispute. On a consolidation: later ones, and the payments, waivers and claims of its
    plan.
    """
    later = in_effect(Act.objects.filter(night=None, number__gt=act.number))
    if act.kind == Kind.CLAIM:
        answers = later.filter(kind__in=(Kind.PAYMENT, Kind.DISPUTE)).values_list("number", "content")
        answered = ((number, json.loads(content)) for number, content in answers)
        numbers = {number for number, fields in answered if act.key in (fields.get("claim"), fields.get("of"))}
    elif act.kind == Kind.CONSOLIDATE:
        recorded = payments_and_claims()
        people = recorded.people
        pairs = {(people[due["payer"]], people[due["payee"]]) for due in json.loads(act.content)["payments"]}
        number = act.number
        records = [*recorded.payments(number), *recorded.forgivings(number), *recorded.claims(number)]
        numbers = {*later.filter(kind=Kind.CONSOLIDATE).values_list("number", flat=True)}
        numbers |= {payment.number for payment in records if (payment.payer, payment.payee) in pairs}
    else:
        numbers = set()
    return sorted(numbers, reverse=True)


def dependents_of_night(act: Act, transfers: Sequence[Transfer], now: BankNow) -> tuple[list[int], str]:
    """Return the numbers of the acts to undo before an act of an open night, the first to undo first, with the reason.

    They sold chips under the stakes it set, changed its payment, moved a note of it, or took out the money that undoing
    it would take out of the drawer, the chips in play or the final pot; or the player who came has left. ([], "") if
    there are none.
    """
    if act.kind == Kind.ARRIVE:
        came = next(undone.content["player"] for undone in now.history.acts if undone.number == act.number)
        later = [one for one in reversed(now.history.acts) if one.number > act.number and one.kind == Kind.LEAVE]
        if left := [other.number for other in later if other.content["player"] == came]:
            return left, "the player has left since, without buying."
    if act.kind == Kind.STAKES:
        sold = [other.number for other in reversed(now.history.of_kind(Kind.BUY_IN)) if other.number > act.number]
        return sold, "chips have been sold under them since." if sold else ""
    buy_in = json.loads(act.content)["of"] if act.kind == Kind.CHANGE_PAY else act.key
    changes = [change.number for change in reversed(now.history.changes_of(buy_in)) if change.number > act.number]
    if changes:
        return changes, "how it was paid has been changed since."
    notes = [transfer.note_id for transfer in transfers if transfer.note_id is not None]
    moved = Transfer.objects.filter(note__in=notes, act__number__gt=act.number, act__reversed_by=None)
    # Two payments of one note are independent: either can be undone first.
    alike = (Kind.REVERSE, Kind.REDEEM_NOTE) if act.kind == Kind.REDEEM_NOTE else (Kind.REVERSE,)
    moves = list(moved.exclude(act__kind__in=alike).order_by("-act").values_list("act", flat=True).distinct())
    if moves:
        return moves, "a note of it has moved on since."
    for kind, held_cents, where in (
        (AccountKind.CHIPS, now.balances.chips_cents, "of chips in play"),
        (AccountKind.DRAWER, now.balances.drawer_cents, "in the drawer"),
        (AccountKind.FINAL_POT, now.balances.final_pot_cents, "in the final pot"),
    ):
        account = now.accounts[kind]
        debited = sum(move.cents * ((move.debit == account) - (move.credit == account)) for move in transfers)
        left_cents = held_cents - debited if kind == AccountKind.DRAWER else held_cents + debited
        if left_cents < 0:
            return _drained_by(act, account, -left_cents), f"it would leave {show_cents(left_cents)} {where}."
    return [], ""


def _drained_by(act: Act, account: Account, lacking_cents: int) -> list[int]:
    """Return the latest acts that took ``lacking_cents`` out of the account, the latest first."""
    taking = Q(credit=account) if account.kind == AccountKind.DRAWER else Q(debit=account)
    moved = Transfer.objects.filter(Q(debit=account) | Q(credit=account), act__reversed_by=None)
    by_act = moved.exclude(act__kind=Kind.REVERSE).exclude(act=act).order_by("-act").values_list("act")
    # By the sum of an act: a chip sale takes out of the account what it puts in, so that undoing it does not help.
    taken = by_act.annotate(taken=Sum(Case(When(taking, then=F("cents")), default=-F("cents")))).filter(taken__gt=0)
    numbers: list[int] = []
    for number, cents in taken:
        if lacking_cents <= 0:
            break
        numbers.append(number)
        lacking_cents -= cents
    return numbers


_NO_ANSWERS = (FactKind.PLAN, FactKind.CHANGE)


def taken_back_by(night: Night) -> Act | None:
    """Return the act that undid the close of a night (the first act of taking it back) or its results; else None."""
    return Act.objects.filter(night=night, reverses__kind__in=(Kind.CLOSE, Kind.RESULTS)).first()


def acts_to_undo(night: Night) -> list[ActMoved]:
    """Return the acts of a night in effect, in their order, with their movements."""
    held, notes = defaultdict[int, Counter[str]](Counter), defaultdict[int, set[int]](set)
    stand = in_effect(Act.objects.filter(night=night))
    moved = Transfer.objects.filter(act__in=stand).order_by("number")
    for act, debit, credit, cents, note in moved.values_list("act", "debit__kind", "credit__kind", "cents", "note"):
        for kind, signed in ((debit, cents), (credit, -cents)):
            if kind in HELD:
                held[act][kind] += signed * HELD[kind]
        notes[act] |= {note} - {None}
    return [
        ActMoved(number, key, json.loads(content).get("of", ""), held[number], frozenset(notes[number]))
        for number, key, content in stand.order_by("number").values_list("number", "key", "content")
    ]


def why_not_taken_back(night: Night, closed: int) -> str:
    """Return the obstacle to taking back the whole night closed by the act ``closed``, in a sentence, or "".

    Players have answered for it here; a consolidation has counted it; a correction is about it; or a payment that
    clears it was made or forgiven since.
    """
    if Fact.objects.filter(night=night).exclude(kind__in=_NO_ANSWERS).exists():
        return (
            f"The {night} was played at this desk, with answers and seats: only a night that came in as a file can be "
            "taken back whole. Correct THE BOOK instead."
        )
    if night.results_id is not None:
        return ""  # no part of it went into THE BOOK
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
    """Return the nights that were taken back only in part."""
    banks = Bank.objects.filter(closed__reversed_by__isnull=False, opened__reversed_by=None).select_related("night")
    return [bank.night for bank in banks.order_by("opened")]


def keys_taken_back(known: Collection[str] = ()) -> frozenset[str]:
    """Return the keys of all acts of nights that were taken back, for `free_key`.

    ``known`` are the keys of a file: a night that the file itself takes back is left out.
    """
    undoing = Coalesce("bank__closed__reversed_by__key", "results__reversed_by__key")
    nights = Night.objects.annotate(undoing=undoing).filter(undoing__isnull=False).values_list("pk", "undoing")
    unknown = [night for night, key in nights if key not in known]
    return frozenset(Act.objects.filter(night__in=unknown).values_list("key", flat=True))
