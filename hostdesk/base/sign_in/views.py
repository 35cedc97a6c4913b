"""Signing in by password and signing out, and the answers to failures."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in import access_denied_page, commands, device_commands, guess_commands
from hostdesk.base.sign_in.form_replay_queries import is_page, replay_in
from hostdesk.base.sign_in.forms import SignInForm
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone
from hostdesk.models import Host
from reservations.parsing.names import name_key

GONE, TOO_MANY = 410, 429


@for_anyone.both
@sensitive_post_parameters("password")
def sign_in(request: DeskRequest) -> HttpResponse:
    """Sign a host in by name and password; a kept form is offered for sending then."""
    if request.method != "POST":
        farewell = commands.farewell(request)
        return _sign_in_page(request, SignInForm(), farewell=farewell, next=request.GET.get("next", ""))
    form = SignInForm(request.POST)
    host = None
    if settings.DEMO and "demo" in request.POST:
        host = Host.objects.first()  # the demo is open to everybody
    elif form.is_valid():
        cleaned = form.cleaned_data
        # As names are compared: in any spelling of accents and capitals.
        name = name_key(" ".join(cleaned["name"].split()))
        with guess_commands.in_line(request, name) as may:
            if not may:
                answer = _sign_in_page(request, form, is_busy=True, status=TOO_MANY)
                answer.headers["Retry-After"] = "5"
                return answer
            if guess_commands.is_guessed_by_many(request, name):
                return too_many_tries(request)
            found = authenticate(request, username=name, password=cleaned["password"])
        host = found if isinstance(found, Host) else None
    if host is None:
        return _sign_in_page(request, form, is_wrong=form.is_valid(), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    commands.enter_as_host(request, host)
    replay = replay_in(request.POST)
    if replay is not None:
        return render(request, "base/site/send_again.html", {"replay": replay, "is_back": True})
    goal = request.POST.get("next", "")
    return HttpResponseRedirect(goal if is_page(goal) else reverse("home"), status=303)


def _sign_in_page(request: HttpRequest, form: SignInForm, *, status: int = 200, **context: object) -> HttpResponse:
    kept = {"replay": replay_in(request.POST), "next": request.POST.get("next", "")}
    context = {"form": form, "is_set_up": commands.is_set_up(), **kept, **context}
    return render(request, "base/sign_in/sign_in.html", context, status=status)


def too_many_tries(request: HttpRequest, *_: object) -> HttpResponse:
    """Name the time at which the next try counts; axes answers with it after too many wrong passwords."""
    name = request.POST.get("name", "")
    until, by_many = guess_commands.next_try(request, name), guess_commands.is_guessed_by_many(request, name)
    return _sign_in_page(request, SignInForm(), until=until, is_locked=True, by_many=by_many, status=TOO_MANY)


def form_is_stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Offer to send a form again that came without a valid token; Django answers with it."""
    if device_commands.host_of(request) is None and commands.link_of(request) is None:
        return access_denied_page.ask_to_sign_in(request)
    return access_denied_page.send_again(request, status=403)


@for_anyone.post
def sign_out(request: DeskRequest) -> HttpResponse:
    """Sign this browser out and say so."""
    return signed_out(request)


def signed_out(request: DeskRequest, *, has_left: bool = False) -> HttpResponse:
    """Sign this browser out, and say so; ``has_left``: its player left the group."""
    was = request.who.role
    device_commands.sign_out(request)
    answer = render(request, "base/sign_in/signed_out.html", {"was": was, "has_left": has_left, "who": None})
    if settings.TLS:  # browsers take it over https alone
        answer.headers["Clear-Site-Data"] = '"storage"'  # the lines of its player that a phone kept
    return answer
