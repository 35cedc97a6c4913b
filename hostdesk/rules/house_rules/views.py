"""The rules of a house for everybody who plays there: on a page, behind a group link, beside the night in play."""

import json
from typing import Any

from django import forms
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, Role, for_anyone, for_bank, for_house, for_signed_in
from hostdesk.base.sign_in.views import GONE, TOO_MANY
from hostdesk.base.site.act_views import attempt, last_remark, noted, refused_context, status_of
from hostdesk.invitations.group_link.commands import LOOK, GroupLinkOver, behind, find_group_link, may_use
from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.rules.house_rules.page import rules_page
from hostdesk.rules.houses.queries import rules_of_night
from hostdesk.table.tonight.queries import Tonight
from hostdesk.table.tonight.views import read, show
from hostdesk.table.tv.commands import night_shown_at
from reservations.acts.forms import ActForm
from reservations.houses.off_table import off_table_changes
from reservations.models import House, Night
from reservations.parsing.names import whole_number

_FORBIDDEN = 403


class VersionForm(ActForm):
    """Something said of a version of the rules."""

    version = forms.IntegerField(min_value=1, max_value=10**6)

    takes = ("version",)


@for_signed_in.get
def rules(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show the rules of a house, or what ``?q=`` finds in them; ``?version=`` asks for an earlier version.

    A phone that the host does not know yet reads them only where everybody behind a group link does.
    """
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed and not request.desk.rules_shared:
        return redirect("own", request.who.player)
    asked = whole_number(request.GET.get("night", ""))
    opened = Night.objects.select_related("house", "rules").exclude(rules=None)
    return _page(request, house, way_back(request, house), opened.filter(pk=asked or 0, house=house).first())


def way_back(request: DeskRequest, house: House) -> str:
    """Return the page that leads to the rules of a house."""
    if request.who.role == Role.BANKER:
        return reverse("tonight", args=[request.who.night])
    if request.who.player is not None:
        return reverse("own", args=[request.who.player])
    return reverse("house", args=[house.key])


@for_anyone.get
def group_rules(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the rules of the house behind a group link, if the host lets everybody read them who has the link."""
    link, now = find_group_link(secret), timezone.now()
    if link is None:
        return render(request, "invitations/group_link/gone.html", {"why": ""}, status=404)
    try:
        leads_to = behind(link, now)
    except GroupLinkOver as over:
        return render(request, "invitations/group_link/gone.html", {"why": str(over)}, status=GONE)
    if not request.desk.rules_shared:
        return render(request, "invitations/group_link/gone.html", {"secret": secret}, status=_FORBIDDEN)
    # Whoever types what they look for asks many times.
    if "q" not in request.GET and not may_use(link, LOOK, request.META["REMOTE_ADDR"], now):
        return render(request, "invitations/group_link/gone.html", {"is_busy": True}, status=TOO_MANY)
    house = leads_to.house if isinstance(leads_to, Night) else House.objects.get(pk=leads_to.house)
    return _page(request, house, reverse("group", args=[secret]))


@for_anyone.get
def table_screen_rules(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the rules that a night is played by to whoever reads their address off its television.

    Raises ``Http404`` once the address of the television was ended, and where the host keeps the rules for players.
    """
    night = night_shown_at(secret, timezone.now())
    if night is None or not request.desk.rules_shared:
        raise Http404
    return _page(request, night.house, reverse("table_screen", args=[secret]), night)


def _page(request: DeskRequest, house: House, back: str, night: Night | None = None) -> HttpResponse:
    """Show the rules of a house, or as ``night`` has them, which was opened."""
    page = rules_page(house, request.GET.dict(), rules_of_night(night) if night else None)
    kept = {} if page.is_newest else {"version": page.read.rules.version}
    context = {
        "section": "houses",
        "house": house,
        "page": page,
        "back": back,
        "kept": {"night": night.pk} if night else kept,
    }
    return render(request, "rules/house_rules/rules.html", context | {"here": request.path})


@for_bank.get
def tonight_rules(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the rules that a night is played by in the panel beside it, with the field to look them up in hand."""
    return _beside(request, read(night_id))


@for_house.post
def tonight_let_in(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let the articles of another version that do not touch the game into an open night."""
    tonight, form = read(night_id), VersionForm(request.POST)
    answer = attempt(request, form, let_articles_in, night=tonight.night)
    if answer is not None:
        return noted(answer, reverse("tonight_rules", args=[night_id]))
    return _beside(request, tonight, form)


def _beside(request: DeskRequest, tonight: Tonight, form: VersionForm | None = None) -> HttpResponse:
    """Show the rules beside a night; a host is offered what can be let in, and the night's own articles again."""
    night, as_played = tonight.night, rules_of_night(tonight.night)
    page = rules_page(night.house, request.GET.dict(), as_played)
    context: dict[str, Any] = {"page": page, "house": night.house, "here": reverse("tonight_rules", args=[night.pk])}
    context |= {"said": last_remark(request), **(refused_context(form, request.path) if form else {})}
    if request.who.is_host and tonight.is_open:
        newest = night.house.newest()
        for name, rules in (("newer", newest), ("own", night.kept_rules)):
            changes = off_table_changes(as_played.document, json.loads(rules.document))
            context[name] = {"version": rules.version, "changes": changes} if changes else None
    return show(request, tonight, "rules/house_rules/panels/_rules.html", status=status_of(form), **context)
