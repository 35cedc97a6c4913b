"""The panel of a guest on a night's page, for the host: answers, and decisions about them; and invitations."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site.act_views import attempt, carry_out, fact_context, night_or_404, noted, person_or_404
from hostdesk.invitations.guests.forms import FavourForm, HostAnswerForm, InviteForm, PinnedForm, ReasonForm, SeatForm
from hostdesk.invitations.guests.page import guests_of, recent_reasons
from hostdesk.invitations.nights.night_views import night_response
from hostdesk.mail.mailbox.commands import deal_with
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Reply
from reservations.acts.forms import ActForm
from reservations.models import Night, Player
from reservations.parsing.names import counted
from reservations.players.queries import same_person
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.queries import zone_of
from reservations.waiting_list import commands as waiting_list_commands


@for_house.get
def guest(request: DeskRequest, night_id: int, number: int) -> HttpResponseBase:
    """Show the possible steps about a player, with ``?open=bump`` or ``release`` that decision.

    The address of a merged player leads to the survivor.
    """
    night, player = night_or_404(night_id), person_or_404(number)
    if player.number != number:
        return redirect("night_guest", night_id, player.number)
    return _show_one(request, night, player, opened=request.GET.get("open", ""))


def _show_one(
    request: DeskRequest, night: Night, player: Player, form: ActForm | None = None, opened: str = "", **context: Any
) -> HttpResponse:
    """Show the page with the panel of a player; with the refused ``form``, and its fold."""
    if form is not None:
        ticked = form.cleaned_data.get("makes_room", ())
        sure = form.cleaned_data["answer"] if form.asks_first else ""
        context = {"ticked": ticked, "sure": sure, **context}
    panel, context = "invitations/guests/_one.html", {"opened": opened, "why": recent_reasons(), **context}
    answer = night_response(request, night, form, fact_context, panel=panel, number=player.number, **context)
    if answer.status_code != HTTPStatus.OK:
        # A reload of a refused form's address shows the page that the browser showed before.
        answer.headers["HX-Push-Url"] = "false"
    return answer


def _decide(
    request: DeskRequest,
    night_id: int,
    number: int,
    form: ActForm,
    command: Callable[..., Noted],
    *,
    opened: str = "",
    remark: str = "",
    **facts: Any,
) -> HttpResponse:
    """Record a decision and show the result, with a ``remark`` for the host if any; a refusal shows the form."""
    night, player = night_or_404(night_id), person_or_404(number)
    answer = attempt(request, form, command, night=night, player=player, **facts)
    if answer is None:
        return _show_one(request, night, player, form, opened)
    theirs = Q(player__in=same_person(player)) & (Q(night=night) | Q(night=None))
    done = deal_with(theirs, by=request.who.name, now=timezone.now())
    sentence = f"{player} {remark}." if remark else answer.remark
    full = replace(answer, remark=f"{sentence} Done with {counted(done, 'mail')}.".strip() if done else sentence)
    return noted(full, reverse("night_guest", args=[night_id, player.number]))


@for_house.post
def answer(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Answer for a player. The host confirms once more before giving up a seat; the tap warns of a strike."""
    night, player = night_or_404(night_id), person_or_404(number)
    form = HostAnswerForm(request.POST, starts_at=night.starts_at, zone=ZoneInfo(zone_of(night)))
    cleaned = form.cleaned_data if form.is_valid() else {}
    if cleaned and cleaned["answer"] != Reply.YES and not cleaned["asked"]:
        one = guests_of(night, timezone.now()).everybody.get(player.number)
        if one is not None and one.rsvp.has_seat:
            return _show_one(request, night, player, form, sure=cleaned["answer"], status=200)
    words = f"says {cleaned['answer']}" if cleaned else ""
    late = arrears_now()
    return _decide(request, night_id, number, form, rsvps_commands.answer, opened="answer", remark=words, arrears=late)


@for_house.post
def confirm(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Record that a player has confirmed the seat."""
    form = ActForm(request.POST)
    return _decide(request, night_id, number, form, rsvps_commands.confirm_seat, remark="has confirmed")


_DECISIONS: Mapping[str, tuple[type[ActForm], Callable[..., Noted]]] = {
    "seat": (SeatForm, waiting_list_commands.seat_player),
    "bump": (ReasonForm, waiting_list_commands.bump),
    "release": (ReasonForm, waiting_list_commands.release),
    "pin": (PinnedForm, waiting_list_commands.pin),
    "favour": (FavourForm, waiting_list_commands.favour),
}


@for_house.post
def decide(request: DeskRequest, night_id: int, number: int, decision: str) -> HttpResponse:
    """Decide about a reservation, with a reason: give a seat, take it away, delete it, pin a place, favour."""
    form, command = _DECISIONS[decision]
    return _decide(request, night_id, number, form(request.POST), command, opened=decision, arrears=arrears_now())


@for_house.post
def invite(request: DeskRequest, night_id: int) -> HttpResponse:
    """Invite players, and go on to their messages."""
    night, form = night_or_404(night_id), InviteForm(request.POST)
    url = reverse("night_messages", args=[night_id])
    if response := carry_out(request, form, waiting_list_commands.invite, url, night=night):
        return response
    ticked = request.POST.getlist("players")
    return night_response(request, night, form, fact_context, ticked=ticked, part="guests")
