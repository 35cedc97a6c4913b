"""The power fails after any write: each state that the disk may have is opened, rolled back and compared."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import desk
from tests.browser.scenes import lay_out
from tests.drills.drill import Drill, Found


def waited_for(images: int) -> Found:
    """Cut the power of a desk as it is: each transaction waits for the disk."""
    return _cut(images, "EXTRA")


def not_waited_for(images: int) -> Found:
    """Cut the power of a desk that leaves the time of a write to the system."""
    return _cut(images, "OFF")


def _cut(images: int, synchronous: str) -> Found:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = lay_out(folder, "nights")
        path = f"/nights/{made['nights'][0]}/tonight/players/{made['players'][0]}/buy-in/"
        ran = subprocess.run(
            [sys.executable, "-m", "tests.drills.power_loss", made["session"], path, str(images), synchronous],
            cwd=desk.ROOT,
            env=desk.environment(folder, 8000, DJANGO_SETTINGS_MODULE="hostdesk.settings"),
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    said = json.loads(ran.stdout)
    right = said["came"].pop("", 0)
    wrong = ", ".join(f"{number} {what}" for what, number in sorted(said["came"].items())) or "none wrong"
    figure = f"{images:,} images of {said['acts']} acts in {said['writes']:,} writes: {right:,} right, {wrong}"
    return Found(figure, right == images)


DRILLS = [Drill("what is acknowledged survives a power cut after any write", waited_for, not_waited_for, 10_000, 60)]
