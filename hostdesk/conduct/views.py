"""How people behave at the table: jumped bets, warnings, rulings, the clock called on a player, and the log of it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.conduct import commands
from hostdesk.conduct.forms import EndCallForm, OfPlayerForm, RuleForm, WarnForm
from hostdesk.conduct.queries import conduct_now, lines_of, penalty_of, recent_warnings, rulings_of
from hostdesk.conduct.ruling_queries import all_rulings, rule_counts
from hostdesk.conduct.tables import RulingTable
from hostdesk.lists.filters import RulingFilter
from hostdesk.lists.views import asked, show_list
from hostdesk.sign_in.guard import DeskRequest, for_bank, for_hosts
from hostdesk.site.act_views import attempt, fact_context, last_remark, noted, status_of
from hostdesk.tonight.queries import Tonight
from hostdesk.tonight.views import read, show
from ledger.reports.night_queries import tally_of
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.models import Act, Night
from reservations.parsing.names import whole_number

_OFFERED = 5  # recent warnings
_NOTES: Mapping[str, tuple[type[ActForm], Callable[..., Noted]]] = {
    "jump": (OfPlayerForm, commands.jump_bet),
    "warn": (WarnForm, commands.warn),
    "rule": (RuleForm, commands.rule),
    "call": (OfPlayerForm, commands.call_clock),
    "end": (EndCallForm, commands.end_call),
}
"""What can be noted: its form and its command."""


@for_bank.get
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show what can be noted, and what was; ``?player=`` says of whom."""
    return _show(request, read(night_id), request.GET.get("player", ""), said=last_remark(request))


def _show(request: DeskRequest, tonight: Tonight, of: str, **context: Any) -> HttpResponse:
    """Draw the panel; ``of`` is the number, as text, of whom something is to be noted."""
    now, number = conduct_now(tonight, timezone.now()), whole_number(of)
    chosen = next((each for each, _ in now.players if each.number == number), None)
    context |= {"conduct": now, "of": chosen, "disputes": now.conduct.rulings[::-1]}
    context["recent_warnings"] = recent_warnings(_OFFERED) if chosen else ()
    return show(request, tonight, "conduct/panels/_conduct.html", **context)


@for_bank.post
def note(request: DeskRequest, night_id: int, what: str) -> HttpResponse:
    """Record ``what``, which is a key of `_NOTES`; if the form cannot be taken, show it again with the reason."""
    form_class, command = _NOTES[what]
    tonight, form = read(night_id), form_class(request.POST)
    answer = attempt(request, form, command, night=tonight.night)
    if answer is not None:
        return noted(answer, reverse("tonight_conduct", args=[night_id]))
    context = fact_context(form, request.path)
    return _show(request, tonight, form.data.get("player", ""), status=status_of(form), **context)


@for_bank.get
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
    return render(request, "conduct/rulings.html", context)


@for_hosts.get
def all_nights(request: DeskRequest) -> HttpResponse:
    """List every rule that was set aside and every dispute, over all nights and houses, and count them by rule."""
    found = [row for row in all_rulings() if request.who.hosts(row.house)]
    houses = {row.house.pk: row.house for row in found if row.house}.values()
    chosen = RulingFilter(
        request.GET,
        queryset=Act.objects.none(),
        houses=sorted(houses, key=lambda house: house.name_key),
        rules=sorted({rule for row in found for rule in row.rules}),
    )
    rows = [
        row for row in found if chosen.lets_through(row.house.key if row.house else "", row.rules, row.line.decided_by)
    ]
    context = {"section": "houses", "filter": chosen, **asked(request, chosen), "counts": rule_counts(rows)}
    return show_list(request, RulingTable(rows), "conduct/all_nights.html", context)
