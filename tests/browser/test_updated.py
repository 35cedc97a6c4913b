"""A page that stays open while the desk is stopped, updated and started again."""

import sys

from playwright.sync_api import expect

from tests.browser.scenes import lay_out
from tests.browser.visit import LANDSCAPE, Visit
from tests.desk import ROOT, running

NEWER = "import hostdesk; hostdesk.VERSION = '99.1.0'; from hostdesk.__main__ import main; main()"
OPEN_FOR, A_WHILE = 10_000, 60_000  # milliseconds; a page that was just drawn does not reload itself


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

    with running(folder, older.port, program=[sys.executable, "-c", NEWER], PYTHONPATH=str(ROOT)):
        expect(idle).not_to_have_title("drawn before", timeout=A_WHILE)
        expect(idle.locator("#updated")).to_be_hidden()
        expect(typing.locator("#updated")).to_be_visible(timeout=A_WHILE)
        expect(typing.get_by_label("Buy-in", exact=True)).to_have_value("10")
        expect(typing).to_have_title("drawn before")

        typing.locator("#buy-in button.primary").tap()

        expect(typing).not_to_have_title("drawn before", timeout=A_WHILE)
        expect(typing.locator(".sitting", has_text="Ann").locator(".sitting-in")).to_have_text("10.00")
