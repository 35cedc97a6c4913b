"""What every command about coming to a night does besides its own: it settles what follows from it, in one go."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from reservations.acts.commands import lock_desk, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import Cause, FactKind, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible
from reservations.acts.queries import check_not_merged
from reservations.houses.attendance_terms import AttendanceTerms, Then
from reservations.models import Fact, Night, Player
from reservations.nights.queries import has_started
from reservations.rsvps.cutoffs import ends_reservations, what_follows
from reservations.rsvps.due import Due, next_due
from reservations.rsvps.queries import people_for, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.strikes.queries import counted
from reservations.waiting_list.rules import Person

NO_DEBTS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Coming:
    """A player and a night as a command finds them under the lock; ``arrears`` are the numbers of who owes too long."""

    stamp: Stamp
    night: Night
    player: Player
    arrears: Collection[int] = NO_DEBTS

    @cached_property
    def rsvp_state(self) -> RsvpState:
        """The roll of the night before this command."""
        return rsvp_state_of(self.night)

    @cached_property
    def people(self) -> dict[int, Person]:
        """Everybody as the house's priorities see them."""
        return people_for(self.night, self.arrears)

    @cached_property
    def terms(self) -> AttendanceTerms:
        """The attendance terms of the night."""
        return terms_of_night(self.night)

    @property
    def mine(self) -> Rsvp:
        """What the player has said so far, and where that put them."""
        return self.rsvp_state.of(self.player.number)

    @property
    def has_begun(self) -> bool:
        """Whether the night has begun."""
        return has_started(self.night, self.stamp.at)

    def draft(self, kind: FactKind, content: Mapping[str, Any] | None = None, reason: str = "") -> FactDraft:
        """Return a fact about this player on this night, as somebody asks for it."""
        return FactDraft(kind, self.night, self.player, reason=reason, content=content or {})

    def known(self, draft: FactDraft) -> Noted | None:
        """Return the answer given before to the same key and content, or nothing.

        Raises ``FactTaken``; for something new ``Merged`` where the player was merged into another one, and
        ``Impossible`` where the night is cancelled.
        """
        if known := known_fact(draft, self.stamp):
            return known
        check_not_merged([self.player.number])
        check_on(self.night)
        return None

    def note(self, draft: FactDraft, remark: str) -> Noted:
        """Record what neither frees a seat nor asks for one: nothing follows from it."""
        return Noted(record_fact(draft, self.stamp, {"remark": remark}), remark=remark)

    def conclude(self, draft: FactDraft, outcome: Mapping[str, Any] | None = None, *, remark: str = "") -> Noted:
        """Record what was decided and then all that follows: who moves up, to whom a seat is offered."""
        fact = record_fact(draft, self.stamp, {**(outcome or {}), **({"remark": remark} if remark else {})})
        settle(self.night, self.stamp.at, self.arrears)
        return Noted(fact, remark=remark)


def coming(stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = NO_DEBTS) -> Coming:
    """Lock the desk and return the night and the player as they are: what was read before may be out of date."""
    lock_desk()
    return Coming(stamp, reread(night), player, arrears)


def reread(night: Night) -> Night:
    """Return the night as it is under the lock."""
    return Night.objects.select_related("house", "rules").get(pk=night.pk)


def check_on(night: Night) -> None:
    """Raise ``Impossible`` where the night is cancelled."""
    if night.cancelled_at is not None:
        raise Impossible(f"The {night} is cancelled.")


def settle(night: Night, now: datetime, arrears: Collection[int]) -> int:
    """Record all that is due on a night now, one thing after the other; return how many there were."""
    terms, people, made = terms_of_night(night), people_for(night, arrears), 0
    begun = has_started(night, now)
    while due := next_due(rsvp_state_of(night), people, terms, now, begun=begun):
        _record_due(night, due, now, arrears)
        if due.kind == FactKind.STRIKE:
            people = people_for(night, arrears)  # nothing else that is due changes who somebody is
        made += 1
    return made


def _record_due(night: Night, due: Due, now: datetime, arrears: Collection[int]) -> None:
    player = None if due.player is None else Player.objects.get(pk=due.player)
    if due.kind == FactKind.STRIKE and player is not None:
        about = Fact.objects.get(pk=due.about or 0)
        strike_down(Coming(following(now), night, player, arrears), Cause.LATE_CANCEL, about=about)
        return
    record_fact(FactDraft(due.kind, night, player, reason=due.reason), following(now), due.outcome)


def strike_down(on: Coming, cause: Cause, *, about: Fact | None = None, reason: str = "") -> Fact:
    """Record a strike with its weight and what follows from it in the house now; seats to come may go with it.

    What follows is kept because people are told of it then; whether somebody is barred is counted anew whenever that
    is asked.
    """
    weight, then = _weight_and_then(on, cause)
    draft = replace(on.draft(FactKind.STRIKE, {"cause": cause.value}, reason), about=about)
    fact = record_fact(draft, on.stamp, {"weight": weight, "then": then.value if then else ""})
    if ends_reservations(then):
        reason = f"Reservations end after the {on.night} was missed."
        for later in _reserved_later(on):
            later.conclude(replace(later.draft(FactKind.RELEASE, reason=reason), about=fact))
    return fact


def ended_by(on: Coming, cause: Cause) -> str:
    """Return in words which reservations a strike for that would end now, with a space before them; "" for none."""
    ended = _reserved_later(on) if ends_reservations(_weight_and_then(on, cause)[1]) else []
    days = ", ".join(str(later.night.date) for later in ended)
    return f" Reservations that end with it: {days}." if days else ""


def _weight_and_then(on: Coming, cause: Cause) -> tuple[int, Then | None]:
    """Return how much a strike for that weighs, and what follows from it with those that count already."""
    weight = on.terms.no_show_weight if cause == Cause.NO_SHOW else on.terms.late_change_weight
    return weight, what_follows(counted(on.night.house).get(on.player.number, 0) + weight, on.terms)


def _reserved_later(on: Coming) -> list[Coming]:
    """Return the nights of the house that are still to come and for which they have a seat or wait."""
    nights = Night.objects.filter(house=on.night.house, date__gte=on.night.date).exclude(pk=on.night.pk)
    found = nights.select_related("house", "rules").order_by("date", "pk")
    ahead = (Coming(following(on.stamp.at), night, on.player, on.arrears) for night in found)
    return [later for later in ahead if not later.has_begun and later.mine.place != Place.NONE]
