"""What is noted of how people behave while the bank is open: of those at the table, by their numbers.

All raise ``Impossible`` once the bank is closed, and ``Malformed`` for anybody who is not at the table.
"""

import json
from dataclasses import replace

from hostdesk.in_play.conduct_now import penalty_of
from ledger.money import show_cents
from ledger.queries import open_bank
from reservations import commands
from reservations.conduct import Decider
from reservations.fact_log import Noted
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.problems import Impossible, Malformed
from reservations.tables import seating_terms_of


def jump_bet(*, stamp: Stamp, night: Night, player: int) -> Noted:
    """Note that somebody jumped the bet, and say what it costs them."""
    jumper = _at_the_table(night, player)
    answer = commands.jump_bet(stamp=stamp, night=night, player=jumper)
    penalty = penalty_of(night)
    if json.loads(answer.fact.outcome)["warning"] or penalty is None:
        return answer
    return replace(answer, remark=f"{jumper} jumped the bet: {show_cents(penalty)} goes straight into the pot.")


def warn(*, stamp: Stamp, night: Night, player: int, words: str) -> Noted:
    """Note that somebody was warned."""
    return commands.warn(stamp=stamp, night=night, player=_at_the_table(night, player), words=words)


def rule(*, stamp: Stamp, night: Night, dispute: str, decision: str, decider: Decider) -> Noted:
    """Keep a ruling."""
    open_bank(night)
    return commands.rule(stamp=stamp, night=night, dispute=dispute, decision=decision, decider=decider)


def call_clock(*, stamp: Stamp, night: Night, player: int) -> Noted:
    """Call the clock on somebody. Raises ``Impossible`` in a house where nobody does."""
    called = _at_the_table(night, player)
    seconds = seating_terms_of(night).call_seconds
    if seconds is None:
        raise Impossible("Nobody calls the clock in this house.")
    return commands.call_clock(stamp=stamp, night=night, player=called, seconds=seconds)


def end_call(*, stamp: Stamp, night: Night, call: int) -> Noted:
    """Note that somebody has acted on whom the clock was called, or that their time was up."""
    open_bank(night)
    return commands.end_call(stamp=stamp, night=night, call=call)


def _at_the_table(night: Night, number: int) -> Player:
    course = open_bank(night).course
    player = Player.objects.persons([number]).get(number)
    if player is None or player.number not in course.taking_part():
        raise Malformed("Choose one of those at the table.")
    return player
