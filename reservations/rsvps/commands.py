"""Answering an invitation: yes, no or maybe, with guests or late, and what a player says of their own place."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from reservations.acts.commands import command, record_fact
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import Cause, FactKind, Place, Reply
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.models import Night, Player
from reservations.parsing.names import name_key, parse_name
from reservations.rsvps.cutoffs import had_time, is_asked_by, is_late_change
from reservations.rsvps.due import in_line_before
from reservations.rsvps.rsvp_state import Held, Rsvp
from reservations.rsvps.settling_commands import NO_DEBTS, Coming, coming, settle, strike_down
from reservations.rsvps.violations import Barred
from reservations.strikes.queries import open_strike

MOST_GUESTS = 5
_LONGEST_NIGHT = timedelta(hours=18)
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
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Say whether a player comes; a yes is a seat where one is free and nobody waits for it, else a place in line.

    ``guests`` are brought along by name and sit or wait together with them. ``expected_at`` (aware) says that they come
    later than the start. With ``wait_together`` a seat is given up where the guests find none, to wait for all of them.
    ``arrears`` are the numbers of those who owe for too long. The remark says what came of it.

    Raises ``Malformed`` for guests or a time that cannot be, ``Impossible`` for a maybe after its date and for guests
    who find no seat, and ``Refused`` for a yes of somebody who is barred.
    """
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.ANSWER, _said(on.night, reply, guests, expected_at, wait=wait_together))
    if name_key(player.name) in map(name_key, guests):
        raise Malformed("You have a seat of your own: name only those you bring.")
    if known := on.known(draft):
        return known
    if reply != Reply.YES:
        return _stay_away(on, draft, reply)
    barred = on.people[player.number].barred
    if barred and on.mine.place == Place.NONE and not stamp.ruling:
        raise Refused((Barred(player.name, barred),), house=on.night.house.name)
    place = _place(on, draft)
    ruled = {"ruling": stamp.ruling} if barred and stamp.ruling else {}
    sure = {"confirmed": True} if is_asked_by(on.night.starts_at, stamp.at, on.terms) else {}
    return on.conclude(draft, {"place": place.value, **ruled, **sure}, remark=_PLACED[place])


def _said(night: Night, reply: Reply, guests: Sequence[str], at: datetime | None, *, wait: bool) -> dict[str, Any]:
    if reply != Reply.YES:
        return {"answer": reply.value}
    said: dict[str, Any] = {"answer": reply.value, "guests": _guests(guests)}
    late = expected(night, at)
    return said | ({"expected": late.isoformat()} if late else {}) | ({"wait": True} if wait else {})


def _guests(names: Sequence[str]) -> list[str]:
    guests = [parse_name(name) for name in names]
    if len(guests) > MOST_GUESTS:
        raise Malformed(f"Nobody brings more than {MOST_GUESTS} guests.")
    if len({name_key(name) for name in guests}) < len(guests):
        raise Malformed("One guest is named twice.")
    return guests


def expected(night: Night, at: datetime | None) -> datetime | None:
    """Return the time somebody says they come, where it is after the start; nothing for whoever comes in time.

    Raises ``Malformed`` for a time that is not of that night.
    """
    if at is None or night.starts_at is None or at <= night.starts_at:
        return None
    if at > (night.ends_at or night.starts_at + _LONGEST_NIGHT):
        raise Malformed("That is after the end of the night.")
    return at


def _place(on: Coming, draft: FactDraft) -> Place:
    """Return where a yes puts somebody: who has a seat keeps it, who waits goes on waiting."""
    party = 1 + len(draft.content["guests"])
    if on.mine.takes and not _offer_is_over(on):
        return _place_of_seated(on, party, wait="wait" in draft.content)
    if on.mine.place in (Place.WAITING, Place.OFFERED) or on.mine.held == Held.BUMPED or on.has_begun:
        return Place.WAITING
    ahead = in_line_before(on.mine, on.rsvp_state, on.people, on.terms)
    return Place.SEAT if on.rsvp_state.fits(party) and not ahead else Place.WAITING


