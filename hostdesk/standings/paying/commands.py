"""Players' ways to be paid: their personal details, shown to the players who owe them. The desk moves no money.

They are neither acts nor facts, which are kept for ever: they are deleted when a player is forgotten.
"""

from collections.abc import Mapping
from datetime import datetime

from hostdesk.models import PaymentWay
from hostdesk.standings.paying.kinds import PaymentKind, parse_details
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import Player
from reservations.players.queries import same_person

MOST_WAYS = 8


@command
def add_way(*, player: Player, kind: PaymentKind, typed: Mapping[str, str], at: datetime) -> None:
    """Keep a way to pay a player (not a duplicate). The same details again are the same way, with its first day.

    Raises ``Malformed`` for details that do not fit their kind, ``Impossible`` for one way too many.
    """
    details, ways = parse_details(kind, typed), PaymentWay.objects.filter(player__in=same_person(player))
    if (kind.key, details) in [(way.kind, way.details) for way in ways]:
        return
    if len(ways) >= MOST_WAYS:
        raise Impossible(f"At most {MOST_WAYS} ways to be paid are kept. Remove one first.")
    PaymentWay.objects.create(player=player, kind=kind.key, details=details, since=at)


@command
def remove_way(*, player: Player, row: int) -> None:
    """Forget a way to pay a player, and the same one of a duplicate; one that is gone already stays gone."""
    ways = PaymentWay.objects.filter(player__in=same_person(player))
    gone = [(way.kind, way.details) for way in ways if way.pk == row]
    ways.filter(pk__in=[way.pk for way in ways if (way.kind, way.details) in gone]).delete()
