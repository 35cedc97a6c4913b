"""Signing in and out, by password or by a link, and what is said when that does not work."""

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.models import Host, Link, LinkKind
from hostdesk.sign_in import access_denied_page, commands, device_commands
from hostdesk.sign_in.form_replay_queries import carried_in, is_page
from hostdesk.sign_in.forms import NewPasswordByLinkForm, NewPasswordForm, SignInForm
from hostdesk.sign_in.guard import DeskRequest, for_anyone, for_host
from hostdesk.sign_in.setup_commands import is_set_up
from hostdesk.site.act_views import BOTH, UNPROCESSABLE
from hostdesk.site.middleware import ORIGIN_ONLY
from reservations.parsing.names import name_key

GONE, TOO_MANY = 410, 429


@require_http_methods(BOTH)
@sensitive_post_parameters("password")
@for_anyone
def sign_in(request: DeskRequest) -> HttpResponse:
    """Let a host in by name and password; a form that was carried along is offered to be sent then."""
    if request.method != "POST":
        farewell = commands.farewell(request)
        return _sign_in_page(request, SignInForm(), farewell=farewell, next=request.GET.get("next", ""))
    form = SignInForm(request.POST)
    host = _host_of_the_demo(request) or (_host_of(request, form) if form.is_valid() else None)
    if host is None:
        return _sign_in_page(request, form, is_wrong=form.is_valid(), status=UNPROCESSABLE)
    commands.enter_as_host(request, host)
    carried = carried_in(request.POST)
    if carried is not None:
        return render(request, "site/send_again.html", {"carried": carried, "is_back": True})
    goal = request.POST.get("next", "")
    return HttpResponseRedirect(goal if is_page(goal) else "/", status=303)


def _host_of_the_demo(request: HttpRequest) -> Host | None:
    """Return the demo's host for whoever wants to look around there: nothing in it is anybody's."""
    return Host.objects.first() if settings.DEMO and "demo" in request.POST else None


def _host_of(request: HttpRequest, form: SignInForm) -> Host | None:
    said = form.cleaned_data
    # Compared as names are: whichever way the accents were typed, with or without capitals.
    name = name_key(" ".join(said["name"].split()))
    found = authenticate(request, username=name, password=said["password"])
    return found if isinstance(found, Host) else None


def _sign_in_page(request: HttpRequest, form: SignInForm, *, status: int = 200, **context: object) -> HttpResponse:
    carried = carried_in(request.POST)
    context = {"form": form, "carried": carried, "next": request.POST.get("next", ""), **context}
    return render(request, "sign_in/sign_in.html", {**context, "is_set_up": is_set_up()}, status=status)


def too_many_tries(request: HttpRequest, *_: object) -> HttpResponse:
    """Say when the next try counts, to whoever guessed too often: what axes answers with."""
    until = commands.next_try(request, request.POST.get("name", ""))
    return _sign_in_page(request, SignInForm(), until=until, is_locked=True, status=TOO_MANY)


def form_is_stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Offer a form once more that came without a good token: what Django answers with then."""
    return (
        access_denied_page.answer(request)
        if commands.is_nobody(request)
        else access_denied_page.send_again(request, status=403)
    )


@require_POST
@for_anyone
def sign_out(request: DeskRequest) -> HttpResponse:
    """Sign this browser out."""
    return signed_out(request)


def signed_out(request: DeskRequest) -> HttpResponse:
    """Sign this browser out and say so."""
    was = request.who.role
    device_commands.sign_out(request)
    return render(request, "sign_in/signed_out.html", {"was": was, "who": None})


@require_http_methods(BOTH)
@for_anyone
def link(request: DeskRequest, secret: str) -> HttpResponse:
    """Show whose link this is; let its bearer in when they press the button, once."""
    found = commands.find_link(secret)
    if found is None or found.kind == LinkKind.SET_UP:
        return of_a_secret(render(request, "sign_in/link_gone.html", status=404))
    if request.method == "POST" and commands.spend(found):
        return of_a_secret(_enter(request, found))
    if request.method == "POST" or not commands.is_unspent(found):
        return of_a_secret(render(request, "sign_in/link_gone.html", {"link": found}, status=GONE))
    return of_a_secret(render(request, "sign_in/link_open.html", {"link": found}))


def of_a_secret(response: HttpResponse) -> HttpResponse:
    """Return the answer with its address kept out of the Referer."""
    response.headers["Referrer-Policy"] = ORIGIN_ONLY
    return response


def _enter(request: DeskRequest, found: Link) -> HttpResponse:
    if found.host is None:
        enter = commands.enter_as_player if found.kind == LinkKind.PLAYER else commands.enter_as_banker
        enter(request, found)
        return redirect("home")
    commands.enter_as_host(request, found.host)
    commands.note_link(request)
    # Whoever looks around in the demo has no password there to have forgotten.
    return redirect("home" if settings.DEMO else "password")


@require_http_methods(BOTH)
@sensitive_post_parameters()
@for_host
def password(request: DeskRequest) -> HttpResponse:
    """Set a new password; the old one is not asked for in the first minutes after a link, nor where there is none."""
    host = Host.objects.get(name_key=request.user.get_username())
    by_link = commands.came_by_link(request) or not host.has_usable_password()
    kind = NewPasswordByLinkForm if by_link else NewPasswordForm
    form = kind(request.POST if request.method == "POST" else None)
    if form.is_valid() and (by_link or _knows_old(request, form.cleaned_data["password_old"])):
        commands.set_password(request, host, form.cleaned_data["password"])
        return HttpResponseRedirect("/", status=303)
    if form.is_bound and not form.errors:
        form.add_error("password_old", "That is not the password until now.")
    status = UNPROCESSABLE if form.is_bound else 200
    context = {"form": form, "by_link": by_link, "is_first": not host.has_usable_password()}
    return render(request, "sign_in/password.html", context, status=status)


def _knows_old(request: DeskRequest, old: str) -> bool:
    # Through the same count as the sign-in: a tablet that was left lying about is no way to guess.
    return authenticate(request, username=request.user.get_username(), password=old) is not None
