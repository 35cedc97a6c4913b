"""The host's decisions about seats and the waiting list, with their reasons; invitations."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed, Refused, RuleViolation, kept_violations
from reservations.models import Fact, Night, Player
from reservations.own_limits.queries import not_to_be_invited
from reservations.parsing.names import parse_why
from reservations.rsvps.lock_commands import check_not_cancelled, locked_rsvp, reread
from reservations.rsvps.queries import NO_DEBTS, rsvp_state_of

_TO_THE_PLAYER = "Give a reason; the player will read it."


@command
def seat_player(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    reason: str,
    makes_room: Sequence[Player] = (),
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Give a player a seat, whatever their place in line; the players in ``makes_room`` then wait, in order of asking.

    Raises ``Impossible`` for a player who has a seat already, was turned away or has not accepted, and if there are too
    few seats even so.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    room = {"makes_room": sorted({leaver.number for leaver in makes_room})} if makes_room else {}
    draft = on.once(on.draft(FactKind.SEAT, room, parse_why(reason, _TO_THE_PLAYER)))
    if on.mine.has_seat:
        raise Impossible(f"{player} has a seat already.")
    if on.mine.turned_away:
        raise Impossible(f"{player} was turned away at the door: {on.mine.turned_away}.")
    if on.mine.place == Place.NONE:
        raise Impossible(f"{player} has not said yes: answer for them first.")
    lacking = on.rsvp_state.lacking(on.mine)
    for leaver in dict.fromkeys(makes_room):
        seats = on.rsvp_state.of(leaver.number).takes
        if not seats or leaver == player:
            raise Impossible(f"{leaver} has no seat and cannot make room.")
        lacking -= seats
    if lacking > 0:
        needed = "1 more seat is" if lacking == 1 else f"{lacking} more seats are"
        raise Impossible(f"{needed} needed for {player}: say who makes room.")
    for leaver in sorted({*makes_room}, key=lambda one: on.rsvp_state.of(one.number).entry):
        other = replace(on, player=leaver)
        record_fact(other.draft(FactKind.BUMP, reason=draft.reason), following(stamp.at, stamp.by))
    return on.conclude(draft, {"how": "host"}, remark=f"{player} has a seat.")


@command
def bump(*, stamp: Stamp, night: Night, player: Player, reason: str, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Move a player from a seat to the end of the waiting list, where only the host can seat them again.

    Raises ``Impossible`` for a player without a seat.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.BUMP, reason=parse_why(reason, _TO_THE_PLAYER)))
    if not on.mine.takes:
        raise Impossible(f"{player} has no seat on the {night}.")
    return on.conclude(draft, remark=f"{player} is on the waiting list.")


@command
def release(*, stamp: Stamp, night: Night, player: Player, reason: str, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Delete a reservation, a seat or a place in line, without a strike. Raises ``Impossible`` if there is none."""
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.RELEASE, reason=parse_why(reason, _TO_THE_PLAYER)))
    if on.mine.place == Place.NONE:
        raise Impossible(f"{player} has no reservation for the {night}.")
    return on.conclude(draft, remark=f"The reservation of {player} is deleted.")


@command
def pin(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    position: int | None,
    reason: str,
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Pin a player to a place on the waiting list, counted from 1; None: back to the place by the rules.

    Raises ``Impossible`` for a player who does not wait.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.PIN, {"position": position}, parse_why(reason, _TO_THE_PLAYER)))
    if on.mine.place != Place.WAITING:
        raise Impossible(f"{player} is not on the waiting list of the {night}.")
    if position is not None and not 1 <= position <= len(on.rsvp_state.waiting):
        raise Malformed(f"The waiting list has the places 1 to {len(on.rsvp_state.waiting)}.")
    remark = f"{player} has the place that you chose." if position else f"{player} is unpinned."
    return on.conclude(draft, remark=remark)


@command
def favour(
    *, stamp: Stamp, night: Night, player: Player, on: bool, reason: str, arrears: Collection[int] = NO_DEBTS
) -> Noted:
    """Put a player before all players without the host's favour, or end that (dave, *Reservations and attendance*).

    Raises ``Impossible`` for a player not on the waiting list, and ``Refused`` in a house without the host's favour.
    """
    here = locked_rsvp(stamp, night, player, arrears)
    draft = here.once(here.draft(FactKind.FAVOUR, {"on": on}, parse_why(reason, _TO_THE_PLAYER)))
    if here.mine.place != Place.WAITING:
        raise Impossible(f"{player} is not on the waiting list of the {night}.")
    has_none = on and not here.terms.host_favour
    sentence = f"This house has no host's favour on the waiting list: {player} cannot be favoured."
    violations = (RuleViolation("host's favour", sentence),)
    if has_none and not stamp.ruling:
        raise Refused(violations, "Pin them to a place instead.", here.night.house.name)
    ruled = {"ruling": stamp.ruling, "overruled": kept_violations(violations)} if has_none else {}
    return here.conclude(draft, ruled, remark=f"{player} is favoured." if on else f"{player} waits like the others.")


@command
def invite(
    *, stamp: Stamp, night: Night, players: Collection[Player], again: bool = False, poll: Fact | None = None
) -> Noted:
    """Invite players by a message; players invited before get another one only with ``again``.

    Players who want no invitation now are left out. After a ``poll`` for its date the message gives the result. Raises
    ``Malformed`` without players, and ``Impossible`` if all of them were invited before or want no invitation.
    """
    night = reread(night)
    numbers = sorted({player.number for player in players})
    content = {"players": numbers, **({"again": True} if again else {})}
    draft = fact_once(FactDraft(FactKind.INVITE, night, about=poll, content=content), stamp)
    if not numbers:
        raise Malformed("Choose whom to invite.")
    check_not_cancelled(night)
    before = frozenset() if again else rsvp_state_of(night).invited
    pausing = not_to_be_invited(numbers, stamp.at)
    reached = [number for number in numbers if number not in before and number not in pausing]
    names = {player.number: player.name for player in players}
    breaks = {number: pausing[number] for number in numbers if number in pausing}
    left_out = "".join(f" {names[number]} takes a break until {day}." for number, day in breaks.items())
    if not reached:
        raise Impossible(left_out.strip() or "Already invited. Tick “Invite again” to send another message.")
    remark = "One is invited." if len(reached) == 1 else f"{len(reached)} are invited."
    remark += left_out
    if already := len({*numbers} - {*reached, *pausing}):
        others = "1 was invited before and gets" if already == 1 else f"{already} were invited before and get"
        remark += f" {others} no second message."
    return note_fact(
        draft, stamp, remark, told=reached, reminds=True, **({"pausing": sorted(pausing)} if pausing else {})
    )
