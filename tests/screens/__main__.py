"""``python -m tests.screens``: the pictures of the documents, or with ``--all FOLDER`` those of every page."""

import argparse
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
django.setup()

from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402 - the settings come first
from tests.browser.visit import Visit  # noqa: E402
from tests.desk import ROOT, running  # noqa: E402
from tests.screens import books, documents  # noqa: E402
from tests.screens.camera import Camera, named  # noqa: E402
from tests.screens.pages import PAGES, PAPERS, PICTURES, PRINTED  # noqa: E402

KEPT = ROOT / "var" / "screens"
SHOTS = PAGES | PAPERS | PRINTED | PICTURES
SIZES = sorted({named(size) for shot in PAGES.values() for size in shot.windows})
THEMES = ("light", "dark")


def main(arguments: list[str]) -> int:
    """Take the requested pictures; return 1 if one of them could not be taken as it should be."""
    asked = _parser().parse_args(arguments)
    wanted = [name for name in SHOTS if not asked.only or any(each in name for each in asked.only)]
    wanted = wanted if asked.all else [*documents.SHOTS]
    made, faults = books.make(asked.books), 0
    with ExitStack() as stack:
        folder = asked.all or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, "--font-render-hinting=none"]
        )
        visits = _visits(stack, asked.books, made, {SHOTS[name].books for name in wanted})
        camera = Camera(browser, visits, folder)
        themes = asked.theme or THEMES
        for line in camera.take(wanted, asked.window, themes) if asked.all else documents.take(camera):
            faults += ": " in line
            print(line, flush=True)
        browser.close()
    return int(faults > 0)


def _visits(stack: ExitStack, folder: Path, made: dict[str, dict[str, Any]], wanted: set[str]) -> dict[str, Visit]:
    """Start a desk for each of the wanted books, on a copy of them: the acts for a picture are gone afterwards."""
    visits = {}
    for name in wanted:
        copy = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        if name in made:
            shutil.copy(folder / name / "demo.sqlite3", copy / "hostdesk.sqlite3")
            shutil.copy(folder / name / "secret", copy)
        desk = stack.enter_context(running(copy, **books.SHOWN))
        visits[name] = Visit(desk, made.get(name) or {"set_up": desk.set_up_path})
    return visits


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="pictures of every page, into it")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="pages whose names hold one of the words")
    parser.add_argument("--window", nargs="+", choices=SIZES)
    parser.add_argument("--theme", nargs="+", choices=THEMES)
    parser.add_argument("--books", type=Path, default=KEPT, metavar="FOLDER", help="where the books are kept")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
