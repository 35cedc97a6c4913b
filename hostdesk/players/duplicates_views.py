"""Merge many duplicates at once."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from hostdesk.players.commands import merge_many
from hostdesk.players.duplicates_page import likely_duplicates
from hostdesk.players.forms import MergeManyForm
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import attempt, done, receipt, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key


@for_host.both
def duplicates(request: DeskRequest) -> HttpResponseBase:
    """List the entries that are likely one person, with what each pair comes to, and merge those that are ticked."""
    form = MergeManyForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, merge_many)
    if answer is not None:
        return done(request, answer, reverse("players_duplicates"))
    pairs, count = likely_duplicates()
    ticked = {int(duplicate) for duplicate, _ in form.cleaned_data.get("pairs", ())} if form.is_bound else set()
    context: dict[str, Any] = {"section": "players", "pairs": pairs, "more": count - len(pairs), "ticked": ticked}
    context |= {"key": new_key(), **refused_context(form, request.path), **receipt(request, night=None)}
    return render(request, "players/duplicates.html", context, status=status_of(form))
