"""``make drills``: put the promises of the desk to the test, a line each: the promise, its figure, its control.

    python -m tests.drills                  all of them, within an hour on two quiet cores
    python -m tests.drills power kill       those with one of the words in their name

The exit code is 1 if a promise does not hold, a control does hold, or a drill could not run.
"""

import os
import sys
import time

import django

from tests.drills.drill import all_drills, ran


def main(words: list[str]) -> int:
    """Run the drills, away from the installation's own books; return the exit code."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    drills = all_drills(words)
    if not drills:
        sys.stderr.write("There is no such drill.\n")
        return 1
    well = True
    for name, drill in drills.items():
        begun = time.monotonic()
        is_well, line = ran(name, drill)
        minutes, seconds = divmod(round(time.monotonic() - begun), 60)
        print(f"{line} | {minutes}:{seconds:02}", flush=True)
        well = well and is_well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
