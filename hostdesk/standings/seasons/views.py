"""The table of the season and its records for the host, the shared part for players; and own seasons."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.views import show_list
from hostdesk.base.sign_in.guard import DeskRequest, Role, for_host, for_player, for_signed_in
from hostdesk.base.site.act_views import UNPROCESSABLE, person_or_404
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.standings.seasons.filters import season_choice
from hostdesk.standings.seasons.forms import SEEN, OwnSeasonForm, SharingForm
from hostdesk.standings.seasons.page import SeasonPage, season_page
from hostdesk.standings.seasons.page import season_pictures as pictures_seen
from hostdesk.standings.seasons.tables import RankedData, SeasonTable, rank_by
from ledger.models import Season
from ledger.seasons.commands import Shared, change_season, keep_results_private, make_season, share_seasons
from ledger.seasons.queries import own_spans, private_players
from reservations.acts.problems import Problem

_WITH_RANKS = ("rank", "name", "nights")
_AT_A_GLANCE = ("rank", "name", "net_cents", "curve", "nights", "average_cents", "best_cents", "streak")
"""The columns of a page, beside the one it is ranked by; a file, a player's card and ``?figures=all`` have all."""


@for_signed_in.get
def seasons(request: DeskRequest) -> HttpResponseBase:
    """Show the table of a season, or send it as a file: all of it to the host, the shared part to a player."""
    if (page := _seen(request)) is None:
        return redirect("own", request.who.player)
    of_all = page.choice.without_player
    query = f"{of_all.query}&player=" if of_all.query else "?player="
    data = RankedData(page.report.lines, page.shown, page.choice.span.least_nights)
    context, by = _context(request, page), request.GET.get("sort", "-net_cents")
    if page.player is not None and page.shared == Shared.RANKS:
        names: Collection[str] = _WITH_RANKS
    else:
        every = not {"as", "figures"}.isdisjoint(request.GET)
        names = SeasonTable.base_columns.keys() - {"curve"} if every else (*_AT_A_GLANCE, by.lstrip("-"))
    if "figures" in request.GET:
        context["nights"] = page.every_night if request.who.is_host else []
    if page.names:
        rank_by(context["filter"]["form"], by)
    else:
        context["sorted_by"] = request.GET.getlist("sort")
    hidden = [name for name in SeasonTable.base_columns if name not in names]
    table = SeasonTable(data, player_query=query, exclude=hidden)
    card = []
    if page.one is not None:
        one = SeasonTable(RankedData([page.one.line], [page.one.line], 1), player_query=query)
        card = [(column.header, cell) for column, cell in one.rows[0].items() if column.name not in ("rank", "name")]
    return show_list(request, table, "standings/seasons/seasons.html", context | {"card": card})


@for_signed_in.get
def season_pictures(request: DeskRequest) -> HttpResponseBase:
    """Show the pictures and the records of a season, the shared part to a player."""
    if (page := _seen(request)) is None:
        return redirect("own", request.who.player)
    query, picked = page.choice.without_player.query, page.one.line.player if page.one else 0
    context = {
        "pairs": pictures_seen(page.report, page.shared, page.player, picked, timezone.get_current_timezone()),
        "picked": picked,
        "query": f"{query}{'&' if query else '?'}player=" if page.names else "",
        "records": [record for record in page.records if not page.choice.player or record.title in page.badges],
    }
    return render(request, "standings/seasons/pictures.html", _context(request, page) | context)


def _seen(request: DeskRequest) -> SeasonPage | None:
    """Return the season for its viewer; None: a phone that the host does not know yet.

    Raises ``PermissionDenied`` for the banker of a night.
    """
    if request.who.role == Role.BANKER:
        raise PermissionDenied
    if not request.who.is_confirmed:
        return None
    choice = season_choice(request.GET.dict(), request.desk, timezone.localdate(), request.who.houses)
    return season_page(choice, request.desk, request.who.player)


def _context(request: DeskRequest, page: SeasonPage) -> dict[str, Any]:
    form = page.choice.form(page.names)
    context = {"section": "season", "page": page, "filter": {"form": form}, "filtered": bool(page.choice.parts)}
    context["is_private"] = page.player is not None and page.player in private_players()
    return context | {"seen": SEEN[Shared(request.desk.season_shared)]}


def _form_page(request: DeskRequest, form: Form, heading: str, does: str, **more: object) -> HttpResponse:
    context = {"section": "season", "form": form, "heading": heading, "does": does, **more}
    return render(request, "standings/seasons/season.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@for_host.both
def season_new(request: DeskRequest) -> HttpResponseBase:
    """List the host's own seasons, and make one."""
    initial = {"first": timezone.localdate().isoformat(), "least_nights": request.desk.least_nights, "key": new_key()}
    form = OwnSeasonForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        try:
            season = make_season(key=form.cleaned_data["key"] or new_key(), **form.arguments())
            return HttpResponseRedirect(f"{reverse('seasons')}?season=s{season.pk}", status=303)
        except Problem as problem:
            form.add_error(None, str(problem))
    return _form_page(request, form, "New season", "Make the season", own=own_spans())


@for_host.both
def season_change(request: DeskRequest, season_id: int) -> HttpResponseBase:
    """Change a season, or end it with today."""
    season, today = get_object_or_404(Season, pk=season_id), timezone.localdate()
    initial = OwnSeasonForm.initial_of(season)
    data = request.POST if request.method == "POST" else None
    form = OwnSeasonForm({**initial, **data.dict(), "last": today} if data and "end" in data else data, initial=initial)
    if form.is_valid():
        try:
            change_season(season=season.pk, shown=form.cleaned_data["shown"] or 0, **form.arguments())
            return HttpResponseRedirect(f"{reverse('seasons')}?season=s{season.pk}", status=303)
        except Problem as problem:
            form.add_error(None, str(problem))
    return _form_page(request, form, season.name, "Change", runs=season.last is None or season.last > today)


@for_host.both
def season_sharing(request: DeskRequest) -> HttpResponseBase:
    """Set the part of a season that players see, whether there are records, and the least nights for a rank."""
    form = SharingForm(request.POST if request.method == "POST" else None, initial=SharingForm.initial_of(request.desk))
    if form.is_valid():
        share_seasons(**form.arguments())
        return HttpResponseRedirect(reverse("seasons"), status=303)
    return _form_page(request, form, "Who sees the season", "Save")


@for_player.post
def own_private(request: DeskRequest, number: int) -> HttpResponseBase:
    """Let a player keep their results to themselves, or show them again; the host may do it for them."""
    player = person_or_404(number)
    keep_results_private(player=player, on=request.POST.get("on") == "yes")
    back = "" if request.who.player is not None else f"?player={player.number}"
    return HttpResponseRedirect(f"{reverse('seasons')}{back}", status=303)
