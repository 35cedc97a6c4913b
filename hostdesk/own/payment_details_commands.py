"""How players are paid: free text of their own, shown to those who owe them by a plan. The desk moves no money."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from hostdesk.models import PaymentHandle
from reservations.models import Player
from reservations.parsing.names import parse_line

HANDLE_CHARACTERS = 120


@dataclass(frozen=True)
class PaymentDetails:
    """How a player is paid, in their own words."""

    text: str

    @property
    def link(self) -> str:
        """The text if it is one https address, else ""."""
        try:
            parts = urlsplit(self.text)
            is_https = parts.scheme == "https" and bool(parts.hostname) and len(self.text.split()) == 1
        except ValueError:
            return ""
        return self.text if is_https else ""


def payment_details_of(player: Player) -> PaymentDetails | None:
    """Return how a player, who is no duplicate, is paid; None if they do not say."""
    found = PaymentHandle.objects.filter(player=player).first()
    return PaymentDetails(found.text) if found else None


def set_payment_details(player: Player, text: str) -> None:
    """Keep how a player is paid; with "" forget it. Raises ``BadLine``."""
    if kept := parse_line(text, HANDLE_CHARACTERS, empty=True):
        PaymentHandle.objects.update_or_create(player=player, defaults={"text": kept})
    else:
        PaymentHandle.objects.filter(player=player).delete()
