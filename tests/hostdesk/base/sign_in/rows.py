"""The answer of every address of the desk to every kind of visitor: one row for each address, written by hand."""

from dataclasses import dataclass, field

from hostdesk.base.sign_in.guard import Audience

ANYONE, SIGNED_IN, PLAYER, BANK, HOUSE, HOSTS, HOST = Audience
NOBODY, BANKER, OTHER, THE_HOST = "nobody", "the night's banker", "another night's banker", "the host"
THE_PLAYER, ANOTHER, REMOVED = "this player", "another player", "a removed player"
PEOPLE = (NOBODY, BANKER, OTHER, THE_HOST, THE_PLAYER, ANOTHER, REMOVED)
METHODS = ("GET", "PUT", "DELETE", "POST")  # forms last: one of them may sign the sender out
ANY_BANKER = {(OTHER, method): 405 for method in METHODS[1:]}
"""The answers to another night's banker where the address names no night: the view itself finds their own night."""
NOTHING = {"nothing": "of what is asked for"}
SIGN_IN, UNKNOWN, NOT_YOURS, NOT_THERE, NO_SUCH_METHOD = 302, 401, 403, 404, 405
ABOVE = 302  # an address that only takes forms leads to the page above it


@dataclass(frozen=True)
class Row:
    """The audience of an address, and its answers to a GET and to a POST of `NOTHING`; ``None``: no such method.

    ``but`` has the answers that differ for single visitors, by visitor and method.
    """

    audience: Audience
    get: int | None = None
    post: int | None = None
    but: dict[tuple[str, str], int] = field(default_factory=dict)


