"""A page that stays open while the desk is stopped, updated and started again."""

import shutil
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.scenes import lay_out
from tests.browser.visit import LANDSCAPE, Visit
from tests.desk import ROOT, running

pytestmark = pytest.mark.long

BUILD = ("hostdesk", "ledger", "reservations", "templates", "manage.py")
OPEN_FOR, A_WHILE = 10_000, 60_000  # milliseconds; a page that was just drawn does not reload itself


def another_build(folder):
    """Return the program of a build with the same version and one more comment on a page."""
    for name in BUILD:
        copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copied(ROOT / name, folder / name)
    with (folder / "templates" / "404.html").open("a") as page:
        page.write("{# mended #}")
    return [sys.executable, str(folder / "manage.py")]


def test_an_open_page_says_that_the_desk_was_updated_keeps_what_was_typed_and_loads_anew(new_context, tmp_path):
    folder = tmp_path / "desk"
    folder.mkdir()
    made = lay_out(folder, "evening")
    context = new_context(viewport=LANDSCAPE, has_touch=True)
    with running(folder) as older:
        visit = Visit(older, made)
        visit.sign_in(context)
        idle, typing = context.new_page(), context.new_page()
        for page, address in ((idle, visit.tonight()), (typing, visit.player("Ann"))):
            page.goto(address)
            page.evaluate("document.title = 'drawn before'")
        typing.get_by_label("Buy-in", exact=True).fill("10")
        typing.wait_for_timeout(OPEN_FOR)
        older.stop()

    with running(folder, older.port) as same:
        with idle.expect_response(lambda answer: answer.status < 500, timeout=A_WHILE):
            pass
        idle.wait_for_timeout(1_000)
        expect(idle).to_have_title("drawn before")
        expect(typing.locator("#updated")).to_be_hidden()
        same.stop()

    (tmp_path / "build").mkdir()
    with running(folder, older.port, program=another_build(tmp_path / "build")):
        expect(idle).not_to_have_title("drawn before", timeout=A_WHILE)
        expect(idle.locator("#updated")).to_be_hidden()
        expect(typing.locator("#updated")).to_be_visible(timeout=A_WHILE)
        expect(typing.get_by_label("Buy-in", exact=True)).to_have_value("10")
        expect(typing).to_have_title("drawn before")

        typing.locator("#buy-in button.primary").tap()

        expect(typing).not_to_have_title("drawn before", timeout=A_WHILE)
        expect(typing.locator(".sitting", has_text="Ann").locator(".sitting-in")).to_have_text("10.00")
