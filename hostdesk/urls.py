"""The addresses of the desk, by subject; the first that fits is taken."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter
from django.utils.module_loading import import_string

from hostdesk.base.leaves.queries import added
from hostdesk.base.sign_in import views as sign_in_views
from hostdesk.front.desk import moved_views, settings_views
from hostdesk.front.desk import views as desk_views
from hostdesk.front.desk.moved_views import OLD_ADDRESSES, Moved
from hostdesk.front.entrance import views as entrance_views
from hostdesk.front.history import views as history_views
from hostdesk.front.inbox import views as inbox_views
from hostdesk.front.papers import views as papers_views
from hostdesk.front.search import views as search_views
from hostdesk.front.set_up import views as setup_views
from hostdesk.imports.results import views as results_views
from hostdesk.invitations.group_link import views as group_views
from hostdesk.invitations.nights import guest_views, night_views
from hostdesk.invitations.nights import views as nights_views
from hostdesk.people.evidence import views as evidence_views
from hostdesk.people.own import book_views as own_book_views
from hostdesk.people.own import me_views as own_me_views
from hostdesk.people.own import night_views as own_night_views
from hostdesk.people.own import views as own_views
from hostdesk.people.pin import views as pin_views
from hostdesk.people.players import strike_views
from hostdesk.people.players import views as players_views
from hostdesk.rules.changing import views as changing_views
from hostdesk.rules.chips import views as chips_views
from hostdesk.rules.house_rules import views as house_rules_views
from hostdesk.rules.houses import new_views as new_house_views
from hostdesk.standings.book import views as book_views
from hostdesk.standings.months import views as months_views
from hostdesk.standings.seasons import views as seasons_views
from hostdesk.table.cash_out import views as cash_out_views
from hostdesk.table.clock import views as clock_views
from hostdesk.table.closing import views as closing_views
from hostdesk.table.conduct import views as conduct_views
from hostdesk.table.door import views as door_views
from hostdesk.table.tonight import buy_in_views, note_views, play_views, table_views
from hostdesk.table.tonight import views as tonight_views
from hostdesk.table.tv import views as tv_views
from reservations.acts.kinds import Kind


class NumberInAddress(IntConverter):
    """A number in the path of a page: digits, so few that every database takes it. A longer one is no address here."""

    regex = "[0-9]{1,18}"


NIGHT, POLL, OWN = "nights/<num:night_id>", "polls/<num:poll_id>", "own/<num:number>"
TONIGHT, GUEST, OWN_NIGHT = f"{NIGHT}/tonight", f"{NIGHT}/guests/<num:number>", f"{OWN}/nights/<num:night_id>"
PLAYER_TONIGHT = f"{TONIGHT}/players/<num:number>"

handler400, handler500 = desk_views.not_accepted, desk_views.failed
register_converter(NumberInAddress, "num")

urlpatterns = [
    # The desk, home and health
    path("", desk_views.home, name="home"),
    path("healthz", desk_views.healthz, name="healthz"),
    # Sign-in, set-up and links
    path("sign-in/", sign_in_views.sign_in, name="sign_in"),
    path("sign-out/", sign_in_views.sign_out, name="sign_out"),
    path("set-up/<str:secret>/", setup_views.set_up, name="set_up"),
    path("set-up/<str:secret>/house/", setup_views.set_up, name="set_up_house"),
    path("set-up/<str:secret>/demo/", setup_views.set_up_demo, name="set_up_demo"),
    path("link/<str:secret>/", entrance_views.link, name="link"),
    path("group/<str:secret>/", group_views.group, name="group"),
    path("group/<str:secret>/name/", group_views.group_claim, {"what": "name"}, name="group_name"),
    path("group/<str:secret>/newcomer/", group_views.group_claim, {"what": "newcomer"}, name="group_newcomer"),
    path("group/<str:secret>/rules/", group_views.group_rules, name="group_rules"),
    path("group/<str:secret>/enter/", group_views.group_enter, name="group_enter"),
    path("group/<str:secret>/leave/", group_views.group_leave, name="group_leave"),
    path("group-links/claims/<num:claim>/", inbox_views.name_claim, name="name_claim"),
    path(f"{NIGHT}/group-link/", group_views.change_group_link, name="night_group_link"),
    path("desk/group-links/", group_views.group_link_setting, name="group_link_setting"),
    # The desk, settings, hosts, calendar, keys and theme
    path("desk/", settings_views.settings_page, name="settings"),
    path("desk/bug-report/", settings_views.download_bug_report, name="bug_report"),
    path("desk/sheet.pdf", nights_views.blank_sheet_pdf, name="blank_sheet_pdf"),
    path("print/", papers_views.papers, name="papers"),
    path("desk/first-night/hide/", desk_views.first_night_hide, name="first_night_hide"),
    path("mail-account/forget/", settings_views.mail_account_forget, name="mail_account_forget"),
    path("desk/moved/", moved_views.moved, name="moved"),
    path("search/", search_views.search, name="search"),
    path("keys/", desk_views.keys, name="keys"),
    path("look/", desk_views.theme, name="theme"),
    # Tonight, the bank and the clock
    path(f"{TONIGHT}/", tonight_views.page, name="tonight"),
    path(f"{TONIGHT}/since/<num:act>/", tonight_views.since, name="tonight_since"),
    path(f"{TONIGHT}/add/", play_views.add, name="tonight_add"),
    path(f"{TONIGHT}/everyone/", buy_in_views.everyone, name="tonight_everyone"),
    path(f"{TONIGHT}/undo/<num:act>/", tonight_views.undo, name="tonight_undo"),
    path(f"{TONIGHT}/rules/", tonight_views.tonight_rules, name="tonight_rules"),
    path(f"{TONIGHT}/rules/let-in/", tonight_views.tonight_let_in, name="tonight_let_in"),
    path(f"{TONIGHT}/asked/<num:wish>/", play_views.tonight_request, name="tonight_request"),
    path(f"{TONIGHT}/level/", play_views.level, name="tonight_level"),
    path(f"{TONIGHT}/clock/", clock_views.clock, name="tonight_clock"),
    path(f"{NIGHT}/clock.json", clock_views.clock_json, name="clock_now"),
    path(f"{TONIGHT}/notice/", play_views.ends, {"what": "notice"}, name="tonight_notice_for_all"),
    path(f"{TONIGHT}/last-hand/", play_views.ends, {"what": "last hand"}, name="tonight_last_hand"),
    path(f"{TONIGHT}/float/", play_views.amount, {"what": "float"}, name="tonight_float"),
    path(f"{TONIGHT}/big-stack/", play_views.amount, {"what": "stack"}, name="tonight_big_stack"),
    path(f"{TONIGHT}/stakes/", play_views.stakes, name="tonight_stakes"),
    path(f"{TONIGHT}/hand-over/", play_views.hand_over, name="tonight_hand_over"),
    path(f"{PLAYER_TONIGHT}/", tonight_views.player, name="tonight_player"),
    path(f"{PLAYER_TONIGHT}/buy-in/", buy_in_views.buy_in, name="tonight_buy_in"),
    path(f"{TONIGHT}/gave/<num:act>/", buy_in_views.gave_others, name="tonight_gave_others"),
    path(f"{PLAYER_TONIGHT}/behind/", play_views.amount, {"what": "behind"}, name="tonight_behind"),
    path(f"{PLAYER_TONIGHT}/sell/", buy_in_views.sell, name="tonight_sell"),
    path(f"{PLAYER_TONIGHT}/paid/", buy_in_views.paid, name="tonight_paid"),
    path(f"{PLAYER_TONIGHT}/notice/", play_views.goes, {"what": "notice"}, name="tonight_notice"),
    path(f"{PLAYER_TONIGHT}/comes/", play_views.comes, name="tonight_comes"),
    path(f"{PLAYER_TONIGHT}/left/", play_views.goes, {"what": "left"}, name="tonight_left"),
    # Tonight, tables and seats
    path(f"{TONIGHT}/seats/", table_views.seats, name="tonight_seats"),
    path(f"{PLAYER_TONIGHT}/seat/", table_views.seat, name="tonight_seat"),
    *(
        path(f"{PLAYER_TONIGHT}/{what}/", table_views.note, {"what": what}, name=f"tonight_{what}")
        for what in ("swap", "stand", "away", "missed", "enter", "wish")
    ),
    path(f"{TONIGHT}/split/", table_views.split, name="tonight_split"),
    path(f"{TONIGHT}/draws/<num:fact>/", table_views.drawn, name="tonight_drawn"),
    path(f"{TONIGHT}/balance/", table_views.balance, name="tonight_balance"),
    path(f"{TONIGHT}/tables/<num:table>/button/", table_views.button, name="tonight_button"),
    path(f"{TONIGHT}/wishes/", table_views.wishes, name="tonight_wishes"),
    path(f"{PLAYER_TONIGHT}/grant/", table_views.grant, name="tonight_grant"),
    path(f"{TONIGHT}/merge/", table_views.merge, name="tonight_merge"),
    path(f"{TONIGHT}/take-back/<num:fact>/", table_views.take_back, name="tonight_take_back"),
    # Tonight, conduct and rulings
    path(f"{TONIGHT}/conduct/", conduct_views.page, name="tonight_conduct"),
    *(
        path(f"{TONIGHT}/conduct/{what}/", conduct_views.note, {"what": what}, name=f"tonight_{what.replace('-', '_')}")
        for what in ("jump", "warn", "rule", "call", "call-end")
    ),
    path(f"{NIGHT}/take-back/", nights_views.take_back, name="night_take_back"),
    # Bank notes of a night
    path(f"{TONIGHT}/notes/", note_views.notes, name="tonight_notes"),
    path(f"{TONIGHT}/notes/<num:note>/", note_views.note, name="tonight_note"),
    path(f"{TONIGHT}/notes/<num:note>/charge/", note_views.charge, name="tonight_charge"),
    path(f"{NIGHT}/notes/slips.pdf", note_views.slips_pdf, name="note_slips_pdf"),
    path(f"{NIGHT}/notes/<num:note>/slip.pdf", note_views.slip_pdf, name="note_slip_pdf"),
    # Pages for the table: television, seats, game card
    path(f"{NIGHT}/tv/", tv_views.night_tv, name="night_tv"),
    path(f"{NIGHT}/tv/now/", tv_views.night_tv_now, name="night_tv_now"),
    path(f"{NIGHT}/show/", tv_views.show, name="show"),
    path("table/<str:secret>/", tv_views.table_screen, name="table_screen"),
    path("table/<str:secret>/now/", tv_views.table_screen_now, name="table_screen_now"),
    path("table/<str:secret>/rules/", tv_views.table_screen_rules, name="table_screen_rules"),
    path("table/<str:secret>/clock.json", tv_views.table_screen_clock, name="table_screen_clock"),
    # The register of bank notes
    path("notes/", note_views.register, name="notes"),
    path("notes/<num:note>/", note_views.register_note, name="note"),
    # Nights and their plans
    path("nights/", nights_views.index, name="nights"),
    path("nights/plan/", nights_views.plan, name="night_plan"),
    path("nights/play/", play_views.play, name="night_play"),
    path(f"{NIGHT}/change/", nights_views.change, name="night_change"),
    path(f"{NIGHT}/cancel/", nights_views.cancel, name="night_cancel"),
    path(f"{NIGHT}/restore/", nights_views.restore, name="night_restore"),
    path("series/<num:series_id>/", nights_views.series, name="series"),
    path(f"{NIGHT}/", night_views.show, name="night"),
    path(f"{NIGHT}/open/", play_views.open_, name="night_open"),
    # Guests, waiting list and invitations
    path(f"{GUEST}/", guest_views.guest, name="night_guest"),
    path(f"{GUEST}/answer/", guest_views.answer, name="night_guest_answer"),
    path(f"{GUEST}/confirm/", guest_views.confirm, name="night_guest_confirm"),
    *(
        path(f"{GUEST}/{what}/", guest_views.decide, {"decision": what}, name=f"night_guest_{what}")
        for what in ("seat", "bump", "release", "pin", "favour")
    ),
    path(f"{NIGHT}/invite/", guest_views.invite, name="night_invite"),
    path(f"{NIGHT}/reminders/now/", night_views.remind, {"do": "send"}, name="night_remind"),
    # A night's report and results, and the messages of a night or a poll
    path(f"{NIGHT}/report.pdf", night_views.report_pdf, name="night_report_pdf"),
    path(f"{NIGHT}/result.png", night_views.result_picture, name="night_result_picture"),
    path(f"{NIGHT}/sheet.pdf", nights_views.sheet_pdf, name="sheet_pdf"),
    path(f"{NIGHT}/results/", night_views.results, name="night_results"),
    path(f"{NIGHT}/messages/", guest_views.messages_about, name="night_messages"),
    path(f"{POLL}/messages/", guest_views.messages_about, name="poll_messages"),
    *(
        path(f"{about}/messages/{place}/", guest_views.pass_messages, {"way": way}, name=f"{named}_{way}")
        for about, named in ((NIGHT, "message"), (POLL, "poll_message"))
        for place, way in (("sent", "sent"), ("passed-on", "given"), ("link", "link"))
    ),
    path("inbox/", inbox_views.inbox, name="inbox"),
    path("mailbox/<num:number>/done/", inbox_views.mails_done, name="mailbox_done"),
    path("do-not-write/<str:secret>/", own_me_views.do_not_write, name="do_not_write"),
    # Seasons
    path("seasons/", seasons_views.seasons, name="seasons"),
    path("seasons/pictures/", seasons_views.season_pictures, name="season_pictures"),
    path("seasons/new/", seasons_views.season_new, name="season_new"),
    path("seasons/sharing/", seasons_views.season_sharing, name="season_sharing"),
    path("seasons/<num:season_id>/change/", seasons_views.season_change, name="season_change"),
    path(f"{OWN}/private/", seasons_views.own_private, name="own_private"),
    # Bring your past along
    path("bring/", results_views.bring, name="bring"),
    path("bring/sheet/", results_views.sheet, name="bring_sheet"),
    path("bring/balances/", results_views.balances, name="bring_balances"),
    path("bring/imports/<num:night_id>/undo/", results_views.undo_import, name="bring_import_undo"),
    path("bring/start/<num:act>/undo/", results_views.undo_start, name="bring_start_undo"),
    # Players
    path("players/", players_views.index, name="players"),
    path("players/duplicates/", players_views.duplicates, name="players_duplicates"),
    path("players/add/", players_views.add, name="players_add"),
    path("players/<num:number>/", players_views.show, name="player"),
    path("players/<num:number>/remove/", players_views.remove, name="player_remove"),
    path("players/<num:number>/split/<num:act>/", players_views.split, name="player_split"),
    # Polls for the date of a night
    path("polls/new/", nights_views.poll_new, name="poll_new"),
    path(f"{POLL}/", nights_views.poll, name="poll"),
    path(f"{POLL}/decide/", nights_views.poll_decide, name="poll_decide"),
    path(f"{POLL}/close/", nights_views.poll_close, name="poll_close"),
    path(f"{POLL}/group-link/", group_views.change_group_link, name="poll_group_link"),
    # A player's own pages
    path(f"{OWN}/", own_views.own, name="own"),
    path(f"{OWN}/since/", own_views.own_since, name="own_since"),
    path(f"{OWN}/nights/", own_views.own_nights, name="own_nights"),
    path(f"{OWN}/book/", own_book_views.own_book, name="own_book"),
    path(f"{OWN}/me/", own_me_views.own_me, name="own_me"),
    path(f"{OWN}/credit/", own_me_views.own_credit, name="own_credit"),
    path(f"{OWN}/statement.pdf", own_book_views.own_statement, {"kind": "pdf"}, name="own_statement_pdf"),
    path(f"{OWN}/statement.csv", own_book_views.own_statement, {"kind": "csv"}, name="own_statement_csv"),
    path("calendar/<str:secret>.ics", nights_views.calendar_feed, name="calendar_feed"),
    path(f"{OWN_NIGHT}/", own_night_views.own_night, name="own_night"),
    *(
        path(f"{OWN_NIGHT}/{what}/", own_night_views.own_says, {"what": what}, name=f"own_{what}")
        for what in ("answer", "expect", "confirm", "offer")
    ),
    path(f"{OWN}/polls/<num:poll_id>/", nights_views.own_poll, name="own_poll"),
    path(f"{OWN}/rules/<slug:key>/", own_me_views.own_rules, name="own_rules"),
    path(f"{OWN}/lines/<num:act>/", evidence_views.own_line, name="own_line"),
    path(f"{OWN_NIGHT}/lines/", evidence_views.own_lines, name="own_lines"),
    path(f"{OWN_NIGHT}/count/", evidence_views.own_count, name="own_count"),
    path(f"{OWN}/pin/", pin_views.own_pin, name="own_pin"),
    path("players/<num:number>/pin/remove/", pin_views.player_pin_remove, name="player_pin_remove"),
    path(f"{OWN_NIGHT}/ask/", own_views.own_request, name="own_request"),
    path(f"{OWN_NIGHT}/ask/<num:wish>/withdraw/", own_views.own_request_withdraw, name="own_request_withdraw"),
    path(f"{OWN}/leave/", own_me_views.own_leave, name="own_leave"),
    path(f"{OWN}/seen/", own_me_views.own_messages_seen, name="own_messages_seen"),
    path(f"{OWN}/payments/<num:month>/<num:place>/", own_book_views.own_payment, name="own_payment"),
    path(f"{OWN}/payments/<num:month>/<num:place>/qr.svg", own_book_views.own_payment_qr, name="own_payment_qr"),
    # THE BOOK, months
    path("book/months/new/", months_views.new, name="month_new"),
    path("book/months/<num:month>/", months_views.show, name="month"),
    path("book/months/<num:month>/sheet.pdf", months_views.paper, {"what": "sheet"}, name="month_pdf"),
    path("book/months/<num:month>/slips.pdf", months_views.paper, {"what": "slips"}, name="month_slips_pdf"),
    path("book/months/<num:month>/payments/<num:place>/", months_views.payment, name="month_payment"),
    # THE BOOK, standings, entries and acts
    path("book/", book_views.book, name="book"),
    path("book/book.pdf", book_views.pdf, name="book_pdf"),
    path("book/payment/", book_views.write, {"kind": Kind.PAYMENT}, name="book_payment"),
    path("book/correct/", book_views.write, {"kind": Kind.CORRECT}, name="book_correct"),
    path("book/forgive/", book_views.write, {"kind": Kind.FORGIVE}, name="book_forgive"),
    # History
    path("history/", history_views.history, name="history"),
    path("history/<num:act>/", history_views.act, name="history_act"),
    # Attendance and strikes
    path("attendance/", strike_views.index, name="attendance"),
    path("players/<num:number>/attendance/strike/", strike_views.strike, name="player_strike"),
    path("players/<num:number>/attendance/reinstate/", strike_views.reinstate, name="player_reinstate"),
    path("strikes/<num:strike>/pardon/", strike_views.decide, {"decision": "pardon"}, name="strike_pardon"),
    path("strikes/<num:strike>/unmark/", strike_views.decide, {"decision": "unmark"}, name="strike_unmark"),
    path("strikes/<num:strike>/uphold/", strike_views.decide, {"decision": "uphold"}, name="strike_uphold"),
    # The door
    path(f"{NIGHT}/door/", door_views.page, name="night_door"),
    path(f"{NIGHT}/door/since/<num:act>/", door_views.since, name="night_door_since"),
    path(f"{NIGHT}/door/ids/", door_views.identities, name="night_door_ids"),
    path(f"{NIGHT}/door/<num:number>/", door_views.mark, name="night_door_mark"),
    path(f"{NIGHT}/door/<num:number>/came/", door_views.came, name="night_door_came"),
    path(f"{NIGHT}/door/<num:number>/brought/", door_views.brought, name="night_door_brought"),
    path(f"{NIGHT}/door/<num:number>/away/", door_views.turn_away, name="night_door_away"),
    path(f"{NIGHT}/door/<num:number>/id/", door_views.identity, name="night_door_id"),
    # Houses
    path("chips/<slug:key>/", chips_views.plan, name="chips_plan"),
    path("houses/", new_house_views.index, name="houses"),
    path("houses/new/", new_house_views.new, name="house_new"),
    path("houses/<slug:key>/", house_rules_views.show, name="house"),
    path("houses/<slug:key>/rules/", house_rules_views.rules, name="house_rules"),
    path("houses/<slug:key>/rules/changes/", house_rules_views.changes, name="house_changes"),
    path("houses/<slug:key>/tell/", house_rules_views.tell, name="house_tell"),
    path("houses/<slug:key>/change/", changing_views.change, name="house_change"),
    path("houses/<slug:key>/change/said/", changing_views.statement, name="house_change_statement"),
    path("houses/<slug:key>/save/", changing_views.save, name="house_save"),
    path("houses/<slug:key>/template/", changing_views.template, name="house_template"),
    path("houses/<slug:key>/revise/", changing_views.revise, name="house_revise"),
    path("houses/<slug:key>/rules.toml", house_rules_views.toml, name="house_toml"),
    # Cash-out and closing
    path(f"{PLAYER_TONIGHT}/cash-out/", cash_out_views.cash_out, name="tonight_cash_out"),
    path(f"{PLAYER_TONIGHT}/cash-out/live/", cash_out_views.live, name="tonight_cash_out_live"),
    path(f"{NIGHT}/closing/", closing_views.page, name="closing"),
    path(f"{NIGHT}/closing/last-hand/", closing_views.take, {"step": "players"}, name="closing_last_hand"),
    path(f"{NIGHT}/closing/final-pot/", closing_views.take, {"step": "pot"}, name="closing_final_pot"),
    path(f"{NIGHT}/closing/chips/", closing_views.take, {"step": "chips"}, name="closing_declare"),
    path(f"{NIGHT}/closing/notes/commit/", closing_views.take, {"step": "notes"}, name="closing_notes"),
    path(f"{NIGHT}/closing/notes/lapse/", closing_views.lapse, name="closing_lapse"),
    path(f"{NIGHT}/closing/drawer/", closing_views.drawer, name="closing_drawer"),
    path(f"{NIGHT}/closing/close/", closing_views.close, name="closing_close"),
    path(f"{NIGHT}/closing/backup/", closing_views.backup, name="closing_backup"),
    # Leaves
    *(path(at, import_string(view), name=name) for name, (at, view) in added("addresses").items()),
    # Old addresses
    *(path(old, Moved(new, *map(import_string, form)), name=name) for name, (old, new, *form) in OLD_ADDRESSES.items()),
]
