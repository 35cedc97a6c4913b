"""Conduct at the table: jumped bets, warnings, rulings, and the clock called on a player."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import carry_out, fact_context, last_remark, status_of
from hostdesk.table.conduct import commands
from hostdesk.table.conduct.forms import EndCallForm, OfPlayerForm, RuleForm, WarnForm
from hostdesk.table.conduct.queries import conduct_now, recent_warnings
from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tonight.views import read, show
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.parsing.names import whole_number

_OFFERED = 5  # recent warnings
_NOTES: Mapping[str, tuple[type[ActForm], Callable[..., Noted]]] = {
    "jump": (OfPlayerForm, commands.note_jump),
    "warn": (WarnForm, commands.note_warning),
    "rule": (RuleForm, commands.note_ruling),
    "call": (OfPlayerForm, commands.call_clock_on),
    "call-end": (EndCallForm, commands.note_call_over),
}
"""The kinds of notes: the form and the command."""


@for_bank.get
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the buttons and notes of conduct; ``?player=`` is the player."""
    return _show(request, read(night_id), request.GET.get("player", ""), last_remark=last_remark(request))


def _show(request: DeskRequest, tonight: Tonight, of: str, **context: Any) -> HttpResponse:
    """Draw the panel; ``of`` is the number, as text, of the player to note something about."""
    now, number = conduct_now(tonight, timezone.now()), whole_number(of)
    chosen = next((player for player in now["players"] if player.number == number), None)
    context |= {"conduct": now, "of": chosen, "disputes": now["disputes"]}
    context["recent_warnings"] = recent_warnings(_OFFERED) if chosen else ()
    return show(request, tonight, "table/conduct/panels/_conduct.html", **context)


@for_bank.post
def note(request: DeskRequest, night_id: int, what: str) -> HttpResponse:
    """Record ``what``, which is a key of `_NOTES`; show a refused form again with the reason."""
    form_class, command = _NOTES[what]
    tonight, form = read(night_id), form_class(request.POST)
    if response := carry_out(request, form, command, reverse("tonight_conduct", args=[night_id]), night=tonight.night):
        return response
    context = fact_context(form, request.path)
    return _show(request, tonight, form.data.get("player", ""), status=status_of(form), **context)
