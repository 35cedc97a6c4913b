"""The pages behind a group link: the night, the names of the invited players, and a phone that takes one of them.

A phone needs no sign-in here. Looking changes nothing; taking a name is a form. The host makes and ends the link.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in import group_link_commands
from hostdesk.base.sign_in.commands import enter_by
from hostdesk.base.sign_in.device_commands import browser_name, sign_out
from hostdesk.base.sign_in.group_link_commands import GroupLinkOver, behind, find_group_link, may_use
from hostdesk.base.sign_in.guard import DeskRequest, Role, for_anyone, for_host, for_house
from hostdesk.base.sign_in.link_commands import end_link
from hostdesk.base.sign_in.views import GONE, TOO_MANY
from hostdesk.base.site.act_views import UNPROCESSABLE, night_or_404, saying
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.coming.page import is_shown, see_nights
from hostdesk.invitations.group_link import claim_commands
from hostdesk.invitations.group_link.forms import ClaimForm, NewcomerForm
from hostdesk.invitations.group_link.page import Standing, night_for_all
from hostdesk.invitations.polls.page import poll_or_404, poll_page
from hostdesk.models import Link, NameClaim
from hostdesk.rules.house_rules.views import rules_response
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.problems import Problem
from reservations.models import Fact, House, Night, Player
from reservations.polls.rules import Poll

_CLAIM = "claim"
_WAITS_FOR = 30 * 24 * 3600  # seconds; a phone that waits for the host is known by its session
_RUNS = "This device runs the desk or a bank, so it takes no name. Open the link on your own phone."


@for_anyone.get
def group(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the night and the names, or the state of a phone that took one; a player's phone goes on to its own page."""
    return _page(request, find_group_link(secret), secret)


def _page(
    request: DeskRequest,
    link: Link | None,
    secret: str,
    *,
    problem: str = "",
    newcomer: NewcomerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    if link is None:
        return render(request, "invitations/group_link/gone.html", {"why": ""}, status=404)
    try:
        leads_to = behind(link, now)
    except GroupLinkOver as over:
        return render(request, "invitations/group_link/gone.html", {"why": str(over)}, status=GONE)
    claim = _claim_of(request, link)
    stands = Standing(claim) if claim else None
    is_between = stands is not None and (stands.waits or stands.is_let_in)
    if request.who.player is not None and not is_between and request.method != "POST":
        return redirect(_goal(Player.objects.person(request.who.player), leads_to))
    is_counted = request.method != "POST" and claim is None and not request.who.name
    if is_counted and not may_use(link, group_link_commands.LOOK, request.META["REMOTE_ADDR"], now):
        return _too_many(request)
    names = claim_commands.names_behind(leads_to)
    context: dict[str, Any] = {"secret": secret, "names": names, "stands": stands, "problem": problem, "key": new_key()}
    context |= {"newcomer": newcomer or NewcomerForm(regulars=_inviters(leads_to, names))}
    context |= {"runs": _RUNS if request.who.role in (Role.HOST, Role.BANKER) else ""}
    if isinstance(leads_to, Poll):
        context["page"] = poll_page(cast(Fact, link.poll), now)
        return render(request, "invitations/group_link/group.html", context, status=status)
    context["shown"] = night_for_all(leads_to, now)
    if stands is not None and stands.is_let_in and stands.claim.person is not None:
        context["coming"] = see_nights(stands.claim.person, [leads_to], now, arrears_now())[0]
    return render(request, "invitations/group_link/group.html", context, status=status)


def _inviters(leads_to: Night | Poll, names: Sequence[Player]) -> list[Player]:
    """Return the players who can bring a newcomer; [] for a poll, which is for known players."""
    return [] if isinstance(leads_to, Poll) else [person for person in names if person.regular]


def _too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "invitations/group_link/gone.html", {"why": "", "is_busy": True}, status=TOO_MANY)


def _claim_of(request: HttpRequest, link: Link) -> NameClaim | None:
    """Return this browser's claim behind a link, if it is not signed in by it."""
    number = request.session.get(_CLAIM)
    return None if number is None else NameClaim.objects.filter(pk=number, group_link=link).first()


def _goal(player: Player, leads_to: Night | Poll) -> str:
    """Return the page on which a signed-in player answers; their own page once that is over, or not theirs."""
    if isinstance(leads_to, Poll):
        if player.number in leads_to.polled:
            return reverse("own_poll", args=[player.number, leads_to.number])
    elif is_shown(see_nights(player, [leads_to], timezone.now(), arrears_now())[0], timezone.localdate()):
        return reverse("own_night", args=[player.number, leads_to.pk])
    return reverse("own", args=[player.number])


