"""Record conduct at the table: jumped bets, warnings, rulings, and the clock called on a player."""

from datetime import timedelta

from reservations.acts.commands import command, note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import ConductKind, Decider
from reservations.models import Fact, Night, Player
from reservations.parsing.names import parse_line
from reservations.rsvps.lock_commands import check_not_cancelled, locked_rsvp, reread
from reservations.tables.queries import seating_terms_of

MOST_SECONDS = 600
"""The longest time a player is given once the clock was called on them."""


@command
def jump_bet(*, stamp: Stamp, night: Night, player: Player) -> Noted:
    """Record a bet before the player's turn: a warning as long as the night has one left, for all players together.

    After that it costs the penalty of the house, which goes straight into the pot: it stays in play, so only a tally is
    kept (mike, *Conduct and rulings*). The outcome is one of the two. Raises ``Impossible`` in a house without a
    penalty.
    """
    on = locked_rsvp(stamp, night, player)
    draft = on.once(on.draft(FactKind.CONDUCT, {"what": ConductKind.JUMPED.value}))
    terms = seating_terms_of(on.night)
    if not terms.jumping_costs:
        raise Impossible(f"Jumping the bet costs nothing in this house: {player} can only be warned.")
    warning = not conduct_of(on.night).is_warned(terms.jump_warnings)
    means = "this time it is a warning" if warning else "the penalty goes into the pot"
    return on.note(draft, f"{player} jumped the bet: {means}.", {"warning": warning})


@command
def warn(*, stamp: Stamp, night: Night, player: Player, words: str) -> Noted:
    """Record a warning of a player about their conduct (ericn, *Conduct and rulings*). Raises ``Malformed``."""
    on = locked_rsvp(stamp, night, player)
    draft = on.once(on.draft(FactKind.CONDUCT, {"what": ConductKind.WARNED.value}, parse_line(words)))
    return on.note(draft, f"{player} is warned: {draft.reason}", {"warning": True})


@command
def rule(*, stamp: Stamp, night: Night, dispute: str, decision: str, decider: Decider) -> Noted:
    """Record a ruling: the dispute, the decision, and the decider. Raises ``Malformed`` for empty words."""
    content = {"dispute": parse_line(dispute), "decision": parse_line(decision), "decider": decider.value}
    draft = fact_once(FactDraft(FactKind.RULED, night, content=content), stamp)
    check_not_cancelled(reread(night))
    return note_fact(draft, stamp, f"Ruling: {content['decision']}")


@command
def call_clock(*, stamp: Stamp, night: Night, player: Player, seconds: int) -> Noted:
    """Call the clock on a player: after ``seconds`` their hand is dead (ericn, *Stakes and the clock*).

    Raises ``Malformed`` for less than 1 second or more than 10 minutes, and ``Impossible`` while a clock runs.
    """
    on = locked_rsvp(stamp, night, player)
    draft = on.once(on.draft(FactKind.CALL, {"seconds": seconds}))
    if not 1 <= seconds <= MOST_SECONDS:
        raise Malformed(f"The clock is called for 1 to {MOST_SECONDS} seconds.")
    if running := conduct_of(on.night).running_at(stamp.at):
        raise Impossible(f"The clock runs on {Player.objects.get(pk=running.player)} already: end that call first.")
    until = stamp.at + timedelta(seconds=seconds)
    return on.note(draft, f"The clock is called on {player}.", {"until": until.isoformat()})


@command
def end_call(*, stamp: Stamp, night: Night, call: int) -> Noted:
    """End a call of the clock: the player has acted, or their time was up.

    ``call`` is the id of its fact: raises ``Impossible`` if it was ended meanwhile, also if another player has the
    clock by now.
    """
    about = Fact.objects.filter(pk=call, night=night, kind=FactKind.CALL).select_related("player").first()
    draft = fact_once(FactDraft(FactKind.CALL, night, about=about, content={"over": True}), stamp)
    check_not_cancelled(reread(night))
    running = conduct_of(night).call
    if about is None or running is None or running.fact != about.pk:
        raise Impossible("The call has ended already.")
    return note_fact(draft, stamp, f"The clock is off {about.player}.")
