"""The verbs of who plays, under which rules and on which night; each locks the desk and writes once.

Those about coming to a night answer with a ``Noted``. They raise, besides what they say: ``FactTaken`` for a key that
belongs to other content, ``Refused`` for what a term of the house forbids where the stamp carries no ruling, and
``Impossible`` for a night that is cancelled. Nothing is recorded then.
"""

from reservations.commands.answering import answer, confirm_seat, decline_offer, expect_at, take_offer
from reservations.commands.attending import mark, mark_came, see_id
from reservations.commands.balancing import balance
from reservations.commands.buttons import draw_button, place_button
from reservations.commands.changing import cancel_night, change_night, end_series, restore_night
from reservations.commands.conduct import call_clock, end_call, jump_bet, rule, warn
from reservations.commands.in_hand import note_entry, note_missed, set_away
from reservations.commands.keeping_up import keep_up
from reservations.commands.lining import NoSeatFree, bump, favour, invite, pin, release, seat_player
from reservations.commands.people import (
    Outrun,
    check_merge,
    make_house,
    new_house,
    player_changes,
    record_player,
    rename_player,
    revise_house,
)
from reservations.commands.planning import extend_series, new_nights
from reservations.commands.seating import (
    draw_seats,
    seat_everybody,
    size_table,
    stand_up,
    swap_seats,
    take_back,
    take_seat,
)
from reservations.commands.splitting import merge_tables, split_table
from reservations.commands.striking import contest, pardon, reinstate, strike, unmark
from reservations.commands.twinning import join_twin, part_twin
from reservations.commands.wishing import grant_wish, swap_wishes, wish

__all__ = [
    "NoSeatFree",
    "Outrun",
    "answer",
    "balance",
    "bump",
    "call_clock",
    "cancel_night",
    "change_night",
    "check_merge",
    "confirm_seat",
    "contest",
    "decline_offer",
    "draw_button",
    "draw_seats",
    "end_call",
    "end_series",
    "expect_at",
    "extend_series",
    "favour",
    "grant_wish",
    "invite",
    "join_twin",
    "jump_bet",
    "keep_up",
    "make_house",
    "mark",
    "mark_came",
    "merge_tables",
    "new_house",
    "new_nights",
    "note_entry",
    "note_missed",
    "pardon",
    "part_twin",
    "pin",
    "place_button",
    "player_changes",
    "record_player",
    "reinstate",
    "release",
    "rename_player",
    "restore_night",
    "revise_house",
    "rule",
    "seat_everybody",
    "seat_player",
    "see_id",
    "set_away",
    "size_table",
    "split_table",
    "stand_up",
    "strike",
    "swap_seats",
    "swap_wishes",
    "take_back",
    "take_offer",
    "take_seat",
    "unmark",
    "warn",
    "wish",
]
