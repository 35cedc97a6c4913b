"""Every page of the desk with names that look like markup: no script runs, nothing is cut off, all can be tapped."""

import re

import pytest
from django.urls import resolve
from playwright.sync_api import expect

from hostdesk.front.desk.moved_views import Moved
from hostdesk.front.desk.settings_views import SETTINGS
from hostdesk.urls import urlpatterns
from tests.browser.conftest import FIRST_PAGE, PATIENCE
from tests.browser.ear import Ear
from tests.browser.looks import READABLE, THEMES, faults_of_access, faults_of_layout
from tests.browser.visit import LOW_TABLET, PHONE, TELEVISION, USUAL, WINDOWS, visiting

PAGES = {
    "home": ["/"],
    "sign_in": ["/sign-in/?next=/<b>"],
    "set_up": ["/set-up/nothing/"],
    "set_up_house": ["/set-up/nothing/house/"],
    "set_up_demo": ["/set-up/nothing/demo/"],
    "link": [
        *("/link/{link}/", "/link/{bankers_link}/", "/link/{players_link}/", "/link/{night_link}/"),
        *("/link/{poll_link}/", "/link/<b>/"),
    ],
    "inbox": ["/inbox/", "/inbox/?night={night}"],
    "do_not_write": ["/do-not-write/{stops}/"],
    "group": ["/group/{group_link}/", "/group/{poll_group}/", "/group/<b>/"],
    "group_rules": ["/group/{group_link}/rules/", "/group/<b>/rules/"],
    "search": ["/search/?q=<b>", "/search/", "/search/?q=november", "/search/?q=nothing+like+that"],
    "moved": ["/desk/moved/"],
    "settings": [
        "/desk/",
        *(f"/desk/?open={key}" for key in SETTINGS),
        "/desk/?open=email&address=ann@gmail.com&provider=",
        "/desk/?open=email&address=desk@example.org&provider=other",
    ],
    "tonight": [
        "/nights/{night}/tonight/",
        "/nights/{night}/tonight/?receipt={last_act}",
        "/nights/{wished}/tonight/?more=yes",
        "/nights/{door_open}/tonight/",
        "/nights/{wished}/tonight/",
    ],
    "tonight_add": ["/nights/{night}/tonight/add/"],
    "tonight_everyone": ["/nights/{night}/tonight/everyone/"],
    "tonight_request": ["/nights/{night}/tonight/asked/{asked}/", "/nights/{night}/tonight/asked/{asked}/?from=door"],
    "tonight_undo": ["/nights/{night}/tonight/undo/{first_act}/"],
    "tonight_seats": [
        "/nights/{night}/tonight/seats/",
        "/nights/{tables}/tonight/seats/",
        "/nights/{tables}/tonight/seats/?noted={stood_up}",
        "/nights/{tables}/tonight/seats/?spot=2-9",
    ],
    "tonight_seat": ["/nights/{tables}/tonight/players/{hostile_7}/seat/"],
    "tonight_rules": ["/nights/{night}/tonight/rules/", "/nights/{night}/tonight/rules/?q=buy+in"],
    "tonight_float": ["/nights/{night}/tonight/float/"],
    "tonight_split": ["/nights/{at_one_table}/tonight/split/", "/nights/{split_night}/tonight/split/"],
    "tonight_drawn": [
        "/nights/{split_night}/tonight/draws/{split_fact}/",
        "/nights/{merged}/tonight/draws/{merge_fact}/",
        "/nights/{merged}/tonight/draws/{button_fact}/",
    ],
    "tonight_balance": ["/nights/{uneven}/tonight/balance/", "/nights/{button_unknown}/tonight/balance/"],
    "tonight_button": ["/nights/{uneven}/tonight/tables/1/button/"],
    "tonight_wishes": ["/nights/{wished}/tonight/wishes/", "/nights/{merged}/tonight/wishes/"],
    "tonight_merge": ["/nights/{wished}/tonight/merge/", "/nights/{uneven}/tonight/merge/"],
    "tonight_take_back": ["/nights/{split_night}/tonight/take-back/{split_fact}/"],
    "tonight_clock": ["/nights/{night}/tonight/clock/"],
    "tonight_big_stack": ["/nights/{night}/tonight/big-stack/"],
    "chips_plan": ["/chips/mike/", "/chips/mike/?players=7&buy_in=10&colour-0=white&value-0=0.05&stock-0=10"],
    "tonight_stakes": ["/nights/{night}/tonight/stakes/"],
    "tonight_hand_over": ["/nights/{night}/tonight/hand-over/"],
    "tonight_player": [
        "/nights/{night}/tonight/players/{hostile_1}/",
        "/nights/{night}/tonight/players/{hostile_4}/",
        "/nights/{night}/tonight/players/{hostile_7}/",
        "/nights/{tables}/tonight/players/{hostile_7}/",
    ],
    "tonight_behind": ["/nights/{night}/tonight/players/{hostile_1}/behind/"],
    "tonight_gave_others": ["/nights/{noted}/tonight/gave/{guests_buy_in}/"],
    "tonight_sell": ["/nights/{night}/tonight/players/{hostile_1}/sell/"],
    "tonight_paid": ["/nights/{night}/tonight/players/{hostile_7}/paid/"],
    "tonight_cash_out": ["/nights/{night}/tonight/players/{hostile_7}/cash-out/"],
    "closing": ["/nights/{night}/closing/", "/nights/{night}/closing/?extra=2000", "/nights/{ending}/closing/"],
    "closing_lapse": ["/nights/{ending}/closing/notes/lapse/"],
    "nights": ["/nights/", "/nights/?month={month_ahead}", "/nights/?month=2031-01"],
    "night_plan": ["/nights/plan/", "/nights/plan/?date=2031-01-31"],
    "night_play": ["/nights/play/"],
    "night_change": ["/nights/{of_series}/change/", "/nights/{night}/change/"],
    "night_cancel": ["/nights/{planned}/cancel/", "/nights/{of_series}/cancel/"],
    "series": ["/series/{series}/", "/series/{series}/?after=2020-01-01"],
    "night": [
        *("/nights/{planned}/", "/nights/{night}/", "/nights/{closed}/", "/nights/{near}/", "/nights/{noted}/"),
        *("/nights/{of_series}/", "/nights/{skipped}/", "/nights/{planned}/?who=<b>x", "/nights/{night}/?part=guests"),
        *("/nights/{night}/?part=banker", "/nights/{planned}/?part=reminders", "/nights/{near}/?part=reminders"),
        *("/nights/{closed}/?step=2", "/nights/{closed}/?payer={hostile_3}&payee={ann}"),
    ],
    "night_open": ["/nights/{planned}/open/"],
    "night_guest": [
        "/nights/{planned}/guests/{hostile_0}/",
        "/nights/{planned}/guests/{hostile_7}/",
        "/nights/{planned}/guests/{hostile_9}/",
        "/nights/{near}/guests/{hostile_2}/",
        "/nights/{near}/guests/{hostile_7}/",
        "/nights/{night}/guests/{hostile_7}/",
    ],
    "night_door": ["/nights/{door}/door/", "/nights/{door_open}/door/", "/nights/{closed}/door/"],
    "night_door_away": ["/nights/{door}/door/{hostile_7}/away/", "/nights/{door_open}/door/{hostile_6}/away/"],
    "night_door_mark": [
        "/nights/{door}/door/{hostile_7}/?as=late",
        "/nights/{door}/door/{hostile_6}/?as=excused",
        "/nights/{door}/door/{hostile_0}/?as=no-show",
    ],
    "night_messages": [
        *("/nights/{planned}/messages/", "/nights/{planned}/messages/?qr=group", "/nights/{near}/messages/"),
        *("/nights/{missed}/messages/", "/nights/{closed}/messages/"),
    ],
    "poll_new": ["/polls/new/"],
    "poll": ["/polls/{poll}/", "/polls/{decided}/", "/polls/{poll_closed}/"],
    "poll_messages": ["/polls/{poll}/messages/", "/polls/{poll_closed}/messages/"],
    "seasons": [
        "/seasons/?season=all",
        "/seasons/?season=all&figures=all",
        "/seasons/?season=all&player={hostile_1}",
        "/seasons/?season=1999",
    ],
    "season_pictures": ["/seasons/pictures/?season=all", "/seasons/pictures/?season=all&player={hostile_1}"],
    "season_new": ["/seasons/new/"],
    "season_change": ["/seasons/{season}/change/"],
    "season_sharing": ["/seasons/sharing/"],
    "bring": ["/bring/"],
    "bring_pokernow": ["/bring/pokernow/"],
    "bring_shared_expenses": ["/bring/shared-expenses/"],
    "bring_sheet": ["/bring/sheet/"],
    "bring_balances": ["/bring/balances/"],
    "players": ["/players/", "/players/?name=nobody"],
    "players_duplicates": ["/players/duplicates/"],
    "players_add": ["/players/add/"],
    "player": [
        *("/players/{hostile_1}/", "/players/{hostile_3}/", "/players/{hostile_4}/", "/players/{hostile_9}/"),
        *("/players/{struck}/", "/players/{contested}/", "/players/{ann}/", "/players/{hostile_0}/?part=id"),
        *("/players/{hostile_8}/?part=change", "/players/{hostile_5}/?part=forget", "/players/{hostile_5}/?part=merge"),
        *("/players/{hostile_5}/?part=remove", "/players/{hostile_7}/?part=lines&on=2020-01-01"),
    ],
    "own": ["/own/{hostile_1}/", "/own/{hostile_4}/", "/own/{hostile_7}/"],
    "own_nights": ["/own/{hostile_1}/nights/?season=all", "/own/{hostile_7}/nights/?season=1999"],
    "own_book": [
        *("/own/{hostile_1}/book/", "/own/{payee}/book/?saved=handle", "/own/{ann}/book/?from=2020-01-01"),
        "/own/{payer}/book/?from=2026-12-31&to=2026-01-01",
    ],
    "own_me": [
        *("/own/{hostile_1}/me/", "/own/{contested}/me/", "/own/{hostile_4}/me/"),
        *(f"/own/{{hostile_1}}/me/?saved={row}" for row in ("email", "calendar", "devices", "credit")),
    ],
    "own_night": [
        "/own/{hostile_0}/nights/{planned}/",
        "/own/{hostile_7}/nights/{planned}/",
        "/own/{hostile_9}/nights/{planned}/",
        "/own/{hostile_1}/nights/{near}/",
        "/own/{hostile_2}/nights/{near}/",
        "/own/{hostile_4}/nights/{of_series}/",
        "/own/{hostile_4}/nights/{skipped}/",
        "/own/{hostile_7}/nights/{night}/",
    ],
    "own_poll": ["/own/{hostile_1}/polls/{poll}/", "/own/{hostile_0}/polls/{decided}/"],
    "own_payment": ["/own/{payer}/payments/{month}/1/", "/own/{payee}/payments/{month}/2/"],
    "own_rules": ["/own/{hostile_1}/rules/{house}/"],
    "own_line": ["/own/{hostile_1}/lines/1/"],
    "own_lines": ["/own/{hostile_1}/nights/{night}/lines/"],
    "own_count": ["/own/{hostile_1}/nights/{night}/count/"],
    "own_receipt": ["/own/{hostile_1}/nights/{night}/receipt/"],
    "check_act": ["/check/"],
    "own_pin": ["/own/{hostile_1}/pin/"],
    "book": [
        "/book/",
        "/book/?receipt={payment}",
        "/book/?on=2020-01-01",
        "/book/?show=overdue",
        "/book/?receipt={month}",
    ],
    "book_payment": ["/book/payment/", "/book/payment/?payer={hostile_1}"],
    "book_correct": ["/book/correct/"],
    "book_forgive": ["/book/forgive/"],
    "history": [
        *(
            "/history/",
            "/history/?kind=rulings",
            "/history/?kind=book",
            "/history/?kind=correct",
            "/history/?kind=mail",
        ),
        *("/history/?night={night}", "/history/?night={closed}&state=undone", "/history/?night={noted}&kind=rulings"),
    ],
    "history_act": ["/history/{payment}/", "/history/{undone}/", "/history/1/"],
    "month_new": ["/book/months/new/"],
    "month": ["/book/months/{before}/", "/book/months/{month}/"],
    "month_payment": [
        "/book/months/{month}/payments/1/",
        "/book/months/{month}/payments/2/",
        "/book/months/{month}/payments/3/",
        "/book/months/{before}/payments/1/",
    ],
    "tonight_conduct": [
        "/nights/{night}/tonight/conduct/",
        "/nights/{night}/tonight/conduct/?player={hostile_1}",
        "/nights/{noted}/tonight/conduct/",
    ],
    "night_take_back": ["/nights/{closed}/take-back/"],
    "tonight_notes": ["/nights/{night}/tonight/notes/", "/nights/{noted}/tonight/notes/"],
    "tonight_note": ["/nights/{noted}/tonight/notes/{note}/", "/nights/{noted}/tonight/notes/{guests_note}/"],
    "tonight_charge": ["/nights/{noted}/tonight/notes/{guests_note}/charge/"],
    "night_tv": [
        "/nights/{night}/tv/",
        "/nights/{planned}/tv/",
        "/nights/{night}/tv/?show=card",
        "/nights/{shown}/tv/",
        "/nights/{closed}/tv/",
    ],
    "show": ["/nights/{night}/show/", "/nights/{tables}/show/", "/nights/{tables}/show/?cards=yes"],
    "papers": ["/print/", "/print/?night={closed}", "/print/?month={month}&season=all"],
    "table_screen": ["/table/{screen}/", "/table/<b>/"],
    "table_screen_rules": ["/table/{screen}/rules/", "/table/<b>/rules/"],
    "notes": ["/notes/", "/notes/?state=lapsed"],
    "note": ["/notes/{note}/", "/notes/{guests_note}/"],
    "attendance": ["/attendance/", "/attendance/?from=2030-01-01"],
    "table_help": ["/table-help/?night={tables}"],
    "table_help_ask": [
        "/table-help/split/?house=mike&pot=1.05&high=B&low=A&low=C",
        "/table-help/side-pots/?house=mike&in-A=5&in-B=15&in-C=40&wins-1=A&wins-1=B&folded=A",
        "/table-help/raise/?house=dave-2018&bet=10&all_in=16",
        "/table-help/chips/?house=ericn&bet=2&put=3&chips=several",
        "/table-help/return/?night={tables}&owes=both",
        "/table-help/button/?night={tables}&left={hostile_7}",
    ],
    "houses": ["/houses/"],
    "house_new": ["/houses/new/"],
    "house": ["/houses/{house}/", "/houses/mike/"],
    "house_rules": ["/houses/{house}/rules/", "/houses/mike/rules/", "/houses/mike/rules/?q=odd+chip+<b>"],
    "house_changes": ["/houses/{house}/rules/changes/", "/houses/mike/rules/changes/"],
    "house_change": ["/houses/{house}/change/"],
    "house_template": ["/houses/mike/template/"],
    "house_revise": ["/houses/{house}/revise/"],
}
KINDS = {
    "Home": ["home"],
    "Sign in": ["sign_in"],
    "Set-up": ["set_up", "set_up_house", "set_up_demo"],
    "Settings": ["settings"],
    "Search": ["search"],
    "Where did it go?": ["moved"],
    "Inbox": ["inbox"],
    "Tonight": [
        *("tonight", "tonight_add", "tonight_everyone", "tonight_request", "tonight_undo", "tonight_seats"),
        *("tonight_seat", "tonight_rules", "tonight_float", "tonight_split", "tonight_drawn", "tonight_balance"),
        *("tonight_button", "tonight_wishes", "tonight_merge", "tonight_take_back", "tonight_clock"),
        *("tonight_big_stack", "tonight_stakes", "tonight_hand_over", "tonight_player", "tonight_behind"),
        *("tonight_gave_others", "tonight_sell", "tonight_paid", "tonight_cash_out", "tonight_conduct"),
        *("tonight_notes", "tonight_note", "tonight_charge"),
    ],
    "Closing": ["closing", "closing_lapse"],
    "Show": ["show", "night_tv"],
    "Print": ["papers"],
    "Pots and bets": ["table_help", "table_help_ask"],
    "Nights": ["nights"],
    "Plan a night": ["night_plan", "night_change", "series", "night_cancel"],
    "Play tonight": ["night_play"],
    "Night": ["night", "night_open", "night_take_back", "night_guest"],
    "Messages": ["night_messages", "poll_messages"],
    "Door": ["night_door", "night_door_away", "night_door_mark"],
    "Poll": ["poll_new", "poll"],
    "Seasons": ["seasons", "season_new", "season_change", "season_sharing"],
    "Pictures and records of a season": ["season_pictures"],
    "Bring your past along": ["bring", "bring_pokernow", "bring_shared_expenses", "bring_sheet", "bring_balances"],
    "People": ["players", "players_add", "players_duplicates"],
    "Player": ["player"],
    "Attendance": ["attendance"],
    "THE BOOK": ["book"],
    "Payment": ["book_payment", "book_correct", "book_forgive"],
    "History": ["history", "history_act"],
    "Month": ["month", "month_new", "month_payment"],
    "Bank notes": ["notes"],
    "Bank note": ["note"],
    "Houses": ["houses", "house_new"],
    "House": ["house", "house_changes"],
    "Rules": ["house_rules"],
    "Change the rules": ["house_change", "house_template", "house_revise"],
    "Chip planner": ["chips_plan"],
}
"""The pages that a host reaches by links, by kind of page; a panel counts with its page."""
OF_OTHERS = {
    *("link", "do_not_write", "group", "group_rules", "check_act", "table_screen", "table_screen_rules"),
    *(name for name in PAGES if name.startswith("own")),
}
"""Pages behind a secret, and those of a player's phone."""
OFTEN = {
    *("home", "sign_in", "set_up", "nights", "night", "night_play", "tonight", "closing", "show", "book", "month"),
    *("own", "own_night", "own_book", "own_payment"),
}
"""Pages of the first start, of the table, of money and of a player's phone."""
MOST_KINDS = 42
NO_PAGES = {
    "tonight_let_in",
    *("night_guest_answer", "night_guest_confirm", "night_guest_seat", "night_guest_bump", "night_guest_release"),
    *("night_door_came", "night_door_brought", "night_door_id", "night_door_ids", "night_door_since"),
    *("night_guest_pin", "night_guest_favour", "night_invite", "night_remind"),
    *("healthz", "keys", "clock_now", "tonight_since", "night_report_pdf", "night_results"),  # files and parts of pages
    *("note_slip_pdf", "note_slips_pdf", "sheet_pdf", "blank_sheet_pdf", "book_pdf"),
    *("tonight_cash_out_live", "house_change_statement", "house_save", "house_toml"),
    "tonight_grant",
    *("month_pdf", "month_slips_pdf", "own_payment_qr", "calendar_feed", "own_statement_pdf", "own_statement_csv"),
    *("tonight_swap", "tonight_stand", "tonight_away", "tonight_missed", "tonight_enter", "tonight_wish"),
    *("tonight_jump", "tonight_warn", "tonight_rule", "tonight_call", "tonight_call_end"),
    *("sign_out", "theme", "tonight_level", "tonight_last_hand", "tonight_buy_in", "tonight_notice"),
    *("tonight_notice_for_all", "tonight_comes"),
    *("tonight_left", "mail_account_forget"),  # only forms
    *(
        "player_split",
        "player_remove",
        "player_pin_remove",
        "witness_report_dealt",
        "own_witness",
        "own_credit",
        "own_leave",
        "night_restore",
    ),
    *("own_since", "own_answer", "own_expect", "own_confirm", "own_offer", "own_request", "own_request_withdraw"),
    *("group_name", "group_newcomer", "group_enter", "group_leave", "name_claim"),
    *("night_group_link", "group_link_setting", "house_tell"),
    *("player_strike", "player_reinstate", "strike_pardon", "strike_unmark", "strike_uphold"),
    *("message_sent", "message_given", "message_link", "own_messages_seen", "mailbox_done"),
    *("poll_decide", "poll_close", "poll_group_link", "poll_message_sent", "poll_message_given", "poll_message_link"),
    *("night_tv_now", "table_screen_now", "table_screen_clock"),
    *("closing_last_hand", "closing_final_pot", "closing_declare", "closing_drawer", "closing_notes", "closing_close"),
    *("mail_account_forget", "first_night_hide", "own_private", "bring_start_undo", "bring_import_undo"),
    *("night_result_picture", "bug_report"),  # files
    "closing_backup",  # a part of the page after the close
    *("second_place_choose", "second_place_key", "second_place_print", "second_place_keep"),  # only forms
}
ADDRESSES = [address for addresses in PAGES.values() for address in addresses]


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    """A tablet of the host on which colours change at once, so that none is measured half way."""
    context = new_context(viewport=LOW_TABLET, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    return context.new_page()


def test_no_page_is_left_out():
    numbers = dict.fromkeys(("night", "closed", "planned", "first_act", "last_act", "payment", "undone"), 1)
    numbers |= dict.fromkeys(("shown", "noted", "note", "guests_note", "guests_buy_in", "ending", "near", "missed"), 1)
    numbers |= dict.fromkeys(("asked", "series", "of_series", "skipped", "door", "door_open"), 1)
    numbers |= dict.fromkeys(("tables", "stood_up"), 1)
    numbers |= dict.fromkeys(("poll", "decided", "poll_closed"), 1)
    numbers |= dict.fromkeys(("at_one_table", "split_night", "uneven", "button_unknown", "wished", "merged"), 1)
    numbers |= dict.fromkeys(("split_fact", "merge_fact", "button_fact"), 1)
    numbers |= dict.fromkeys(("ann", "before", "month", "payer", "payee"), 1)
    numbers |= dict.fromkeys(("struck", "contested", "strike", "pardoned", "season"), 1)
    words = {
        "house": "own",
        "month_ahead": "2031-01",
        "link": "secret",
        "bankers_link": "secret",
        "players_link": "secret",
        "night_link": "secret",
        "poll_link": "secret",
        "stops": "secret",
        "group_link": "secret",
        "poll_group": "secret",
        "screen": "secret",
        **{f"hostile_{place}": 1 for place in range(10)},
    }

    assert {each.name for each in urlpatterns if not isinstance(each.callback, Moved)} == {*PAGES, *NO_PAGES}
    for name, addresses in PAGES.items():
        assert {resolve(each.format(**numbers, **words).split("?")[0]).url_name for each in addresses} == {name}


def test_a_host_has_few_kinds_of_pages():
    named = [name for names in KINDS.values() for name in names]

    assert sorted([*named, *OF_OTHERS]) == sorted(PAGES)
    assert len(KINDS) <= MOST_KINDS


def nothing_is_wrong(page, ear, visit, sizes=USUAL, themes=THEMES):
    assert [*faults_of_layout(page, sizes), *faults_of_access(page, themes)] == []
    assert ear.asked_elsewhere(visit.origin) == []
    assert ear.complaints == []


@pytest.fixture(scope="module")
def tablet(browser, visit):
    """A tablet that goes from page to page like a host's, and its ear. A new tablet for every test would be slow."""
    context = browser.new_context(viewport=LOW_TABLET, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(FIRST_PAGE)
    visit.sign_in(context)
    page = context.new_page()
    yield page, Ear(page)
    context.close()


def goes_to(tablet, visit, address):
    page, ear = tablet
    ear.forget()
    page.set_viewport_size(LOW_TABLET)
    # Some pages are refused: a mistyped period, or a page that is the player's alone.
    assert page.goto(visit.origin + address.format(**visit.made)).status in (200, 403, 404, 410, 422)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.further])
        for name in (*(names[0] for names in KINDS.values()), *sorted(OF_OTHERS))
    ],
)
def test_a_page_of_every_kind(tablet, visit, name):
    goes_to(tablet, visit, PAGES[name][0])

    page, ear = tablet
    nothing_is_wrong(page, ear, visit, themes=["light"])


