"""The answers to visitors without the right to a page: the way to sign in, without losing their form."""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django_htmx.middleware import HtmxDetails

from hostdesk.base.sign_in.commands import farewell
from hostdesk.base.sign_in.form_replay_queries import replay_of
from hostdesk.base.sign_in.forms import SignInForm

Response = TypeVar("Response", bound=HttpResponseBase)

PULSE = "pulse"
"""The part of a page that asks for the records of other devices."""

_WHOLE_PAGE = {"HX-Retarget": "main", "HX-Reselect": "main", "HX-Reswap": "outerHTML"}


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Answer an unknown visitor: GET leads to the sign-in, everything else is 401 with the sign-in on the page."""
    if request.method not in ("GET", "HEAD"):
        replay = replay_of(request)
        is_lost = request.method == "POST" and replay is None
        context = {"form": SignInForm(), "replay": replay, "is_lost": is_lost, "farewell": farewell(request)}
        return whole_page(request, render(request, "base/sign_in/sign_in.html", context, status=401))
    return led_to(reverse("sign_in"), request)


def led_to(address: str, request: HttpRequest) -> HttpResponse:
    """Lead to a page that goes on to the requested one."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if is_pulse(request):
        return HttpResponse(status=401)
    page = (htmx.current_url_abs_path or reverse("home")) if htmx else request.get_full_path()
    address = f"{address}?{urlencode({'next': page})}"
    # htmx would put the target of a redirect into a part of the page.
    return HttpResponse(status=401, headers={"HX-Redirect": address}) if htmx else redirect(address)


def send_again(request: HttpRequest, *, status: int) -> HttpResponse:
    """Answer a form whose token is out of date: offer to send it again by a click."""
    replay = replay_of(request)
    template = "base/site/send_again.html" if replay else "base/site/not_sent.html"
    return whole_page(request, render(request, template, {"replay": replay}, status=status))


def whole_page(request: HttpRequest, response: Response) -> Response:
    """Let htmx replace the whole page with the answer, not only the part that sent the request.

    The pulse, which a page sends by itself every few seconds, never replaces it, since the reader may be typing.
    """
    if request.htmx and not is_pulse(request):  # type: ignore[attr-defined]
        for name, value in _WHOLE_PAGE.items():
            response.headers[name] = value
    return response


def is_pulse(request: HttpRequest) -> bool:
    """Tell whether a page checks by itself for records of other devices."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and htmx.trigger == PULSE
