"""The accounts that are made when money first goes through them: those of THE BOOK and of notes.

The desk must be locked. The seal of an act covers the ids of the accounts its transfers are between.
"""

from ledger.models import Account, AccountKind
from reservations.models import Night


def book_account(player: int) -> Account:
    """Return the account of a player, by number, in THE BOOK."""
    return Account.objects.get_or_create(kind=AccountKind.BOOK, night=None, player_id=player)[0]


def notes_account(night: Night, player: int) -> Account:
    """Return the account of the notes that a player, by number, writes and holds on a night."""
    return Account.objects.get_or_create(kind=AccountKind.NOTES, night=night, player_id=player)[0]
