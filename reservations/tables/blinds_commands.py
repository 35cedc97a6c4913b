"""Who is away from the table, which blinds they owe for it, and how somebody new comes into the hand."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.move_commands import lock_tables
from reservations.tables.seats import HandEntryKind, Missed, Present

_SAID = {
    HandEntryKind.NOTHING: "{} comes in without posting.",
    HandEntryKind.WAITS: "{} waits for the big blind, or until the button has passed.",
    HandEntryKind.BUYS: "{} buys the button.",
    HandEntryKind.POSTS: "{} posts to come in.",
}


@command
def set_away(*, stamp: Stamp, night: Night, player: Player, away: bool, present: Present) -> Noted:
    """Note that somebody is away from the table, or back. Raises ``Impossible`` where that is known already."""
    on = lock_tables(stamp, night, present)
    draft = on.draft(FactKind.AWAY, player, away=away)
    if known := on.known(draft, player):
        return known
    if away == (player.number in on.seating.away):
        raise Impossible(f"{player} is away already." if away else f"{player} is not away.")
    return on.note(draft, f"{player} is away." if away else f"{player} is back.")


@command
def note_missed(*, stamp: Stamp, night: Night, player: Player, missed: Missed, present: Present) -> Noted:
    """Note which blinds somebody has missed, or with neither that they owe none (dave, *Blinds*)."""
    on = lock_tables(stamp, night, present)
    draft = on.draft(FactKind.MISSED, player, small=missed.small, big=missed.big)
    if known := on.known(draft, player):
        return known
    blinds = " and the ".join(filter(None, ["small" if missed.small else "", "big" if missed.big else ""]))
    return on.note(draft, f"{player} has missed the {blinds} blind." if missed else f"{player} owes no blind.")


@command
def note_entry(*, stamp: Stamp, night: Night, player: Player, how: HandEntryKind, present: Present) -> Noted:
    """Note how somebody new comes into the hand (dave and ericn, *Blinds*)."""
    on = lock_tables(stamp, night, present)
    draft = on.draft(FactKind.ENTER, player, how=how.value)
    if known := on.known(draft, player):
        return known
    return on.note(draft, _SAID[how].format(player))
