"""The host's side of group links: making and ending them, and saying whose the phones are that came by them."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.group_link.claim_commands import confirm_claim, recognise, refuse_claim, take_in
from hostdesk.group_link.commands import end_group_link, group_link_to, make_group_link, set_group_links
from hostdesk.group_link.forms import TakeInForm
from hostdesk.group_link.page import claims_context
from hostdesk.models import NameClaim
from hostdesk.polls.page import poll_or_404
from hostdesk.sign_in.guard import DeskRequest, for_host, for_hosts, for_house
from hostdesk.site.act_views import UNPROCESSABLE, last_remark, night_or_404, saying, write_messages
from reservations.acts.problems import Problem
from reservations.parsing.names import whole_number


@for_house.post
def night_group_link(request: DeskRequest, night_id: int) -> HttpResponse:
    """Make a night's link for the group chat, or its series', or end the one there is."""
    night, do = night_or_404(night_id), request.POST.get("do", "")
    before = group_link_to(night)
    if do == "end" and before is not None:
        end_group_link(before)
    elif do == "series" and night.series is not None:
        make_group_link(night.series, made_by=request.who.name)
    elif do == "make":
        # Another link takes the place of the one that is shown, so it leads to as much.
        of = night.series if before is not None and before.series_id and night.series else night
        make_group_link(of, made_by=request.who.name)
    return HttpResponseRedirect(f"{reverse('night_messages', args=[night_id])}#all", status=303)


@for_house.post
def poll_group_link(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Make a poll's link for the group chat, or end the one there is."""
    poll, do = poll_or_404(poll_id), request.POST.get("do", "")
    if do == "end" and (before := group_link_to(poll)) is not None:
        end_group_link(before)
    elif do == "make":
        make_group_link(poll, made_by=request.who.name)
    return HttpResponseRedirect(f"{reverse('poll_messages', args=[poll_id])}#all", status=303)


@for_hosts.get
def name_claims(request: DeskRequest) -> HttpResponse:
    """Show every phone of which the host has yet to say whose it is."""
    return _page(request)


def _page(request: DeskRequest, problem: str = "") -> HttpResponse:
    context = {"section": "nights", "problem": problem, "said": last_remark(request)}
    context |= claims_context(timezone.now(), houses=request.who.houses)
    return render(request, "group_link/name_claims.html", context, status=UNPROCESSABLE if problem else 200)


_SAYS: Mapping[str, tuple[Callable[..., NameClaim], str]] = {
    "yes": (confirm_claim, "{name}’s phone is known now."),
    "no": (refuse_claim, "That phone is refused. From now on every phone behind that link waits for you.{rest}"),
    "known": (recognise, "{name} is invited, and their phone goes on."),
    "new": (take_in, "{name} is added and invited, and their phone goes on."),
}
"""What the host can say of a phone: the command, and what came of it."""


@for_house.post
def name_claim(request: DeskRequest, claim: int) -> HttpResponse:
    """Record what the host says of a phone: whose it is, whose it is not, or that a newcomer is taken in."""
    says, now = request.POST.get("say", ""), timezone.now()
    if says not in _SAYS or not NameClaim.objects.filter(pk=claim).exists():
        raise Http404
    form = TakeInForm(request.POST)
    if says == "new" and not form.is_valid():
        return _page(request, problem=" ".join(map(str, form.errors["name"])))
    command, words = _SAYS[says]
    said = {"name": form.cleaned_data["name"]} if says == "new" else {}
    try:
        answered = command(claim, by=request.who.name, now=now, **said)
    except Problem as problem:
        return _page(request, problem=str(problem))
    request.is_recorded = True
    write_messages()
    name = str(answered.person or answered.name)
    spoke = answered.link is not None and answered.person is not None
    rest = f" What it answered for {name} stays: look at it on the night’s Guests." if spoke else ""
    night = whole_number(request.POST.get("night", ""))
    back = reverse("night_messages", args=[night]) if night else reverse("name_claims")
    return HttpResponseRedirect(saying(words.format(name=name, rest=rest), back), status=303)


@for_host.post
def group_link_setting(request: DeskRequest) -> HttpResponse:
    """Set whether a phone that takes a name counts at once or waits, and whether the rules are read without one."""
    set_group_links(waits=request.POST.get("claims") == "wait", shares_rules="rules" in request.POST)
    return HttpResponseRedirect(f"{reverse('settings')}?changed=yes", status=303)
