"""A player's own page: standing, nights ahead, tonight's buy-ins, messages, e-mail, credit, signed-in devices."""

import io
from dataclasses import replace
from typing import Any

import segno
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.guests.queries import arrears_now
from hostdesk.house_rules.versions_page import rules_for
from hostdesk.lists.queries import players_in
from hostdesk.messages.commands import note_seen, set_email
from hostdesk.messages.page import unseen_by
from hostdesk.messages.queries import email_of, is_set_up, messages_to
from hostdesk.models import PaymentHandle
from hostdesk.months.commands import PaymentStep, settle_payment
from hostdesk.months.forms import HandleForm, PlanPaymentForm
from hostdesk.months.queries import PaymentNow
from hostdesk.months.views import asks_again, payment_called, typed_amount, undo_lines
from hostdesk.own.page import nights_ahead, own_nights, own_notes, own_payments
from hostdesk.own.payment_details_commands import payment_details_of, set_payment_details
from hostdesk.players.forms import EmailForm, NoCreditForm
from hostdesk.polls.page import own_polls
from hostdesk.sign_in.guard import DeskRequest, for_answers, for_player
from hostdesk.sign_in.player_link_commands import devices_of, end_device_of
from hostdesk.sign_in.views import sign_out
from hostdesk.site import act_views
from hostdesk.site.idempotency_keys import new_key
from hostdesk.strikes.page import player_strikes
from hostdesk.tonight.act_queries import act_line
from ledger.book.queries import history
from ledger.book.standing_queries import standing_of
from ledger.credit import commands as credit_commands
from ledger.credit import exposure_queries
from ledger.months.queries import latest
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.queries import is_recorded
from reservations.models import Player
from reservations.parsing.names import whole_number
from reservations.players.queries import fields_by_person

LINES_PER_PAGE = 12
NEAR = 4
"""So many of the nights ahead are shown with all there is to say of them; the rest is behind a tap."""

_TOLD = (Kind.CREDIT, Kind.CLAIM, Kind.DISPUTE, Kind.PAYMENT)