ROWS = {
    "healthz": Row(ANYONE, get=200),
    "home": Row(SIGNED_IN, get=302, but={(THE_HOST, "GET"): 200}),  # visitors with one night or page are sent there
    "keys": Row(ANYONE, get=200),
    "theme": Row(ANYONE, post=303),
    # Signing in and out
    "sign_in": Row(ANYONE, get=200, post=422),
    "sign_out": Row(ANYONE, post=200),
    "link": Row(ANYONE, get=200, post=302),
    "group": Row(ANYONE, get=404),  # the secret belongs to a host's link
    "group_name": Row(ANYONE, post=404),
    "group_newcomer": Row(ANYONE, post=404),
    "group_rules": Row(ANYONE, get=404),
    "group_enter": Row(ANYONE, post=302),
    "group_leave": Row(ANYONE, post=303),
    "name_claims": Row(ANYONE, get=301),
    "name_claim": Row(HOUSE, post=404),  # no name was claimed
    "night_group_link": Row(HOUSE, post=303),
    "group_link_setting": Row(HOST, post=303),
    "password": Row(HOSTS, get=301, post=422),
    "search": Row(SIGNED_IN, get=200),
    "moved": Row(HOSTS, get=200, post=303),
    "settings": Row(HOSTS, get=200, post=422),
    "bug_report": Row(HOST, post=200),
    "help_line": Row(HOST, get=301, post=303),
    "first_night_hide": Row(HOST, post=303),
    "mail_account": Row(HOST, get=301, post=422),
    "mail_account_forget": Row(HOST, post=303),
    "second_place": Row(ANYONE, get=301),
    "second_place_choose": Row(HOST, post=422),  # nothing is chosen
    "second_place_key": Row(HOST, post=404),  # no folder is set
    "second_place_print": Row(HOST, post=404),
    "second_place_keep": Row(HOST, post=404),
    "hosts": Row(HOST, get=301, post=422),
    "host_calendar": Row(HOSTS, get=301, post=200),
    "calendar_feed": Row(ANYONE, get=404),  # the secret belongs to a host's link
    "night_banker": Row(HOUSE, get=301, post=422),
    "sent_mail": Row(ANYONE, get=301),
    "inbox": Row(BANK, get=200, but={**ANY_BANKER, (OTHER, "GET"): 200}),
    "mailbox": Row(HOST, get=301, post=303),
    "mailbox_done": Row(HOST, post=303),
    "do_not_write": Row(ANYONE, get=404, post=404),  # the secret belongs to a host's link
    # A player's own pages
    "own": Row(PLAYER, get=200),
    "own_since": Row(PLAYER, get=200),
    "own_nights": Row(PLAYER, get=200),
    "own_book": Row(PLAYER, get=200),
    "own_me": Row(PLAYER, get=200),
    "own_credit": Row(PLAYER, post=422, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_leave": Row(PLAYER, post=422, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_devices": Row(PLAYER, get=301, post=303),
    "own_papers": Row(ANYONE, get=301),
    "own_year": Row(ANYONE, get=301),
    "own_statement_pdf": Row(PLAYER, get=200),
    "own_statement_csv": Row(PLAYER, get=200),
    "own_calendar": Row(PLAYER, get=301, post=200, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_private": Row(PLAYER, post=303),
    "own_handle": Row(PLAYER, get=301, post=422),
    "own_limits": Row(PLAYER, get=301, post=303, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_witness": Row(PLAYER, get=200, post=422, but={(THE_HOST, "GET"): NOT_YOURS, (THE_HOST, "POST"): NOT_YOURS}),
    "own_line": Row(PLAYER, get=404, post=404, but={(THE_HOST, "POST"): NOT_YOURS}),  # it is another player's act
    "own_lines": Row(PLAYER, get=404),  # there are no lines about this player
    "night_objections": Row(BANK, get=301, post=404),  # there is no such objection
    "objections": Row(HOSTS, get=301, post=404),
    "own_count": Row(PLAYER, get=404, post=404, but={(THE_HOST, "POST"): NOT_YOURS}),  # this player holds no chips
    "own_receipt": Row(PLAYER, get=404),  # this player has not cashed out
    "check_act": Row(SIGNED_IN, get=200, post=422),
    "witness_reports": Row(ANYONE, get=301),
    "witness_report_dealt": Row(HOST, post=303),
    "own_pin": Row(PLAYER, get=302, post=302),  # without a PIN it leads on
    "own_pin_change": Row(PLAYER, get=301, post=422, but={(THE_HOST, "POST"): NOT_YOURS}),
    "player_pin_remove": Row(HOST, post=303),
    "own_email": Row(PLAYER, get=301, post=303),
    "own_messages_seen": Row(PLAYER, post=303, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_night": Row(PLAYER, get=200),
    "own_request": Row(PLAYER, post=422, but={(THE_HOST, "POST"): NOT_YOURS}),
    # A player cannot withdraw the request of another player.
    "own_request_withdraw": Row(PLAYER, post=404, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_answer": Row(PLAYER, post=422),
    "own_expect": Row(PLAYER, post=422),
    "own_confirm": Row(PLAYER, post=422),
    "own_offer": Row(PLAYER, post=422),
    "own_poll": Row(PLAYER, get=200, post=422),
    "own_contest": Row(PLAYER, get=301, post=422),
    "own_payment": Row(PLAYER, get=200, post=422),
    "own_rules": Row(PLAYER, get=200, post=422, but={(THE_HOST, "POST"): NOT_YOURS}),
    "own_payment_qr": Row(PLAYER, get=404),  # this player is paid by the plan and has no payment to make
    "player_link": Row(HOST, get=301, post=200),
    # The night at the table
    "tonight": Row(BANK, get=200),
    "tonight_since": Row(BANK, get=200),
    "tonight_add": Row(BANK, get=200, post=422),
    "tonight_everyone": Row(BANK, get=200, post=422),
    "tonight_request": Row(BANK, get=200, post=422),
    "tonight_undo": Row(BANK, get=200, post=422),
    "tonight_rules": Row(BANK, get=200),
    "tonight_level": Row(BANK, post=422),
    "tonight_clock": Row(BANK, get=200, post=422),
    "clock_now": Row(BANK, get=200),
    "tonight_last_hand": Row(BANK, post=422),
    "tonight_notice_for_all": Row(BANK, post=422),
    "tonight_float": Row(BANK, get=200, post=422),
    "tonight_big_stack": Row(BANK, get=200, post=422),
    "chips_plan": Row(HOUSE, get=200),
    "tonight_let_in": Row(HOUSE, post=422),
    "tonight_stakes": Row(HOUSE, get=200, post=422),
    "tonight_hand_over": Row(BANK, get=200, post=422),
    "tonight_player": Row(BANK, get=200),
    "tonight_buy_in": Row(BANK, post=422),
    "tonight_sell": Row(BANK, get=200, post=422),
    "tonight_behind": Row(BANK, get=200, post=422),
    "tonight_gave_others": Row(BANK, get=200, post=422),
    "tonight_paid": Row(BANK, get=200, post=422),
    "tonight_notice": Row(BANK, post=422),
    "tonight_comes": Row(BANK, post=422),
    "tonight_left": Row(BANK, post=422),
    "tonight_cash_out": Row(BANK, get=200, post=422),
    "tonight_cash_out_live": Row(BANK, post=422),
    "tonight_seats": Row(BANK, get=200, post=422),
    "tonight_seat": Row(BANK, get=200, post=422),
    "tonight_swap": Row(BANK, post=422),
    "tonight_stand": Row(BANK, post=422),
    "tonight_away": Row(BANK, post=422),
    "tonight_missed": Row(BANK, post=422),
    "tonight_enter": Row(BANK, post=422),
    "tonight_wish": Row(BANK, post=422),
    "tonight_split": Row(BANK, get=200, post=422),
    "tonight_drawn": Row(BANK, get=200),
    "tonight_balance": Row(BANK, get=200, post=422),
    "tonight_button": Row(BANK, get=200, post=422),
    "tonight_wishes": Row(BANK, get=200),
    "tonight_grant": Row(BANK, post=422),
    "tonight_merge": Row(BANK, get=200, post=422),
    "tonight_take_back": Row(BANK, get=200, post=422),
    "tonight_conduct": Row(BANK, get=200),
    "tonight_jump": Row(BANK, post=422),
    "tonight_warn": Row(BANK, post=422),
    "tonight_rule": Row(BANK, post=422),
    "tonight_call": Row(BANK, post=422),
    "tonight_call_end": Row(BANK, post=422),
    "night_take_back": Row(HOUSE, get=302, post=422),  # the night is open
    "night_rulings": Row(ANYONE, get=301),
    "rulings": Row(ANYONE, get=301),
    "tonight_notes": Row(BANK, get=200),
    "tonight_note": Row(BANK, get=200, post=422),
    "tonight_charge": Row(HOUSE, get=200, post=422),
    "note_slip_pdf": Row(BANK, get=200),
    "note_slips_pdf": Row(BANK, get=200),
    # The table's screens
    "night_tv": Row(BANK, get=200),
    "night_tv_now": Row(BANK, get=200),
    "show": Row(BANK, get=200, post=200),
    "night_screen": Row(BANK, get=301, post=200),
    "table_screen": Row(ANYONE, get=404),  # the secret belongs to a host's link
    "table_screen_now": Row(ANYONE, get=204),  # it tells the page to reload
    "table_screen_clock": Row(ANYONE, get=404),
    "table_screen_rules": Row(ANYONE, get=404),
    # The end of the night
    "closing": Row(BANK, get=200),
    "closing_last_hand": Row(BANK, post=422),
    "closing_final_pot": Row(BANK, post=422),
    "closing_declare": Row(BANK, post=422),
    "closing_drawer": Row(BANK, post=422),
    "closing_notes": Row(BANK, post=422),
    "closing_lapse": Row(BANK, get=200, post=422),
    "closing_close": Row(BANK, post=422),
    "closing_backup": Row(BANK, get=204),
    "night_book": Row(BANK, get=301, post=302),  # the night is still open
    # Nights, players and houses
    "nights": Row(HOSTS, get=200),
    "night_plan": Row(HOSTS, get=200, post=422),
    "night_play": Row(HOSTS, get=200, post=422),
    "calendar": Row(ANYONE, get=301),
    "night_change": Row(HOUSE, get=200, post=422),
    "night_cancel": Row(HOUSE, get=302, post=422),  # the bank is open
    "night_restore": Row(HOUSE, post=422),
    "series": Row(HOUSE, get=200, post=422),
    "night": Row(BANK, get=200),
    "night_door": Row(BANK, get=200),
    "night_door_mark": Row(BANK, get=404, post=404),  # the banker has no seat there
    "night_door_came": Row(BANK, post=422),
    "night_door_since": Row(BANK, get=200),
    "night_door_brought": Row(BANK, post=422),
    "night_door_away": Row(BANK, get=200, post=422),
    "night_door_id": Row(BANK, post=422),
    "night_door_ids": Row(BANK, post=422),
    "player_id": Row(HOST, get=301, post=422),
    "night_open": Row(HOUSE, get=302, post=422),  # the bank is already open
    "night_guests": Row(ANYONE, get=301),
    "night_guest": Row(HOUSE, get=200),
    "night_guest_answer": Row(HOUSE, post=422),
    "night_guest_confirm": Row(HOUSE, post=422),
    "night_guest_seat": Row(HOUSE, post=422),
    "night_guest_bump": Row(HOUSE, post=422),
    "night_guest_release": Row(HOUSE, post=422),
    "night_guest_pin": Row(HOUSE, post=422),
    "night_guest_favour": Row(HOUSE, post=422),
    "night_invite": Row(HOUSE, post=422),
    "night_reminders": Row(HOUSE, get=301, post=422),
    "night_remind": Row(HOUSE, post=422),
    "night_report_pdf": Row(BANK, get=200),
    "night_story": Row(ANYONE, get=301),
    "night_result_picture": Row(BANK, get=404),  # the night is open
    "night_results": Row(BANK, get=200),
    "sheet_pdf": Row(BANK, get=200),
    "game_card_pdf": Row(ANYONE, get=301),
    "blank_sheet_pdf": Row(HOSTS, get=200),
    "papers": Row(SIGNED_IN, get=200, but=dict.fromkeys(((THE_PLAYER, "GET"), (ANOTHER, "GET")), NOT_YOURS)),
    "seating_pdf": Row(ANYONE, get=301),
    "seat_cards_pdf": Row(ANYONE, get=301),
    "night_acts": Row(ANYONE, get=301),
    "night_messages": Row(HOUSE, get=200),
    "message_sent": Row(HOUSE, post=404),  # it names no message
    "message_given": Row(HOUSE, post=404),
    "message_link": Row(HOUSE, post=404),
    "poll_new": Row(HOSTS, get=200, post=422),
    "poll": Row(HOUSE, get=200),
    "poll_decide": Row(HOUSE, post=422),
    "poll_close": Row(HOUSE, post=422),
    "poll_group_link": Row(HOUSE, post=303),
    "poll_messages": Row(HOUSE, get=200),
    "poll_message_sent": Row(HOUSE, post=404),  # it names no message
    "poll_message_given": Row(HOUSE, post=404),
    "poll_message_link": Row(HOUSE, post=404),
    # Seasons: the banker of a single night has no results there
    "seasons": Row(SIGNED_IN, get=200, but={(BANKER, "GET"): NOT_YOURS, (OTHER, "GET"): NOT_YOURS}),
    "season_pictures": Row(SIGNED_IN, get=200, but={(BANKER, "GET"): NOT_YOURS, (OTHER, "GET"): NOT_YOURS}),
    "season_records": Row(ANYONE, get=301),
    "season_report_pdf": Row(ANYONE, get=301),
    "season_new": Row(HOST, get=200, post=422),
    "season_change": Row(HOST, get=200, post=422),
    "season_sharing": Row(HOST, get=200, post=422),
    # Bring your past along
    "bring": Row(HOST, get=200),
    "bring_pokernow": Row(HOST, get=200, post=422),
    "bring_shared_expenses": Row(HOST, get=200, post=422),
    "bring_sheet": Row(HOST, get=200, post=422),
    "bring_balances": Row(HOST, get=200, post=422),
    "bring_start_undo": Row(HOST, post=404),
    "bring_import_undo": Row(HOST, post=404),
    "players": Row(HOST, get=200),
    "players_duplicates": Row(HOST, get=200, post=422),
    "players_add": Row(HOSTS, get=200, post=422),
    "player": Row(HOSTS, get=200),
    "player_edit": Row(HOST, get=301, post=422),
    "player_merge": Row(HOST, get=301, post=422),
    "player_split": Row(HOST, post=404),  # no players were merged
    "player_forget": Row(HOST, get=301, post=422),
    "player_remove": Row(HOST, post=422),
    "attendance": Row(HOSTS, get=200),
    "player_attendance": Row(ANYONE, get=301),
    "player_strike": Row(HOSTS, post=422),
    "player_reinstate": Row(HOSTS, post=422),
    "strike_pardon": Row(HOUSE, post=422),
    "strike_uphold": Row(HOUSE, post=422),
    "strike_unmark": Row(HOUSE, post=422),
    "door_list_pdf": Row(ANYONE, get=301),
    # THE BOOK
    "book": Row(HOST, get=200),
    "book_pdf": Row(HOST, get=200),
    "book_player": Row(ANYONE, get=301),
    "book_payment": Row(HOST, get=200, post=422),
    "book_correct": Row(HOST, get=200, post=422),
    "book_forgive": Row(HOST, get=200, post=422),
    "book_balances": Row(HOST, get=301, post=422),
    "book_acts": Row(ANYONE, get=301),
    "book_act": Row(BANK, get=301, post=403, but={**ANY_BANKER, (OTHER, "GET"): 301, (OTHER, "POST"): 404}),
    "history": Row(BANK, get=200, but={**ANY_BANKER, (OTHER, "GET"): 200}),  # each banker sees their own night
    "history_act": Row(BANK, get=200, post=403, but={**ANY_BANKER, (OTHER, "POST"): 404}),
    "months": Row(ANYONE, get=301),
    "month_new": Row(HOST, get=200, post=422),
    "month": Row(HOST, get=200),
    "month_pdf": Row(HOST, get=200),
    "month_slips_pdf": Row(HOST, get=200),
    "month_text": Row(ANYONE, get=301),
    "month_undo": Row(HOST, get=301, post=422),
    "month_payment": Row(HOST, get=200, post=422),
    "player_credit": Row(HOST, get=301, post=422),
    "notes": Row(HOSTS, get=200),
    "note": Row(HOUSE, get=200),
    "table_help": Row(SIGNED_IN, get=200),
    "table_help_ask": Row(SIGNED_IN, get=200),
    "houses": Row(HOSTS, get=200),
    "house_new": Row(HOST, get=200, post=303),  # its questions are already answered
    "house": Row(HOUSE, get=200),
    "house_rules": Row(SIGNED_IN, get=200),
    "house_book_pdf": Row(ANYONE, get=301),
    "house_changes": Row(SIGNED_IN, get=200),
    "house_tell": Row(HOUSE, post=303),
    "house_change": Row(HOUSE, get=200, post=200),  # an empty form, shown again
    "house_change_statement": Row(HOUSE, post=200),
    "house_template": Row(HOUSE, get=303),  # the house has every article of its preset
    "house_revise": Row(HOUSE, get=200, post=422),
    "house_save": Row(HOUSE, post=303),
    "house_toml": Row(HOUSE, get=200),
    # The first run, long after it
    "set_up": Row(ANYONE, get=410, post=410),
    "set_up_house": Row(ANYONE, get=410, post=410),
    "set_up_demo": Row(ANYONE, get=410, post=410),
}


def expected(row: Row) -> dict[tuple[str, str], int]:
    """Return the expected answers of an address, by visitor and method."""
    return {
        (who, method): row.but.get((who, method), _status(row, who, method)) for who in PEOPLE for method in METHODS
    }


LET_IN = {
    BANK: (BANKER, THE_HOST),
    PLAYER: (THE_PLAYER, THE_HOST),
    HOUSE: (THE_HOST,),
    HOSTS: (THE_HOST,),
    HOST: (THE_HOST,),
}
"""The signed-in visitors that the guard lets through, by audience; all of them for an audience that is not listed."""


def _status(row: Row, who: str, method: str) -> int:
    if row.audience != ANYONE and who in (NOBODY, REMOVED):
        return SIGN_IN if method == "GET" else UNKNOWN
    if who not in LET_IN.get(row.audience, PEOPLE):
        return NOT_YOURS if row.audience in (HOUSE, HOSTS, HOST) else NOT_THERE
    return {"GET": row.get, "POST": row.post}.get(method) or (ABOVE if method == "GET" else NO_SUCH_METHOD)
