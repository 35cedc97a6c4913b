"""Record results without a bank, of a night or as players' starting results; and take a whole import back."""

from collections.abc import Sequence
from datetime import date as day
from typing import Any

from django.utils import timezone

from hostdesk.invitations.nights.commands import rules_called
from ledger.entries.commands import write
from ledger.results.past_queries import past_of
from ledger.results.queries import played_nights
from ledger.results.rules import NetResult, check_past, check_results
from reservations.acts.commands import command, seal_rows
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.models import Night
from reservations.parsing.days import day_of
from reservations.players.queries import player_names


@command
def record_results(
    *,
    stamp: Stamp,
    house: str,
    date: day,
    results: Sequence[NetResult],
    reason: str = "",
    starting: bool = False,
    beside: bool = False,
) -> Answer:
    """Record players' wins and losses on a night that had no bank here; nothing goes into THE BOOK.

    ``house`` as for ``open_night``. A ``reason`` declares results that do not sum to zero. ``starting``: they are of no
    night but of the time up to that day, before the first one. ``beside``: that date has another night, of another
    game.

    Raises ``Malformed`` for results that do not add up, ``Unknown`` for a missing house, ``Impossible`` for a date that
    has a night already or is still to come and for results that would count twice, ``Merged`` for a merged player.
    """
    found = rules_called(house).house
    nets = sorted(results, key=lambda result: result.player)
    content: dict[str, Any] = {"house": found.key, "date": date.isoformat(), "results": [net.content() for net in nets]}
    content |= {"reason": reason} if reason else {}
    content |= ({"starting": True} if starting else {}) | ({"beside": True} if beside else {})
    draft = act_once(Draft(Kind.RESULTS, stamp, content))
    check_not_merged(result.player for result in nets)
    names = player_names(result.player for result in nets)
    check_results(nets, names, reason=draft.content.get("reason", ""))
    check_past(date, starting=starting, today=timezone.localdate(), past=past_of(names))
    if starting:
        return Answer(write(draft, None, ()))
    held = played_nights().filter(date=date).select_related("house").first()
    if held is not None and not beside:
        raise Impossible(f"There is a night of {day_of(date)} at {held.house} already.")
    night = Night.objects.create(date=date, house=found)
    seal_rows([night])
    draft = Draft(draft.kind, draft.stamp, draft.content, night)
    act = write(draft, 0, ())
    night.results = act
    night.save(update_fields=["results"])
    return Answer(act)
