"""Adding players: one, or a whole pasted list that is shown sorted before anything is recorded."""

from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from hostdesk.players.commands import add_players
from hostdesk.players.forms import REGULAR, AddForm
from hostdesk.players.name_list_queries import NameList, read_names
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from reservations.acts.problems import Malformed
from reservations.players.queries import regulars


@require_http_methods(BOTH)
@for_host
def add(request: DeskRequest) -> HttpResponseBase:
    """Add the names of a form: first shown sorted into new, known and refused, then all new ones in one go."""
    data = request.POST if request.method == "POST" else None
    form = AddForm(data, inviters=regulars(), initial={"plays_as": REGULAR, "next": request.GET.get("next", "")})
    names = None
    if form.is_valid():
        try:
            names = read_names(form.cleaned_data["names"])
        except Malformed as problem:
            form.add_error("names", str(problem))
    if names is None:
        return _page(request, form, None, status=status_of(form))
    if "confirm" not in request.POST:
        return _page(request, form, names, status=200)
    wanted: str = form.cleaned_data["next"]
    # Back to where the host came from, if that is a page of this desk.
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    onward = wanted if is_ours else reverse("players")
    if not names.new:
        return HttpResponseRedirect(onward, status=303)
    answer = attempt(request, form, add_players, names=names.new)
    if answer is None:
        return _page(request, form, names, status=status_of(form))
    return done(request, answer, onward)


def _page(request: DeskRequest, form: AddForm, names: NameList | None, *, status: int) -> HttpResponse:
    context: dict[str, Any] = {"section": "players", **refused_context(form, request.path), "form": form}
    # The page that only shows keeps the key it came by: a list that is sent twice is recorded once.
    context["key"] = new_key() if form.taken or names is None else form.cleaned_data["key"]
    context["other_key"] = new_key()
    return render(request, "players/add.html", {**context, "names": names}, status=status)
