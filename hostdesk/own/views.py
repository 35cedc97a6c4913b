"""A player's own pages: the one screen that matters, their nights, and what is about them; signed-in devices."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from hostdesk.evidence.queries import all_objections
from hostdesk.group_link.claim_commands import confirm_claim, refuse_claim, unconfirmed_phones
from hostdesk.guests.queries import arrears_now
from hostdesk.house_rules.versions_page import rules_for
from hostdesk.lists.queries import players_in
from hostdesk.messages.commands import note_seen, set_email
from hostdesk.messages.page import unseen_by
from hostdesk.messages.queries import email_of, is_set_up, messages_to
from hostdesk.own.book_page import keeps_book
from hostdesk.own.home_page import HOME_PARTS, HomePart, next_nights, owed_by, own_tonight
from hostdesk.own.nights_page import own_season
from hostdesk.own.page import nights_ahead
from hostdesk.own.payment_details_commands import payment_details_of
from hostdesk.players.forms import EmailForm, NoCreditForm
from hostdesk.polls.page import own_polls
from hostdesk.sign_in.guard import DeskRequest, for_answers, for_player
from hostdesk.sign_in.player_link_commands import devices_of, end_device_of
from hostdesk.sign_in.views import sign_out
from hostdesk.site import act_views
from hostdesk.site.idempotency_keys import new_key
from hostdesk.site.poll_middleware import nothing_new
from hostdesk.strikes.page import player_strikes
from hostdesk.tonight.act_queries import ActLine, act_line
from ledger.book.own_text import LineSaid, in_plain_words
from ledger.credit import commands as credit_commands
from ledger.credit import exposure_queries
from ledger.seasons.commands import Shared
from ledger.seasons.queries import private_players
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.models import Player
from reservations.parsing.names import whole_number
from reservations.players.queries import fields_by_person, player_names

NEAR = 4
"""So many of the nights ahead are shown with all there is to say of them; the rest is behind a tap."""

ANSWER_TOLD = timedelta(days=3)
"""So long after an objection its answer stands on the own page."""

_TOLD = (Kind.CREDIT, Kind.CLAIM, Kind.DISPUTE, Kind.PAYMENT, Kind.FORGIVE)


@for_answers.get
def own(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player the one screen that matters; the address of a duplicate leads to the player it was merged into.

    A phone that the host has not confirmed sees the nights ahead alone.
    """
    player = act_views.person_or_404(number)
    if player.number != number:
        return redirect("own", player.number)
    return home_page(request, player)


def home_page(request: DeskRequest, player: Player, form: ActForm | None = None) -> HttpResponse:
    """Show that page, with the reason if a ``form`` was refused."""
    context: dict[str, Any] = {"player": player, "said": act_views.last_remark(request)}
    if not request.who.is_confirmed:
        now = timezone.now()
        ahead = nights_ahead(player, now, timezone.localdate(now), arrears_now())
        nights = [replace(each, tells_place=False) for each in ahead]
        context |= {"polls": own_polls(player, now), "comings": nights[:NEAR], "later": nights[NEAR:]}
        return render(request, "group_link/own.html", context)
    phones = () if request.who.is_host else unconfirmed_phones(player)
    context |= {"tab": "own", "receipt": _receipt(request, player), "phones": phones}
    context |= act_views.refused_context(form, request.path) if form else {}
    context |= _home(request, player, form)
    return render(request, "own/own.html", context, status=act_views.status_of(form))


@for_player.get
def own_since(request: DeskRequest, number: int) -> HttpResponse:
    """Send the parts of that page that read otherwise than the ``reads`` of the address; 204 if none does."""
    context = _home(request, act_views.person_or_404(number))
    known = request.GET.get("reads", "").split("-")
    if context["reads"].split("-") == known:
        return nothing_new()
    shown = dict(zip(HOME_PARTS, known, strict=False))
    context["parts"] = [each for each in context["parts"] if each.reads != shown.get(each.name)]
    return render(request, "own/home/since.html", context | {"elsewhere": True})


def _home(request: DeskRequest, player: Player, form: ActForm | None = None) -> dict[str, Any]:
    """Return the parts of that page, drawn, and in ``reads`` a word that changes with anything that they say."""
    now = timezone.now()
    tonight, owed = own_tonight(player, now), owed_by(player)
    ahead = nights_ahead(player, now, timezone.localdate(now), arrears_now())
    comings, later = next_nights(ahead, tonight)
    context = {
        "player": player,
        "tab": "own",
        "form": form,
        "polls": own_polls(player, now),
        "own_messages": unseen_by(player, now),
        "news": [(house, news) for house, news in rules_for(player) if news],
        "own_objections": [each for each in all_objections(player) if each.is_open or each.at > now - ANSWER_TOLD],
        "tonight": tonight,
        "comings": comings,
        "later": later,
        "owed": owed,
        "season": own_season(player, request.desk, timezone.localdate(now), {}),
    }
    parts = [
        HomePart(name, mark_safe(render_to_string(template, context, request).strip()))  # noqa: S308 - a template's
        for name, template in HOME_PARTS.items()
    ]
    reads = "-".join(each.reads for each in parts)
    return {"player": player, "parts": parts, "reads": reads, "has_book": owed.in_book or keeps_book(player)}


