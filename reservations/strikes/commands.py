"""What the host and the player say of strikes: marked by hand, pardoned, taken back, contested, forgiven for good."""

from collections.abc import Collection

from reservations.acts.commands import command, lock_desk, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import Cause, FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, House, Night, Player
from reservations.rsvps.settling_commands import NO_DEBTS, coming, ended_by, strike_down
from reservations.strikes.queries import Strike, open_strike, standing_with, strike_numbered
from reservations.strikes.restore_commands import give_back, in_words, to_give_back


@command
def strike(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    cause: Cause,
    reason: str,
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Mark a strike by hand. Raises ``Impossible`` where the player has one of that night, or it is still to begin."""
    on = coming(stamp, night, player, arrears)
    draft = on.draft(FactKind.STRIKE, {"cause": cause.value}, _words(reason))
    if known := on.known(draft):
        return known
    if not on.has_begun:
        raise Impossible(f"The {night} has not begun yet.")
    if open_strike(on.night, player) is not None:
        raise Impossible(f"{player} has a strike of the {night} already.")
    remark = f"{player} has a strike.{ended_by(on, cause)}"
    return Noted(strike_down(on, cause, reason=draft.reason), remark=remark)


def _words(text: str) -> str:
    if not text.strip():
        raise Malformed("Say why, in a few words.")
    return text.strip()


@command
def pardon(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Pardon a strike: it stays and counts no more. Raises ``Impossible`` where it does not count anyway."""
    return _say(stamp, FactKind.PARDON, strike, reason, "The strike is pardoned.")


@command
def unmark(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Say that a strike was none: what it ended is given back. Raises ``Impossible`` where it does not count anyway."""
    return _say(stamp, FactKind.UNMARK, strike, reason, "It was no strike.")


@command
def contest(*, stamp: Stamp, strike: int, words: str) -> Noted:
    """Say as the player why a strike is not fair. Raises ``Impossible`` where it does not count anyway."""
    return _say(stamp, FactKind.CONTEST, strike, words, "The host reads what you wrote.")


def _say(stamp: Stamp, kind: FactKind, strike: int, words: str, remark: str) -> Noted:
    lock_desk()
    found = _strike(strike)
    about = Fact.objects.select_related("player", "night").get(pk=found.fact)
    draft = FactDraft(kind, about.night, about.player, about=about, reason=_words(words))
    if known := known_fact(draft, stamp):
        return known
    if not found.counts:
        raise Impossible(f"This strike does not count any more: {found.state}.")
    backs = to_give_back(found, stamp.at) if kind == FactKind.UNMARK else []
    remark += in_words(backs)
    fact = record_fact(draft, stamp, {"remark": remark})
    give_back(backs, stamp.at)
    return Noted(fact, remark=remark)


def _strike(number: int) -> Strike:
    found = strike_numbered(number)
    if found is None:
        raise Impossible("There is no such strike.")
    return found


@command
def reinstate(*, stamp: Stamp, player: Player, house: House, reason: str) -> Noted:
    """Take somebody back into the group of a house: the strikes they have count no more.

    Raises ``Impossible`` where no strike of theirs counts there.
    """
    lock_desk()
    draft = FactDraft(FactKind.REINSTATE, player=player, house=house, reason=_words(reason))
    if known := known_fact(draft, stamp):
        return known
    if not standing_with(player, house).strikes:
        raise Impossible(f"No strike of {player} counts at {house}.")
    return Noted(record_fact(draft, stamp), remark=f"{player} starts anew at {house}.")
