"""Pages that moved: their new addresses, the old addresses that lead there, and forms still sent to those."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.http import HttpResponseNotAllowed, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import get_script_prefix, reverse

from hostdesk.base.sign_in.commands import know_places
from hostdesk.base.sign_in.guard import Audience, DeskRequest, for_hosts, may_open
from reservations.parsing.documents import beside

MOVES: list[dict[str, str]] = beside(__file__, "moved.toml")["moved"]
"""The moved pages, in parts: the old place, the new place and its address; ``not_for``: who never saw the old one."""
OLD_ADDRESSES: dict[str, list[str]] = beside(__file__, "old_addresses.toml")
"""The addresses of earlier versions by name: the old one, where it leads, and the view of its form if it has one."""


class Moved:
    """The view of an old address whose page is now at ``to``, for the audience of ``takes``; without it for everybody.

    ``to`` is the new address, with the old one's numbers in braces: ``/history/?night={night_id}#acts``. GET answers
    301 with the query of ``to``, then the query of the request, and with the part of the page that ``to`` names.
    ``takes`` is the view for the forms of the old address: a redirected POST would become a GET and lose its content.
    """

    def __init__(self, to: str, takes: Callable[..., HttpResponseBase] | None = None) -> None:
        self.to, self.takes = to, takes
        self.audience = getattr(takes, "audience", Audience.HOST) if takes else Audience.ANYONE
        self.takes_claims = getattr(takes, "takes_claims", False)
        self.takes_house = getattr(takes, "takes_house", False)

    def __call__(self, request: DeskRequest, **address: Any) -> HttpResponseBase:
        """Redirect to the new page, or take the form."""
        if request.method in ("GET", "HEAD"):
            place = urlsplit(get_script_prefix() + self.to[1:].format(**address))
            query = "&".join(filter(None, (place.query, request.META.get("QUERY_STRING", ""))))
            return HttpResponsePermanentRedirect(urlunsplit(place._replace(query=query)))
        if self.takes is None:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self.takes(request, **address)


@for_hosts.both
def moved(request: DeskRequest) -> HttpResponseBase:
    """List old and new places for a host; after that only the search leads here."""
    if request.method == "POST":
        know_places(request.who.name)
        return HttpResponseRedirect(reverse("search"), status=303)
    seen = [row for row in MOVES if request.who.hosts_all or "not_for" not in row]
    theirs = [row | {"url": "" if "/N/" in row["at"] else get_script_prefix() + row["at"][1:]} for row in seen]
    theirs = [row for row in theirs if not row["url"] or may_open(request.who, row["url"])]
    return render(request, "front/desk/moved.html", {"moves": theirs})
