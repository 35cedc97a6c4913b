"""The secret addresses that show a night's table on a screen without signing in: made, ended, found again.

A screen with this address shows only information for the whole table, and changes nothing. The database holds its
SHA-256.
"""

from datetime import datetime, timedelta
from typing import Any

from hostdesk.base.sign_in.link_commands import digest_of, end_links, find_link, is_closed, lasts, make_link_of_form
from hostdesk.models import Link, LinkKind
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import Night

LASTS = timedelta(days=2)
# Typed with the remote control of a television: no capitals, and no letters that look like others.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SCREENS = Link.objects.filter(kind=LinkKind.SCREEN)
_LONG, _GROUP = 12, 4  # 31 ** 12 is more than anybody can try


@command
def give_screen(night: Night, *, made_by: str, key: str = "") -> str:
    """Return the secret of a new address of a night, as it is typed; the one before ends, but for the same form's.

    The desk is locked, so of two at once the later one counts. Raises ``Impossible`` once the night is closed.
    """
    if is_closed(night):
        raise Impossible("The night is closed: there is no table to show.")
    form, before = key and f"night {night.pk} tablescreen {key}", _SCREENS.filter(night=night)
    details: dict[str, Any] = {"spelt": _in_letters, "valid_for": LASTS, "night": night, "made_by": made_by}
    letters = make_link_of_form(LinkKind.SCREEN, form, instead_of=before, **details)
    return "-".join(letters[place : place + _GROUP] for place in range(0, _LONG, _GROUP))


def _in_letters(secret: str) -> str:
    number = int(digest_of(secret), 16)
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(_LONG))


def end_screen(night: Night) -> None:
    """End the address of a night, if it has one."""
    end_links(_SCREENS.filter(night=night))


def screen_of(night: Night, now: datetime) -> Link | None:
    """Return the present address of a night on screens."""
    return _SCREENS.filter(night=night, ended_at=None, expires_at__gt=now).first()


def screen_at(secret: str, now: datetime) -> tuple[int, Night] | None:
    """Return the number and the night of an address, in any spelling; None if the address was ended."""
    screen = find_link(secret.casefold().replace("-", ""), (LinkKind.SCREEN,))
    return (screen.pk, screen.night) if screen and screen.night and lasts(screen, now) else None
