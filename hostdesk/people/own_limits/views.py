"""A player's limits on their own play, which nobody else sees; and the host's line on help."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_player_alone
from hostdesk.base.site.act_views import UNPROCESSABLE, person_or_404, saying
from hostdesk.front.desk.settings_views import show_settings
from hostdesk.people.own.me_views import me_page, to_me
from hostdesk.people.own_limits.forms import HelpLineForm
from hostdesk.people.own_limits.page import limits_page
from reservations.acts.problems import Malformed
from reservations.own_limits.commands import say_help_line, say_own_limits


@for_player_alone.post
def own_limits_said(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player change their own limits."""
    player, now = person_or_404(number), timezone.now()
    context = limits_page(player, now, request.POST)
    form = context["limits_form"]
    if form.is_valid():
        try:
            say_own_limits(player=player, figures=form.figures(), at=now)
            return to_me(player, "limits")
        except Malformed as problem:
            form.add_error(None, str(problem))
    return me_page(request, player, "limits", status=UNPROCESSABLE, **context)


@for_host.both
def help_line(request: DeskRequest) -> HttpResponse:
    """Let the host write the line on help with gambling."""
    form = HelpLineForm(
        request.POST if request.method == "POST" else None, initial={"help_line": request.desk.help_line}
    )
    if form.is_valid():
        say_help_line(form.cleaned_data["help_line"])
        return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
    return show_settings(request, "help", status=UNPROCESSABLE if form.is_bound else 200, form=form)
