"""Signing in by a link, and the password of a host; hosts are added and removed, and devices signed out."""

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in import commands, device_commands, link_commands
from hostdesk.base.sign_in.commands import add_host, give_houses, remove_host
from hostdesk.base.sign_in.forms import NewPasswordByLinkForm, NewPasswordForm
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone, for_host, for_hosts
from hostdesk.base.sign_in.link_commands import new_link
from hostdesk.base.sign_in.views import GONE
from hostdesk.base.site import server
from hostdesk.base.site.act_views import UNPROCESSABLE, opened_at
from hostdesk.front.desk.settings_views import show_settings
from hostdesk.front.entrance.forms import HousesForm, NewHostForm
from hostdesk.invitations.coming.page import see_nights
from hostdesk.invitations.group_link.claim_commands import confirm_claim
from hostdesk.invitations.polls.page import own_poll_of
from hostdesk.models import Host, LinkKind
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.problems import Problem
from reservations.models import House
from reservations.parsing.names import whole_number


@for_anyone.both
def link(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the owner of this link; the button signs its bearer in, once.

    For a link to a night the buttons are the answers: the tap that signs in answers yes, maybe or no. A link to a poll
    has its form. A device that is already signed in as its player does not spend the link, unless it took the player's
    name behind a group link: the player's own link confirms it.
    """
    found = link_commands.find_link(secret)
    if found is None:
        return render(request, "front/entrance/link_gone.html", status=404)
    night, player = found.night, found.person if found.kind == LinkKind.PLAYER else None
    subject = night or found.poll
    claim, is_same = request.who.claim, player is not None and request.who.player == player.number
    is_theirs = is_same and request.who.is_confirmed
    if is_theirs or (request.method == "POST" and link_commands.spend(found)):
        if not is_theirs:
            commands.enter_by(request, found)
            if claim is not None and is_same:
                confirm_claim(claim, by=f"{player}", now=timezone.now())
        if player is not None and subject is not None:
            place = [player.number, subject.pk]
            if request.POST.get("answer"):
                # The same form goes on to the page where this player, signed in now, answers.
                page = "own_answer" if night else "own_poll"
                return HttpResponseRedirect(reverse(page, args=place), preserve_request=True)
            return redirect("own_night" if night else "own_poll", *place)
        # A host may have forgotten the password; the demo has none.
        own_password = opened_at("password")
        return redirect(own_password if found.host and not settings.DEMO else "home")
    if request.method == "POST" or not link_commands.is_unspent(found):
        return render(request, "front/entrance/link_gone.html", {"link": found}, status=GONE)
    context: dict[str, object] = {"link": found}
    if player is not None and found.poll is not None:
        context["page"] = own_poll_of(found.poll, player, timezone.now())
        return render(request, "front/entrance/link_poll.html", context)
    if player is not None and night is not None:
        context["coming"] = see_nights(player, [night], timezone.now(), arrears_now())[0]
    return render(request, "front/entrance/link_open.html", context)


@for_hosts.both
@sensitive_post_parameters()
def password(request: DeskRequest) -> HttpResponse:
    """Set a new password; the old one is not required right after a link, or if there is none."""
    host = Host.objects.get(name_key=request.user.get_username())
    by_link = commands.came_by_link(request) or not host.has_usable_password()
    kind = NewPasswordByLinkForm if by_link else NewPasswordForm
    form = kind(request.POST if request.method == "POST" else None)
    if form.is_valid():
        # Checked like a sign-in, with counted tries: nobody can guess on a tablet left on the table.
        old = form.cleaned_data.get("password_old")
        if by_link or authenticate(request, username=request.user.get_username(), password=old) is not None:
            commands.set_password(request, host, form.cleaned_data["password"])
            return HttpResponseRedirect(reverse("home"), status=303)
        form.add_error("password_old", "That is not your current password.")
    status = UNPROCESSABLE if form.is_bound else 200
    context = {"form": form, "by_link": by_link, "is_first": not host.has_usable_password()}
    return show_settings(request, "password", status=status, **context)


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
