"""Answers to an invitation: yes, no or maybe, with guests or late; confirmed seats, accepted or declined offers."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from reservations.acts.commands import command, note_fact, one_by_one, record_fact
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import Cause, FactKind, Place, Reply
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed, Refused, RuleViolation, Unannounced, kept_violations
from reservations.models import Night, Player
from reservations.parsing.names import name_key, parse_name
from reservations.players.queries import same_person
from reservations.rsvps.due import in_line_before, next_due, next_moment
from reservations.rsvps.lock_commands import LockedRsvp, late_arrival, locked_rsvp, record_due, record_strike, reread
from reservations.rsvps.queries import NO_DEBTS, DueNights, Owing, has_started, rsvp_state_of, rsvp_states_of, zone_of
from reservations.rsvps.rsvp_reducers import PARTED
from reservations.rsvps.rsvp_state import Held, costs_strike, counts_as_confirmed, is_late_change
from reservations.strikes.queries import open_strike

MOST_GUESTS = 5
_IN_LINE = (Place.WAITING, Place.OFFERED)
_PLACED = {Place.SEAT: "You have a seat.", Place.WAITING: "You are on the waiting list."}


@command
def answer(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    reply: Reply,
    guests: Sequence[str] = (),
    expected_at: datetime | None = None,
    wait_together: bool = False,
    warned: bool = True,
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Record a player's answer; a yes gets a seat if one is free and nobody waits for it, else a place in line.

    ``guests`` come by name and sit or wait together with the player. ``expected_at`` (aware) is an arrival after the
    start. With ``wait_together`` the player would rather give up a seat than come without the guests. ``warned``: they
    know that giving up the seat costs a strike, if it does at that time. ``arrears`` are the numbers of players in
    arrears. The remark names the result.

    Raises ``Unannounced`` for a strike without warning, ``Malformed`` for impossible guests or times, ``Impossible``
    for a maybe after its date, for guests without seats and for a yes of a player who was turned away, and ``Refused``
    for a yes of a barred player.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    content: dict[str, Any] = {"answer": reply.value}
    if reply == Reply.YES:
        content["guests"] = _guests(guests)
        if late := late_arrival(on.night, expected_at):
            content["expected"] = late.isoformat()
        if wait_together:
            content["wait"] = True
    draft = on.draft(FactKind.ANSWER, content)
    if name_key(player.name) in map(name_key, guests):
        raise Malformed(f"{player} has a seat anyway: name only the guests.")
    on.once(draft)
    if reply != Reply.YES:
        return _stay_away(on, draft, reply, warned=warned)
    if on.mine.turned_away:
        raise Impossible(f"{player} was turned away at the door: {on.mine.turned_away}.")
    barred = on.people[player.number].barred
    violations = (RuleViolation("who may reserve", f"{player}: {barred}"),)
    if barred and on.mine.place == Place.NONE and not stamp.ruling:
        raise Refused(violations, house=on.night.house.name)
    place = _place(on, party=1 + len(content["guests"]), wait=wait_together)
    is_ruled = barred and stamp.ruling
    ruled = {"ruling": stamp.ruling, "overruled": kept_violations(violations)} if is_ruled else {}
    sure = {"confirmed": True} if counts_as_confirmed(on.night.starts_at, stamp.at, on.terms) else {}
    return on.conclude(draft, {"place": place.value, **ruled, **sure}, remark=_PLACED[place])


def _guests(names: Sequence[str]) -> list[str]:
    guests = [parse_name(name) for name in names]
    if len(guests) > MOST_GUESTS:
        raise Malformed(f"At most {MOST_GUESTS} guests.")
    if len({name_key(name) for name in guests}) < len(guests):
        raise Malformed("One guest is named twice.")
    return guests


def _place(on: LockedRsvp, *, party: int, wait: bool) -> Place:
    """Return the place for a yes: a seat is kept, and a waiting player goes on waiting."""
    mine, rsvp_state = on.mine, on.rsvp_state
    has_seat = mine.takes and not _offer_is_over(on)
    more = party - mine.party if has_seat else party
    if not has_seat and (mine.place in _IN_LINE or mine.held == Held.BUMPED or on.has_begun):
        return Place.WAITING
    if (has_seat and more <= 0) or (
        rsvp_state.fits(more) and not in_line_before(mine, rsvp_state, on.people, on.terms)
    ):
        return Place.SEAT
    if has_seat and not wait:
        raise Impossible(
            "There is no seat for all the guests: come without them and keep the seat, or give it up and wait together."
        )
    if mine.has_seat and is_late_change(on.night.starts_at, on.stamp.at, on.terms):
        raise Impossible("It is too late to give a seat up and wait together: come without them, or say no.")
    return Place.WAITING


def _stay_away(on: LockedRsvp, draft: FactDraft, reply: Reply, *, warned: bool) -> Noted:
    at, night, mine = on.stamp.at, on.night, on.mine
    if reply == Reply.MAYBE and night.maybe_until is not None and at > night.maybe_until:
        raise Impossible("It is too late for a maybe: say yes or no.")
    late = costs_strike(on.rsvp_state, mine, at, on.terms) and open_strike(night, on.player) is None
    if late and not warned:
        raise Unannounced("This is a late change by now: it costs a strike.")
    if reply == Reply.MAYBE:
        remark = "Noted. A maybe keeps no seat."
    elif mine.takes:
        remark = "Your seat is free for somebody else. Thanks for telling us."
    else:
        remark = "You left the waiting list." if mine.place == Place.WAITING else "You are not coming."
    noted = note_fact(draft, on.stamp, remark, place=Place.NONE.value, **({"late": True} if late else {}))
    if late and not on.terms.taken_up_clears:
        record_strike(replace(on, stamp=following(at)), Cause.LATE_CANCEL, about=noted.fact)
    record_due(night, at, on.arrears)
    return noted


@command
def expect_at(*, stamp: Stamp, night: Night, player: Player, expected_at: datetime | None) -> Noted:
    """Record the late arrival of a player with a reservation; None: in time after all.

    Raises ``Impossible`` without a reservation, ``Malformed`` for a time after the end of that night.
    """
    on = locked_rsvp(stamp, night, player)
    late = late_arrival(on.night, expected_at)
    draft = on.once(on.draft(FactKind.EXPECT, {"expected": late.isoformat() if late else None}))
    if on.mine.place == Place.NONE:
        raise Impossible(f"{player} has no reservation for the {night}.")
    return on.note(draft, "The host knows when you come." if late else "You come on time.")


@command
def confirm_seat(*, stamp: Stamp, night: Night, player: Player) -> Noted:
    """Confirm a seat. Raises ``Impossible`` for a player without one."""
    on = locked_rsvp(stamp, night, player)
    draft = on.once(on.draft(FactKind.CONFIRM))
    if not on.mine.has_seat:
        raise Impossible(f"{player} has no seat to confirm on the {night}.")
    return on.note(draft, "Your seat is confirmed.")


@command
def take_offer(*, stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Accept an offered seat. Raises ``Impossible`` once the offer is over."""
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.SEAT))
    _check_offered(on)
    return on.conclude(draft, {"how": "offer taken"}, remark=_PLACED[Place.SEAT])


