"""A device at a running desk: its address, the sign-in, and the few things that every test looks at."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ViewportSize

from tests.browser.scenes import fill, lay_out
from tests.desk import Desk, running

LANDSCAPE: ViewportSize = {"width": 1180, "height": 820}
PORTRAIT: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}


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
def visiting(folder: Path, scene: str) -> Iterator[Visit]:
    """Run a desk with a scene in its books until the end of the block."""
    made = lay_out(folder, scene)
    with running(folder) as desk:
        yield Visit(desk, made)
