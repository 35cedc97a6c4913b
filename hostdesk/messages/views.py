"""The messages of a night, for the host: to copy, to send, and what was sent; and the host's own answer."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.guests.queries import arrears_now
from hostdesk.messages.commands import pass_on, renew_link
from hostdesk.messages.page import messages_of
from hostdesk.messages.queries import is_set_up, occasion_of
from hostdesk.messages.sending_commands import send_by_hand
from hostdesk.models import Message
from hostdesk.own.page import see_nights
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import UNPROCESSABLE, last_remark
from hostdesk.site.server import shown_once
from reservations.acts.problems import Problem
from reservations.messages.text import TEXTS, message_text, to
from reservations.models import Night, Player
from reservations.nights.queries import has_started
from reservations.parsing.names import name_key, whole_number
from reservations.rsvps.queries import terms_of_night


@for_host.get
def night_messages(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show every message of a night by kind with its reader's link, and the invitation as one text for a group.

    With ``?qr=`` the number of a message, its link is there to scan.
    """
    return _page(request, night_id)


_WAYS: Mapping[str, Callable[[Message, datetime], object]] = {
    "sent": send_by_hand,
    "given": pass_on,
    "link": renew_link,
}


@for_host.post
def pass_each(request: DeskRequest, night_id: int, way: str) -> HttpResponse:
    """Send messages by e-mail because the host says so, note that they were passed on, or make their links anew."""
    asked = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    messages = list(Message.objects.filter(fact__night=night_id, pk__in=asked))
    if not messages:
        raise Http404
    try:
        for message in messages:
            _WAYS[way](message, timezone.now())
    except Problem as problem:
        return _page(request, night_id, problem=str(problem))
    return HttpResponseRedirect(reverse("night_messages", args=[night_id]), status=303)


def _page(request: DeskRequest, night_id: int, *, problem: str = "") -> HttpResponse:
    night, now = get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id), timezone.now()
    is_over = night.cancelled_at is not None or has_started(night, now)
    invitation = message_text(TEXTS["invitation"], occasion_of(night, terms_of_night(night)))
    host = Player.objects.people().filter(name_key=name_key(request.who.name), removed=False).first()
    groups = messages_of(night, now, request)
    context = {
        "section": "nights",
        "night": night,
        "groups": groups,
        "text": "" if is_over else to("everybody", invitation.body),
        "player": host,
        "coming": see_nights(host, [night], now, arrears_now())[0] if host else None,
        "is_set_up": is_set_up(),
        "problem": problem,
        "said": last_remark(request),
    }
    scanned = whole_number(request.GET.get("qr", "")) or 0
    for link in [row.link for group in groups for row in group.rows if row.link and row.message.pk == scanned]:
        context |= {"scanned": scanned, **shown_once(request, "link", link)}
    return render(request, "messages/night.html", context, status=UNPROCESSABLE if problem else 200)
