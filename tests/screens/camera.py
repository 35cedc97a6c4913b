"""Takes the pictures: a context for each theme and visitor, a picture for each page and window; papers by poppler."""

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.browser.conftest import FIRST_PAGE, PATIENCE
from tests.browser.visit import Visit
from tests.screens.pages import PAGES, PAPERS, PICTURES, PRINTED, Shot

PHONE_WIDTH = 400  # CSS pixels; a narrower screen has two pixels of its own for each
DOTS = "96"  # per inch of paper


def named(size: ViewportSize) -> str:
    """Return the name of a window, as in the options and in the names of pictures."""
    return f"{size['width']}x{size['height']}"


class Camera:
    """A browser that visits the desks and keeps the pictures in a folder."""

    def __init__(self, browser: Browser, visits: Mapping[str, Visit], folder: Path) -> None:
        self.browser, self.visits, self.folder = browser, visits, folder
        self.contexts: dict[tuple[str, ...], BrowserContext] = {}

    def take(self, names: Sequence[str], windows: Sequence[str], themes: Sequence[str]) -> Iterator[str]:
        """Take the pictures of those pages; yield the name of each, with the reason if it could not be taken."""
        for name in names:
            for kind, take in ((PAGES, self._windows), (PAPERS, self._paper), (PRINTED, self._printed)):
                if name in kind:
                    yield from take(name, kind[name], windows, themes)
            if name in PICTURES:
                yield self._fetch(name, PICTURES[name], ".png").name

    def _windows(self, name: str, shot: Shot, windows: Sequence[str], themes: Sequence[str]) -> Iterator[str]:
        for theme in themes:
            for size in (each for each in shot.windows if not windows or named(each) in windows):
                page = self.page(shot, size, theme)
                taken = f"{name}-{named(size)}-{theme}.png"
                try:
                    self._show(page, shot)
                    page.screenshot(path=self.folder / taken, animations="disabled")
                    yield taken
                except Error as fault:
                    page.screenshot(path=self.folder / taken)
                    yield f"{taken}: {fault.message.splitlines()[0]}"
                finally:
                    page.close()

    def page(self, shot: Shot, size: ViewportSize, theme: str) -> Page:
        """Open an empty page as the visitor of a shot, in a window and a theme."""
        scale = 2 if size["width"] < PHONE_WIDTH else 1
        key = (shot.books, shot.who, theme, str(scale))
        if key not in self.contexts:
            visit = self.visits[shot.books]
            context = self.browser.new_context(device_scale_factor=scale, has_touch=True, reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            context.set_default_navigation_timeout(FIRST_PAGE)
            context.add_cookies([{"name": "theme", "value": theme, "url": visit.origin}])
            if shot.who:
                visit.sign_in(context, shot.who)
            self.contexts[key] = context
        page = self.contexts[key].new_page()
        page.set_viewport_size(size)
        return page

    def _show(self, page: Page, shot: Shot) -> None:
        visit = self.visits[shot.books]
        page.goto(visit.origin + shot.of(visit.made), wait_until="load")
        page.evaluate("document.fonts.ready")
        if shot.step:
            shot.step(page, visit.made)

    def _fetch(self, name: str, shot: Shot, ending: str) -> Path:
        """Fetch a file that the desk makes."""
        visit, page = self.visits[shot.books], self.page(shot, PAGES["home"].windows[0], "light")
        found = page.context.request.get(visit.origin + shot.of(visit.made))
        page.close()
        path = self.folder / f"{name}{ending}"
        path.write_bytes(found.body())
        return path

    def _paper(self, name: str, shot: Shot, *_: Any) -> Iterator[str]:
        yield from self._pages_of(self._fetch(name, shot, ".pdf"))

    def _printed(self, name: str, shot: Shot, *_: Any) -> Iterator[str]:
        page = self.page(shot, PAGES["home"].windows[0], "light")
        self._show(page, shot)
        path = self.folder / f"{name}.pdf"
        page.pdf(path=path, format="A4", prefer_css_page_size=True)
        page.close()
        yield from self._pages_of(path)

    def _pages_of(self, paper: Path) -> Iterator[str]:
        subprocess.run(["pdftoppm", "-r", DOTS, "-png", paper, paper.with_suffix("")], check=True)
        paper.unlink()
        yield from (each.name for each in sorted(self.folder.glob(f"{paper.stem}-[0-9]*.png")))