@for_anyone.post
def group_claim(request: DeskRequest, secret: str, what: str) -> HttpResponse:
    """Take a name, or ask as a newcomer: the phone goes on to its answer, or back to the page where it waits.

    A name that this phone took before is given back.
    """
    link, now = find_group_link(secret), timezone.now()
    if link is None:
        return _page(request, link, secret)
    if request.who.role in (Role.HOST, Role.BANKER):
        return _page(request, link, secret, problem=_RUNS, status=UNPROCESSABLE)
    if not may_use(link, group_link_commands.TRY, request.META["REMOTE_ADDR"], now):
        return _too_many(request)
    try:
        leads_to = behind(link, now)
        regulars = _inviters(leads_to, claim_commands.names_behind(leads_to))
        newcomer = NewcomerForm(request.POST, regulars=regulars) if what == "newcomer" else None
        form: ClaimForm | NewcomerForm = newcomer or ClaimForm(request.POST)
        if not form.is_valid():
            sentence = "" if newcomer else "Tap your name."
            return _page(request, link, secret, problem=sentence, newcomer=newcomer, status=UNPROCESSABLE)
        browser = browser_name(request.META.get("HTTP_USER_AGENT", ""))
        tap = claim_commands.Tap(form.cleaned_data["key"], request.META["REMOTE_ADDR"][:45], browser, now)
        command = claim_commands.claim_as_newcomer if newcomer else claim_commands.claim_name
        made: NameClaim = command(group_link=link, tap=tap, **form.arguments())
    except Problem as problem:
        return _page(request, link, secret, problem=str(problem), status=UNPROCESSABLE)
    before = _claim_of(request, link)
    if before is not None and before != made:
        claim_commands.give_back(before, now)
    way = claim_commands.way_in(made.pk, now, key=tap.key)
    if way is not None and made.person is not None:
        enter_by(request, way)
        return HttpResponseRedirect(_goal(made.person, leads_to), status=303)
    request.session[_CLAIM] = made.pk
    request.session.set_expiry(_WAITS_FOR)
    return HttpResponseRedirect(reverse("group", args=[secret]), status=303)


@for_anyone.post
def group_enter(request: DeskRequest, secret: str) -> HttpResponse:
    """Sign in a phone that waited and was confirmed; the same tap gives its answer, if it has one."""
    link, now = find_group_link(secret), timezone.now()
    claim = _claim_of(request, link) if link else None
    way = claim_commands.way_in(claim.pk, now) if claim else None
    if link is None or claim is None or way is None or claim.person is None:
        return redirect("group", secret)
    enter_by(request, way)
    try:
        leads_to = behind(link, now)
    except GroupLinkOver:
        return redirect("own", claim.person.number)
    if request.POST.get("answer") and isinstance(leads_to, Night):
        # The same form goes on to the answer page of the player who is signed in now.
        place = reverse("own_answer", args=[claim.person.number, leads_to.pk])
        return HttpResponseRedirect(place, preserve_request=True)
    return redirect(_goal(claim.person, leads_to))


@for_anyone.post
def group_leave(request: DeskRequest, secret: str) -> HttpResponse:
    """Give back the name that this phone took, sign it out if it was signed in by that, and show the names again."""
    link = find_group_link(secret)
    if request.who.claim is not None:
        claim_commands.give_back(NameClaim.objects.get(pk=request.who.claim), timezone.now())
        sign_out(request)
    elif link is not None and (claim := _claim_of(request, link)):
        claim_commands.give_back(claim, timezone.now())
        request.session.flush()
    return HttpResponseRedirect(reverse("group", args=[secret]), status=303)


@for_anyone.get
def group_rules(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the rules of the house behind a group link, if the host opens them to everybody with the link."""
    link, now = find_group_link(secret), timezone.now()
    if link is None:
        return render(request, "invitations/group_link/gone.html", {"why": ""}, status=404)
    try:
        leads_to = behind(link, now)
    except GroupLinkOver as over:
        return render(request, "invitations/group_link/gone.html", {"why": str(over)}, status=GONE)
    if not request.desk.rules_shared:
        return render(request, "invitations/group_link/gone.html", {"secret": secret}, status=HTTPStatus.FORBIDDEN)
    # A search while somebody types sends many requests.
    if "q" not in request.GET and not may_use(link, group_link_commands.LOOK, request.META["REMOTE_ADDR"], now):
        return _too_many(request)
    house = leads_to.house if isinstance(leads_to, Night) else House.objects.get(pk=leads_to.house)
    return rules_response(request, house, reverse("group", args=[secret]))


@for_house.post
def change_group_link(request: DeskRequest, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
    """Make the link of a night or a poll for the group chat, or that of the night's series, or end the one there is."""
    of = night_or_404(night_id) if night_id else poll_or_404(poll_id)
    before, do = group_link_commands.group_link_to(of), request.POST.get("do", "")
    series = of.series if isinstance(of, Night) else None
    if do == "end" and before is not None:
        end_link(before)
    elif do == "series" and series is not None:
        group_link_commands.make_group_link(series, made_by=request.who.name)
    elif do == "make":
        # Another link takes the place of the one that is shown, so it leads to as much.
        is_of_series = before is not None and before.series_id is not None
        group_link_commands.make_group_link(series if is_of_series and series else of, made_by=request.who.name)
    page = reverse("night_messages", args=[night_id]) if night_id else reverse("poll_messages", args=[poll_id])
    return HttpResponseRedirect(f"{page}#all", status=303)


@for_host.post
def group_link_setting(request: DeskRequest) -> HttpResponse:
    """Set whether a phone that takes a name counts at once or waits, and whether the rules are read without one."""
    waits, shares_rules = request.POST.get("claims") == "wait", "rules" in request.POST
    group_link_commands.set_group_links(waits=waits, shares_rules=shares_rules)
    return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
