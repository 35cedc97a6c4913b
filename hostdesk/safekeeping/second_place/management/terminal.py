"""The second place on the command line: the doctor's check, and a copy restored with the key of the sheet."""

import sys
from collections.abc import Callable
from pathlib import Path

from django.utils import timezone

from hostdesk.base.site.health_queries import Finding, bare
from hostdesk.safekeeping.backups.restore_commands import Comparison, Restored, RestoreFailed
from hostdesk.safekeeping.second_place.commands import restore_copy
from hostdesk.safekeeping.second_place.page import second_place
from hostdesk.safekeeping.second_place.queries import PlaceFault, last_good, look_at, newest_in
from hostdesk.safekeeping.second_place.sheet_key import NoKey, read_key


def check_second_place() -> Finding:
    """Check the second place, and that its last copy is a good one."""
    place = second_place(timezone.now())
    if place is None:
        return Finding("none is set up; the backups are on the disk of the books", bare="none is set up")
    if not place.has_key:
        way_out = "*Settings*, *Backups and second place* makes one and prints its recovery sheet."
        return bare("it has no key yet", way_out)
    try:
        is_there = look_at(Path(place.folder), last_good())
    except PlaceFault as fault:
        sentence, _, way_out = str(fault).partition(". ")
        return Finding(sentence.rstrip("."), way_out or "*Settings* names it.", "it is away or cannot be used")
    if place.late or (place.last and not is_there):
        return bare("it lacks a copy of what was recorded", "A desk that runs makes one within a minute.")
    return bare(f"the last good copy is {place.last.name}" if place.last else "no copy yet")


def restore_at_terminal(
    file: Path, key_file: Path | None, *, say: Callable[[str], object], agree: Callable[[Comparison], bool]
) -> Restored:
    """Restore a copy, or the newest one in a folder. Raises ``Problem`` and ``AlreadyHeld``."""
    if file.is_dir():
        file = newest_in(file)
        say(f"The newest copy is {file.name}.")
    return restore_copy(file, typed_key(key_file, say), agree=agree)


def typed_key(file: Path | None, say: Callable[[str], object]) -> str:
    """Return the key from a file, or typed from the recovery sheet until it is one. Raises ``Problem``."""
    if file is not None:
        try:
            return read_key(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as fault:
            raise RestoreFailed(f"Not restored: {file} cannot be read ({fault}).") from None
    say("Type the key of the recovery sheet, group by group. Small letters and spaces do not matter.")
    while True:
        try:
            return read_key(input("Key: "))
        except NoKey as wrong:
            if not sys.stdin.isatty():
                raise
            say(str(wrong))
        except EOFError:
            raise RestoreFailed("Nothing was restored: no key was typed. --key-file FILE reads one.") from None
