"""A player's messages on their own page, and where they are reached by e-mail."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.messages.commands import note_seen, set_email
from hostdesk.messages.queries import email_of, is_set_up
from hostdesk.models import Message
from hostdesk.players.forms import EmailForm
from hostdesk.sign_in.guard import DeskRequest, for_player
from hostdesk.site.act_views import BOTH, UNPROCESSABLE, person_or_404
from reservations.parsing.digits import whole_number
from reservations.players.queries import same_person


@require_POST
@for_player
def own_messages_seen(request: DeskRequest, number: int) -> HttpResponse:
    """Note that a player has seen messages on their page; the host who looks at it has not seen them for anybody."""
    if request.who.is_host:
        raise PermissionDenied("Only the players themselves say that they have seen something.")
    player = person_or_404(number)
    asked = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    note_seen(Message.objects.filter(player__in=same_person(player), pk__in=asked), timezone.now())
    return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)


@require_http_methods(BOTH)
@for_player
def own_email(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player, or the host for them, write down where they are reached; whether they want it is theirs to say."""
    player = person_or_404(number)
    kept = email_of(player)
    wanted = kept is None or kept.wanted
    initial = {"address": kept.address if kept else "", "wanted": wanted}
    form = EmailForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        set_email(player, said["address"], wanted=wanted if request.who.is_host else said["wanted"])
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    context = {"player": player, "form": form, "is_set_up": is_set_up()}
    return render(request, "own/email.html", context, status=UNPROCESSABLE if form.is_bound else 200)
