"""The copies in the second place: their names, the time of the next one, thinning, and the alarm."""

import re
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from reservations.acts.kept_head import BACKUP_TIME

NAME = re.compile(r"hostdesk-(\d{8}T\d{6}Z)-act(\d{1,18})-([0-9a-f]{12})(\.sqlite3|\.dump)\.age", re.ASCII)

OF_AN_OPEN_NIGHT = timedelta(minutes=10)
"""So long a night is open after a copy before the next one."""
OTHERWISE = timedelta(hours=1)
"""The same for records while no night is open: answers, payments."""
WORRIES_AFTER = timedelta(days=1)
SOON = timedelta(hours=1)
"""Records so recent may still be on their way: nobody need worry about them."""

ALL_OF = timedelta(days=2)
ONE_A_DAY_FOR = timedelta(days=31)


class Copy(NamedTuple):
    """A copy by its name: its time, and the number and the first digits of the head of its last act."""

    made_at: datetime
    act: int
    head: str
    suffix: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"hostdesk-{self.made_at.astimezone(UTC):{BACKUP_TIME}}-act{self.act}-{self.head}{self.suffix}.age"


class Recorded(NamedTuple):
    """The extent of the books: last act with its head, newest fact and rules, last close; 0 for none."""

    act: int
    head: str
    fact: int
    rules: int
    closed: int
    is_open: bool

    @property
    def marks(self) -> tuple[int, str, int, int]:
        """The values that change as soon as anything is recorded."""
        return self.act, self.head, self.fact, self.rules


def copy_named(name: str) -> Copy | None:
    """Return the copy of that name; None for a file that is none of ours."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    try:
        made_at = datetime.strptime(found[1], BACKUP_TIME).replace(tzinfo=UTC)
    except ValueError:  # the 99th of a month
        return None
    return Copy(made_at, int(found[2]), found[3], found[4])


def is_due(now: datetime, books: Recorded, marks: tuple[int, str, int, int] | None, last: Copy | None) -> bool:
    """Tell whether a copy of the books is due now.

    ``last`` is the last copy of this desk, if it is still there, and ``marks`` the extent of the books in it. A first
    copy is due as soon as there is an act, one of a close at once, and any other some time after the last.
    """
    if not books.act:
        return False
    if last is None:
        return True
    if marks == books.marks:
        return False
    # A clock that was set back makes the last copy one of tomorrow: that is no reason to wait until then.
    wait = OF_AN_OPEN_NIGHT if books.is_open else OTHERWISE
    return books.closed > last.act or not timedelta(0) <= now - last.made_at < wait


def to_delete(now: datetime, copies: Iterable[Copy], never: Collection[Copy]) -> list[Copy]:
    """Return the copies that go: of those over two days old all but the last of a day, after a month of a month.

    Those in ``never`` stay, and so does the one that goes furthest, whatever the clock of its time.
    """
    everyone = sorted(copies, reverse=True)
    furthest = max(everyone, key=lambda copy: (copy.act, copy.made_at), default=None)
    stays, days, months = {*never, furthest}, set[str](), set[str]()
    for copy in everyone:
        age, day, month = now - copy.made_at, f"{copy.made_at:%Y%m%d}", f"{copy.made_at:%Y%m}"
        if age <= ALL_OF or (age <= ONE_A_DAY_FOR and day not in days) or month not in months:
            stays.add(copy)
        days.add(day)
        months.add(month)
    return [copy for copy in everyone if copy not in stays]


def is_late(now: datetime, last: Copy | None, waiting_since: datetime | None) -> bool:
    """Tell whether a host should look after the second place: the last copy is old, and something waits for the next.

    ``waiting_since`` is the time of the first act that no copy holds; None if all are held.
    """
    if waiting_since is None or now - waiting_since < SOON:
        return False
    return last is None or now - last.made_at > WORRIES_AFTER
