"""Those who stand at the door: players with what they said, their guests, what one tap does, and whose ID to see."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from zlib import crc32

from reservations.houses.queries import attendance_of
from reservations.models import Rules
from reservations.rsvps.queries import IdSeen
from reservations.rsvps.rsvp_state import GIVEN_UP, Rsvp
from reservations.waiting_list.rules import Person


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


def ages_asked() -> list[int]:
    """Return the minimum ages of the houses as their rules are now, the lowest first and each once."""
    newest = {rules.house_id: rules for rules in Rules.objects.order_by("version")}
    ages = (attendance_of(rules).minimum_age for rules in newest.values())
    return sorted({age for age in ages if age is not None})


def why_no_id(seen: IdSeen | None, age: int | None, day: date) -> str:
    """Say why somebody's ID is to be looked at in a house with a minimum age; "" if there is no need."""
    if age is None:
        return ""
    if seen is None:
        return "ID not seen"
    return "" if seen.born is None or is_old_enough(seen.born, age, day) else f"under {age} by their birth date"


def is_old_enough(born: date, age: int, day: date) -> bool:
    """Tell whether somebody is that many years old on a day; who is born on 29 February is a year older on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day)) >= age
