"""How people behave at the table: jumped bets, warnings, rulings, the clock called on somebody, and the log of it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from hostdesk.bank.tonight import Tonight
from hostdesk.in_play import conduct_commands
from hostdesk.in_play.conduct_forms import EndCallForm, OfPlayerForm, RuleForm, WarnForm
from hostdesk.in_play.conduct_now import conduct_now, lines_of, penalty_of, tally_of
from hostdesk.in_play.rulings import disputes, rulings_of
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import attempt, status_of
from hostdesk.views.bank.tonight import read, show
from hostdesk.views.fact_acting import fact_context, noted, said_once
from reservations.digits import whole_number
from reservations.fact_log import Noted
from reservations.forms import ActForm
from reservations.models import Night


@require_safe
@for_bank
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show what can be noted, and what was; ``?player=`` says of whom."""
    return _show(request, read(night_id), request.GET.get("player", ""), said=said_once(request))


def _show(request: DeskRequest, tonight: Tonight, of: str, **context: Any) -> HttpResponse:
    """Draw the panel; ``of`` is the number, as text, of whom something is to be noted."""
    now, number = conduct_now(tonight, timezone.now()), whole_number(of)
    chosen = next((each for each in now.here if each.number == number), None)
    context |= {"conduct": now, "of": chosen, "disputes": disputes(now.conduct)[::-1]}
    return show(request, tonight, "conduct", **context)


def _note(request: DeskRequest, night_id: int, form: ActForm, command: Callable[..., Noted]) -> HttpResponse:
    """Record what the form asks for; else show it again, and why not."""
    tonight = read(night_id)
    answer = attempt(request, form, command, night=tonight.night)
    if answer is not None:
        return noted(request, answer, reverse("tonight_conduct", args=[night_id]))
    context = fact_context(form, request.path)
    return _show(request, tonight, form.data.get("player", ""), status=status_of(form), **context)


@require_POST
@for_bank
def jump(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody jumped the bet."""
    return _note(request, night_id, OfPlayerForm(request.POST), conduct_commands.jump_bet)


@require_POST
@for_bank
def warn(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody was warned."""
    return _note(request, night_id, WarnForm(request.POST), conduct_commands.warn)


@require_POST
@for_bank
def rule(request: DeskRequest, night_id: int) -> HttpResponse:
    """Keep a ruling."""
    return _note(request, night_id, RuleForm(request.POST), conduct_commands.rule)


@require_POST
@for_bank
def call(request: DeskRequest, night_id: int) -> HttpResponse:
    """Call the clock on somebody."""
    return _note(request, night_id, OfPlayerForm(request.POST), conduct_commands.call_clock)


@require_POST
@for_bank
def call_end(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody has acted on whom the clock was called, or that their time was up."""
    return _note(request, night_id, EndCallForm(request.POST), conduct_commands.end_call)


@require_safe
@for_bank
def rulings(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the rulings of a night and how people behaved, also after its close."""
    nights = Night.objects.select_related("house", "rules", "bank")
    night = get_object_or_404(nights, pk=night_id, bank__isnull=False)
    log, penalty_cents = rulings_of(night), penalty_of(night)
    context = {
        "section": "nights",
        "night": night,
        "log": log,
        "lines": lines_of(log.conduct, log.names, penalty_cents),
        "tally": tally_of(log.conduct, log.names, penalty_cents),
    }
    return render(request, "hostdesk/night_rulings.html", context)
