"""The host's hand on seats and waiting list: each with a reason, and each kept."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from reservations.acts.commands import command, lock_desk, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import FactKind, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.models import Night, Player
from reservations.rsvps.queries import rsvp_state_of
from reservations.rsvps.settling_commands import NO_DEBTS, Coming, check_on, coming, reread
from reservations.rsvps.violations import NoFavour


class NoSeatFree(Impossible):
    """Somebody is to have seats and too few are free: the host says who makes room."""

    def __init__(self, player: Player, lacking: int) -> None:
        seats = "1 more seat is" if lacking == 1 else f"{lacking} more seats are"
        super().__init__(f"{seats} needed for {player}: say who makes room.")


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
    """Give somebody a seat, whatever their place in line; those who make room wait then, in order of asking.

    Raises ``Impossible`` for whoever has a seat already or did not say that they come, and ``NoSeatFree`` where there
    is too little room, even with what they make.
    """
    on = coming(stamp, night, player, arrears)
    room = {"makes_room": sorted({each.number for each in makes_room})} if makes_room else {}
    draft = on.draft(FactKind.SEAT, room, _reason(reason))
    if known := on.known(draft):
        return known
    _check_seatable(on, makes_room)
    for each in sorted({*makes_room}, key=lambda one: on.rsvp_state.of(one.number).asked):
        other = replace(on, player=each)
        record_fact(other.draft(FactKind.BUMP, reason=draft.reason), following(stamp.at, stamp.by))
    return on.conclude(draft, {"how": "host"}, remark=f"{player} has a seat.")


def _check_seatable(on: Coming, makes_room: Sequence[Player]) -> None:
    if on.mine.has_seat:
        raise Impossible(f"{on.player} has a seat already.")
    if on.mine.place == Place.NONE:
        raise Impossible(f"{on.player} has not said yes: answer for them first.")
    room = 0
    for each in dict.fromkeys(makes_room):
        seats = on.rsvp_state.of(each.number).takes
        if not seats or each == on.player:
            raise Impossible(f"{each} has no seat and cannot make room.")
        room += seats
    if (lacking := on.rsvp_state.lacking(on.mine) - room) > 0:
        raise NoSeatFree(on.player, lacking)


def _reason(text: str) -> str:
    if not text.strip():
        raise Malformed("Say why: whoever it is about will read it.")
    return text.strip()


@command
def bump(*, stamp: Stamp, night: Night, player: Player, reason: str, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Move somebody from a seat to the end of the waiting list, where only the host gives them a seat again.

    Raises ``Impossible`` for whoever has no seat.
    """
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.BUMP, reason=_reason(reason))
    if known := on.known(draft):
        return known
    if not on.mine.takes:
        raise Impossible(f"{player} has no seat on the {night}.")
    return on.conclude(draft, remark=f"{player} is on the waiting list.")


@command
def release(*, stamp: Stamp, night: Night, player: Player, reason: str, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Delete somebody's reservation, a seat or a place in line; it is no strike. Raises ``Impossible`` for none."""
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.RELEASE, reason=_reason(reason))
    if known := on.known(draft):
        return known
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
    """Put somebody at a place of the waiting list, counted from 1, where they stay; nothing: back to their own place.

    Raises ``Impossible`` for whoever does not wait.
    """
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.PIN, {"position": position}, _reason(reason))
    if known := on.known(draft):
        return known
    _check_waits(on)
    if position is not None and not 1 <= position <= len(on.rsvp_state.waiting):
        raise Malformed(f"The waiting list has the places 1 to {len(on.rsvp_state.waiting)}.")
    return on.conclude(
        draft, remark=f"{player} has the place that you chose." if position else f"{player} is unpinned."
    )


@command
def favour(
    *, stamp: Stamp, night: Night, player: Player, on: bool, reason: str, arrears: Collection[int] = NO_DEBTS
) -> Noted:
    """Let somebody wait before all who are not favoured, or no longer (dave, *Reservations and attendance*).

    Raises ``Impossible`` for whoever does not wait, and ``Refused`` in a house without the host's favour.
    """
    here = coming(stamp, night, player, arrears)
    draft = here.draft(FactKind.FAVOUR, {"on": on}, _reason(reason))
    if known := here.known(draft):
        return known
    _check_waits(here)
    if on and not stamp.ruling:
        _check_favour(here.terms, player, here.night.house.name)
    return here.conclude(draft, remark=f"{player} is favoured." if on else f"{player} waits like the others.")


def _check_favour(terms: AttendanceTerms, player: Player, house: str) -> None:
    if not terms.host_favour:
        raise Refused((NoFavour(player.name),), "Pin them to a place instead.", house)


def _check_waits(on: Coming) -> None:
    if on.mine.place != Place.WAITING:
        raise Impossible(f"{on.player} is not on the waiting list of the {on.night}.")


@command
def invite(*, stamp: Stamp, night: Night, players: Collection[Player], again: bool = False) -> Noted:
    """Note that people are invited, so that they are told; who was invited before is told once more only ``again``.

    Raises ``Malformed`` for nobody, and ``Impossible`` where all of them were invited before.
    """
    lock_desk()
    night = reread(night)
    asked = sorted({each.number for each in players})
    draft = FactDraft(FactKind.INVITE, night, content={"players": asked, **({"again": True} if again else {})})
    if known := known_fact(draft, stamp):
        return known
    if not asked:
        raise Malformed("Say whom to invite.")
    check_on(night)
    before = frozenset() if again else rsvp_state_of(night).invited
    told = [number for number in asked if number not in before]
    if not told:
        raise Impossible("They are invited already. To write to them once more, say that they are invited again.")
    remark = _invited(len(told), len(asked) - len(told))
    return Noted(record_fact(draft, stamp, {"told": told, "remark": remark}), remark=remark)


def _invited(told: int, before: int) -> str:
    says = "One is invited." if told == 1 else f"{told} are invited."
    if not before:
        return says
    others = "1 was invited before and gets" if before == 1 else f"{before} were invited before and get"
    return f"{says} {others} no second letter."
