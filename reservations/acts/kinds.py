"""The kinds of acts, and the stamp on every act."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from reservations.acts.problems import Changed, Malformed, MayNotOverrule
from reservations.parsing.names import parse_line, parse_name

KEY = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)


class Kind(StrEnum):
    """The kinds of acts, by their names in the night log."""

    PLAYER = "player"
    MERGE = "merge"
    OPEN = "open"
    STAKES = "stakes"
    ARRIVE = "arrive"
    FLOAT = "float"
    LEVEL = "level"
    BIG_STACK = "big_stack"
    BUY_IN = "buy_in"
    CHIP_SALE = "chip_sale"
    CHANGE_PAY = "change_pay"
    GAVE_OTHERS = "gave_others"
    PLAY_BEHIND = "play_behind"
    LEAVE_NOTICE = "leave_notice"
    LEAVE = "leave"
    LAST_HAND = "last_hand"
    CASH_OUT = "cash_out"
    FINAL_POT = "final_pot"
    DECLARE_CHIPS = "declare_chips"
    HAND_OVER = "hand_over"
    COUNT_DRAWER = "count_drawer"
    CLOSE = "close"
    REDEEM_NOTE = "redeem_note"
    NOTE_UNPAID = "note_unpaid"
    COMMIT_NOTES = "commit_notes"
    LAPSE_NOTES = "lapse_notes"
    PAYMENT = "payment"
    BALANCES = "balances"
    CORRECT = "correct"
    CREDIT = "credit"
    CLAIM = "claim"
    DISPUTE = "dispute"
    FORGIVE = "forgive"
    CONSOLIDATE = "consolidate"
    RESULTS = "results"
    REVERSE = "reverse"


PLAYER_FIELDS = (
    *("player", "seller", "buyer", "winner", "banker", "invited_by", "formerly", "into"),
    *("payer", "payee", "debtor", "creditor", "hub", "second_hub"),
)
"""The fields of an act's content that hold a player by number."""


NEVER_UNDONE = (Kind.PLAYER, Kind.OPEN, Kind.CLOSE, Kind.REVERSE)
"""The kinds of acts that no mirror image undoes."""


@dataclass(frozen=True)
class Stamp:
    """The data of every act: its key, the aware time it happened, its author, and its rulings.

    ``may_overrule`` tells whether the author may make a ruling: on a page only the host. ``as_it_was`` lets in an act
    that an earlier desk recorded, though this one finds it ``Unlikely``. ``shown`` are the figures of the author's page
    on which the act depends, by name; a log has none. None of the three is recorded. Texts are kept as the parsers of
    names and lines read them.

    Raises ``Malformed`` for a key that is not 8 to 64 characters of ``A-Z a-z 0-9 . _ -``, for a time without an offset
    and for texts that cannot be kept.
    """

    key: str
    at: datetime
    by: str = ""
    ruling: str = ""
    count_ruling: str = ""
    may_overrule: bool = True
    as_it_was: bool = False
    shown: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        parse_key(self.key)
        if self.at.utcoffset() is None:
            raise Malformed("The time of an act needs its offset from UTC, as in 2026-11-20T21:04:00-05:00.")
        texts = {name: parse_line(getattr(self, name), empty=True) for name in ("ruling", "count_ruling")}
        for name, text in {**texts, "by": self.by and parse_name(self.by)}.items():
            object.__setattr__(self, name, text)

    def check_ruling(self) -> None:
        """Raise ``MayNotOverrule`` for a ruling by a person without that right."""
        if (self.ruling or self.count_ruling) and not self.may_overrule:
            raise MayNotOverrule

    def check_shown(self, sentence: str = "", **now: Any) -> None:
        """Raise ``Changed``, with that sentence, if the author's page showed other values of these figures.

        A command calls it with the desk locked, once it knows that the act is new. Other records since the page was
        loaded, for example for another player, do not matter: the command works with the present state.
        """
        for name, figure in now.items():
            if self.shown.get(name, figure) != figure:
                raise Changed(sentence, self.shown[name], figure)

    def part(self, suffix: str, *, ruling: str = "") -> "Stamp":
        """Return the stamp of one of several acts recorded together: its key ends in ``suffix``."""
        return replace(self, key=f"{self.key}{suffix}", ruling=ruling, count_ruling="")


def form_key_of(key: str) -> str:
    """Return the key of the form behind an act, without the dot and suffix of acts recorded together."""
    return key.rpartition(".")[0] or key


def parse_key(text: str) -> str:
    """Return an act's key unchanged. Raises ``Malformed`` unless it is 8 to 64 characters of ``A-Z a-z 0-9 . _ -``."""
    if not KEY.fullmatch(text):
        raise Malformed("An act's id is 8 to 64 of the characters A-Z a-z 0-9 . _ - and nothing else.")
    return text


def following(at: datetime, by: str = "") -> Stamp:
    """Return the stamp, with a new key, of a fact that follows from another fact or from the clock."""
    return Stamp(uuid.uuid4().hex, at, by)
