"""The messages of a night or a poll, and the host's own answer; what was sent by e-mail, and the link that stops it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from hostdesk.group_link.page import group_link_shown
from hostdesk.guests.queries import arrears_now
from hostdesk.lists.filters import SentFilter
from hostdesk.lists.views import asked, show_list
from hostdesk.messages.commands import pass_on, renew_link, set_email
from hostdesk.messages.do_not_write_commands import who_asks_not_to
from hostdesk.messages.page import MessageGroup, messages_of
from hostdesk.messages.queries import is_set_up, occasion_in, occasion_of, tried_by_mail
from hostdesk.messages.sending_commands import send_by_hand
from hostdesk.messages.tables import SentTable
from hostdesk.models import Message
from hostdesk.own.page import see_nights
from hostdesk.polls.page import poll_or_404, poll_page
from hostdesk.sign_in.guard import DeskRequest, for_anyone, for_host, for_house
from hostdesk.site.act_views import UNPROCESSABLE, last_remark
from hostdesk.site.server import shown_once
from reservations.acts.fact_queries import said
from reservations.acts.problems import Problem
from reservations.messages.rules import poll_text
from reservations.messages.text import TEXTS, message_text, to
from reservations.models import Night, Player
from reservations.nights.queries import has_started
from reservations.parsing.names import name_key, whole_number
from reservations.rsvps.queries import terms_of_night


@for_house.get
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


@for_house.post
def pass_each(request: DeskRequest, night_id: int, way: str) -> HttpResponse:
    """Send messages by e-mail because the host says so, note that they were passed on, or make their links anew."""
    if problem := _passed(request, way, fact__night=night_id):
        return _page(request, night_id, problem=problem)
    return HttpResponseRedirect(reverse("night_messages", args=[night_id]), status=303)


def _passed(request: DeskRequest, way: str, **of: int) -> str:
    """Do so with the messages that the form names; return why it did not work, "" if it did."""
    asked = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    messages = list(Message.objects.filter(**of, pk__in=asked))
    if not messages:
        raise Http404
    try:
        for message in messages:
            _WAYS[way](message, timezone.now())
    except Problem as problem:
        return str(problem)
    return ""


@for_house.get
def poll_messages(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Show the messages of a poll, and its dates as one text for a group, as `night_messages` does for a night."""
    return _poll_page(request, poll_id)


@for_house.post
def pass_each_of_poll(request: DeskRequest, poll_id: int, way: str) -> HttpResponse:
    """Do with messages of a poll what `pass_each` does with those of a night."""
    if problem := _passed(request, way, fact=poll_id):
        return _poll_page(request, poll_id, problem=problem)
    return HttpResponseRedirect(reverse("poll_messages", args=[poll_id]), status=303)


def _poll_page(request: DeskRequest, poll_id: int, *, problem: str = "") -> HttpResponse:
    fact, now = poll_or_404(poll_id), timezone.now()
    page, host = poll_page(fact, now), _player_of(request)
    text = "" if page.closed else to("everybody", poll_text(said(fact), occasion_in(page.house, fact.at)).body)
    context = {
        **_told(request, messages_of(fact, now, request), problem),
        "page": page,
        "text": text,
        "group_link": group_link_shown(fact, text, request) if text else None,
        "group_place": reverse("poll_group_link", args=[poll_id]),
        "player": host if host and host.number in page.poll.asked else None,
        "here": reverse("poll_messages", args=[poll_id]),
    }
    return render(request, "messages/poll.html", context, status=UNPROCESSABLE if problem else 200)


def _player_of(request: DeskRequest) -> Player | None:
    """Return the player that the host is, if they play and may answer on that player's own pages."""
    if not request.who.hosts_all:
        return None
    return Player.objects.people().filter(name_key=name_key(request.who.name), removed=False).first()


def _told(request: DeskRequest, groups: Sequence[MessageGroup], problem: str) -> dict[str, Any]:
    """Return what every page of messages shows: them, how they go out, and the link that is to be scanned."""
    context: dict[str, Any] = {
        "section": "nights",
        "groups": groups,
        "is_set_up": is_set_up(),
        "problem": problem,
        "said": last_remark(request),
    }
    scanned = whole_number(request.GET.get("qr", "")) or 0
    for link in [row.link for group in groups for row in group.rows if row.link and row.message.pk == scanned]:
        context |= {"scanned": scanned, **shown_once(request, "link", link)}
    return context


def _page(request: DeskRequest, night_id: int, *, problem: str = "") -> HttpResponse:
    night, now = get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id), timezone.now()
    is_over = night.cancelled_at is not None or has_started(night, now)
    invitation = message_text(TEXTS["invitation"], occasion_of(night, terms_of_night(night)))
    host, text = _player_of(request), "" if is_over else to("everybody", invitation.body)
    context = {
        **_told(request, messages_of(night, now, request), problem),
        "night": night,
        "text": text,
        "group_link": group_link_shown(night, text, request) if text else None,
        "group_place": reverse("night_group_link", args=[night_id]),
        "player": host,
        "coming": see_nights(host, [night], now, arrears_now())[0] if host else None,
        "here": reverse("night_messages", args=[night_id]),
    }
    return render(request, "messages/night.html", context, status=UNPROCESSABLE if problem else 200)


# A mail program sends the form without having seen the page: the secret in the address is all that it needs.
@csrf_exempt
@for_anyone.both
def do_not_write(request: DeskRequest, secret: str) -> HttpResponse:
    """Show whether a player gets e-mail, and stop it or let it begin again; looking at it changes nothing."""
    email = who_asks_not_to(secret)
    if email is not None and request.method == "POST":
        set_email(email.player, email.address, wanted=request.POST.get("wanted") == "yes")
        return HttpResponseRedirect(request.path, status=303)
    return render(request, "messages/do_not_write.html", {"email": email}, status=200 if email else 404)


@for_host.get
def sent_mail(request: DeskRequest) -> HttpResponse:
    """List what went out by e-mail, and what did not and why."""
    chosen = SentFilter(request.GET, queryset=tried_by_mail())
    context = {"section": "nights", "filter": chosen, **asked(request, chosen), "is_set_up": is_set_up()}
    return show_list(request, SentTable(chosen.qs), "messages/sent_mail.html", context)
