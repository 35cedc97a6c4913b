"""The money: accounts, the transfers between them, and the bank of every night."""

from collections.abc import Mapping

from django.db import models
from django.db.models import F, Q

from reservations.models import Act, House, Night, Player


class AccountKind(models.TextChoices):
    """The accounts of the ledger. Balance = debits - credits; its meaning stands beside the kind."""

    DRAWER = "drawer"  # + cash that should be in the drawer
    CHIPS = "chips"  # - chips in play
    FINAL_POT = "final pot"  # - odd chips waiting for the last hand
    FLOAT = "float"  # - the bank's debt to the banker
    OVER_SHORT = "over short"  # + missing, - too much
    NOTES = "notes"  # + notes the player wrote, - notes the player holds
    BOOK = "book"  # + the player owes THE BOOK, - THE BOOK owes the player


OF_A_NIGHT = [AccountKind.DRAWER, AccountKind.CHIPS, AccountKind.FINAL_POT, AccountKind.FLOAT, AccountKind.OVER_SHORT]
"""The accounts that every night has from its opening on."""

_NO_PLAYER = Q(kind__in=OF_A_NIGHT, night__isnull=False, player__isnull=True)
_NOTES = Q(kind=AccountKind.NOTES, night__isnull=False, player__isnull=False)
_BOOK = Q(kind=AccountKind.BOOK, night__isnull=True, player__isnull=False)


HELD: Mapping[str, int] = {AccountKind.DRAWER: 1, AccountKind.CHIPS: -1, AccountKind.FINAL_POT: -1}
"""The accounts that are never below zero, and the sign of their balance then."""


class Account(models.Model):
    """An account of a night, of a night and a player, or of a player. Only ever added."""

    kind = models.CharField(max_length=12, choices=AccountKind.choices)
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="accounts")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="accounts")

    only_added = True

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "night"], condition=_NO_PLAYER, name="account_of_night"),
            models.UniqueConstraint(fields=["kind", "night", "player"], condition=_NOTES, name="account_of_notes"),
            models.UniqueConstraint(fields=["kind", "player"], condition=_BOOK, name="account_of_book"),
            models.CheckConstraint(condition=_NO_PLAYER | _NOTES | _BOOK, name="account_has_its_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Note(models.Model):
    """A bank note: an IOU that a player wrote for chips. Only ever added; its rest comes from the transfers.

    ``number`` is that of the register, without a gap over the whole ledger, voided notes included. ``name`` is unique
    in its night among the notes in force; ``cents`` is its face.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    act = models.OneToOneField(Act, models.PROTECT, related_name="note")
    night = models.ForeignKey(Night, models.PROTECT, related_name="notes")
    name = models.CharField(max_length=40)
    debtor = models.ForeignKey(Player, models.PROTECT, related_name="notes")
    cents = models.PositiveBigIntegerField()

    only_added = True

    class Meta:
        ordering = ["number"]
        constraints = [models.CheckConstraint(condition=Q(cents__gte=1), name="note_is_positive")]

    def __str__(self) -> str:
        return f"note {self.number}, {self.name}"


class Transfer(models.Model):
    """Positive integer cents that an act moves from one account (``credit``) to another (``debit``). Only ever added.

    ``player`` is the player the money is for, ``note`` the note it moves. ``number`` has no gap over the whole ledger.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    act = models.ForeignKey(Act, models.PROTECT, related_name="transfers")
    debit = models.ForeignKey(Account, models.PROTECT, related_name="debits", db_index=False)
    credit = models.ForeignKey(Account, models.PROTECT, related_name="credits", db_index=False)
    cents = models.PositiveBigIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="transfers")
    note = models.ForeignKey(Note, models.PROTECT, null=True, related_name="transfers")

    only_added = True

    class Meta:
        ordering = ["number"]
        indexes = [
            # They contain all columns that a sum needs, also a sum up to an act.
            models.Index(fields=["debit", "act", "cents"], name="transfer_debits"),
            models.Index(fields=["credit", "act", "cents"], name="transfer_credits"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1), name="transfer_is_positive"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="transfer_between_two"),
        ]

    def __str__(self) -> str:
        return f"transfer {self.number}, {self.cents} cents"


class Bank(models.Model):
    """The money desk of a night: its present banker, and the acts that opened and closed it."""

    night = models.OneToOneField(Night, models.PROTECT, primary_key=True)
    opened = models.OneToOneField(Act, models.PROTECT, related_name="+")
    closed = models.OneToOneField(Act, models.PROTECT, null=True, related_name="+")
    banker = models.ForeignKey(Player, models.PROTECT, related_name="banks")

    def __str__(self) -> str:
        return f"bank of the {self.night}"

    @property
    def run_by(self) -> Player:
        """The present banker, as a person."""
        return self.banker.survivor


class Season(models.Model):
    """A span of nights with a name by the host, from the ``first`` day to the ``last`` (none: it goes on).

    It covers one ``house``, or all. Players with fewer than ``least_nights`` are not ranked. ``key`` is that of the
    form that made it, and ``changes`` counts its changes since. It moves nothing and can be changed.
    """

    key = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=160, unique=True)
    first = models.DateField()
    last = models.DateField(null=True)
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="seasons")
    least_nights = models.PositiveSmallIntegerField(default=1)
    changes = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class PrivateResults(models.Model):
    """A player's wish that other players do not see their results by name. Not part of the ledger."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="private_results")

    def __str__(self) -> str:
        return f"the results of {self.player} are private"
