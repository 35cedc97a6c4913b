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
    names = _read(form)
    if names is None:
        return _page(request, form, None, status=status_of(form))
    if "confirm" not in request.POST:
        return _page(request, form, names, status=200)
    if not names.new:
        return HttpResponseRedirect(_onward(request, form), status=303)
    answer = attempt(request, form, add_players, names=names.new)
    if answer is None:
        return _page(request, form, names, status=status_of(form))
    return done(request, answer, f"{_onward(request, form)}")


def _read(form: AddForm) -> NameList | None:
    """Return the names of the form, nothing where it was not sent or cannot be read."""
    if not form.is_valid():
        return None
    try:
        return read_names(form.cleaned_data["names"])
    except Malformed as problem:
        form.add_error("names", str(problem))
        return None


def _page(request: DeskRequest, form: AddForm, names: NameList | None, *, status: int) -> HttpResponse:
    context: dict[str, Any] = {"section": "players", **refused_context(form, request.path), "form": form}
    # The page that only shows keeps the key it came by: a list that is sent twice is recorded once.
    context["key"] = new_key() if form.taken or names is None else form.cleaned_data["key"]
    context["other_key"] = new_key()
    return render(request, "players/add.html", {**context, "names": names}, status=status)


def _onward(request: DeskRequest, form: AddForm) -> str:
    """Return where the page was asked to lead back to, a place of this desk; else the list of players."""
    wanted: str = form.cleaned_data["next"]
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours else reverse("players")
