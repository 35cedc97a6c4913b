"""A player limits their own play, which nobody else sees; the host says where help is found."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.desk.settings_views import show_settings
from hostdesk.own_limits.forms import HelpLineForm, OwnLimitsForm
from hostdesk.own_limits.page import limit_shown
from hostdesk.sign_in.guard import DeskRequest, for_host, for_player
from hostdesk.site.act_views import UNPROCESSABLE, person_or_404, saying
from reservations.acts.problems import Malformed
from reservations.own_limits.commands import say_help_line, say_own_limits
from reservations.own_limits.queries import own_limits
from reservations.players.queries import same_person


@for_player.both
def own_limits_page(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player see and change what they allow themselves."""
    if request.who.is_host:
        raise PermissionDenied("Only the player sees this page.")
    player, now = person_or_404(number), timezone.now()
    today = timezone.localdate(now)
    shown = {what: limit_shown(what, limit, today) for what, limit in own_limits(same_person(player), now).items()}
    initial = {what.value: each.typed for what, each in shown.items()}
    form = OwnLimitsForm(request.POST if request.method == "POST" else None, initial=initial, today=today)
    if form.is_valid():
        try:
            say_own_limits(player=player, figures=form.figures(), at=now)
            return HttpResponseRedirect(f"{reverse('own_limits', args=[player.number])}?saved=yes", status=303)
        except Malformed as problem:
            form.add_error(None, str(problem))
    context = {"player": player, "form": form, "limits": [(form[what.value], each) for what, each in shown.items()]}
    context |= {"is_saved": request.method != "POST" and "saved" in request.GET, "help_line": request.desk.help_line}
    return render(request, "own_limits/limits.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@for_host.both
def help_line(request: DeskRequest) -> HttpResponse:
    """Let the host say where help with gambling is found."""
    form = HelpLineForm(
        request.POST if request.method == "POST" else None, initial={"help_line": request.desk.help_line}
    )
    if form.is_valid():
        say_help_line(form.cleaned_data["help_line"])
        return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
    return show_settings(request, "help", status=UNPROCESSABLE if form.is_bound else 200, form=form)
