"""Post the demo's season through the commands, all of it or nothing."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.utils import timezone

from hostdesk.demo.season import Season, plan_season
from hostdesk.demo.speaking import speak
from hostdesk.demo.words import Word
from hostdesk.night_logs.importing import post_line
from hostdesk.night_logs.night_log import Line
from reservations.desk import atomic_batch


def _tell_nobody(done: int, of: int) -> None: ...


def build(now: datetime, *, progress: Callable[[int, int], None] = _tell_nobody) -> None:
    """Fill an empty database with the season up to ``now``, with a night open that began a good two hours before.

    The evenings are those of the current time zone. The same ``now`` gives the same acts, keys and heads.
    ``progress`` is told how many nights of how many are done. Raises a ``Problem`` in a database that is not empty.
    """
    post(plan_season(timezone.localtime(now)), progress=progress)


def post(season: Season, *, progress: Callable[[int, int], None] = _tell_nobody) -> None:
    """Post a season into an empty database, as :func:`build` does."""
    words, at_tables = deque(season.words), deque(season.at_tables)
    with atomic_batch():
        _post(season.people)
        for number, (before, night) in enumerate(zip(season.before, season.nights, strict=True), start=1):
            speak(_said_before(words, night[0].stamp.at))
            _post(before)
            _post(night, at_tables)
            progress(number, len(season.nights))
        speak(words)
        speak(at_tables)


def _said_before(words: deque[Word], opening: datetime) -> Iterator[Word]:
    """Take what is said before that time."""
    while words and words[0].stamp.at < opening:
        yield words.popleft()


def _post(lines: Sequence[Line], words: deque[Word] | None = None) -> None:
    """Post acts, and say between them what is said before each."""
    night = None
    for line in lines:
        speak(_said_before(words if words is not None else deque(), line.stamp.at))
        night = post_line(line, night).act.night or night
