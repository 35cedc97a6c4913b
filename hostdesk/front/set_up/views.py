"""The first run: set the desk up, or look around in the demo. The terminal prints the link to both."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in import commands
from hostdesk.base.sign_in.commands import is_set_up
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone
from hostdesk.base.sign_in.link_commands import find_link, is_unspent
from hostdesk.base.sign_in.views import GONE
from hostdesk.base.site.act_views import UNPROCESSABLE, sent
from hostdesk.base.site.locale_queries import own_currencies
from hostdesk.front.demo.process_commands import running_demo, start_demo
from hostdesk.front.set_up.commands import AlreadySetUp, set_up_desk
from hostdesk.front.set_up.forms import SetUpForm
from hostdesk.models import Link, LinkKind
from hostdesk.rules.houses import presets
from hostdesk.rules.houses.comparison import compare
from reservations.acts.problems import Problem


@for_anyone.both
@sensitive_post_parameters("password")
def set_up(request: DeskRequest, secret: str) -> HttpResponse:
    """Ask for the host's name, a password and the stakes, with the usual answers to the rest, and set up.

    The page goes on to *Play tonight*, or to Home. It offers the demo, too.
    """
    link = _link(secret)
    if link is None:
        return _gone(request)
    form = SetUpForm(sent(request))
    if form.is_valid():
        try:
            commands.enter_as_host(request, set_up_desk(link, **form.choice()))
        except AlreadySetUp:
            return _gone(request)
        except Problem as problem:
            form.add_error(None, str(problem))
        else:
            return HttpResponseRedirect(reverse("night_play" if "then" in request.POST else "home"), status=303)
    context = {
        "form": form,
        "presets": compare([presets.load_preset(key) for key in presets.preset_keys()]),
        "secret": secret,
        "zone_is_set": settings.TIME_ZONE_IS_SET,
        "currencies": own_currencies(),
        "has_demo": not settings.TLS,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "front/set_up/set_up.html", context, status=status)


@for_anyone.both
def set_up_demo(request: DeskRequest, secret: str) -> HttpResponse:
    """Start the demo, show its progress, and link to it once it is open."""
    if settings.TLS or _link(secret) is None:
        return _gone(request)
    if request.method == "POST":
        start_demo()
        return HttpResponseRedirect(request.path, status=303)
    demo = running_demo()
    if demo is None:
        return redirect("set_up", secret)
    address = f"http://{urlsplit(f'//{request.get_host()}').hostname}:{demo.port}{demo.entry}"
    context = {"demo": demo, "address": address, "secret": secret}
    return render(request, "front/set_up/set_up_demo.html", context)


def _link(secret: str) -> Link | None:
    link = find_link(secret, (LinkKind.SET_UP,))
    return link if link is not None and is_unspent(link) and not is_set_up() else None


def _gone(request: DeskRequest) -> HttpResponse:
    return render(request, "front/set_up/set_up_gone.html", {"is_set_up": is_set_up()}, status=GONE)