@pytest.mark.long
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_in_every_size_and_theme(tablet, visit, address):
    READABLE.clear()
    goes_to(tablet, visit, address)

    page, ear = tablet
    nothing_is_wrong(page, ear, visit, sizes=[*WINDOWS, TELEVISION])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/own/{hostile_1}/", 200),
        ("/own/{hostile_1}/me/", 200),
        ("/own/{hostile_1}/me/?saved=limits", 200),
        ("/own/{hostile_1}/me/?saved=pin", 200),
        ("/own/{hostile_4}/", 404),
        ("/nights/", 403),
    ],
)
def test_a_page_as_a_player_sees_it(new_context, visit, address, status):
    context = new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context, "players_session")
    page = context.new_page()
    ear = Ear(page)

    answer = page.goto(visit.origin + address.format(**visit.made))

    assert answer.status == status
    nothing_is_wrong(page, ear, visit)


@pytest.mark.further
def test_a_rule_is_found_while_the_banker_types(page, ear, visit):
    """The field keeps the focus, the address holds the words, and the page is not reloaded."""
    page.goto(visit.origin + "/nights/{tables}/tonight/rules/".format(**visit.made))
    expect(page.locator("#look-up")).to_be_focused()

    page.keyboard.type("odd chip", delay=20)

    expect(page).to_have_url(re.compile(r"\?q=odd%20chip$"))
    expect(page.locator("#rules mark").first).to_be_visible()
    expect(page.locator("#look-up")).to_be_focused()
    assert ear.complaints == []


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
    page.get_by_text("Enter the banker’s count…").tap()
    page.get_by_label("The banker counts").fill("12.05")
    page.get_by_role("button", name="Compare counts").tap()
    expect(page.get_by_role("alert")).to_contain_text("The two counts differ")


