"""What somebody is told who may not see a page: where to sign in, without losing what they had filled in."""

from typing import TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django_htmx.middleware import HtmxDetails

from hostdesk.sign_in.commands import farewell
from hostdesk.sign_in.form_replay_queries import carried_by
from hostdesk.sign_in.forms import SignInForm

Response = TypeVar("Response", bound=HttpResponseBase)

PULSE = "pulse"
"""The part of a page that asks what other devices have done."""

_WHOLE_PAGE = {"HX-Retarget": "main", "HX-Reselect": "main", "HX-Reswap": "outerHTML"}


def answer(request: HttpRequest) -> HttpResponse:
    """Answer somebody unknown: GET leads to the sign-in, everything else is 401 with the sign-in on the page."""
    if request.method not in ("GET", "HEAD"):
        return _sign_in_here(request)
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if htmx and htmx.trigger == PULSE:
        return HttpResponse(status=401)
    if htmx:
        # A part of a page was asked for. A redirect would put the sign-in into that part.
        page = htmx.current_url_abs_path or reverse("home")
        return HttpResponse(status=401, headers={"HX-Redirect": sign_in_address(page)})
    return redirect(sign_in_address(request.get_full_path()))


def sign_in_address(next_path: str) -> str:
    """Return the address of the sign-in that leads to `next_path` afterwards."""
    return f"{reverse('sign_in')}?{urlencode({'next': next_path})}"


def _sign_in_here(request: HttpRequest) -> HttpResponse:
    carried = carried_by(request)
    is_lost = request.method == "POST" and carried is None
    context = {"form": SignInForm(), "carried": carried, "is_lost": is_lost, "farewell": farewell(request)}
    return whole_page(request, render(request, "sign_in/sign_in.html", context, status=401))


def not_theirs(request: HttpRequest) -> HttpResponse:
    """Answer a banker or a player who asks for what is the host's alone."""
    return whole_page(request, render(request, "403.html", status=403))


def send_again(request: HttpRequest, *, status: int) -> HttpResponse:
    """Answer a form whose token is out of date: it is shown again, to be sent by a click."""
    carried = carried_by(request)
    template = "site/send_again.html" if carried else "site/not_sent.html"
    return whole_page(request, render(request, template, {"carried": carried}, status=status))


def whole_page(request: HttpRequest, response: Response) -> Response:
    """Let htmx put the answer in the place of the page and not of the part that asked.

    What a page asks by itself, every few seconds, never takes its place: somebody may be typing.
    """
    htmx = cast(HtmxDetails, request.htmx)  # type: ignore[attr-defined]
    if htmx and htmx.trigger != PULSE:
        for name, value in _WHOLE_PAGE.items():
            response.headers[name] = value
    return response
