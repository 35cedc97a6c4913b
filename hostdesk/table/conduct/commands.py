"""Record conduct while the bank is open: of the players at the table, by their numbers.

All raise ``Impossible`` once the bank is closed, and ``Malformed`` for a player who is not at the table.
"""

import json
from dataclasses import replace

from hostdesk.table.conduct.queries import penalty_of
from ledger.bank.queries import open_bank
from ledger.money.cents import show_cents
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.conduct.commands import call_clock, end_call, jump_bet, rule, warn
from reservations.conduct.rules import Decider
from reservations.models import Night, Player
from reservations.tables.queries import seating_terms_of


def note_jump(*, stamp: Stamp, night: Night, player: int) -> Noted:
    """Record a jumped bet, and return its price in words."""
    jumper = _at_the_table(night, player)
    answer = jump_bet(stamp=stamp, night=night, player=jumper)
    penalty = penalty_of(night)
    if json.loads(answer.fact.outcome)["warning"] or penalty is None:
        return answer
    return replace(answer, remark=f"{jumper} jumped the bet: {show_cents(penalty)} goes straight into the pot.")


def note_warning(*, stamp: Stamp, night: Night, player: int, words: str) -> Noted:
    """Record a warning."""
    return warn(stamp=stamp, night=night, player=_at_the_table(night, player), words=words)


def note_ruling(*, stamp: Stamp, night: Night, dispute: str, decision: str, decider: Decider) -> Noted:
    """Record a ruling."""
    open_bank(night)
    return rule(stamp=stamp, night=night, dispute=dispute, decision=decision, decider=decider)


def call_clock_on(*, stamp: Stamp, night: Night, player: int) -> Noted:
    """Call the clock on a player. Raises ``Impossible`` in a house without that rule."""
    called = _at_the_table(night, player)
    seconds = seating_terms_of(night).call_seconds
    if seconds is None:
        raise Impossible("This house does not call the clock on players.")
    return call_clock(stamp=stamp, night=night, player=called, seconds=seconds)


def note_call_over(*, stamp: Stamp, night: Night, call: int) -> Noted:
    """End a call of the clock: the player has acted, or their time was up."""
    open_bank(night)
    return end_call(stamp=stamp, night=night, call=call)


def _at_the_table(night: Night, number: int) -> Player:
    history = open_bank(night).history
    player = Player.objects.persons([number]).get(number)
    if player is None or player.number not in history.arrivals:
        raise Malformed("Choose a player at the table.")
    return player
