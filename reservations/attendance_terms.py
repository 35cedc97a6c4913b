"""The attendance terms of a house: who gets a seat, who waits, and what staying away means. Pure.

``reservations.attendance_reading`` reads them out of a document of rules. Times are minutes, counted back from the
start where they say when.
"""

from dataclasses import dataclass
from enum import StrEnum


class Then(StrEnum):
    """What follows from strikes, besides that they are kept."""

    REMINDER = "reminder"
    BEHIND = "behind"
    DELETED = "reservations deleted"
    REMOVED = "removed"


class Arrears(StrEnum):
    """What overdue debts mean for a seat."""

    NOTHING = "nothing"
    BEHIND = "behind"
    OUT = "out"


class MovesUp(StrEnum):
    """How the next who waits comes to a seat that is free, as long as there is time."""

    AUTOMATIC = "automatically"
    OFFERED = "by an offer"
    HOST = "by the host"


@dataclass(frozen=True)
class Step:
    """From so many strikes on (their weights added up), this follows."""

    strikes: int
    then: Then


@dataclass(frozen=True)
class AttendanceTerms:
    """All attendance terms of one version of a house's rules; the defaults hold where a house says nothing.

    ``late_change_minutes``: a seat given up less than that before the start is a strike (none: it never is).
    ``taken_up_clears``: no strike where somebody from the waiting list took the seat before the start.
    ``expires_after_nights``: a strike counts until so many later nights of the house were held (none: for ever).
    ``cutoff_minutes``: from then on a free seat is offered, where ``offer_minutes`` says for how long, or is the host's
    to give. ``confirm_minutes`` before the start people are asked to confirm their seat; ``release_minutes`` before it
    an unconfirmed one goes to the next who waits. ``remind_minutes`` before the start people are reminded.
    """

    seats: int | None = None
    late_change_minutes: int | None = None
    taken_up_clears: bool = True
    no_show_weight: int = 1
    late_change_weight: int = 1
    steps: tuple[Step, ...] = ()
    expires_after_nights: int | None = None
    grace_minutes: int = 15
    host_favour: bool = False
    regulars_first: bool = False
    fewer_strikes_first: bool = False
    arrears: Arrears = Arrears.NOTHING
    moves_up: MovesUp = MovesUp.AUTOMATIC
    cutoff_minutes: int = 120
    offer_minutes: int | None = 30
    confirm_minutes: int | None = None
    release_minutes: int | None = None
    remind_minutes: int | None = 1_440
    minimum_age: int | None = None
    invitation: tuple[str, ...] = ()
