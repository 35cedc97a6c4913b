"""The messages of a night or a poll, and the host's own answer; and the link that stops e-mails."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site.act_views import UNPROCESSABLE, last_remark, night_or_404
from hostdesk.base.site.server import shown_once
from hostdesk.invitations.coming.page import see_nights
from hostdesk.invitations.group_link.page import group_link_shown
from hostdesk.invitations.polls.page import poll_or_404, poll_page
from hostdesk.mail.messages.commands import pass_on, renew_link
from hostdesk.mail.messages.page import messages_of
from hostdesk.mail.messages.queries import is_set_up
from hostdesk.mail.messages.sending_commands import send_by_hand
from hostdesk.models import Message
from hostdesk.standings.book.standing_queries import arrears_now
from ledger.night.stakes_queries import occasion_of
from reservations.acts.fact_queries import said
from reservations.acts.problems import Problem
from reservations.messages.rules import poll_text
from reservations.messages.text import TEXTS, message_text, to
from reservations.models import Fact, Night, Player
from reservations.nights.queries import occasion_in
from reservations.parsing.names import name_key, whole_number
from reservations.rsvps.queries import has_started, terms_of_night

_WAYS: Mapping[str, Callable[[Message, datetime], object]] = {
    "sent": send_by_hand,
    "given": pass_on,
    "link": renew_link,
}


@for_house.get
def messages_about(request: DeskRequest, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
    """Show every message of a night or a poll by kind with its reader's link, and a text for a group.

    With ``?qr=`` the number of a message, its link is there to scan.
    """
    return _page(request, night_id, poll_id)


@for_house.post
def pass_each(request: DeskRequest, way: str, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
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
    about: Night | Fact = night_or_404(night_id) if night_id else poll_or_404(poll_id)
    context = _of_night(about, host, now) if isinstance(about, Night) else _of_poll(about, host, now)
    groups = messages_of(about, now, request)
    context |= {
        "section": "nights",
        "groups": groups,
        "is_set_up": is_set_up(),
        "problem": problem,
        "said": last_remark(request),
        "group_link": group_link_shown(about, context["text"], request) if context["text"] else None,
        "here": _place(night_id, poll_id),
    }
    scanned = whole_number(request.GET.get("qr", "")) or 0
    for link in [row.link for group in groups for row in group.rows if row.link and row.message.pk == scanned]:
        context |= {"scanned": scanned, **shown_once(request, "link", link)}
    return render(request, "invitations/nights/messages.html", context, status=UNPROCESSABLE if problem else 200)


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
    return {
        "page": page,
        "text": "" if page.closed else to("everybody", poll_text(said(fact), occasion_in(page.house, fact.at)).body),
        "group_place": reverse("poll_group_link", args=[fact.pk]),
        "player": host if host and host.number in page.poll.asked else None,
    }