@for_answers.get
def own(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player where they stand; the address of a duplicate leads to the player it was merged into.

    A phone that the host has not confirmed sees the nights ahead alone.
    """
    player = act_views.person_or_404(number)
    if player.number != number:
        return redirect("own", player.number)
    if request.who.is_confirmed:
        return own_page(request, player)
    ahead = nights_ahead(player, timezone.now(), timezone.localdate(), arrears_now())
    nights = [replace(each, tells_place=False) for each in ahead]
    context = {"player": player, "polls": own_polls(player, timezone.now()), "comings": nights[:NEAR]}
    context |= {"later": nights[NEAR:]}
    return render(request, "group_link/own.html", context | {"said": act_views.last_remark(request)})


def own_page(request: DeskRequest, player: Player, form: ActForm | None = None, **context: Any) -> HttpResponse:
    """Show a player's own page, with the reason if a ``form`` was refused."""
    newest_first = history(player.number)[::-1]
    # ``?receipt=N`` shows only acts about this player.
    act = act_views.receipt_act(request, kind__in=_TOLD)
    about = players_in(fields_by_person([act.content])[0]) if act else []
    receipt = act_line(act) if act and player.number in about else None
    standing_cents = standing_of(player)
    ahead = nights_ahead(player, timezone.now(), timezone.localdate(), arrears_now())
    context = {
        "player": player,
        "standing_cents": standing_cents,
        "owes_cents": -standing_cents,
        "lines": Paginator(newest_first, LINES_PER_PAGE).get_page(request.GET.get("page")),
        "polls": own_polls(player, timezone.now()),
        "comings": ahead[:NEAR],
        "later": ahead[NEAR:],
        "strikes": player_strikes(player),
        "said": act_views.last_remark(request),
        "nights": own_nights(player),
        "notes": own_notes(player),
        "refuses": exposure_queries.credit_of(player).refuses,
        "own_payments": own_payments(player),
        "own_messages": unseen_by(player, timezone.now()),
        "own_email": email_of(player),
        "own_rules": rules_for(player),
        "receipt": receipt,
        "key": new_key(),
        **(act_views.refused_context(form, request.path) if form else {}),
        **context,
    }
    return render(request, "own/own.html", context, status=act_views.status_of(form))


@for_player.post
def own_credit(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player refuse credit, or allow it again."""
    player, form = act_views.person_or_404(number), NoCreditForm(request.POST)
    if request.who.is_host:
        raise PermissionDenied("Only the player does this here. A host notes it on the player's page, with a reason.")
    answer = act_views.attempt(request, form, credit_commands.set_credit, player=player)
    if answer is not None:
        return act_views.done(request, answer, reverse("own", args=[player.number]))
    return own_page(request, player, form)


@for_player.both
def own_devices(request: DeskRequest, number: int) -> HttpResponse:
    """List the devices a player is signed in on, and end one; ending this device signs it out."""
    player = act_views.person_or_404(number)
    if request.method != "POST":
        context = {"player": player, "devices": devices_of(player, timezone.now()), "here": request.who.device}
        return render(request, "own/devices.html", context)
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
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    context = {"player": player, "form": form, "is_set_up": is_set_up(), "own_email": kept}
    return render(request, "own/email.html", context, status=act_views.UNPROCESSABLE if form.is_bound else 200)


@for_player.both
def own_payment(request: DeskRequest, number: int, month: int, place: int) -> HttpResponse:
    """Show a player one payment of theirs, and record what they say about it."""
    player, found = _payment_of(number, month, place)
    form = PlanPaymentForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        allowed: tuple[PaymentStep, ...] = (
            (PaymentStep.CLAIM,) if player.number == found.payer else (PaymentStep.CONFIRM, PaymentStep.DISPUTE)
        )
        undoes = said["step"] == PaymentStep.UNDO
        if undoes and (said["act"] in _taken_back(request, player, found) or is_recorded(said["key"])):
            allowed = (PaymentStep.UNDO,)
        if said["step"] not in allowed and not request.who.is_host:
            raise PermissionDenied("The payer claims a payment; the payee confirms or disputes it.")
        if asks_again(form):
            return _payment_page(request, player, found, sure=form.cleaned_data["amount"])
    answer = act_views.attempt(request, form, settle_payment, month=month, place=place)
    if answer is not None:
        return act_views.done(request, answer, reverse("own", args=[player.number]))
    return _payment_page(request, player, found, form)


def _payment_of(number: int, month: int, place: int) -> tuple[Player, PaymentNow]:
    """Return a player with a payment that is theirs. Raises ``Http404`` for one between others."""
    player = act_views.person_or_404(number)
    found = payment_called(month, place)
    if player.number not in (found.payer, found.payee):
        raise Http404
    return player, found


def _taken_back(request: DeskRequest, player: Player, found: PaymentNow) -> list[int]:
    """Return the acts a player may take back: their unanswered claim, their dispute, or their latest confirmation."""
    if player.number == found.payer:
        return [claim.number for claim in found.waiting]
    plan, last = latest(), max(found.undoable, default=0)
    confirmed = [paid.number for paid in found.payments if paid.claim and paid.by == request.who.name]
    disputes = [claim.answer for claim in found.disputed if claim.answer is not None]
    return [*(number for number in confirmed if number == last and plan and number > plan.number), *disputes]


def _payment_page(
    request: DeskRequest, player: Player, found: PaymentNow, form: PlanPaymentForm | None = None, **context: Any
) -> HttpResponse:
    pays, host = player.number == found.payer, request.who.is_host
    context |= {
        "player": player,
        "payment": found,
        "pays": pays,
        "may_claim": pays or host,
        "may_answer": not pays or host,
        "may_pay": host,
        "handle": _details(found) if pays else None,
        "lines": undo_lines(found.undoable if host else _taken_back(request, player, found)),
        "typed": typed_amount(form),
        "key": new_key(),
        **(act_views.refused_context(form, request.path) if form else {}),
    }
    return render(request, "own/payment.html", context, status=act_views.status_of(form))


def _details(found: PaymentNow) -> PaymentHandle | None:
    """Return how the payee is paid; None once the payment is settled."""
    return None if found.is_over else payment_details_of(Player.objects.get(pk=found.payee))


@for_player.get
def own_payment_qr(request: DeskRequest, number: int, month: int, place: int) -> HttpResponse:
    """Draw how the payee is paid as a QR code, for the player who pays them by the plan."""
    player, found = _payment_of(number, month, place)
    details = _details(found) if player.number == found.payer else None
    if details is None:
        raise Http404
    drawn = io.BytesIO()
    segno.make(details.text, error="m", micro=False).save(drawn, kind="svg", scale=4, light="#fff", xmldecl=False)
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


@for_player.both
def own_handle(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player say how they are paid, or take it back."""
    player = act_views.person_or_404(number)
    details = payment_details_of(player)
    form = HandleForm(
        request.POST if request.method == "POST" else None, initial={"text": details.text if details else ""}
    )
    if form.is_bound and form.is_valid():
        set_payment_details(player, form.cleaned_data["text"])
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    context = {"player": player, "form": form, "handle": details}
    return render(
        request, "own/payment_details.html", context, status=act_views.UNPROCESSABLE if form.is_bound else 200
    )
