"""The guests of a night, for the host: answers, decisions about them, and invitations; and the messages to guests.

Messages of a poll are sent in the same way.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site import act_views
from hostdesk.base.site.server import shown_once
from hostdesk.invitations.coming.page import see_nights
from hostdesk.invitations.group_link.page import group_link_shown
from hostdesk.invitations.guests.forms import FavourForm, HostAnswerForm, InviteForm, PinnedForm, ReasonForm, SeatForm
from hostdesk.invitations.guests.page import guests_of, recent_reasons
from hostdesk.invitations.nights.night_views import night_response
from hostdesk.invitations.polls.page import poll_or_404, poll_page
from hostdesk.mail.mailbox.commands import deal_with
from hostdesk.mail.messages.commands import pass_on, renew_link
from hostdesk.mail.messages.page import messages_of
from hostdesk.mail.messages.queries import is_set_up
from hostdesk.mail.messages.sending_commands import send_by_hand
from hostdesk.models import Message
from hostdesk.standings.book.standing_queries import arrears_now
from ledger.night.stakes_queries import occasion_of
from reservations.acts.fact_queries import Noted, fact_value
from reservations.acts.facts import Reply
from reservations.acts.forms import ActForm
from reservations.acts.problems import Problem
from reservations.messages.rules import poll_text
from reservations.messages.text import TEXTS, message_text, to
from reservations.models import Fact, Night, Player
from reservations.nights.queries import occasion_in
from reservations.parsing.names import counted, name_key, whole_number
from reservations.players.queries import same_person
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.queries import has_started, terms_of_night, zone_of
from reservations.waiting_list import commands as waiting_list_commands


@for_house.get
def guest(request: DeskRequest, night_id: int, number: int) -> HttpResponseBase:
    """Show the possible steps about a player, with ``?open=bump`` or ``release`` that decision.

    The address of a merged player leads to the survivor.
    """
    night, player = act_views.night_or_404(night_id), act_views.person_or_404(number)
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
    answer = night_response(request, night, form, act_views.fact_context, panel=panel, number=player.number, **context)
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
    night, player = act_views.night_or_404(night_id), act_views.person_or_404(number)
    answer = act_views.attempt(request, form, command, night=night, player=player, **facts)
    if answer is None:
        return _show_one(request, night, player, form, opened)
    theirs = Q(player__in=same_person(player)) & (Q(night=night) | Q(night=None))
    done = deal_with(theirs, by=request.who.name, now=timezone.now())
    sentence = f"{player} {remark}." if remark else answer.remark
    full = replace(answer, remark=f"{sentence} Done with {counted(done, 'mail')}.".strip() if done else sentence)
    return act_views.noted(full, reverse("night_guest", args=[night_id, player.number]))


@for_house.post
def answer(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Answer for a player. The host confirms once more before giving up a seat; the tap warns of a strike."""
    night, player = act_views.night_or_404(night_id), act_views.person_or_404(number)
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
    night, form = act_views.night_or_404(night_id), InviteForm(request.POST)
    url = reverse("night_messages", args=[night_id])
    if response := act_views.carry_out(request, form, waiting_list_commands.invite, url, night=night):
        return response
    ticked = request.POST.getlist("players")
    return night_response(request, night, form, act_views.fact_context, ticked=ticked, part="guests")


_WAYS: Mapping[str, Callable[..., object]] = {"sent": send_by_hand, "given": pass_on, "link": renew_link}


@for_house.get
def messages_about(request: DeskRequest, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
    """Show every message of a night or a poll by kind with its reader's link, and a text for a group.

    With ``?qr=`` the number of a message, its link is there to scan.
    """
    return _page(request, night_id, poll_id)


@for_house.post
def pass_messages(request: DeskRequest, way: str, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
    """Send messages by e-mail at the host's word, record that they were passed on, or make their links anew."""
    numbers = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    of = {"fact__night": night_id} if night_id else {"fact": poll_id}
    messages = list(Message.objects.filter(**of, pk__in=numbers))
    if not messages:
        raise Http404
    try:
        for message in messages:
            _WAYS[way](message, timezone.now())
    except Problem as problem:
        return _page(request, night_id, poll_id, problem=str(problem))
    return HttpResponseRedirect(_place(night_id, poll_id), status=303)


def _place(night_id: int, poll_id: int) -> str:
    return reverse("night_messages", args=[night_id]) if night_id else reverse("poll_messages", args=[poll_id])


def _player_of(request: DeskRequest) -> Player | None:
    """Return the host's own player, if they play and may answer on that player's own pages."""
    if not request.who.hosts_all:
        return None
    return Player.objects.people().filter(name_key=name_key(request.who.name), removed=False).first()


def _page(request: DeskRequest, night_id: int, poll_id: int, *, problem: str = "") -> HttpResponse:
    now, host = timezone.now(), _player_of(request)
    about: Night | Fact = act_views.night_or_404(night_id) if night_id else poll_or_404(poll_id)
    context = _of_night(about, host, now) if isinstance(about, Night) else _of_poll(about, host, now)
    groups = messages_of(about, now, request)
    context |= {"section": "nights", "groups": groups, "is_set_up": is_set_up(), "problem": problem}
    context |= {"last_remark": act_views.last_remark(request), "here": _place(night_id, poll_id)}
    context["group_link"] = group_link_shown(about, context["text"], request) if context["text"] else None
    scanned = whole_number(request.GET.get("qr", "")) or 0
    for link in [row.link for group in groups for row in group.rows if row.link and row.message.pk == scanned]:
        context |= {"scanned": scanned, **shown_once(request, "link", link)}
    status = act_views.UNPROCESSABLE if problem else 200
    return render(request, "invitations/nights/messages.html", context, status=status)


def _of_night(night: Night, host: Player | None, now: datetime) -> dict[str, Any]:
    is_over = night.cancelled_at is not None or has_started(night, now)
    invitation = message_text(TEXTS["invitation"], occasion_of(night, terms_of_night(night)))
    return {
        "night": night,
        "text": "" if is_over else to("everybody", invitation.body),
        "group_place": reverse("night_group_link", args=[night.pk]),
        "player": host,
        "coming": see_nights(host, [night], now, arrears_now())[0] if host else None,
    }


def _of_poll(fact: Fact, host: Player | None, now: datetime) -> dict[str, Any]:
    page = poll_page(fact, now)
    written = poll_text(fact_value(fact), occasion_in(page.house, fact.at))
    return {
        "page": page,
        "text": "" if page.closed else to("everybody", written.body),
        "group_place": reverse("poll_group_link", args=[fact.pk]),
        "player": host if host and host.number in page.poll.polled else None,
    }
