"""The hosts of the desk and the signed-in devices: add or remove a host, make a link, end a device."""

from dataclasses import dataclass

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.models import Host, SignIn
from hostdesk.sign_in import commands, device_commands
from hostdesk.sign_in.commands import add_host, new_link, remove_host
from hostdesk.sign_in.forms import NewHostForm
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site import server
from hostdesk.site.act_views import UNPROCESSABLE
from reservations.acts.problems import Problem
from reservations.parsing.names import name_key, whole_number


@dataclass(frozen=True)
class SignedInDevice:
    """A signed-in device, and whether it is this one."""

    sign_in: SignIn
    is_here: bool

    @property
    def name(self) -> str:
        """Whose device it is."""
        link = self.sign_in.link
        return str(self.sign_in.host if link is None else link.bearer)


@for_host.both
def hosts(request: DeskRequest) -> HttpResponse:
    """Show the hosts and the devices; add a host, make a link for one, remove one, or end a device."""
    post = request.POST
    form = NewHostForm(post if request.method == "POST" else None)
    if post.get("end"):
        # One's own device is ended by signing out.
        if (number := whole_number(post["end"]) or 0) != request.who.device:
            device_commands.end(number)
        return HttpResponseRedirect(reverse("hosts"), status=303)
    if post.get("remove"):
        try:
            remove_host(whole_number(post["remove"]) or 0, by=request.who.name)
        except Problem as problem:
            return _page(request, NewHostForm(), problem=str(problem), status=UNPROCESSABLE)
        return HttpResponseRedirect(reverse("hosts"), status=303)
    if post.get("link"):
        return _link_page(request, get_object_or_404(Host, pk=whole_number(post["link"]) or 0))
    if form.is_valid():
        try:
            return _link_page(request, add_host(form.cleaned_data["name"]))
        except Problem as problem:
            form.add_error("name", str(problem))
    return _page(request, form, status=UNPROCESSABLE if form.is_bound else 200)


def _link_page(request: DeskRequest, host: Host) -> HttpResponse:
    secret = new_link(host, made_by=request.who.name)
    return _page(request, NewHostForm(), made_for=host, **server.shown_once(request, "link", secret))


def _page(request: DeskRequest, form: NewHostForm, *, status: int = 200, **context: object) -> HttpResponse:
    context = {
        "form": form,
        "hosts": Host.objects.order_by("name_key"),
        "own_key": name_key(request.who.name),
        "devices": [
            SignedInDevice(each, is_here=each.pk == request.who.device)
            for each in commands.open_devices(timezone.now())
        ],
        **context,
    }
    return render(request, "sign_in/hosts.html", context, status=status)
