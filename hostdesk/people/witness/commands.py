"""A phone's report that the desk shows other books than it saw, and a host's answer. It moves nothing: no act."""

from datetime import datetime

from hostdesk.models import WitnessReport
from reservations.acts.commands import command
from reservations.models import Player

MOST_OPEN = 20
"""How many reports of one player wait for a host at most; further ones say nothing new."""
MOST_CHARACTERS = 500


@command
def report_difference(player: Player, *, number: int, head: str, says: str, at: datetime) -> WitnessReport | None:
    """Record a phone's report once: number and head of an act, the difference in words; None if too many wait."""
    known = WitnessReport.objects.filter(player=player, number=number, head=head, dealt_at=None).first()
    if known is not None:
        return known
    if WitnessReport.objects.filter(player=player, dealt_at=None).count() >= MOST_OPEN:
        return None
    return WitnessReport.objects.create(player=player, number=number, head=head, says=says[:MOST_CHARACTERS], at=at)


@command
def deal_with(report: int, *, by: str, at: datetime) -> None:
    """Record that a host has looked into a report; the first who does is named."""
    WitnessReport.objects.filter(pk=report, dealt_at=None).update(dealt_at=at, dealt_by=by)
