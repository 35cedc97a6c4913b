"""The second place on pages: its set-up, the last good copy, and its fault."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from hostdesk.base.site.rounds import SECOND_PLACE, rounds
from hostdesk.base.site.server import source_address
from hostdesk.safekeeping.second_place import queries
from hostdesk.safekeeping.second_place.copies import Copy, is_late
from hostdesk.safekeeping.second_place.text import RecoverySheet


class SecondPlacePage(NamedTuple):
    """The second place on pages, as the desk's round saw it last.

    ``chosen``: by a host, and not by the environment; ``late``: a host should look after it; ``fault`` is that of this
    process's last try; ``own_key``: the key is one of the environment, of which the desk prints no sheet.
    """

    folder: str
    chosen: bool
    has_key: bool
    own_key: bool
    last: Copy | None
    size: str
    elsewhere: bool
    late: bool
    fault: str

    @property
    def is_wrong(self) -> bool:
        """Whether a host should look after it."""
        return self.late or not self.has_key


def second_place(now: datetime) -> SecondPlacePage | None:
    """Return the state of the second place; None without a folder."""
    folder = queries.second_folder()
    if folder is None:
        return None
    good, has_key = queries.last_good(), bool(queries.locks_for())
    last = good.copy if good else None
    round_now = rounds().get(SECOND_PLACE, {})
    faults = [*round_now.get("set_aside", {}).values(), *([round_now["fault"]] if round_now.get("failed") else [])]
    return SecondPlacePage(
        folder=str(folder),
        chosen=settings.BACKUP_TO is None,
        has_key=has_key,
        own_key=bool(settings.BACKUP_RECIPIENT),
        last=last,
        size=f"{good.size / 1_000_000:.1f} MB" if good else "",
        elsewhere=good is None or good.elsewhere,
        late=is_late(now, last, queries.waiting_since(last)),
        fault=" ".join(map(str, faults)) if has_key else "",
    )


def disks(_now: datetime) -> Callable[[], list[queries.Disk]]:
    """Return the function that lists the disks to choose from, for the one page that shows them."""
    return queries.disks


def health(now: datetime) -> dict[str, Any] | None:
    """Return the time of the last good copy, and whether it is late; None without a folder."""
    place = second_place(now)
    return {"last_good": place.last and place.last.made_at, "late": place.late} if place else None


def sheet_of(key: str, today: date) -> RecoverySheet:
    """Return the recovery sheet of a new key."""
    folder, on_postgresql = str(queries.second_folder()), connections[DEFAULT_DB_ALIAS].vendor == "postgresql"
    return RecoverySheet(key, today, folder, source_address(), on_postgresql, settings.IS_INSTALLED)
