"""Arrivals before the bank is open, attendance marks, and IDs seen."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime

from reservations.acts.commands import command, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import Cause, FactKind, Mark, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, Night, Player
from reservations.rsvps.commands import late_arrival
from reservations.rsvps.queries import NO_DEBTS
from reservations.rsvps.record_commands import LockedRsvp, ended_by, locked_rsvp, record_due, record_strike
from reservations.rsvps.rsvp_state import GIVEN_UP
from reservations.strikes.queries import open_strike
from reservations.strikes.restore_commands import GivenBack, give_back, given_back_in_words, to_give_back


@command
def mark_came(*, stamp: Stamp, night: Night, player: Player, came: bool) -> Noted:
    """Note that a player is here before the bank is open, or is not here after all.

    Once the bank is open an arrival is an act of the night, and ``came`` raises ``Impossible``.
    """
    on = locked_rsvp(stamp, night, player)
    draft = on.draft(FactKind.CAME, {"came": came})
    if known := on.known(draft):
        return known
    if came and on.night.rules is not None:
        raise Impossible("The bank is open: add them on Tonight.")
    return on.note(draft, f"{player} is here." if came else f"{player} is not here.")


@command
def mark(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    mark: Mark | None,
    expected_at: datetime | None = None,
    reason: str = "",
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Mark a player with a seat who is not there at the start: late, excused or no-show; None takes the mark back.

    A no-show is a strike; with the mark the strike is taken back, and what it ended is given back. Excused players and
    no-shows lose their seat.

    Raises ``Impossible`` before the start, for a player without a seat, and to take back a mark if the seat is gone.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    late = late_arrival(on.night, expected_at) if mark == Mark.LATE else None
    content = {"as": mark.value if mark else "", **({"expected": late.isoformat()} if late else {})}
    draft = on.draft(FactKind.MARK, content, reason.strip())
    if known := on.known(draft):
        return known
    if not on.has_begun:
        raise Impossible(f"The {on.night} has not begun yet.")
    if on.mine.place != Place.SEAT:
        raise Impossible(f"{player} has no seat on the {on.night}.")
    if on.mine.mark in GIVEN_UP and mark not in GIVEN_UP and not on.rsvp_state.fits(on.mine.party):
        raise Impossible(f"{player}'s seat was given away. First choose who gives up a seat.")
    struck = mark == Mark.NO_SHOW and open_strike(on.night, player) is None
    backs = _unmark_strike(on) if on.mine.mark == Mark.NO_SHOW and mark != Mark.NO_SHOW else []
    remark = f"{player} is marked {mark.value}." if mark else f"The mark of {player} is taken back."
    remark += given_back_in_words(backs) + (ended_by(on, Cause.NO_SHOW) if struck else "")
    fact = record_fact(draft, stamp, {"remark": remark})
    give_back(backs, stamp.at)
    if struck:
        record_strike(replace(on, stamp=following(stamp.at, stamp.by)), Cause.NO_SHOW, about=fact, reason=draft.reason)
    record_due(on.night, stamp.at, arrears)
    return Noted(fact, remark=remark)


def _unmark_strike(on: LockedRsvp) -> list[GivenBack]:
    """Take back the strike that the mark made; return what it ended and can be given back."""
    strike = open_strike(on.night, on.player)
    if strike is None:
        return []
    about = Fact.objects.select_related("about").get(pk=strike.fact)
    if about.about is None or about.about.kind != FactKind.MARK:
        return []
    draft = replace(on.draft(FactKind.UNMARK, reason="The mark was taken back."), about=about)
    record_fact(draft, following(on.stamp.at, on.stamp.by))
    return to_give_back(strike, on.stamp.at)


@command
def see_id(*, stamp: Stamp, player: Player, on: date, born: date | None = None) -> Noted:
    """Note that a player showed they are old enough; the birth date is kept only if the host wants it.

    Raises ``Malformed`` for a birth date after that day.
    """
    content = {"on": on.isoformat(), **({"born": born.isoformat()} if born else {})}
    draft = FactDraft(FactKind.ID_SEEN, player=player, content=content)
    if known := known_fact(draft, stamp):
        return known
    if born is not None and born >= on:
        raise Malformed("The birth date is after the day the ID was seen.")
    return Noted(record_fact(draft, stamp), remark=f"{player} has shown their ID.")
