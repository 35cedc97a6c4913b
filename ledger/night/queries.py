"""What the ledger says: the bank of a night as it stands, its balances, and what each player won or lost."""

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.book.standing_queries import booked
from ledger.buy_in.rules import NightLimits, night_limits
from ledger.models import Account, AccountKind, Bank, Transfer
from ledger.night.history import NightHistory, RecordedAct
from ledger.night.reconcile import NightBalances
from ledger.night.text import amount_of, said
from ledger.notes.register_queries import notes_of
from ledger.notes.rules import NoteNow
from ledger.terms.bank_terms import BankTerms, Blinds, Means, bank_terms
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible
from reservations.acts.queries import act_numbers, in_effect
from reservations.models import Act, Night, Rules
from reservations.players.queries import people_at
from reservations.rsvps.merged_players import People


@dataclass(frozen=True)
class BankNow:
    """The bank of a night, read at one moment: its terms, its history so far, its accounts and their balances."""

    bank: Bank
    terms: BankTerms
    history: NightHistory
    accounts: Mapping[str, Account]
    balances: NightBalances
    notes: Sequence[NoteNow]

    @property
    def night(self) -> Night:
        return self.bank.night

    @property
    def has_book(self) -> bool:
        """Whether something can be owed to THE BOOK: the house keeps it, or a ruling has let someone owe tonight."""
        return self.terms.has_book or not self.ruled_means.isdisjoint((Means.NOTE, Means.BOOK))

    @property
    def ruled_means(self) -> set[Means]:
        """The means that chips were paid with tonight and that the house does not take: rulings let them in."""
        return self.history.means_used - {*self.terms.pays_with}

    @property
    def blinds(self) -> Blinds | None:
        """The blinds as they are now: of the level, else of the night, else of the house."""
        level = self.history.level
        return first_blinds(self.terms, self.history.opening) if level is None else self.terms.levels[level - 1]

    @property
    def limits(self) -> NightLimits:
        return limits_of(self.terms, self.history.opening, self.blinds, self.history.big_stack_cents)


def limits_of(
    terms: BankTerms, opening: Mapping[str, Any], blinds: Blinds | None, big_stack_cents: int | None = None
) -> NightLimits:
    """Return the limits of a night that opens with those figures of its own; raises as `night_limits` does."""
    return night_limits(
        terms,
        blinds=blinds,
        minimum_cents=opening.get("buy_in_min"),
        maximum_cents=opening.get("buy_in_max"),
        big_stack_cents=big_stack_cents,
        or_big_stack=bool(opening.get("or_big_stack")),
    )


def first_blinds(terms: BankTerms, opening: Mapping[str, Any]) -> Blinds | None:
    """Return the blinds a night opens with: each its own, else the house's, else that of the first level."""
    house = terms.blinds or next(iter(terms.levels), None)
    small = opening.get("small_blind", house and house.small_cents)
    big = opening.get("big_blind", house and house.big_cents)
    return None if small is None or big is None else Blinds(small, big)


def terms_of(rules: Rules) -> BankTerms:
    return _parsed(rules.digest, rules.document)


@functools.lru_cache(maxsize=64)
def _parsed(digest: str, document: str) -> BankTerms:
    return bank_terms(json.loads(document))


def open_bank(night: Night) -> BankNow:
    """Return the bank of a night that is open. Raises ``Impossible`` for one that is closed or was never opened."""
    now = bank_of(night)
    if now.bank.closed_id is not None:
        raise Impossible(f"The {night} is closed (act {now.bank.closed_id}): a closed night takes no act.")
    return now


def bank_of(night: Night) -> BankNow:
    """Return the bank of a night, open or closed. Raises ``Impossible`` if none was opened."""
    bank = Bank.objects.select_related("night__rules", "night__house", "banker").filter(pk=night.pk).first()
    if bank is None:
        raise Impossible(f"No bank has been opened on the {night}.")
    history, people = _history_and_people(night)
    notes = notes_of(night, people=people)
    moved = Transfer.objects.order_by()
    debited = moved.filter(debit=OuterRef("pk")).values("debit").annotate(all=Sum("cents")).values("all")
    credited = moved.filter(credit=OuterRef("pk")).values("credit").annotate(all=Sum("cents")).values("all")
    balance = Coalesce(Subquery(debited), 0) - Coalesce(Subquery(credited), 0)
    accounts = {each.kind: each for each in Account.objects.filter(night=night, player=None).annotate(balance=balance)}
    cents = {kind: each.balance for kind, each in accounts.items()}
    return BankNow(
        bank=bank,
        terms=terms_of(bank.night.kept_rules),
        history=history,
        accounts=dict(accounts),
        balances=NightBalances(
            drawer_cents=cents[AccountKind.DRAWER],
            chips_cents=-cents[AccountKind.CHIPS],
            final_pot_cents=-cents[AccountKind.FINAL_POT],
            float_cents=-cents[AccountKind.FLOAT],
            over_short_cents=cents[AccountKind.OVER_SHORT],
            notes_out_cents=sum(note.out_cents for note in notes),
        ),
        notes=notes,
    )


