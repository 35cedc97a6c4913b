"""The facts about coming to a night and playing it: their kinds and their form as values. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class FactKind(StrEnum):
    """The kinds of dated facts."""

    # Of a night as a whole.
    INVITE = "invite"  # content {"players": [number]}, outcome {"told", "reminds"}; about a poll: its result
    PLAN = "plan"  # a night was planned, or a series: content {field: value}, outcome {"night"}; of its house alone
    END = "end"  # a series ends: content {"series", "after"}, outcome {"nights"}; of its house alone
    CHANGE = "change"  # the night was changed: content {field: [before, after]}
    CANCEL = "cancel"  # the night is off
    RESTORE = "restore"  # the night is on again
    ASK = "ask"  # players with a seat have to confirm it
    REMIND = "remind"  # the night is near: content {"who": a ReminderKind}, outcome {"players": [number]}
    SWITCH = "switch"  # a reminder of the night goes out or not: content {"who": a ReminderKind, "on": bool}
    POLL = "poll"  # for the date of a night of a house: content {"dates", "zone", "players", "last_day"}
    POLL_ANSWER = "poll answer"  # of a player, about a poll: content {"suits"}, a word or "" for every date
    CLOSE_POLL = "close poll"  # about a poll: it ends without a night; with one, a plan is about it
    RULES = "rules"  # of a house: content {"version"}, outcome {"told": [number], "changes": [sentence]}
    # Of one player on a night.
    ANSWER = "answer"  # content {"answer", "guests", "expected", "wait"}, outcome {"place": "seat" | "waiting" | ""}
    SEAT = "seat"  # from the waiting list to a seat: outcome {"how": "moved up" | "offer taken" | "host"}
    OFFER = "offer"  # a seat is kept for a player: outcome {"until"}
    LAPSE = "lapse"  # the player let the offer pass, or declined it
    BUMP = "bump"  # from a seat to the waiting list, by the host; outcome {"how": "parted"}: by a merge undone
    RELEASE = "release"  # the reservation is gone, seat or waiting: by the host, or by a term; about a strike: by it
    BACK = "give back"  # about a release that a strike brought: outcome {"place": "seat" | "waiting"}
    PIN = "pin"  # content {"position": 1.. or null}
    FAVOUR = "favour"  # content {"on": bool}
    EXPECT = "expect"  # comes later than the start: content {"expected"} (null: in time)
    CONFIRM = "confirm"
    CAME = "came"  # through the door before the bank was open: content {"came": bool}
    MARK = "mark"  # content {"as": a Mark, or ""}
    TURNED_AWAY = "turned away"  # at the door: content {"on": bool}, outcome {"place"}: in line, as the seat has gone
    MERGED = "twin"  # one person with another entry: content {"twin": number, "merge": key of the act}
    # Of a player's attendance.
    STRIKE = "strike"  # content {"cause": a Cause}, outcome {"weight", "then"}
    PARDON = "pardon"  # about a strike: it stands and no longer counts
    UNMARK = "unmark"  # about a strike: it was no strike
    CONTEST = "contest"  # about a strike: the player's words are the reason
    UPHOLD = "uphold"  # about a contested strike: it counts on, and the host's word is the reason
    REINSTATE = "reinstate"  # in a house: earlier strikes no longer count
    ACCEPT = "accept"  # the rules of a house: content {"version"}
    ID_SEEN = "id seen"  # content {"on", "born"}
    FORGET = "forget"  # name, addresses and devices are erased, unless money depends on them
    # Of the tables while a night is played.
    MOVE = "move"  # content {"why"} and the request, outcome {"moves", "was", "tables", "cards"}
    SIZE = "table size"  # content {"table", "seats"}
    BUTTON = "button"  # content {"table", "seat"}, "small": "dead"; outcome {"small", "big"}: the blinds then
    DRAW = "draw"  # for the button: {"table"}, outcome {"cards", "winner", "seat", "small", "big"}; seat 0: none
    WISH = "wish"  # for another table: content {"table"} (null: no more)
    AWAY = "away"  # content {"away": bool}
    MISSED = "missed blinds"  # content {"small": bool, "big": bool}
    ENTER = "enter"  # how a new player comes into the hand: content {"how"}
    CLOCK = "clock"  # content {"do"}, outcome {"level", "left", "running"}; ``left`` in seconds
    CALL = "call the clock"  # on a player: content {"seconds"}, outcome {"until"}; about a call: it is over
    CONDUCT = "conduct"  # content {"what"}, outcome {"warning": bool}; the words of a warning are the reason
    RULED = "ruled"  # a dispute and its decision: content {"dispute", "decision", "decider"}
    REQUEST = "request"  # to the banker: content {"wanted", "amount"}, outcome {"act"}: the last one then
    REQUEST_OVER = "request over"  # about a request: content {"how": "declined" | "withdrawn"}, a word as the reason
    OWN_COUNT = "own count"  # a player's count of their own chips: content {"cents"}
    OBJECT = "object"  # by a player, to a line about them: content {"act"}, its number; their words are the reason
    REPLY = "reply"  # about an objection: the banker's word, or the host's, is the reason
    OWED = "asked to pay"  # by the player "other" or the host: content {"other", "cents"}, outcome {"amount"}: in words
    PAID = "asked if paid"  # by the player "other", as they say: content {"other", "claim"}: its act, outcome as above
    LET_IN = "let in"  # articles of a newer version that do not touch the game: content {"version"}
    TAKE_BACK = "take back"  # about one of these


AT_THE_TABLE = frozenset(
    {
        *(FactKind.MOVE, FactKind.SIZE, FactKind.BUTTON, FactKind.DRAW, FactKind.WISH, FactKind.AWAY, FactKind.MISSED),
        *(FactKind.ENTER, FactKind.CLOCK, FactKind.CALL, FactKind.CONDUCT, FactKind.RULED, FactKind.TAKE_BACK),
        *(FactKind.LET_IN, FactKind.REQUEST, FactKind.REQUEST_OVER),
        *(FactKind.OWN_COUNT, FactKind.OBJECT, FactKind.REPLY),
    }
)
"""The kinds that are about a night while it is played: they say nothing about who comes."""


class Reply(StrEnum):
    """A player's answer to an invitation."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class Place(StrEnum):
    """The place of a player with a yes; without a yes there is none."""

    SEAT = "seat"
    OFFERED = "offered"
    WAITING = "waiting"
    NONE = ""


class ReminderKind(StrEnum):
    """The receivers of a reminder."""

    UNANSWERED = "unanswered"
    SEATED = "seated"


class Mark(StrEnum):
    """The host's mark for a player with a seat who was absent at the start."""

    LATE = "late"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


class Cause(StrEnum):
    """The cause of a strike."""

    NO_SHOW = "no-show"
    LATE_CANCEL = "late cancellation"


@dataclass(frozen=True)
class FactValue:
    """A fact as a value, with the numbers of its subjects instead of rows. ``at`` is aware."""

    id: int
    kind: FactKind
    at: datetime
    night: int | None = None
    player: int | None = None
    house: int | None = None
    about: int | None = None
    by: str = ""
    reason: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    outcome: Mapping[str, Any] = field(default_factory=dict)


Facts = Sequence[FactValue]
