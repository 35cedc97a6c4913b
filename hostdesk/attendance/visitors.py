"""Those who stand at the door, as values: players with what they said, their guests, and what one tap does."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zlib import crc32

from reservations.roll import GIVEN_UP, Rsvp
from reservations.waiting import Person


class Stand(StrEnum):
    """How somebody with a seat stands: ``due`` once the time they were expected at has passed."""

    EXPECTED = "expected"
    DUE = "due"
    HERE = "here"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


class Step(StrEnum):
    """What one tap does about somebody: let them in, send them to the table, show them there, or take it back."""

    NONE = ""
    IN = "in"
    TO_TABLE = "to the table"
    AT_TABLE = "at the table"
    NOT_HERE = "not here after all"


@dataclass(frozen=True)
class Brought:
    """A guest who comes with a player, by name; ``number`` where somebody of that name is on the list of players.

    ``no_id`` says of one who is here why their ID is to be looked at.
    """

    name: str
    number: int | None
    is_here: bool
    step: Step = Step.NONE
    no_id: str = ""


@dataclass(frozen=True)
class Visitor:
    """Somebody at the door: a player with what they said, and when they came (aware), if they did.

    ``keeps_until`` is the last second for which their seat is kept, ``no_id`` says why their ID is to be looked at;
    ``at_table``: the bank knows that they came. ``is_settled``: they had come when the page was loaded.
    """

    person: Person
    rsvp: Rsvp
    stand: Stand
    came_at: datetime | None = None
    keeps_until: datetime | None = None
    is_kept: bool = True
    guests: tuple[Brought, ...] = ()
    no_id: str = ""
    at_table: bool = False
    step: Step = Step.NONE
    is_settled: bool = False

    @property
    def number(self) -> int:
        """The number of the player."""
        return self.person.number

    @property
    def name(self) -> str:
        """What they are called."""
        return self.person.name

    @property
    def reads(self) -> str:
        """A short word for all that is said here: another one where somebody reads otherwise."""
        return f"{crc32(repr(self).encode()):x}"

    @property
    def is_asked_about(self) -> bool:
        """Whether it is to be said what became of them: late, excused, or a no-show."""
        return self.stand == Stand.DUE

    @property
    def is_marked(self) -> bool:
        """Whether something was said of them that can be taken back; also where they came after it."""
        return self.rsvp.mark is not None

    @property
    def gave_up(self) -> bool:
        """Whether they are marked as somebody who does not come."""
        return self.rsvp.mark in GIVEN_UP
