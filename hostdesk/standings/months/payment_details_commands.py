"""Players' payment details: free text of their own, shown to those who owe them by a plan. The desk moves no money."""

from hostdesk.models import PaymentHandle
from reservations.models import Player
from reservations.parsing.names import parse_line

HANDLE_CHARACTERS = 120


def payment_details_of(player: Player) -> PaymentHandle | None:
    """Return the payment details of a player, who is no duplicate; None without any."""
    return PaymentHandle.objects.filter(player=player).first()


def set_payment_details(player: Player, text: str) -> None:
    """Keep a player's payment details; with "" forget them. Raises ``BadLine``."""
    if kept := parse_line(text, HANDLE_CHARACTERS, empty=True):
        PaymentHandle.objects.update_or_create(player=player, defaults={"text": kept})
    else:
        PaymentHandle.objects.filter(player=player).delete()
