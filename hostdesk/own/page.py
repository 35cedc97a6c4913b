"""A player's own figures: what they bought on open nights, their notes, and their payments of the month."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from hostdesk.months.queries import PaymentNow, left_behind, payments_of
from hostdesk.own.payment_details_commands import PaymentDetails, payment_details_of
from ledger.months.queries import latest
from ledger.night.queries import history_of
from ledger.notes.register_queries import notes_of
from ledger.terms.bank_terms import Means
from ledger.terms.violations import PAID
from reservations.acts.kinds import Kind
from reservations.models import Night, Player
from reservations.players.queries import same_person


@dataclass(frozen=True)
class Bought:
    """A purchase of chips: when, for how many cents, and how it was paid."""

    at: datetime
    cents: int
    paid: str


@dataclass(frozen=True)
class OwnNight:
    """What one player did on a night that is open; ``cashed_out_cents`` is None before their first cash-out."""

    night: Night
    bought: tuple[Bought, ...]
    sold_cents: int
    cashed_out_cents: int | None

    @property
    def total_cents(self) -> int:
        """All they gave for chips."""
        return sum(each.cents for each in self.bought)


@dataclass(frozen=True)
class OwnNotes:
    """What is out of a player's notes tonight, and what is out of the notes of others that they hold, in cents."""

    out_cents: int
    held_cents: int


def own_notes(player: Player) -> OwnNotes:
    """Return the notes, of the nights that are open, of a player who is no duplicate."""
    mine = same_person(player)
    out = [note for night in _open_nights() for note in notes_of(night) if note.is_out]
    return OwnNotes(
        out_cents=sum(note.out_cents for note in out if note.debtor in mine),
        held_cents=sum(note.out_cents for note in out if note.holder in mine),
    )


def own_nights(player: Player) -> list[OwnNight]:
    """Return the nights that are open and that a player, who is no duplicate, takes part in."""
    found = []
    for night in _open_nights():
        history = history_of(night)
        if player.number not in history.taking_part():
            continue
        bought = []
        for each in history.acts:
            if each.buyer == player.number:
                changes = history.changes_of(each.key)
                paid = PAID[Means((changes[-1] if changes else each).content["pay"])]
                paid = f"from a player, {paid}" if each.kind == Kind.CHIP_SALE else paid
                bought.append(Bought(each.at, each.content["amount"], paid))
        sales = (each.content for each in history.acts if each.kind == Kind.CHIP_SALE)
        outs = (each.content for each in history.acts if each.kind == Kind.CASH_OUT)
        cashed_out = [content["banker_count"] for content in outs if content["player"] == player.number]
        own = OwnNight(
            night=night,
            bought=tuple(bought),
            sold_cents=sum(content["amount"] for content in sales if content["seller"] == player.number),
            cashed_out_cents=sum(cashed_out) if cashed_out else None,
        )
        found.append(own)
    return found


def _open_nights() -> QuerySet[Night]:
    return Night.objects.filter(bank__isnull=False, bank__closed=None).select_related("house")


@dataclass(frozen=True)
class OwnPayments:
    """What a player pays and gets by the latest plan; ``before``: earlier payments with a claim to be answered."""

    title: str
    pays: list[PaymentNow]
    gets: list[PaymentNow]
    before: list[PaymentNow]
    handle: PaymentDetails | None


def own_payments(player: Player) -> OwnPayments:
    """Return what a player, who is no duplicate, pays and gets by the latest plan."""
    plan, mine = latest(), payments_of(player)
    return OwnPayments(
        title=plan.title if plan else "",
        pays=[each for each in mine if each.payer == player.number],
        gets=[each for each in mine if each.payer != player.number],
        before=[each for each in left_behind() if player.number in (each.payer, each.payee)],
        handle=payment_details_of(player),
    )
