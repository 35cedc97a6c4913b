"""The feeds of nights that calendars subscribe to: made, read and ended."""

import hashlib
from typing import Any, cast

from django.http import HttpResponse, HttpResponseBase, HttpResponseNotFound
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response

from hostdesk.base.sign_in.guard import DeskRequest, for_anyone
from hostdesk.base.site import server
from hostdesk.invitations.nights.calendar_feed_commands import calendar_at, feed_of, give_feed
from hostdesk.models import Host
from reservations.models import Player
from reservations.nights.ical import as_file


@for_anyone.get
def calendar_feed(request: DeskRequest, secret: str) -> HttpResponseBase:
    """Answer with the calendar of an address; 404 without one, 304 if the reader has its present state."""
    found = calendar_at(secret, timezone.now())
    if found is None:
        # Only a calendar app reads this: a page would bring it a cookie.
        return HttpResponseNotFound("There is no calendar here.\n", content_type="text/plain; charset=utf-8")
    body = as_file(found)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="poker-nights.ics"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()}"'
    return cast(HttpResponseBase, get_conditional_response(request, etag=response.headers["ETag"], response=response))


def feed_shown(request: DeskRequest, owner: Host | Player) -> dict[str, Any]:
    """Return the way to read a calendar, with its new address on request."""
    context: dict[str, Any] = {}
    if request.method == "POST":
        # Shown this once: as it is, and in the form of calendars.
        feed = reverse("calendar_feed", args=[give_feed(owner, request.POST.get("key", ""))])
        address = server.address_for_others(feed, request)
        # Phones take an address of this kind for a calendar to subscribe to, the other one for a file to read once.
        subscribe = f"webcal://{address.partition('://')[2]}"
        context |= {"address": address, "subscribe": subscribe, "picture": server.qr_picture(subscribe)}
    not_everywhere = server.opens_in(server.address_for_others("/", request))
    return {**context, "feed": feed_of(owner), "not_everywhere": not_everywhere}
