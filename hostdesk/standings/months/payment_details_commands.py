"""How players are paid: free text of their own, shown to those who owe them by a plan. The desk moves no money."""

from hostdesk.models import PaymentHandle
from reservations.models import Player
from reservations.parsing.names import parse_line

HANDLE_CHARACTERS = 120


def payment_details_of(player: Player) -> PaymentHandle | None:
    """Return how a player, who is no duplicate, is paid; None if they do not say."""
    return PaymentHandle.objects.filter(player=player).first()


def set_payment_details(player: Player, text: str) -> None:
    """Keep how a player is paid; with "" forget it. Raises ``BadLine``."""
    if kept := parse_line(text, HANDLE_CHARACTERS, empty=True):
        PaymentHandle.objects.update_or_create(player=player, defaults={"text": kept})
    else:
        PaymentHandle.objects.filter(player=player).delete()