def history_of(night: Night, *, until: int | None = None) -> NightHistory:
    """Return the acts of a night that are in effect; with ``until``, those after the act of that number.

    A merged player counts as the person they were by then, and after the night's close as they did at the close.
    """
    return _history_and_people(night, until)[0]


def _history_and_people(night: Night, until: int | None = None) -> tuple[NightHistory, People]:
    acts = in_effect(Act.objects.filter(night=night), until=until).order_by("number")
    rows = list(acts.values_list("number", "key", "kind", "at", "content"))
    people = people_at(rows[-1][0] if rows and rows[-1][2] == Kind.CLOSE else until)
    recorded = [
        RecordedAct(number, key, kind, at, people.in_fields(json.loads(content)))
        for number, key, kind, at, content in rows
    ]
    return NightHistory(recorded), people


def book_tonight(night: Night) -> dict[int, int]:
    """Return what each person owes THE BOOK from the acts of this night alone, in cents; − it owes them. None at zero.

    A merged player counts as the person they are by now.
    """
    changes = booked(Transfer.objects.filter(act__night=night))
    return {player: -cents for (player,), cents in sorted(changes.items()) if cents}


def drawer_is_counted(now: BankNow) -> bool:
    """Tell whether the drawer was counted after cash last went into or out of it; a chip sale passes it by."""
    drawer, counted_by = now.accounts[AccountKind.DRAWER], now.history.drawer_counted_by
    if counted_by is None:
        return False
    moved = Transfer.objects.filter(Q(debit=drawer) | Q(credit=drawer), act__number__gt=counted_by)
    return not moved.exclude(act__kind=Kind.CHIP_SALE).exclude(act__reverses__kind=Kind.CHIP_SALE).exists()


def amounts_moved(numbers: Iterable[int]) -> dict[int, int]:
    """Return what acts moved that name no amount themselves, in cents, by the number of the act.

    These are a final pot, what became of notes, and a buy-in that was paid otherwise than recorded.
    """
    ended = Q(act__kind__in=(Kind.NOTE_UNPAID, Kind.COMMIT_NOTES, Kind.LAPSE_NOTES), credit__kind=AccountKind.NOTES)
    won = Q(act__kind=Kind.FINAL_POT, debit__kind=AccountKind.FINAL_POT)
    moved = Transfer.objects.filter(ended | won | Q(act__kind=Kind.CHANGE_PAY), act__in=[*numbers]).order_by()
    return dict(moved.values_list("act").annotate(Sum("cents")))


@dataclass(frozen=True)
class ActTold:
    """An act as a phrase without its amount, and the cents it is about; None if it is about none."""

    text: str
    cents: int | None


def acts_told(acts: Iterable[Act], names: Mapping[int, str]) -> dict[int, ActTold]:
    """Tell acts, by number, in three queries at most; ``names`` are those of players by number.

    What an act does not say itself is read from what it moved: the amount, and who answers for a guest's note.
    """
    contents = {act: json.loads(act.content) for act in acts}
    numbers = act_numbers(content["of"] for content in contents.values() if "of" in content)
    amounts = amounts_moved(act.number for act in contents)
    unpaid = [act.number for act in contents if act.kind == Kind.NOTE_UNPAID]
    inviters = _who_answers(unpaid, names) if unpaid else {}
    told = {}
    for act, content in contents.items():
        fields = {**content, "inviter": inviters[act.number]} if act.number in inviters else content
        if "of" in content:
            fields = {**content, "of": f"Act {numbers[content['of']]}"}
        told[act.number] = ActTold(said(act.kind, fields, names), amounts.get(act.number, amount_of(act.kind, content)))
    return told


def paid_out_by(act: Act) -> dict[str, int]:
    """Return the cents that an act paid for chips, by the kind of the account they came out of."""
    moved = Transfer.objects.filter(act=act, debit__kind=AccountKind.CHIPS).order_by()
    return dict(moved.values_list("credit__kind").annotate(Sum("cents")))


def last_act() -> Act | None:
    """Return the newest act of the ledger; None if there is none."""
    return Act.objects.order_by("-number").first()


def _who_answers(unpaid: Sequence[int], names: Mapping[int, str]) -> dict[int, str]:
    """Say who answers for a guest's note and for whom, by the number of the act."""
    charged = Transfer.objects.filter(act__in=unpaid, debit__kind=AccountKind.BOOK, note__isnull=False)
    people = charged.values_list("act", "debit__player", "debit__player__name", "note__debtor", "note__debtor__name")
    return {
        act: f"{names.get(inviter, its_name)}, who invited {names.get(debtor, their_name)}"
        for act, inviter, its_name, debtor, their_name in people
    }
