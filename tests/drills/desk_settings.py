"""The settings of a desk that a drill runs: the product's, with a clock that jumps by the seconds in a file.

With ``DRILL_DAMAGED``, the desk lacks its protection against faults: a connection that notices a moved file, patience
with a lock, and the words for a fault. Controls use this.
"""

import datetime
import os
import time

from django.utils import timezone

from hostdesk.base.site import troubles
from hostdesk.settings import *  # noqa: F403 - a desk as it is
from hostdesk.settings import DATABASES, VAR

_told_by_the_machine = time.time


def jump() -> float:
    """Return the number of seconds by which the clock is wrong now; 0 if no file gives one."""
    if "FAKETIME_TIMESTAMP_FILE" in os.environ:  # the clock of the whole process jumps by the same file
        return 0.0
    try:
        return float((VAR / "jump").read_text("ascii"))
    except (OSError, ValueError):
        return 0.0


time.time = lambda: _told_by_the_machine() + jump()
timezone.now = lambda: datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=jump())

if os.environ.get("DRILL_DAMAGED"):
    troubles._BY_WORDS.clear()
    DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
    DATABASES["default"]["OPTIONS"]["timeout"] = 0
