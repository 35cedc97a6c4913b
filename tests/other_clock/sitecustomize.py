"""Read by every Python that starts at another time: ``time.sleep`` waits by ``select``.

Beside libfaketime the system's ``clock_nanosleep`` answers EINVAL to a moment of the monotonic clock, which is how
Python sleeps, and by which ``subprocess`` waits.
"""

import select
import time
from typing import Any


def sleep(seconds: Any, /) -> None:
    select.select([], [], [], seconds)


time.sleep = sleep