def _receipt(request: DeskRequest, player: Player) -> ActLine | None:
    """Return the act of ``?receipt=N`` if it is about this player, to whom it is told in plain words; else None."""
    act = act_views.receipt_act(request, kind__in=_TOLD)
    fields = fields_by_person([act.content])[0] if act else {}
    about = players_in(fields)
    if act is None or player.number not in about:
        return None
    if request.who.is_host or (act.kind == Kind.CREDIT and "refuses" not in fields):
        return act_line(act)
    is_plus = bool(fields.get("refuses", player.number in (fields.get("payer"), fields.get("debtor"))))
    return replace(
        act_line(act), text=in_plain_words(LineSaid(act.kind, fields, is_plus), player.number, player_names(about))
    )


@for_player.get
def own_nights(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player how their nights went, in the season and house that the address asks for."""
    player = act_views.person_or_404(number)
    if player.number != number:
        return redirect("own_nights", player.number)
    season = own_season(player, request.desk, timezone.localdate(), request.GET.dict())
    context = {"player": player, "tab": "nights", "has_book": keeps_book(player), "season": season}
    context |= {"filter": {"form": season.choice.without_player.form({})}}
    context |= {"filtered": bool(season.choice.without_player.asked)}
    return render(request, "own/nights.html", context)


@for_player.get
def own_me(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player what is about them: messages, strikes, rules, how they are paid and reached, and their devices."""
    player = act_views.person_or_404(number)
    if player.number != number:
        return redirect("own_me", player.number)
    return me_page(request, player)


def me_page(request: DeskRequest, player: Player, form: ActForm | None = None) -> HttpResponse:
    """Show that page, with the reason if a ``form`` was refused."""
    credit, has_book = exposure_queries.credit_of(player), keeps_book(player)
    is_private = player.number in private_players()
    context = {
        "player": player,
        "tab": "me",
        "has_book": has_book,
        "receipt": _receipt(request, player),
        "said": act_views.last_remark(request),
        "own_messages": unseen_by(player, timezone.now()),
        "strikes": player_strikes(player),
        "own_rules": rules_for(player),
        "handle": payment_details_of(player),
        "own_email": email_of(player),
        "refuses": credit.refuses,
        "is_private": is_private,
        "is_shared": request.desk.season_shared != Shared.OWN,
        "key": new_key(),
        **(act_views.refused_context(form, request.path) if form else {}),
    }
    return render(request, "own/me.html", context, status=act_views.status_of(form))


@for_player.post
def own_credit(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player refuse credit, or allow it again."""
    player, form = act_views.person_or_404(number), NoCreditForm(request.POST)
    if request.who.is_host:
        raise PermissionDenied("Only the player does this here. A host notes it on the player's page, with a reason.")
    answer = act_views.attempt(request, form, credit_commands.set_credit, player=player)
    if answer is not None:
        return act_views.done(request, answer, reverse("own_me", args=[player.number]))
    return me_page(request, player, form)


@for_player.both
def own_devices(request: DeskRequest, number: int) -> HttpResponse:
    """List the devices a player is signed in on, and end one; ending this device signs it out.

    Of a phone that took their name behind a group link the player says here whether it is theirs.
    """
    player = act_views.person_or_404(number)
    if request.method != "POST":
        context = {"player": player, "devices": devices_of(player, timezone.now()), "here": request.who.device}
        return render(request, "own/devices.html", context)
    if phone := unconfirmed_phones(player).filter(pk=whole_number(request.POST.get("phone", "")) or 0).first():
        says = confirm_claim if request.POST.get("say") == "yes" else refuse_claim
        says(phone.pk, by=request.who.name, now=timezone.now())
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    ended = whole_number(request.POST.get("end", "")) or 0
    if ended == request.who.device and not request.who.is_host:
        return sign_out(request)
    end_device_of(player, ended)
    return HttpResponseRedirect(reverse("own_devices", args=[player.number]), status=303)


@for_player.post
def own_messages_seen(request: DeskRequest, number: int) -> HttpResponse:
    """Note that a player has seen messages on their page; a host looking at it does not count."""
    if request.who.is_host:
        raise PermissionDenied("Only the player can mark their messages as seen.")
    player = act_views.person_or_404(number)
    asked = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    note_seen(messages_to(player).filter(pk__in=asked), timezone.now())
    return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)


@for_player.both
def own_email(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player, or the host for them, set an e-mail address, and say whether they want to be written to."""
    player = act_views.person_or_404(number)
    kept = email_of(player)
    wanted = kept is None or kept.wanted
    initial = {"address": kept.address if kept else "", "wanted": wanted}
    form = EmailForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        set_email(player, said["address"], wanted=said["wanted"], by=request.who.name if request.who.is_host else "")
        return HttpResponseRedirect(reverse("own_me", args=[player.number]), status=303)
    context = {"player": player, "form": form, "is_set_up": is_set_up(), "own_email": kept}
    return render(request, "own/email.html", context, status=act_views.UNPROCESSABLE if form.is_bound else 200)
