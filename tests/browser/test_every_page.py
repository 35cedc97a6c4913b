"""Every page of the desk, with names that look like markup: nothing runs, nothing is cut, all can be tapped."""

import pytest
from django.urls import resolve
from playwright.sync_api import expect

from hostdesk.urls import urlpatterns
from tests import desk
from tests.browser.ear import Ear
from tests.browser.looks import faults_of_access, faults_of_layout
from tests.browser.visit import LANDSCAPE, PHONE, PORTRAIT, Visit

PAGES = {
    "home": ["/"],
    "sign_in": ["/sign-in/?next=/<b>"],
    "set_up": ["/set-up/nothing/"],
    "set_up_house": ["/set-up/nothing/house/"],
    "set_up_demo": ["/set-up/nothing/demo/"],
    "link": ["/link/{link}/", "/link/{bankers_link}/", "/link/{players_link}/", "/link/<b>/"],
    "password": ["/password/"],
    "settings": ["/desk/", "/desk/?changed=yes"],
    "hosts": ["/desk/hosts/"],
    "night_banker": ["/nights/{night}/banker/", "/nights/{closed}/banker/"],
    "tonight": ["/nights/{night}/tonight/", "/nights/{night}/tonight/?receipt={last_act}"],
    "tonight_add": ["/nights/{night}/tonight/add/"],
    "tonight_everyone": ["/nights/{night}/tonight/everyone/"],
    "tonight_undo": ["/nights/{night}/tonight/undo/{first_act}/"],
    "tonight_float": ["/nights/{night}/tonight/float/"],
    "tonight_big_stack": ["/nights/{night}/tonight/big-stack/"],
    "tonight_hand_over": ["/nights/{night}/tonight/hand-over/"],
    "tonight_player": [
        "/nights/{night}/tonight/players/{hostile_1}/",
        "/nights/{night}/tonight/players/{hostile_4}/",
        "/nights/{night}/tonight/players/{hostile_7}/",
    ],
    "tonight_sell": ["/nights/{night}/tonight/players/{hostile_1}/sell/"],
    "tonight_paid": ["/nights/{night}/tonight/players/{hostile_7}/paid/"],
    "tonight_cash_out": ["/nights/{night}/tonight/players/{hostile_7}/cash-out/"],
    "closing": [
        "/nights/{night}/closing/",
        "/nights/{night}/closing/?extra=2000",
        "/nights/{ending}/closing/",
    ],
    "closing_lapse": ["/nights/{ending}/closing/notes/lapse/"],
    "night_book": [
        "/nights/{closed}/book/",
        "/nights/{closed}/book/?payer={hostile_3}&payee={ann}",
    ],
    "nights": ["/nights/"],
    "night_plan": ["/nights/plan/"],
    "night": ["/nights/{planned}/", "/nights/{night}/", "/nights/{closed}/"],
    "night_open": ["/nights/{planned}/open/"],
    "night_acts": ["/nights/{night}/acts/", "/nights/{closed}/acts/"],
    "players": ["/players/", "/players/?name=nobody"],
    "players_add": ["/players/add/"],
    "player": ["/players/{hostile_0}/", "/players/{hostile_7}/"],
    "player_edit": ["/players/{hostile_8}/edit/"],
    "player_merge": ["/players/{hostile_5}/merge/"],
    "player_link": ["/players/{hostile_1}/link/", "/players/{hostile_4}/link/"],
    "own": ["/own/{hostile_1}/", "/own/{hostile_4}/", "/own/{hostile_7}/"],
    "own_payment": ["/own/{payer}/payments/{month}/1/", "/own/{payee}/payments/{month}/2/"],
    "own_handle": ["/own/{payee}/handle/", "/own/{ann}/handle/"],
    "own_devices": ["/own/{hostile_1}/devices/", "/own/{hostile_4}/devices/"],
    "book": ["/book/", "/book/?receipt={payment}", "/book/?on=2020-01-01", "/book/?show=overdue"],
    "book_player": ["/book/players/{hostile_1}/", "/book/players/{hostile_7}/", "/book/players/{hostile_9}/"],
    "book_payment": ["/book/payment/", "/book/payment/?payer={hostile_1}"],
    "book_correct": ["/book/correct/"],
    "book_balances": ["/book/balances/"],
    "book_acts": ["/book/acts/", "/book/acts/?kind=correct"],
    "book_act": ["/book/acts/{payment}/", "/book/acts/{undone}/"],
    "months": ["/book/months/", "/book/months/?receipt={month}"],
    "month_new": ["/book/months/new/"],
    "month": ["/book/months/{before}/", "/book/months/{month}/"],
    "month_text": ["/book/months/{month}/text/"],
    "month_undo": ["/book/months/{month}/undo/"],
    "month_payment": [
        "/book/months/{month}/payments/1/",
        "/book/months/{month}/payments/2/",
        "/book/months/{month}/payments/3/",
        "/book/months/{before}/payments/1/",
    ],
    "player_credit": ["/players/{hostile_1}/credit/", "/players/{hostile_3}/credit/"],
    "tonight_notes": ["/nights/{night}/tonight/notes/", "/nights/{noted}/tonight/notes/"],
    "tonight_note": ["/nights/{noted}/tonight/notes/{note}/", "/nights/{noted}/tonight/notes/{guests_note}/"],
    "tonight_charge": ["/nights/{noted}/tonight/notes/{guests_note}/charge/"],
    "notes": ["/notes/", "/notes/?state=lapsed"],
    "note": ["/notes/{note}/", "/notes/{guests_note}/"],
    "houses": ["/houses/"],
    "house": ["/houses/{house}/", "/houses/mike/"],
    "house_revise": ["/houses/{house}/revise/"],
}
NO_PAGES = {
    *("healthz", "keys", "tonight_since", "night_report_pdf", "night_results"),  # files and parts of pages
    *("note_slip_pdf", "note_slips_pdf", "sheet_pdf", "blank_sheet_pdf", "book_pdf"),
    *("month_pdf", "month_slips_pdf", "own_payment_qr"),
    *("sign_out", "look", "tonight_level", "tonight_last_hand", "tonight_buy_in", "tonight_notice"),  # only forms
    *("player_split", "player_remove", "own_credit"),
    *("closing_last_hand", "closing_final_pot", "closing_declare", "closing_drawer", "closing_notes", "closing_close"),
}
SIZES = [LANDSCAPE, PORTRAIT, PHONE]
ADDRESSES = [address for addresses in PAGES.values() for address in addresses]


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with desk.running(tmp_path_factory.mktemp("desk")) as running:
        yield Visit.to(running, "everything")


