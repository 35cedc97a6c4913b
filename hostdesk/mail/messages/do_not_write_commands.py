"""The way out of the desk's e-mail: a link in the foot of each mail, which needs no sign-in and does nothing else.

The link is made of the desk's secret for one player and one address, and nothing is kept of it. It has no end, because
people look for it in old mails; once the player has another address, it is nobody's.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.base.site.server import address_for_others, opens_in
from hostdesk.mail.messages.queries import email_of
from hostdesk.models import PlayerEmail
from reservations.models import Player
from reservations.parsing.names import whole_number

_SALT = "hostdesk.do_not_write"
_DIGITS = 32
_FROM_ELSEWHERE = " (it opens in our {network} only; from anywhere else, write back and say so)"


@dataclass(frozen=True)
class WayOut:
    """A player's way out of the desk's e-mail: the words in the foot of a mail, and the headers for mail programs."""

    words: str
    headers: dict[str, str]


def way_out(player: Player, address: str) -> WayOut:
    """Return the way out for a mail to a player's address.

    Mail programs get it only if they can reach the desk from anywhere, by https (RFC 8058).
    """
    link = address_for_others(reverse("do_not_write", args=[f"{player.number}-{_tag(player.number, address)}"]))
    network = opens_in(link)
    words = f"Do not write to me: {link}{_FROM_ELSEWHERE.format(network=network) if network else ''}\n"
    if network or not link.startswith("https://"):
        return WayOut(words, {})
    one_click = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return WayOut(words, one_click)


def who_asks_not_to(secret: str) -> PlayerEmail | None:
    """Return the player of this way out, with their address; None for nobody's, and for a changed address."""
    number, _, tag = secret.partition("-")
    player = Player.objects.filter(pk=whole_number(number) or 0).first()
    email = email_of(Player.objects.person(player.pk)) if player else None
    if player is None or email is None or not constant_time_compare(tag, _tag(player.pk, email.address)):
        return None
    return email


def _tag(number: int, address: str) -> str:
    return salted_hmac(_SALT, f"{number} {address}").hexdigest()[:_DIGITS]
