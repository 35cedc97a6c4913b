"""Who came, who did not, and what the host says of them; who showed that they are old enough."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime

from reservations.acts.commands import command, lock_desk, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import Cause, FactKind, Mark, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, Night, Player
from reservations.rsvps.commands import expected
from reservations.rsvps.rsvp_state import GIVEN_UP
from reservations.rsvps.settling_commands import NO_DEBTS, Coming, coming, ended_by, settle, strike_down
from reservations.strikes.queries import open_strike
from reservations.strikes.restore_commands import Back, give_back, in_words, to_give_back


@command
def mark_came(*, stamp: Stamp, night: Night, player: Player, came: bool) -> Noted:
    """Note that somebody is here before the bank is open, or that they are not after all.

    Once the bank is open an arrival is an act of the night, and this raises ``Impossible``; taken back it can still be.
    """
    on = coming(stamp, night, player)
    draft = on.draft(FactKind.CAME, {"came": came})
    if known := on.known(draft):
        return known
    if came and on.night.rules is not None:
        raise Impossible("The bank is open: let them come at the table.")
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
    """Say of somebody with a seat who is not there at the start: late, excused or a no-show; nothing takes it back.

    A no-show is a strike; taken back, it was none, and what it ended is given back. Whoever is excused or did not show
    up has no seat any more.

    Raises ``Impossible`` before the start, for whoever has no seat, and where a seat that is taken back has gone on.
    """
    on = coming(stamp, night, player, arrears)
    late = expected(on.night, expected_at) if mark == Mark.LATE else None
    content = {"as": mark.value if mark else "", **({"expected": late.isoformat()} if late else {})}
    draft = on.draft(FactKind.MARK, content, reason.strip())
    if known := on.known(draft):
        return known
    _check_markable(on, mark)
    struck = mark == Mark.NO_SHOW and open_strike(on.night, player) is None
    backs = _unmark_strike(on) if on.mine.mark == Mark.NO_SHOW and mark != Mark.NO_SHOW else []
    remark = _marked(player, mark) + in_words(backs) + (ended_by(on, Cause.NO_SHOW) if struck else "")
    fact = record_fact(draft, stamp, {"remark": remark})
    give_back(backs, stamp.at)
    if struck:
        strike_down(replace(on, stamp=following(stamp.at, stamp.by)), Cause.NO_SHOW, about=fact, reason=draft.reason)
    settle(on.night, stamp.at, arrears)
    return Noted(fact, remark=remark)


def _marked(player: Player, mark: Mark | None) -> str:
    return f"{player} is marked {mark.value}." if mark else f"The mark of {player} is taken back."


def _check_markable(on: Coming, mark: Mark | None) -> None:
    if not on.has_begun:
        raise Impossible(f"The {on.night} has not begun yet.")
    if on.mine.place != Place.SEAT:
        raise Impossible(f"{on.player} has no seat on the {on.night}.")
    if on.mine.mark in GIVEN_UP and mark not in GIVEN_UP and not on.rsvp_state.fits(on.mine.party):
        raise Impossible(f"The seat of {on.player} has gone on to somebody else: say who makes room first.")


def _unmark_strike(on: Coming) -> list[Back]:
    """Take back the strike that a mark made; return what it ended and can be given back."""
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
    """Note that somebody showed that they are old enough; the birth date is kept only where the host wants it.

    Raises ``Malformed`` for a birth date after that day.
    """
    lock_desk()
    content = {"on": on.isoformat(), **({"born": born.isoformat()} if born else {})}
    draft = FactDraft(FactKind.ID_SEEN, player=player, content=content)
    if known := known_fact(draft, stamp):
        return known
    if born is not None and born >= on:
        raise Malformed("Nobody is born after they showed their ID.")
    return Noted(record_fact(draft, stamp), remark=f"{player} has shown their ID.")
