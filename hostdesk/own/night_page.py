"""One night ahead as one player sees it: where they stand, why, and what they can say of it.

Where a night is, is told to those who have a seat: a ``Coming`` gives the place to nobody else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from hostdesk.own.text import BY_THE_HOST, Told, comes_late_at, giving_up, moving_up, near, when_you_come
from reservations.acts.facts import Mark, Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.statement import attendance_statement
from reservations.messages.text import Occasion
from reservations.models import Night
from reservations.nights.queries import has_started
from reservations.rsvps.cutoffs import is_late_change, keeps_until, late_from
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState
from reservations.waiting_list.rules import Person


@dataclass(frozen=True)
class Coming:
    """A night ahead and one player's place on it.

    ``person`` is how the house sees them; ``here`` says that they have come. ``now`` is the moment of all of it.
    """

    night: Night
    occasion: Occasion
    rsvp_state: RsvpState
    terms: AttendanceTerms
    person: Person
    told: Told
    here: bool
    now: datetime

    @property
    def rsvp(self) -> Rsvp:
        """What they said, and where that put them."""
        return self.rsvp_state.of(self.person.number)

    @property
    def zone(self) -> tzinfo:
        """The zone of the night's clock."""
        return ZoneInfo(self.occasion.zone)

    @property
    def zone_said(self) -> str:
        """The name of that zone, where the desk goes by another clock."""
        return "" if self.occasion.zone == str(timezone.get_current_timezone()) else self.occasion.zone

    @property
    def place(self) -> str:
        """Where it is, for somebody who has a seat; "" for everybody else."""
        return self.night.place if self.has_seat else ""

    @property
    def has_seat(self) -> bool:
        """Whether a seat is theirs, on a night that takes place."""
        return self.rsvp.has_seat and not self.is_cancelled

    @property
    def is_cancelled(self) -> bool:
        """Whether the night is off."""
        return self.night.cancelled_at is not None

    @property
    def has_begun(self) -> bool:
        """Whether it has: from then on only the host gives seats and takes them."""
        return has_started(self.night, self.now)

    @property
    def takes_answers(self) -> bool:
        """Whether they can still say whether they come."""
        return not (self.is_cancelled or self.has_begun or self.here)

    @property
    def may_reserve(self) -> bool:
        """Whether they may say yes or maybe; whoever is barred may still say no."""
        return self.takes_answers and not self.person.barred

    @property
    def may_be_maybe(self) -> bool:
        """Whether maybe is still an answer, and one that says something new."""
        until = self.night.maybe_until
        in_time = until is None or self.now <= until
        return self.may_reserve and in_time and self.rsvp.reply != Reply.MAYBE

    @property
    def says_yes(self) -> bool:
        """Whether they said that they come."""
        return self.rsvp.reply == Reply.YES

    @property
    def says_no(self) -> bool:
        """Whether they said that they do not come."""
        return self.rsvp.reply == Reply.NO

    @property
    def waits(self) -> bool:
        """Whether they are on the waiting list, with no seat kept for them."""
        return self.rsvp.place == Place.WAITING

    @property
    def asks_again(self) -> bool:
        """Whether only a new yes brings them a seat: they let one pass that was kept for them."""
        return self.waits and self.rsvp.held == Held.PASSED and self.may_reserve

    @property
    def is_offered(self) -> bool:
        """Whether a seat is kept for them now."""
        until = self.rsvp.offered_until
        return self.rsvp.place == Place.OFFERED and until is not None and self.now < until and self.takes_answers

    @property
    def minutes_left(self) -> int:
        """How many minutes the seat is still kept for them, rounded up."""
        until = self.rsvp.offered_until
        return 0 if until is None else -(-int((until - self.now).total_seconds()) // 60)

    @property
    def confirms(self) -> bool:
        """Whether they are asked to confirm their seat."""
        asked = self.rsvp_state.asked_at is not None and not self.rsvp.confirmed
        return asked and self.has_seat and self.takes_answers

    @property
    def may_be_late(self) -> bool:
        """Whether they can say when they come: with a seat until they are there, without one until the start."""
        hopes = self.rsvp.place in (Place.WAITING, Place.OFFERED) and self.takes_answers
        return (self.has_seat or hopes) and self.night.starts_at is not None and not self.here

    @property
    def when_you_come(self) -> tuple[str, str]:
        """When they are expected, and how long their seat is kept for them."""
        until = keeps_until(self.rsvp, self.night.starts_at, self.terms)
        over = until is not None and self.now.replace(microsecond=0) > until
        return when_you_come(self.rsvp, self.expected, self.kept_until, begun=self.has_begun, over=over)

    @property
    def is_no_show(self) -> bool:
        """Whether the host marked that they did not show up, which is a strike."""
        return self.rsvp.mark == Mark.NO_SHOW

    @property
    def moves(self) -> str:
        """How they come to a seat while they wait."""
        if not self.waits or self.asks_again:
            return ""
        return BY_THE_HOST if self.has_begun else moving_up(self.terms, self.night.starts_at, self.now)

    @property
    def guest_lines(self) -> str:
        """The guests they bring, a name in a line."""
        return "\n".join(self.rsvp.guests)

    @property
    def expected(self) -> str:
        """When they come by the clock of the night, where that is late: 20:30."""
        at = comes_late_at(self.rsvp, self.night.starts_at)
        return "" if at is None else f"{at.astimezone(self.zone):%H:%M}"

    @property
    def kept_until(self) -> str:
        """Until when their seat is kept for them, once the night has begun."""
        return self._near(keeps_until(self.rsvp, self.night.starts_at, self.terms))

    @property
    def free_until(self) -> str:
        """Until when they can give up their seat without a strike; "" if that is over, or always so."""
        limit = late_from(self.night.starts_at, self.terms)
        return self._near(limit) if limit is not None and self.now <= limit else ""

    @property
    def maybe_until(self) -> str:
        """Until when maybe is an answer."""
        return self._near(self.night.maybe_until)

    def _near(self, moment: datetime | None) -> str:
        return "" if moment is None else near(moment, self.occasion, self.now)

    @property
    def gives_up_late(self) -> tuple[str, ...]:
        """What it means to give up their seat now, a sentence each; () while it is free."""
        starts_at = self.night.starts_at
        if not self.has_seat or starts_at is None or not is_late_change(starts_at, self.now, self.terms):
            return ()
        return giving_up(self.terms, self.person.strikes, starts_at, self.occasion)

    def asks_first(self, said: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what a form's answer would mean, where it gives a seat up too late and does not say that it is sure.

        Whoever waits together with their guests gives nothing up by the rules.
        """
        gives_up = said.get("answer") in (Reply.NO, Reply.MAYBE)
        return self.gives_up_late if gives_up and not said["sure"] else ()

    def is_too_late_for(self, said: Mapping[str, Any]) -> bool:
        """Tell whether a form says whether they come, or takes a seat, once that is not theirs to say any more."""
        return not self.takes_answers and not self.is_cancelled and not said.keys().isdisjoint({"answer", "take"})

    def lacks_seats_for(self, said: Mapping[str, Any]) -> bool:
        """Tell whether the guests that a form names find no seat beside the one they have."""
        more = len(said.get("guests") or ()) + 1 - self.rsvp.party
        return self.has_seat and more > 0 and not self.rsvp_state.fits(more)

    @property
    def asks(self) -> tuple[str, ...]:
        """What the house asks of everybody who reserves."""
        return attendance_statement(self.terms)
