"""The nights ahead for one player; no other player is named, and only a seat shows the address."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from hostdesk.invitations.coming import text
from ledger.night.stakes_queries import occasion_of
from reservations.acts.facts import Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.messages.text import Occasion
from reservations.models import Fact, Night, Player
from reservations.players.queries import facts_of_people
from reservations.rsvps.door_queries import arrived_on
from reservations.rsvps.queries import HouseLookups, has_started, recorded_on, rsvp_states_of
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState, costs_strike, keeps_until, late_from
from reservations.waiting_list.rules import Person, place_of

_STILL_ON = timedelta(hours=12)


@dataclass(frozen=True)
class NightAhead:
    """A night ahead for one player, all of it at the moment ``now``; ``here``: they have arrived.

    ``tells_place`` is False on a phone that is not confirmed yet.
    """

    night: Night
    occasion: Occasion
    rsvp_state: RsvpState
    rsvp: Rsvp
    terms: AttendanceTerms
    person: Person
    summary: text.RsvpSummary
    here: bool
    now: datetime
    tells_place: bool = True

    @property
    def zone(self) -> tzinfo:
        """The time zone of the night."""
        return ZoneInfo(self.occasion.zone)

    @property
    def other_zone(self) -> str:
        """The name of that zone; "" if it is the desk's."""
        return "" if self.occasion.zone == str(timezone.get_current_timezone()) else self.occasion.zone

    @property
    def has_seat(self) -> bool:
        """Whether they have a seat, and the night is not cancelled."""
        return self.rsvp.has_seat and self.night.cancelled_at is None

    @property
    def place(self) -> str:
        """The address of the night for a player with a seat, else ""."""
        return self.night.place if self.has_seat and self.tells_place else ""

    @property
    def has_begun(self) -> bool:
        """Whether the night has begun: from then on only the host gives and takes seats."""
        return has_started(self.night, self.now)

    @property
    def takes_answers(self) -> bool:
        """Whether they can still answer."""
        return not (self.night.cancelled_at or self.has_begun or self.here)

    @property
    def may_reserve(self) -> bool:
        """Whether they may say yes or maybe; a barred player may still say no."""
        return self.takes_answers and not self.person.barred

    @property
    def may_be_maybe(self) -> bool:
        """Whether they may still say maybe, and have not."""
        until = self.night.maybe_until
        in_time = until is None or self.now <= until
        return self.may_reserve and in_time and self.rsvp.reply != Reply.MAYBE

    @property
    def waits(self) -> bool:
        """Whether they are on the waiting list, with no seat kept for them."""
        return self.rsvp.place == Place.WAITING

    @property
    def asks_again(self) -> bool:
        """Whether only a new yes brings them a seat: they let an offer pass."""
        return self.waits and self.rsvp.held == Held.PASSED and self.may_reserve

    @property
    def minutes_left(self) -> int:
        """The minutes that an offered seat is still kept for them, rounded up; 0 without one."""
        until = self.rsvp.offered_until
        if until is None or self.now >= until or self.rsvp.place != Place.OFFERED or not self.takes_answers:
            return 0
        return max(1, -(-int((until - self.now).total_seconds()) // 60))

    @property
    def confirms(self) -> bool:
        """Whether the player has to confirm their seat."""
        must_confirm = self.rsvp_state.request_at is not None and not self.rsvp.confirmed
        return must_confirm and self.has_seat and self.takes_answers

    @property
    def may_be_late(self) -> bool:
        """Whether they can announce their arrival: with a seat until they are there, without one until the start."""
        hopes = self.rsvp.place in (Place.WAITING, Place.OFFERED) and self.takes_answers
        return (self.has_seat or hopes) and self.night.starts_at is not None and not self.here

    @property
    def expected(self) -> str:
        """Their arrival by the clock of the night, if late: 20:30."""
        at = text.comes_late_at(self.rsvp, self.night.starts_at)
        return "" if at is None else f"{at.astimezone(self.zone):%H:%M}"

    @property
    def when_you_come(self) -> tuple[str, str]:
        """Their expected arrival, and the end of their seat."""
        until = keeps_until(self.rsvp, self.night.starts_at, self.terms)
        over = until is not None and self.now.replace(microsecond=0) > until
        kept_until = self.occasion.deadline(until, self.now)
        return text.when_you_come(self.rsvp, self.expected, kept_until, begun=self.has_begun, over=over)

    @property
    def moves(self) -> str:
        """The way to a seat while they wait."""
        if not self.waits or self.asks_again:
            return ""
        return text.BY_THE_HOST if self.has_begun else text.moving_up(self.terms, self.night.starts_at, self.now)

    @property
    def free_until(self) -> str:
        """The last time to give up their seat without a strike; "" if it has passed, or without a limit."""
        limit = late_from(self.night.starts_at, self.terms)
        return self.occasion.deadline(limit, self.now) if limit is not None and self.now <= limit else ""

    @property
    def maybe_until(self) -> str:
        """The time at which "maybe" closes."""
        return self.occasion.deadline(self.night.maybe_until, self.now)

    @property
    def gives_up_late(self) -> tuple[str, ...]:
        """The consequences of giving up their seat now, in sentences; () while it is free."""
        if self.night.cancelled_at or not costs_strike(self.rsvp_state, self.rsvp, self.now, self.terms):
            return ()
        since = self.occasion.deadline(late_from(self.night.starts_at, self.terms), self.now)
        return text.giving_up(self.terms, self.person.strikes, since)


def _ahead(now: datetime, today: date) -> Q:
    planned = Q(rules=None, results=None) & (Q(date__gte=today) | Q(starts_at__gte=now - _STILL_ON))
    played = Q(bank__isnull=False, bank__closed=None)
    return planned | played


def is_shown(coming: NightAhead, today: date) -> bool:
    """Tell whether a player has a page for a night: they answered it, or it is ahead or being played."""
    ahead = Night.objects.filter(_ahead(coming.now, today), pk=coming.night.pk)
    return coming.rsvp.answered_at is not None or ahead.exists()


def earlier_answer(key: str, coming: NightAhead) -> str:
    """Return a player's earlier answer by the form of that key, in words; "" if the key is not theirs."""
    theirs = facts_of_people(Fact.objects.filter(key=key, night=coming.night))
    mine = (fact for fact in theirs if fact.player == coming.person.number)
    return "".join(text.in_words(fact.kind, fact.content, coming.occasion) for fact in mine)


def nights_ahead(player: Player, now: datetime, today: date, arrears: Collection[int]) -> list[NightAhead]:
    """Return the nights planned or being played, by start, and cancelled ones that the player had accepted."""
    nights = Night.objects.filter(_ahead(now, today)).select_related("house", "rules")
    found = see_nights(player, nights.by_start(), now, arrears)
    return [coming for coming in found if coming.rsvp.reply == Reply.YES or not coming.night.cancelled_at]


def see_nights(player: Player, nights: Iterable[Night], now: datetime, arrears: Collection[int]) -> list[NightAhead]:
    """Return nights for a player, in a number of queries that does not grow with them."""
    listed = list(nights)
    rsvp_states, houses = rsvp_states_of(listed), HouseLookups(arrears)
    opened = [night for night in listed if night.rules_id is not None]
    here = arrived_on(opened, recorded_on(*(night.pk for night in listed)) if opened else ())
    found = []
    for night in listed:
        rsvp_state, terms = rsvp_states[night.pk], houses.terms(night)
        occasion, rsvp = occasion_of(night, terms), rsvp_state.of(player.number)
        waits = rsvp in rsvp_state.waiting
        place = place_of(player.number, rsvp_state, houses.who(night.house, terms), terms) if waits else None
        came = player.number in here.get(night.pk, ()) or rsvp.came_at is not None
        if came:
            summary = text.HERE
        elif night.cancelled_at:
            summary = text.CANCELLED
        else:
            summary = text.rsvp_summary(rsvp_state, player.number, place.words if place else "", occasion, now)
        person = houses.person(player, night.house, terms)
        found.append(NightAhead(night, occasion, rsvp_state, rsvp, terms, person, summary, came, now))
    return found
