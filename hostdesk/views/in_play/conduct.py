"""How people behave at the table: jumped bets, warnings, rulings, the clock called on somebody, and the log of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from hostdesk.bank.tonight import Tonight
from hostdesk.in_play.conduct_forms import EndCallForm, OfPlayerForm, RuleForm, WarnForm
from hostdesk.in_play.conduct_now import conduct_now, lines_of, penalty_of, tally_of
from hostdesk.in_play.rulings import disputes, rulings_of
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import attempt, status_of
from hostdesk.views.bank.tonight import read, show
from hostdesk.views.fact_acting import fact_context, noted, said_once
from ledger.money import show_cents
from ledger.queries import open_bank
from reservations import commands
from reservations.digits import whole_number
from reservations.fact_log import Noted
from reservations.forms import ActForm
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.problems import Impossible, Malformed
from reservations.tables import seating_terms_of

Act = Callable[[Stamp, Tonight, dict[str, Any]], Noted]
"""A command as the panel gives it: the stamp, the night, and what the form says."""


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


def _note(request: DeskRequest, night_id: int, form: ActForm, act: Act) -> HttpResponse:
    """Record what the form asks for; else show it again, and why not."""
    tonight = read(night_id)
    answer = attempt(request, form, lambda stamp: _while_open(stamp, tonight, form, act))
    if answer is not None:
        return noted(request, answer, reverse("tonight_conduct", args=[night_id]))
    context = fact_context(form, request.path)
    return _show(request, tonight, form.data.get("player", ""), status=status_of(form), **context)


def _while_open(stamp: Stamp, tonight: Tonight, form: ActForm, act: Act) -> Noted:
    open_bank(tonight.night)  # raises where it was closed meanwhile
    return act(stamp, tonight, form.cleaned_data)


@require_POST
@for_bank
def jump(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody jumped the bet."""
    return _note(request, night_id, OfPlayerForm(request.POST), _jump)


def _jump(stamp: Stamp, tonight: Tonight, said: dict[str, Any]) -> Noted:
    player = _at_the_table(tonight, said["player"])
    answer = commands.jump_bet(stamp=stamp, night=tonight.night, player=player)
    penalty = penalty_of(tonight.night)
    if json.loads(answer.fact.outcome)["warning"] or penalty is None:
        return answer
    return replace(answer, remark=f"{player} jumped the bet: {show_cents(penalty)} goes straight into the pot.")


def _at_the_table(tonight: Tonight, number: int) -> Player:
    """Return one of tonight's players. Raises ``Malformed`` for anybody else."""
    player = Player.objects.persons([number]).get(number)
    if player is None or tonight.player(player.number) is None:
        raise Malformed("Choose one of those at the table.")
    return player


@require_POST
@for_bank
def warn(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody was warned."""
    return _note(request, night_id, WarnForm(request.POST), _warn)


def _warn(stamp: Stamp, tonight: Tonight, said: dict[str, Any]) -> Noted:
    player = _at_the_table(tonight, said["player"])
    return commands.warn(stamp=stamp, night=tonight.night, player=player, words=said["words"])


@require_POST
@for_bank
def rule(request: DeskRequest, night_id: int) -> HttpResponse:
    """Keep a ruling."""
    return _note(request, night_id, RuleForm(request.POST), _rule)


def _rule(stamp: Stamp, tonight: Tonight, said: dict[str, Any]) -> Noted:
    ruled = {name: said[name] for name in ("dispute", "decision", "decider")}
    return commands.rule(stamp=stamp, night=tonight.night, **ruled)


@require_POST
@for_bank
def call(request: DeskRequest, night_id: int) -> HttpResponse:
    """Call the clock on somebody."""
    return _note(request, night_id, OfPlayerForm(request.POST), _call)


def _call(stamp: Stamp, tonight: Tonight, said: dict[str, Any]) -> Noted:
    player = _at_the_table(tonight, said["player"])
    seconds = seating_terms_of(tonight.night).call_seconds
    if seconds is None:
        raise Impossible("Nobody calls the clock in this house.")
    return commands.call_clock(stamp=stamp, night=tonight.night, player=player, seconds=seconds)


@require_POST
@for_bank
def call_end(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that somebody has acted on whom the clock was called, or that their time was up."""
    return _note(request, night_id, EndCallForm(request.POST), _call_end)


def _call_end(stamp: Stamp, tonight: Tonight, said: dict[str, Any]) -> Noted:
    return commands.end_call(stamp=stamp, night=tonight.night, call=said["call"])


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
