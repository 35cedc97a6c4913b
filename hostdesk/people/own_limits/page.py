"""A player's own limits on their page: those in force, and those to come."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone

from hostdesk.people.own_limits.forms import OwnLimitsForm
from ledger.money.cents import field_cents, show_money
from reservations.models import Player
from reservations.own_limits.queries import own_limits
from reservations.own_limits.rules import Limited, OwnLimit, paused_until
from reservations.parsing.days import day_of
from reservations.parsing.names import counted
from reservations.players.queries import same_person


class LimitShown(NamedTuple):
    """A limit in words: in force now and, if ``changes_at`` is not None, from then on.

    ``typed`` is the last setting, as the first value of the form's field.
    """

    now: str
    then: str
    changes_at: datetime | None
    typed: str


def limits_page(player: Player, now: datetime, typed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the form of a player's limits, with the ``typed`` values, and the limit in force beside every field."""
    today = timezone.localdate(now)
    shown = {what: limit_shown(what, limit, today) for what, limit in own_limits(same_person(player), now).items()}
    form = OwnLimitsForm(typed, initial={what.value: row.typed for what, row in shown.items()}, today=today)
    return {"limits_form": form, "limits": [(form[what.value], row) for what, row in shown.items()]}


def limit_shown(what: Limited, limit: OwnLimit, today: date) -> LimitShown:
    """Return a limit in words. A pause that is over is none."""
    if what is Limited.PAUSE:
        now, then = (_pause(figure, today) for figure in (limit.figure, limit.next_figure))
    else:
        now, then = (_figure(what, figure) for figure in (limit.figure, limit.next_figure))
    if not now[1] or limit.changes_at is None:
        return LimitShown(now[0], "", None, now[1])
    return LimitShown(now[0], then[0], limit.changes_at, then[1])


def _figure(what: Limited, figure: int | None) -> tuple[str, str]:
    """Return a figure in words, and in its typed form."""
    if figure is None:
        return "no limit", ""
    return (
        (counted(figure, "rebuy"), str(figure)) if what is Limited.REBUYS else (show_money(figure), field_cents(figure))
    )


def _pause(figure: int | None, today: date) -> tuple[str, str]:
    """Return a pause in words, and its end in its typed form."""
    until = paused_until(OwnLimit(figure), today)
    return ("no pause", "") if until is None else (f"no invitation before {day_of(until)}", until.isoformat())
