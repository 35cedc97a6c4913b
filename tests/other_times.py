"""The tests at times that tests rarely meet, under libfaketime.

``python -m tests.other_times [--day 2026-11-29] [pytest's options]``: a file runs at one of the moments, chosen by its
name and the day, and on the next two days at the other two: so the three runs of a day take little longer than one.
``--day`` repeats the run of another day. The clock goes on from its moment: a test that takes longer than ten minutes
on New Year's Eve ends in the new year.
"""

import os
import subprocess
import sys
import zlib
from argparse import ArgumentParser
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

TESTS = Path(__file__).resolve().parent
ZONE = ZoneInfo("America/New_York")  # as in the tests' settings
NO_TEST = 5  # pytest's exit code
# Tests that libfaketime itself breaks run in real time only; the reason stands beside each.
_DOVECOT = "Debian's dovecot, beside libfaketime on a busy machine, lets a sign-in wait longer than the desk does"
_DISK = "what was recorded is compared with the time of a file, which the kernel sets and libfaketime does not"
_CADDY = (
    "caddy keeps the real time, as all that is written in Go does, and at another time its certificates are too old"
)
_HEADS = "tests/reservations/acts/test_commands_kept_head.py::"
LEFT_OUT = {
    "tests/hostdesk/mail/mailbox/test_commands_reading.py": _DOVECOT,
    "tests/hostdesk/mail/mailbox/test_worker.py": _DOVECOT,
    "tests/deploy/test_below_a_path.py": _CADDY,
    "tests/deploy/test_https.py": _CADDY,
    "tests/deploy/test_six_answers.py": _CADDY,
    f"{_HEADS}test_an_act_that_was_changed_together_with_its_head_is_named": _DISK,
    f"{_HEADS}test_without_a_backup_nobody_knows_which_act_was_changed_first": _DISK,
    "tests/hostdesk/safekeeping/backups/test_restore_commands.py::"
    "test_acts_that_were_changed_with_every_head_after_them_are_found_in_the_newest_backup": _DISK,
}


def moments(now: datetime) -> list[datetime]:
    """Return the last minutes of a year, half an hour after clocks went forward (02:30 is none), and a leap day."""
    days = [now.astimezone(ZONE).replace(hour=2, minute=30) + timedelta(days=ahead) for ahead in range(1, 367)]
    forward = next(day for day in days if day.astimezone(UTC).astimezone(ZONE).hour != day.hour)
    leap = next(year for year in count(now.year + 1) if year % 4 == 0)
    return [
        datetime(now.year + 5, 12, 31, 23, 50, tzinfo=ZONE),
        forward.replace(second=0),
        datetime(leap, 2, 29, 12, 0, tzinfo=ZONE),
    ]


def place_of(file: str, day: date) -> int:
    """Return the number of the moment at which a test file runs on a day; on three days in a row it meets all three."""
    return (zlib.crc32(Path(file).name.encode()) + day.toordinal()) % 3


def environment(moment: datetime) -> dict[str, str]:
    """Return an environment in which every process starts at that moment."""
    (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    return {
        **os.environ,
        "LD_PRELOAD": str(library),
        "FAKETIME": f"{(moment - datetime.now(UTC)).total_seconds():+.0f}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": str(TESTS / "other_clock"),
    }


def main(options: list[str]) -> int:
    """Run the tests at each moment; return 1 if one fails."""
    asks = ArgumentParser(allow_abbrev=False)
    asks.add_argument("--day", type=date.fromisoformat, default=datetime.now(UTC).date())
    asked, options = asks.parse_known_args(options)
    files, failed = sorted(map(str, TESTS.rglob("test_*.py"))), False
    for place, moment in enumerate(moments(datetime.combine(asked.day, time(12), UTC))):
        its_own = [name for name in files if place_of(name, asked.day) == place]
        print(f"\nAt {moment:%d %b %Y %H:%M}, New York (--day {asked.day})", flush=True)
        command = [sys.executable, "-m", "pytest", *(f"--deselect={test}" for test in LEFT_OUT), *options, *its_own]
        failed |= subprocess.run(command, env=environment(moment), check=False).returncode not in (0, NO_TEST)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
