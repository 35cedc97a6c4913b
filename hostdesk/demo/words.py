"""What is said of coming to the demo's nights and of playing them, in its order, ready for the commands. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum, auto
from typing import Any

from hostdesk.demo.log import KEYS
from reservations.kinds import Stamp


class Verb(Enum):
    """What is done; each is a command."""

    REVISE = auto()
    PLAN = auto()
    CANCEL = auto()
    INVITE = auto()
    ANSWER = auto()
    PIN = auto()
    MARK = auto()
    CONTEST = auto()
    PARDON = auto()
    SEE_ID = auto()
    KEEP_UP = auto()
    SEAT = auto()
    SPLIT = auto()
    PLACE_BUTTON = auto()
    DRAW_BUTTON = auto()
    BALANCE = auto()
    WISH = auto()
    AWAY = auto()
    JUMP = auto()
    WARN = auto()
    RULE = auto()
    START_CLOCK = auto()


@dataclass(frozen=True)
class Word:
    """One thing that is done about a night of a house, or about one player on it, by their name."""

    verb: Verb
    stamp: Stamp
    house: str
    day: date
    player: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Words:
    """The words about one night so far; ``name`` is for the keys, ``host`` who says what nobody says for themselves."""

    name: str
    house: str
    day: date
    host: str
    said: list[Word] = field(default_factory=list)

    def say(self, verb: Verb, at: datetime, *, by: str = "", player: str = "", **fields: Any) -> None:
        """Note what is done at a time, which may be earlier than what was noted before."""
        stamp = Stamp(f"{KEYS}{self.name}-{len(self.said) + 1:03}", at, by=by or self.host)
        self.said.append(Word(verb, stamp, self.house, self.day, player, fields))
