"""Strikes by hand, pardoned, taken back and contested; players taken back into the group of a house."""

from collections.abc import Collection

from reservations.acts.commands import command, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import Cause, FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, House, Night, Player
from reservations.rsvps.queries import NO_DEBTS
from reservations.rsvps.record_commands import ended_by, locked_rsvp, record_strike
from reservations.strikes.queries import open_strike, strike_level_of, strike_numbered
from reservations.strikes.restore_commands import give_back, given_back_in_words, to_give_back


@command
def strike(
    *, stamp: Stamp, night: Night, player: Player, cause: Cause, reason: str, arrears: Collection[int] = NO_DEBTS
) -> Noted:
    """Give a strike by hand. Raises ``Impossible`` if the player has one of that night, or it has not begun."""
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.draft(FactKind.STRIKE, {"cause": cause.value}, _reason(reason))
    if known := on.known(draft):
        return known
    if not on.has_begun:
        raise Impossible(f"The {night} has not begun yet.")
    if open_strike(on.night, player) is not None:
        raise Impossible(f"{player} has a strike of the {night} already.")
    remark = f"{player} has a strike.{ended_by(on, cause)}"
    return Noted(record_strike(on, cause, reason=draft.reason), remark=remark)


def _reason(text: str) -> str:
    if not text.strip():
        raise Malformed("Say why, in a few words.")
    return text.strip()


@command
def pardon(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Pardon a strike: it stays and no longer counts. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.PARDON, strike, reason, "The strike is pardoned.")


@command
def unmark(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Take a strike back: what it ended is given back. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.UNMARK, strike, reason, "It was no strike.")


@command
def contest(*, stamp: Stamp, strike: int, words: str) -> Noted:
    """Contest a strike as its player. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.CONTEST, strike, words, "The host reads what you wrote.")


def _record_about(stamp: Stamp, kind: FactKind, strike: int, words: str, remark: str) -> Noted:
    found = strike_numbered(strike)
    if found is None:
        raise Impossible("There is no such strike.")
    about = Fact.objects.select_related("player", "night").get(pk=found.fact)
    draft = FactDraft(kind, about.night, about.player, about=about, reason=_reason(words))
    if known := known_fact(draft, stamp):
        return known
    if not found.counts:
        raise Impossible(f"This strike no longer counts: {found.state}.")
    backs = to_give_back(found, stamp.at) if kind == FactKind.UNMARK else []
    remark += given_back_in_words(backs)
    fact = record_fact(draft, stamp, {"remark": remark})
    give_back(backs, stamp.at)
    return Noted(fact, remark=remark)


@command
def reinstate(*, stamp: Stamp, player: Player, house: House, reason: str) -> Noted:
    """Take a player back into the group of a house: earlier strikes no longer count.

    Raises ``Impossible`` if none of them counts there.
    """
    draft = FactDraft(FactKind.REINSTATE, player=player, house=house, reason=_reason(reason))
    if known := known_fact(draft, stamp):
        return known
    if not strike_level_of(player, house).strikes:
        raise Impossible(f"No strike of {player} counts at {house}.")
    return Noted(record_fact(draft, stamp), remark=f"{player} starts anew at {house}.")
