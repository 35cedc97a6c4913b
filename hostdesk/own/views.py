"""A player's own page: standing, nights ahead, tonight's buy-ins, messages, e-mail, credit, signed-in devices."""

import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hostdesk.guests.queries import arrears_now
from hostdesk.messages.commands import note_seen, set_email
from hostdesk.messages.page import unseen_by
from hostdesk.messages.queries import email_of, is_set_up
from hostdesk.models import Message
from hostdesk.own.night_page import nights_ahead
from hostdesk.own.page import own_nights, own_notes, own_payments
from hostdesk.players.forms import EmailForm, NoCreditForm
from hostdesk.sign_in.guard import DeskRequest, for_player
from hostdesk.sign_in.player_link_commands import devices_of, end_device_of
from hostdesk.sign_in.views import signed_out
from hostdesk.site import act_views
from hostdesk.site.idempotency_keys import new_key
from hostdesk.strikes.page import player_strikes
from hostdesk.tonight.act_queries import act_line
from ledger.book import commands as book_commands
from ledger.book.queries import history
from ledger.book.standing_queries import standing_of
from ledger.credit import exposure_queries
from reservations.acts.forms import ActForm
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.models import Act, Player
from reservations.parsing.names import whole_number
from reservations.players.queries import same_person

LINES_PER_PAGE = 12
NEAR = 4
"""So many of the nights ahead are shown with all there is to say of them; the rest is behind a tap."""

_TOLD = (Kind.CREDIT, Kind.CLAIM, Kind.DISPUTE, Kind.PAYMENT)


@require_safe
@for_player
def own(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player where they stand; the address of a duplicate leads to the player it was merged into."""
    player = act_views.person_or_404(number)
    return own_page(request, player) if player.number == number else redirect("own", player.number)


def own_page(request: DeskRequest, player: Player, form: ActForm | None = None, **context: Any) -> HttpResponse:
    """Show a player's own page, with the reason if a ``form`` was refused."""
    newest_first = history(player.number)[::-1]
    # ``?receipt=N`` shows only acts about this player.
    act = Act.objects.filter(kind__in=_TOLD, number=whole_number(request.GET.get("receipt", "")) or 0).first()
    content = json.loads(act.content) if act else {}
    about = {content[role] for role in PLAYER_FIELDS if role in content}
    receipt = act_line(act) if act and about & {*same_person(player)} else None
    standing_cents = standing_of(player)
    ahead = nights_ahead(player, timezone.now(), timezone.localdate(), arrears_now())
    context = {
        "player": player,
        "standing_cents": standing_cents,
        "owes_cents": -standing_cents,
        "lines": Paginator(newest_first, LINES_PER_PAGE).get_page(request.GET.get("page")),
        "comings": ahead[:NEAR],
        "later": ahead[NEAR:],
        "strikes": player_strikes(player),
        "said": act_views.said_once(request),
        "nights": own_nights(player),
        "notes": own_notes(player),
        "refuses": exposure_queries.own_credit(player).refuses,
        "own_payments": own_payments(player),
        "own_messages": unseen_by(player, timezone.now()),
        "own_email": email_of(player),
        "receipt": receipt,
        "key": new_key(),
        **(act_views.refused_context(form, request.path) if form else {}),
        **context,
    }
    return render(request, "own/own.html", context, status=act_views.status_of(form))


@require_POST
@for_player
def own_credit(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player refuse credit, or allow it again."""
    player, form = act_views.person_or_404(number), NoCreditForm(request.POST)
    if request.who.is_host:
        raise PermissionDenied("Only the player does this here. A host notes it on the player's page, with a reason.")
    answer = act_views.attempt(request, form, book_commands.set_credit, player=player)
    if answer is not None:
        return act_views.done(request, answer, reverse("own", args=[player.number]))
    return own_page(request, player, form)


@require_http_methods(act_views.BOTH)
@for_player
def own_devices(request: DeskRequest, number: int) -> HttpResponse:
    """List the devices a player is signed in on, and end one; ending this device signs it out."""
    player = act_views.person_or_404(number)
    if request.method != "POST":
        context = {"player": player, "devices": devices_of(player, timezone.now()), "here": request.who.device}
        return render(request, "own/devices.html", context)
    ended = whole_number(request.POST.get("end", "")) or 0
    if ended == request.who.device and not request.who.is_host:
        return signed_out(request)
    end_device_of(player, ended)
    return HttpResponseRedirect(reverse("own_devices", args=[player.number]), status=303)


@require_POST
@for_player
def own_messages_seen(request: DeskRequest, number: int) -> HttpResponse:
    """Note that a player has seen messages on their page; a host looking at it does not count."""
    if request.who.is_host:
        raise PermissionDenied("Only the player can mark their messages as seen.")
    player = act_views.person_or_404(number)
    asked = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    note_seen(Message.objects.filter(player__in=same_person(player), pk__in=asked), timezone.now())
    return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)


@require_http_methods(act_views.BOTH)
@for_player
def own_email(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player, or the host for them, set an e-mail address; only the player turns e-mail on or off."""
    player = act_views.person_or_404(number)
    kept = email_of(player)
    wanted = kept is None or kept.wanted
    initial = {"address": kept.address if kept else "", "wanted": wanted}
    form = EmailForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        set_email(player, said["address"], wanted=wanted if request.who.is_host else said["wanted"])
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    context = {"player": player, "form": form, "is_set_up": is_set_up()}
    return render(request, "own/email.html", context, status=act_views.UNPROCESSABLE if form.is_bound else 200)
