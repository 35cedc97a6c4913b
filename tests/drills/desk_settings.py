"""The settings of a desk that a drill runs: the product's, with a clock that jumps by what stands in a file.

With ``DRILL_DAMAGED`` the desk lacks what keeps it whole when a fault comes: a connection that notices a file that was
moved, patience with a lock, and the words for what is wrong. That is for controls.
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
    """Return by how many seconds the clock is wrong now; 0 if nobody says so."""
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
