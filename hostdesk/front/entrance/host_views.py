"""The hosts of the desk and the signed-in devices: add or remove a host, make a link, end a device."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils import timezone

from hostdesk.base.sign_in import commands, device_commands
from hostdesk.base.sign_in.commands import add_host, give_houses, remove_host
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.sign_in.link_commands import new_link
from hostdesk.base.site import server
from hostdesk.base.site.act_views import UNPROCESSABLE, opened_at
from hostdesk.front.desk.settings_views import show_settings
from hostdesk.front.entrance.forms import HousesForm, NewHostForm
from hostdesk.models import Host
from reservations.acts.problems import Problem
from reservations.models import House
from reservations.parsing.names import whole_number

_AT_A_TIME = 12
"""How many devices the page shows, the last seen first."""


@for_host.both
def hosts(request: DeskRequest) -> HttpResponse:
    """Show the hosts and the devices; add a host, change a host's houses, make a link, remove a host, end a device."""
    post = request.POST
    if post.get("give") or post.get("remove"):
        return _changed(request)
    form = NewHostForm(post if request.method == "POST" else None, offered=_offered())
    if post.get("end"):
        # Signing out ends one's own device.
        if (number := whole_number(post["end"]) or 0) != request.who.device:
            device_commands.end(number)
        return HttpResponseRedirect(opened_at("hosts"), status=303)
    if post.get("link"):
        return _link_page(request, get_object_or_404(Host, pk=whole_number(post["link"]) or 0))
    if form.is_valid():
        try:
            return _link_page(request, add_host(form.cleaned_data["name"], form.cleaned_data["houses"]))
        except Problem as problem:
            form.add_error("name", str(problem))
    return _page(request, form, status=UNPROCESSABLE if form.is_bound else 200)


def _changed(request: DeskRequest) -> HttpResponse:
    """Give a host other houses, or remove them."""
    post, me = request.POST, request.who.name
    form = HousesForm(post, offered=_offered())
    try:
        if post.get("remove"):
            remove_host(whole_number(post["remove"]) or 0, by=me)
        elif form.is_valid():
            give_houses(whole_number(post["give"]) or 0, form.cleaned_data["houses"], by=me)
        else:
            problem = " ".join(str(error) for errors in form.errors.values() for error in errors)
            return _page(request, None, problem=problem, status=UNPROCESSABLE)
    except Problem as problem:
        return _page(request, None, problem=str(problem), status=UNPROCESSABLE)
    return HttpResponseRedirect(opened_at("hosts"), status=303)


def _offered() -> list[House]:
    return list(House.objects.order_by("name_key"))


def _link_page(request: DeskRequest, host: Host) -> HttpResponse:
    secret = new_link(host, made_by=request.who.name, key=request.POST.get("key", ""))
    return _page(request, None, made_for=host, **server.shown_once(request, "link", secret))


def _page(request: DeskRequest, form: NewHostForm | None, *, status: int = 200, **context: object) -> HttpResponse:
    offered, hosts = _offered(), list[tuple[Host, HousesForm]]()
    for host in Host.objects.order_by("name_key").prefetch_related("houses"):
        theirs = [house.pk for house in host.houses.all()]
        initial = {"reach": "all" if host.all_houses else "some", "houses": theirs}
        hosts.append((host, HousesForm(offered=offered, initial=initial, auto_id=f"of-{host.pk}-%s")))
    devices, skip = commands.open_devices(timezone.now()), whole_number(request.GET.get("skip", "")) or 0
    context = {
        "form": form or NewHostForm(offered=offered),
        "hosts": hosts,
        "devices": devices[skip : skip + _AT_A_TIME],
        "more": skip + _AT_A_TIME if len(devices) > skip + _AT_A_TIME else 0,
        **context,
    }
    return show_settings(request, "hosts", status=status, **context)
