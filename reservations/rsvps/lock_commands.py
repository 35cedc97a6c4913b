"""The frame of all commands about reservations: lock, record, and record the facts that become due; and reminders."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import Cause, FactKind, Place, ReminderKind
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import check_not_merged
from reservations.houses.attendance_terms import AttendanceTerms, Then
from reservations.models import Fact, Night, Player
from reservations.parsing.days import day_of
from reservations.rsvps import queries
from reservations.rsvps.due import NOBODY, next_due, reminder
from reservations.rsvps.queries import has_started, people_for, rsvp_state_of, terms_of_night, zone_of
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.strikes.queries import strike_sums
from reservations.strikes.rules import ends_reservations, what_follows
from reservations.waiting_list.rules import Person

_LONGEST_NIGHT = timedelta(hours=18)


@dataclass(frozen=True)
class LockedRsvp:
    """A player and a night under the lock; ``arrears`` are numbers of players."""

    stamp: Stamp
    night: Night
    player: Player
    arrears: Collection[int] = queries.NO_DEBTS

    @cached_property
    def rsvp_state(self) -> RsvpState:
        """The RSVP state of the night before this command."""
        return queries.rsvp_state_of(self.night)

    @cached_property
    def people(self) -> dict[int, Person]:
        return queries.people_for(self.night, self.arrears)

    @cached_property
    def terms(self) -> AttendanceTerms:
        return queries.terms_of_night(self.night)

    @property
    def mine(self) -> Rsvp:
        return self.rsvp_state.of(self.player.number)

    @property
    def has_begun(self) -> bool:
        return queries.has_started(self.night, self.stamp.at)

    def draft(self, kind: FactKind, content: Mapping[str, Any] | None = None, reason: str = "") -> FactDraft:
        return FactDraft(kind, self.night, self.player, reason=reason, content=content or {})

    def once(self, draft: FactDraft) -> FactDraft:
        """Return a new draft.

        Raises the errors of :func:`fact_once`, ``Merged`` if the player was merged into another one, and ``Impossible``
        if the night is cancelled.
        """
        fact_once(draft, self.stamp)
        check_not_merged([self.player.number])
        check_not_cancelled(self.night)
        return draft

    def note(self, draft: FactDraft, remark: str, outcome: Mapping[str, Any] | None = None) -> Noted:
        """Record a fact that neither frees a seat nor needs one, so that nothing becomes due."""
        return note_fact(draft, self.stamp, remark, **(outcome or {}))

    def conclude(self, draft: FactDraft, outcome: Mapping[str, Any] | None = None, *, remark: str = "") -> Noted:
        """Record the decision, and then the facts that become due: players who move up, and offers."""
        fact = record_fact(draft, self.stamp, {**(outcome or {}), **({"remark": remark} if remark else {})})
        record_due(self.night, self.stamp.at, self.arrears)
        return Noted(fact, remark=remark)


def locked_rsvp(stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = queries.NO_DEBTS) -> LockedRsvp:
    """Return a player and a night, read again under the lock, since an earlier read may be out of date."""
    return LockedRsvp(stamp, reread(night), player, arrears)


def reread(night: Night) -> Night:
    """Return the night as it is under the lock."""
    return Night.objects.select_related("house", "rules", "series").get(pk=night.pk)


def late_arrival(night: Night, at: datetime | None) -> datetime | None:
    """Return a player's arrival if it is after the start, else None. Raises ``Malformed`` for a time after the end."""
    if at is None or night.starts_at is None or at <= night.starts_at:
        return None
    if at > (night.ends_at or night.starts_at + _LONGEST_NIGHT):
        raise Malformed("That is after the end of the night.")
    return at


def check_not_cancelled(night: Night) -> None:
    """Raise ``Impossible`` for a cancelled night."""
    if night.cancelled_at is not None:
        raise Impossible(f"The {night} is cancelled.")


def record_due(night: Night, now: datetime, arrears: Collection[int]) -> int:
    """Record all facts due on a night now, one after the other; return their number."""
    terms, people, made = queries.terms_of_night(night), queries.people_for(night, arrears), 0
    begun, zone = queries.has_started(night, now), queries.zone_of(night)
    while due := next_due(queries.rsvp_state_of(night), people, terms, now, begun=begun, zone=zone):
        player = None if due.player is None else Player.objects.get(pk=due.player)
        if due.kind == FactKind.STRIKE and player is not None:
            about = Fact.objects.get(pk=due.about or 0)
            record_strike(LockedRsvp(following(now), night, player, arrears), Cause.LATE_CANCEL, about=about)
            people = queries.people_for(night, arrears)  # No other due fact changes a priority.
        else:
            draft = FactDraft(due.kind, night, player, reason=due.reason, content=due.content)
            stamp = Stamp(f"{due.kind}-{night.pk}-{due.once}", now) if due.once else following(now)
            record_fact(draft, stamp, due.outcome)
        made += 1
    return made