@command
def decline_offer(*, stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Decline an offered seat; the next in line gets it. Raises ``Impossible`` once the offer is over."""
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.LAPSE))
    _check_offered(on)
    return on.conclude(draft, remark="The seat goes on to the next. Ask again if you want one after all.")


def _offer_is_over(on: LockedRsvp) -> bool:
    """Tell whether the time of an offer is over, even if its lapse is not recorded yet."""
    until = on.mine.offered_until
    return until is not None and on.stamp.at >= until


def _check_offered(on: LockedRsvp) -> None:
    if on.mine.place != Place.OFFERED or _offer_is_over(on):
        raise Impossible("The seat is not kept any more: it has gone on to the next.")


def join_duplicate(*, stamp: Stamp, player: Player, into: Player) -> None:
    """Record, on all nights that both entries have answered, that they are one person; call this before the merge."""
    content = {"twin": player.number, "merge": stamp.key}
    nights = list(_nights_with_facts(player))
    rsvp_states = rsvp_states_of(nights)
    for night in nights:
        if {player.number, into.number} <= rsvp_states[night.pk].rsvps.keys():
            record_fact(FactDraft(FactKind.MERGED, night, into, content=content), following(stamp.at))


def part_duplicate(*, stamp: Stamp, player: Player, from_: Player) -> str:
    """Find room for two separated players on the nights ahead; return a sentence for every player who has to wait.

    Both have the answers under their own names. If there are too few seats for both, the later one goes first on the
    waiting list. On a night that has begun both keep their places. Call this after the merge is undone, with the desk
    locked.
    """
    remarks = []
    for night in [night for night in _nights_with_facts(player) if not has_started(night, stamp.at)]:
        while (rsvp_state := rsvp_state_of(night)).over and (
            seated := [one for one in (player, from_) if rsvp_state.of(one.number).takes]
        ):
            later = max(seated, key=lambda one: rsvp_state.of(one.number).entry)
            other = from_ if later == player else player
            reason = f"You and {other} had been taken for one person, and there is no seat left for both."
            draft = FactDraft(FactKind.BUMP, night, later, reason=f"{reason} You are first on the waiting list.")
            record_fact(draft, following(stamp.at), {"how": PARTED})
            remarks.append(f"{later} is first on the waiting list of the {night}: there is no seat left for both.")
    return " ".join(remarks)


def _nights_with_facts(player: Player) -> QuerySet[Night]:
    return Night.objects.filter(facts__player__in=same_person(player)).select_related("house").distinct()


def keep_up(*, now: datetime, owing: Owing = lambda entries, rules, today: NO_DEBTS) -> tuple[int, datetime | None]:
    """Record the facts due on the nights ahead; return their number, and the next time at which more may be due.

    The desk is locked only for a night with something due, which is then checked again: two processes at once still
    record every fact only once. A fault on one night does not stop the others; ``SetAside`` is raised at the end.
    """
    found, moments = DueNights(now, owing), list[datetime]()
    jobs = ((f"the {night}", partial(_keep_up_if_due, night, found, now, moments)) for night in found.nights.values())
    return one_by_one(jobs), min(moments, default=None)


def _keep_up_if_due(night: Night, found: DueNights, now: datetime, moments: list[datetime]) -> int:
    terms, rsvp_state = found.terms(night), found.rsvp_state(night)
    people, begun, zone = found.people(night, rsvp_state), has_started(night, now), zone_of(night)
    if next_due(rsvp_state, people, terms, now, begun=begun, zone=zone) is not None:
        return _keep_up(night=night, now=now, arrears=found.owing)
    if moment := next_moment(rsvp_state, terms, now, zone=zone):
        moments.append(moment)
    return 0


@command
def _keep_up(*, night: Night, now: datetime, arrears: Collection[int]) -> int:
    return record_due(reread(night), now, arrears)
