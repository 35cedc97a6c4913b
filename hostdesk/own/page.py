"""What a player sees of themselves: what they bought on the nights that are open. Nobody else's figures are in it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from ledger.night.history import NightHistory, RecordedAct
from ledger.night.queries import history_of
from ledger.notes.register_queries import notes_of
from ledger.terms.bank_terms import Means
from ledger.terms.violations import PAID
from reservations.acts.kinds import Kind
from reservations.models import Night, Player
from reservations.players.queries import same_person


@dataclass(frozen=True)
class Bought:
    """Chips that somebody bought: when, for how many cents, and how they were paid."""

    at: datetime
    cents: int
    way: str


@dataclass(frozen=True)
class OwnNight:
    """What one player did on a night that is open; ``cashed_out_cents`` is nothing before their first cash-out."""

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


def _open_nights() -> QuerySet[Night]:
    return Night.objects.filter(bank__isnull=False, bank__closed=None).select_related("house")


def own_nights(player: Player) -> list[OwnNight]:
    """Return the nights that are open and that a player, who is no duplicate, takes part in."""
    found = [(night, history_of(night)) for night in _open_nights()]
    return [_own(night, history, player.number) for night, history in found if player.number in history.taking_part()]


def _own(night: Night, history: NightHistory, number: int) -> OwnNight:
    mine = [each for each in history.acts if each.buyer == number]
    sold = [each for each in history.acts if each.kind == Kind.CHIP_SALE and each.content["seller"] == number]
    outs = [each for each in history.acts if each.kind == Kind.CASH_OUT and each.content["player"] == number]
    return OwnNight(
        night=night,
        bought=tuple(Bought(each.at, each.content["amount"], _way(each, history)) for each in mine),
        sold_cents=sum(each.content["amount"] for each in sold),
        cashed_out_cents=sum(each.content["banker_count"] for each in outs) if outs else None,
    )


def _way(bought: RecordedAct, history: NightHistory) -> str:
    changes = history.changes_of(bought.key)
    paid = PAID[Means((changes[-1] if changes else bought).content["pay"])]
    return f"from a player, {paid}" if bought.kind == Kind.CHIP_SALE else paid