def record_strike(on: LockedRsvp, cause: Cause, *, about: Fact | None = None, reason: str = "") -> Fact:
    """Record a strike with its weight and its consequence in the house now; it may end later reservations.

    The fact keeps the consequence because the player hears of it then. The bar of a player is computed anew every time.
    """
    weight, then = _weighed(on, cause)
    draft = replace(on.draft(FactKind.STRIKE, {"cause": cause.value}, reason), about=about)
    fact = record_fact(draft, on.stamp, {"weight": weight, "then": then.value if then else ""})
    if ends_reservations(then):
        reason = f"Reservations end after the {on.night} was missed."
        for later in _later_reservations(on):
            later.conclude(replace(later.draft(FactKind.RELEASE, reason=reason), about=fact))
    return fact


def ended_by(on: LockedRsvp, cause: Cause) -> str:
    """Name the reservations that a strike for that cause would end now, after a space; "" for none."""
    ended = _later_reservations(on) if ends_reservations(_weighed(on, cause)[1]) else []
    days = ", ".join(day_of(later.night.date) for later in ended)
    return f" Reservations that end with it: {days}." if days else ""


def _weighed(on: LockedRsvp, cause: Cause) -> tuple[int, Then | None]:
    """Return the weight of a strike for that cause, and its consequence together with the strikes in force."""
    weight = on.terms.no_show_weight if cause == Cause.NO_SHOW else on.terms.late_change_weight
    return weight, what_follows(strike_sums(on.night.house).get(on.player.number, 0) + weight, on.terms)


def _later_reservations(on: LockedRsvp) -> list[LockedRsvp]:
    """Return the nights of the house still to come on which the player has a seat or waits."""
    nights = Night.objects.filter(house=on.night.house, date__gte=on.night.date).exclude(pk=on.night.pk)
    found = nights.select_related("house", "rules").order_by("date", "pk")
    ahead = [night for night in found if not queries.has_started(night, on.stamp.at)]
    states, number = queries.rsvp_states_of(ahead), on.player.number
    reserved = [night for night in ahead if states[night.pk].of(number).place != Place.NONE]
    return [LockedRsvp(following(on.stamp.at), night, on.player, on.arrears) for night in reserved]


@command
def switch_reminder(*, stamp: Stamp, night: Night, who: ReminderKind, on: bool) -> Noted:
    """Switch a reminder that goes out by itself on or off.

    Raises ``Impossible`` for a night that is cancelled or has begun, and for a reminder that has gone out.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.SWITCH, night, content={"who": who.value, "on": on}), stamp)
    _check_ahead(night, who, stamp)
    return note_fact(draft, stamp, "The reminder is on." if on else "The reminder is off: nobody gets it.")


@command
def remind_now(*, stamp: Stamp, night: Night, who: ReminderKind) -> Noted:
    """Send a reminder at once to its receivers; it does not go out again at its time.

    Raises ``Impossible`` for a night that is cancelled or has begun, for a reminder that has gone out, and if it has no
    receivers.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.REMIND, night, content={"who": who.value}), stamp)
    _check_ahead(night, who, stamp)
    terms, zone = terms_of_night(night), zone_of(night)
    found = reminder(who, rsvp_state_of(night), people_for(night), terms, stamp.at, zone=zone)
    if found is None or not found.players:
        raise Impossible(NOBODY[who])
    many = len(found.players)
    remark = "One player is reminded." if many == 1 else f"{many} players are reminded."
    return note_fact(draft, stamp, remark, players=[*found.players])


def _check_ahead(night: Night, who: ReminderKind, stamp: Stamp) -> None:
    check_not_cancelled(night)
    if has_started(night, stamp.at):
        raise Impossible(f"The {night} has begun: nobody is reminded of it any more.")
    if who in rsvp_state_of(night).reminded:
        raise Impossible("This reminder has gone out already. Nobody is reminded twice.")