def about_to_be_paid(page):
    page.get_by_role("link", name="Cash out").tap()
    page.get_by_label("counts", exact=False).first.fill("12.50")
    expect(page.get_by_role("button", name="Pay $12.50")).to_be_visible()


def not_there(page):
    page.goto(page.url.replace("/players/", "/players/9"))
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def menu_open(page):
    page.get_by_label("Menu").tap()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def calendar_made(page):
    page.goto(page.url.partition("/nights/")[0] + "/desk/?open=calendar")
    page.get_by_role("button", name="Make a new address").tap()
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    page.get_by_text("Show QR code").tap()
    expect(page.locator(".qr")).to_be_visible()


def everything_about_a_guest_unfolded(page):
    origin = page.url.partition("/nights/")[0]
    page.goto(f"{origin}/nights/")
    night = page.get_by_role("row").filter(has_text=" asks").get_by_role("link").first.get_attribute("href")
    page.goto(f"{origin}{night}guests/")
    page.locator(".in-line .guest").last.tap()
    expect(page.locator("#panel .panel-close")).to_be_visible()
    for fold in page.locator("#panel .fold > summary").all():
        fold.tap()
    expect(page.get_by_role("button", name="Delete the reservation", exact=True)).to_be_visible()


def nobody_makes_room(page):
    everything_about_a_guest_unfolded(page)
    page.get_by_label("Why").first.fill("<b>because</b>")
    page.get_by_role("group", name="Seat them instead, because").get_by_role("button").first.tap()
    expect(page.get_by_role("alert")).to_contain_text("say who makes room")


@pytest.mark.further
@pytest.mark.parametrize(
    "step",
    [
        refused,
        mistyped,
        counted_differently,
        not_there,
        menu_open,
        calendar_made,
        everything_about_a_guest_unfolded,
        nobody_makes_room,
        about_to_be_paid,
    ],
)
def test_a_page_that_a_form_leads_to(page, ear, visit, step):
    page.goto(visit.origin + "/nights/{night}/tonight/players/{hostile_1}/".format(**visit.made))

    step(page)

    nothing_is_wrong(page, ear, visit)
