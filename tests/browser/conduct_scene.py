"""A table at which people misbehave: jumped bets, warnings, rulings and calls of the clock, with names for words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.models import Night
from reservations.players.queries import player_named

if TYPE_CHECKING:
    from tests.browser.scenes import Scene


def misbehaved(stage: "Scene", night: Night, names: Sequence[str], *, jumping_costs: bool) -> None:
    """Let people misbehave on a night, each warned with the name of the next."""
    for name, words in zip(names, [*names[1:], names[0]], strict=True):
        player = player_named(name)
        if jumping_costs:
            conduct_commands.jump_bet(stamp=stage.stamp(), night=night, player=player)
        conduct_commands.warn(stamp=stage.stamp(), night=night, player=player, words=words)
    conduct_commands.call_clock(stamp=stage.stamp(), night=night, player=player_named(names[0]), seconds=60)
    for decider, words in zip(Decider, names, strict=False):
        conduct_commands.rule(stamp=stage.stamp(), night=night, dispute=words, decision=words, decider=decider)
