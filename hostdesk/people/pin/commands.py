"""A player's PIN: set, removed, and tried on a device.

It keeps friends at the table out, not a person with access to the computer. Guesses are counted by device, so they
never lock a player's other devices, nor a host, who has no PIN.
"""

from datetime import datetime, timedelta
from enum import Enum

from django.db.models import F, Q
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.base.sign_in import device_commands
from hostdesk.models import PlayerPin, SignIn
from reservations.acts.commands import command
from reservations.models import Player
from reservations.players.queries import same_person

DIGITS = 6
TRIES, WAIT, MOST_WRONG = 5, timedelta(minutes=15), 20


class Tried(Enum):
    """The results of a PIN: right, wrong, too soon to be checked, or wrong so often that the device is signed out."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_SOON = "too soon"
    SIGNED_OUT = "signed out"


@command
def set_pin(player: Player, pin: str) -> None:
    """Set the PIN of a player (not a duplicate); devices that were open by the PIN before are locked."""
    PlayerPin.objects.update_or_create(player=player, defaults={"digest": digest_of(player, pin)})


@command
def remove_pin(player: Player) -> None:
    """Remove a player's PIN, if they have one; earlier wrong tries no longer count."""
    PlayerPin.objects.filter(player__in=same_person(player)).delete()
    SignIn.objects.filter(link__player__in=same_person(player), pin_wrong__gt=0).update(pin_wrong=0)


def digest_of(player: Player, pin: str) -> str:
    """Return the digest of a PIN. It needs the desk's secret, so nobody can try a million PINs on a backup."""
    return salted_hmac("hostdesk.pin", f"{player.number} {pin}", algorithm="sha256").hexdigest()


def try_pin(pin: str, *, of: PlayerPin, device: int, now: datetime) -> Tried:
    """Try a PIN on the device of that sign-in. A try counts as wrong before the check, so all tries at once count.

    After several wrong tries the next one counts only a while later, and after too many the device is signed out.
    """
    may_try = Q(pin_wrong_at=None) | Q(pin_wrong_at__lte=now - WAIT)
    for wrong in range(MOST_WRONG):
        if wrong % TRIES or not wrong:
            may_try |= Q(pin_wrong=wrong)
    counted = SignIn.objects.filter(may_try, pk=device, pin_wrong__lt=MOST_WRONG)
    if not counted.update(pin_wrong=F("pin_wrong") + 1, pin_wrong_at=now):
        return Tried.TOO_SOON
    if constant_time_compare(digest_of(of.player, pin), of.digest):
        SignIn.objects.filter(pk=device).update(pin_wrong=0, pin_wrong_at=None)
        return Tried.RIGHT
    device_commands.security_log.warning("A wrong PIN at sign-in %s", device)
    if SignIn.objects.filter(pk=device, pin_wrong__gte=MOST_WRONG).exists():
        device_commands.end(device)
        return Tried.SIGNED_OUT
    return Tried.WRONG