def _place_of_seated(on: Coming, party: int, *, wait: bool) -> Place:
    more = party - on.mine.party
    if more <= 0 or (on.rsvp_state.fits(more) and not in_line_before(on.mine, on.rsvp_state, on.people, on.terms)):
        return Place.SEAT
    if wait and on.mine.has_seat and is_late_change(on.night.starts_at, on.stamp.at, on.terms):
        raise Impossible("It is too late to give a seat up and wait together: come without them, or say no.")
    if wait:
        return Place.WAITING
    raise Impossible(
        "There is no seat for everybody you bring: come without them and keep your seat, or give it up and wait "
        "together."
    )


def _stay_away(on: Coming, draft: FactDraft, reply: Reply) -> Noted:
    at, night, mine = on.stamp.at, on.night, on.mine
    if reply == Reply.MAYBE and night.maybe_until is not None and at > night.maybe_until:
        raise Impossible("It is too late for a maybe: say yes or no.")
    late = mine.has_seat and mine.came_at is None and is_late_change(night.starts_at, at, on.terms)
    late = late and had_time(on.rsvp_state, mine, on.terms) and open_strike(night, on.player) is None
    remark = _farewell(mine) if reply == Reply.NO else "Noted. A maybe keeps no seat."
    outcome = {"place": Place.NONE.value, "remark": remark}
    fact = record_fact(draft, on.stamp, {**outcome, "late": True} if late else outcome)
    if late and not on.terms.taken_up_clears:
        strike_down(replace(on, stamp=following(at)), Cause.LATE_CANCEL, about=fact)
    settle(night, at, on.arrears)
    return Noted(fact, remark=remark)


def _farewell(mine: Rsvp) -> str:
    if mine.takes:
        return "Your seat is free for somebody else. Thank you for saying so."
    return "You left the waiting list." if mine.place == Place.WAITING else "You are not coming."


@command
def expect_at(*, stamp: Stamp, night: Night, player: Player, expected_at: datetime | None) -> Noted:
    """Say that somebody with a reservation comes later than the start, or in time after all (nothing).

    Raises ``Impossible`` for whoever has no reservation, ``Malformed`` for a time that is not of that night.
    """
    on = coming(stamp, night, player)
    late = expected(on.night, expected_at)
    draft = on.draft(FactKind.EXPECT, {"expected": late.isoformat() if late else None})
    if known := on.known(draft):
        return known
    if on.mine.place == Place.NONE:
        raise Impossible(f"{player} has no reservation for the {night}.")
    return on.note(draft, "The host knows when you come." if late else "You come in time.")


@command
def confirm_seat(*, stamp: Stamp, night: Night, player: Player) -> Noted:
    """Confirm a seat. Raises ``Impossible`` for whoever has none."""
    on = coming(stamp, night, player)
    draft = on.draft(FactKind.CONFIRM)
    if known := on.known(draft):
        return known
    if not on.mine.has_seat:
        raise Impossible(f"{player} has no seat to confirm on the {night}.")
    return on.note(draft, "Your seat is confirmed.")


@command
def take_offer(*, stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Take the seat that is kept. Raises ``Impossible`` once it is not kept any more."""
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.SEAT)
    if known := on.known(draft):
        return known
    _check_offered(on)
    return on.conclude(draft, {"how": "offer taken"}, remark=_PLACED[Place.SEAT])


@command
def decline_offer(*, stamp: Stamp, night: Night, player: Player, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Let the seat go that is kept; it is offered on at once. Raises ``Impossible`` once it is not kept any more."""
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.LAPSE)
    if known := on.known(draft):
        return known
    _check_offered(on)
    return on.conclude(draft, remark="The seat goes on to the next. Ask again if you want one after all.")


def _offer_is_over(on: Coming) -> bool:
    """Tell whether a seat was kept until now or earlier, though the clock has not given it on yet."""
    until = on.mine.offered_until
    return until is not None and on.stamp.at >= until


def _check_offered(on: Coming) -> None:
    if on.mine.place != Place.OFFERED or _offer_is_over(on):
        raise Impossible("No seat is kept for you any more: it has gone on to the next.")
