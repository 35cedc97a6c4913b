"""The pictures of the documents: what each shows, and the digest of the templates and styles that it was taken from."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.browser.visit import LANDSCAPE, LOW_TABLET, PHONE, TELEVISION
from tests.desk import ROOT
from tests.screens.camera import Camera, named
from tests.screens.pages import PAGES, PAPERS

FOLDER = ROOT / "docs" / "screens"
DIGESTS = FOLDER / "digests.json"
TOGETHER = {
    "tablet": ("six-player", LOW_TABLET),
    "phone": ("own-comes", PHONE),
    "paper": ("paper-report-small", LOW_TABLET),
}
"""The devices and the paper in the first picture."""

ALONE = {"tonight": ("tonight", LANDSCAPE), "closing": ("closing-drawer", LANDSCAPE), "tv": ("tv-clock", TELEVISION)}
"""The other pictures: a page and a window."""

FROM = {
    "desk": ["table/tonight/tonight.html", "table/tonight/panels/_player.html", "people/own/own.html"],
    "tonight": ["table/tonight/tonight.html", "table/tonight/panels/_night.html"],
    "closing": ["table/closing/closing.html"],
    "tv": ["table/tv/tv.html"],
}
"""The templates that a picture starts from; the templates that they name are added."""

_LAID = """
  <style>
    body { display: flex; align-items: center; margin: 0; padding: 40px 48px; width: 1504px; background: #e9e1cf; }
    img { display: block; border-radius: 18px; box-shadow: 0 2px 4px #0003, 0 18px 40px #0003; }
    .tablet { border: 14px solid #211f1a; width: 960px; }
    .phone { border: 9px solid #211f1a; border-radius: 34px; width: 232px; margin: 64px -20px 0 -52px; }
    .paper { border-radius: 2px; width: 340px; rotate: 2deg; }
  </style>
"""


def sources(picture: str) -> list[Path]:
    """Return the templates and style sheets of a picture, by their paths."""
    found, left = set[Path](), [ROOT / "templates" / each for each in FROM[picture]]
    while left:
        path = left.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            left += [ROOT / "templates" / each for each in re.findall(r'"([\w/]+\.html)"', text)]
            left += [ROOT / "hostdesk" / "static" / each for each in re.findall(r"static '([\w/]+\.css)'", text)]
    return sorted(found)


def digest(picture: str) -> str:
    """Return the digest of the sources of a picture."""
    texts = b"\0".join(path.read_bytes() for path in sources(picture))
    return hashlib.sha256(texts).hexdigest()[:16]


def kept_digests() -> dict[str, str]:
    """Return the digests of the sources that the pictures were taken from, by picture."""
    found: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return found


def take(camera: Camera) -> Iterator[str]:
    """Take all pictures of the documents and note their digests; yield their names."""
    for name, size in (*TOGETHER.values(), *ALONE.values()):
        yield from camera.take([name], [named(size)], ["light"])
    FOLDER.mkdir(exist_ok=True)
    for picture, (name, size) in ALONE.items():
        (FOLDER / f"{picture}.png").write_bytes((camera.folder / f"{name}-{named(size)}-light.png").read_bytes())
    _lay(camera)
    DIGESTS.write_text(json.dumps({name: digest(name) for name in FROM}, indent=2) + "\n", encoding="utf-8")


def _lay(camera: Camera) -> None:
    """Lay a tablet, a phone and a paper beside each other on one picture."""
    taken = {
        what: min(camera.folder.glob(f"{name}-{named(size)}-light.png"), default=camera.folder / f"{name}-1.png")
        for what, (name, size) in TOGETHER.items()
    }
    page = camera.browser.new_page(viewport={"width": 1600, "height": 800})
    inlined = {what: base64.b64encode(path.read_bytes()).decode() for what, path in taken.items()}
    images = (f'<img class="{what}" src="data:image/png;base64,{each}">' for what, each in inlined.items())
    page.set_content(_LAID + "".join(images))
    page.locator("body").screenshot(path=FOLDER / "desk.png")
    page.close()


SHOTS = {name: (PAGES | PAPERS)[name] for name, _ in (*TOGETHER.values(), *ALONE.values())}
"""The shots of all pictures."""
