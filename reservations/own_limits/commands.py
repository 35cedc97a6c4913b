"""Record a player's own limits. They move no money and are private, so they are no acts."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from reservations.acts.commands import command, seal_rows
from reservations.acts.problems import Malformed
from reservations.models import Desk, OwnLimitSaid, Player
from reservations.own_limits.queries import own_limits
from reservations.own_limits.rules import Limited
from reservations.players.queries import same_person

LONGEST_PAUSE = timedelta(days=3653)


@command
def say_own_limits(*, player: Player, figures: Mapping[Limited, int | None], at: datetime) -> None:
    """Record the limits that a player (not a duplicate) sets at that aware time; None: no limit.

    The figures are those of `Limited`. A limit that already holds or is about to hold is not recorded again: the day of
    waiting does not start anew. Raises ``Malformed`` for an impossible figure: below 0, or a pause of over ten years.
    """
    today = timezone.localdate(at)
    for what, figure in figures.items():
        if figure is not None and figure < 0:
            raise Malformed("A limit is 0 or more.")
        if what is Limited.PAUSE and figure is not None and figure > (today + LONGEST_PAUSE).toordinal():
            raise Malformed("A pause lasts ten years at most.")
    limits = own_limits(same_person(player), at)
    for what, figure in figures.items():
        limit = limits[what]
        known = limit.figure if limit.changes_at is None else limit.next_figure
        if figure != known:
            seal_rows([OwnLimitSaid.objects.create(player=player, what=what, figure=figure, said_at=at)])


@command
def say_help_line(line: str) -> None:
    """Record the host's line on help with gambling; "" for none."""
    Desk.objects.filter(pk=Desk.ONE).update(help_line=line)
