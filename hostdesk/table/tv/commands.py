"""The secret addresses that show a night's table on a screen without signing in: made, ended, found again.

A screen with such an address shows what the table may see, and can do nothing. The database holds its SHA-256.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.base.sign_in.commands import digest_of, is_closed, secret_of_form
from hostdesk.models import TableScreen
from reservations.acts.problems import Impossible
from reservations.acts.queries import lock_desk
from reservations.models import Night

LASTS = timedelta(days=2)
# Typed with the remote control of a television: no capitals, and no letters that look like others.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LONG, _GROUP = 12, 4  # 31 ** 12 is more than anybody can try


def give_screen(night: Night, *, made_by: str, key: str = "") -> str:
    """Return the secret of a new address of a night, as it is typed; the one before ends, but for the same form's.

    The desk is locked, so of two at once the later one counts. Raises ``Impossible`` once the night is closed.
    """
    if is_closed(night):
        raise Impossible("The night is closed: there is no table to show.")
    now = timezone.now()
    with transaction.atomic():
        lock_desk()
        letters, is_made = secret_of_form(night, key, _lasting(now).filter(night=night), _in_letters)
        if not is_made:
            TableScreen.objects.filter(night=night, ended_at=None).update(ended_at=now)
            said = {"night": night, "made_by": made_by, "made_at": now, "expires_at": now + LASTS}
            TableScreen.objects.create(digest=digest_of(letters), **said)
    return "-".join(letters[place : place + _GROUP] for place in range(0, _LONG, _GROUP))


def _in_letters(secret: str) -> str:
    number = int(digest_of(secret), 16)
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(_LONG))


def end_screen(night: Night) -> None:
    """End the address of a night, if it has one."""
    TableScreen.objects.filter(night=night, ended_at=None).update(ended_at=timezone.now())


def screen_of(night: Night, now: datetime) -> TableScreen | None:
    """Return the present address of a night on screens."""
    return _lasting(now).filter(night=night).first()


def night_shown_at(secret: str, now: datetime) -> Night | None:
    """Return the night of an address, in any spelling; None if the address was ended."""
    letters = secret.casefold().replace("-", "")
    screen = _lasting(now).select_related("night__house", "night__bank").filter(digest=digest_of(letters)).first()
    return screen.night if screen else None


def _lasting(now: datetime) -> QuerySet[TableScreen]:
    return TableScreen.objects.filter(ended_at=None, expires_at__gt=now)
