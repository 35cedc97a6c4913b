"""Pages that moved: the old address leads to the new page, and a form that was sent to it is still taken there."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.http import HttpResponseNotAllowed, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase

from hostdesk.sign_in.guard import Audience, DeskRequest


class Moved:
    """The view of an address whose page is now at ``to``, for whom ``takes`` is; without it for everybody.

    ``to`` is the new address, with the old one's numbers in braces: ``/history/?night={night_id}#acts``. GET answers
    301 with the query of ``to`` and then the query that was asked for, and with the part of the page that ``to`` names.
    ``takes`` is the view of the forms of the old address: a redirected POST would become a GET and lose what it holds.
    """

    def __init__(self, to: str, takes: Callable[..., HttpResponseBase] | None = None) -> None:
        self.to, self.takes = to, takes
        self.audience = getattr(takes, "audience", Audience.HOST) if takes else Audience.ANYONE
        self.takes_claims = getattr(takes, "takes_claims", False)
        self.takes_house = getattr(takes, "takes_house", False)

    def __call__(self, request: DeskRequest, **address: Any) -> HttpResponseBase:
        """Lead to the new page, or take the form."""
        if request.method in ("GET", "HEAD"):
            place = urlsplit(self.to.format(**address))
            query = "&".join(filter(None, (place.query, request.META.get("QUERY_STRING", ""))))
            return HttpResponsePermanentRedirect(urlunsplit(place._replace(query=query)))
        if self.takes is None:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self.takes(request, **address)
