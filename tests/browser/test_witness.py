"""A phone that saw the books meets books that somebody has changed since."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from reservations.acts.append_only_schema import PREFIX
from tests.browser.visit import LANDSCAPE, PHONE, visiting

KEPT = "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('hostdesk witness'))))"


@pytest.fixture
def visit(tmp_path):
    with visiting(tmp_path, "own_pages") as one:
        yield one


def test_a_changed_line_is_told_to_the_player_and_to_the_host(new_context, visit):
    """A purchase of Bo's is made larger with the file in hand; the phone says so until Bo has read it."""
    context, host = new_context(viewport=PHONE, has_touch=True), new_context(viewport=LANDSCAPE)
    visit.sign_in(context, "session_Bo")
    visit.sign_in(host)
    phone, home = context.new_page(), host.new_page()
    with phone.expect_response("**/witness/**"):
        phone.goto(f"{visit.origin}/own/{visit.made['players']['Bo']}/")
    phone.wait_for_function(f"() => {KEPT}?.number > 0")
    number = min(map(int, phone.evaluate(f"Object.keys({KEPT}.lines)")))
    notice = phone.locator("#witness")
    expect(notice).to_be_hidden()

    with closing(sqlite3.connect(visit.desk.folder / "hostdesk.sqlite3")) as books, books:
        books.execute(f'DROP TRIGGER "{PREFIX}reservations_act_update"')
        books.execute("UPDATE reservations_act SET ruling = 'not so' WHERE number = ?", [number])
    with phone.expect_response(lambda answer: answer.request.method == "POST" and "/witness/" in answer.url):
        phone.reload()
    home.goto(f"{visit.origin}/?stay=yes")

    expect(notice).to_contain_text(f"Act {number} said")
    expect(home.get_by_role("alert")).to_contain_text("1 phone saw other books")
    phone.locator("#witness button").tap()
    expect(notice).to_be_hidden()
    home.goto(f"{visit.origin}/desk/phones/")
    expect(home.locator("main .card")).to_contain_text("Bo")