@pytest.fixture
def page(new_context, visit):
    """A tablet of the host; colours change at once there, so that none is measured half way."""
    context = new_context(viewport=LANDSCAPE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def test_no_page_is_left_out():
    numbers = dict.fromkeys(("night", "closed", "planned", "first_act", "last_act", "payment", "undone"), 1)
    numbers |= dict.fromkeys(("noted", "note", "guests_note", "ending"), 1)
    numbers |= dict.fromkeys(("ann", "before", "month", "payer", "payee"), 1)
    words = {
        "house": "own",
        "link": "secret",
        "bankers_link": "secret",
        "players_link": "secret",
        **{f"hostile_{place}": 1 for place in range(10)},
    }

    assert {pattern.name for pattern in urlpatterns} == {*PAGES, *NO_PAGES}
    for name, addresses in PAGES.items():
        assert {resolve(each.format(**numbers, **words).split("?")[0]).url_name for each in addresses} == {name}


def nothing_is_wrong(page, ear, visit):
    assert [*faults_of_layout(page, SIZES), *faults_of_access(page)] == []
    assert ear.asked_elsewhere(visit.origin) == []
    assert ear.complaints == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page(page, ear, visit, address):
    answer = page.goto(visit.origin + address.format(**visit.made))

    assert answer.status in (200, 404, 410)
    nothing_is_wrong(page, ear, visit)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/own/{hostile_1}/", 200), ("/own/{hostile_1}/devices/", 200), ("/own/{hostile_4}/", 404), ("/nights/", 403)],
)
def test_a_page_as_a_player_sees_it(new_context, visit, address, status):
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context, "players_session")
    page = context.new_page()
    ear = Ear(page)

    answer = page.goto(visit.origin + address.format(**visit.made))

    assert answer.status == status
    nothing_is_wrong(page, ear, visit)


def refused(page):
    page.get_by_label("Rebuy", exact=True).fill("9000")
    page.locator("#buy-in .primary").tap()
    page.get_by_text("Overrule…", exact=True).tap()
    expect(page.get_by_label("Reason", exact=True)).to_be_visible()


def mistyped(page):
    page.get_by_label("Rebuy", exact=True).fill("<b>alert(1)</b>")
    page.locator("#buy-in .primary").tap()
    expect(page.get_by_role("alert")).to_contain_text("<b>alert(1)</b>")


def counted_differently(page):
    page.get_by_role("link", name="Cash out").tap()
    page.get_by_label("counts", exact=False).first.fill("12.50")
    page.get_by_text("The banker counted apart…").tap()
    page.get_by_label("The banker counts").fill("12.05")
    page.get_by_role("button", name="Compare the two counts").tap()
    expect(page.get_by_role("alert")).to_contain_text("The two counts differ")


def about_to_be_paid(page):
    page.get_by_role("link", name="Cash out").tap()
    page.get_by_label("counts", exact=False).first.fill("12.50")
    page.get_by_role("button", name="Banker counted the same").tap()
    expect(page.get_by_role("button", name="Pay 12.50")).to_be_visible()


def not_there(page):
    page.goto(page.url.replace("/players/", "/players/9"))
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def menu_open(page):
    page.get_by_label("Menu").tap()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize("step", [refused, mistyped, counted_differently, about_to_be_paid, not_there, menu_open])
def test_a_page_that_a_form_leads_to(page, ear, visit, step):
    page.goto(visit.origin + "/nights/{night}/tonight/players/{hostile_1}/".format(**visit.made))

    step(page)

    nothing_is_wrong(page, ear, visit)
