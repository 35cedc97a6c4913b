"""The rules that a night is played by, in the panel beside it, and articles of another version that are let in."""

import json
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_house
from hostdesk.base.site.act_views import attempt, last_remark, noted, refused_context, status_of
from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.rules.house_rules.page import rules_page
from hostdesk.rules.house_rules.views import VersionForm
from hostdesk.rules.houses.queries import rules_of_night
from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tonight.views import read, show
from reservations.houses.off_table import off_table_changes


@for_bank.get
def tonight_rules(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the rules of a night in the panel beside it, with the focus in the search field."""
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
    """Show the rules beside a night; a host is offered newer articles, and the night's own again."""
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
