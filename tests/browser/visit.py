"""A device at a running desk: its address, the sign-in, and the pages that every test looks at."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ViewportSize

from tests.browser.scenes import fill, lay_out
from tests.desk import Desk, running

LANDSCAPE: ViewportSize = {"width": 1180, "height": 746}
PORTRAIT: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW_TABLET: ViewportSize = {"width": 1133, "height": 744}
LOW_PHONE: ViewportSize = {"width": 390, "height": 664}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
ZOOMED: ViewportSize = {"width": 590, "height": 410}
_OTHERS = (1024, 768), (744, 1133), (810, 1080)
WINDOWS = [LOW_TABLET, LOW_PHONE, LANDSCAPE, PORTRAIT, PHONE, ZOOMED]
WINDOWS += [ViewportSize(width=width, height=height) for width, height in _OTHERS]
"""The windows of tablets and phones in their browsers, and one that shows everything twice as large."""
USUAL = WINDOWS[:2]


def in_windows(usual: Sequence[ViewportSize], windows: Sequence[ViewportSize] = WINDOWS) -> pytest.MarkDecorator:
    """Run a test in the usual windows; in the others only in the long run."""
    sizes = [
        pytest.param(
            each, marks=[] if each in usual else [pytest.mark.long], id="{width}x{height}".format_map({**each})
        )
        for each in windows
    ]
    return pytest.mark.parametrize("size", sizes)


@dataclass(frozen=True)
class Visit:
    """A running desk with a scene in its books."""

    desk: Desk
    made: dict[str, Any]

    @classmethod
    def to(cls, desk: Desk, scene: str) -> "Visit":
        """Make the scene in a running desk."""
        return cls(desk, fill(desk.folder, scene, **desk.settings))

    @property
    def origin(self) -> str:
        """The address of the desk on this machine."""
        return f"http://127.0.0.1:{self.desk.port}"

    def sign_in(self, context: BrowserContext, session: str = "session") -> None:
        """Sign a device in as the host, or with another session of the scene."""
        name = f"desk{self.desk.port}"
        context.add_cookies([{"name": name, "value": self.made[session], "url": self.origin}])

    def tonight(self, rest: str = "") -> str:
        """Return the address of the open night, or of a page below it."""
        return f"{self.origin}/nights/{self.made['night']}/tonight/{rest}"

    def player(self, name: str) -> str:
        """Return the address of a player's panel."""
        return self.tonight(f"players/{self.made['players'][name]}/")


@contextmanager
def visiting(folder: Path, scene: str, **settings: str) -> Iterator[Visit]:
    """Run a desk with a scene in its books until the end of the block; with settings, its books are its own."""
    made = None if settings else lay_out(folder, scene)
    with running(folder, **settings) as desk:
        yield Visit(desk, made) if made else Visit.to(desk, scene)
